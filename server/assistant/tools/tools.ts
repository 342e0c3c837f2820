import type { Tool } from "../tool";
import { businessTools } from "./business";
import { customerTools } from "./customer";
import { dayTools } from "./day";
import { houseTools } from "./house";

/** What an assistant may do, in the order in which it is told. */
export const tools: readonly Tool[] = [...dayTools, ...customerTools, ...houseTools, ...businessTools];
