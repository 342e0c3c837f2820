import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { share } from "~/server/database/tables/share/share";
import { setRows } from "~/server/lib/call";
import type { OfCustomer } from "~/server/lib/services";

export const sharesOfCustomer: OfCustomer["share"] = {
  merge: (db, targetId, sourceId) =>
    setRows(db, share, eq(share.customer_id, sourceId), {
      customer_id: targetId,
      updated_at: sql`${share.updated_at}`,
    }),
  forget: forgetShares,
};

/** What was sent to them is withdrawn, and what was written to them goes; numbers, states and dates stay. */
async function forgetShares(db: Transaction, customerId: number) {
  const theirs = eq(share.customer_id, customerId);
  const stays = { updated_at: sql`${share.updated_at}` };
  await setRows(db, share, and(theirs, eq(share.status, "active")), {
    ...{ status: "withdrawn", version: sql`${share.version} + 1`, ...stays },
  });
  await setRows(db, share, theirs, { note: null, ...stays });
  return [];
}
