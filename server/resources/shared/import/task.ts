import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { customerImport as contract } from "~/contract/customer/customer-import";
import { pathOf } from "~/contract/endpoint";
import { unitImport } from "~/contract/house/unit";
import { districtImport } from "~/contract/region/district";
import { seoKeywordImport } from "~/contract/seo/keyword";
import { siteRedirectImport } from "~/contract/seo/redirect";
import { ImportTask } from "~/contract/shared/import-task";
import { staffImport } from "~/contract/system/staff";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { importTask } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { found, pick, rowOf, rowsOf, type SignedCall } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";

export type TaskRow = typeof importTask.$inferSelect;

/** Units are taken in estate by estate. */
export type Kind = "customer" | "staff" | "district" | "seo_keyword" | "site_redirect" | `unit:${number}`;
/** A running task says so often that it lives. */
export const beatEvery = 15_000;
/** One that has not for so long was left by a server that has died. */
const deadAfter = 60_000;
const recentCount = 5;

function errorsOf({ id, kind }: TaskRow): string {
  const [resource, owner] = kind.split(":");
  if (resource === "unit") return pathOf(unitImport.errors, { id: Number(owner), import_id: id });
  if (resource === "staff") return pathOf(staffImport.errors, { id });
  if (resource === "seo_keyword") return pathOf(seoKeywordImport.errors, { id });
  if (resource === "site_redirect") return pathOf(siteRedirectImport.errors, { id });
  return pathOf(resource === "district" ? districtImport.errors : contract.errors, { id });
}

/** A task as the wire carries it; a dead one has failed. */
export function toTask(row: TaskRow, now: Date): ImportTask {
  const isDead = row.status === "running" && Date.parse(row.beat_at) < now.getTime() - deadAfter;
  return rowOf(ImportTask, row, {
    // The column holds what this resource writes.
    status: isDead ? "failed" : (row.status as ImportTask["status"]),
    error_file: row.error_key && row.status !== "running" ? errorsOf(row) : null,
    message: isDead ? whyDead(row) : row.message,
  });
}

/** Running tasks that are alive, of everybody. */
export async function aliveTasks(db: Db, now: Date): Promise<Pick<TaskRow, "id" | "user_id">[]> {
  return db.select({ id: importTask.id, user_id: importTask.user_id }).from(importTask).where(isAlive(now));
}

const hasBeaten = (now: Date): SQL => sql`${importTask.beat_at} >= ${isoInstant(now.getTime() - deadAfter)}`;
const isAlive = (now: Date) => and(eq(importTask.status, "running"), hasBeaten(now));

function whyDead({ success, failed, dry_run }: TaskRow): string {
  const sentence = `服务器已重启，${dry_run ? "预检" : "导入"}在第${success + failed}行后中断`;
  return `${sentence}，${dry_run || success === 0 ? "请重新上传" : "可撤销后重新导入"}`;
}

/** What a log line says of an import that did not come to its end. */
export const brokenOff = (success: number, { name }: Pick<TaskRow, "name">) =>
  `导入客户中断，已导入${success}条：${name}`;
export const targetOf = ({ id, name }: Pick<TaskRow, "id" | "name">) => ({ target: { type: "import_task", id, name } });

/** Whether an import still puts rows into a batch. */
export async function isImporting(db: Db, now: Date, batchId: number): Promise<boolean> {
  const [task] = await pick(db, importTask, ["id"], and(eq(importTask.batch_id, batchId), isAlive(now)));
  return task !== undefined;
}

/** The caller's own task, or undefined: nobody else's is told of. */
export async function ownTask({ db, user }: SignedCall, id: number, kind: Kind = "customer") {
  const [row] = await rowsOf(
    db,
    importTask,
    and(eq(importTask.id, id), eq(importTask.user_id, user.id), eq(importTask.kind, kind)),
  );
  return row;
}

export async function taskOf(db: Db, id: number): Promise<TaskRow | undefined> {
  const [row] = await db.select().from(importTask).where(eq(importTask.id, id));
  return row;
}

export async function recentTasks({ db, user }: SignedCall, kind: Kind = "customer"): Promise<TaskRow[]> {
  return rowsOf(db, importTask, and(eq(importTask.user_id, user.id), eq(importTask.kind, kind)), {
    order: [desc(importTask.created_at), desc(importTask.id)],
    limit: recentCount,
  });
}

/** The caller's last imports of a kind, as the wire carries them. */
export async function recentImports(call: SignedCall, kind?: Kind): Promise<{ list: ImportTask[] }> {
  const rows = await recentTasks(call, kind);
  return { list: rows.map((row) => toTask(row, call.services.now())) };
}

/** One of the caller's own imports of a kind, as the wire carries it. */
export async function importOf(call: SignedCall, id: number, kind?: Kind): Promise<ImportTask> {
  return toTask(found(await ownTask(call, id, kind)), call.services.now());
}

export async function addTask(
  db: Db,
  now: Date,
  given: Pick<TaskRow, "user_id" | "name" | "file_key" | "dry_run"> & Partial<TaskRow>,
): Promise<TaskRow | undefined> {
  const at = isoInstant(now);
  const [row] = await db
    .insert(importTask)
    .values({ kind: "customer" satisfies Kind, ...given, created_at: at, beat_at: at })
    .returning();
  return row;
}

/** Notes that it lives, and how far it is; false when it has ended already. */
export async function beat(db: Db, now: Date, id: number, progress: Partial<TaskRow>): Promise<boolean> {
  const { rowCount } = await db
    .update(importTask)
    .set({ ...progress, beat_at: isoInstant(now) })
    .where(and(eq(importTask.id, id), eq(importTask.status, "running")));
  return rowCount === 1;
}

/** Ends the imports of servers that have died, and deletes their files; answers how many. `isAlone`: there is no other server, so anything that runs was left behind. */
export async function endDeadImports(services: Services, isAlone = false): Promise<number> {
  const { db, storage } = services;
  const now = services.now();
  const isDead = and(eq(importTask.status, "running"), isAlone ? undefined : sql`not ${hasBeaten(now)}`);
  const rows = await db.select().from(importTask).where(isDead);
  for (const row of rows) {
    const { id, success, failed, dry_run } = row;
    await db.transaction(async (tx) => {
      const end = { status: "failed", message: whyDead(row), total: success + failed, ended_at: isoInstant(now) };
      const { rowCount } = await tx
        .update(importTask)
        .set(end)
        .where(and(eq(importTask.id, id), isDead));
      if (rowCount !== 1 || dry_run || success === 0) return;
      const summary = brokenOff(success, row);
      await audit(
        { db: tx, user: "system", services },
        { module: "customer", action: "import", summary, ...targetOf(row) },
      );
    });
    await storage.remove(row.file_key);
  }
  return rows.length;
}

/** Forgets tasks that began before a moment, with the files they have left; answers how many. */
export async function forgetImports({ db, storage }: Services, before: Date): Promise<number> {
  const rows = await pick(
    db,
    importTask,
    ["id", "file_key", "error_key"],
    lt(importTask.created_at, isoInstant(before)),
  );
  for (const { id, file_key, error_key } of rows) {
    // The files first: what fails half-way is found again by its row.
    await storage.remove(file_key);
    if (error_key) await storage.remove(error_key);
    await db.delete(importTask).where(eq(importTask.id, id));
  }
  return rows.length;
}
