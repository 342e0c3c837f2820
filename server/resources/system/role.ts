import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Change } from "~/contract/common";
import type { FieldError } from "~/contract/errors";
import { type DataScope, dataScopes, type Permission, permissionGroups, permissions } from "~/contract/permissions";
import {
  adminCode,
  role as contract,
  type HolderCount,
  memberLimit,
  RoleCreate,
  type RoleDetail,
  RoleRow,
  type RoleUpdate,
  roleScopes,
  scopeResources,
} from "~/contract/system/role";
import type { Db } from "~/server/database/database";
import { role, team, user, userRole } from "~/server/database/tables/system/system";
import { type Grant, grantErrors, isAdmin } from "~/server/identity/grant";
import { holdsCode, worksWith } from "~/server/identity/scope";
import { changesOf } from "~/server/lib/audit";
import { found, pick, refuse, refuseFields, rowOf, type SignedCall } from "~/server/lib/call";
import { checkVersion, entity, isNameTaken } from "~/server/lib/entity";
import { listOf, orderOf } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve, serveNull } from "~/server/lib/serve";
import { leaveAlone } from "~/server/lib/texts-in";

export type RoleRecord = typeof role.$inferSelect;

const memberCount = sql<number>`(select count(*)::int from user_role ur
  join "user" u on u.id = ur.user_id and u.deleted_at is null where ur.role_id = "role"."id")`;

/** Roles with how many hold them, to be narrowed and ordered. */
const selectRoles = (db: Db, where?: SQL) => db.select({ role, member_count: memberCount }).from(role).where(where);

type Selected = Awaited<ReturnType<typeof selectRoles>>[number];

const known: ReadonlySet<string> = new Set(permissions);
const isScope = (text: string): text is DataScope => text in dataScopes;
const isOwnScope = (text: string): text is keyof typeof roleScopes => text in roleScopes;

/** What a role's row gives; codes and resources that this version does not know any more are left out. */
export function grantOf(row: RoleRecord): Grant & Pick<RoleDetail, "data_scope" | "permissions" | "scope_overrides"> {
  const scopes = Object.entries(row.scope_overrides).filter(
    (entry): entry is [string, DataScope] => entry[0] in scopeResources && isScope(entry[1]),
  );
  return {
    data_scope: isOwnScope(row.data_scope) ? row.data_scope : "self",
    scope_overrides: Object.fromEntries(scopes),
    permissions: row.permissions.filter((code): code is Permission => known.has(code)),
  };
}

function toRoleRow({ role: row, member_count }: Selected): RoleRow {
  const { builtin } = row;
  const grant = grantOf(row);
  return rowOf(RoleRow, row, {
    data_scope: grant.data_scope,
    permission_count: grant.permissions.length,
    member_count,
    can: { remove: !builtin },
  });
}

async function roleOf(db: Db, id: number): Promise<RoleDetail> {
  const [selected] = await selectRoles(db, eq(role.id, id));
  const row = found(selected);
  const members = await db
    .select({ id: user.id, name: user.name, team: team.name, status: user.status })
    .from(userRole)
    .innerJoin(user, and(eq(user.id, userRole.user_id), isNull(user.deleted_at)))
    .leftJoin(team, eq(team.id, user.team_id))
    .where(eq(userRole.role_id, id))
    // People who work come first.
    .orderBy(sql`${user.status} <> 'enabled'`, team.sort, user.name, user.id)
    .limit(memberLimit);
  return { ...toRoleRow(row), ...grantOf(row.role), members, is_fixed: row.role.code === adminCode };
}

const roles = entity({
  table: role,
  module: "system",
  type: "role",
  title: "角色",
  separator: "：",
  nameOf: ({ name }) => name,
});

async function addRole(call: SignedCall, body: z.output<typeof RoleCreate>, from?: RoleRecord): Promise<number> {
  await refuseTaken(call, body);
  const wrong = grantErrors(call.user, body);
  if (wrong.length) return from ? refuseCopy(wrong) : refuseFields(wrong);
  const values = { ...body, permissions: unique(body.permissions) };
  const changes = [...plainChanges({}, body), ...grantChanges(undefined, body)];
  const copied = from ? { summary: `复制角色：${from.name} → ${body.name}` } : {};
  return (await roles.create(call, values, { changes, ...copied })).id;
}

