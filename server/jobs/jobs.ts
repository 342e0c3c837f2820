import type { Services } from "~/server/lib/services";
import { agentExpire } from "./agent/agent-expire";
import { briefingPush } from "./analysis/briefing-push";
import { clueExpire } from "./clue/clue-expire";
import { contentRollup } from "./content/content-rollup";
import { mediaWidths } from "./content/media-widths";
import { publishScheduled } from "./content/publish-scheduled";
import { blacklistExpire } from "./customer/blacklist-expire";
import { poolRelease } from "./customer/pool-release";
import { poolWarn } from "./customer/pool-warn";
import { recycleCleanup } from "./customer/recycle-cleanup";
import { unregisterExecute } from "./customer/unregister-execute";
import { statChanged, statDaily } from "./dashboard/stat-daily";
import { billingDue } from "./deal/billing-due";
import { unitHoldExpire } from "./house/unit-hold-expire";
import { chatIdle } from "./inquiry/chat-idle";
import { inquiryOverdue } from "./inquiry/inquiry-overdue";
import { trackerRollup } from "./inquiry/tracker-rollup";
import { notificationSend } from "./notification/notification-send";
import { currencyRefresh } from "./region/currency-refresh";
import { scheduleRemind } from "./schedule/schedule-remind";
import { type Job, queueOf } from "./scheduler";
import { brokenLinks } from "./seo/broken-links";
import { tagCount } from "./seo/tag-count";
import { shareExpire } from "./share/share-expire";
import { exportSweep, importSweep, mediaSweep } from "./shared/media-sweep";
import { textKeys } from "./shared/text-keys";
import { brokerLicense } from "./system/broker-license";
import { logCleanup, recordSeal } from "./system/log-cleanup";
import { keptTexts } from "./system/search-texts";
import { wecomDaily } from "./system/wecom-sync";

/** The jobs of every installation. */
export const standingJobs: readonly Job[] = [
  poolRelease,
  poolWarn,
  recycleCleanup,
  blacklistExpire,
  unregisterExecute,
  logCleanup,
  brokerLicense,
  recordSeal,
  keptTexts,
  mediaSweep,
  importSweep,
  exportSweep,
  textKeys,
  currencyRefresh,
  scheduleRemind,
  unitHoldExpire,
  shareExpire,
  inquiryOverdue,
  chatIdle,
  trackerRollup,
  agentExpire,
  clueExpire,
  statDaily,
  statChanged,
  billingDue,
  publishScheduled,
  contentRollup,
  mediaWidths,
  notificationSend,
  tagCount,
  brokenLinks,
  briefingPush,
  wecomDaily,
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
