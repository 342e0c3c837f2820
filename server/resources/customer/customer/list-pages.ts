import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import type { customer as contract } from "~/contract/customer/customer";
import { customer } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { capped, cappedCount, columnsOf, groupedBy, offsetOf, pageIds, pageOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { checkNarrow, isFiltered } from "~/server/lib/where";
import { claimState } from "./limits";
import { budgetWalk, isFarFrom, isHeldByFew, ownedCounts, ownedOrder, ownedRows } from "./owned-list";
import { idleSince } from "./pool-clock";
import { matchesKeyword, poolOrder, poolRows } from "./pool-list";
import { selectCustomers, toRow, type Viewer, viewerOf } from "./view";

type Asking<Q> = SignedCall & { query: Q };

interface PageQuery {
  page: number;
  page_size: number;
  keyword?: string;
  group?: string | undefined;
}

/** What a page is taken from. */
interface Source {
  where: SQL;
  order: SQL;
  /** The numbers of a page in order, where the order itself has no index. */
  walk?: ((limit: number, offset: number) => SQL) | undefined;
  /** Of what index the hits are found, in words of an order. */
  by?: SQL | undefined;
  /** Whether the order begins far from the rows. */
  isFar?: boolean;
  /** Whether the rows are some people's, who hold few beside all. */
  isNarrow: boolean;
  /** The rows without their keyword, and the keyword's. */
  searched?: { rest: SQL; match: SQL } | undefined;
}

/** One page of some customers, with how many they are. */
async function pageBy(db: SignedCall["db"], viewer: Viewer, query: PageQuery, source: Source) {
  const { where, order, walk, by, isFar, isNarrow, searched } = source;
  const offset = offsetOf(query);
  const gathered = searched || isNarrow ? await gatheredPage(db, query, source) : undefined;
  const total =
    gathered?.total ??
    (await cappedCount(db, sql`from ${customer} where ${where} ${by ? sql`order by ${by}` : sql``}`));
  const walked =
    (total.total_capped && walk?.(query.page_size, offset)) ||
    pageIds(query, { table: customer, id: customer.id, where, order, by, isFar }, total);
  const ids = gathered?.ids ? sql`${sql.param(gathered.ids)}::bigint[]` : sql`array(${walked})`;
  const rows = await selectCustomers(db, viewer).where(sql`${customer.id} = any(${ids})`).orderBy(order);
  const groups = await groupedBy(db, query, { table: customer, from: sql`from ${customer} where ${where}`, total });
  const list = rows.map((row) => toRow(row, viewer));
  return { ...pageOf(query, list, total), ...groups };
}

/**
 * What a keyword finds or some people hold is read out of its index, counted and put in order at once, at most 10,001 rows: nobody knows beforehand how rare
 * a word is, and a walk in the order of the list would pass all rows for one. What is more is common, so that such a walk ends soon: no numbers then.
 */
async function gatheredPage(db: SignedCall["db"], query: PageQuery, { where, order, isNarrow, searched }: Source) {
  // Under the table's own name, which the order says.
  const hits = sql`hit as ${customer}`;
  const columns = sql.join([...new Set([customer.id, ...columnsOf(order)])], sql`, `);
  const page = sql`select ${customer.id} from ${hits} order by ${order} limit ${query.page_size} offset ${offsetOf(query)}`;
  // "offset 0" keeps the planner from reading the index of all that are owned or in the pool beside that of the word.
  const from =
    searched && !isNarrow
      ? sql`(select ${customer}.* from ${customer} where ${searched.match} offset 0) as ${customer} where ${searched.rest}`
      : sql`${customer} where ${where}`;
  const { rows } = await db.execute<{ n: number; ids: string[] }>(sql`
    with hit as materialized (select ${columns} from ${from} limit ${listLimit + 1})
    select (select count(*)::int from hit) as n, array(${page}) as ids`);
  const { n, ids } = found(rows[0]);
  const total = capped(n);
  return { total, ids: total.total_capped ? undefined : ids.map(Number) };
}

/** The pool, a page of it, with what the caller may still claim today. */
export async function poolPage(
  call: Asking<z.output<typeof contract.pool.query>>,
): Promise<z.input<typeof contract.pool.reply>> {
  const { db, query, user } = call;
  const viewer = await viewerOf(call);
  const { keyword, ...rest } = query;
  checkNarrow(query.where, isFiltered(query), customer);
  const page = await pageBy(db, viewer, query, {
    where: poolRows(query, user),
    order: poolOrder(query.sort),
    isNarrow: false,
    searched: keyword ? { rest: poolRows(rest, user), match: matchesKeyword(keyword, user) } : undefined,
  });
  return {
    ...page,
    claim: await claimState(db, user.id, viewer.settings, viewer.now),
  };
}

/** Owned customers, a page of them, with the counts of the tabs. */
export async function ownedPage(
  call: Asking<z.output<typeof contract.list.query>>,
): Promise<z.input<typeof contract.list.reply>> {
  const { db, query, user } = call;
  const viewer = await viewerOf(call);
  const { keyword, ...rest } = query;
  const isHeld = isHeldByFew(query, user);
  checkNarrow(query.where, isFiltered(query) || isHeld || query.view !== "owned", customer);
  const rowsOf = (filters: typeof rest) => ownedRows(filters, user, viewer.settings, viewer.now);
  const where = rowsOf(query);
  const page = await pageBy(db, viewer, query, {
    where,
    order: ownedOrder(query.sort),
    walk: budgetWalk(query.sort, where),
    // Customers of the pool have been idle for long: the planner takes them for owned ones.
    by: query.idle_days_min ? idleSince : undefined,
    isFar: isFarFrom(query),
    isNarrow: isHeld,
    searched: keyword ? { rest: rowsOf(rest), match: matchesKeyword(keyword, user) } : undefined,
  });
  return {
    ...page,
    counts: await ownedCounts(db, user, viewer.settings, viewer.now),
  };
}
