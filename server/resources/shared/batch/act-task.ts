import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { errors } from "~/contract/errors";
import { type BatchBegun, BatchProgress } from "~/contract/shared/batch";
import type { Database } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { batch } from "~/server/database/tables/system/system";
import { addBatch, addLines, type Batch, type BatchOf, type Done, type Rows } from "~/server/lib/batch";
import { Refusal, refuse, type SignedCall } from "~/server/lib/call";
import { isAlive } from "./undo-task";

/** Rows of one transaction: others wait for no more than these. */
const partSize = 50;
const shownErrors = 100;

/** What the column says of the act itself, until its undo takes its place. */
const Acting = BatchProgress.extend({ of: z.literal("act"), beat_at: z.string() });
type Acting = z.output<typeof Acting>;

const actingOf = ({ undo_result }: Pick<Batch, "undo_result">) => Acting.safeParse(undo_result).data;

/** Whether an act still goes on; one that its server left does not. */
export function isActing(record: Batch, now: Date): boolean {
  const acting = actingOf(record);
  return acting?.status === "running" && isAlive(acting, now);
}

export function toAct(record: Batch, now: Date): BatchProgress | null {
  const acting = actingOf(record);
  if (!acting) return null;
  const { status, total, success, failed, errors: refused, message } = acting;
  const isDead = status === "running" && !isAlive(acting, now);
  return {
    ...{ total, success, failed, errors: refused },
    status: isDead ? "failed" : status,
    message: isDead ? `服务器已重启，操作在第${success + failed}条后中断` : message,
  };
}

interface ActOf extends BatchOf {
  /** The rows that the filter finds, one more than `most` of them at most. */
  ids: readonly number[];
  /** How many the caller saw. */
  expected: number;
  most: number;
}

/** Begins an act on all that a filter finds, within the caller's transaction. Ends the request with 42200 beyond the limit, 40902 where others are found than were seen. */
export async function beginAct(call: SignedCall, { ids, expected, most, ...of }: ActOf): Promise<BatchBegun> {
  if (ids.length > most) throw new Refusal(42200, `一次最多操作${most}条，请缩小筛选范围`);
  if (ids.length !== expected) throw new Refusal(40902, `筛选结果已从${expected}条变为${ids.length}条，请刷新后重试`);
  const begun = { success: 0, failed: 0, errors: [], message: null };
  const undo_result: Acting = {
    ...{ of: "act", status: "running", total: ids.length, ...begun },
    beat_at: isoInstant(call.services.now()),
  };
  return { batch_id: await addBatch(call, of, { undo_result }), total: ids.length };
}

/** Acts on a part of the rows, in a transaction of its own; answers the names of those that were refused. */
export type ActOnPart = (
  call: SignedCall,
  ids: number[],
) => Promise<Rows<Done> & { names: ReadonlyMap<number, string> }>;

/** Goes through the rows part by part; in any case the batch says how it ended. */
export function runAct(call: SignedCall, id: number, ids: readonly number[], act: ActOnPart): void {
  const { services } = call;
  goThrough({ ...call, db: services.db }, id, ids, act).catch(async (error) => {
    if (!(error instanceof Refusal)) services.log.error({ err: error, batch: id }, "bulk act broke off");
    const message = error instanceof Refusal ? error.message : errors[50300].message;
    await note(services.db, id, { status: "failed", message }).catch((cause) =>
      // Without the database, its silence shows it.
      services.log.error({ err: cause, batch: id }, "bulk act could not be ended"),
    );
  });
}

async function goThrough(call: SignedCall & { db: Database }, id: number, ids: readonly number[], act: ActOnPart) {
  for (let start = 0; start < ids.length; start += partSize)
    await call.db.transaction(async (db) => {
      const now = call.services.now();
      const [record] = await db.select().from(batch).where(eq(batch.id, id)).for("update");
      const acting = record && actingOf(record);
      if (acting?.status !== "running") return refuse(40902);
      const inner = { ...call, db };
      const rows = await act(inner, ids.slice(start, start + partSize));
      if (rows.done.length) await addLines(inner, id, rows);
      const refused = rows.failed.map((row) => ({
        ...{ id: row.id, name: rows.names.get(row.id) ?? String(row.id), message: row.message },
      }));
      const undo_result: Acting = {
        ...acting,
        status: start + partSize < ids.length ? "running" : "done",
        success: acting.success + rows.done.length,
        failed: acting.failed + refused.length,
        errors: [...acting.errors, ...refused].slice(0, shownErrors),
        beat_at: isoInstant(now),
      };
      const count = sql`${batch.count} + ${rows.done.length}`;
      await db.update(batch).set({ undo_result, count }).where(eq(batch.id, id));
    });
}

const note = (db: Database, id: number, change: Partial<Acting>) =>
  db
    .update(batch)
    .set({ undo_result: sql`${batch.undo_result} || ${JSON.stringify(change)}::jsonb` })
    .where(eq(batch.id, id));
