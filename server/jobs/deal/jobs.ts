import type { Job } from "../scheduler";
import { billingDue } from "./billing-due";

export const dealJobs: readonly Job[] = [billingDue];
