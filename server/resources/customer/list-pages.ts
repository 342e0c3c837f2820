import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { customer as contract } from "~/contract/customer";
import { customer } from "~/server/database/tables/customer";
import type { SignedCall } from "~/server/lib/call";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { claimState } from "./limits";
import { ownedCounts, ownedOrder, ownedRows } from "./owned-list";
import { poolOrder, poolRows } from "./pool-list";
import { selectCustomers, toRow, type Viewer, viewerOf } from "./view";

type Asking<Q> = SignedCall & { query: Q };

/** The page's customers by their numbers: what is sorted is narrow, and the rest is read for those alone. */
const onPage = (query: { page: number; page_size: number }, where: SQL, order: SQL): SQL =>
  sql`${customer.id} = any(array(select ${customer.id} from ${customer} where ${where}
    order by ${order} limit ${query.page_size} offset ${offsetOf(query)}))`;

/** One page of some customers, with how many they are. */
async function pageBy(
  db: SignedCall["db"],
  viewer: Viewer,
  query: { page: number; page_size: number },
  where: SQL,
  order: SQL,
) {
  const rows = await selectCustomers(db, viewer)
    .where(onPage(query, where, order))
    .orderBy(order);
  const list = rows.map((row) => toRow(row, viewer));
  return pageOf(query, list, await cappedCount(db, sql`from ${customer} where ${where}`));
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
