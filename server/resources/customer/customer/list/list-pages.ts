import type { z } from "zod";
import type { customer as contract } from "~/contract/customer/customer";
import { customer } from "~/server/database/tables/customer/customer";
import { listOf } from "~/server/lib/list";
import type { SignedCall } from "~/server/lib/services";
import { claimState } from "../ownership/limits";
import { selectCustomers, toRow, viewerOf } from "../view";
import { districtsOf, ownedCounts, ownedOrder, ownedRows } from "./owned-list";
import { poolOf, poolOrder } from "./pool-list";

export type Asking<Q> = SignedCall & { query: Q };
export async function poolPage(call: Asking<z.output<typeof contract.pool.query>>) {
  const { db, query, user } = call;
  const viewer = await viewerOf(call);
  const claim = await claimState(db, user.id, viewer.settings, viewer.now);
  const page = await listOf(
    db,
    query,
    {
      ...{ select: selectCustomers(db, viewer).$dynamic(), from: customer },
      ...{ where: poolOf(query, viewer, claim), order: poolOrder(query.sort), isApplied: true },
    },
    (row) => toRow(row, viewer),
  );
  const most_at_once = viewer.settings["customer.batch_rows"];
  return { ...page, most_at_once, claim };
}
export async function ownedPage(call: Asking<z.output<typeof contract.list.query>>) {
  const { db, query, user } = call;
  const viewer = await viewerOf(call);
  const { settings, now } = viewer;
  const asked = { ...query, ...(await districtsOf(db, query)) };
  const page = await listOf(
    db,
    query,
    {
      ...{ select: selectCustomers(db, viewer).$dynamic(), from: customer },
      ...{ where: ownedRows(asked, user, settings, now), order: ownedOrder(query.sort), isApplied: true },
    },
    (row) => toRow(row, viewer),
  );
  return { ...page, most_at_once: settings["customer.batch_rows"], counts: await ownedCounts(db, user, settings, now) };
}
