import { errors } from "~/contract/errors";
import { batchRow } from "~/server/database/tables/system/system";
import { type Batch, linesOf, type Part, type Undone } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { Refusal } from "~/server/lib/refusal";
import type { Kind } from "./kind";

/** Puts pieces back to what a bulk act has found them as: those that nobody has changed since. */
export const undoContent =
  (kind: Kind) =>
  async (call: SignedCall, batch: Batch, _now: Date, part?: Part): Promise<Undone> => {
    const lines = await call.db
      .select({ id: batchRow.row_id, before: batchRow.before, version_after: batchRow.version_after })
      .from(batchRow)
      .where(linesOf(batch, part))
      .orderBy(batchRow.row_id);
    const undone: Undone = { success: [], failed: [] };
    for (const { id, before, version_after } of lines) {
      try {
        const row = await kind.records.lock(call, id);
        if (row.version !== version_after) throw new Refusal(40901, "之后已被修改");
        await kind.records.change(call, row, before, { verb: "撤销批量操作：" });
        undone.success.push(id);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const message = error.code === 40400 ? errors[40400].message : error.message;
        undone.failed.push({ id, code: error.code, message });
      }
    }
    return undone;
  };
