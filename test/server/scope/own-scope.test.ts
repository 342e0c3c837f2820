import { cases } from "./own-cases";
import { prove } from "./prove";

prove(cases);
