import { prove } from "./prove";
import { cases } from "./record-cases";

prove(cases);
