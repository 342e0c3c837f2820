import { and, eq, gte, ne, sql } from "drizzle-orm";
import { type BatchRow, batch as contract, undoneAtOnce } from "~/contract/shared/batch";
import { isoInstant } from "~/server/database/tables/columns";
import { batch, user as userTable } from "~/server/database/tables/system/system";
import type { Batch } from "~/server/lib/batch";
import { found, Refusal, refuse, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { cappedCount, offsetOf, orderOf, pageOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { isActing, toAct } from "./batch/act-task";
import { beginUndo, endUndo, toUndo, type Undoer } from "./batch/undo-task";
import { isImporting } from "./import/task";

/** What each kind of record knows of undoing. */
export type Undoers = Readonly<Record<string, Undoer>>;

export const batchHandlers = (undoers: Undoers) => [
  serve(contract.list, async (call) => {
    const { db, query, user, services } = call;
    const offset = offsetOf(query);
    const { "system.undo_hours": hours } = await readSettings(db);
    const since = isoInstant(services.now().getTime() - hours * hour);
    const whose = isSuperAdmin(user) ? undefined : eq(batch.user_id, user.id);
    // A follow-up is none of several rows: its toast alone takes it back.
    const where =
      and(gte(batch.created_at, since), ne(batch.act, "track"), whose, ...whereRows(query.where, batch)) ?? sql`true`;
    const rows = await db
      .select({ record: batch, name: userTable.name })
      .from(batch)
      .innerJoin(userTable, eq(userTable.id, batch.user_id))
      .where(where)
      .orderBy(orderOf(batch, query.sort, batch.id))
      .limit(query.page_size)
      .offset(offset);
    const list: BatchRow[] = [];
    for (const { record, name } of rows) list.push(await toRow(call, record, name, hours));
    return { ...pageOf(query, list, await cappedCount(db, sql`from ${batch} where ${where}`)), hours };
  }),

  serve(contract.undo, async (call) => {
    const now = call.services.now();
    const record = await lockBatch(call, call.params.id, now);
    const undo = undoers[record.target_type] ?? refuse(50000);
    if (record.count > undoneAtOnce) {
      const task = await beginUndo(call, record, now, undo);
      return { success: [], failed: [], batch_id: null, task };
    }
    const { success, failed } = await undo(call, record, now);
    await endUndo(call, record, { success: success.length, failed: failed.length }, now);
    return { success, failed, batch_id: null, task: null };
  }),

  serve(contract.get, async ({ db, user, params, services }) => {
    const [row] = await db.select().from(batch).where(eq(batch.id, params.id));
    const record = ownBatch(found(row), user);
    const now = services.now();
    return { ...toUndo(record, now), act: toAct(record, now) };
  }),
];

const hour = 3_600_000;

async function toRow({ db, user, services }: SignedCall, record: Batch, name: string, hours: number) {
  const now = services.now();
  const { act, user_id, created_at, undone_at } = record;
  const undo = toUndo(record, now);
  const isOpen =
    undone_at === null && undo.status !== "running" && new Set<string>(user.permissions).has(record.permission);
  return {
    ...undo,
    act,
    user: { id: user_id, name },
    created_at,
    undone_at,
    until: isoInstant(Date.parse(created_at) + hours * hour),
    can: { undo: isOpen && !isActing(record, now) && !(act === "import" && (await isImporting(db, now, record.id))) },
  };
}

/** Locks a batch for its undo. Ends the request with 40400, 40301 (somebody else's), 40300 (the act's permission is gone), 40902 (undone before, or an import that still runs), 40905 (too late). */
async function lockBatch({ db, user }: SignedCall, id: number, now: Date): Promise<Batch> {
  const [row] = await db.select().from(batch).where(eq(batch.id, id)).for("update");
  const record = ownBatch(found(row), user);
  if (!new Set<string>(user.permissions).has(record.permission)) return refuse(40300);
  if (record.undone_at) return refuse(40902);
  if (isActing(record, now)) throw new Refusal(40902, "操作仍在进行，请等待其完成");
  if (await isImporting(db, now, id)) throw new Refusal(40902, "导入仍在进行，请等待其完成");
  const { "system.undo_hours": hours } = await readSettings(db);
  return now.getTime() - Date.parse(record.created_at) > hours * hour ? refuse(40905) : record;
}

const ownBatch = (row: Batch, user: Caller) => (row.user_id === user.id || isSuperAdmin(user) ? row : refuse(40301));

const isSuperAdmin = ({ roles }: Caller) => roles.some(({ code }) => code === "super_admin");
