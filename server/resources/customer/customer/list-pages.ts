import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import type { customer as contract } from "~/contract/customer/customer";
import { customer } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { capped, cappedCount, gatheredPage, groupedBy, isCommon, offsetOf, pageIds, pageOf } from "~/server/lib/list";
import { isOneGram } from "~/server/lib/search";
import { checkNarrow, isFiltered } from "~/server/lib/where";
import { claimState } from "./limits";
import { markedRows } from "./marks";
import {
  budgetWalk,
  districtsOf,
  isFarFrom,
  isHeldByFew,
  ownedCounts,
  ownedMatch,
  ownedOrder,
  ownedRows,
} from "./owned-list";
import { idleSince, warnedMadeBefore } from "./pool-clock";
import { pooledMatch, poolOrder, poolRows } from "./pool-list";
import { selectCustomers, toRow, type Viewer, viewerOf } from "./view";
import { fewHolders, type Way } from "./words";

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
  /** The same rows as a walk in the list's order asks each of them. */
  walked: SQL;
  /** The same rows as "from …", where they are found in a way of their own. */
  found?: SQL | undefined;
  /** Whether the order begins far from the rows. */
  isFar?: boolean;
  /** Whether the rows are some people's, who hold few beside all. */
  isNarrow: boolean;
  /** The rows without their keyword, and the keyword's. */
  searched?: { rest: SQL; match: SQL } | undefined;
  /** Where one word is all that is asked for: it may be a common one. */
  isOneWord: boolean;
}

/** One page of some customers, with how many they are. */
async function pageBy(db: SignedCall["db"], viewer: Viewer, query: PageQuery, source: Source) {
  const { order, where } = source;
  const { total, ids } = await numbersOf(db, query, source);
  const isEmpty = total.total === 0 || query.page_size === 0;
  const onPage = sql`${customer.id} = any(${ids})`;
  const rows = isEmpty ? [] : await selectCustomers(db, viewer).where(onPage).orderBy(order);
  const groups = await groupedBy(db, query, { table: customer, from: sql`from ${customer} where ${where}`, total });
  const list = rows.map((row) => toRow(row, viewer));
  return { ...pageOf(query, list, total), ...groups };
}

async function numbersOf(db: SignedCall["db"], query: PageQuery, source: Source) {
  const { where, order, walk, by, found, isFar, isNarrow, searched, isOneWord } = source;
  const paged = { table: customer, id: customer.id, order };
  const rows = sql`from ${customer} where ${where}`;
  const numbers = async (): Promise<{ total: ReturnType<typeof capped>; ids?: number[] | undefined }> => {
    const common = capped(listLimit + 1);
    if (isOneWord && (await isCommon(db, rows))) return { total: common };
    if (found) return gatheredPage(db, query, { ...paged, from: found });
    if (!searched && !isNarrow)
      return { total: await cappedCount(db, sql`${rows} ${by ? sql`order by ${by}` : sql``}`) };
    // "offset 0" keeps the planner from reading the index of all that are owned or in the pool beside that of the word.
    const matched = sql`from (select ${customer}.* from ${customer} where ${searched?.match} offset 0) as ${customer} where ${searched?.rest}`;
    return gatheredPage(db, query, { ...paged, from: searched && !isNarrow ? matched : rows });
  };
  const { total, ids } = await numbers();
  if (ids) return { total, ids: sql`${sql.param(ids)}::bigint[]` };
  const walked =
    (total.total_capped && walk?.(query.page_size, offsetOf(query))) ||
    pageIds(query, { ...paged, where: total.total_capped ? source.walked : where, by, isFar }, total);
  return { total, ids: sql`array(${walked})` };
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
    walked: poolRows(query, user, "walked"),
    order: poolOrder(query.sort),
    isNarrow: false,
    searched: keyword ? { rest: poolRows(rest, user), match: pooledMatch(keyword, user) } : undefined,
    isOneWord: isOneWord(query),
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
  const isWorded = keyword || query.tag || query.country;
  const holders = isWorded ? await fewHolders(db, query, user) : undefined;
  const { settings, now } = viewer;
  const places = await districtsOf(db, query);
  const rowsOf = (filters: typeof rest, way: Way = { holders }) =>
    ownedRows({ ...filters, ...places }, user, settings, now, way);
  const isNarrow = isHeldByFew(query, user);
  checkNarrow(query.where, isFiltered(query) || isNarrow || query.view !== "owned", customer);
  const where = rowsOf(query);
  const walked = rowsOf(query, "walked");
  const isWarning = query.view === "warning";
  const page = await pageBy(db, viewer, query, {
    where,
    order: ownedOrder(query.sort),
    walk: budgetWalk(query.sort, where),
    // Customers of the pool have been idle for long: the planner takes them for owned ones.
    by: query.idle_days_min ? idleSince : undefined,
    isFar: isFarFrom(query),
    isNarrow,
    walked: isWarning ? sql`${walked} and ${warnedMadeBefore(settings, now)}` : walked,
    found: isNarrow
      ? undefined
      : await markedRows(db, query, viewer, { rest: walked, others: rowsOf({ ...query, view: "owned" }, "walked") }),
    searched: keyword ? { rest: rowsOf(rest), match: ownedMatch(keyword, user) } : undefined,
    isOneWord: !isNarrow && query.view === "owned" && isOneWord(query),
  });
  return {
    ...page,
    counts: await ownedCounts(db, user, settings, now),
  };
}

/** Whether a query asks for one tag, one country or a keyword of one pair of characters, and for nothing else. */
function isOneWord({
  page: _,
  page_size: __,
  sort: ___,
  view: ____,
  ...filters
}: PageQuery & Record<string, unknown>): boolean {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const [[name, value] = [], ...others] = given;
  if (others.length > 0) return false;
  if (name === "keyword") return isOneGram(value);
  return (name === "tag" || name === "country") && Array.isArray(value) && value.length === 1;
}
