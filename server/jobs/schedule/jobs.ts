import type { Job } from "../scheduler";
import { scheduleRemind } from "./schedule-remind";

export const scheduleJobs: readonly Job[] = [scheduleRemind];
