import { and, eq, gte, sql } from "drizzle-orm";
import { mayCall } from "~/contract/endpoint";
import { exportTask as contract, ExportRow, exportDays } from "~/contract/shared/export-task";
import { isoInstant } from "~/server/database/tables/columns";
import { exportTask, user as userTable } from "~/server/database/tables/system/system";
import { makeLink } from "~/server/http/download-link";
import { audit } from "~/server/lib/audit";
import { found, refuse, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { cappedCount, offsetOf, orderOf, pageOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { whereRows } from "~/server/lib/where";
import { exportStorage } from "./export/keep";

type Kept = typeof exportTask.$inferSelect;

const day = 86_400_000;
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const exportHandlers = [
  serve(contract.list, async ({ db, query, user, services }) => {
    const since = isoInstant(services.now().getTime() - exportDays * day);
    const whose = isSuperAdmin(user) ? undefined : eq(exportTask.user_id, user.id);
    const where = and(gte(exportTask.created_at, since), whose, ...whereRows(query.where, exportTask)) ?? sql`true`;
    const rows = await db
      .select({ record: exportTask, name: userTable.name })
      .from(exportTask)
      .innerJoin(userTable, eq(userTable.id, exportTask.user_id))
      .where(where)
      .orderBy(orderOf(exportTask, query.sort, exportTask.id))
      .limit(query.page_size)
      .offset(offsetOf(query));
    const list = rows.map(({ record, name }) => toRow(record, name, user));
    return pageOf(query, list, await cappedCount(db, sql`from ${exportTask} where ${where}`));
  }),

  // Each download has its own log line.
  serve(
    contract.file,
    async (call) => {
      const record = await ownExport(call);
      const { title, row_count, reason, file_key, file_name } = record;
      const body = file_key && isKept(record) ? await exportStorage(call.services).read(file_key) : undefined;
      await audit(call, {
        module: "personal",
        action: "export",
        summary: `下载导出文件：${title}${row_count}条`,
        reason,
      });
      return { name: file_name, type: spreadsheet, body: found(body) };
    },
    { writes: true },
  ),

  serve(contract.again, async (call) => {
    const { request } = await ownExport(call);
    // The person it was searched by was erased.
    if (request === "") return refuse(40902);
    const { db, user, services } = call;
    return makeLink({ db, now: services.now }, user, new URL(request, "http://local"));
  }),
];

function toRow(record: Kept, name: string, caller: Caller): ExportRow {
  const { status, user_id, created_at, request } = record;
  const may = mayCall(caller, record);
  return rowOf(ExportRow, record, {
    user: { id: user_id, name },
    expires_at: isoInstant(Date.parse(created_at) + exportDays * day),
    can: { download: may && isKept(record), again: may && status !== "running" && request !== "" },
  });
}

const isKept = ({ status, file_key }: Kept): boolean => status === "done" && file_key !== null;

/** Ends the request with 40400, 40301 (somebody else's), 40300 (the export's permission is gone). */
async function ownExport({ db, user, params }: SignedCall & { params: { id: number } }): Promise<Kept> {
  const [row] = await db.select().from(exportTask).where(eq(exportTask.id, params.id));
  const record = found(row);
  if (record.user_id !== user.id && !isSuperAdmin(user)) return refuse(40301);
  return mayCall(user, record) ? record : refuse(40300);
}

const isSuperAdmin = ({ roles }: Caller) => roles.some(({ code }) => code === "super_admin");
