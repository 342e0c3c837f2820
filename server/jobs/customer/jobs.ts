import type { Job } from "../scheduler";
import { blacklistExpire } from "./blacklist-expire";
import { poolRelease } from "./pool-release";
import { poolWarn } from "./pool-warn";
import { recycleCleanup } from "./recycle-cleanup";
import { unregisterExecute } from "./unregister-execute";

export const customerJobs: readonly Job[] = [poolRelease, poolWarn, recycleCleanup, blacklistExpire, unregisterExecute];
