import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { pinyin } from "pinyin-pro";
import type { z } from "zod";
import { option as contract, dictionaryScenes, isSearched, tableScenes } from "~/contract/shared/option";
import { type OptionCreate, OptionRow, OptionUpdate, optionEntry } from "~/contract/system/option-entry";
import { options as builtin } from "~/server/database/baseline/options";
import type { Db } from "~/server/database/database";
import { blacklist } from "~/server/database/tables/customer/audience";
import { customer, customerOwnerLog, tracking } from "~/server/database/tables/customer/customer";
import { option } from "~/server/database/tables/system/system";
import { changesOf } from "~/server/lib/audit";
import { found, refuse, rowOf, rowsOf, type SignedCall } from "~/server/lib/call";
import { entity, isNameTaken } from "~/server/lib/entity";
import { cappedCount, listOf, orderOf } from "~/server/lib/list";
import { dictionaryOptions, toOption } from "~/server/lib/option-values";
import { countKeyword, includesText } from "~/server/lib/search";
import { serve, serveNull } from "~/server/lib/serve";

/** The tables with a scene's values; reasons that logs keep in words hold none. */
const holders: Partial<Record<DictionaryScene, (value: string) => SQL>> = {
  customer_source: (value) => sql`from ${customer} where ${eq(customer.source, value)}`,
  customer_industry: (value) => sql`from ${customer} where ${eq(customer.industry, value)}`,
  customer_tag: (value) => sql`from ${customer} where ${customer.tags} @> ${JSON.stringify([value])}::jsonb`,
  lost_reason: (value) => sql`from ${customer} where ${eq(customer.lost_reason, value)}`,
  release_reason: (value) =>
    sql`from ${customerOwnerLog} where ${and(eq(customerOwnerLog.action, "release"), eq(customerOwnerLog.reason, value))}`,
  tracking_result: (value) => sql`from ${tracking} where ${eq(tracking.result, value)}`,
  blacklist_reason: (value) => sql`from ${blacklist} where ${eq(blacklist.reason, value)}`,
};

function usageOf(db: Db, { scene, value }: { scene: string; value: string }) {
  // A scene that is none any more has no holders.
  const from = holders[scene as DictionaryScene]?.(value);
  return from ? cappedCount(db, from) : { total: 0, total_capped: false };
}

type Row = typeof option.$inferSelect;
type DictionaryScene = keyof typeof dictionaryScenes;

const scenes = Object.keys(dictionaryScenes) as DictionaryScene[];
/** The code names some of these itself, and an upgrade finds them again. */
const isBuiltin = ({ scene, value }: Row) => Object.hasOwn(builtin[scene as DictionaryScene] ?? {}, value);
const sceneLabel = (scene: string) => dictionaryScenes[scene as DictionaryScene] ?? scene;

const entries = entity({
  table: option,
  module: "system",
  type: "option",
  title: "字典项",
  separator: "：",
  nameOf: ({ label }) => label,
  describe: ({ scene, label }) => `${sceneLabel(scene)} ${label}`,
});

const toOptionRow = (row: Row): OptionRow =>
  rowOf(OptionRow, row, {
    can: { edit: true, delete: !isBuiltin(row) },
  });

/** The dictionary's entries that a query asks for; only scenes that the business may extend. */
function entryRows(query: z.output<typeof optionEntry.list.query>): SQL | undefined {
  return and(
    inArray(option.scene, query.scene?.length ? query.scene : scenes),
    query.status?.length ? inArray(option.status, query.status) : undefined,
    query.keyword
      ? or(includesText(option.label, query.keyword), includesText(option.value, query.keyword))
      : undefined,
  );
}

async function entryOf(db: Db, id: number): Promise<Row> {
  const [row] = await rowsOf(db, option, and(eq(option.id, id), inArray(option.scene, scenes)));
  return found(row);
}

