import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { type schedule as contract, ScheduleRow } from "~/contract/schedule/schedule";
import { customer } from "~/server/database/tables/customer/customer";
import { deal } from "~/server/database/tables/deal/deal";
import { schedule, user } from "~/server/database/tables/system/system";
import { inScope } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { dayOf, orderOf, queueOrder, startOfDay } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { visibleTo } from "~/server/resources/customer/customer/customer-scope";
import { visibleDeals } from "~/server/resources/deal/deal/scope";
import { mayReopen, type Schedule } from "./state";

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
