import { eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit, type Page } from "~/contract/common";
import type { tracking as contract } from "~/contract/customer/tracking";
import type { Database, Transaction } from "~/server/database/database";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { listOf, orderOf, within } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { containsText } from "~/server/lib/search";
import { whereRows } from "~/server/lib/where";
import { matchesKeyword } from "../customer/pool-list";
import { concernsEstate, selectTrackings } from "./tracking-view";

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort"> & {
  /** Of an export: only these. */
  ids?: readonly number[] | undefined;
};
type Db = Database | Transaction;

const ofCustomer = sql`join ${customer} on ${customer.id} = ${tracking.customer_id}`;

/** The list's order, equals by age. */
const trackingOrder = (sort: Query["sort"]): SQL =>
  orderOf({ tracked_at: tracking.tracked_at, created_at: tracking.created_at }, sort, tracking.id);

/** How rows are come by: found in each table by itself, asked one by one on a walk in the order of time, or only those that people in scope have written. */
type Way = "found" | "walked" | "written";

/**
 * The follow-ups that a query asks for, with their customers joined; the same for the list, its summary and its export. "Written by one in scope or about their customer" and "in the
 * text or of the customer" lie in two tables, of which no index knows the other.
 */
function trackingRows(query: Filters, caller: Caller, way: Way = "found"): SQL {
  const { keyword, customer_id, type, result, user_id, estate_id, is_valid } = query;
  const written = inScope(tracking.user_id, caller, "customer");
  const either: [own: SQL, about: SQL][] = [
    ...(caller.scope("customer") === "all" || way === "written"
      ? []
      : [[written, inScope(customer.owner_id, caller, "customer")] as [SQL, SQL]]),
    ...(keyword ? [[containsText(tracking.content, keyword), matchesKeyword(keyword, caller)] as [SQL, SQL]] : []),
  ];
  const found = either.map(
    ([own, about]) => sql`(select ${tracking.id} from ${tracking} where ${tracking.deleted_at} is null and ${own}
      union select ${tracking.id} from ${tracking} ${ofCustomer} where ${customer.deleted_at} is null and ${about})`,
  );
  const conditions = [
    isNull(tracking.deleted_at),
    isNull(customer.deleted_at),
    ...(way === "written" ? [written] : []),
    ...(way === "found"
      ? // By their numbers, of which the planner takes an array as it comes.
        found.length
        ? [sql`${tracking.id} = any(array(${sql.join(found, sql` intersect `)}))`]
        : []
      : either.map(([own, about]) => sql`(${own} or ${about})`)),
    ...(query.ids?.length ? [inArray(tracking.id, [...query.ids])] : []),
    ...(customer_id ? [eq(tracking.customer_id, customer_id)] : []),
    ...(type?.length ? [inArray(tracking.type, type)] : []),
    ...(result?.length ? [inArray(tracking.result, result)] : []),
    ...(user_id ? [eq(tracking.user_id, user_id)] : []),
    ...(estate_id ? [concernsEstate(estate_id)] : []),
    ...(is_valid === undefined ? [] : [eq(tracking.is_valid, is_valid)]),
    ...within(tracking.tracked_at, query.tracked_from, query.tracked_to),
    ...whereRows(query.where, tracking),
  ];
  return sql.join(conditions, sql` and `);
}

/** A page of follow-ups, and what the list says of all its rows: of more than a list has, of the newest that people in scope have written, or of the first that a keyword finds. */
export async function trackingPage(db: Db, query: Query, caller: Caller) {
  const where = trackingRows(query, caller);
  // Those of many lie close enough to each other, and a word that many have is met soon.
  const isWalked = caller.scope("customer") !== "self" && query.sort.endsWith("tracked_at");
  const page = await listOf(db, query, {
    ...{ select: selectTrackings(db, caller).$dynamic(), from: tracking, joins: ofCustomer, isApplied: true },
    ...{ where, order: trackingOrder(query.sort) },
    ...(isWalked ? { walk: { where: trackingRows(query, caller, "walked") } } : {}),
  });
  const newest = () => sql`${trackingRows(query, caller, "written")} order by ${trackingOrder("-tracked_at")}`;
  return { ...page, summary: await summaryOf(db, page, page.total_capped && !query.keyword ? newest() : where) };
}

interface Summary extends Record<string, unknown> {
  customers: number;
  valid_rate: number | null;
}

async function summaryOf(db: Db, { total }: Pick<Page<unknown>, "total">, rows: SQL) {
  const { rows: summed } = await db.execute<Summary>(sql`
    select count(distinct customer_id)::int as customers,
      round(100.0 * count(*) filter (where is_valid) / nullif(count(*), 0), 1)::float as valid_rate
    from (select ${tracking.customer_id}, ${tracking.is_valid} from ${tracking} ${ofCustomer} where ${rows} limit ${listLimit}) counted`);
  return { count: total, ...found(summed[0]) };
}

/** The numbers of the first so many follow-ups that a query asks for, in order. */
export async function trackingIds(
  db: Db,
  { sort, ...query }: Filters & Pick<Query, "sort">,
  caller: Caller,
  limit: number,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${tracking.id} from ${tracking} ${ofCustomer} where ${trackingRows(query, caller)} order by ${trackingOrder(sort)} limit ${limit}`,
  );
  return rows.map(({ id }) => Number(id));
}
