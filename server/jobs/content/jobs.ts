import type { Job } from "../scheduler";
import { publishScheduled } from "./publish-scheduled";

export const contentJobs: readonly Job[] = [publishScheduled];
