import { setImmediate as breathe } from "node:timers/promises";
import { inArray, sql } from "drizzle-orm";
import { districtImport as contract } from "~/contract/region/district";
import type { ImportTask } from "~/contract/shared/import-task";
import type { Db, Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { district } from "~/server/database/tables/region/geography";
import { audit } from "~/server/lib/audit";
import { found, type SignedCall } from "~/server/lib/call";
import { createdBy } from "~/server/lib/entity";
import { importHandlers } from "~/server/resources/shared/import/import-file";
import {
  breath,
  endImport,
  type Line,
  type RefusedRow,
  readLines,
  type WholeFile,
  wholeSheet,
} from "~/server/resources/shared/import/whole-file";
import { districtSheet, explanations, type GivenDistrict, readCountryNames, readDistrictRow } from "./import-columns";
import { judgeDistricts, type Planned } from "./import-judge";
import { disableBelow, lockCountry, pathOf, renewPaths } from "./places";

const mostRows = 20_000;

export const districtImportHandlers = importHandlers(contract, {
  label: "区域",
  kind: () => "district",
  megabytes: 10,
  explanations,
  read: importDistricts,
});

/** Reads a file of districts to its end and writes them in one transaction, or only says what would come of it. */
async function importDistricts(call: SignedCall, file: WholeFile): Promise<ImportTask> {
  const { services } = call;
  const kind = "district";
  const sheet = await wholeSheet(call, file, { kind, shape: districtSheet, most: mostRows, unit: "个区域" });
  const countries = await readCountryNames(services.db);
  const lines = await readLines(sheet.rows, (row) => readDistrictRow(sheet.columns, row, countries));
  return services.db.transaction(async (db) => {
    const verdict = await bringIn({ ...call, db }, lines, file.isDryRun);
    return endImport({ ...call, db }, file, kind, sheet, verdict);
  });
}

type Writing = SignedCall & { db: Transaction };

async function bringIn(call: Writing, lines: readonly Line<GivenDistrict>[], isDryRun: boolean) {
  const { db } = call;
  const named = lines.flatMap((line) => ("given" in line ? (line.given.country_code ?? []) : []));
  // In the order in which everybody locks them.
  const countries = [...new Set(named)].sort();
  if (!isDryRun) for (const code of countries) await lockCountry(db, code);
  const present = countries.length
    ? await db.select().from(district).where(inArray(district.country_code, countries))
    : [];
  const verdict = judgeDistricts(lines, present);
  if (!isDryRun && verdict.planned.length) await write(call, verdict.planned, verdict.refused, countries);
  return verdict;
}

async function write(call: Writing, planned: readonly Planned[], refused: readonly RefusedRow[], countries: string[]) {
  const { db, user, services } = call;
  const { derivedNames } = await import("~/server/database/baseline/place-name");
  const at = isoInstant(services.now());
  const ids = new Map<string, number>();
  const added = planned.filter(({ before }) => !before);
  let changed = 0;
  for (const level of [1, 2, 3]) {
    const facts: { one: Planned; values: Awaited<ReturnType<typeof valuesOf>> }[] = [];
    for (const [index, one] of planned.filter((one) => one.level === level).entries()) {
      if (index % breath === breath - 1) await breathe();
      const values = valuesOf(one, ids);
      facts.push({ one, values: { ...values, ...derivedNames(values) } });
    }
    const fresh = facts.filter(({ one }) => !one.before).map(({ values }) => values);
    const rows = fresh.map((values) => ({ ...values, ...createdBy(call) }));
    await insertRows(db, district, rows);
    changed += await update(db, facts, { at, by: user.id });
    await learnIds(db, countries, level, ids);
  }
  for (const code of countries) {
    await renewPaths(db, code);
    await disableBelow(call, code);
  }
  const parts = [`新增${added.length}个`, `更新${changed}个`, ...(refused.length ? [`失败${refused.length}行`] : [])];
  await audit(call, { module: "geo", action: "import", summary: `导入区域：${parts.join("，")}` });
}

function valuesOf(
  { given, before, country_code, code, level, name_zh, status, parent }: Planned,
  ids: Map<string, number>,
) {
  const parent_id = parent ? ("id" in parent ? parent.id : found(ids.get(`${country_code}/${parent.code}`))) : null;
  return {
    ...{ country_code, code, level, name_zh, status, parent_id },
    path: before?.path ?? pathOf(country_code, undefined, code),
    name_local: given.name_local ?? before?.name_local ?? null,
    name_en: given.name_en ?? before?.name_en ?? null,
    alias: given.alias ?? before?.alias ?? [],
    lat: given.lat ?? before?.lat ?? null,
    lng: given.lng ?? before?.lng ?? null,
    is_hot: given.is_hot ?? before?.is_hot ?? false,
    is_open: given.is_open ?? before?.is_open ?? false,
    sort: given.sort ?? before?.sort ?? 100,
    initial: before?.initial ?? null,
    search_text: before?.search_text ?? "",
  };
}

type Values = ReturnType<typeof valuesOf>;

/** Writes what differs from what was there; answers how many do. */
async function update(
  db: Transaction,
  facts: readonly { one: Planned; values: Values }[],
  { at, by }: { at: string; by: number },
): Promise<number> {
  const differing = facts.flatMap(({ one: { before }, values }) => {
    const names = Object.keys(values) as (keyof Values)[]; // the keys of the object
    const isSame = before && names.every((name) => JSON.stringify(before[name]) === JSON.stringify(values[name]));
    return before && !isSame ? [{ ...values, id: before.id }] : [];
  });
  if (differing.length === 0) return 0;
  const columns = Object.keys(differing[0] ?? {}).filter((name) => name !== "id");
  const set = columns.map((name) => sql`${sql.identifier(name)} = given.${sql.identifier(name)}`);
  await db.execute(sql`update district set ${sql.join(set, sql`, `)}, version = district.version + 1,
      updated_at = ${at}, updated_by = ${by}
    from json_populate_recordset(null::district, ${JSON.stringify(differing)}::json) as given where district.id = given.id`);
  return differing.length;
}

async function learnIds(db: Db, countries: string[], level: number, ids: Map<string, number>) {
  const rows = await db
    .select({ id: district.id, country: district.country_code, code: district.code })
    .from(district)
    .where(sql`${inArray(district.country_code, countries)} and ${district.level} = ${level}`);
  for (const { id, country, code } of rows) ids.set(`${country}/${code}`, id);
}
