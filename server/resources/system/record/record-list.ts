import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type record as contract, type RecordDetail, RecordRow } from "~/contract/system/record";
import type { Db } from "~/server/database/database";
import { operationLog } from "~/server/database/tables/system/system";
import { orderOf, within } from "~/server/lib/list";
import { columnsFor } from "~/server/lib/row";
import { whereRows } from "~/server/lib/where";

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort">;
type Line = typeof operationLog.$inferSelect;

export async function linesWhere(db: Db, query: Filters): Promise<SQL> {
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

export const lineOrder = (sort: Query["sort"]): SQL => orderOf(operationLog, sort, operationLog.id);

export const rowColumns = {
  ...columnsFor(RecordRow, operationLog),
  change_count: sql<number>`jsonb_array_length(${operationLog.changes})`,
} satisfies Record<keyof RecordRow, unknown>;

export function toDetail({ user_id: _, salt: __, ...line }: Line): RecordDetail {
  return { ...line, change_count: line.changes.length };
}
