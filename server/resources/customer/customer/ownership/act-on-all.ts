import { asc, inArray, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { customer as contract } from "~/contract/customer/customer";
import { ownedViews } from "~/contract/customer/customer-list";
import { Customer, CustomerRow } from "~/contract/customer/customer-record";
import { labelOf, metaOf } from "~/contract/field";
import { fieldText } from "~/contract/format";
import type { Permission } from "~/contract/permissions";
import { type BatchAct, batchActs } from "~/contract/shared/batch";
import { spreadOver } from "~/contract/shared/shares";
import { conditionsOf, type Where } from "~/contract/where";
import { customer } from "~/server/database/tables/customer/customer";
import { type AuditAction, audit } from "~/server/lib/audit";
import { type Done, eachRow, type Rows } from "~/server/lib/batch";
import { found, type OwnTransactionCall, pick, type SignedCall } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import { beginAct, runAct } from "~/server/resources/shared/batch/act-task";
import { districtsOf, ownedRows } from "../list/owned-list";
import { poolRows } from "../list/pool-list";
import { tagCustomer, tagLabels } from "../quick";
import { viewerOf } from "../view";
import { assignCustomer, releaseCustomer, releaseLabels, type Target, targetOf } from "./acts";

const columns = CustomerRow.shape;

/** What the filters of customers are about; one of two ends, as `created_from`, goes by its beginning. */
const fields = {
  ...{ level: columns.level, stage: columns.stage, source: columns.source, pool_reason: columns.pool_reason },
  ...{ tag: columns.tags, owner: columns.owner, country: columns.intent_country_codes },
  ...{ estate: columns.intent_estate_ids, district: Customer.shape.intent_district_ids },
  ...{ budget: columns.budget_max, pool: columns.pool_at, created: columns.created_at },
  ...{ tracked: columns.last_tracking_at, next: columns.next_tracking_at, idle_days: columns.idle_days },
};

const ends = { from: "≥", to: "≤", min: "≥", max: "≤", id: "#", currency: "" } as const;

/** A filter as the operation log keeps it. What was typed to find people is left out: nothing would take it out when they are destroyed. */
function filterText(query: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined || value === "" || paging.includes(name)) return [];
    if (name === "keyword") return ["关键词"];
    // The endpoint has checked it.
    if (name === "where") return [`组合条件${conditionsOf(value as Where).length}个`];
    if (name === "pool") return [`公海#${value}`];
    if (name === "view") return [value === "pool" ? "公海" : ownedViews[value as keyof typeof ownedViews]];
    const [, field = name, end] = /^(.+)_(from|to|min|max|id|currency)$/.exec(name) ?? [];
    const schema = fields[field as keyof typeof fields];
    const words = [value].flat().map((one) => fieldText(metaOf(schema), one));
    return [`${labelOf(schema, name)}${end ? ends[end as keyof typeof ends] : "："}${words.join("、")}`];
  });
  return parts.join("，");
}

const paging = ["page", "page_size", "sort", "group", "trashed"];

type AllCall = OwnTransactionCall & { body: { count: number }; query: Readonly<Record<string, unknown>> };

const actions = { assign: "assign", release: "release", tag: "update" } as const satisfies Partial<
  Record<BatchAct, AuditAction>
>;
type ActOnRows = (part: SignedCall, ids: number[]) => Promise<Rows<Done>>;

interface Act {
  act: BatchAct & keyof typeof actions;
  endpoint: { permission: Permission };
  where: (call: SignedCall) => SQL | Promise<SQL>;
  prepare: (call: SignedCall, ids: readonly number[]) => Promise<ActOnRows>;
}

