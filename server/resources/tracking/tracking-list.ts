import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import type { tracking as contract } from "~/contract/tracking";
import type { Database, Transaction } from "~/server/database/database";
import { customer, tracking } from "~/server/database/tables/customer";
import type { Caller } from "~/server/identity/caller";
import { inScope } from "~/server/identity/scope";
import { capped, orderOf, within } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import { containsText, includesText } from "~/server/lib/search";
import { matchesKeyword } from "../customer/pool-list";

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort">;
type Sort = Query["sort"];
type Db = Database | Transaction;

/**
 * The follow-ups that a query asks for, the same for the list, its summary and its export. "Written by one in scope or about his customer" and "in the
 * text or of the customer" lie in two tables, so that no index knows the whole: each way is asked by itself, and none finds what one before it has found.
 * One's own follow-ups are few enough to be read through.
 */
function ways(query: Filters, caller: Caller, isRead = caller.scope("customer") === "self"): SQL[] {
  const { keyword, customer_id, type, result, user_id, is_valid } = query;
  const conditions = sql.join(
    [
      sql`${tracking.deleted_at} is null and ${customer.deleted_at} is null`,
      ...(customer_id ? [eq(tracking.customer_id, customer_id)] : []),
      ...(type?.length ? [inArray(tracking.type, type)] : []),
      ...(result?.length ? [inArray(tracking.result, result)] : []),
      ...(user_id ? [eq(tracking.user_id, user_id)] : []),
      ...(is_valid === undefined ? [] : [eq(tracking.is_valid, is_valid)]),
      ...within(tracking.tracked_at, query.tracked_from, query.tracked_to),
    ],
    sql` and `,
  );
  const byScope = oneAfterTheOther(scopes(caller));
  const byWord = oneAfterTheOther(keyword ? words(keyword, caller, isRead) : []);
  return byScope.flatMap((scope) => byWord.map((word) => sql`${conditions} and ${scope} and ${word}`));
}

/** The follow-ups that a caller sees: written inside his scope, or about a customer owned inside it (domain A.1). */
function scopes(caller: Caller): SQL[] {
  const scope = caller.scope("customer");
  if (scope === "all") return [];
  const written = inScope(tracking.user_id, caller, "customer");
  if (scope !== "self") return [written, inScope(customer.owner_id, caller, "customer")];
  // One's own customers are few: their follow-ups are looked up one customer after the other.
  const own = sql`select ${customer.id} from ${customer} where ${customer.owner_id} = ${caller.id} and ${customer.deleted_at} is null`;
  return [written, sql`${tracking.customer_id} = any(array(${own}))`];
}

/** What a keyword may be in; the texts are read where its index would not make them fewer. */
function words(keyword: string, caller: Caller, isRead: boolean): SQL[] {
  const text = isRead ? includesText(tracking.content, keyword) : containsText(tracking.content, keyword);
  return [text, matchesKeyword(keyword, caller)];
}

/** Alternatives that exclude each other; without any, everything. */
function oneAfterTheOther(alternatives: SQL[]): SQL[] {
  if (alternatives.length === 0) return [sql`true`];
  return alternatives.map((one, index) =>
    sql.join(
      [sql`(${one})`, ...alternatives.slice(0, index).map((earlier) => sql`(${earlier}) is not true`)],
      sql` and `,
    ),
  );
}

const source = sql`from ${tracking} join ${customer} on ${customer.id} = ${tracking.customer_id}`;
const columns = { tracked_at: tracking.tracked_at, created_at: tracking.created_at };

/** The list's order, equals by age. */
export const trackingOrder = (sort: Sort): SQL => orderOf(columns, sort, tracking.id);

type Window = { limit: number; offset: number };

const momentOf = (sort: Sort) =>
  sort === "created_at" || sort === "-created_at" ? tracking.created_at : tracking.tracked_at;

const inTurn = (sort: Sort): SQL => (sort.startsWith("-") ? sql`at desc, id desc` : sql`at asc, id asc`);

const inWindow = (from: SQL, sort: Sort, { limit, offset }: Window): SQL =>
  sql`select id from ${from} order by ${inTurn(sort)} limit ${limit} offset ${offset}`;

