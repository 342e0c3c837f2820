import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Cell, cellOf, columnOf, type SheetColumn } from "~/contract/sheet";
import { record as contract, type RecordDetail, RecordRow } from "~/contract/system/record";
import type { Db } from "~/server/database/database";
import { operationLog } from "~/server/database/tables/system/system";
import { columnsFor, type FileReply, found, type SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { listOf, orderOf, within } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort">;

async function linesWhere(db: Db, query: Filters): Promise<SQL> {
  const { user_id, module, action, target } = query;
  const all = [
    ...within(operationLog.created_at, query.created_from, query.created_to),
    ...(user_id ? [eq(operationLog.user_id, user_id)] : []),
    ...(module?.length ? [inArray(operationLog.module, module)] : []),
    ...(action?.length ? [inArray(operationLog.action, action)] : []),
    ...(target ? [await isAbout(db, target)] : []),
    ...whereRows(query.where, operationLog),
  ];
  return and(...all) ?? sql`true`;
}

/** Lines about the record with this number: as people read it, or as the row has it. Else about the one with exactly this name. */
async function isAbout(db: Db, target: string): Promise<SQL | undefined> {
  const { rows } = await db.execute<{ type: string; id: string }>(sql`
    select 'customer' as type, id from customer where customer_no = ${target}
    union all select 'customer_user', id from customer_user where user_no = ${target}
    union all select 'requirement', id from requirement where requirement_no = ${target}
    union all select 'unregister_request', id from unregister_request where request_no = ${target}
    union all select 'mansion_application', id from mansion_application where application_no = ${target}
    union all select 'estate', id from estate where estate_no = ${target}
    union all select 'estate', estate_id from estate_audit where audit_no = ${target}
    union all select 'broker', id from broker where broker_no = ${target}
    union all select 'user', id from "user" where email = lower(${target}) and deleted_at is null`);
  const numbered = rows.map(({ type, id }) =>
    and(eq(operationLog.target_type, type), eq(operationLog.target_id, Number(id))),
  );
  if (/^\d{1,15}$/.test(target)) return or(eq(operationLog.target_id, Number(target)), ...numbered);
  return numbered.length ? or(...numbered) : eq(operationLog.target_name, target);
}

const lineOrder = (sort: Query["sort"]): SQL => orderOf(operationLog, sort, operationLog.id);

const rowColumns = {
  ...columnsFor(RecordRow, operationLog),
  change_count: sql<number>`jsonb_array_length(${operationLog.changes})`,
} satisfies Record<keyof RecordRow, unknown>;

function toDetail({ user_id: _, salt: __, ...line }: Line): RecordDetail {
  return { ...line, change_count: line.changes.length };
}

const { shape } = RecordRow;
type Line = typeof operationLog.$inferSelect;

const changesOf = ({ changes }: Line): string =>
  changes.map(({ label, before, after }) => `${label}：${before ?? "（空）"} → ${after ?? "（空）"}`).join("；");

const own = (name: "user_name" | "module" | "action" | "target_name" | "summary" | "ip" | "result") => ({
  column: columnOf(shape[name], name),
  cell: (line: Line) => cellOf(shape[name], line[name]),
});
const cells: { column: SheetColumn; cell: (line: Line) => Cell }[] = [
  { column: columnOf(shape.created_at, "", { kind: "second" }), cell: (line) => line.created_at },
  ...(["user_name", "module", "action", "target_name", "summary"] as const).map(own),
  { column: { label: "变更", kind: "text", width: 48 }, cell: changesOf },
  { column: { label: "原因", kind: "text" }, cell: ({ reason }) => reason },
  ...(["ip", "result"] as const).map(own),
  { column: { label: "请求编号", kind: "text" }, cell: ({ request_id }) => request_id },
];
const columns = cells.map(({ column }) => column);

/** The lines as a spreadsheet: the list's filters and order. Its own line is not in it. */
async function exportRecords(call: SignedCall, query: z.output<typeof contract.export.query>): Promise<FileReply> {
  const { db } = call;
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  return sendList(call, await readSettings(db), {
    ...{ endpoint: contract.export, module: "system", name: "操作日志", query, reason, columns },
    ...{ table: operationLog, order: lineOrder(query.sort) },
    where: and(await linesWhere(db, query), chosen(operationLog.id, query.ids)),
    async rows(ids) {
      const lines = await db.select().from(operationLog).where(inArray(operationLog.id, ids));
      return inOrder(ids, lines, ({ id }) => id).map((line) => cells.map(({ cell }) => cell(line)));
    },
  });
}

export const recordHandlers = [
  serve(contract.list, async ({ db, query }) => {
    const select = db.select(rowColumns).from(operationLog).$dynamic();
    const parts = { select, from: operationLog, where: await linesWhere(db, query), order: lineOrder(query.sort) };
    return listOf(db, query, { ...parts, isApplied: true }, (line) => line);
  }),

  serve(contract.export, (call) => exportRecords(call, call.query)),

  serve(contract.get, async ({ db, params }) => {
    const [line] = await db.select().from(operationLog).where(eq(operationLog.id, params.id));
    return toDetail(found(line));
  }),
];
