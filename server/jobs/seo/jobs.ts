import type { Job } from "../scheduler";
import { tagCount } from "./tag-count";

export const seoJobs: readonly Job[] = [tagCount];
