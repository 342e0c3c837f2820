import path from "node:path";
import type { Logger } from "pino";
import { isDemo } from "~/server/lib/settings";
import { dueTopic } from "~/server/resources/notification/notification/view";
import { createApp } from "./app";
import { automaticBackupsOf } from "./backup/automatic";
import { type Config, ensureDemoPassword, ensureSecret } from "./config";
import { clockNow, followClock } from "./database/clock";
import { lacksRoom } from "./database/lacks-room";
import { connectionTimeout, idleTransactionTimeout, listTimeout, statementTimeout } from "./database/limits";
import { migrate } from "./database/migrate";
import { type OpenDatabase, openDatabase } from "./database/open";
import { openReplica, type Replica } from "./database/replica";
import { startFailure } from "./database/start-failure";
import { demoAccounts, fill } from "./fill";
import type { Pages } from "./http/page-hosts";
import type { VisitorFiles } from "./http/visitor-pages";
import { writeSignIns } from "./identity/full-disk";
import { dailyBackup } from "./jobs/backup";
import { databaseCare } from "./jobs/database-care";
import { standingJobs, startJobs } from "./jobs/jobs";
import type { Job } from "./jobs/scheduler";
import { checkLog } from "./jobs/system/log-check";
import { keepLogHeads } from "./jobs/system/log-heads";
import { syncSender } from "./jobs/system/wecom-sync";
import { createAnswerCache } from "./lib/answer-cache";
import { cacheUntilChanged } from "./lib/cached-until-changed";
import { eventHub } from "./lib/events";
import { createLog } from "./lib/log";
import type { Services } from "./lib/services";
import { type Bucket, localStorage } from "./lib/storage";
import { alertCheck } from "./metrics/alert-check";
import type { Metrics } from "./metrics/metrics";
import { keepSending, startOutbox } from "./outbox/outbox";
import { ofCustomer, served, tableSources } from "./resources/areas";
import { flushContentVisits } from "./resources/content/visits";
import { flushVisits } from "./resources/inquiry/visit/collect";
import { flushSearches } from "./resources/inquiry/visit/collect-search";
import { notificationSender } from "./resources/notification/send/sender";
import { endDeadUndos } from "./resources/shared/batch/undo-task";
import { endDeadImports } from "./resources/shared/import/task";

export interface Started {
  fetch: ReturnType<typeof createApp>["fetch"];
  /** Absent where nobody watches. */
  metrics: Metrics | undefined;
  /** Lines for the person who starts it: the demo accounts, or how to make the first administrator. */
  announcement: string;
  /** From now on it is not ready for requests, and says so; those that it has are still answered. */
  beginToStop(): void;
  close(): Promise<void>;
}

/** What was built next to the server. */
export interface Files {
  pages?: Pages;
  visitor?: VisitorFiles;
}

/** Requests at once: some more than there are connections, so that none of these waits for the rest of a request's work. */
const placesOf = { postgres: 20, pglite: 4 };

/** Brings everything up in order: database, migrations, baseline, demo or first administrator, jobs, app. */
export async function start(config: Config, files: Files = {}): Promise<Started> {
  const log = createLog(config.logLevel);
  const times = (limit: number) => limit * config.timeFactor;
  const database = await openDatabase(config, {
    statementTimeout: times(statementTimeout),
    listTimeout: times(listTimeout),
    idleTransactionTimeout: times(idleTransactionTimeout),
    connectionTimeout: times(connectionTimeout),
    onError: (error) => log.error({ err: error }, "database"),
  });
  try {
    return await startOn(database, config, log, files);
  } catch (error) {
    // Another try in this process finds the folder free.
    await database.close().catch(() => undefined);
    throw database.kind === "pglite" ? startFailure(error, config) : error;
  }
}

