import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import type { Change } from "~/contract/common";
import type { FieldError } from "~/contract/errors";
import { dataScopes, permissionGroups } from "~/contract/permissions";
import { adminCode, RoleCreate, type RoleUpdate, scopeResources } from "~/contract/system/role";
import { role, user, userRole } from "~/server/database/tables/system/system";
import { type Grant, grantErrors, isAdmin } from "~/server/identity/grant";
import { holdsCode } from "~/server/identity/scope";
import { changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { checkVersion, entity } from "~/server/lib/entity";
import { isNameTaken } from "~/server/lib/names";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { leaveAlone } from "~/server/lib/texts-in";
import { grantOf, type RoleRecord, roleOf } from "./view";

const roles = entity({
  table: role,
  module: "system",
  type: "role",
  title: "角色",
  separator: "：",
  nameOf: ({ name }) => name,
});

export async function addRole(call: SignedCall, body: z.output<typeof RoleCreate>, from?: RoleRecord): Promise<number> {
  await refuseTaken(call, body);
  const wrong = grantErrors(call.user, body);
  if (wrong.length) return from ? refuseCopy(wrong) : refuseFields(wrong);
  const values = { ...body, permissions: unique(body.permissions) };
  const changes = [...plainChanges({}, body), ...grantChanges(undefined, body)];
  const copied = from ? { summary: `复制角色：${from.name} → ${body.name}` } : {};
  return (await roles.create(call, values, { changes, ...copied })).id;
}

export async function copyRole(call: SignedCall, id: number, naming: { name: string; code: string }): Promise<number> {
  const from = await roles.find(call, id);
  return addRole(call, { ...grantOf(from), ...naming, status: "enabled", remark: from.remark }, from);
}

/** Changes a role; its holders have the new rights with their next request. */
export async function changeRole(call: SignedCall, id: number, { version, ...body }: RoleUpdate): Promise<void> {
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

export async function removeRole(call: SignedCall, id: number): Promise<void> {
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
  const [still] = await db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, caller.id), holdsCode(user.id, "system:role:manage")));
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
