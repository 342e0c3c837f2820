import type { Job } from "../scheduler";
import { brokerLicense } from "./broker-license";
import { keptTexts } from "./kept-texts";
import { logCleanup } from "./log-cleanup";
import { recordSeal } from "./record-seal";

export const systemJobs: readonly Job[] = [logCleanup, brokerLicense, recordSeal, keptTexts];
