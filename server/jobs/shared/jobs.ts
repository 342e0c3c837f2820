import type { Job } from "../scheduler";
import { exportSweep } from "./export-sweep";
import { importSweep } from "./import-sweep";
import { mediaSweep } from "./media-sweep";

export const sharedJobs: readonly Job[] = [mediaSweep, importSweep, exportSweep];
