import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import type { customer as contract } from "~/contract/customer";
import { customer } from "~/server/database/tables/customer";
import type { SignedCall } from "~/server/lib/call";
import { capped, cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { claimState } from "./limits";
import { ownedCounts, ownedOrder, ownedRows } from "./owned-list";
import { poolOrder, poolRows } from "./pool-list";
import { selectCustomers, toRow, type Viewer, viewerOf } from "./view";

type Asking<Q> = SignedCall & { query: Q };

interface PageQuery {
  page: number;
  page_size: number;
  keyword?: string;
}

/** The page's customers by their numbers: what is sorted is narrow, and the rest is read for those alone. */
const onPage = (query: PageQuery, from: SQL, order: SQL): SQL =>
  sql`array(select ${customer.id} from ${from} order by ${order} limit ${query.page_size} offset ${offsetOf(query)})`;

/** One page of some customers, with how many they are. */
async function pageBy(db: SignedCall["db"], viewer: Viewer, query: PageQuery, where: SQL, order: SQL) {
  const walked = onPage(query, sql`${customer} where ${where}`, order);
  const searched = query.keyword ? await searchedPage(db, query, where, order) : undefined;
  const rows = await selectCustomers(db, viewer)
    .where(sql`${customer.id} = any(${searched?.ids ? sql`${sql.param(searched.ids)}::bigint[]` : walked})`)
    .orderBy(order);
  const list = rows.map((row) => toRow(row, viewer));
  return pageOf(query, list, searched?.total ?? (await cappedCount(db, sql`from ${customer} where ${where}`)));
}

/**
 * What a keyword finds is read out of its index, counted and put in order at once, at most 10,001 rows: nobody knows beforehand how rare a word is,
 * and a walk in the order of the list would pass all rows for one. A word that finds more is common, so that such a walk ends soon: no numbers then.
 */
async function searchedPage(db: SignedCall["db"], query: PageQuery, where: SQL, order: SQL) {
  // Under the table's own name, which the order says.
  const hits = sql`hit as ${customer}`;
  const { rows } = await db.execute<{ n: number; ids: string[] }>(sql`
    with hit as materialized (select ${customer}.* from ${customer} where ${where} limit ${listLimit + 1})
    select (select count(*)::int from hit) as n, ${onPage(query, hits, order)} as ids`);
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
  const where = poolRows(query, user);
  const order = poolOrder(query.sort);
  return {
    ...(await pageBy(db, viewer, query, where, order)),
    claim: await claimState(db, user.id, viewer.settings, viewer.now),
  };
}

/** Owned customers, a page of them, with the counts of the tabs. */
export async function ownedPage(
  call: Asking<z.output<typeof contract.list.query>>,
): Promise<z.input<typeof contract.list.reply>> {
  const { db, query, user } = call;
  const viewer = await viewerOf(call);
  const where = ownedRows(query, user, viewer.settings, viewer.now);
  const order = ownedOrder(query.sort);
  return {
    ...(await pageBy(db, viewer, query, where, order)),
    counts: await ownedCounts(db, user, viewer.settings, viewer.now),
  };
}
