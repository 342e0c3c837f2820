import type { Job } from "../scheduler";
import { contentRollup } from "./content-rollup";
import { publishScheduled } from "./publish-scheduled";

export const contentJobs: readonly Job[] = [publishScheduled, contentRollup];
