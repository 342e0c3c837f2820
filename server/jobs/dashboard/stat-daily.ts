import { buildStats, mendStats } from "~/server/resources/dashboard/stat-days";
import { daily, every, type Job } from "../scheduler";

/** Sums up the figures of the days that are over (domain D.2). */
export const statDaily: Job = { name: "stat_daily", lastTurn: daily("00:10"), run: buildStats };

/** Sums up anew what has changed of them since. */
export const statChanged: Job = { name: "stat_changed", lastTurn: every(10), run: mendStats };
