import { and, asc, eq, gt, isNull, lt, lte, ne, notInArray, type SQL } from "drizzle-orm";
import type { Change } from "~/contract/common";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog, tracking } from "~/server/database/tables/customer/customer";
import { batchRow, schedule } from "~/server/database/tables/system/system";
import { type Batch, eachRow, linesOf, type Part, type Undone } from "~/server/lib/batch";
import { found, pick, Refusal, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { dayOf, startOfDay } from "~/server/lib/list";
import type { Settings } from "~/server/lib/settings";
import { reminderOf } from "~/server/resources/shared/reminder";
import { type CustomerRecord, nextVersion } from "../customer/row";
import { lockTracking, recount } from "./lock";

interface FollowUp {
  id: number;
  tracked_at: string;
  next_at: string | null;
}
/** A pending plan for a customer's next follow-up. */
export type Plan = Pick<typeof schedule.$inferSelect, "id" | "start_at" | "tracking_id">;
type About = Pick<CustomerRecord, "id" | "name" | "next_tracking_at">;

export const isSame = (a: string | null, b: string | null) =>
  a === b || (a !== null && b !== null && Date.parse(a) === Date.parse(b));

/** Makes the next step of a new follow-up the customer's. What anybody had planned up to its day is fulfilled by it; without a next step nothing is planned any more. */
export async function planNext(call: SignedCall, about: About, followUp: FollowUp, settings: Settings): Promise<void> {
  const { next_at, tracked_at } = followUp;
  if (next_at) {
    await setNext(call, about.id, next_at);
    await fulfilPlans(call, and(planOf(about.id), ne(schedule.user_id, call.user.id)), tracked_at);
    return keepSchedule(call, about, { ...followUp, next_at }, settings);
  }
  const planned = about.next_tracking_at;
  if (!planned || dayOf(planned) > dayOf(tracked_at)) return;
  await setNext(call, about.id, null);
  await fulfilPlans(call, planOf(about.id), tracked_at);
}

/** A colleague's follow-up is one as well: the owner has not to call once more. */
async function fulfilPlans(call: SignedCall, plans: SQL | undefined, tracked_at: string): Promise<void> {
  const at = isoInstant(call.services.now());
  await call.db
    .update(schedule)
    .set({ status: "done", done_at: at, updated_at: at })
    .where(and(plans, lt(schedule.start_at, startOfDay(dayOf(tracked_at), 1))));
}

/** Moves or drops the next step that an edited or removed follow-up had set; one that has been replaced since stays. */
export async function replanNext(
  call: SignedCall,
  about: About,
  before: FollowUp,
  next_at: string | null,
  settings: Settings,
): Promise<void> {
  if (isSame(before.next_at, next_at)) return;
  if (!isSame(before.next_at, about.next_tracking_at)) return;
  await setNext(call, about.id, next_at);
  if (next_at) return keepSchedule(call, about, { ...before, next_at }, settings);
  await call.db
    .update(schedule)
    .set({ status: "cancelled", updated_at: isoInstant(call.services.now()) })
    .where(and(eq(schedule.tracking_id, before.id), eq(schedule.status, "pending")));
}

/** Makes a date that is set by hand the customer's, with the caller's schedule for it as a follow-up would write it; none drops what was planned. */
export async function setNextDate(call: SignedCall, about: About, next_at: string | null, settings: Settings) {
  if (isSame(about.next_tracking_at, next_at)) return;
  await setNext(call, about.id, next_at);
  if (next_at) return keepSchedule(call, about, { id: null, next_at }, settings);
  await call.db
    .update(schedule)
    .set({ status: "cancelled", updated_at: isoInstant(call.services.now()) })
    .where(ownPlan(call, about.id));
}

async function setNext(call: SignedCall, customerId: number, next_at: string | null): Promise<void> {
  const updated_at = isoInstant(call.services.now());
  await call.db.update(customer).set({ next_tracking_at: next_at, updated_at }).where(eq(customer.id, customerId));
}

const planOf = (customerId: number) =>
  and(eq(schedule.customer_id, customerId), eq(schedule.status, "pending"), schedule.is_plan);

/** What they say now, so that undoing a follow-up can put them back. */
export const plansOf = (db: Db, customerId: number): Promise<Plan[]> =>
  pick(db, schedule, ["id", "start_at", "tracking_id"], planOf(customerId));

/** Puts the customer's plans back as they were before a follow-up, where nobody has touched them since; what it planned itself goes. */
async function restorePlans(
  call: SignedCall,
  about: Pick<CustomerRecord, "id">,
  trackingId: number,
  { plans, next_tracking_at, since }: { plans: Plan[]; next_tracking_at: string | null; since: string },
): Promise<void> {
  const { db, services } = call;
  const updated_at = isoInstant(services.now());
  const ids = plans.map(({ id }) => id);
  await setNext(call, about.id, next_tracking_at);
  await db
    .update(schedule)
    .set({ status: "cancelled", updated_at })
    .where(and(eq(schedule.tracking_id, trackingId), eq(schedule.status, "pending"), notInArray(schedule.id, ids)));
  for (const { id, ...was } of plans)
    await db
      .update(schedule)
      .set({ ...was, status: "pending", done_at: null, updated_at })
      .where(and(eq(schedule.id, id), ne(schedule.status, "cancelled"), lte(schedule.updated_at, since)));
}

const ownPlan = (call: SignedCall, customerId: number) => and(planOf(customerId), eq(schedule.user_id, call.user.id));

async function keepSchedule(
  call: SignedCall,
  about: About,
  followUp: { id: number | null; next_at: string },
  settings: Settings,
): Promise<void> {
  const { db, user, services } = call;
  const at = isoInstant(services.now());
  const moved = await db
    .update(schedule)
    .set({ start_at: followUp.next_at, tracking_id: followUp.id ?? undefined, updated_at: at })
    .where(ownPlan(call, about.id))
    .returning({ id: schedule.id });
  if (moved.length) return;
  await db.insert(schedule).values({
    user_id: user.id,
    title: `回访${about.name}`.slice(0, 50),
    type: "call",
    start_at: followUp.next_at,
    customer_id: about.id,
    tracking_id: followUp.id,
    is_plan: true,
    remind_minutes: reminderOf(settings),
    created_at: at,
    updated_at: at,
    created_by: user.id,
  });
}

type Before = Pick<CustomerRecord, "stage" | "level" | "lost_reason" | "next_tracking_at"> & {
  changes: Change[];
  plans: Plan[];
};

/** Takes follow-ups back, with all that followed from them, as long as nothing has happened to their customers since. */
export async function undoTrackings(call: SignedCall, batch: Batch, _: Date, part?: Part): Promise<Undone> {
  const rows = await call.db.select().from(batchRow).where(linesOf(batch, part)).orderBy(asc(batchRow.row_id));
  const kept = new Map(rows.map((row) => [row.row_id, row]));
  const { done, failed } = await eachRow(call, [...kept.keys()], (one, id) =>
    undoTracking(one, found(kept.get(id)), batch.created_at),
  );
  return { success: done.map(({ id }) => id), failed };
}

async function undoTracking(call: SignedCall, kept: typeof batchRow.$inferSelect, since: string): Promise<void> {
  const { db, user, services } = call;
  const { row_id: id, version_after } = kept;
  const { row, about } = await lockTracking(call, id);
  const [later] = await db
    .select({ id: tracking.id })
    .from(tracking)
    .where(and(eq(tracking.customer_id, about.id), isNull(tracking.deleted_at), gt(tracking.id, id)))
    .limit(1);
  const isChanged = [row, about].some(({ updated_at }) => Date.parse(updated_at) > Date.parse(since));
  if (later || isChanged || about.version !== version_after) throw new Refusal(40901, "之后已被修改");
  const at = isoInstant(services.now());
  const { changes, plans, next_tracking_at, ...was } = kept.before as Before; // written by addTracking
  await setRow(db, tracking, id, { deleted_at: at, ...changedBy(call) });
  if (changes.length) {
    await setRow(db, customer, about.id, { ...was, version: nextVersion, ...changedBy(call) });
    const back = changes.map((change) => ({ ...change, before: change.after, after: change.before }));
    await db
      .insert(customerChangeLog)
      .values({ customer_id: about.id, action: "undo", changes: back, by: user.id, at });
  }
  await recount(db, about.id);
  await restorePlans(call, about, id, { plans, next_tracking_at, since });
}
