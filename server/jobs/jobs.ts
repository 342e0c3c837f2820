import type { Services } from "~/server/lib/services";
import { blacklistExpire } from "./blacklist-expire";
import { brokerLicense } from "./broker-license";
import { currencyRefresh } from "./currency-refresh";
import { importSweep } from "./import-sweep";
import { logCleanup } from "./log-cleanup";
import { mediaSweep } from "./media-sweep";
import { poolRelease } from "./pool-release";
import { poolWarn } from "./pool-warn";
import { recordSeal } from "./record-seal";
import { recycleCleanup } from "./recycle-cleanup";
import { scheduleRemind } from "./schedule-remind";
import { type Job, runTurn } from "./scheduler";
import { unitHoldExpire } from "./unit-hold-expire";
import { unregisterExecute } from "./unregister-execute";

/** The jobs of every installation. */
export const standingJobs: readonly Job[] = [
  poolRelease,
  poolWarn,
  logCleanup,
  mediaSweep,
  recycleCleanup,
  blacklistExpire,
  unregisterExecute,
  importSweep,
  brokerLicense,
  currencyRefresh,
  scheduleRemind,
  unitHoldExpire,
  recordSeal,
];
const lookEvery = 60_000;

export interface RunningJobs {
  /** Runs what is due at that moment, one job after the other. */
  runDue(now: Date): Promise<void>;
  /** No further turn begins; resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** Looks once a minute for jobs whose turn has come, beginning a minute from now, so that a start is not slowed down. */
export function startJobs(services: Services, list: readonly Job[] = standingJobs): RunningJobs {
  const stopping = new AbortController();
  let running = Promise.resolve();

  async function runDue(now: Date): Promise<void> {
    for (const job of list) {
      if (stopping.signal.aborted) return;
      await runTurn(services, job, now, stopping.signal);
    }
  }

  const timer = setInterval(() => {
    running = running
      .then(() => runDue(services.now()))
      .catch((error) => services.log.error({ err: error }, "jobs could not be looked at"));
  }, lookEvery);
  timer.unref();

  return {
    runDue,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}
