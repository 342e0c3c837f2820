import { asc, eq } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { role, team, user, userRole } from "~/server/database/tables/system/system";
import type { Calendar } from "../shared/calendar";
import type { DemoAccount } from "../terms";
import { customRole, type Staff, teams } from "./staff";

/** Writes teams, people and the custom role. */
export async function writeStaff(
  tx: Transaction,
  calendar: Calendar,
  staff: Staff[],
  logins: { user_id?: number | null; result: string; at?: string }[],
  passwordHash: string,
): Promise<void> {
  const since = isoInstant(calendar.at(900, 9));
  const stamp = { created_at: since, updated_at: since };
  await insertRows(
    tx,
    team,
    teams.map((name, place) => ({ id: place + 1, name, sort: place + 1, ...stamp })),
  );
  const lastLogin = new Map(logins.filter((log) => log.result === "success").map((log) => [log.user_id, log.at]));
  const people = staff.map(({ id, name, email, phone, status, ...person }) => {
    const joined = isoInstant(calendar.at(person.joinedDaysAgo, 9));
    return {
      ...{ id, name, email, phone_cc: "86", phone, phone_e164: `+86${phone}`, status, language: "zh" },
      ...{ password_hash: passwordHash, password_history: [], must_change_password: false, preferences: {} },
      ...{ team_id: teams.indexOf(person.team) + 1, wecom_userid: email.slice(0, email.indexOf("@")) },
      ...{ accept_inquiry: status === "enabled", last_login_at: lastLogin.get(id) ?? null, last_login_ip: null },
      ...{ created_at: joined, updated_at: joined },
    };
  });
  await insertRows(tx, user, people);
  for (const leader of staff.filter((person) => person.isLeader))
    await tx.update(team).set({ leader_id: leader.id }).where(eq(team.name, leader.team));
  const { permissions, ...custom } = customRole;
  await tx
    .insert(role)
    .values({ ...custom, permissions: [...permissions], ...stamp })
    .onConflictDoNothing();
  const roleIds = new Map(
    (await tx.select({ id: role.id, code: role.code }).from(role)).map((row) => [row.code, row.id]),
  );
  await insertRows(
    tx,
    userRole,
    staff.flatMap((person) => person.roles.map((code) => ({ user_id: person.id, role_id: roleIds.get(code) ?? 0 }))),
  );
}

/** The accounts that are named after their role, in the order of the roles. */
export async function accounts(tx: Transaction, staff: Staff[]): Promise<DemoAccount[]> {
  const roles = await tx
    .select({ code: role.code, name: role.name })
    .from(role)
    .where(eq(role.builtin, true))
    .orderBy(asc(role.id));
  return roles.flatMap(({ code, name }) => {
    const person = staff.find(({ email }) => email === `${code}@demo.test`);
    return person ? [{ email: person.email, role: name }] : [];
  });
}
