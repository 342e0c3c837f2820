import type { Job } from "../scheduler";
import { inquiryOverdue } from "./inquiry-overdue";
import { trackerRollup } from "./tracker-rollup";

export const inquiryJobs: readonly Job[] = [inquiryOverdue, trackerRollup];
