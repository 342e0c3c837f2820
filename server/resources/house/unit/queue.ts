import { and, eq, inArray, sql } from "drizzle-orm";
import { labelOf } from "~/contract/field";
import { mostWaiting, type UnitRow, UnitWait } from "~/contract/house/unit";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { unit, unitQueue } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { holds, inScope, worksWith } from "~/server/identity/scope";
import { audit } from "~/server/lib/audit";
import { type Asking, pick, Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { reachableBy, visibleTo } from "~/server/resources/customer/customer/row";
import { countWaiting } from "~/server/resources/shared/unit-queue";
import { notifyBoards, notifyWaiting } from "./notify";
import { keepUnitLog, lockUnit, stateOf, type Unit, type UnitEstate, unitName } from "./state";

/** A customer the caller wants a unit for, locked before the estate and its units, as a merge does. Ends unless the caller may act on them. */
export async function takeCustomer({ db, user }: SignedCall, id: number): Promise<{ name: string }> {
  const [row] = await db
    .select({ name: customer.name, isReached: sql<boolean>`${reachableBy(user)}` })
    .from(customer)
    .where(eq(customer.id, id))
    .for("key share");
  if (row?.isReached) return row;
  const label = labelOf(UnitWait.shape.customer_id, "customer_id");
  return refuseFields([{ field: "customer_id", label, message: "客户不存在，或不在您名下" }]);
}

const inOrder = [unitQueue.at, unitQueue.id];

export async function joinQueue(call: SignedCall, id: number, customerId: number): Promise<void> {
  const { db, user: caller, services } = call;
  const { name } = await takeCustomer(call, customerId);
  const { estate, row } = await lockUnit(db, id);
  const now = services.now();
  const state = stateOf(row, now);
  // An available unit is held, not waited for.
  if (state !== "held" && state !== "reserved") return refuse(40902);
  if (row.held_for_customer_id === customerId && state === "held") throw new Refusal(40902, "已为该客户锁定，无需排队");
  const place = and(eq(unitQueue.unit_id, id), eq(unitQueue.customer_id, customerId));
  if (await db.$count(unitQueue, place)) return refuse(40900, { label: `排队 ${name}` });
  if (row.queue_count >= mostWaiting) throw new Refusal(40902, `排队已满（最多${mostWaiting}位）`);
  await db.insert(unitQueue).values({ unit_id: id, customer_id: customerId, user_id: caller.id, at: isoInstant(now) });
  await countWaiting(db, [id]);
  await keepUnitLog(call, [{ unit_id: id, act: "join", customer_id: customerId }]);
  await auditQueue(call, estate, row, "加入排队");
  await notifyBoards(db, estate.id, [id]);
}

/** Takes a customer out of a queue: only for the user who put them there, or one who sees that user's deals. */
export async function leaveQueue(call: SignedCall, id: number, customerId: number): Promise<void> {
  const { db, user: caller } = call;
  const { estate, row } = await lockUnit(db, id);
  const place = and(eq(unitQueue.unit_id, id), eq(unitQueue.customer_id, customerId));
  const [entry] = await db.select().from(unitQueue).where(place);
  if (!entry) return refuse(40902);
  if (entry.user_id !== caller.id && !(await holds(db, caller, "deal", entry.user_id))) return refuse(40301);
  await db.delete(unitQueue).where(place);
  await countWaiting(db, [id]);
  await keepUnitLog(call, [{ unit_id: id, act: "leave", customer_id: customerId }]);
  await auditQueue(call, estate, row, "退出排队");
  await notifyBoards(db, estate.id, [id]);
}

/** The queue of each of these units, in its order, as a reader may see it. */
export async function queuesOf(db: Db, caller: Caller, units: readonly Unit[]): Promise<Map<number, UnitRow["queue"]>> {
  const ids = units.filter(({ queue_count }) => queue_count > 0).map(({ id }) => id);
  const queues = new Map<number, UnitRow["queue"]>();
  if (ids.length === 0) return queues;
  const rows = await db
    .select({
      ...{ unit_id: unitQueue.unit_id, at: unitQueue.at },
      user: { id: user.id, name: user.name },
      customer: { id: customer.id, name: customer.name },
      isSeen: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
      isMine: sql<boolean>`(${unitQueue.user_id} = ${caller.id} or ${inScope(unitQueue.user_id, caller, "deal")})`,
    })
    .from(unitQueue)
    .innerJoin(user, eq(user.id, unitQueue.user_id))
    .innerJoin(customer, eq(customer.id, unitQueue.customer_id))
    .where(inArray(unitQueue.unit_id, ids))
    .orderBy(...inOrder);
  const mayAct = caller.permissions.has("deal:deal:create");
  for (const { unit_id, at, user: who, customer: whom, isSeen, isMine } of rows) {
    const waiting = { user: who, customer: isSeen ? whom : null, at, can: { leave: mayAct && isMine && isSeen } };
    queues.set(unit_id, [...(queues.get(unit_id) ?? []), waiting]);
  }
  return queues;
}

interface Next {
  row: Unit;
  to: { id: number; name: string };
  customer_id: number;
}

/** Takes the first out of a freed unit's queue whose customer has a consultant who may hold units, and all before it. The unit is locked. */
export async function takeNext(act: Asking, estate: UnitEstate, unitId: number): Promise<Next | undefined> {
  const { db, services } = act;
  const rows = await db
    .select({
      entry: unitQueue,
      owner_id: customer.owner_id,
      isThere: sql<boolean>`(${customer.id} is not null and ${customer.deleted_at} is null)`,
    })
    .from(unitQueue)
    .leftJoin(customer, eq(customer.id, unitQueue.customer_id))
    .where(eq(unitQueue.unit_id, unitId))
    .orderBy(...inOrder);
  const dropped: (typeof unitQueue.$inferSelect)[] = [];
  let taken: Omit<Next, "row"> | undefined;
  for (const { entry, owner_id, isThere } of rows) {
    const to = isThere ? await consultantOf(db, [owner_id, entry.user_id]) : undefined;
    if (to) {
      taken = { to, customer_id: entry.customer_id };
      break;
    }
    dropped.push(entry);
  }
  const gone = [...dropped.map(({ customer_id }) => customer_id), ...(taken ? [taken.customer_id] : [])];
  await db.delete(unitQueue).where(and(eq(unitQueue.unit_id, unitId), inArray(unitQueue.customer_id, gone)));
  await countWaiting(db, [unitId]);
  const [row] = await db.select().from(unit).where(eq(unit.id, unitId));
  const entries = dropped.map(({ customer_id }) => ({ unit_id: unitId, act: "drop" as const, customer_id }));
  await keepUnitLog({ ...act, user: "system" }, entries);
  if (!row) return undefined;
  const say = (name: string) => `您在房号【${name}】的排队已失效：客户已删除或没有可锁定房号的顾问。`;
  const told = dropped.map(({ user_id }) => ({ user_id, title: "房号排队已失效", say }));
  await notifyWaiting(db, services.now(), { estate, row }, told);
  return taken && { ...taken, row };
}

/** The first of these people who works here and may hold units. */
async function consultantOf(db: Db, ids: readonly (number | null)[]) {
  for (const id of new Set(ids)) {
    if (id === null) continue;
    const [who] = await pick(db, user, ["id", "name"], and(eq(user.id, id), worksWith("deal:deal:create")));
    if (who) return who;
  }
  return undefined;
}

/** Clears the queues; answers whose customers waited. */
export async function emptyQueue(db: Db, unitId: number): Promise<number[]> {
  const rows = await db.delete(unitQueue).where(eq(unitQueue.unit_id, unitId)).returning({ id: unitQueue.user_id });
  await countWaiting(db, [unitId]);
  return [...new Set(rows.map(({ id }) => id))];
}

/** A user who leaves passes their places behind these units on, or gives them up. The caller locks the units. */
export async function passQueue(db: Db, fromId: number, toId: number | undefined, units: readonly Unit[]) {
  const ids = units.map(({ id }) => id);
  const theirs = and(eq(unitQueue.user_id, fromId), inArray(unitQueue.unit_id, ids));
  if (toId !== undefined) {
    await db.update(unitQueue).set({ user_id: toId }).where(theirs);
    return;
  }
  await db.delete(unitQueue).where(theirs);
  await countWaiting(db, ids);
}

function auditQueue(call: SignedCall, estate: UnitEstate, row: Unit, verb: string): Promise<void> {
  const name = `${estate.name} ${unitName(row)}`;
  const target = { type: "unit", id: row.id, name };
  return audit(call, { module: "house", action: "update", target, summary: `${verb} ${name}` });
}
