import { type SQL, sql } from "drizzle-orm";
import type { BatchReply } from "~/contract/common";
import type { FieldError } from "~/contract/errors";
import type { Permission } from "~/contract/permissions";
import type { BatchAct } from "~/contract/shared/batch";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { batch, batchRow } from "~/server/database/tables/system/system";
import { found, Refusal, type SignedCall } from "./call";

/** What an act did to one row, as a batch keeps it for undoing. */
export interface Done {
  before: Record<string, unknown>;
  version_after: number;
}

/** A bulk act as it is kept. */
export type Batch = typeof batch.$inferSelect;

/** How its undo went, row by row. */
export type Undone = Pick<BatchReply, "success" | "failed">;

/** Rows of a batch in the order of their numbers: those after one, up to another. */
export interface Part {
  after: number;
  upTo: number;
}

/** The lines of a batch, or of a part of it. */
export const linesOf = ({ id }: Batch, part: Part | undefined): SQL =>
  sql`${batchRow.batch_id} = ${id} and ${part ? sql`${batchRow.row_id} > ${part.after} and ${batchRow.row_id} <= ${part.upTo}` : sql`true`}`;

export interface Rows<T> {
  done: { id: number; result: T }[];
  failed: BatchReply["failed"];
}

/** Acts on each row in its own savepoint: a refused one leaves the others done. In the order of the ids, so that two batches never wait for each other. */
export async function eachRow<T>(call: SignedCall, ids: number[], act: (call: SignedCall, id: number) => Promise<T>) {
  const rows: Rows<T> = { done: [], failed: [] };
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    try {
      const result = await call.db.transaction((db) => act({ ...call, db }, id));
      rows.done.push({ id, result });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      rows.failed.push({ id, code: error.code, message: messageOf(error) });
    }
  }
  return rows;
}

/** One line per row has no fields to mark: the field's complaint is the message. */
function messageOf({ data, message }: Refusal): string {
  const errors: FieldError[] =
    data instanceof Object && "errors" in data && Array.isArray(data.errors) ? data.errors : [];
  return errors[0]?.message ?? message;
}

export const replyOf = ({ done, failed }: Rows<unknown>, batchId: number | null): BatchReply => ({
  success: done.map(({ id }) => id),
  failed,
  batch_id: batchId,
});

export interface BatchOf {
  act: BatchAct;
  targetType: string;
  permission: Permission;
}

export async function addBatch(
  { db, user, services }: SignedCall,
  { act, targetType, permission }: BatchOf,
  given: Partial<Batch> = {},
): Promise<number> {
  const created_at = isoInstant(services.now());
  const [row] = await db
    .insert(batch)
    .values({ act, target_type: targetType, permission, user_id: user.id, count: 0, created_at, ...given })
    .returning({ id: batch.id });
  return found(row).id;
}

export const addLines = ({ db }: SignedCall, batch_id: number, { done }: Rows<Done>): Promise<void> =>
  insertRows(
    db,
    batchRow,
    done.map(({ id, result }) => ({ batch_id, row_id: id, ...result })),
  );

/** Keeps what the rows were before, so that the act can be undone (domain C.1.6). */
export async function keepBatch(call: SignedCall, of: BatchOf, rows: Rows<Done>): Promise<number | null> {
  if (rows.done.length === 0) return null;
  const id = await addBatch(call, of, { count: rows.done.length });
  await addLines(call, id, rows);
  return id;
}
