import { and, eq, isNull, sql } from "drizzle-orm";
import type { Config } from "~/server/config";
import { clockNow } from "~/server/database/clock";
import type { Db } from "~/server/database/database";
import { role, team, user, userRole } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { pick } from "~/server/lib/call";
import { randomPassword } from "~/server/lib/seal";
import { hashPassword, passwordFault } from "./password-rule";

export async function hasUsers(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from "user" limit 1`);
  return rows.length > 0;
}

/** In a database without users makes the first super_admin from the configuration; without one, gives the command that does. */
export async function createFirstAdmin(db: Db, config: Pick<Config, "adminEmail" | "adminPassword">): Promise<string> {
  if (!config.adminEmail || !config.adminPassword)
    return "还没有账号。请运行 npm run admin -- 邮箱 创建第一个超级管理员。\n";
  await createAdmin(db, config.adminEmail, config.adminPassword);
  return "";
}

/** Makes a super_admin who must change the password at the first sign-in, and gives that password. */
export async function createAdmin(db: Db, email: string, password = randomPassword()): Promise<string> {
  const fault = await passwordFault(db, password, "ADMIN_PASSWORD ");
  if (fault) throw new Error(fault);
  const password_hash = await hashPassword(password);
  const address = email.trim().toLowerCase();
  await db.transaction(async (tx) => {
    const [known] = await pick(tx, user, ["id"], and(eq(user.email, address), isNull(user.deleted_at)));
    if (known) throw new Error(`账号 ${address} 已存在`);
    const [first] = await tx.select({ id: team.id }).from(team).orderBy(team.id).limit(1);
    const [home] = first ? [first] : await tx.insert(team).values({ name: "总部" }).returning({ id: team.id });
    const [made] = await tx
      .insert(user)
      .values({
        name: "超级管理员",
        email: address,
        password_hash,
        team_id: home?.id,
        must_change_password: true,
      })
      .returning({ id: user.id });
    const [admin] = await tx.select({ id: role.id }).from(role).where(eq(role.code, "super_admin"));
    if (!made || !admin) throw new Error("缺少内置角色 super_admin");
    await tx.insert(userRole).values({ user_id: made.id, role_id: admin.id });
    await audit(
      { db: tx, user: "system", services: { now: () => new Date(clockNow()) } },
      {
        module: "user",
        action: "create",
        summary: "创建超级管理员",
        target: { type: "user", id: made.id, name: email },
      },
    );
  });
  return password;
}
