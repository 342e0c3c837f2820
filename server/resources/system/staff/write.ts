import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { StaffFacts, type StaffRow, type StaffStatus, type StaffUpdate, staffStatuses } from "~/contract/system/staff";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { schedule, user } from "~/server/database/tables/system/system";
import { keepAdmin } from "~/server/identity/keep-admin";
import { endSessions } from "~/server/identity/open-session";
import { type AuditAction, audit, changesOf } from "~/server/lib/audit";
import { found, Refusal, refuse, type SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut } from "~/server/lib/dictionary";
import { changedBy, checkVersion } from "~/server/lib/entity";
import { readSettings } from "~/server/lib/settings";
import { leaveAlone } from "~/server/lib/texts-in";
import { checkStaff, columnsOf, lockAccounts, setRoles, takenBy } from "./facts";
import { holdsRole, mayTouch, toStaffRow, type ViewedStaff, viewStaff } from "./staff-list";

/** A person that the caller may change, locked until the commit. */
async function lockStaff(call: SignedCall, id: number): Promise<ViewedStaff> {
  await lockAccounts(call.db);
  // A call that assigns customers to them waits for this lock, too.
  await call.db.select({ id: user.id }).from(user).where(eq(user.id, id)).for("no key update");
  const viewed = await staffOf(call, id);
  leaveAlone(call, viewed.user);
  return mayTouch(call.user, viewed.roles) ? viewed : refuse(40300);
}

/** Somebody other than the caller: nobody locks themselves out. */
export async function lockOther(call: SignedCall, id: number): Promise<ViewedStaff> {
  if (id === call.user.id) throw new Refusal(42200, "不能对自己的账号执行该操作");
  return lockStaff(call, id);
}

export async function staffOf({ db }: Pick<SignedCall, "db">, id: number): Promise<ViewedStaff> {
  return viewStaff(db, id, (await readSettings(db))["customer.cap"]);
}

export const rowOf = async (call: SignedCall, id: number) => toStaffRow(await staffOf(call, id), call.user);

export async function changeStaff(call: SignedCall, id: number, body: z.output<typeof StaffUpdate>): Promise<void> {
  const { db } = call;
  const viewed = await lockStaff(call, id);
  const { version, clear_sso, ...after } = body;
  await checkVersion(viewed.user, version, async () => toStaffRow(viewed, call.user));
  await checkStaff(call, { ...after, ...(clear_sso ? { clear_sso } : {}) }, viewed);
  const before = { ...viewed.user, role_ids: viewed.roles.map((one) => one.id) };
  const columns = columnsOf(after, viewed.user);
  const written = { ...after, ...columns, role_ids: [...new Set(after.role_ids)].sort((a, b) => a - b) };
  const dictionary = await lookUp(call, StaffFacts, before, written);
  const words = (record: Readonly<Record<string, unknown>>) => spelledOut(dictionary, StaffFacts, record);
  const isFreed = clear_sso && before.sso_subject !== null;
  const changes = [
    ...changesOf(StaffFacts, words(before), words(written)),
    ...(isFreed ? [{ field: "sso_subject", label: "单点登录", before: "已绑定", after: "未绑定" }] : []),
  ];
  if (changes.length === 0) return;
  await writeStaff(call, viewed, { ...columns, ...(isFreed ? { sso_subject: null } : {}) });
  await setRoles(db, id, written.role_ids);
  await keepAdmin(db);
  await auditStaff(call, { id, name: after.name }, "update", "编辑员工", { changes });
}

