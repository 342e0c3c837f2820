import type { Job } from "../scheduler";
import { inquiryOverdue } from "./inquiry-overdue";

export const inquiryJobs: readonly Job[] = [inquiryOverdue];
