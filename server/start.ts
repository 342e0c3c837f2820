import path from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { createApp } from "./app";
import { type Config, ensureDemoPassword, ensureSecret } from "./config";
import { writeBaseline } from "./database/baseline";
import type { Database } from "./database/database";
import { isDemo, writeDemo } from "./database/demo";
import { migrate } from "./database/migrate";
import { isEmpty, openDatabase } from "./database/open";
import { role, user } from "./database/tables/system";
import { createFirstAdmin } from "./identity/first-admin";
import { startJobs } from "./jobs/jobs";
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
  const log = pino({
    level: config.logLevel,
    redact: ["req.headers.authorization", "*.password", "*.phone", "*.email"],
  });
  const secret = ensureSecret(config);
  const database = await openDatabase(config, { onError: (error) => log.error({ err: error }, "database") });
  const { db } = database;
  const wasEmpty = await isEmpty(db);
  await migrate(db);
  await writeBaseline(db);
  const wantsDemo = config.demo === true || (config.demo === "auto" && database.kind === "pglite");
  if (wasEmpty && wantsDemo) {
    log.info("正在写入演示数据…");
    await writeDemo(db, { password: ensureDemoPassword(config), size: "full" });
  }
  const isDemoDatabase = await isDemo(db);
  const hint = isDemoDatabase ? undefined : await createFirstAdmin(db, config);
  const services: Services = {
    db,
    log,
    secret,
    storage: localStorage(path.join(config.dataDir, "files")),
    now: () => new Date(),
  };
  const jobs = startJobs(services);
  return {
    fetch: createApp(services, pages).fetch,
    announcement: isDemoDatabase ? await demoAccounts(db, ensureDemoPassword(config)) : hint ? `${hint}\n` : "",
    async close() {
      await jobs.stop();
      await database.close();
    },
  };
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