/** Says that somebody is this member of WeCom, by which they sign in from then on. */
export async function linkMember(call: SignedCall, id: number, userid: string): Promise<void> {
  const viewed = await lockStaff(call, id);
  const { wecom_userid: before, ...facts } = viewed.user;
  if (before !== null) return refuse(40902);
  if (!viewed.roles.every((one) => holdsRole(call.user, one)))
    throw new Refusal(40300, "该员工的权限超出您的权限，不能修改其登录方式");
  if (await takenBy(call.db, { email: null, phone_e164: null, wecom_userid: userid }, id))
    return refuse(40900, { label: "企业微信账号" });
  await writeStaff(call, viewed, { wecom_userid: userid });
  const changes = [{ field: "wecom_userid", label: "企业微信账号", before, after: userid }];
  await auditStaff(call, facts, "update", "绑定企业微信成员", { changes });
}

export async function setStatus(call: SignedCall, id: number, status: "enabled" | "disabled"): Promise<StaffRow> {
  const { db, services } = call;
  const viewed = await lockOther(call, id);
  const isFitting = status === "enabled" ? viewed.user.status !== "enabled" : viewed.user.status === "enabled";
  if (!isFitting) return refuse(40902);
  await writeStaff(call, viewed, { status });
  if (status === "disabled") await endSessions(db, services.now(), id);
  await keepAdmin(db);
  const changes = [statusChange(viewed, status)];
  await auditStaff(call, viewed.user, "update", status === "enabled" ? "启用员工" : "停用员工", { changes });
  return rowOf(call, id);
}

export const statusChange = ({ user: { status: before } }: ViewedStaff, after: StaffStatus) => ({
  field: "status",
  label: "状态",
  before: staffStatuses[before],
  after: staffStatuses[after],
});

export async function kickStaff(call: SignedCall, id: number): Promise<{ count: number }> {
  const viewed = await lockOther(call, id);
  const count = await endSessions(call.db, call.services.now(), id);
  await auditStaff(call, viewed.user, "update", "强制下线员工", { note: `结束${count}个登录` });
  return { count };
}

export async function moveStaff(call: SignedCall, id: number, to: { id: number; name: string }): Promise<void> {
  const viewed = await lockStaff(call, id);
  if (viewed.user.team_id === to.id) return;
  await writeStaff(call, viewed, { team_id: to.id });
  const changes = [{ field: "team_id", label: "所属团队", before: viewed.team, after: to.name }];
  await auditStaff(call, viewed.user, "update", "调整团队", { changes });
}

/** Deletes the account of a user who has left and has nothing left to do; what they did keeps their name. */
export async function removeStaff(call: SignedCall, id: number): Promise<void> {
  const { db, services } = call;
  const viewed = await lockOther(call, id);
  if (viewed.user.status !== "resigned") throw new Refusal(40902, "请先办理离职交接，再删除员工");
  const customers = await db.$count(customer, and(eq(customer.owner_id, id), isNull(customer.deleted_at)));
  const pending = await db.$count(schedule, and(eq(schedule.user_id, id), eq(schedule.status, "pending")));
  if (customers + pending > 0) return refuse(40904, { n: `客户${customers}位、待办日程${pending}项` });
  await writeStaff(call, viewed, { deleted_at: isoInstant(services.now()), team_id: null });
  await endSessions(db, services.now(), id);
  await keepAdmin(db);
  await auditStaff(call, viewed.user, "delete", "删除员工");
}

export async function writeStaff(
  call: SignedCall,
  { user: { id } }: Pick<ViewedStaff, "user">,
  columns: Partial<typeof user.$inferInsert>,
): Promise<void> {
  const [written] = await call.db
    .update(user)
    .set({
      ...columns,
      version: sql`${user.version} + 1`,
      ...changedBy(call),
    })
    .where(eq(user.id, id))
    .returning({ id: user.id });
  found(written);
}

interface LineParts {
  changes?: Parameters<typeof audit>[1]["changes"];
  note?: string;
}

export const auditStaff = (
  call: SignedCall,
  { id, name }: { id: number; name: string },
  action: AuditAction,
  verb: string,
  { changes, note }: LineParts = {},
) =>
  audit(call, {
    module: "system",
    action,
    summary: `${verb}：${name}${note ? `（${note}）` : ""}`,
    target: { type: "user", id, name },
    changes,
  });
