import { and, asc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Option } from "~/contract/common";
import { option as contract, dictionaryScenes, tableScenes } from "~/contract/option";
import type { Database, Transaction } from "~/server/database/database";
import { country, currency, district } from "~/server/database/tables/geography";
import { option, team, user } from "~/server/database/tables/system";
import { likeText } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";

type Query = { keyword?: string; country?: string[]; parent_id?: number; ids?: number[] };
type Db = Database | Transaction;

export const optionHandlers = [
  serve(contract.community, async ({ db, query }) => {
    const scenes = query.scenes ?? [];
    const reply: Record<string, Option[]> = await dictionary(db, scenes);
    for (const scene of tableScenes) if (scenes.includes(scene)) reply[scene] = await fromTable[scene](db, query);
    return reply;
  }),
];

/** The dictionary's scenes out of those asked for, disabled values included so that old records keep their words. */
async function dictionary(db: Db, scenes: readonly string[]): Promise<Record<string, Option[]>> {
  const asked = scenes.filter((scene) => scene in dictionaryScenes);
  if (asked.length === 0) return {};
  const rows = await db
    .select()
    .from(option)
    .where(inArray(option.scene, asked))
    .orderBy(asc(option.sort), asc(option.id));
  const reply: Record<string, Option[]> = Object.fromEntries(asked.map((scene) => [scene, []]));
  for (const row of rows)
    reply[row.scene]?.push({
      value: row.value,
      label: row.label,
      color: row.color,
      ...(row.status === "enabled" ? {} : { disabled: true }),
    });
  return reply;
}

const fromTable: Record<(typeof tableScenes)[number], (db: Db, query: Query) => Promise<Option[]>> = {
  users: async (db, { keyword, ids }) =>
    db
      .select({ value: user.id, label: user.name })
      .from(user)
      .where(
        ids
          ? inArray(user.id, ids)
          : and(eq(user.status, "enabled"), keyword ? ilike(user.name, `%${likeText(keyword)}%`) : undefined),
      )
      .orderBy(user.name, user.id)
      .limit(50),
  teams: async (db) =>
    db
      .select({ value: team.id, label: team.name })
      .from(team)
      .where(eq(team.status, "enabled"))
      .orderBy(team.sort, team.id),
  countries: async (db) =>
    db
      .select({ value: country.code, label: country.name_zh })
      .from(country)
      .where(eq(country.status, "enabled"))
      .orderBy(sql`${country.is_open} desc`, country.sort, country.code),
  districts,
  currencies: async (db) =>
    db
      .select({ value: currency.code, label: sql<string>`${currency.name_zh} || ' ' || ${currency.code}` })
      .from(currency)
      .where(eq(currency.status, "enabled"))
      .orderBy(sql`${currency.is_common} desc`, currency.sort, currency.code),
  phone_codes: async (db) => {
    const rows = await db
      .select({ value: country.phone_cc, label: country.name_zh })
      .from(country)
      .where(sql`${country.phone_cc} is not null and ${country.status} = 'enabled'`)
      .orderBy(sql`${country.is_open} desc`, country.sort, country.code);
    const byCode = new Map<string, string>();
    for (const { value, label } of rows) if (value && !byCode.has(value)) byCode.set(value, label);
    return [...byCode].map(([value, label]) => ({ value, label: `+${value} ${label}` }));
  },
  tags: async (db) => (await dictionary(db, ["customer_tag"])).customer_tag ?? [],
};

/** Districts by name in any of their languages, or those named by `ids`; each with the names above it. */
async function districts(db: Db, query: Query): Promise<Option[]> {
  const conditions: (SQL | undefined)[] = [];
  if (query.ids) conditions.push(inArray(district.id, query.ids));
  else {
    conditions.push(eq(district.status, "enabled"));
    if (query.country) conditions.push(inArray(district.country_code, query.country));
    if (query.parent_id) conditions.push(eq(district.parent_id, query.parent_id));
    if (query.keyword) {
      const like = `%${likeText(query.keyword)}%`;
      conditions.push(
        or(ilike(district.name_zh, like), ilike(district.name_local, like), ilike(district.name_en, like)),
      );
    } else if (!query.parent_id) conditions.push(eq(district.level, 1));
  }
  const above = alias(district, "above");
  const rows = await db
    .select({ value: district.id, name: district.name_zh, parent: above.name_zh })
    .from(district)
    .leftJoin(above, eq(above.id, district.parent_id))
    .where(and(...conditions))
    .orderBy(district.level, district.sort, district.id)
    .limit(50);
  return rows.map(({ value, name, parent }) => ({ value, label: parent ? `${parent} ${name}` : name }));
}
