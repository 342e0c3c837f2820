import { and, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { pool as contract, PoolFields, PoolRow } from "~/contract/customer/pool";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { pool } from "~/server/database/tables/customer/pool";
import { Refusal, refuse, refuseFields, rowOf, type SignedCall } from "~/server/lib/call";
import { entity, isNameTaken, type UseStatus } from "~/server/lib/entity";
import { orderOf, tablePage } from "~/server/lib/list";
import { serve, serveAct, statusHandlers } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";

type Pool = typeof pool.$inferSelect;

const pools = entity({
  ...{ table: pool, module: "customer", type: "pool", title: "公海" },
  fields: PoolFields,
  nameOf: ({ name }) => name,
  unique: ({ name }) => name,
  present: poolOf,
});

async function toRows(db: Db, rows: readonly Pool[]): Promise<PoolRow[]> {
  const ids = rows.map(({ id }) => id);
  const counted = await db
    .select({ id: customer.pool_id, n: sql<number>`count(*)::int` })
    .from(customer)
    .where(and(inArray(customer.pool_id, ids), isNull(customer.owner_id), isNull(customer.deleted_at)))
    .groupBy(customer.pool_id);
  const countOf = new Map(counted.map(({ id, n }) => [id, n]));
  return rows.map((row) => rowOf(PoolRow, row, { customers: countOf.get(row.id) ?? 0 }));
}

async function poolOf(call: SignedCall, id: number): Promise<PoolRow> {
  const [row] = await toRows(call.db, [await pools.find(call, id)]);
  return row ?? refuse(40400);
}

const conditions = ["country_codes", "purposes", "team_ids"] as const;
/** What says when and whose customers a pool takes. */
const rules = [
  ...conditions,
  ...(["sort", "reasons", "no_follow_days", "days_a", "days_b", "days_c", "days_d", "no_deal_days"] as const),
];

const now = ({ services }: Pick<SignedCall, "services">) => isoInstant(services.now());

/** A form as it is kept; ends the request with complaints. */
async function checked(call: SignedCall, body: PoolFields, before?: Pool): Promise<PoolFields> {
  const { db } = call;
  const others = before && ne(pool.id, before.id);
  if (await isNameTaken(call, { column: pool.name, name: body.name, before: before?.name, others }))
    return refuse(40900, { label: "公海名称" });
  const wrong: FieldError[] = await pools.unknownChoices(call, body, before);
  const complain = (field: keyof PoolFields, message: string) =>
    wrong.push({ field, label: labelOf(PoolFields.shape[field], field), message });
  if (before?.is_main)
    for (const name of conditions) if (body[name].length) complain(name, "主公海接收其余全部客户，不能设条件");
  const { "pool.warn_days": warned } = await readSettings(db);
  for (const name of ["no_follow_days", "days_a", "days_b", "days_c", "days_d", "no_deal_days"] as const) {
    const count = body[name];
    // 0 is no such rule.
    if (count && count <= warned) complain(name, `应大于提前提醒天数（${warned}天）`);
  }
  return wrong.length ? refuseFields(wrong) : body;
}

/** Customers who were another pool's have the days of warning again. */
const touchMain = ({ db, services }: SignedCall) =>
  db
    .update(pool)
    .set({ rules_at: now({ services }) })
    .where(sql`${pool.is_main}`);

async function setStatus(call: SignedCall, id: number, status: UseStatus): Promise<void> {
  const row = await pools.lock(call, id);
  if (row.is_main) throw new Refusal(42200, "主公海不能停用", { errors: [] });
  if (row.status === status) return refuse(40902);
  const [verb, before, after] = status === "enabled" ? ["启用", "停用", "启用"] : ["停用", "启用", "停用"];
  const changes = [{ field: "status", label: "状态", before, after }];
  await pools.change(call, row, { status, rules_at: now(call) }, { verb, changes });
}

async function remove(call: SignedCall, id: number): Promise<null> {
  const { db } = call;
  const row = await pools.lock(call, id);
  if (row.is_main) throw new Refusal(42200, "主公海不能删除", { errors: [] });
  const isOf = sql`${customer.pool_id} = ${id}`;
  const gone = or(sql`${customer.destroyed_at} is not null`, sql`${customer.merged_to_id} is not null`);
  const [held] = await db.select({ id: customer.id }).from(customer).where(sql`${isOf} and not (${gone})`).limit(1);
  if (held) throw new Refusal(42200, "该公海还有客户（含回收站），请先移到其他公海", { errors: [] });
  await db
    .update(customer)
    .set({ pool_id: null, updated_at: sql`${customer.updated_at}` })
    .where(isOf);
  await touchMain(call);
  await pools.remove(call, row);
  return null;
}

export const poolHandlers = [
  serve(contract.list, (call) => {
    const order = sql`${pool.is_main}, ${orderOf(pool, call.query.sort, pool.id)}`;
    return tablePage(call, pool, { where: undefined, order }, ({ db }, rows) => toRows(db, rows));
  }),
  serve(contract.get, (call) => poolOf(call, call.params.id)),
  serve(contract.create, async (call) => pools.add(call, { ...(await checked(call, call.body)), rules_at: now(call) })),
  serveAct(contract.update, poolOf, async (call, id, { version, ...body }) => {
    const row = await pools.lock(call, id, version);
    const after = await checked(call, body, row);
    const isRuled = rules.some((name) => JSON.stringify(row[name]) !== JSON.stringify(after[name]));
    await pools.edit(call, row, { ...after, ...(isRuled ? { rules_at: now(call) } : {}) });
  }),
  serve(contract.remove, (call) => remove(call, call.params.id)),
  ...statusHandlers(contract, setStatus, poolOf),
];
