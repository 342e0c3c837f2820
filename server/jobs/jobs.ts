import type { Services } from "~/server/lib/services";
import { agentJobs } from "./agent/jobs";
import { analysisJobs } from "./analysis/jobs";
import { clueJobs } from "./clue/jobs";
import { contentJobs } from "./content/jobs";
import { customerJobs } from "./customer/jobs";
import { dashboardJobs } from "./dashboard/jobs";
import { dealJobs } from "./deal/jobs";
import { houseJobs } from "./house/jobs";
import { inquiryJobs } from "./inquiry/jobs";
import { notificationJobs } from "./notification/jobs";
import { regionJobs } from "./region/jobs";
import { scheduleJobs } from "./schedule/jobs";
import { type Job, queueOf } from "./scheduler";
import { seoJobs } from "./seo/jobs";
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
  ...inquiryJobs,
  ...agentJobs,
  ...clueJobs,
  ...dashboardJobs,
  ...dealJobs,
  ...contentJobs,
  ...notificationJobs,
  ...seoJobs,
  ...analysisJobs,
];
/** Half of what a turn may be late. */
const lookEvery = 30_000;

export interface RunningJobs {
  /** Runs what is due at that moment, the jobs in parallel, and waits for it. A job still in its last turn continues with that one. */
  runDue(now: Date): Promise<void>;
  /** No further turn begins; resolves when the running ones have ended. */
  stop(): Promise<void>;
}

/** Jobs that run only when they are told to. */
export function jobsOf(services: Services, list: readonly Job[] = standingJobs): RunningJobs {
  const stopping = new AbortController();
  const queues = list.map((job) => queueOf(services, job, stopping.signal));
  return {
    async runDue(now) {
      if (!stopping.signal.aborted) await Promise.all(queues.map((queue) => queue.look(now)));
    },
    async stop() {
      stopping.abort();
      await Promise.all(queues.map((queue) => queue.ended()));
    },
  };
}

/** Looks twice a minute for jobs whose turn has come, beginning half a minute from now, so that a start is not slowed down. Answers how to stop. */
export function startJobs(services: Services, list: readonly Job[]): () => Promise<void> {
  const jobs = jobsOf(services, list);
  const timer = setInterval(() => {
    jobs.runDue(services.now()).catch((error) => services.log.error({ err: error }, "jobs could not be looked at"));
  }, lookEvery);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await jobs.stop();
  };
}
