import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { pinyin } from "pinyin-pro";
import type { z } from "zod";
import { dictionaryScenes } from "~/contract/shared/option";
import { type OptionCreate, OptionRow, OptionUpdate, type optionEntry } from "~/contract/system/option-entry";
import { options as builtin } from "~/server/database/baseline/options";
import type { Db } from "~/server/database/database";
import { option } from "~/server/database/tables/system/system";
import { changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { isNameTaken } from "~/server/lib/names";
import { found, refuse } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { includesText } from "~/server/lib/search";
import { usageOf } from "./usage";

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

export const toOptionRow = (row: Row): OptionRow =>
  rowOf(OptionRow, row, {
    can: { edit: true, delete: !isBuiltin(row) },
  });

/** The dictionary's entries that a query asks for; only scenes that the business may extend. */
export function entryRows(query: z.output<typeof optionEntry.list.query>): SQL | undefined {
  return and(
    inArray(option.scene, query.scene?.length ? query.scene : scenes),
    query.status?.length ? inArray(option.status, query.status) : undefined,
    query.keyword
      ? or(includesText(option.label, query.keyword), includesText(option.value, query.keyword))
      : undefined,
  );
}

export async function entryOf(db: Db, id: number): Promise<Row> {
  const [row] = await db
    .select()
    .from(option)
    .where(and(eq(option.id, id), inArray(option.scene, scenes)));
  return found(row);
}

export async function addEntry(call: SignedCall, body: z.output<typeof OptionCreate>): Promise<number> {
  const { db } = call;
  await lock(db);
  await refuseTaken(call, body.scene, body.label);
  const value = body.value ?? (await freeValue(db, body.scene, body.label));
  const mine = and(eq(option.scene, body.scene), eq(option.value, value));
  if ((await db.$count(option, mine)) > 0) return refuse(40900, { label: "编码" });
  return (await entries.create(call, { ...body, value })).id;
}

export async function changeEntry(call: SignedCall, id: number, body: z.output<typeof OptionUpdate>): Promise<Row> {
  const { db } = call;
  await lock(db);
  const before = await entryOf(db, id);
  await refuseTaken(call, before.scene, body.label, before);
  const changes = changesOf(OptionUpdate, before, body);
  return changes.length ? entries.change(call, before, body, { named: before, changes }) : before;
}

/** Only entries without records: words of old records must stay. */
export async function removeEntry(call: SignedCall, id: number): Promise<void> {
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
