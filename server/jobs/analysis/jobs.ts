import type { Job } from "../scheduler";
import { briefingPush } from "./briefing-push";

export const analysisJobs: readonly Job[] = [briefingPush];
