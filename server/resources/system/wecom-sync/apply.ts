import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { SyncChange } from "~/contract/system/wecom-sync";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { role, team, user, userRole } from "~/server/database/tables/system/system";
import { endSessions } from "~/server/identity/open-session";
import { type AuditLine, auditAll } from "~/server/lib/audit";
import { found, type Origin } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import type { Services } from "~/server/lib/services";
import type { Person, PersonStep, Plan, TeamStep } from "./plan";
import { grouped } from "./tree";

/** The person or job that runs the sync. */
export interface Runner {
  user: Caller | "system";
  origin?: Origin;
  services: Services;
}

/** The people that a plan is made of, with their roles. */
export async function peopleHere(db: Transaction | Services["db"]): Promise<Person[]> {
  const { id, name, email, phone_e164, team_id, status, wecom_userid, wecom_corp_id, wecom_role_ids } = user;
  const roles = sql<Person["roles"]>`(select coalesce(json_agg(json_build_object('id', ${role.id}, 'code', ${role.code})
    order by ${role.id}), '[]') from ${userRole} join ${role} on ${role.id} = ${userRole.role_id}
    where ${userRole.user_id} = "user"."id")`;
  return db
    .select({
      ...{ id, name, email, phone_e164, team_id, status, wecom_userid, wecom_corp_id, wecom_role_ids },
      roles,
    })
    .from(user)
    .where(isNull(user.deleted_at))
    .orderBy(user.id);
}

