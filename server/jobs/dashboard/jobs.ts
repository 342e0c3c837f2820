import type { Job } from "../scheduler";
import { statDaily } from "./stat-daily";

export const dashboardJobs: readonly Job[] = [statDaily];
