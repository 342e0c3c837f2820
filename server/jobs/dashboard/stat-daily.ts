import { buildStats } from "~/server/resources/dashboard/stat-days";
import { daily, type Job } from "../scheduler";

/** Sums up the figures of the days that are over (D.2). */
export const statDaily: Job = { name: "stat_daily", lastTurn: daily("00:10"), run: buildStats };
