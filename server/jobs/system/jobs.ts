import type { Job } from "../scheduler";
import { brokerLicense } from "./broker-license";
import { logCleanup } from "./log-cleanup";
import { recordSeal } from "./record-seal";
import { keptTexts } from "./search-texts";

export const systemJobs: readonly Job[] = [logCleanup, brokerLicense, recordSeal, keptTexts];
