import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { pinyin } from "pinyin-pro";
import type { z } from "zod";
import { CountryDetail, CountryRow, type country as contract, countryTexts } from "~/contract/region/country";
import type { Db } from "~/server/database/database";
import { foldText } from "~/server/database/fold";
import { country } from "~/server/database/tables/region/geography";
import type { SignedCall } from "~/server/lib/call";
import { orderOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { textsForEditor } from "~/server/resources/shared/rich-texts";
import { pictureUrl } from "~/server/resources/shared/upload";

type Query = z.output<typeof contract.list.query>;
export type Country = typeof country.$inferSelect;

// Spelt out: of a select from one table drizzle writes columns without their table.
const districtCount = sql<number>`(select count(*)::int from district d where d.country_code = country.code and d.level = 1)`;

const estateCount = sql<number>`(select count(*)::int from estate e where e.country_code = country.code and e.deleted_at is null)`;

export function readCountries(db: Db) {
  return db.select({ row: country, district_count: districtCount, estate_count: estateCount }).from(country);
}

interface Read {
  row: Country;
  district_count: number;
  estate_count: number;
}

export function toCountryRow({ row, district_count, estate_count }: Read): CountryRow {
  const { is_open, status } = row;
  return rowOf(CountryRow, row, {
    district_count,
    estate_count,
    can: { edit: true, open: !is_open && status === "enabled", close: is_open, delete: true },
  });
}

export async function countryWhere({ db, services }: SignedCall, where: SQL): Promise<CountryDetail> {
  const [read] = await readCountries(db).where(where);
  const { row, ...counts } = found(read);
  const { level_names, cover_id } = row;
  const [level_name_1 = null, level_name_2 = null, level_name_3 = null] = level_names;
  return rowOf(CountryDetail, row, {
    ...toCountryRow({ row, ...counts }),
    level_name_1,
    level_name_2,
    level_name_3,
    ...(await textsForEditor({ db, services }, row, countryTexts)),
    cover: cover_id ? pictureUrl(services, cover_id) : null,
  });
}

export const countryOf = (call: SignedCall, id: number): Promise<CountryDetail> =>
  countryWhere(call, eq(country.id, id));

export async function countryRows(db: Db, query: Query): Promise<SQL> {
  const { keyword, continent, open, status } = query;
  return sql`${and(
    sql`true`,
    keyword ? await matches(db, keyword) : undefined,
    continent?.length ? inArray(country.continent, continent) : undefined,
    open === undefined ? undefined : eq(country.is_open, open),
    status?.length ? inArray(country.status, status) : undefined,
  )}`;
}

const letters = /^[a-z]+$/;

/** By code, by a name as it is folded, or by the initials of the Chinese one, as `rb` for 日本: no column of so few rows keeps them. */
async function matches(db: Db, keyword: string): Promise<SQL> {
  const asked = foldText(keyword);
  const { code, name_zh, name_en, name_local } = country;
  const rows = await db.select({ code, name_zh, name_en, name_local }).from(country);
  const found = rows.filter(
    (row) =>
      row.code.toLowerCase() === asked ||
      [row.name_zh, row.name_en, row.name_local].some((name) => name !== null && foldText(name).includes(asked)) ||
      (letters.test(asked) && initialsOf(row.name_zh).startsWith(asked)),
  );
  return inArray(
    code,
    found.map((row) => row.code),
  );
}

const initialsOf = (name: string) =>
  pinyin(name, { pattern: "first", toneType: "none", type: "array" }).join("").toLowerCase();

const columns = { sort: country.sort, code: country.code };

export const countryOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, sql`${country.code} asc`);
