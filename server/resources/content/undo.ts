import { errors } from "~/contract/errors";
import { batchRow } from "~/server/database/tables/system/system";
import { type Batch, linesOf, type Part, type Undone } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { Refusal } from "~/server/lib/refusal";
import type { Kind } from "./kind";

/** Records with a version, as their entity locks and changes them. */
interface Records<R> {
  lock(call: SignedCall, id: number): Promise<R>;
  change(call: SignedCall, row: R, values: Record<string, unknown>, line: { verb: string }): Promise<unknown>;
}

export const undoContent = (kind: Kind) => undoRecords(kind.records);

/** Puts records back to what a bulk act has found them as: those that nobody has changed since. */
export const undoRecords =
  <R extends { version: number }>(records: Records<R>, verb = "撤销批量操作：") =>
  async (call: SignedCall, batch: Batch, _now: Date, part?: Part): Promise<Undone> => {
    const lines = await call.db
      .select({ id: batchRow.row_id, before: batchRow.before, version_after: batchRow.version_after })
      .from(batchRow)
      .where(linesOf(batch, part))
      .orderBy(batchRow.row_id);
    const undone: Undone = { success: [], failed: [] };
    for (const { id, before, version_after } of lines) {
      try {
        const row = await records.lock(call, id);
        if (row.version !== version_after) throw new Refusal(40901, "之后已被修改");
        await records.change(call, row, before, { verb });
        undone.success.push(id);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const message = error.code === 40400 ? errors[40400].message : error.message;
        undone.failed.push({ id, code: error.code, message });
      }
    }
    return undone;
  };
