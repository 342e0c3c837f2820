import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { Schedule as Body, type schedule as contract, ScheduleRow } from "~/contract/schedule/schedule";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { deal } from "~/server/database/tables/deal/deal";
import { schedule, user } from "~/server/database/tables/system/system";
import { holds, inScope } from "~/server/identity/scope";
import { changesOf } from "~/server/lib/audit";
import { found, pick, refuse, refuseFields, rowOf, type SignedCall, setRow, writtenAt } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { changedBy, entity } from "~/server/lib/entity";
import { dayOf, orderOf, queueOrder, startOfDay } from "~/server/lib/list";
import { tellEach } from "~/server/lib/notify";
import { readSettings } from "~/server/lib/settings";
import { customerLink, visibleTo } from "~/server/resources/customer/customer/row";
import { byId, type Source } from "~/server/resources/customer/timeline/sources";
import { checkDealOf, namedDeals } from "~/server/resources/deal/deal/of-customer";
import { visibleDeals } from "~/server/resources/deal/deal/record";
import { reminderOf } from "~/server/resources/shared/reminder";

export type Schedule = typeof schedule.$inferSelect;

const undoHours = 24;

/** Whether what was done can still be taken back. */
const mayReopen = ({ status, done_at }: Pick<Schedule, "status" | "done_at">, now: Date): boolean =>
  status === "done" && done_at !== null && now.getTime() < Date.parse(done_at) + undoHours * 3_600_000;

/** Where a message about a schedule leads: to its customer, else to the list. */
export const scheduleLink = ({ id, customer_id }: Pick<Schedule, "id" | "customer_id">) =>
  customer_id === null ? { link: "/schedule-list", link_id: id } : customerLink(customer_id);

type Query = z.output<typeof contract.list.query>;

const creator = alias(user, "creator");

const seesDeal = (caller: Caller): SQL<boolean> =>
  caller.permissions.has("deal:deal:view") ? sql<boolean>`coalesce(${visibleDeals(caller)}, false)` : sql`false`;

export const selectSchedules = ({ db, user: caller }: SignedCall) =>
  db
    .select({
      schedule,
      person: { id: user.id, name: user.name },
      customer_id: customer.id,
      // Of a customer out of the caller's sight only the number is shown.
      customer_name: sql<string>`case when coalesce(${visibleTo(caller)}, false) then ${customer.name} else ${customer.customer_no} end`,
      deal_no: deal.deal_no,
      sees_deal: seesDeal(caller),
      creator: { id: creator.id, name: creator.name },
    })
    .from(schedule)
    .innerJoin(user, eq(user.id, schedule.user_id))
    .leftJoin(customer, eq(customer.id, schedule.customer_id))
    .leftJoin(deal, and(eq(deal.id, schedule.deal_id), isNull(deal.deleted_at)))
    .leftJoin(creator, eq(creator.id, schedule.created_by));
type Viewed = Awaited<ReturnType<typeof selectSchedules>>[number];

export async function scheduleOf(call: SignedCall, id: number): Promise<ScheduleRow> {
  const [row] = await selectSchedules(call).where(eq(schedule.id, id));
  return toSchedule(found(row), call.services.now());
}

/** One schedule as the wire carries it. A user who sees it may act on it. */
export function toSchedule(
  { schedule: row, person, customer_id, customer_name, deal_no, sees_deal, creator: maker }: Viewed,
  now: Date,
): ScheduleRow {
  const isPending = row.status === "pending";
  return rowOf(ScheduleRow, row, {
    customer: customer_id === null ? null : { id: customer_id, name: customer_name },
    deal: row.deal_id !== null && deal_no !== null && sees_deal ? { id: row.deal_id, name: deal_no } : null,
    is_overdue: isPending && endOf(row) < now.getTime(),
    user: person,
    creator: maker,
    can: { edit: isPending, done: isPending, cancel: isPending, undo: mayReopen(row, now), delete: true },
  });
}

function endOf({ start_at, end_at, all_day }: Schedule): number {
  const last = end_at ?? start_at;
  return Date.parse(all_day ? startOfDay(dayOf(last), 1) : last);
}

export function scheduleRows(query: Query, caller: Caller): SQL {
  const { status, type, from, to, scope, user_id, customer_id } = query;
  const isMine = scope === "mine" && !user_id && !customer_id;
  return sql.join(
    [
      isMine ? eq(schedule.user_id, caller.id) : reachedBy(caller),
      ...(user_id ? [eq(schedule.user_id, user_id)] : []),
      ...(customer_id ? [eq(schedule.customer_id, customer_id)] : []),
      ...(status?.length ? [inArray(schedule.status, status)] : []),
      ...(type?.length ? [inArray(schedule.type, type)] : []),
      ...(to ? [sql`${schedule.start_at} < ${startOfDay(to, 1)}`] : []),
      ...(from ? [sql`coalesce(${schedule.end_at}, ${schedule.start_at}) >= ${startOfDay(from)}`] : []),
    ],
    sql` and `,
  );
}

