import { type AnyColumn, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import type { tracking as contract } from "~/contract/customer/tracking";
import type { Database, Transaction } from "~/server/database/database";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { trackingMarks } from "~/server/database/tables/search";
import { fewInScope, inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { capped, orderOf, skimmed, within } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import { bearsOf, containsMarked, includesText, isOneGram, isPlain, searchedText } from "~/server/lib/search";
import { whereRows } from "~/server/lib/where";
import { matchesKeyword } from "../customer/pool-list";
import { concernsEstate } from "./tracking-view";

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort"> & {
  /** Of an export: only these. */
  ids?: readonly number[] | undefined;
};
type Sort = Query["sort"];
type Db = Database | Transaction;

/** One way to find follow-ups: what is asked of the follow-up itself and of its customer. */
interface Way {
  /** Alternatives that exclude each other. */
  own: SQL[];
  about: SQL[];
}

/**
 * The follow-ups that a query asks for, the same for the list, its summary and its export. "Written by one in scope or about their customer" and "in the
 * text or of the customer" lie in two tables, so that no index knows the whole: each way is asked by itself, and none finds what one before it has found.
 */
function ways(
  query: Filters,
  caller: Caller,
  { people, isRead = false }: { people?: number[] | undefined; isRead?: boolean } = {},
): Way[] {
  const { keyword, customer_id, type, result, user_id, estate_id, is_valid } = query;
  const conditions = [
    isThere,
    ...(query.ids?.length ? [inArray(tracking.id, [...query.ids])] : []),
    ...(customer_id ? [eq(tracking.customer_id, customer_id)] : []),
    ...(type?.length ? [inArray(tracking.type, type)] : []),
    ...(result?.length ? [inArray(tracking.result, result)] : []),
    ...(user_id ? [eq(tracking.user_id, user_id)] : []),
    ...(estate_id ? [concernsEstate(estate_id)] : []),
    // In the words of their indexes.
    ...(is_valid === undefined ? [] : [is_valid ? sql`${tracking.is_valid}` : sql`not ${tracking.is_valid}`]),
    ...within(tracking.tracked_at, query.tracked_from, query.tracked_to),
    ...whereRows(query.where, tracking),
  ];
  return scopes(caller, keyword ? undefined : people).flatMap((scope, index) =>
    words(keyword, caller, { people, isRead, isOthers: index > 0 }).map((word) => ({
      own: scope.own.flatMap((one) => word.own.map((other) => sql.join([...conditions, one, other], sql` and `))),
      about: [...scope.about, ...word.about],
    })),
  );
}

/** What the index of names is of. */
const isThere = sql`${tracking.deleted_at} is null and not ${tracking.of_recycled}`;

const everything: Way = { own: [sql`true`], about: [] };

/** The follow-ups that a caller sees: written inside their scope, or about a customer owned inside it (domain A.1). */
function scopes(caller: Caller, people: number[] | undefined): Way[] {
  if (caller.scope("customer") === "all") return [everything];
  const written = inScope(tracking.user_id, caller, "customer");
  return [
    { own: people?.length ? people.map((id) => eq(tracking.user_id, id)) : [written], about: [] },
    { own: [sql`(${written}) is not true`], about: [inScope(customer.owner_id, caller, "customer")] },
  ];
}

interface Reading {
  people: number[] | undefined;
  /** Whether something else finds the rows, which are then read as they stand. */
  isRead: boolean;
  /** What others wrote, found by its customers: whom it is of says nothing, and of a few people's customers all is read through. */
  isOthers: boolean;
}

/** What a keyword may be in: the text, or what tells of the customer, each together with who wrote it. */
function words(keyword: string | undefined, caller: Caller, { people, isRead, isOthers }: Reading): Way[] {
  if (!keyword) return [everything];
  const writers = isOthers ? undefined : people;
  const holders = isOthers ? people : undefined;
  const holds = (column: AnyColumn, live: SQL[]) =>
    isRead || holders
      ? includesText(column, keyword)
      : containsMarked(column, marksOf(column), keyword, [...live, ...bearsOf(marksOf(column), "u", writers)]);
  const text = holds(tracking.content, []);
  const rest = sql`(${text}) is not true`;
  return [
    { own: [text], about: [] },
    isOthers || isPlain(keyword)
      ? { own: [rest], about: [matchesKeyword(keyword, caller, holders && { holders })] }
      : { own: [sql`${rest} and ${holds(tracking.customer_name, [isThere])}`], about: [] },
  ];
}

const marksOf = (column: AnyColumn): SQL => trackingMarks(searchedText(column), tracking.user_id);

const source = sql`from ${tracking} join ${customer} on ${customer.id} = ${tracking.customer_id}`;
const columns = { tracked_at: tracking.tracked_at, created_at: tracking.created_at };

const kept = (about: SQL[]): SQL => sql.join([sql`${customer.deleted_at} is null`, ...about], sql` and `);

/** Follow-ups whose customers are like this; those of recycled customers are marked, so that without a condition no customer is asked. */
const rowsAbout = (about: SQL[]): SQL =>
  about.length ? sql`${source} where ${kept(about)}` : sql`from ${tracking} where true`;

/** The list's order, equals by age. */
export const trackingOrder = (sort: Sort): SQL => orderOf(columns, sort, tracking.id);

type Window = { limit: number; offset: number };

const momentOf = (sort: Sort) =>
  sort === "created_at" || sort === "-created_at" ? tracking.created_at : tracking.tracked_at;

const inTurn = (sort: Sort): SQL => (sort.startsWith("-") ? sql`at desc, id desc` : sql`at asc, id asc`);

const inWindow = (from: SQL, sort: Sort, { limit, offset }: Window): SQL =>
  sql`select id, at from ${from} order by ${inTurn(sort)} limit ${limit} offset ${offset}`;

/** The numbers of the follow-ups that a query asks for, in order; ways that find few are put in order afterwards, the others are walked in it. */
export async function trackingIds(
  db: Db,
  { sort, ...query }: Filters & { sort: Sort },
  caller: Caller,
  window: Window,
  isRare: readonly boolean[] = [],
): Promise<number[]> {
  const end = sql`limit ${window.limit + window.offset}`;
  const chosen = (own: SQL, about: SQL[]) =>
    sql`select ${tracking.id} as id, ${momentOf(sort)} as at ${rowsAbout(about)} and ${own}`;
  const walked = ({ own, about }: Way) => {
    const parts = own.map((one) => sql`(${chosen(one, about)} order by ${trackingOrder(sort)} ${end})`);
    if (parts.length === 1) return parts[0] ?? refuse(50000);
    return sql`(select * from (${sql.join(parts, sql` union all `)}) parts order by ${inTurn(sort)} ${end})`;
  };
  // "offset 0" keeps the planner from walking all rows in order for the few.
  const gathered = ({ own, about }: Way) => {
    const parts = own.map((one) => sql`(${chosen(one, about)} offset 0)`);
    return sql`(select * from (${sql.join(parts, sql` union all `)}) few order by ${inTurn(sort)} ${end})`;
  };
  // Their index has the follow-ups of one person in the order of their moments alone.
  const isInOrder = query.keyword || momentOf(sort) === tracking.tracked_at;
  const people = isInOrder ? await fewInScope(db, caller, "customer") : undefined;
  const all = ways(query, caller, { people });
  const [written, about] = all;
  if (written && about && !query.keyword) {
    // What others wrote about one's own customers is rare: it is asked for only as far back as the page reaches.
    const last = await reachOf(db, walked(written), sort, window);
    const others = last ? { ...about, about: [...about.about, reaches(sort, last)] } : about;
    return idsOf(db, inWindow(sql`(${walked(written)} union all ${gathered(others)}) way`, sort, window));
  }
  const read = isRare.length ? ways(query, caller, { isRead: true }) : [];
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

/** Of the customers those are asked whose last follow-up is as late, which the index of what one holds knows. */
function reaches(sort: Sort, last: string): SQL {
  if (!sort.startsWith("-")) return sql`${momentOf(sort)} <= ${last}::timestamptz`;
  const isLate = sql`${momentOf(sort)} >= ${last}::timestamptz`;
  return sort === "-tracked_at" ? sql`${isLate} and ${customer.last_tracking_at} >= ${last}::timestamptz` : isLate;
}

interface Counted extends Record<string, unknown> {
  count: number;
  customers: number;
  valid_rate: number | null;
  /** The page's numbers, in the order that was asked for where the hits know it. */
  ids: (string | number)[];
  by_way: number[];
  /** Whether only the first way was asked, having found enough. */
  is_first: boolean;
  /** The moment of the page's last row. */
  reach: string | null;
}

/**
 * One page's numbers, and what the list says of all its rows; of more than a list has, of those found first, without a keyword the newest. What is found
 * is put in order from there, since nobody knows beforehand how rare a word is; only of more than a list has the page is found by walking.
 */
export async function trackingPage(db: Db, query: Filters & { sort: Sort }, caller: Caller, window: Window) {
  const { keyword, sort } = query;
  // Without a keyword the hits come out of an index, which knows no other moment.
  const isByTracked = momentOf(sort) === tracking.tracked_at;
  const people = await fewInScope(db, caller, "customer");
  const all = ways(query, caller, { people });
  const hits = all.map((way, index) =>
    hitsOf(
      way,
      sql`${index}::int as way, ${tracking.id} as id, ${keyword ? momentOf(sort) : tracking.tracked_at} as at`,
      !keyword,
    ),
  );
  // With a keyword every way is counted for itself: the page has to know how much it finds.
  const end = keyword ? sql`` : sql`limit ${listLimit + 1}`;
  const byWay = sql`select (select count(*)::int from hit where hit.way = one) from generate_series(0, ${hits.length - 1}::int) one`;
  const counting = sql`
    with hit as materialized (select * from (${sql.join(hits, sql` union all `)}) way ${end}),
      page as materialized (${inWindow(sql`hit`, sort, window)})
    select count(*)::int as count, count(distinct customer_id)::int as customers,
      round(100.0 * count(*) filter (where is_valid) / nullif(count(*), 0), 1)::float as valid_rate,
      array(select id from page) as ids, max(way) = 0 as is_first, (select min(at)::text from page) as reach,
      array(${keyword ? byWay : sql`select null::int limit 0`}) as by_way
    from (select * from hit limit ${listLimit + 1}) counted`;
  // Of a common word more than a list has is known before all of it is read.
  const mayBeCommon = isOneGram(keyword) && caller.scope("customer") === "all";
  const skim = mayBeCommon ? await skimmed<Counted>(db, counting) : undefined;
  const isEnough = skim !== undefined && skim.count > listLimit;
  const found = isEnough ? skim : (await db.execute<Counted>(counting)).rows[0];
  const { count, ids, by_way, is_first, reach, ...rest } = found ?? refuse(50000);
  const total = capped(count);
  const summary = { ...rest, count: total.total };
  const isFound = total.total_capped
    ? !keyword && sort === "-tracked_at" && is_first && reach && !(await isPreceded(db, all[1], reach))
    : keyword || isByTracked;
  if (isFound) return { total, summary, ids: ids.map(Number) };
  const isRare = by_way.map((few) => few <= listLimit);
  return { total, summary, ids: await trackingIds(db, query, caller, window, isRare) };
}

/** Whether a way finds anything as late as the last row of a page. */
async function isPreceded(db: Db, way: Way | undefined, reach: string): Promise<boolean> {
  if (!way) return false;
  const [own = sql`false`] = way.own;
  const { rows } = await db.execute(
    sql`select 1 ${source} where ${own} and ${kept([...way.about, reaches("-tracked_at", reach)])} limit 1`,
  );
  return rows.length > 0;
}

/** What a way finds, at most as many as a list has and one more. */
function hitsOf({ own, about }: Way, chosen: SQL, isNewest: boolean): SQL {
  const columns = sql`${chosen}, ${tracking.customer_id} as customer_id, ${tracking.is_valid} as is_valid`;
  const order = isNewest ? sql`order by at desc, id desc` : sql``;
  const end = sql`limit ${listLimit + 1}`;
  if (about.length && isNewest) {
    // Customer by customer, out of the index of each one's follow-ups ("offset 0" keeps the planner from reading everybody's): those of the scope's customers are few beside all of a month.
    const each = sql.join(
      own.map((one) => sql`select ${columns} from ${tracking} where ${tracking.customer_id} = held.id and ${one}`),
      sql` union all `,
    );
    return sql`(select part.* from (select ${customer.id} as id from ${customer} where ${kept(about)} offset 0) held
      cross join lateral (select * from (${each}) own offset 0) part ${order} ${end})`;
  }
  const parts = sql.join(
    own.map((one) => sql`(select ${columns} ${rowsAbout(about)} and ${one} ${order})`),
    sql` union all `,
  );
  return sql`(select * from (${parts}) part ${order} ${end})`;
}
