import { randomUUID } from "node:crypto";
import { and, desc, eq, inArray, isNotNull, like, lt, lte, or, type SQL } from "drizzle-orm";
import { exportDays } from "~/contract/shared/export-task";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { exportTask } from "~/server/database/tables/system/system";
import { found, pick, type SignedCall, setRow, setRows } from "~/server/lib/call";
import { derivedKey } from "~/server/lib/seal";
import { sealedStorage } from "~/server/lib/sealed-storage";
import type { Services } from "~/server/lib/services";
import { type Ending, heldWhileSent } from "./held-while-sent";

interface Forgotten {
  /** Since when no export holds them: they were in the recycle bin. */
  since: string;
  /** What they were searched by. */
  words: readonly string[];
}

/** Gives kept files up that may hold people who are destroyed; the next sweep deletes them, and they cannot be exported again. */
export async function forgetExports(db: Transaction, people: readonly Forgotten[]): Promise<void> {
  const log = like(exportTask.request, "/api/system/record/%");
  const before = people.map(({ since }) => lte(exportTask.created_at, since));
  await setRows(db, exportTask, and(eq(exportTask.status, "done"), or(log, ...before)), { status: "expired" });
  const words = people.flatMap((person) => person.words);
  const searched = await pick(db, exportTask, ["id", "request"], like(exportTask.request, "%keyword=%"));
  const named = searched.filter(({ request }) => tells(request, words)).map(({ id }) => id);
  const isHis: SQL | undefined = named.length ? inArray(exportTask.id, named) : undefined;
  if (isHis) await db.update(exportTask).set({ request: "" }).where(isHis);
}

function tells(request: string, words: readonly string[]): boolean {
  const keyword = new URL(request, "http://local").searchParams.get("keyword") ?? "";
  return keyword !== "" && words.some((word) => word.includes(keyword) || keyword.includes(word));
}

type Kept = typeof exportTask.$inferSelect;
type Facts = Pick<Kept, "title" | "request" | "permission" | "reason" | "row_count" | "file_name">;

const day = 86_400_000;
const megabyte = 1024 * 1024;
/** A larger file is sent and not kept. */
const mostBytes = 64 * megabyte;
/** What is kept of one person; older files make room. */
const mostOfOne = { files: 20, bytes: 4 * mostBytes };
/** After so long nobody sends it any more: its server has died. */
const longestRun = 3_600_000;
const chunkSize = 200;

/** Files that hold people's data: in the folder, sealed as annexes are. */
export const exportStorage = ({ storage, secret }: Pick<Services, "storage" | "secret">) =>
  sealedStorage(storage, derivedKey(secret, "sealed-files"));

/** Notes an export that begins; what is answered keeps its bytes on their way out, and notes how it ended. */
export async function keepExport(
  { db, user, services, origin }: SignedCall,
  facts: Facts,
): Promise<(body: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>> {
  const file_key = `exports/${randomUUID()}.xlsx`;
  const [row] = await db
    .insert(exportTask)
    .values({ ...facts, user_id: user.id, created_at: isoInstant(services.now()) })
    .returning({ id: exportTask.id });
  const { id } = found(row);
  return (body) =>
    heldWhileSent(body, {
      store: (copy) => exportStorage(services).write(file_key, copy, mostBytes),
      end: (ending) => endExport(services, { id, user_id: user.id, file_key }, ending),
      onError: (error) => services.log.error({ err: error, request_id: origin.id }, "an export could not be kept"),
    });
}

/** The request is over by then: its own connection is. */
async function endExport(
  services: Services,
  { id, user_id, file_key }: { id: number; user_id: number; file_key: string },
  ending: Ending,
): Promise<void> {
  const ended_at = isoInstant(services.now());
  const isKept = ending.status === "done" && ending.stored !== undefined;
  await setRow(services.db, exportTask, id, {
    ...{ status: ending.status, ended_at },
    ...(isKept ? { file_key, size: ending.stored?.size } : { message: messageOf(ending) }),
  });
  if (isKept) await makeRoom(services, user_id);
}

const messageOf = (ending: Ending): string =>
  ending.status === "done" ? "文件未能保留" : ending.isStopped ? "下载已停止" : "导出中断";

/** The oldest files of somebody who keeps more than may be kept go before their time. */
async function makeRoom(services: Services, userId: number): Promise<void> {
  const rows = await services.db
    .select({ id: exportTask.id, file_key: exportTask.file_key, size: exportTask.size })
    .from(exportTask)
    .where(and(eq(exportTask.user_id, userId), isNotNull(exportTask.file_key)))
    .orderBy(desc(exportTask.created_at), desc(exportTask.id));
  let bytes = 0;
  const surplus = rows.filter(({ size }, index) => {
    bytes += size ?? 0;
    return index >= mostOfOne.files || bytes > mostOfOne.bytes;
  });
  await expire(services, surplus);
}

/** The files first: what fails half-way is found again by its row. */
async function expire(services: Services, rows: readonly Pick<Kept, "id" | "file_key">[]): Promise<void> {
  if (rows.length === 0) return;
  const storage = exportStorage(services);
  for (const { file_key } of rows) if (file_key) await storage.remove(file_key);
  const ids = rows.map(({ id }) => id);
  await services.db.update(exportTask).set({ status: "expired", file_key: null }).where(inArray(exportTask.id, ids));
}

/** Deletes the files that were given up (`forgetExports`). */
export async function removeExpired(services: Services): Promise<void> {
  const isLeft = and(eq(exportTask.status, "expired"), isNotNull(exportTask.file_key));
  await expire(services, await services.db.select().from(exportTask).where(isLeft));
}

/** Ends those whose server has died, and forgets those of more than some days ago with their files; answers how many went. */
export async function sweepExports(services: Services, at: Date, signal?: AbortSignal): Promise<number> {
  const { db } = services;
  const before = (milliseconds: number) => isoInstant(at.getTime() - milliseconds);
  await db
    .update(exportTask)
    .set({ status: "failed", message: "导出中断", ended_at: isoInstant(at) })
    .where(and(eq(exportTask.status, "running"), lt(exportTask.created_at, before(longestRun))));
  await removeExpired(services);
  let swept = 0;
  for (let more = true; more; ) {
    signal?.throwIfAborted();
    const rows = await pick(db, exportTask, ["id", "file_key"], lt(exportTask.created_at, before(exportDays * day)), {
      order: exportTask.id,
      limit: chunkSize,
    });
    await expire(services, rows);
    const ids = rows.map(({ id }) => id);
    if (ids.length) await db.delete(exportTask).where(inArray(exportTask.id, ids));
    swept += ids.length;
    more = rows.length === chunkSize;
  }
  return swept;
}
