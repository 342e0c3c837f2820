import { eq } from "drizzle-orm";
import { batch as contract, undoneAtOnce } from "~/contract/batch";
import { batch } from "~/server/database/tables/system";
import type { Caller } from "~/server/identity/caller";
import type { Batch } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { found, Refusal, refuse } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { undoCustomers } from "./batch/undo-customers";
import { beginUndo, endUndo, toUndo, type Undoer } from "./batch/undo-task";
import { isImporting } from "./customer-import/task";

/** What each kind of record knows of undoing; a later area signs up its own. */
const undoers: Readonly<Record<string, Undoer>> = {
  customer: undoCustomers,
};

export const batchHandlers = [
  serve(contract.undo, async (call) => {
    const now = call.services.now();
    const held = await holdBatch(call, call.params.id, now);
    const undo = undoers[held.target_type] ?? refuse(50000);
    if (held.count > undoneAtOnce) {
      const task = await beginUndo(call, held, now, undo);
      return { success: [], failed: [], batch_id: null, task };
    }
    const { success, failed } = await undo(call, held, now);
    await endUndo(call, held, { success: success.length, failed: failed.length }, now);
    return { success, failed, batch_id: null, task: null };
  }),

  serve(contract.get, async ({ db, user, params, services }) => {
    const [row] = await db.select().from(batch).where(eq(batch.id, params.id));
    return toUndo(ownBatch(found(row), user), services.now());
  }),
];

/** Takes a batch for its undo. Ends the request with 40400, 40301 (somebody else's), 40300 (the act's permission is gone), 40902 (undone before, or an import that still runs), 40905 (too late). */
async function holdBatch({ db, user }: SignedCall, id: number, now: Date): Promise<Batch> {
  const [row] = await db.select().from(batch).where(eq(batch.id, id)).for("update");
  const held = ownBatch(found(row), user);
  if (!new Set<string>(user.permissions).has(held.permission)) return refuse(40300);
  if (held.undone_at) return refuse(40902);
  if (await isImporting(db, now, id)) throw new Refusal(40902, "导入仍在进行，请等待其完成");
  const { "system.undo_hours": hours } = await readSettings(db);
  return now.getTime() - Date.parse(held.created_at) > hours * 3_600_000 ? refuse(40905) : held;
}

const ownBatch = (row: Batch, user: Caller): Batch =>
  row.user_id === user.id || isSuperAdmin(user) ? row : refuse(40301);

const isSuperAdmin = ({ roles }: Caller) => roles.some(({ code }) => code === "super_admin");
