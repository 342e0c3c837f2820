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

interface DemoAccount {
  email: string;
  role: string;
}

type Pages = (request: Request) => Promise<Response> | Response;

export interface Started {
  fetch: ReturnType<typeof createApp>["fetch"];
  /** The demo accounts to print, when this database is a demo. */
  demo: { accounts: DemoAccount[]; password: string } | undefined;
  /** How to make the first administrator, when nobody can sign in yet. */
  hint: string | undefined;
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
  const demo = (await isDemo(db))
    ? { accounts: await demoAccounts(db), password: ensureDemoPassword(config) }
    : undefined;
  const hint = demo ? undefined : await createFirstAdmin(db, config);
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
    demo,
    hint,
    async close() {
      await jobs.stop();
      await database.close();
    },
  };
}

/** One account per builtin role. */
function demoAccounts(db: Database): Promise<DemoAccount[]> {
  return db
    .select({ email: user.email, role: role.name })
    .from(role)
    .innerJoin(user, eq(user.email, sql`${role.code} || '@demo.test'`))
    .orderBy(asc(role.id));
}