/** Acts on every customer that a filter finds now, in parts in the background, as one batch (domain C.1.6). */
async function onAll(call: AllCall, { act, endpoint: { permission }, where, prepare }: Act) {
  let begin: (() => void) | undefined;
  const begun = await call.transaction(async (db) => {
    const inner = { ...call, db };
    const { settings } = await viewerOf(inner);
    const most = settings["customer.batch_rows"];
    const rows = await pick(db, customer, ["id"], await where(inner), { order: asc(customer.id), limit: most + 1 });
    const ids = rows.map(({ id }) => id);
    const of = { act, targetType: "customer", permission };
    const answer = await beginAct(inner, { ...of, ids, expected: call.body.count, most });
    const actOn = await prepare(inner, ids);
    const filter = filterText(call.query) || "无";
    await audit(inner, {
      ...{ module: "customer", action: actions[act] },
      summary: `按筛选${batchActs[act]}：共${ids.length}条（批量操作#${answer.batch_id}）；筛选：${filter}`,
      reason: "reason" in call.body && typeof call.body.reason === "string" ? call.body.reason : null,
    });
    begin = () =>
      runAct(call, answer.batch_id, ids, async (part, some) => {
        const done = await actOn(part, some);
        return { ...done, names: await namesOf(part, done) };
      });
    return answer;
  });
  // Not for a form that was sent twice: its batch is running already.
  begin?.();
  return begun;
}

async function namesOf({ db }: SignedCall, { failed }: Rows<Done>): Promise<ReadonlyMap<number, string>> {
  if (failed.length === 0) return new Map();
  const { id, name } = customer;
  const ids = failed.map((row) => row.id);
  return new Map(
    (await db.select({ id, name }).from(customer).where(inArray(id, ids))).map((row) => [row.id, row.name]),
  );
}

type OwnedQuery = z.output<typeof contract.list.query>;

async function ownedOf(call: SignedCall, query: OwnedQuery): Promise<SQL> {
  const { settings, now } = await viewerOf(call);
  return ownedRows({ ...query, ...(await districtsOf(call.db, query)) }, call.user, settings, now);
}

/** The users that customers go to. Locked in the order of their numbers, so that two requests with the same users do not deadlock. */
export async function targetsOf(call: SignedCall, userIds: readonly number[]): Promise<ReadonlyMap<number, Target>> {
  const targets = new Map<number, Target>();
  for (const id of userIds.toSorted((a, b) => a - b))
    targets.set(id, await targetOf(call, id, { field: "user_ids", label: "跟进人" }));
  return targets;
}

export const allHandlers = [
  serve(
    contract.assignAll,
    (call) =>
      onAll(call, {
        ...{ act: "assign", endpoint: contract.assignAll, where: () => poolRows(call.query, call.user) },
        async prepare(begun, all) {
          const { user_ids } = call.body;
          await targetsOf(begun, user_ids);
          const [first, ...rest] = user_ids;
          const whose = spreadOver(all, [found(first), ...rest]);
          return async (part, ids) => {
            const [targets, viewer] = [await targetsOf(part, user_ids), await viewerOf(part)];
            return eachRow(part, ids, (one, id) =>
              assignCustomer(one, id, call.body, found(targets.get(found(whose.get(id)))), viewer),
            );
          };
        },
      }),
    { ownTransaction: true },
  ),

  serve(
    contract.transferAll,
    (call) =>
      onAll(call, {
        ...{ act: "assign", endpoint: contract.transferAll, where: (tx) => ownedOf(tx, call.query) },
        async prepare(begun) {
          const { user_id } = call.body;
          await targetOf(begun, user_id);
          return async (part, ids) => {
            const [target, viewer] = [await targetOf(part, user_id), await viewerOf(part)];
            return eachRow(part, ids, (one, id) => assignCustomer(one, id, call.body, target, viewer));
          };
        },
      }),
    { ownTransaction: true },
  ),

  serve(
    contract.releaseAll,
    (call) =>
      onAll(call, {
        ...{ act: "release", endpoint: contract.releaseAll, where: (tx) => ownedOf(tx, call.query) },
        async prepare(begun) {
          const words = await releaseLabels(begun, call.body);
          return (part, ids) => eachRow(part, ids, (one, id) => releaseCustomer(one, id, call.body, words));
        },
      }),
    { ownTransaction: true },
  ),

  serve(
    contract.tagAll,
    (call) =>
      onAll(call, {
        ...{ act: "tag", endpoint: contract.tagAll, where: (tx) => ownedOf(tx, call.query) },
        async prepare(begun) {
          const words = await tagLabels(begun, call.body);
          return (part, ids) => eachRow(part, ids, (one, id) => tagCustomer(one, id, call.body, words));
        },
      }),
    { ownTransaction: true },
  ),
];
