import type { Job } from "../scheduler";
import { trackerRollup } from "./tracker-rollup";

export const inquiryJobs: readonly Job[] = [trackerRollup];
