import { type AnyColumn, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { customer as contract } from "~/contract/customer/customer";
import type { ownedViews } from "~/contract/customer/customer-list";
import { maskContact } from "~/contract/mask";
import { CustomerHit, hitLimit } from "~/contract/search/search";
import type { Db } from "~/server/database/database";
import { customer, transferRequest } from "~/server/database/tables/customer/customer";
import { districtsOfCustomer, inOrder, stageRank } from "~/server/database/tables/search";
import { user } from "~/server/database/tables/system/system";
import { inScope } from "~/server/identity/scope";
import { refuse, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { countUpTo, dayOf, firstHits, orderOf, present, startOfDay, within } from "~/server/lib/list";
import { isText } from "~/server/lib/search";
import type { Settings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { inbox, ownRequests } from "~/server/resources/customer/transfer/transfer-list";
import { withBelow } from "~/server/resources/shared/districts";
import {
  idleDays,
  idleSince,
  isIdleFor,
  isLockedAt,
  isWarned,
  ownedSince,
  warningRules,
} from "../ownership/pool-clock";
import { isTagged, looksAt, matchesKeyword, poolRows, wantsEstate } from "./pool-list";

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort" | "district_id"> & {
  districts: number[] | undefined;
};
type View = keyof typeof ownedViews;

export function ownedRows(query: Filters, caller: Caller, settings: Settings, now: Date): SQL {
  const { keyword, owner_id, level, stage, source, country, districts, estate_id, tag, idle_days_min } = query;
  const conditions = [
    ownedInScope(caller),
    viewRows(query.view, caller, settings, now),
    ...(keyword ? [matchesKeyword(keyword, caller)] : []),
    ...(owner_id ? [sql`${customer.owner_id} = ${owner_id}`] : []),
    ...(level?.length ? [inArray(customer.level, level)] : []),
    ...(stage?.length ? [inArray(customer.stage, stage)] : []),
    ...(source?.length ? [inArray(customer.source, source)] : []),
    ...(country?.length ? [looksAt(country)] : []),
    ...(districts ? [concernsDistricts(districts)] : []),
    ...(estate_id ? [wantsEstate(estate_id)] : []),
    ...(tag?.length ? [isTagged(tag)] : []),
    ...(idle_days_min ? [isIdleFor(idle_days_min, now)] : []),
    ...budgetRows(query),
    ...within(customer.created_at, query.created_from, query.created_to),
    ...within(customer.last_tracking_at, query.tracked_from, query.tracked_to),
    ...within(customer.next_tracking_at, query.next_from, query.next_to),
    ...whereRows(query.where, customer, { idle_days: idleDays(now) }),
  ];
  return sql.join(conditions, sql` and `);
}

export function ownedInScope(caller: Caller): SQL {
  const rows = caller.permissions.has("customer:info:view")
    ? inScope(customer.owner_id, caller, "customer")
    : sql`false`;
  return sql`${isOwned} and ${rows}`;
}

/** Owned customers, worded as in their indexes. */
const isOwned = sql`${customer.owner_id} is not null and ${customer.deleted_at} is null`;

function viewRows(view: View, caller: Caller, settings: Settings, now: Date): SQL {
  switch (view) {
    case "owned":
      return sql`true`;
    case "mine":
      return sql`${customer.owner_id} = ${caller.id}`;
    case "team":
      if (caller.teamIds.length === 0) return sql`false`;
      return sql`${customer.owner_id} = any(array(select id from "user" where team_id = any(${sql.param(caller.teamIds)}::bigint[])))`;
    case "today":
      return sql`${customer.next_tracking_at} < ${startOfDay(dayOf(now), 1)}`;
    case "warning":
      return isWarned(settings, now);
    case "locked":
      return isLockedAt(now);
    case "lost":
      return sql`${customer.stage} = 'lost'`;
  }
}

const concernsDistricts = (ids: number[]): SQL =>
  sql`${districtsOfCustomer(customer)} && ${sql.param(ids.map(String))}::text[]`;

export const districtsOf = async (db: Db, { district_id }: Pick<Query, "district_id">) => ({
  districts: district_id ? await withBelow(db, [district_id]) : undefined,
});

/** An amount of the record in CNY at today's rates, which are read once for all rows. */
const inCny = (amount: typeof customer.budget_min | typeof customer.budget_max) =>
  sql`(${amount} * ((select jsonb_object_agg(code, rate_to_cny) from currency) ->> ${customer.budget_currency})::numeric)`;

/** Budgets that overlap a range; an open side of the record's budget has no limit. */
function budgetRows({ budget_min, budget_max, budget_currency }: Filters): SQL[] {
  const [from, to] = budget_currency
    ? [customer.budget_min, customer.budget_max]
    : [inCny(customer.budget_min), inCny(customer.budget_max)];
  return [
    ...(budget_currency ? [sql`${customer.budget_currency} = ${budget_currency}`] : []),
    ...(budget_min || budget_max ? [sql`num_nonnulls(${customer.budget_min}, ${customer.budget_max}) > 0`] : []),
    ...(budget_min ? [sql`(${customer.budget_max} is null or ${to} >= ${budget_min}::numeric)`] : []),
    ...(budget_max ? [sql`(${customer.budget_min} is null or ${from} <= ${budget_max}::numeric)`] : []),
  ];
}

const columns = {
  ...customer,
  name: inOrder(customer.name_pinyin),
  stage: present(stageRank(customer.stage)),
  budget_max: inCny(customer.budget_max),
  assigned_at: present(ownedSince),
};

export function ownedOrder(sort: Query["sort"]): SQL {
  if (sort === "idle_days") return sql`${idleSince} desc, ${customer.id} desc`;
  if (sort === "-idle_days") return sql`${idleSince} asc, ${customer.id}`;
  return orderOf(columns, sort, customer.id);
}

/** Higher counts are shown as this one. */
const mostCounted = 99;

/** How many rows of the tabs need attention, and how many transfer requests wait: the inbox of users who decide, else the user's own. */
export async function ownedCounts(db: Db, caller: Caller, settings: Settings, now: Date) {
  const atMost = (from: SQL) => countUpTo(mostCounted, from);
  const inView = (view: View) =>
    atMost(sql`from ${customer} where ${ownedInScope(caller)} and ${viewRows(view, caller, settings, now)}`);
  // For all customers rule by rule, each in the order of its clock; some users' customers are few, and read directly.
  const warned = warningRules(settings, now).map(
    ({ rows, clock }) =>
      sql`(select 1 from ${customer} where ${ownedInScope(caller)} and ${rows} order by ${clock} limit ${mostCounted})`,
  );
  const warnings =
    warned.length && caller.scope("customer") === "all"
      ? atMost(sql`from (${sql.join(warned, sql` union all `)}) warned`)
      : inView("warning");
  const requests = caller.permissions.has("customer:info:assign") ? inbox(caller) : ownRequests(caller);
  const { rows } = await db.execute<Record<"today" | "warning" | "transfer", number>>(sql`
    select ${inView("today")} as today, ${warnings} as warning,
      ${atMost(sql`from ${transferRequest} where ${transferRequest.status} = 'pending' and ${requests}`)} as transfer`);
  return rows[0] ?? refuse(50000);
}

/** A few of the owned customers in the caller's scope and of the pool: what is called exactly so before the rest, one's own before others'. */
export async function searchCustomers(call: SignedCall, keyword: string): Promise<CustomerHit[]> {
  const { db, user: caller } = call;
  const owned = sql`${ownedInScope(caller)} and ${matchesKeyword(keyword, caller)}`;
  const order = best(keyword, caller);
  const pool = poolRows({ view: "pool", keyword }, caller);
  const first = (where: SQL, age: AnyColumn) => firstHits(db, { table: customer, where, order, age });
  // Each by itself, since each has indexes of its own.
  const ids = [...(await first(owned, customer.created_at)), ...(await first(pool, customer.pool_at))];
  const rows = await db
    .select({ customer, owner_name: user.name })
    .from(customer)
    .leftJoin(user, eq(user.id, customer.owner_id))
    .where(sql`${customer.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(order)
    .limit(hitLimit);
  return rows.map(({ customer: row, owner_name }) =>
    rowOf(CustomerHit, row, {
      phone: row.owner_id === caller.id ? row.phone : maskContact("phone", row.phone),
      owner: row.owner_id === null ? null : { id: row.owner_id, name: owner_name ?? "" },
    }),
  );
}

const best = (keyword: string, caller: Caller): SQL => sql`
  (${isText(customer.name, keyword)} or ${customer.customer_no} = ${keyword.toUpperCase()}) desc,
  (${customer.owner_id} is not distinct from ${caller.id}) desc, (${customer.owner_id} is null), ${customer.created_at} desc, ${customer.id} desc`;
