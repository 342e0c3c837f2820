import { and, eq, gt, isNull, max, sql } from "drizzle-orm";
import { z } from "zod";
import { errors } from "~/contract/errors";
import { type BatchAct, type BatchUndo, batchActs } from "~/contract/shared/batch";
import type { Database, Db, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { batch, batchRow } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import type { Batch, Part, Undone } from "~/server/lib/batch";
import { type SignedCall, setRow } from "~/server/lib/call";

/** Puts rows of a batch back: all, or a part of them. */
export type Undoer = (call: SignedCall, record: Batch, now: Date, part?: Part) => Promise<Undone>;

const partSize = 2_000;
/** The log's names of areas that are not called as their rows are. */
const modules: Readonly<Record<string, string>> = { unit: "house", tracking: "customer" };
/** An undo without progress for so long was left by a dead server. */
const deadAfter = 60_000;

/** What the column says while an undo in parts goes on, and after it; an undo at one stroke leaves its two counts alone. */
const Progress = z.object({
  of: z.literal("undo").default("undo"),
  status: z.enum(["running", "done", "failed"]).default("done"),
  success: z.number(),
  failed: z.number(),
  /** The last row that has been dealt with. */
  last_id: z.number().default(0),
  message: z.string().nullable().default(null),
  beat_at: z.string().default(""),
});
type Progress = z.output<typeof Progress>;

const progressOf = ({ undo_result }: Pick<Batch, "undo_result">) => Progress.safeParse(undo_result).data;

/** A batch as the wire shows its undo; one that its server left has failed. */
export function toUndo(record: Batch, now: Date): BatchUndo {
  const progress = progressOf(record);
  const { status = "none", success = 0, failed = 0, message = null } = progress ?? {};
  const isDead = progress?.status === "running" && !isAlive(progress, now);
  const broke = isDead ? `服务器已重启，撤销在第${success + failed}条后中断，可继续撤销` : message;
  return { id: record.id, status: isDead ? "failed" : status, total: record.count, success, failed, message: broke };
}

/** Whether a task with this heartbeat still runs. */
export const isAlive = ({ beat_at }: { beat_at: string }, now: Date) =>
  Date.parse(beat_at) >= now.getTime() - deadAfter;

/** Begins the undo of a batch part by part, or goes on with one that broke off; within the transaction that locks the batch. One that goes on already is left alone. */
export async function beginUndo(call: SignedCall, record: Batch, now: Date, undo: Undoer): Promise<BatchUndo> {
  const former = progressOf(record);
  if (former?.status === "running" && isAlive(former, now)) return toUndo(record, now);
  const going = { of: "undo", message: null, status: "running" } as const;
  const begun = { success: 0, failed: 0, last_id: 0, ...former, ...going };
  const row = await note(call.db, record.id, { ...begun, beat_at: isoInstant(now) });
  const { services } = call;
  // It waits for the row until this request has committed.
  runUndo({ ...call, db: services.db }, record.id, undo).catch(async (error) => {
    services.log.error({ err: error, batch: record.id }, "undo broke off");
    await breakOff(services.db, record.id).catch((cause) =>
      // Without the database, its silence shows it.
      services.log.error({ err: cause, batch: record.id }, "undo could not be ended"),
    );
  });
  return toUndo({ ...record, undo_result: row }, now);
}

async function note(db: Db, id: number, progress: Progress): Promise<Progress> {
  await db.update(batch).set({ undo_result: progress }).where(eq(batch.id, id));
  return progress;
}

/** One part after the other, each with its counts in a transaction of its own: what is noted is what was done, also after a crash. */
async function runUndo(call: SignedCall, id: number, undo: Undoer): Promise<void> {
  const { db, services } = call;
  for (let isOver = false; !isOver; )
    isOver = await db.transaction(async (tx) => {
      const [record] = await tx.select().from(batch).where(eq(batch.id, id)).for("update");
      const progress = record && progressOf(record);
      if (!record || progress?.status !== "running") return true;
      const now = services.now();
      const part = await nextPart(tx, id, progress.last_id);
      if (!part) {
        await endUndo({ ...call, db: tx }, record, { ...progress, status: "done" }, now);
        return true;
      }
      const { success, failed } = await undo({ ...call, db: tx }, record, now, part);
      await note(tx, id, {
        ...progress,
        success: progress.success + success.length,
        failed: progress.failed + failed.length,
        message: progress.message ?? failed[0]?.message ?? null,
        last_id: part.upTo,
        beat_at: isoInstant(now),
      });
      return false;
    });
}

async function nextPart(db: Transaction, id: number, after: number): Promise<Part | undefined> {
  const rows = db
    .select({ row_id: batchRow.row_id })
    .from(batchRow)
    .where(and(eq(batchRow.batch_id, id), gt(batchRow.row_id, after)))
    .orderBy(batchRow.row_id)
    .limit(partSize)
    .as("part");
  const [last] = await db.select({ upTo: max(rows.row_id) }).from(rows);
  return last?.upTo ? { after, upTo: last.upTo } : undefined;
}

/** Keeps how an undo went, with its log line. */
export async function endUndo(
  call: SignedCall,
  record: Batch,
  undo_result: Pick<Progress, "success" | "failed"> & Partial<Progress>,
  now: Date,
): Promise<void> {
  const { success, failed } = undo_result;
  await setRow(call.db, batch, record.id, { undone_at: isoInstant(now), undone_by: call.user.id, undo_result });
  const name = batchActs[record.act as BatchAct] ?? record.act; // written by keepBatch
  await audit(call, {
    module: modules[record.target_type] ?? record.target_type,
    action: "update",
    target: { type: "batch", id: record.id, name },
    summary: `撤销${name}：恢复${success}条${failed ? `，${failed}条未恢复` : ""}`,
  });
}

const breakOff = (db: Database, id: number) =>
  changeRunning(db, { status: "failed", message: errors[50300].message }, id);

/** For the start of the only server of a database: no undo goes on, whatever the rows say. */
export const endDeadUndos = (db: Database) => changeRunning(db, { beat_at: "" });

async function changeRunning(db: Database, change: Partial<Progress>, id?: number): Promise<void> {
  await db
    .update(batch)
    .set({ undo_result: sql`${batch.undo_result} || ${JSON.stringify(change)}::jsonb` })
    .where(
      and(
        isNull(batch.undone_at),
        sql`${batch.undo_result} ->> 'status' = 'running'`,
        id === undefined ? undefined : eq(batch.id, id),
      ),
    );
}
