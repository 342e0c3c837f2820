import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Change } from "~/contract/common";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog, tracking } from "~/server/database/tables/customer/customer";
import { batchRow } from "~/server/database/tables/system/system";
import { type Batch, eachRow, linesOf, type Part, type Undone } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { found, Refusal } from "~/server/lib/refusal";
import { setRow } from "~/server/lib/row";
import { type CustomerRecord, nextVersion } from "../customer/row";
import { recount } from "./counters";
import { lockTracking } from "./lock";
import { type Plan, restorePlans } from "./next-step";

type Before = Pick<CustomerRecord, "stage" | "level" | "lost_reason" | "next_tracking_at"> & {
  changes: Change[];
  plans: Plan[];
};

/** Takes follow-ups back, with all that followed from them, as long as nothing has happened to their customers since. */
export async function undoTrackings(call: SignedCall, batch: Batch, _: Date, part?: Part): Promise<Undone> {
  const rows = await call.db.select().from(batchRow).where(linesOf(batch, part)).orderBy(asc(batchRow.row_id));
  const kept = new Map(rows.map((row) => [row.row_id, row]));
  const { done, failed } = await eachRow(call, [...kept.keys()], (one, id) =>
    undoTracking(one, found(kept.get(id)), batch.created_at),
  );
  return { success: done.map(({ id }) => id), failed };
}

async function undoTracking(call: SignedCall, kept: typeof batchRow.$inferSelect, since: string): Promise<void> {
  const { db, user, services } = call;
  const { row_id: id, version_after } = kept;
  const { row, about } = await lockTracking(call, id);
  const [later] = await db
    .select({ id: tracking.id })
    .from(tracking)
    .where(and(eq(tracking.customer_id, about.id), isNull(tracking.deleted_at), gt(tracking.id, id)))
    .limit(1);
  const isChanged = [row, about].some(({ updated_at }) => Date.parse(updated_at) > Date.parse(since));
  if (later || isChanged || about.version !== version_after) throw new Refusal(40901, "之后已被修改");
  const at = isoInstant(services.now());
  const { changes, plans, next_tracking_at, ...was } = kept.before as Before; // written by addTracking
  await setRow(db, tracking, id, { deleted_at: at, ...changedBy(call) });
  if (changes.length) {
    await setRow(db, customer, about.id, { ...was, version: nextVersion, ...changedBy(call) });
    const back = changes.map((change) => ({ ...change, before: change.after, after: change.before }));
    await db
      .insert(customerChangeLog)
      .values({ customer_id: about.id, action: "undo", changes: back, by: user.id, at });
  }
  await recount(db, about.id);
  await restorePlans(call, about, id, { plans, next_tracking_at, since });
}
