import { eq } from "drizzle-orm";
import { errors } from "~/contract/errors";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { batchRow } from "~/server/database/tables/system/system";
import { type Batch, linesOf, type Part, type Undone } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { trackers } from "./write";

/** Puts tracking points back into use that a bulk act has taken out of it, and that nobody has changed since. */
export async function undoTrackers(call: SignedCall, batch: Batch, _now: Date, part?: Part): Promise<Undone> {
  const { db } = call;
  const lines = await db
    .select({ row: tracker, version_after: batchRow.version_after, before: batchRow.before, id: batchRow.row_id })
    .from(batchRow)
    .leftJoin(tracker, eq(tracker.id, batchRow.row_id))
    .where(linesOf(batch, part))
    .orderBy(batchRow.row_id);
  const undone: Undone = { success: [], failed: [] };
  for (const { id, version_after } of lines) {
    const [row] = await db.select().from(tracker).where(eq(tracker.id, id)).for("update");
    if (!row || row.deleted_at !== null) undone.failed.push({ id, code: 40400, message: errors[40400].message });
    else if (row.version !== version_after) undone.failed.push({ id, code: 40901, message: "之后已被修改" });
    else {
      await trackers.change(call, row, { status: "enabled" }, { verb: "撤销停用" });
      undone.success.push(id);
    }
  }
  return undone;
}
