import type { Job } from "../scheduler";
import { chatIdle } from "./chat-idle";
import { inquiryOverdue } from "./inquiry-overdue";
import { trackerRollup } from "./tracker-rollup";

export const inquiryJobs: readonly Job[] = [inquiryOverdue, chatIdle, trackerRollup];