/** The caller's own always, others' by the data scope, which has the caller. */
export const reachedBy = (caller: Caller): SQL =>
  caller.scope("schedule") === "none" ? eq(schedule.user_id, caller.id) : inScope(schedule.user_id, caller, "schedule");

/** The list's order, equals by age. */
export function scheduleOrder(sort: Query["sort"]): SQL {
  if (sort !== "due" && sort !== "-due") return orderOf(schedule, sort, schedule.id);
  return queueOrder(sql`(${schedule.status} = 'pending')`, schedule.start_at, schedule.id);
}

export const plans: Source = {
  kind: "schedule",
  from: sql`${schedule}`,
  id: schedule.id,
  at: schedule.start_at,
  where: ({ user }, customerId) => and(eq(schedule.customer_id, customerId), reachedBy(user)),
  show: async (call, ids) => {
    const rows = await selectSchedules(call).where(inArray(schedule.id, ids));
    const now = call.services.now();
    const entries = rows.map((row) => toSchedule(row, now));
    return byId(entries, (row) => ({ kind: "schedule", schedule: row }));
  },
};

const pendingOf = (userId: number) => and(eq(schedule.user_id, userId), eq(schedule.status, "pending"));

/** What is still to be done; with nobody to do it, it is cancelled. */
export const scheduleHandover = {
  resource: "schedule",
  label: "待办日程",
  count: (db: Db, userId: number): Promise<number> => db.$count(schedule, pendingOf(userId)),

  async move({ db, user, services }: SignedCall, from: { id: number }, to: { id: number } | null): Promise<number> {
    const { rowCount } = await db
      .update(schedule)
      .set({
        ...(to ? { user_id: to.id } : { status: "cancelled" }),
        ...changedBy({ user, services }),
      })
      .where(pendingOf(from.id));
    return rowCount ?? 0;
  },
};

type Given = z.output<typeof Body>;
type Named = Pick<Given, "deal_id" | "customer_id">;

const schedules = entity({
  table: schedule,
  module: "schedule-list",
  type: "schedule",
  title: "日程",
  nameOf: ({ title }) => title,
});

const lineOf = (verb: string, { title }: Pick<Schedule, "title">) => ({ summary: `${verb}：${title}` });

/** Adds the caller's schedule, or as a manager a team member's, who is notified. Gives its number. */
export async function addSchedule(call: SignedCall, body: Given): Promise<number> {
  await lockCustomers(call, [body.customer_id]);
  const row = await schedules.create(call, await factsOf(call, body), lineOf("新增日程", body));
  await notifyMember(call, row);
  return row.id;
}

export async function changeSchedule(call: SignedCall, id: number, body: Given): Promise<void> {
  const row = await lockSchedule(call, id, body.customer_id);
  if (row.status !== "pending") return refuse(40902);
  const facts = await factsOf(call, body, row);
  const dictionary = await lookUp(call, Body, row, facts);
  const dealIds = [row.deal_id, facts.deal_id].flatMap((one) => one ?? []);
  const deals = await namedDeals(call, dealIds);
  const spelled = (record: Named & Readonly<Record<string, unknown>>) => ({
    ...spelledOut(dictionary, Body, record),
    deal_id: record.deal_id === null ? null : (deals.get(record.deal_id)?.name ?? `#${record.deal_id}`),
  });
  const changes = changesOf(Body, spelled(row), spelled(facts));
  if (changes.length === 0) return;
  // With another person or customer it no longer is what the follow-up has planned.
  const isSamePlan = facts.customer_id === row.customer_id && facts.user_id === row.user_id;
  const plan = isSamePlan ? {} : { tracking_id: null, is_plan: false };
  await setRow(call.db, schedule, id, { ...facts, ...plan, ...changedBy(call) });
  await movePlan(call, row, isSamePlan ? facts.start_at : null);
  // The line names it as it was called before.
  await schedules.log(call, row, { ...lineOf("编辑日程", row), changes });
  if (facts.user_id !== row.user_id) await notifyMember(call, { ...row, ...facts });
}

export async function finishSchedule(call: SignedCall, id: number, result: string | null): Promise<void> {
  const row = await lockSchedule(call, id);
  if (row.status !== "pending") return refuse(40902);
  const done_at = writtenAt(call);
  await schedules.change(call, row, { status: "done", done_at, result }, lineOf("完成日程", row));
  await movePlan(call, row, null);
}

export async function cancelSchedule(call: SignedCall, id: number): Promise<void> {
  const row = await lockSchedule(call, id);
  if (row.status !== "pending") return refuse(40902);
  await schedules.change(call, row, { status: "cancelled" }, lineOf("取消日程", row));
  await movePlan(call, row, null);
}