async function startOn(database: OpenDatabase, config: Config, log: Logger, files: Files): Promise<Started> {
  // Not before the folder is opened, which may finish a restore that brought its key.
  const secret = ensureSecret(config);
  const { db, disk } = database;
  const clock = database.kind === "postgres" ? await clockOf(database, log) : undefined;
  await migrate(db);
  const bucket = await bucketOf(config, log);
  const stopping = new AbortController();
  const events = eventHub({ connect: database.connect, log, stopping: stopping.signal });
  const replica = config.replicaUrl ? openReplica(config.replicaUrl, database, log) : undefined;
  cacheUntilChanged([db, database.lists, replica?.lists, replica?.exports], events);
  const { dataDir, backupDir, metricsPort, metricsToken } = config;
  const installation = { dataDir, backupDir, hasMetrics: metricsPort !== undefined || !!metricsToken };
  const services: Services = {
    db,
    lists: database.lists,
    replica,
    log,
    secret,
    storage: localStorage(path.join(config.dataDir, "files")),
    bucket,
    events,
    answers: createAnswerCache(events),
    optionSources: tableSources,
    ofCustomer,
    trustsProxy: config.trustsProxy,
    places: placesOf[database.kind],
    timeFactor: config.timeFactor,
    host: config.host,
    allowsPrivateSso: config.allowsPrivateSso,
    now: () => new Date(clockNow()),
    stopping: stopping.signal,
    installation,
    ...(disk && { isDiskFull: () => disk.isFull }),
  };
  if (disk)
    disk.onRoom = () => {
      writeSignIns(services).catch((error: unknown) => log.warn({ err: error }, "sign-ins could not be written down"));
    };
  const wantsDemo = config.demo === true || (config.demo === "auto" && database.kind === "pglite");
  const hint = await fill(services, config, wantsDemo);
  if (database.kind === "pglite") await endWhatWasLeft(services);
  const background = { ...services, db: database.background };
  const backups = automaticBackupsOf(background, config, database.kind);
  const headFolders = [dataDir, ...(backupDir ? [backupDir] : [])];
  const watchedJobs = [
    ...standingJobs,
    ...(database.kind === "pglite" ? [databaseCare] : []),
    keepLogHeads(headFolders),
    checkLog(headFolders),
    ...(backups ? [dailyBackup(backups)] : []),
  ];
  const jobs = [...watchedJobs, alertCheck({ jobs: watchedJobs, installation })];
  const stopJobs = startJobs(background, jobs);
  const metrics = await metricsOf(config, services, database, jobs);
  const tracing = config.traces ? await tracingOf(database, replica) : undefined;
  const sending = startOutbox(services);
  const notifying = keepSending(background, notificationSender(background), dueTopic);
  const syncing = keepSending(background, syncSender(background), "outbox");
  return {
    fetch: createApp(services, files.pages, files.visitor, metrics, tracing).fetch,
    metrics,
    announcement: (await isDemo(db)) ? await demoAccounts(db, ensureDemoPassword(config)) : hint,
    beginToStop: () => stopping.abort(),
    async close() {
      stopping.abort();
      clock?.stop();
      await flushVisits(services);
      await flushContentVisits(services);
      await flushSearches(services);
      if (!disk?.isFull) await writeSignIns(services);
      await stopJobs();
      await sending.stop();
      await notifying.stop();
      await syncing.stop();
      await services.events.close();
      await backups?.makeLast();
      await tracing?.stop().catch((error: unknown) => log.warn({ err: error }, "the last spans could not be sent"));
      await replica?.close();
      await database.close();
    },
  };
}

/** From how many milliseconds on a machine's clock is worth a word. */
const noticeable = 5_000;

/** Several servers may share a database: its clock is theirs. */
async function clockOf({ pool }: OpenDatabase, log: Logger) {
  const clock = await followClock(pool, (error) => log.warn({ err: error }, "the database's clock could not be read"));
  if (Math.abs(clock.ahead) > noticeable)
    log.warn({ seconds: Math.round(clock.ahead / 1000) }, "this machine's clock is off: the database's is used");
  return clock;
}

/** An embedded database has one server: what runs was left behind by the last. */
async function endWhatWasLeft(services: Services): Promise<void> {
  try {
    await Promise.all([endDeadImports(services, true), endDeadUndos(services.db)]);
  } catch (error) {
    // Once there is room, they end by their missing beat, a few minutes later.
    if (!lacksRoom(error)) throw error;
  }
}

/** Nothing is counted, nor its library loaded, unless somebody is to read it. */
async function metricsOf(config: Config, services: Services, database: OpenDatabase, jobs: readonly Job[]) {
  const { dataDir, backupDir, metricsPort, metricsToken: token } = config;
  if (metricsPort === undefined && !token) return undefined;
  const { createMetrics } = await import("./metrics/metrics");
  const { pool, lists, background } = database;
  const { replica } = services;
  const pools = {
    ...{ requests: pool, lists: lists?.$client, background: background.$client },
    ...(replica && { replica: replica.lists.$client, replica_exports: replica.exports.$client }),
  };
  return createMetrics({ services, served, pools, jobs, dataDir, backupDir, token });
}

/** Its library is loaded only where somebody collects traces. */
async function tracingOf({ pool, lists, background }: OpenDatabase, replica: Replica | undefined) {
  const { startTracing } = await import("./metrics/tracing");
  const ofReplica = [replica?.lists.$client, replica?.exports.$client];
  return startTracing(served, [pool, lists?.$client, background.$client, ...ofReplica]);
}

/** The bucket of the configuration, checked once; its client is loaded only if there is one. */
async function bucketOf({ bucket }: Config, log: Logger): Promise<Bucket | undefined> {
  if (!bucket) return undefined;
  const { requireBucket, s3Bucket } = await import("./lib/s3-bucket");
  await requireBucket(bucket, log);
  return s3Bucket(bucket, log);
}
