import type { Job } from "../scheduler";
import { clueExpire } from "./clue-expire";

export const clueJobs: readonly Job[] = [clueExpire];
