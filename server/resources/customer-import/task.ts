import { and, desc, eq, lt, sql } from "drizzle-orm";
import { customerImport as contract, type ImportTask } from "~/contract/customer-import";
import { pathOf } from "~/contract/endpoint";
import type { Database, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { importTask } from "~/server/database/tables/system";
import type { SignedCall } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";

type Db = Database | Transaction;
export type TaskRow = typeof importTask.$inferSelect;

const kind = "customer";
/** A task that has not got on for so long was left by a server that has died: a part of a file takes seconds. */
const deadMinutes = 3;
const recentCount = 5;

/** A task as the wire carries it; a dead one has failed. */
export function toTask(row: TaskRow, now: Date): ImportTask {
  const isDead = row.status === "running" && Date.parse(row.beat_at) < now.getTime() - deadMinutes * 60_000;
  return {
    id: row.id,
    name: row.name,
    // The column holds what this resource writes.
    status: isDead ? "failed" : (row.status as ImportTask["status"]),
    dry_run: row.dry_run,
    total: row.total,
    success: row.success,
    failed: row.failed,
    errors: row.errors,
    error_file: row.error_key && row.status !== "running" ? pathOf(contract.errors, { id: row.id }) : null,
    batch_id: row.batch_id,
    message: isDead ? `服务器已重启，导入在第${row.success + row.failed}行后中断` : row.message,
    created_at: row.created_at,
    ended_at: row.ended_at,
  };
}

/** Running tasks that are alive, of everybody. */
export async function aliveTasks(db: Db, now: Date): Promise<Pick<TaskRow, "id" | "user_id">[]> {
  return db.select({ id: importTask.id, user_id: importTask.user_id }).from(importTask).where(isAlive(now));
}

const isAlive = (now: Date) =>
  and(
    eq(importTask.status, "running"),
    sql`${importTask.beat_at} >= ${isoInstant(now.getTime() - deadMinutes * 60_000)}`,
  );

/** Whether an import still puts rows into a batch. */
export async function isImporting(db: Db, now: Date, batchId: number): Promise<boolean> {
  const [task] = await db
    .select({ id: importTask.id })
    .from(importTask)
    .where(and(eq(importTask.batch_id, batchId), isAlive(now)));
  return task !== undefined;
}

/** The caller's own task, or undefined: nobody else's is told of. */
export async function ownTask({ db, user }: SignedCall, id: number): Promise<TaskRow | undefined> {
  const [row] = await db
    .select()
    .from(importTask)
    .where(and(eq(importTask.id, id), eq(importTask.user_id, user.id), eq(importTask.kind, kind)));
  return row;
}

export async function taskOf(db: Db, id: number): Promise<TaskRow | undefined> {
  const [row] = await db.select().from(importTask).where(eq(importTask.id, id));
  return row;
}

export async function recentTasks({ db, user }: SignedCall): Promise<TaskRow[]> {
  return db
    .select()
    .from(importTask)
    .where(and(eq(importTask.user_id, user.id), eq(importTask.kind, kind)))
    .orderBy(desc(importTask.created_at), desc(importTask.id))
    .limit(recentCount);
}

export async function addTask(
  db: Db,
  now: Date,
  given: Pick<TaskRow, "user_id" | "name" | "file_key" | "dry_run">,
): Promise<TaskRow | undefined> {
  const at = isoInstant(now);
  const [row] = await db
    .insert(importTask)
    .values({ ...given, kind, created_at: at, beat_at: at })
    .returning();
  return row;
}

/** How far it is. */
export async function beat(db: Db, now: Date, id: number, progress: Partial<TaskRow>): Promise<void> {
  await db
    .update(importTask)
    .set({ ...progress, beat_at: isoInstant(now) })
    .where(eq(importTask.id, id));
}

/** Forgets tasks that began before a moment, with whatever file they have left; answers how many. */
export async function forgetImports({ db, storage }: Services, before: Date): Promise<number> {
  const rows = await db
    .select({ id: importTask.id, file_key: importTask.file_key, error_key: importTask.error_key })
    .from(importTask)
    .where(lt(importTask.created_at, isoInstant(before)));
  for (const { id, file_key, error_key } of rows) {
    // The files first: what fails half-way is found again by its row.
    await storage.remove(file_key);
    if (error_key) await storage.remove(error_key);
    await db.delete(importTask).where(eq(importTask.id, id));
  }
  return rows.length;
}
