import { cases } from "./customer-cases";
import { prove } from "./prove";

prove(cases);