async function copyRole(call: SignedCall, id: number, naming: { name: string; code: string }): Promise<number> {
  const from = await roles.find(call, id);
  return addRole(call, { ...grantOf(from), ...naming, status: "enabled", remark: from.remark }, from);
}

/** Changes a role; its holders have the new rights with their next request. */
async function changeRole(call: SignedCall, id: number, { version, ...body }: RoleUpdate): Promise<void> {
  const { db, user: caller } = call;
  const [selected] = await db.select().from(role).where(eq(role.id, id)).for("no key update");
  const row = found(selected);
  leaveAlone(call, row);
  await checkVersion(row, version, () => roleOf(db, id));
  const had = grantOf(row);
  const facts = { name: row.name, status: row.status, remark: row.remark, ...had, ...body };
  facts.permissions = unique(facts.permissions);
  const changes = [...plainChanges(row, facts), ...grantChanges(had, facts)];
  if (changes.length === 0) return;
  const wrong = [
    ...fixedErrors(row, changes),
    // A role that comes into force gives all that it holds.
    ...grantErrors(caller, facts, row.status === "enabled" || facts.status === "disabled" ? had : undefined),
  ];
  if (wrong.length) return refuseFields(wrong);
  await refuseTaken(call, { name: facts.name }, row);
  await roles.change(call, row, facts, { named: row, summary: `编辑角色：${facts.name}`, changes });
  await keepOwnRight(call, facts.status === row.status ? "permissions" : "status");
}

