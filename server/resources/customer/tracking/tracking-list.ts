import { eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import type { tracking as contract } from "~/contract/customer/tracking";
import type { Db } from "~/server/database/database";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { listOf, orderOf, within } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { containsText } from "~/server/lib/search";
import { whereRows } from "~/server/lib/where";
import { matchesKeyword } from "../customer/list/pool-list";
import { concernsEstate, selectTrackings } from "./tracking-view";

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort"> & {
  ids?: readonly number[] | undefined;
};

const ofCustomer = sql`join ${customer} on ${customer.id} = ${tracking.customer_id}`;

const trackingOrder = (sort: Query["sort"]): SQL => orderOf(tracking, sort, tracking.id);

/** Visibility and keywords depend on two tables: selects by each, with its own index. */
const either = (own: SQL, about: SQL): SQL =>
  sql`(select ${tracking}.* from ${tracking} where ${tracking.deleted_at} is null and ${own}
    union all select ${tracking}.* from ${tracking} ${ofCustomer}
      where ${tracking.deleted_at} is null and ${customer.deleted_at} is null and ${about} and (${own}) is not true) as ${tracking}`;

/** The follow-ups that match a query, joined with their customers. `source` is limited by visibility, else by the keyword. */
function trackingRows(query: Filters, caller: Caller): { source: SQL | undefined; where: SQL; walked: SQL } {
  const { keyword, customer_id, type, result, user_id, estate_id, is_valid } = query;
  const isAll = caller.scope("customer") === "all";
  const seen = [inScope(tracking.user_id, caller, "customer"), inScope(customer.owner_id, caller, "customer")] as const;
  const named = keyword && ([containsText(tracking.content, keyword), matchesKeyword(keyword, caller)] as const);
  const conditions = [
    isNull(tracking.deleted_at),
    isNull(customer.deleted_at),
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
  const asked = named ? [sql`(${named[0]} or ${named[1]})`] : [];
  const where = sql.join(conditions, sql` and `);
  const walked = sql.join([...conditions, ...asked], sql` and `);
  if (!isAll) return { source: either(...seen), where: walked, walked };
  return { source: named ? either(...named) : undefined, where, walked };
}

/** A page of follow-ups, with the summary of all its rows: of too many only the newest, or those that a keyword finds first. */
export async function trackingPage(db: Db, query: Query, caller: Caller) {
  const { source, where, walked } = trackingRows(query, caller);
  const page = await listOf(db, query, {
    ...{ select: selectTrackings(db, caller).$dynamic(), from: tracking, source, joins: ofCustomer, isApplied: true },
    ...{ where, order: trackingOrder(query.sort) },
    // A frequent word is found soon.
    ...(caller.scope("customer") === "all" ? { walk: { where: walked } } : {}),
  });
  const newest = page.total_capped && !query.keyword ? sql`order by ${trackingOrder("-tracked_at")}` : sql``;
  return {
    ...page,
    summary: await summaryOf(db, page.total, sql`${source ?? tracking} ${ofCustomer} where ${where} ${newest}`),
  };
}

interface Summary extends Record<string, unknown> {
  customers: number;
  valid_rate: number | null;
}

async function summaryOf(db: Db, count: number, rows: SQL) {
  const { rows: summed } = await db.execute<Summary>(sql`
    select count(distinct customer_id)::int as customers,
      round(100.0 * count(*) filter (where is_valid) / nullif(count(*), 0), 1)::float as valid_rate
    from (select ${tracking.customer_id}, ${tracking.is_valid} from ${rows} limit ${listLimit}) counted`);
  return { count, ...found(summed[0]) };
}

/** The numbers of the first follow-ups that match a query, in order. */
export async function trackingIds(
  db: Db,
  { sort, ...query }: Filters & Pick<Query, "sort">,
  caller: Caller,
  limit: number,
): Promise<number[]> {
  const { source, where } = trackingRows(query, caller);
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${tracking.id} from ${source ?? tracking} ${ofCustomer} where ${where} order by ${trackingOrder(sort)} limit ${limit}`,
  );
  return rows.map(({ id }) => Number(id));
}
