import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { role, team, user, userRole } from "~/server/database/tables/system/system";
import { countTry } from "~/server/identity/attempts";
import { checkPassword } from "~/server/identity/password-rule";
import type { Services } from "~/server/lib/services";

export interface Person {
  id: number;
  name: string;
  email: string | null;
  roles: string | null;
  team: string | null;
  isEnabled: boolean;
}

/** The demo staff: those first who are named after a role, in the order of the roles. */
export function demoStaff({ db }: Services): Promise<Person[]> {
  const isNamedAfterRole = sql`bool_or(${user.email} = ${role.code} || '@demo.test')`;
  return db
    .select({
      id: user.id,
      name: user.name,
      email: user.email,
      roles: sql<string | null>`string_agg(${role.name}, '、' order by ${role.id})`,
      team: team.name,
      isEnabled: sql<boolean>`${user.status} = 'enabled'`,
    })
    .from(user)
    .leftJoin(team, eq(team.id, user.team_id))
    .leftJoin(userRole, eq(userRole.user_id, user.id))
    .leftJoin(role, eq(role.id, userRole.role_id))
    .where(isNull(user.deleted_at))
    .groupBy(user.id, team.name)
    .orderBy(sql`coalesce(${isNamedAfterRole}, false) desc`, sql`min(${role.id})`, asc(user.id));
}

/** Someone of the demo staff with their password; undefined where it is not theirs. Counts as a try to sign in. */
export async function proveStaff(services: Services, ip: string, form: Record<string, unknown>) {
  await countTry(services, ip);
  const { person, password } = form;
  if (typeof password !== "string" || !/^\d{1,15}$/.test(String(person))) return undefined;
  const [row] = await services.db
    .select({ id: user.id, email: user.email, wecom_userid: user.wecom_userid, password_hash: user.password_hash })
    .from(user)
    .where(and(eq(user.id, Number(person)), isNull(user.deleted_at)));
  return row && (await checkPassword(row.password_hash, password.slice(0, 64))) ? row : undefined;
}
