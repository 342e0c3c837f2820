import { eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { adminCode } from "~/contract/system/role";
import { type staff as contract, StaffRow } from "~/contract/system/staff";
import type { Db } from "~/server/database/database";
import { inOrder } from "~/server/database/tables/search";
import { role, team, user, userRole } from "~/server/database/tables/system/system";
import { grantErrors, isAdmin } from "~/server/identity/grant";
import { found, rowOf } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { orderOf } from "~/server/lib/list";
import { includesText, matchesContact } from "~/server/lib/search";
import { heldBy } from "~/server/resources/shared/held-customers";
import { grantOf, type RoleRecord } from "../role";
import { teamsBelow } from "../team";

/** Whether a caller may change an account at all: only administrators change an administrator's. */
export const mayTouch = (caller: Caller, roles: readonly Pick<RoleRecord, "code">[]): boolean =>
  isAdmin(caller) || roles.every(({ code }) => code !== adminCode);

/** Whether a caller holds all that a role gives. Giving more, or signing in by another's account, would raise the caller's own rights. */
export const holdsRole = (caller: Caller, role: RoleRecord): boolean =>
  isAdmin(caller) || (role.code !== adminCode && grantErrors(caller, grantOf(role)).length === 0);

type Query = z.output<typeof contract.list.query>;

const roles = sql<RoleRecord[]>`(select coalesce(json_agg(to_jsonb(${role}) order by ${role.id}), '[]')
  from ${userRole} join ${role} on ${role.id} = ${userRole.role_id} where ${userRole.user_id} = "user"."id")`;

const customerCount = heldBy(sql`"user"."id"`);

/** People with team, roles and how full they are; the caller adds where, order and limit. */
export const selectStaff = (db: Db, cap: number) =>
  db
    .select({
      user,
      team: team.name,
      roles,
      customer_count: customerCount,
      cap: sql<number>`coalesce(${user.customer_cap}, ${cap})::int`,
    })
    .from(user)
    .leftJoin(team, eq(team.id, user.team_id));
export type ViewedStaff = Awaited<ReturnType<typeof selectStaff>>[number];

export async function viewStaff(db: Db, id: number, cap: number): Promise<ViewedStaff> {
  const [viewed] = await selectStaff(db, cap).where(sql`${user.id} = ${id} and ${user.deleted_at} is null`);
  return found(viewed);
}

export function toStaffRow({ user: person, team: home, roles: held, ...counts }: ViewedStaff, caller: Caller) {
  const mayAct = mayTouch(caller, held);
  const isOther = person.id !== caller.id;
  return rowOf(StaffRow, person, {
    team: person.team_id === null ? null : { id: person.team_id, name: home ?? "" },
    roles: held.map(({ id, code, name }) => ({ id, code, name })),
    role_ids: held.map(({ id }) => id),
    sso_bound: person.sso_subject !== null,
    ...counts,
    can: {
      edit: mayAct,
      reset:
        mayAct &&
        isOther &&
        person.email !== null &&
        person.status !== "resigned" &&
        held.every((one) => holdsRole(caller, one)),
      enable: mayAct && isOther && person.status !== "enabled",
      disable: mayAct && isOther && person.status === "enabled",
      kick: mayAct && isOther && person.status === "enabled",
      handover: mayAct && isOther && person.status !== "resigned",
      delete: mayAct && isOther && person.status === "resigned",
    },
  });
}

export function staffRows({ keyword, role_id, status, team_id }: Query): SQL {
  const conditions = [
    isNull(user.deleted_at),
    ...(keyword ? [matchesKeyword(keyword)] : []),
    ...(status?.length ? [inArray(user.status, status)] : []),
    ...(team_id ? [sql`${user.team_id} in (${teamsBelow(team_id)})`] : []),
    ...(role_id?.length
      ? [
          sql`exists (select 1 from ${userRole} where ${userRole.user_id} = ${user.id} and ${inArray(userRole.role_id, role_id)})`,
        ]
      : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** Part of a name or of an address, which the list shows, or a number. */
function matchesKeyword(keyword: string): SQL {
  const number = { end: sql`right(${user.phone_e164}, 4)`, national: user.phone, international: user.phone_e164 };
  return sql`(${or(
    includesText(user.name, keyword),
    includesText(user.email, keyword),
    ...matchesContact(keyword, number, true),
  )})`;
}

const columns = { ...user, name: inOrder(user.name_pinyin), customer_count: customerCount };

export const staffOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, user.id);