async function addEntry(call: SignedCall, body: z.output<typeof OptionCreate>): Promise<number> {
  const { db } = call;
  await lock(db);
  await refuseTaken(call, body.scene, body.label);
  const value = body.value ?? (await freeValue(db, body.scene, body.label));
  const mine = and(eq(option.scene, body.scene), eq(option.value, value));
  if ((await db.$count(option, mine)) > 0) return refuse(40900, { label: "编码" });
  return (await entries.create(call, { ...body, value })).id;
}

async function changeEntry(call: SignedCall, id: number, body: z.output<typeof OptionUpdate>): Promise<Row> {
  const { db } = call;
  await lock(db);
  const before = await entryOf(db, id);
  await refuseTaken(call, before.scene, body.label, before);
  const changes = changesOf(OptionUpdate, before, body);
  return changes.length ? entries.change(call, before, body, { named: before, changes }) : before;
}

/** Only entries without records: words of old records must stay. */
async function removeEntry(call: SignedCall, id: number): Promise<void> {
  const { db } = call;
  await lock(db);
  const row = await entryOf(db, id);
  if (isBuiltin(row)) return refuse(40904, { n: "系统内置，可停用" });
  const { total, total_capped } = await usageOf(db, row);
  if (total > 0) return refuse(40904, { n: `${total}${total_capped ? "+" : ""}条记录使用中，可停用` });
  await entries.remove(call, row);
}

/** One writer at a time, so that no two entries of a scene take one name. Readers go on. */
async function lock(db: Db): Promise<void> {
  await db.execute(sql`lock table ${option} in share row exclusive mode`);
}

/** An import tells entries apart by their names. */
async function refuseTaken(call: SignedCall, scene: string, label: string, before?: Row): Promise<void> {
  const others = and(eq(option.scene, scene), ne(option.id, before?.id ?? 0));
  if (await isNameTaken(call, { column: option.label, name: label, before: before?.label, others }))
    return refuse(40900, { label: "名称" });
}

/** The name in letters, with a number where that is taken. */
async function freeValue(db: Db, scene: string, label: string): Promise<string> {
  const letters = pinyin(label, { toneType: "none", type: "array", v: true, nonZh: "consecutive" })
    .join("_")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 34);
  const base = letters || "option";
  const rows = await db.select({ value: option.value }).from(option).where(eq(option.scene, scene));
  const taken = new Set(rows.map(({ value }) => value));
  let value = base;
  for (let number = 2; taken.has(value); number++) value = `${base}_${number}`;
  return value;
}

export const optionHandlers = [
  serve(contract.community, async (call) => {
    const { scenes = [], ids, ...query } = call.query;
    const fixed = scenes.filter((scene) => scene in dictionaryScenes);
    const reply = await dictionaryOptions(call.db, fixed);
    for (const scene of tableScenes) {
      if (!scenes.includes(scene)) continue;
      const source = call.services.optionSources[scene];
      const isNaming = ids && isSearched(scene);
      if (source.findsContacts) await countKeyword(call.services, call.user, query.keyword);
      const entries = await (isNaming ? source.name(call, ids.map(String)) : source.offer(call, query));
      reply[scene] = entries.map(toOption);
    }
    return reply;
  }),

  serve(optionEntry.list, ({ db, query }) => {
    const order = orderOf(option, query.sort, option.id);
    const select = db.select().from(option).$dynamic();
    return listOf(db, query, { select, from: option, where: entryRows(query), order }, toOptionRow);
  }),

  serve(optionEntry.get, async ({ db, params }) => {
    const row = await entryOf(db, params.id);
    const { total, total_capped } = await usageOf(db, row);
    return { ...toOptionRow(row), usage: total, usage_capped: total_capped };
  }),

  serve(optionEntry.create, async (call) => ({ id: await addEntry(call, call.body) })),

  serve(optionEntry.update, async (call) => toOptionRow(await changeEntry(call, call.params.id, call.body))),

  serveNull(optionEntry.remove, removeEntry),
];
