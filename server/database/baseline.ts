import { eq, sql } from "drizzle-orm";
import { options } from "./baseline/options";
import { roles } from "./baseline/roles";
import { clockNow } from "./clock";
import type { Db, Transaction } from "./database";
import { insertRows } from "./insert-rows";
import { isoInstant } from "./tables/columns";
import { country, currency, district } from "./tables/region/geography";
import { databaseFlag, option, role } from "./tables/system/system";

/** Raise it when a baseline file gains rows: the next start then inserts what is absent. */
const version = "2";
const flagName = "baseline";

/** Names of the tables that the baseline fills, which tests therefore do not truncate. */
export const baselineTables: string[] = ["role", "option", "country", "district", "currency", "pool"];

/**
 * Writes what every installation begins with: built-in roles, the dictionary, countries, districts, currencies. It only
 * inserts what is absent by natural key, so that edits of operators stay; what they have deleted comes back at most once per version.
 */
export async function writeBaseline(db: Db): Promise<void> {
  const [flag] = await db.select().from(databaseFlag).where(eq(databaseFlag.name, flagName));
  if (flag?.value === version) return;
  // Loaded only here, since a start that has its baseline needs none of the data packages.
  const { countryRows } = await import("./baseline/countries");
  const { currencyRows } = await import("./baseline/currencies");
  const { districtRows } = await import("./baseline/districts");
  const districts = districtRows();
  const at = isoInstant(clockNow());
  const stamp = <T extends object>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, status: "enabled" as const, created_at: at, updated_at: at }));
  const skip = { skip: true };
  await db.transaction(async (tx) => {
    const builtin = roles.map((row) => ({
      ...row,
      scope_overrides: { ...row.scope_overrides },
      permissions: [...row.permissions],
      builtin: true,
    }));
    await insertRows(tx, role, stamp(builtin), skip);
    await insertRows(tx, option, stamp(optionRows()), skip);
    await insertRows(tx, country, stamp(countryRows()), skip);
    await insertRows(tx, currency, stamp(currencyRows()), skip);
    for (const level of [1, 2, 3]) {
      const parents = level > 1 ? await districtsAt(tx, level - 1) : new Map<string, Parent>();
      const rows = districts.filter((row) => row.level === level);
      const placed = stamp(rows).flatMap(({ parent_code, ...row }) => {
        const parent = parents.get(`${row.country_code}/${parent_code}`);
        // Below what an operator has given another code nothing comes back.
        if (level > 1 && !parent) return [];
        return { ...row, parent_id: parent?.id ?? null, path: parent ? `${parent.path}/${row.code}` : row.path };
      });
      await insertRows(tx, district, placed, skip);
    }
    await fillSearchText(tx);
    await tx
      .insert(databaseFlag)
      .values({ name: flagName, value: version })
      .onConflictDoUpdate({ target: databaseFlag.name, set: { value: sql`excluded.value` } });
  });
}

function optionRows() {
  return Object.entries(options).flatMap(([scene, labels]) =>
    Object.entries(labels).map(([value, label], index) => ({ scene, value, label, sort: (index + 1) * 10 })),
  );
}

interface Parent {
  id: number;
  path: string;
}

async function districtsAt(db: Transaction, level: number): Promise<Map<string, Parent>> {
  const { id, country_code, code, path } = district;
  const rows = await db.select({ id, country_code, code, path }).from(district).where(eq(district.level, level));
  return new Map(rows.map((row) => [`${row.country_code}/${row.code}`, row]));
}

/** Districts of a database that knew no search text get theirs. */
async function fillSearchText(db: Transaction): Promise<void> {
  const { derivedNames } = await import("~/server/database/baseline/place-name");
  const { id, code, name_zh, name_local, name_en, alias } = district;
  const rows = await db
    .select({ id, code, name_zh, name_local, name_en, alias })
    .from(district)
    .where(eq(district.search_text, ""));
  if (rows.length === 0) return;
  const filled = JSON.stringify(rows.map((row) => ({ id: row.id, ...derivedNames(row) })));
  await db.execute(sql`update ${district} set search_text = given.search_text
    from json_to_recordset(${filled}::json) as given(id bigint, search_text text) where ${id} = given.id`);
}