/** The numbers of the follow-ups that a query asks for, in order; ways that find few are put in order afterwards, the others are walked in it. */
export async function trackingIds(
  db: Db,
  { sort, ...query }: Filters & { sort: Sort },
  caller: Caller,
  window: Window,
  isRare: readonly boolean[] = [],
): Promise<number[]> {
  const chosen = sql`${tracking.id} as id, ${momentOf(sort)} as at`;
  const end = sql`limit ${window.limit + window.offset}`;
  const read = isRare.length ? ways(query, caller, true) : [];
  const walked = (way: SQL) => sql`(select ${chosen} ${source} where ${way} order by ${trackingOrder(sort)} ${end})`;
  // "offset 0" keeps the planner from walking all rows in order for the few.
  const gathered = (way: SQL) =>
    sql`(select * from (select ${chosen} ${source} where ${way} offset 0) few order by ${inTurn(sort)} ${end})`;
  const all = ways(query, caller);
  const [written, about] = all;
  if (written && about && all.length === 2 && !query.keyword && caller.scope("customer") === "team") {
    // What others wrote about a team's customers is rare: it is walked only as far back as the page reaches.
    const last = await reachOf(db, walked(written), sort, window);
    const others = last ? walked(sql`${about} and ${reaches(sort, last)}`) : gathered(about);
    return idsOf(db, inWindow(sql`(${walked(written)} union all ${others}) way`, sort, window));
  }
  const first = all.map((way, index) => (isRare[index] ? gathered(way) : walked(read[index] ?? way)));
  return idsOf(db, inWindow(sql`(${sql.join(first, sql` union all `)}) way`, sort, window));
}

async function idsOf(db: Db, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(query);
  return rows.map(({ id }) => Number(id));
}

/** The moment of the last row that a page can show, if there are rows enough to fill it. */
async function reachOf(db: Db, rows: SQL, sort: Sort, { limit, offset }: Window): Promise<string | undefined> {
  const last = sort.startsWith("-") ? sql`min(at)` : sql`max(at)`;
  const found = await db.execute<{ count: number; at: string | null }>(
    sql`select count(*)::int as count, ${last}::text as at from ${rows} first`,
  );
  const { count, at } = found.rows[0] ?? refuse(50000);
  return count === limit + offset && at ? at : undefined;
}

const reaches = (sort: Sort, last: string): SQL =>
  sort.startsWith("-")
    ? sql`${momentOf(sort)} >= ${last}::timestamptz`
    : sql`${momentOf(sort)} <= ${last}::timestamptz`;

interface Counted extends Record<string, unknown> {
  count: number;
  customers: number;
  valid_rate: number | null;
  /** The page's numbers, where a keyword was asked for. */
  ids: string[] | null;
  by_way: number[];
}

/**
 * One page's numbers, and what the list says of all its rows; of more than a list has, of those found first, without a keyword the newest. What a keyword
 * finds is put in order from there, since nobody knows beforehand how rare a word is; only a common one is found by walking.
 */
export async function trackingPage(db: Db, query: Filters & { sort: Sort }, caller: Caller, window: Window) {
  const { keyword, sort } = query;
  const order = keyword ? sql`` : sql`order by ${tracking.tracked_at} desc`;
  const hits = ways(query, caller).map(
    (way, index) => sql`(select ${index}::int as way, ${tracking.id} as id, ${momentOf(sort)} as at,
      ${tracking.customer_id} as customer_id, ${tracking.is_valid} as is_valid
      ${source} where ${way} ${order} limit ${listLimit + 1})`,
  );
  // With a keyword every way is counted for itself: the page has to know how much it finds.
  const end = keyword ? sql`` : sql`limit ${listLimit + 1}`;
  const page = keyword ? sql`array(${inWindow(sql`hit`, sort, window)})` : sql`null::bigint[]`;
  const { rows } = await db.execute<Counted>(sql`
    with hit as materialized (select * from (${sql.join(hits, sql` union all `)}) way ${end})
    select count(*)::int as count, count(distinct customer_id)::int as customers,
      round(100.0 * count(*) filter (where is_valid) / nullif(count(*), 0), 1)::float as valid_rate, ${page} as ids,
      array(select (select count(*)::int from hit where hit.way = one) from generate_series(0, ${hits.length - 1}::int) one) as by_way
    from (select * from hit limit ${listLimit + 1}) counted`);
  const { count, ids, by_way, ...rest } = rows[0] ?? refuse(50000);
  const total = capped(count);
  const summary = { ...rest, count: total.total };
  if (ids && !total.total_capped) return { total, summary, ids: ids.map(Number) };
  const isRare = keyword ? by_way.map((few) => few <= listLimit) : [];
  return { total, summary, ids: await trackingIds(db, query, caller, window, isRare) };
}
