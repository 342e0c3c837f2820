import type { Job } from "../scheduler";
import { unitHoldExpire } from "./unit-hold-expire";

export const houseJobs: readonly Job[] = [unitHoldExpire];
