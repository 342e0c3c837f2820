import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { type Assignment, Release } from "~/contract/customer/customer";
import type { FieldError } from "~/contract/errors";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import { pool as poolTable } from "~/server/database/tables/customer/pool";
import type { user as userTable } from "~/server/database/tables/system/system";
import { holds, userHolds } from "~/server/identity/scope";
import type { Done } from "~/server/lib/batch";
import { found, pick, Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { emit } from "~/server/lib/emit";
import { changedBy } from "~/server/lib/entity";
import { type Message, notify, tellEach } from "~/server/lib/notify";
import { closeTransfers } from "~/server/resources/customer/transfer/transfer-list";
import { openBusiness } from "../open-business";
import {
  assignedEvent,
  auditCustomer,
  type CustomerRecord,
  customerLink,
  inManagedPool,
  inPoolOf,
  isManager,
  lockCustomerRow,
  nextVersion,
  visibleTo,
} from "../row";
import type { Viewer } from "../view";
import { capOf, claimedToday, heldFrom, lockedBy, lockHolder, ownedBy } from "./limits";
import { changeSchedules, givenTo, logOwner, ownershipOf, toPool, wasReleasedBy } from "./ownership";

type PoolRecord = typeof poolTable.$inferSelect;
type Reason = z.output<typeof Release>;

export const releaseLabels = (call: SignedCall, { reason }: Reason) => choiceLabel(call, Release, "reason", reason);

/** Gives an owned customer back to the pool; a locked one only by a manager. */
export async function releaseCustomer(call: SignedCall, id: number, { reason, note }: Reason, words: string) {
  const { db, user } = call;
  const now = call.services.now();
  const { row, isLocked } = await lockCustomerRow(call, id);
  if (!row.owner_id) return refuse(40902);
  if (isLocked && !isManager(user)) return refuse(40916);
  if ((await openBusiness(db, id)).liveDeals > 0) return refuse(40917);
  const done = await toPool(db, now, row, "manual", { action: "release", by: user.id, reason, note });
  const why = [words, note].filter(Boolean).join("：");
  await auditCustomer(call, row, { action: "release", summary: `释放客户${row.customer_no}到公海`, reason: why });
  await tellEach(call, [row.owner_id], {
    category: "customer",
    title: "您的客户已释放到公海",
    content: `${user.name}将客户【${row.customer_no}】${row.name}释放到公海，原因：${why}。`,
    ...customerLink(id),
  });
  return done;
}

/** Puts a customer into the recycle bin, from an owner or from the pool. */
export async function recycleCustomer(call: SignedCall, id: number, reason: string): Promise<Done> {
  return recycleRow(call, (await lockCustomerRow(call, id)).row, reason);
}

/** The same for one whose row the caller has locked, and who is not asked whether they may. */
export async function recycleRow(call: SignedCall, row: CustomerRecord, reason: string): Promise<Done> {
  const { db, user } = call;
  const { id } = row;
  const now = call.services.now();
  const open = await openBusiness(db, id);
  if (open.liveDeals > 0 || open.openVisaCases > 0) return refuse(40917);
  const at = isoInstant(now);
  const [recycled] = await db
    .update(customer)
    .set({
      owner_id: null,
      last_owner_id: row.owner_id ?? row.last_owner_id,
      is_locked: false,
      locked_until: null,
      next_tracking_at: null,
      deleted_at: at,
      deleted_by: user.id,
      delete_reason: reason,
      version: nextVersion,
      ...changedBy(call),
    })
    .where(eq(customer.id, id))
    .returning({ version: customer.version });
  const schedules = await changeSchedules(db, now, { customerId: id }, { status: "cancelled" });
  await closeTransfers(db, now, user.id, id, null);
  await db.insert(customerChangeLog).values({ customer_id: id, action: "recycle", reason, by: user.id, at });
  await auditCustomer(call, row, { action: "delete", summary: `将客户${row.customer_no}移入回收站`, reason });
  return { before: ownershipOf(row, schedules), version_after: found(recycled).version };
}

/** Puts a customer of a pool that the caller manages into another one. */
export async function moveCustomer(call: SignedCall, id: number, to: PoolRecord): Promise<Done> {
  const { db, user } = call;
  const [locked] = await db
    .select({ row: customer, isVisible: visibleTo(user), isManaged: inManagedPool(user), from: poolTable.name })
    .from(customer)
    .leftJoin(poolTable, eq(poolTable.id, customer.pool_id))
    .where(eq(customer.id, id))
    .for("update", { of: customer });
  const { row, isVisible, isManaged, from } = found(locked);
  if (row.destroyed_at) return refuse(40400);
  if (row.owner_id === null && !isManaged) return refuse(40301);
  if (!isVisible) return refuse(40301);
  if (row.owner_id !== null || row.deleted_at || row.pool_id === to.id) return refuse(40902);
  const [moved] = await db
    .update(customer)
    .set({ pool_id: to.id, version: nextVersion, ...changedBy(call) })
    .where(eq(customer.id, id))
    .returning({ version: customer.version });
  const changes = [{ field: "pool_id", label: "公海", before: from, after: to.name }];
  const at = isoInstant(call.services.now());
  await db.insert(customerChangeLog).values({ customer_id: id, action: "move", changes, by: user.id, at });
  await auditCustomer(call, row, { action: "update", summary: `移动客户${row.customer_no}到${to.name}`, changes });
  return { before: { pool_id: row.pool_id }, version_after: found(moved).version };
}

/** The pool that customers are to be moved into: in use, and one that the caller sees. */
export async function targetPool({ db, user }: SignedCall, id: number): Promise<PoolRecord> {
  const [to] = await db.select().from(poolTable).where(eq(poolTable.id, id)).for("key share");
  const wrong = (message: string) => refuseFields([{ field: "pool_id", label: "移动到", message }]);
  if (to?.status !== "enabled") return wrong("该公海不存在或已停用");
  const { seen } = user.pools;
  return seen === "all" || seen.includes(id) ? to : refuse(40301);
}

/** Keeps a customer from being released by the clock or by their owner; the owner has only so many locks (domain C.1.5). */
export async function lockCustomer(call: SignedCall, id: number, { settings, now }: Viewer): Promise<void> {
  const { db } = call;
  const [asked] = await db.select({ owner: customer.owner_id }).from(customer).where(eq(customer.id, id));
  const owner = found(asked).owner;
  // The holder's turn comes before the row's, everywhere, so that two acts never wait for each other.
  if (owner) await lockHolder(db, owner);
  const { row, isLocked } = await lockCustomerRow(call, id);
  if (!owner || row.owner_id !== owner) return refuse(40902);
  if (isLocked) return refuse(40916);
  const limit = settings["customer.lock_limit"];
  if ((await lockedBy(db, owner, now)) >= limit) throw new Refusal(42200, `锁定客户已达上限（${limit}）`);
  const until = isoInstant(now.getTime() + settings["customer.lock_days"] * 86_400_000);
  await setLock(call, row, until, now);
}

export async function unlockCustomer(call: SignedCall, id: number, { now }: Viewer): Promise<void> {
  const { row, isLocked } = await lockCustomerRow(call, id);
  return isLocked ? setLock(call, row, null, now) : refuse(40902);
}

async function setLock(call: SignedCall, row: CustomerRecord, until: string | null, now: Date): Promise<void> {
  const { db, user } = call;
  const at = isoInstant(now);
  await db
    .update(customer)
    .set({ is_locked: until !== null, locked_until: until, version: nextVersion, ...changedBy(call) })
    .where(and(eq(customer.id, row.id)));
  const action = until ? "lock" : "unlock";
  const changes = [
    {
      field: "locked_until",
      label: "锁定至",
      before: row.locked_until?.slice(0, 10) ?? null,
      after: until?.slice(0, 10) ?? null,
    },
  ];
  await db.insert(customerChangeLog).values({ customer_id: row.id, action, changes, by: user.id, at });
  const summary = `${until ? "锁定" : "解除锁定"}客户${row.customer_no}`;
  await auditCustomer(call, row, { action: "update", summary, changes });
}

/** Takes a customer out of the pool for the caller. First come, first served: the update itself decides. */
export async function claimCustomer(call: SignedCall, id: number, viewer: Viewer): Promise<void> {
  const { db, user } = call;
  const { now } = viewer;
  const holder = found(await lockHolder(db, user.id));
  const [read] = await pick(db, customer, { row: customer, isMember: inPoolOf(user) }, eq(customer.id, id));
  const { row: asked, isMember } = found(read);
  if (asked.destroyed_at) return refuse(40400);
  if (asked.deleted_at || asked.owner_id === user.id) return refuse(40902);
  if (asked.owner_id) return refuse(40903);
  if (!isMember) return refuse(40301);
  await checkLimits(call, asked, viewer, capOf(holder, viewer.settings));
  const at = isoInstant(now);
  const [claimed] = await db
    .update(customer)
    .set({
      owner_id: user.id,
      assigned_at: at,
      assigned_by: user.id,
      pool_at: null,
      pool_reason: null,
      version: nextVersion,
      ...changedBy(call),
    })
    .where(and(eq(customer.id, id), isNull(customer.owner_id), isNull(customer.deleted_at), inPoolOf(user)))
    .returning({ id: customer.id });
  if (!claimed) return refuse(40903);
  await logOwner(db, now, asked, user.id, { action: "claim", by: user.id, pool_id: asked.pool_id });
  await auditCustomer(call, asked, { action: "claim", summary: `领取客户${asked.customer_no}` });
  await emit(db, now, "customer.assigned", assignedEvent(asked, user.name));
}

async function checkLimits({ db, user }: SignedCall, row: CustomerRecord, { settings, now }: Viewer, cap: number) {
  if (row.is_blacklisted) return refuse(40918);
  const [released] = await db
    .select({ isRecent: wasReleasedBy(user.id, settings, now) })
    .from(customer)
    .where(eq(customer.id, row.id));
  if (released?.isRecent) return refuse(40915, { days: settings["pool.reclaim_days"] });
  if ((await claimedToday(db, user.id, now)) >= settings["pool.claim_daily_limit"]) return refuse(40914);
  if ((await ownedBy(db, user.id)) >= cap) return refuse(40913, { n: cap });
  const pool = settings.pools.find(({ id }) => id === row.pool_id);
  if (!pool) return;
  const { claim_daily_limit: daily, customer_cap: most } = pool;
  if (daily !== null && (await claimedToday(db, user.id, now, pool.id)) >= daily) return refuse(40914);
  if (most !== null && (await heldFrom(db, user.id, pool.id)) >= most) return refuse(40913, { n: most });
}

export type Target = typeof userTable.$inferSelect;
type Input = z.output<typeof Assignment>;

const asked = { field: "user_id", label: "跟进人" };
const targetError = (message: string, of = asked): FieldError[] => [{ ...of, message }];

/** The person that customers are to go to: at work, a seller, taking customers, and inside the caller's scope. Their turn is taken until the commit. */
export async function targetOf(call: SignedCall, userId: number, field = asked): Promise<Target> {
  const target = await lockHolder(call.db, userId);
  if (!target || target.deleted_at || target.status !== "enabled")
    return refuseFields(targetError("该员工不存在或已停用", field));
  if (!(await holds(call.db, call.user, "customer", target.id))) return refuse(40301);
  if (!(await userHolds(call.db, target.id, "customer:pool:claim")))
    return refuseFields(targetError("该员工不能跟进客户", field));
  return target.accept_inquiry ? target : refuseFields(targetError("该员工已关闭接单", field));
}

/** Gives a customer of the pool, or somebody's, to the target. A lock ends with it. */
export async function assignCustomer(
  call: SignedCall,
  id: number,
  { reason, force }: Pick<Input, "reason" | "force">,
  target: Target,
  { settings, now }: Viewer,
): Promise<Done> {
  const { db, user } = call;
  const { row } = await lockCustomerRow(call, id);
  if (row.owner_id === target.id) return refuseFields(targetError("该客户已由此人跟进"));
  if (row.owner_id && !reason) return refuseFields([{ field: "reason", label: "转移原因", message: "请输入转移原因" }]);
  const cap = capOf(target, settings);
  if ((await ownedBy(db, target.id)) >= (force ? cap + Math.floor(cap / 10) : cap)) return refuse(40913, { n: cap });
  const [assigned] = await db
    .update(customer)
    .set(givenTo(target.id, user.id, isoInstant(now)))
    .where(eq(customer.id, id))
    .returning({ version: customer.version });
  const schedules = row.owner_id
    ? await changeSchedules(db, now, { customerId: id, userId: row.owner_id }, { user_id: target.id })
    : [];
  const inquiries = await call.services.ofCustomer.inquiry.handOver(call, id, row.owner_id, target);
  const action = row.owner_id ? "transfer" : "assign";
  await logOwner(db, now, row, target.id, { action, by: user.id, reason });
  const verb = row.owner_id ? "转移" : "分配";
  await auditCustomer(call, row, {
    action: "assign",
    summary: `${verb}客户${row.customer_no}给${target.name}`,
    reason,
  });
  await notify(
    db,
    now,
    user.id,
    messagesOf(row, target, `${user.name}将客户【${row.customer_no}】${row.name}${verb}给`, reason),
  );
  await emit(db, now, "customer.assigned", assignedEvent(row, target.name));
  return { before: ownershipOf(row, schedules, inquiries), version_after: found(assigned).version };
}

function messagesOf(row: CustomerRecord, target: Target, sentence: string, reason: string | null): Message[] {
  const because = reason ? `，原因：${reason}` : "";
  const base = { category: "customer" as const, ...customerLink(row.id) };
  return [
    { ...base, user_id: target.id, title: "您有新的客户", content: `${sentence}您${because}。` },
    ...(row.owner_id
      ? [{ ...base, user_id: row.owner_id, title: "您的客户已转移", content: `${sentence}${target.name}${because}。` }]
      : []),
  ];
}
