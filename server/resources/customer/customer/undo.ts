import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type ErrorCode, errors } from "~/contract/errors";
import { type BatchAct, batchActs } from "~/contract/shared/batch";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import {
  customer,
  customerChangeLog,
  customerOwnerLog,
  tracking,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { pool } from "~/server/database/tables/customer/pool";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { batchRow, schedule, user as userTable } from "~/server/database/tables/system/system";
import { inScope } from "~/server/identity/scope";
import { type Batch, linesOf, type Part, type Undone } from "~/server/lib/batch";
import { refuse, type SignedCall } from "~/server/lib/call";
import { notify } from "~/server/lib/notify";
import { findCollision, lockContacts } from "~/server/resources/customer/customer/contact/collision";
import { normalContacts } from "~/server/resources/customer/customer/contact/contacts";
import { businessOf } from "~/server/resources/customer/customer/open-business";
import { inManagedPool } from "~/server/resources/customer/customer/row";
import { viewerOf } from "~/server/resources/customer/customer/view";
import { closeTransfers } from "../transfer/transfer-list";

/** The context of an undo: one statement per chunk, since an import has up to a hundred thousand rows. */
interface Undo {
  db: Db;
  batch: Batch;
  by: number;
  at: string;
}
type Write = (undo: Undo, ids: number[]) => Promise<void>;

const chunkSize = 2_000;
const importReason = "撤销导入";

/** Units, inquiries, content, files and follow-ups have their own undo. */
type CustomerAct = Exclude<BatchAct, "unit" | "invalid" | "content" | "media" | "track">;

const writes: Record<CustomerAct, Write> = {
  assign: restoreOwnership,
  release: restoreOwnership,
  recycle: restoreOwnership,
  tag: restoreTags,
  edit: restoreFacts,
  move: restorePool,
  import: removeImported,
};

const isOfFacts = (act: BatchAct) => ["tag", "edit", "move"].includes(act);

/** Restores customers to their state before a bulk act: those that nobody has changed since. */
export async function undoCustomers(call: SignedCall, batch: Batch, now: Date, part?: Part): Promise<Undone> {
  const { db, user } = call;
  const act = batch.act as CustomerAct; // written by keepBatch
  const lines = linesOf(batch, part);
  if (act === "recycle") await lockContactsOf(db, lines);
  await lockRows(db, lines);
  const { standing, changed } = await judgeRows(call, batch, act, lines);
  const failed = changed.map(({ id, problem }) => ({ id, ...problems[problem] }));
  const taken = act === "recycle" ? await collisionsOf(call, standing) : [];
  const barred = new Set(taken.map(({ id }) => id));
  const success = standing.filter((id) => !barred.has(id));
  const undo: Undo = { db, batch, by: user.id, at: isoInstant(now) };
  for (let start = 0; start < success.length; start += chunkSize) {
    const ids = success.slice(start, start + chunkSize);
    if (!isOfFacts(act)) await endTransfers(undo, now, ids);
    if (!isOfFacts(act) && act !== "import") await notifyOwners(undo, now, ids, call.user.name);
    await writes[act](undo, ids);
  }
  return { success, failed: [...failed, ...taken] };
}

const refusal = (code: ErrorCode, message: string = errors[code].message) => ({ code, message });
const problems = {
  changed: refusal(40901, "之后已被修改"),
  scope: refusal(40301),
  owner: refusal(40902, "原跟进人已停用"),
  business: refusal(40917),
} as const;

interface Judged extends Record<string, unknown> {
  /** Numbers of the rows that can be restored. */
  standing: number[];
  changed: { id: number; problem: keyof typeof problems }[];
}

async function lockRows(db: Undo["db"], lines: SQL): Promise<void> {
  await db.execute(sql`select count(*) from (
    select 1 from ${batchRow} join ${customer} on ${customer.id} = ${batchRow.row_id}
    where ${lines} order by ${customer.id} for update of ${customer}) held`);
}

/** Which rows cannot be restored. After `lockRows`: a statement does not see what was written while it waited for a lock itself. */
async function judgeRows({ db, user }: SignedCall, { created_at }: Batch, act: BatchAct, lines: SQL): Promise<Judged> {
  // A follow-up does not always raise the version (docs/decisions/1600).
  const followed = sql`exists (select 1 from ${tracking} t where t.customer_id = ${customer}.id
    and t.deleted_at is null and t.created_at > ${created_at})`;
  const wasOf = sql`(${batchRow.before} ->> 'owner_id')::bigint`;
  const ownerGone = sql`exists (select 1 from ${userTable} u where u.id = ${wasOf}
    and (u.deleted_at is not null or u.status <> 'enabled'))`;
  const isNear = (owner: SQL | typeof customer.owner_id) =>
    sql`(${owner} is null or ${inScope(owner, user, "customer")})`;
  const isBusy = sql`(${businessOf.liveDeals} > 0 or ${businessOf.openVisaCases} > 0)`;
  const never = sql`false`;
  const problem = sql`case
    when ${customer.version} <> ${batchRow.version_after} or ${customer.merged_to_id} is not null or ${customer.destroyed_at} is not null
      or ${isOfFacts(act) ? never : followed} then 'changed'
    when not (${isNear(customer.owner_id)} and ${isNear(wasOf)}) or not ${act === "move" ? inManagedPool(user) : sql`true`} then 'scope'
    when ${ownerGone} then 'owner'
    when ${act === "import" ? isBusy : never} then 'business' end`;
  // One value instead of a row each: an import has very many.
  const { rows } = await db.execute<Judged>(sql`
    with judged as materialized (
      select ${customer.id} as id, ${problem} as problem
      from ${batchRow} join ${customer} on ${customer.id} = ${batchRow.row_id}
      where ${lines})
    select coalesce(json_agg(id order by id) filter (where problem is null), '[]') as standing,
      coalesce(json_agg(judged order by id) filter (where problem is not null), '[]') as changed
    from judged`);
  return rows[0] ?? refuse(50000);
}

/** Contacts are locked before rows, in every act. */
async function lockContactsOf(db: Undo["db"], lines: SQL): Promise<void> {
  const rows = await db
    .select({ customer })
    .from(batchRow)
    .innerJoin(customer, eq(customer.id, batchRow.row_id))
    .where(lines);
  const contacts = rows.flatMap((row) => normalContacts(row.customer));
  await lockContacts(db, contacts);
}

/** Recycled customers whose contacts another customer has by now. */
async function collisionsOf(call: SignedCall, ids: number[]): Promise<Undone["failed"]> {
  const viewer = await viewerOf(call);
  const rows = await call.db.select().from(customer).where(inArray(customer.id, ids)).orderBy(customer.id);
  const failed: Undone["failed"] = [];
  for (const row of rows) {
    const hit = await findCollision(call.db, normalContacts(row), row.id, viewer);
    if (hit && hit.status !== "recycled") failed.push({ id: row.id, code: hit.code, message: hit.message });
  }
  return failed;
}

const rowsOf = ({ batch }: Undo, ids: number[]): SQL =>
  sql`r.batch_id = ${batch.id} and r.row_id = any(${sql.param(ids)}::bigint[])`;
const before = (name: string): SQL => sql`(r.before ->> ${name})::bigint`;

async function restoreOwnership(undo: Undo, ids: number[]): Promise<void> {
  const { db, by, at } = undo;
  await db.execute(sql`insert into ${customerOwnerLog} (customer_id, action, from_user, to_user, by, at)
    select c.id, 'undo', c.owner_id, ${before("owner_id")}, ${by}, ${at}
    from ${batchRow} r join ${customer} c on c.id = r.row_id where ${rowsOf(undo, ids)}`);
  await restoreSchedules(undo, ids);
  await restoreInquiries(undo, ids);
  await db.execute(sql`update ${customer} c set
      owner_id = b.owner_id, assigned_at = b.assigned_at, assigned_by = b.assigned_by, last_owner_id = b.last_owner_id,
      pool_at = b.pool_at, pool_reason = b.pool_reason, is_locked = b.is_locked, locked_until = b.locked_until,
      pool_id = case when b.owner_id is null then (select p.id from pool p where p.id = b.pool_id) end,
      next_tracking_at = b.next_tracking_at, deleted_at = null, deleted_by = null, delete_reason = null,
      version = c.version + 1, updated_at = ${at}, updated_by = ${by}
    from ${batchRow} r cross join lateral jsonb_populate_record(null::customer, r.before) b
    where ${rowsOf(undo, ids)} and c.id = r.row_id`);
}

/** Restores the schedules that the act moved or cancelled, if nobody has changed them since. */
async function restoreSchedules(undo: Undo, ids: number[]): Promise<void> {
  const { db, batch, at } = undo;
  const change =
    batch.act === "assign" ? sql`user_id = coalesce(${before("owner_id")}, s.user_id)` : sql`status = 'pending'`;
  const left = batch.act === "assign" ? "pending" : "cancelled";
  await db.execute(sql`update ${schedule} s set ${change}, updated_at = ${at}
    from ${batchRow} r cross join lateral jsonb_array_elements_text(r.before -> 'schedules') moved(id)
    where ${rowsOf(undo, ids)} and s.id = moved.id::bigint and s.status = ${left}
      and s.updated_at <= ${batch.created_at}`);
}

/** Restores the open inquiries that an assignment moved, if nobody has changed them since. */
async function restoreInquiries(undo: Undo, ids: number[]): Promise<void> {
  const { db, batch, at, by } = undo;
  await db.execute(sql`update ${inquiry} i set assignee_id = ${before("owner_id")}, version = i.version + 1, updated_at = ${at}, updated_by = ${by}
    from ${batchRow} r cross join lateral jsonb_array_elements_text(coalesce(r.before -> 'inquiries', '[]')) moved(id)
    where ${rowsOf(undo, ids)} and i.id = moved.id::bigint and i.status in ('assigned', 'processing')
      and i.updated_at <= ${batch.created_at}`);
}

async function restoreTags(undo: Undo, ids: number[]): Promise<void> {
  const { db, by, at } = undo;
  const inWords = (tags: SQL) => sql`(select string_agg(coalesce(o.label, t.tag), '、' order by t.place)
    from jsonb_array_elements_text(${tags}) with ordinality t(tag, place)
    left join option o on o.scene = 'customer_tag' and o.value = t.tag)`;
  await db.execute(sql`insert into ${customerChangeLog} (customer_id, action, changes, by, at)
    select c.id, 'undo', jsonb_build_array(jsonb_build_object('field', 'tags', 'label', '标签',
      'before', ${inWords(sql`c.tags`)}, 'after', ${inWords(sql`r.before -> 'tags'`)})), ${by}, ${at}
    from ${batchRow} r join ${customer} c on c.id = r.row_id where ${rowsOf(undo, ids)}`);
  await db.execute(sql`update ${customer} c
    set tags = r.before -> 'tags', version = c.version + 1, updated_at = ${at}, updated_by = ${by}
    from ${batchRow} r where ${rowsOf(undo, ids)} and c.id = r.row_id`);
}

/** Restores the changed values, also in the history. */
async function restoreFacts(undo: Undo, ids: number[]): Promise<void> {
  const { db, by, at } = undo;
  await db.execute(sql`insert into ${customerChangeLog} (customer_id, action, changes, by, at)
    select r.row_id, 'undo', (select jsonb_agg(change || jsonb_build_object('before', change -> 'after', 'after', change -> 'before'))
      from jsonb_array_elements(r.before -> 'changes') change), ${by}, ${at}
    from ${batchRow} r where ${rowsOf(undo, ids)} and jsonb_array_length(r.before -> 'changes') > 0`);
  await db.execute(sql`update ${customer} c set
      level = b.level, stage = b.stage, lost_reason = b.lost_reason, source = b.source, tags = b.tags,
      version = c.version + 1, updated_at = ${at}, updated_by = ${by}
    from ${batchRow} r cross join lateral jsonb_populate_record(null::customer, r.before - 'changes') b
    where ${rowsOf(undo, ids)} and c.id = r.row_id`);
}

/** Back into the pool where they were, if there still is one. */
async function restorePool(undo: Undo, ids: number[]): Promise<void> {
  const { db, by, at } = undo;
  await db.execute(sql`insert into ${customerChangeLog} (customer_id, action, changes, by, at)
    select c.id, 'undo', jsonb_build_array(jsonb_build_object('field', 'pool_id', 'label', '公海', 'before', now.name, 'after', was.name)), ${by}, ${at}
    from ${batchRow} r join ${customer} c on c.id = r.row_id join ${pool} now on now.id = c.pool_id join ${pool} was on was.id = ${before("pool_id")}
    where ${rowsOf(undo, ids)}`);
  await db.execute(sql`update ${customer} c set pool_id = was.id, version = c.version + 1, updated_at = ${at}, updated_by = ${by}
    from ${batchRow} r join ${pool} was on was.id = ${before("pool_id")} where ${rowsOf(undo, ids)} and c.id = r.row_id`);
}

/** Imported customers go to the recycle bin, from which they can still be restored. */
async function removeImported({ db, by, at }: Undo, ids: number[]): Promise<void> {
  const these = sql`any(${sql.param(ids)}::bigint[])`;
  await db.execute(sql`insert into ${customerChangeLog} (customer_id, action, reason, by, at)
    select id, 'recycle', ${importReason}, ${by}, ${at} from unnest(${sql.param(ids)}::bigint[]) imported(id)`);
  await db.execute(sql`update ${schedule} set status = 'cancelled', updated_at = ${at}
    where customer_id = ${these} and status = 'pending'`);
  await db.execute(sql`update ${customer} c set
      last_owner_id = coalesce(c.owner_id, c.last_owner_id), owner_id = null, is_locked = false, locked_until = null,
      next_tracking_at = null, deleted_at = ${at}, deleted_by = ${by}, delete_reason = ${importReason}, is_undone = true,
      version = c.version + 1, updated_at = ${at}, updated_by = ${by}
    where c.id = ${these}`);
}

/** Ends the transfer requests for customers who change owners again. */
async function endTransfers({ db, by, batch }: Undo, now: Date, ids: number[]): Promise<void> {
  const waiting = await db
    .selectDistinct({
      id: transferRequest.customer_id,
      owner_id: sql<number | null>`(${batchRow.before} ->> 'owner_id')::bigint::int`,
    })
    .from(transferRequest)
    .innerJoin(batchRow, and(eq(batchRow.row_id, transferRequest.customer_id), eq(batchRow.batch_id, batch.id)))
    .where(and(eq(transferRequest.status, "pending"), inArray(transferRequest.customer_id, ids)));
  for (const { id, owner_id } of waiting) await closeTransfers(db, now, by, id, owner_id);
}

async function notifyOwners(undo: Undo, now: Date, ids: number[], name: string): Promise<void> {
  const { db, batch, by } = undo;
  const { rows } = await db.execute<{ loser: string | null; winner: string | null; n: number }>(sql`
    select c.owner_id as loser, ${before("owner_id")} as winner, count(*)::int as n
    from ${batchRow} r join ${customer} c on c.id = r.row_id where ${rowsOf(undo, ids)} group by 1, 2`);
  const act = batchActs[batch.act as BatchAct] ?? refuse(50000);
  const told = (user_id: number, n: number, what: string) => ({
    user_id,
    category: "customer" as const,
    title: "批量操作已撤销",
    content: `${name}撤销了${act}，${n}位客户${what}。`,
    link: "/customer/customerInfor",
  });
  const messages = rows.flatMap(({ loser, winner, n }) => [
    ...(loser ? [told(Number(loser), n, "不再由您跟进")] : []),
    ...(winner ? [told(Number(winner), n, "恢复由您跟进")] : []),
  ]);
  await notify(db, now, by, messages);
}
