import { eq } from "drizzle-orm";
import { type BatchAct, batchActs, batch as contract } from "~/contract/batch";
import { isoInstant } from "~/server/database/tables/columns";
import { batch } from "~/server/database/tables/system";
import type { Caller } from "~/server/identity/caller";
import { audit } from "~/server/lib/audit";
import type { Batch, Undone } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { found, Refusal, refuse } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { undoCustomers } from "./batch/undo-customers";
import { isImporting } from "./customer-import/task";

/** What each kind of record knows of undoing; a later area signs up its own. */
const undoers: Readonly<Record<string, (call: SignedCall, held: Batch, now: Date) => Promise<Undone>>> = {
  customer: undoCustomers,
};

export const batchHandlers = [
  serve(contract.undo, async (call) => {
    const { db, user } = call;
    const now = call.services.now();
    const held = await holdBatch(call, call.params.id, now);
    const { success, failed } = await (undoers[held.target_type] ?? refuse(50000))(call, held, now);
    const undo_result = { success: success.length, failed: failed.length };
    await db
      .update(batch)
      .set({ undone_at: isoInstant(now), undone_by: user.id, undo_result })
      .where(eq(batch.id, held.id));
    const name = batchActs[held.act as BatchAct] ?? held.act; // written by keepBatch
    await audit(call, {
      module: held.target_type,
      action: "update",
      target: { type: "batch", id: held.id, name },
      summary: `撤销${name}：恢复${success.length}条${failed.length ? `，${failed.length}条未恢复` : ""}`,
    });
    return { success, failed, batch_id: null };
  }),
];

/** Takes a batch for its undo. Ends the request with 40400, 40301 (somebody else's), 40300 (the act's permission is gone), 40902 (undone before, or an import that still runs), 40905 (too late). */
async function holdBatch({ db, user }: SignedCall, id: number, now: Date): Promise<Batch> {
  const [row] = await db.select().from(batch).where(eq(batch.id, id)).for("update");
  const held = found(row);
  if (held.user_id !== user.id && !isSuperAdmin(user)) return refuse(40301);
  if (!new Set<string>(user.permissions).has(held.permission)) return refuse(40300);
  if (held.undone_at) return refuse(40902);
  if (await isImporting(db, now, id)) throw new Refusal(40902, "导入仍在进行，请等待其完成");
  const { "system.undo_hours": hours } = await readSettings(db);
  return now.getTime() - Date.parse(held.created_at) > hours * 3_600_000 ? refuse(40905) : held;
}

const isSuperAdmin = ({ roles }: Caller) => roles.some(({ code }) => code === "super_admin");
