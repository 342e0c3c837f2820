import type { Job } from "../scheduler";
import { notificationSend } from "./notification-send";

export const notificationJobs: readonly Job[] = [notificationSend];
