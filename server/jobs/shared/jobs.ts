import type { Job } from "../scheduler";
import { exportSweep } from "./export-sweep";
import { importSweep } from "./import-sweep";
import { mediaSweep } from "./media-sweep";
import { textKeys } from "./text-keys";

export const sharedJobs: readonly Job[] = [mediaSweep, importSweep, exportSweep, textKeys];