/** Takes a completion back, within a day. */
export async function reopenSchedule(call: SignedCall, id: number): Promise<void> {
  const row = await lockSchedule(call, id);
  if (row.status !== "done") return refuse(40902);
  if (!mayReopen(row, call.services.now())) return refuse(40905);
  await schedules.change(call, row, { status: "pending", done_at: null, result: null }, lineOf("撤销完成日程", row));
  await restorePlan(call, row);
}

export async function removeSchedule(call: SignedCall, id: number): Promise<void> {
  const row = await lockSchedule(call, id);
  await schedules.remove(call, row, lineOf("删除日程", row));
  if (row.status === "pending") await movePlan(call, row, null);
}

/** Locks a schedule for a change, the customers concerned first, as every act on customers does. */
async function lockSchedule(call: SignedCall, id: number, customerId: number | null = null): Promise<Schedule> {
  const { db, user } = call;
  const { customer_id } = await schedules.find(call, id);
  await lockCustomers(call, [customer_id, customerId]);
  const row = await schedules.lock(call, id);
  if (row.user_id !== user.id && !(await holds(db, user, "schedule", row.user_id))) return refuse(40301);
  return row;
}

async function lockCustomers({ db }: SignedCall, named: readonly (number | null)[]): Promise<void> {
  const ids = named.filter((id) => id !== null);
  if (ids.length) await pick(db, customer, ["id"], inArray(customer.id, ids), { order: customer.id, lock: "update" });
}

/** What the body says, as the table keeps it; ends the request with what only the server can complain about. */
async function factsOf(call: SignedCall, body: Given, before?: Schedule) {
  const { db, user } = call;
  const { remind_minutes, all_day, start_at, end_at, user_id, ...rest } = body;
  const moment = (value: string) => isoInstant(all_day ? startOfDay(dayOf(value)) : value);
  const facts = {
    ...rest,
    all_day,
    start_at: moment(start_at),
    end_at: end_at && moment(end_at),
    user_id: user_id ?? before?.user_id ?? user.id,
    remind_minutes:
      remind_minutes === undefined ? (before?.remind_minutes ?? reminderOf(await readSettings(db))) : remind_minutes,
  };
  const dictionary = await lookUp(call, Body, facts);
  const wrong = unknownChoices(dictionary, Body, facts, before);
  const isForeign = facts.user_id !== (before?.user_id ?? user.id) && facts.user_id !== user.id;
  if (isForeign && !(await holds(db, user, "schedule", facts.user_id)))
    wrong.push({ field: "user_id", label: "成员", message: "只能指定本人或本团队的成员" });
  if (wrong.length) return refuseFields(wrong);
  return { ...facts, deal_id: await dealOf(call, facts, before) };
}

/** Which deal it is about: one of its customer that the caller sees, or the one that it is about already. */
async function dealOf(call: SignedCall, { deal_id, customer_id }: Named, before?: Schedule): Promise<number | null> {
  const kept = before?.customer_id === customer_id ? (before?.deal_id ?? null) : null;
  // A deal that is hidden from the user was not taken out by them.
  if (deal_id === null) return kept !== null && !(await namedDeals(call, [kept])).has(kept) ? kept : null;
  if (deal_id !== kept) await checkDealOf(call, deal_id, customer_id);
  return deal_id;
}

/** A user who gets a schedule from somebody else is notified. */
async function notifyMember(call: SignedCall, row: Schedule): Promise<void> {
  await tellEach(call, [row.user_id], {
    category: "schedule",
    title: "新的日程",
    content: `【${call.user.name}】为您安排了日程：${row.title}，${row.start_at.slice(0, row.all_day ? 10 : 16).replace("T", " ")}。`,
    ...scheduleLink(row),
  });
}

type Plan = Pick<Schedule, "is_plan" | "customer_id" | "user_id" | "start_at">;

/** The next follow-up of a customer goes with its schedule: to another moment, or away. */
async function movePlan({ db, services }: SignedCall, plan: Plan, next: string | null): Promise<void> {
  const { is_plan, customer_id, user_id, start_at } = plan;
  if (!is_plan || customer_id === null) return;
  await db
    .update(customer)
    .set({ next_tracking_at: next, updated_at: isoInstant(services.now()) })
    .where(and(eq(customer.id, customer_id), eq(customer.owner_id, user_id), eq(customer.next_tracking_at, start_at)));
}

/** Such a schedule is to be done after all: unless the customer has another plan since. */
async function restorePlan({ db, services }: SignedCall, plan: Plan): Promise<void> {
  const { is_plan, customer_id, user_id, start_at } = plan;
  if (!is_plan || customer_id === null) return;
  await db
    .update(customer)
    .set({ next_tracking_at: start_at, updated_at: isoInstant(services.now()) })
    .where(
      and(
        eq(customer.id, customer_id),
        eq(customer.owner_id, user_id),
        isNull(customer.next_tracking_at),
        isNull(customer.deleted_at),
      ),
    );
}