async function removeRole(call: SignedCall, id: number): Promise<void> {
  const { db } = call;
  // A call that gives it to somebody at this moment has to end first, too.
  const row = await roles.lock(call, id);
  if (row.builtin) return refuse(40300);
  const { member_count: n } = await roleOf(db, id);
  if (n > 0) return refuse(40904, { n: `${n}名成员` });
  // What is left belongs to people who have been deleted.
  await db.delete(userRole).where(eq(userRole.role_id, id));
  await roles.remove(call, row, { changes: grantChanges(grantOf(row), undefined) });
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

async function refuseTaken(call: SignedCall, { name, code }: { name: string; code?: string }, before?: RoleRecord) {
  const { db } = call;
  const others = before && ne(role.id, before.id);
  if (await isNameTaken(call, { column: role.name, name, before: before?.name, others }))
    return refuse(40900, { label: "角色名称" });
  if (code === undefined) return;
  const [sameCode] = await db.select({ id: role.id }).from(role).where(eq(role.code, code));
  if (sameCode) return refuse(40900, { label: "角色代码" });
}

/** The form of a copy has no fields for what is wrong: it is shown at the name. */
const refuseCopy = (wrong: readonly FieldError[]): never =>
  refuseFields([{ field: "name", label: "角色名称", message: wrong.map(({ message }) => message).join("；") }]);

/** Of the role that may do everything only the words are changed. */
function fixedErrors({ code }: RoleRecord, changes: readonly Change[]): FieldError[] {
  if (code !== adminCode) return [];
  const fields = unique(changes.map(({ field }) => field)).filter((field) => field !== "name" && field !== "remark");
  return fields.map((field) => ({ field, label: "超级管理员", message: "超级管理员的权限、数据范围和状态不能修改" }));
}

/** Nobody removes the right that they are using. */
async function keepOwnRight({ db, user: caller }: SignedCall, field: "permissions" | "status"): Promise<void> {
  if (isAdmin(caller)) return;
  const [still] = await pick(db, user, ["id"], and(eq(user.id, caller.id), holdsCode(user.id, "system:role:manage")));
  if (!still) refuseFields([{ field, label: "角色管理", message: "不能取消您自己正在使用的“角色管理”权限" }]);
}

const plain = RoleCreate.pick({ name: true, status: true, data_scope: true, remark: true });

const plainChanges = (before: Record<string, unknown>, after: Record<string, unknown>): Change[] =>
  changesOf(plain, before, after);

/** What a role gives, before and after, in words: scopes by their resource, codes by their area, so that a line stays readable. */
function grantChanges(before: Partial<Grant> | undefined, after: Partial<Grant> | undefined): Change[] {
  const scopeWord = (grant: typeof before, resource: string) => {
    const scope = grant?.scope_overrides?.[resource];
    return scope ? dataScopes[scope] : null;
  };
  const scopes = Object.entries(scopeResources).map(([resource, label]) => ({
    field: "scope_overrides",
    label: `数据范围·${label}`,
    before: scopeWord(before, resource),
    after: scopeWord(after, resource),
  }));
  const codes = Object.values(permissionGroups).map((group) => {
    const held = (grant: typeof before) => {
      const given: readonly string[] = grant?.permissions ?? [];
      return Object.entries<string>(group.codes).flatMap(([code, label]) => (given.includes(code) ? [label] : []));
    };
    return {
      field: "permissions",
      label: `功能权限·${group.label}`,
      before: held(before).join("、") || null,
      after: held(after).join("、") || null,
    };
  });
  return [...scopes, ...codes].filter((change) => change.before !== change.after);
}

export const roleHandlers = [
  serve(contract.holderCounts, ({ db }) => holderCounts(db)),
  serve(contract.holders, ({ db, query }) => holdersOf(db, query.code)),

  serve(contract.list, ({ db, query }) => {
    const where = and(
      query.keyword ? or(includesText(role.name, query.keyword), includesText(role.code, query.keyword)) : undefined,
      query.status?.length ? inArray(role.status, query.status) : undefined,
    );
    const order = orderOf(role, query.sort, role.id);
    return listOf(db, query, { select: selectRoles(db).$dynamic(), from: role, where, order }, toRoleRow);
  }),

  serve(contract.get, ({ db, params }) => roleOf(db, params.id)),

  serve(contract.create, async (call) => ({ id: await addRole(call, call.body) })),

  serve(contract.update, async (call) => {
    await changeRole(call, call.params.id, call.body);
    return roleOf(call.db, call.params.id);
  }),

  serveNull(contract.remove, removeRole),

  serve(contract.copy, async (call) => ({ id: await copyRole(call, call.params.id, call.body) })),
];

/** Each code with how many roles that are in force give it, and how many people who work here have it by them. */
async function holderCounts(db: Db): Promise<HolderCount[]> {
  const { rows } = await db.execute<{ code: string; roles: number; people: number }>(sql`
    select given.code, count(distinct r.id)::int as roles, count(distinct u.id)::int as people
    from role r cross join jsonb_array_elements_text(r.permissions) given(code)
    left join user_role ur on ur.role_id = r.id
    left join "user" u on u.id = ur.user_id and u.status = 'enabled' and u.deleted_at is null
    where r.status = 'enabled' group by given.code`);
  const counts = new Map(rows.map((row) => [row.code, row]));
  return permissions.flatMap((code) => {
    const found = counts.get(code);
    return found ? [{ code, roles: found.roles, people: found.people }] : [];
  });
}

/** The holders of one code: the roles that give it, and the people with those of their roles that do. */
async function holdersOf(db: Db, code: Permission): Promise<z.input<typeof contract.holders.reply>> {
  const gives = sql`${role.status} = 'enabled' and ${role.permissions} ? ${code}`;
  const people = sql<number>`(select count(*)::int from user_role ur join "user" u on u.id = ur.user_id
    where ur.role_id = "role"."id" and u.status = 'enabled' and u.deleted_at is null)`;
  const roles = await db.select({ id: role.id, name: role.name, people }).from(role).where(gives).orderBy(role.id);
  const byWhich = sql<string[]>`(select json_agg(role.name order by role.id) from user_role ur
    join role on role.id = ur.role_id where ur.user_id = "user"."id" and ${gives})`;
  const holders = await db
    .select({ id: user.id, name: user.name, team: team.name, roles: byWhich })
    .from(user)
    .leftJoin(team, eq(team.id, user.team_id))
    .where(worksWith(code))
    .orderBy(team.sort, user.name, user.id)
    .limit(memberLimit);
  return { roles, people: holders, total: await db.$count(user, worksWith(code)) };
}
