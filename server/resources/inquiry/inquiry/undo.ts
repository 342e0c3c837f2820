import { sql } from "drizzle-orm";
import { errors } from "~/contract/errors";
import { isoInstant } from "~/server/database/tables/columns";
import { inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import { batchRow, user as userTable } from "~/server/database/tables/system/system";
import { inScope } from "~/server/identity/scope";
import { type Batch, linesOf, type Part, type Undone } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/services";

export const problems = {
  changed: { code: 40901, message: "之后已被修改" },
  scope: { code: 40301, message: errors[40301].message },
  assignee: { code: 40902, message: "原顾问已停用" },
} as const;
export interface Judged extends Record<string, unknown> {
  id: string;
  problem: keyof typeof problems | null;
}

/** Puts inquiries back where they were before a bulk assignment, or before they were marked as invalid: those that nobody has changed since. */
export async function undoInquiries(call: SignedCall, batch: Batch, now: Date, part?: Part): Promise<Undone> {
  const { db, user } = call;
  const at = isoInstant(now);
  const lines = linesOf(batch, part);
  await db.execute(sql`select count(*) from (
    select 1 from ${batchRow} join ${inquiry} on ${inquiry.id} = ${batchRow.row_id}
    where ${lines} order by ${inquiry.id} for update of ${inquiry}) held`);
  const was = sql`(${batchRow.before} ->> 'assignee_id')::bigint`;
  const isNear = (owner: typeof was | typeof inquiry.assignee_id) =>
    sql`(${owner} is null or ${inScope(owner, user, "inquiry")})`;
  const { rows } = await db.execute<Judged>(sql`
    select ${inquiry.id} as id, case
      when ${inquiry.version} <> ${batchRow.version_after} or ${inquiry.deleted_at} is not null then 'changed'
      when not (${isNear(inquiry.assignee_id)} and ${isNear(was)}) then 'scope'
      when exists (select 1 from ${userTable} u where u.id = ${was} and (u.deleted_at is not null or u.status <> 'enabled'))
        then 'assignee' end as problem
    from ${batchRow} join ${inquiry} on ${inquiry.id} = ${batchRow.row_id} where ${lines} order by ${inquiry.id}`);
  const success = rows.filter(({ problem }) => problem === null).map(({ id }) => Number(id));
  const these = sql`${sql.param(success)}::bigint[]`;
  await db.execute(sql`insert into ${inquiryLog} (inquiry_id, action, from_status, to_status, "by", at)
    select i.id, 'undo', i.status, r.before ->> 'status', ${user.id}, ${at}
    from ${batchRow} r join ${inquiry} i on i.id = r.row_id where r.batch_id = ${batch.id} and i.id = any(${these}) order by i.id`);
  await db.execute(sql`update ${inquiry} i set
      status = r.before ->> 'status', assignee_id = (r.before ->> 'assignee_id')::bigint,
      invalid_reason = r.before ->> 'invalid_reason', close_reason = r.before ->> 'close_reason',
      version = i.version + 1, updated_at = ${at}, updated_by = ${user.id}
    from ${batchRow} r where r.batch_id = ${batch.id} and r.row_id = i.id and i.id = any(${these})`);
  return {
    success,
    failed: rows.flatMap(({ id, problem }) => (problem ? [{ id: Number(id), ...problems[problem] }] : [])),
  };
}
