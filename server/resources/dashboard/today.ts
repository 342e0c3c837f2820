import { type SQL, sql } from "drizzle-orm";
import { listLimit } from "~/contract/common";
import { DayCustomer, type DaySchedule, type Today } from "~/contract/dashboard/blocks";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { schedule } from "~/server/database/tables/system/system";
import { inScope } from "~/server/identity/scope";
import { rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { cappedCount, dayOf, startOfDay } from "~/server/lib/list";
import { poolDueAt, warningRules } from "~/server/resources/customer/customer/ownership/pool-clock";
import { isManager, visibleTo } from "~/server/resources/customer/customer/row";
import { toSchedule } from "~/server/resources/schedule/schedule/write";
import { selectCustomers, toRow, type Viewed, type Viewer, viewerOf } from "../customer/customer/view";
import { selectSchedules } from "../schedule/schedule/write";

/** So many rows of what is late or at risk, and so many of what the day still has; the lists have the rest. */
const mostLate = 20;
const mostToday = 50;

interface Day {
  call: SignedCall;
  viewer: Viewer;
  isMine: boolean;
  /** Now, and the end of the day in Asia/Shanghai. */
  now: string;
  end: string;
}

/** What a person, or their team, has to do today: each part bounded, and only what they may see. */
export async function todayOf(call: SignedCall, asked: Today["scope"] | undefined): Promise<Today> {
  const viewer = await viewerOf(call);
  const { user: caller } = call;
  const scope = asked ?? (leads(caller) ? "team" : "mine");
  const now = viewer.now.toISOString();
  const day: Day = { call, viewer, isMine: scope === "mine", now, end: startOfDay(dayOf(viewer.now), 1) };
  const seesCustomers = doesFollowUp(caller);
  return {
    scope,
    has_team: seesCustomers ? isManager(caller) : caller.scope("schedule") === "team",
    tracking_late: seesCustomers ? await followUps(day, sql`< ${now}`, mostLate) : null,
    tracking_today: seesCustomers ? await followUps(day, sql`between ${now} and ${day.end}`, mostToday) : null,
    schedule_late: await schedules(day, sql`${over} < ${now}`, mostLate),
    schedule_today: await schedules(day, sql`${over} >= ${now}`, mostToday),
    pool: seesCustomers ? await risks(day) : null,
  };
}

/** A user who follows customers up has a day of customers; one who only reads them has none. */
const doesFollowUp = ({ permissions }: Caller) =>
  permissions.has("customer:info:view") && permissions.has("customer:tracking:create");

/** A user who assigns customers begins with the day of their assignees. */
export const leads = (caller: Caller) => isManager(caller) && caller.permissions.has("customer:info:assign");

/** Somebody's, in words that the indexes of owned customers know. */
const isOwned = sql`${customer.owner_id} is not null and ${customer.deleted_at} is null`;

const ownedIn = ({ isMine, viewer: { caller } }: Day): SQL =>
  isMine ? sql`${customer.owner_id} = ${caller.id}` : inScope(customer.owner_id, caller, "customer");

/** Customers whose next follow-up lies in a part of the day, the oldest first. */
async function followUps(day: Day, when: SQL, limit: number) {
  const { call, viewer } = day;
  const where = sql`${isOwned} and ${ownedIn(day)} and ${customer.next_tracking_at} ${when}
    and ${customer.next_tracking_at} < ${day.end}`;
  const order = sql`${customer.next_tracking_at}, ${customer.id}`;
  const rows = await selectCustomers(call.db, viewer).where(where).orderBy(order).limit(limit);
  return {
    list: await toDayCustomers(day, rows),
    ...(await cappedCount(call.db, sql`from ${customer} where ${where}`)),
  };
}

/** When a schedule is over; one of whole days, at the end of the last. */
const over = sql`(case when ${schedule.all_day}
  then date_trunc('day', coalesce(${schedule.end_at}, ${schedule.start_at}), 'Asia/Shanghai') + interval '24 hours'
  else coalesce(${schedule.end_at}, ${schedule.start_at}) end)`;

/** What waits, in words of its index (`schedule_due`), which begins with it: "= false" would be turned round. */
const isWaiting = sql`(${schedule.status} <> 'pending') is false`;
const waitsFrom = sql`(case when ${schedule.status} = 'pending' then ${schedule.start_at} end)`;

/** Schedules up to the end of the day that still wait. */
async function schedules(day: Day, when: SQL, limit: number) {
  const { call, viewer, isMine, end } = day;
  const { user: caller } = call;
  const whose =
    isMine || caller.scope("schedule") === "none"
      ? sql`${schedule.user_id} = ${caller.id}`
      : inScope(schedule.user_id, caller, "schedule");
  const where = sql`${whose} and ${isWaiting} and ${waitsFrom} < ${end} and ${schedule.start_at} < ${end}
    and ${when} and not ${standsForFollowUp(day)}`;
  const rows = await selectSchedules(call).where(where).orderBy(sql`${waitsFrom}, ${schedule.id}`).limit(limit);
  const about = await customersOf(
    day,
    rows.flatMap((row) => row.schedule.customer_id ?? []),
  );
  const list: DaySchedule[] = rows.map((row) => ({
    ...toSchedule(row, viewer.now),
    about: about.get(row.schedule.customer_id ?? 0) ?? null,
  }));
  return { list, ...(await cappedCount(call.db, sql`from ${schedule} where ${where}`)) };
}

/** A next follow-up and the schedule that was made for it are one thing to do. */
function standsForFollowUp(day: Day): SQL {
  if (!doesFollowUp(day.call.user)) return sql`false`;
  return sql`(${schedule.is_plan} and exists (select 1 from ${customer} where ${customer.id} = ${schedule.customer_id}
    and ${isOwned} and ${ownedIn(day)} and ${customer.next_tracking_at} < ${day.end}))`;
}

/** The customers of schedules, as far as the caller sees them. */
async function customersOf(day: Day, ids: readonly number[]): Promise<Map<number, DayCustomer>> {
  const { call, viewer } = day;
  if (ids.length === 0) return new Map();
  const where = sql`${customer.id} = any(${sql.param([...new Set(ids)])}::bigint[]) and ${customer.deleted_at} is null
    and ${visibleTo(call.user)}`;
  const rows = await selectCustomers(call.db, viewer).where(where);
  return new Map((await toDayCustomers(day, rows)).map((row) => [row.id, row]));
}

/** The customers the pool takes next: rule by rule, since two clocks have no common index, then by the moment. */
async function risks(day: Day) {
  const { call, viewer } = day;
  const { settings, now } = viewer;
  const rest = sql`(${customer.next_tracking_at} is null or ${customer.next_tracking_at} >= ${day.end})`;
  const found = warningRules(settings, now).map(({ rows, clock }) => ({
    // What one person holds is read first: the order of everybody's clocks would be walked for them.
    from: day.isMine
      ? sql`from (select ${customer}.* from ${customer} where ${isOwned} and ${ownedIn(day)} offset 0) as ${customer} where ${rows} and ${rest}`
      : sql`from ${customer} where ${isOwned} and ${ownedIn(day)} and ${rows} and ${rest}`,
    clock,
  }));
  if (found.length === 0) return { list: [], total: 0, total_capped: false };
  const some = (limit: number) =>
    sql.join(
      found.map(({ from, clock }) => sql`(select ${customer.id} ${from} order by ${clock} limit ${limit})`),
      sql` union all `,
    );
  const rows = await selectCustomers(call.db, viewer)
    .where(sql`${customer.id} = any(array(${some(mostLate)}))`)
    .orderBy(sql`${poolDueAt(settings, now)}, ${customer.id}`)
    .limit(mostLate);
  const list = await toDayCustomers(day, rows);
  return { list, ...(await cappedCount(call.db, sql`from (${some(listLimit + 1)}) risk`)) };
}

/** So much of a note is shown in a line. */
const noteLength = 120;

/** Lines of the day, each with what was last written of its customer. */
async function toDayCustomers({ call, viewer }: Day, rows: readonly Viewed[]): Promise<DayCustomer[]> {
  const ids = rows.map(({ customer: { id } }) => id);
  const notes = new Map<number, string | null>();
  if (ids.length && call.user.permissions.has("customer:tracking:view")) {
    const last = sql`(select left(${tracking.content}, ${noteLength}) from ${tracking}
      where ${tracking.customer_id} = one.id and ${tracking.deleted_at} is null
      order by ${tracking.tracked_at} desc, ${tracking.id} desc limit 1)`;
    const found = await call.db.execute<{ id: string; note: string | null }>(
      sql`select one.id, ${last} as note from unnest(${sql.param(ids)}::bigint[]) one(id)`,
    );
    for (const { id, note } of found.rows) notes.set(Number(id), note);
  }
  return rows.map((row) => toDayCustomer(row, viewer, notes.get(row.customer.id) ?? null));
}

function toDayCustomer(viewed: Viewed, viewer: Viewer, last_note: string | null): DayCustomer {
  const row = toRow(viewed, viewer);
  return rowOf(DayCustomer, row, {
    last_note,
  });
}
