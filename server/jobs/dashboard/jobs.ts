import type { Job } from "../scheduler";
import { statChanged, statDaily } from "./stat-daily";

export const dashboardJobs: readonly Job[] = [statDaily, statChanged];
