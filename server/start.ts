import path from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import { createApp } from "./app";
import { type Config, ensureDemoPassword, ensureSecret } from "./config";
import { writeBaseline } from "./database/baseline";
import type { Database } from "./database/database";
import { isDemo, writeDemo } from "./database/demo";
import { migrate } from "./database/migrate";
import { openDatabase } from "./database/open";
import { role, user } from "./database/tables/system";
import { createFirstAdmin, hasUsers } from "./identity/first-admin";
import { startJobs } from "./jobs/jobs";
import { createLog } from "./lib/log";
import type { Services } from "./lib/services";
import { localStorage } from "./lib/storage";

type Pages = (request: Request) => Promise<Response> | Response;

export interface Started {
  fetch: ReturnType<typeof createApp>["fetch"];
  /** Lines for whoever starts it: the demo accounts, or how to make the first administrator. */
  announcement: string;
  close(): Promise<void>;
}

/** Brings everything up in order: database, migrations, baseline, demo or first administrator, jobs, app. */
export async function start(config: Config, pages?: Pages): Promise<Started> {
  const log = createLog(config.logLevel);
  const secret = ensureSecret(config);
  const database = await openDatabase(config, { onError: (error) => log.error({ err: error }, "database") });
  const { db } = database;
  await migrate(db);
  const services: Services = {
    db,
    log,
    secret,
    storage: localStorage(path.join(config.dataDir, "files")),
    trustsProxy: config.trustsProxy,
    now: () => new Date(),
  };
  const wantsDemo = config.demo === true || (config.demo === "auto" && database.kind === "pglite");
  const hint = await fill(services, config, wantsDemo);
  const jobs = startJobs(services);
  return {
    fetch: createApp(services, pages).fetch,
    announcement: (await isDemo(db)) ? await demoAccounts(db, ensureDemoPassword(config)) : hint,
    async close() {
      await jobs.stop();
      await database.close();
    },
  };
}

/** Any fixed number: of servers that start at once only one fills the database. */
const fillLock = 7_203_115;

/** What an installation begins with, and into a database without users the demo or the first administrator; gives a hint where neither is wanted. All or nothing. */
function fill(services: Services, config: Config, wantsDemo: boolean): Promise<string> {
  return services.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${fillLock})`);
    await tx.execute(sql`set local statement_timeout = 0`);
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