/** Carries a plan out: people, teams and lines of the log in the caller's transaction. */
export async function apply(db: Transaction, by: Runner, corpId: string, plan: Plan): Promise<void> {
  const at = isoInstant(by.services.now());
  const stamps = { updated_at: at, ...(by.user === "system" ? {} : { updated_by: by.user.id }) };
  const teamIds = new Map<number, number>();
  for (const one of await db.select({ id: team.id, department: team.wecom_department_id }).from(team))
    if (one.department !== null) teamIds.set(one.department, one.id);
  const lines: AuditLine[] = [];
  await writeTeams();
  const userIds = new Map<string, number>();
  for (const step of plan.people) await writePerson(step);
  await writeLeaders();
  await auditAll({ ...by, db }, lines);

  async function writeTeams(): Promise<void> {
    // Siblings may change names with each other: each gives up its old one first.
    const moving = plan.teams.flatMap(({ id }) => id ?? []);
    if (moving.length)
      await db
        .update(team)
        .set({ name: sql`'~' || ${team.id}` })
        .where(inArray(team.id, moving));
    for (const step of plan.teams) teamIds.set(step.department, await writeTeam(step));
  }

  async function writeTeam({ act, id, department, name, parent, sort, note }: TeamStep): Promise<number> {
    const parent_id = parent === null ? null : found(teamIds.get(parent));
    const verb = { create: "新增", update: "编辑", disable: "停用", enable: "启用" }[act];
    const place = act === "disable" ? {} : { parent_id };
    const status = act === "disable" ? ("disabled" as const) : ("enabled" as const);
    const values = { name, status, ...place, ...stamps };
    const [row] =
      id === undefined
        ? await db
            .insert(team)
            .values({ ...values, sort, wecom_department_id: department, created_at: at, created_by: stamps.updated_by })
            .returning({ id: team.id })
        : await db
            .update(team)
            .set({ ...values, version: sql`${team.version} + 1` })
            .where(eq(team.id, id))
            .returning({ id: team.id });
    const target = { type: "team", id: found(row).id, name };
    const summary = `企业微信同步${verb}团队：${name}${note ? `（${note}）` : ""}`;
    lines.push({ module: "system", action: act === "create" ? "create" : "update", summary, target });
    return target.id;
  }

  async function writePerson({ act, id, userid, name, ...step }: PersonStep): Promise<void> {
    const team_id = step.department === undefined ? {} : { team_id: found(teamIds.get(step.department)) };
    const contacts = { ...step.phone, ...(step.email && { email: step.email }) };
    const facts = { name, ...team_id, ...contacts, wecom_role_ids: [...step.ruledRoles], ...stamps };
    if (act === "disable") await disable(found(id));
    else if (id === undefined) userIds.set(userid, await insert());
    else
      await db
        .update(user)
        .set({ ...facts, version: sql`${user.version} + 1` })
        .where(eq(user.id, id));
    const personId = id ?? found(userIds.get(userid));
    if (step.lostRoles.length)
      await db
        .delete(userRole)
        .where(and(eq(userRole.user_id, personId), inArray(userRole.role_id, [...step.lostRoles])));
    if (step.addedRoles.length)
      await db.insert(userRole).values(step.addedRoles.map((role_id) => ({ user_id: personId, role_id })));
    const verb = { create: "新增", update: "编辑", disable: "停用" }[act];
    const summary = `企业微信同步${verb}员工：${name}${step.note ? `（${step.note}）` : ""}`;
    const target = { type: "user", id: personId, name };
    lines.push({ module: "system", action: act === "create" ? "create" : "update", summary, target });

    async function insert(): Promise<number> {
      const [row] = await db
        .insert(user)
        .values({
          ...facts,
          ...{ wecom_userid: userid, wecom_corp_id: corpId, password_hash: "" },
          status: step.addedRoles.length ? "enabled" : "disabled",
          ...{ created_at: at, created_by: stamps.updated_by },
        })
        .returning({ id: user.id });
      return found(row).id;
    }
  }

  async function disable(id: number): Promise<void> {
    await db
      .update(user)
      .set({ status: "disabled", version: sql`${user.version} + 1`, ...stamps })
      .where(eq(user.id, id));
    await endSessions(db, by.services.now(), id);
  }

  async function writeLeaders(): Promise<void> {
    const wanted = plan.teams.filter(({ leader }) => leader !== undefined);
    if (wanted.length === 0) return;
    const people = new Map((await peopleHere(db)).map((one) => [one.wecom_userid, one]));
    for (const { department, leader = null } of wanted) {
      const person = leader === null ? undefined : people.get(leader);
      // Somebody who waits for a person's word leads nothing yet.
      if (leader !== null && person === undefined) continue;
      const leader_id = person?.id ?? null;
      await db
        .update(team)
        .set({ leader_id })
        .where(eq(team.id, found(teamIds.get(department))));
    }
  }
}

/** The plan as people read it. */
export const changesOf = ({ teams, people, left }: Plan): SyncChange[] => [
  ...teams.map(({ act, department, name, note }) => ({
    of: "team" as const,
    act,
    key: String(department),
    name,
    note,
  })),
  ...[...people, ...left].map(({ act, userid, name, note }) => ({
    of: "person" as const,
    act,
    key: userid,
    name,
    note,
  })),
];

/** What somebody sees hangs on their status, their roles, and who is in their teams. */
export async function viewsHere(db: Transaction): Promise<Map<number, { name: string; view: string }>> {
  const people = await peopleHere(db);
  const teams = await db.select({ id: team.id, parent_id: team.parent_id }).from(team);
  const below = grouped(teams, ({ parent_id }) => parent_id ?? 0);
  const members = grouped(people, ({ team_id }) => team_id ?? 0);
  const under = (id: number): number[] => [
    ...(members.get(id) ?? []).map((one) => one.id),
    ...(below.get(id) ?? []).flatMap((one) => under(one.id)),
  ];
  const own = new Map(teams.map(({ id }) => [id, under(id).toSorted((a, b) => a - b)]));
  const entries = people.map(({ id, name, status, roles, team_id }) => {
    const view = JSON.stringify([status, roles.map((one) => one.id), own.get(team_id ?? 0) ?? []]);
    return [id, { name, view: status === "enabled" ? view : status }] as const;
  });
  return new Map(entries);
}
