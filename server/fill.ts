import { asc, eq, sql } from "drizzle-orm";
import { type Config, ensureDemoPassword } from "./config";
import { writeBaseline } from "./database/baseline";
import type { Database } from "./database/database";
import { liftLimits } from "./database/lift-limits";
import { role, user } from "./database/tables/system/system";
import { writeDemo } from "./demo/demo";
import { createFirstAdmin, hasUsers } from "./identity/first-admin";
import type { Services } from "./lib/services";

/** Any fixed number: of servers that start at once only one fills the database. */
const fillLock = 7_203_115;

/** What an installation begins with, and into a database without users the demo or the first administrator; gives a hint where neither is wanted. All or nothing. */
export function fill(services: Services, config: Config, wantsDemo: boolean): Promise<string> {
  return services.db.transaction(async (tx) => {
    await liftLimits(tx);
    await tx.execute(sql`select pg_advisory_xact_lock(${fillLock})`);
    await writeBaseline(tx);
    if (await hasUsers(tx)) return "";
    if (!wantsDemo) return createFirstAdmin(tx, config);
    await writeDemo(tx, { password: ensureDemoPassword(config), size: "full", services });
    return "";
  });
}

/** One account per builtin role, and their password. */
export async function demoAccounts(db: Database, password: string): Promise<string> {
  const accounts = await db
    .select({ email: user.email, role: role.name })
    .from(role)
    .innerJoin(user, eq(user.email, sql`${role.code} || '@demo.test'`))
    .orderBy(asc(role.id));
  return [`演示账号（密码均为 ${password}）：`, ...accounts.map(({ email, role }) => `  ${email}　${role}`), ""].join(
    "\n",
  );
}
