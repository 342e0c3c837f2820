import path from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { isDemo } from "~/server/lib/demo-flag";
import { createApp } from "./app";
import { automaticBackupsOf } from "./backup/automatic";
import { type Config, ensureDemoPassword, ensureSecret } from "./config";
import { writeBaseline } from "./database/baseline";
import type { Database } from "./database/database";
import { migrate } from "./database/migrate";
import { type OpenDatabase, openDatabase } from "./database/open";
import { role, user } from "./database/tables/system/system";
import { writeDemo } from "./demo/demo";
import type { Pages } from "./http/page-hosts";
import { createFirstAdmin, hasUsers } from "./identity/first-admin";
import { dailyBackup } from "./jobs/backup";
import { databaseCare } from "./jobs/database-care";
import { standingJobs, startJobs } from "./jobs/jobs";
import { eventHub } from "./lib/events";
import { createLog } from "./lib/log";
import type { Services } from "./lib/services";
import { type Bucket, localStorage } from "./lib/storage";
import { startOutbox } from "./outbox/outbox";
import { tableSources } from "./resources/areas";
import { endDeadUndos } from "./resources/shared/batch/undo-task";
import { endDeadImports } from "./resources/shared/import/task";

export interface Started {
  fetch: ReturnType<typeof createApp>["fetch"];
  /** Lines for whoever starts it: the demo accounts, or how to make the first administrator. */
  announcement: string;
  /** From now on it is not ready for requests, and says so; those that it has are still answered. */
  beginToStop(): void;
  close(): Promise<void>;
}

/** Brings everything up in order: database, migrations, baseline, demo or first administrator, jobs, app. */
export async function start(config: Config, pages?: Pages): Promise<Started> {
  const log = createLog(config.logLevel);
  const database = await openDatabase(config, { onError: (error) => log.error({ err: error }, "database") });
  try {
    return await startOn(database, config, log, pages);
  } catch (error) {
    // Whoever tries again in this process finds the folder free.
    await database.close().catch(() => undefined);
    throw error;
  }
}

/** PGlite can end a statement only with the whole database, and everybody's requests: there a list has the time of all statements. */
const listTimeout = 3_000;

async function startOn(database: OpenDatabase, config: Config, log: Logger, pages?: Pages): Promise<Started> {
  // Not before the folder is opened, which may finish a restore that brought its key.
  const secret = ensureSecret(config);
  const { db } = database;
  await migrate(db);
  const bucket = await bucketOf(config, log);
  const stopping = new AbortController();
  const services: Services = {
    db,
    listTimeout: database.kind === "postgres" ? listTimeout : undefined,
    log,
    secret,
    storage: localStorage(path.join(config.dataDir, "files")),
    bucket,
    events: eventHub({ connect: database.connect, log, stopping: stopping.signal }),
    scenes: tableSources,
    trustsProxy: config.trustsProxy,
    host: config.host,
    allowsPrivateSso: config.allowsPrivateSso,
    now: () => new Date(),
    stopping: stopping.signal,
  };
  const wantsDemo = config.demo === true || (config.demo === "auto" && database.kind === "pglite");
  const hint = await fill(services, config, wantsDemo);
  // An embedded database has one server: what runs was left behind by the last.
  if (database.kind === "pglite") await Promise.all([endDeadImports(services, true), endDeadUndos(db)]);
  const backups = automaticBackupsOf(services, config, database.kind);
  const jobs = startJobs(services, [
    ...standingJobs,
    ...(database.kind === "pglite" ? [databaseCare] : []),
    ...(backups ? [dailyBackup(backups)] : []),
  ]);
  const sending = startOutbox(services);
  return {
    fetch: createApp(services, pages).fetch,
    announcement: (await isDemo(db)) ? await demoAccounts(db, ensureDemoPassword(config)) : hint,
    beginToStop: () => stopping.abort(),
    async close() {
      stopping.abort();
      await jobs.stop();
      await sending.stop();
      await services.events.close();
      await backups?.makeLast();
      await database.close();
    },
  };
}

/** The bucket of the configuration, asked once; its client is loaded by whoever has one. */
async function bucketOf({ bucket }: Config, log: Logger): Promise<Bucket | undefined> {
  if (!bucket) return undefined;
  const { requireBucket, s3Bucket } = await import("./lib/s3-bucket");
  await requireBucket(bucket, log);
  return s3Bucket(bucket, log);
}

/** Any fixed number: of servers that start at once only one fills the database. */
const fillLock = 7_203_115;

/** What an installation begins with, and into a database without users the demo or the first administrator; gives a hint where neither is wanted. All or nothing. */
function fill(services: Services, config: Config, wantsDemo: boolean): Promise<string> {
  return services.db.transaction(async (tx) => {
    // First, since another server's turn may take longer than a statement may.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${fillLock})`);
    await writeBaseline(tx);
    if (await hasUsers(tx)) return "";
    if (!wantsDemo) return createFirstAdmin(tx, config);
    await writeDemo(tx, { password: ensureDemoPassword(config), size: "full", services });
    return "";
  });
}

/** One account per builtin role, and their password. */
async function demoAccounts(db: Database, password: string): Promise<string> {
  const accounts = await db
    .select({ email: user.email, role: role.name })
    .from(role)
    .innerJoin(user, eq(user.email, sql`${role.code} || '@demo.test'`))
    .orderBy(asc(role.id));
  return [`演示账号（密码均为 ${password}）：`, ...accounts.map(({ email, role }) => `  ${email}　${role}`), ""].join(
    "\n",
  );
}
