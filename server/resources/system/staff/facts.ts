import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import { adminCode } from "~/contract/system/role";
import { StaffFacts } from "~/contract/system/staff";
import type { Db } from "~/server/database/database";
import { role, user, userRole } from "~/server/database/tables/system/system";
import { refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { lookUp, unknownChoices } from "~/server/lib/dictionary";
import { readPhone } from "~/server/lib/phone";
import type { RoleRecord } from "../role";
import { holdsRole, mayTouch, type ViewedStaff } from "./staff-list";

export type StaffGiven = z.output<typeof StaffFacts>;

/** One at a time: what is found free of an address or a number stays so until the commit. */
export const lockAccounts = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(hashtextextended('staff', 0))`);

type KeptPhone = Pick<typeof user.$inferSelect, "phone" | "phone_cc" | "phone_e164">;
const noPhone: KeptPhone = { phone: null, phone_cc: null, phone_e164: null };

/** The columns of a number that was typed, or was there before; undefined where it is none. */
export function phoneOf({ phone, phone_cc }: Omit<KeptPhone, "phone_e164">, before?: KeptPhone): KeptPhone | undefined {
  if (!phone) return noPhone;
  if (before && phone === before.phone && phone_cc === before.phone_cc)
    return { phone, phone_cc, phone_e164: before.phone_e164 };
  return readPhone(phone, phone_cc);
}

/** The columns of what a form or a file says. `before` is what an edit starts from. */
export function columnsOf({ role_ids: _, phone, phone_cc, ...facts }: StaffGiven, before?: KeptPhone) {
  return { ...facts, ...(phoneOf({ phone, phone_cc }, before) ?? noPhone) };
}

/** Ends the request with what only the server can complain about. */
export async function checkStaff(call: SignedCall, after: StaffGiven, before?: ViewedStaff): Promise<void> {
  const held = before && { ...before.user, role_ids: before.roles.map(({ id }) => id) };
  const wrong = [
    ...unknownChoices(await lookUp(call, StaffFacts, after), StaffFacts, after, held),
    ...phoneErrors(after, before?.user),
    ...(await roleErrors(call, after.role_ids, before)),
    ...doorErrors(call, after, before),
  ];
  if (wrong.length) return refuseFields(wrong);
  const taken = await takenBy(call.db, columnsOf(after, before?.user), before?.user.id);
  if (taken) return refuse(40900, { label: taken });
}

export const phoneErrors = (given: Pick<StaffGiven, "phone" | "phone_cc">, before?: KeptPhone): FieldError[] =>
  phoneOf(given, before) ? [] : [{ field: "phone", label: "手机号", message: "手机号格式不正确" }];

const say = (field: string, label: string, message: string): FieldError[] => [{ field, label, message }];

/** Roles are given by holders of their rights; only administrators give and take the administrator's role, and nobody changes their own. */
async function roleErrors(call: SignedCall, after: readonly number[], before?: ViewedStaff): Promise<FieldError[]> {
  const { db, user: caller } = call;
  const held = before?.roles ?? [];
  const heldIds = new Set(held.map(({ id }) => id));
  const addedIds = after.filter((id) => !heldIds.has(id));
  const lost = held.filter(({ id }) => !after.includes(id));
  if (addedIds.length + lost.length === 0) return [];
  if (before?.user.id === caller.id) return say("role_ids", "角色", "不能修改自己的角色");
  const added = addedIds.length ? await db.select().from(role).where(inArray(role.id, addedIds)) : [];
  return grantComplaint(call, added) ?? (mayTouch(caller, lost) ? [] : say("role_ids", "角色", onlyAdmin));
}

const onlyAdmin = "只有超级管理员可以授予或取消超级管理员";

/** Why these roles may not be given by the caller. */
export function grantComplaint({ user: caller }: SignedCall, roles: readonly RoleRecord[]): FieldError[] | undefined {
  if (!mayTouch(caller, roles)) return say("role_ids", "角色", onlyAdmin);
  const beyond = roles.filter((one) => one.code !== adminCode && !holdsRole(caller, one)).map(({ name }) => name);
  return beyond.length
    ? say("role_ids", "角色", `不能授予超出自己权限或数据范围的角色：${beyond.join("、")}`)
    : undefined;
}

/** A user's sign-in name is changed only by a caller who has the same rights: it would let the caller in. */
function doorErrors({ user: caller }: SignedCall, after: StaffGiven & { clear_sso?: boolean }, before?: ViewedStaff) {
  if (!before || before.roles.every((one) => holdsRole(caller, one))) return [];
  const { email, wecom_userid } = before.user;
  const message = "该员工的权限超出您的权限，不能修改其登录方式";
  return [
    ...(after.email === email ? [] : say("email", "邮箱", message)),
    ...(after.wecom_userid === wecom_userid ? [] : say("wecom_userid", "企业微信账号", message)),
    ...(after.clear_sso ? say("clear_sso", "解除单点登录绑定", message) : []),
  ];
}

/** Which of the values that nobody shares is somebody's already. */
export async function takenBy(
  db: Db,
  { email, phone_e164, wecom_userid }: Pick<ReturnType<typeof columnsOf>, "email" | "phone_e164" | "wecom_userid">,
  ownId?: number,
): Promise<string | undefined> {
  const isAnother = (match: SQL) => and(match, isNull(user.deleted_at), ownId ? ne(user.id, ownId) : undefined);
  if (email && (await db.$count(user, isAnother(eq(user.email, email))))) return "邮箱";
  if (phone_e164 && (await db.$count(user, isAnother(eq(user.phone_e164, phone_e164))))) return "手机号";
  if (wecom_userid && (await db.$count(user, isAnother(eq(user.wecom_userid, wecom_userid))))) return "企业微信账号";
  return undefined;
}

export async function setRoles(db: Db, userId: number, roleIds: readonly number[]): Promise<void> {
  await db.delete(userRole).where(eq(userRole.user_id, userId));
  await db.insert(userRole).values([...new Set(roleIds)].map((role_id) => ({ user_id: userId, role_id })));
}
