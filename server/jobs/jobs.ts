import type { Services } from "~/server/lib/services";
import { customerJobs } from "./customer/jobs";
import { houseJobs } from "./house/jobs";
import { regionJobs } from "./region/jobs";
import { scheduleJobs } from "./schedule/jobs";
import { type Job, runTurn } from "./scheduler";
import { sharedJobs } from "./shared/jobs";
import { systemJobs } from "./system/jobs";

/** The jobs of every installation. */
export const standingJobs: readonly Job[] = [
  ...customerJobs,
  ...systemJobs,
  ...sharedJobs,
  ...regionJobs,
  ...scheduleJobs,
  ...houseJobs,
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
