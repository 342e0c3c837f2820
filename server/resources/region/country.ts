import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { pinyin } from "pinyin-pro";
import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import {
  CountryDetail,
  CountryFields,
  CountryRow,
  type CountryUsage,
  country as contract,
  countryTexts,
  type NewCountry,
  usageText,
} from "~/contract/region/country";
import { flagOf } from "~/server/database/baseline/flag";
import type { Db } from "~/server/database/database";
import { foldText } from "~/server/database/fold";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { country, district } from "~/server/database/tables/region/geography";
import { broker } from "~/server/database/tables/system/admin";
import { media } from "~/server/database/tables/system/system";
import { changesOf } from "~/server/lib/audit";
import { found, Refusal, refuse, refuseFields, rowOf, type SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { entity, isNameTaken } from "~/server/lib/entity";
import { listOf, matching, orderOf } from "~/server/lib/list";
import { dropMedia } from "~/server/lib/media";
import { serve, serveAct } from "~/server/lib/serve";
import { cleanTexts, textsForEditor } from "~/server/resources/shared/rich-texts";
import { pictureUrl } from "~/server/resources/shared/upload";

/** How many records name a country. Asked for before it is closed or deleted alone: it reads whole tables. */
async function usageOf({ db }: Pick<SignedCall, "db">, code: string): Promise<CountryUsage> {
  const wanted = sql`${customer.intent_country_codes} @> ${JSON.stringify([code])}::jsonb`;
  return {
    districts: await db.$count(district, eq(district.country_code, code)),
    customers: await db.$count(customer, or(eq(customer.country_code, code), wanted)),
    customer_users: await db.$count(customerUser, eq(customerUser.country_code, code)),
    requirements: await db.$count(requirement, eq(requirement.country_code, code)),
    mansions: await db.$count(mansion, and(eq(mansion.country_code, code), isNull(mansion.deleted_at))),
    estates: await db.$count(estate, and(eq(estate.country_code, code), isNull(estate.deleted_at))),
    brokers: await db.$count(broker, and(eq(broker.license_country, code), isNull(broker.deleted_at))),
  };
}

type Query = z.output<typeof contract.list.query>;
type Country = typeof country.$inferSelect;

// Spelt out: of a select from one table drizzle writes columns without their table.
const districtCount = sql<number>`(select count(*)::int from district d where d.country_code = country.code and d.level = 1)`;

const estateCount = sql<number>`(select count(*)::int from estate e where e.country_code = country.code and e.deleted_at is null)`;

function readCountries(db: Db) {
  return db.select({ row: country, district_count: districtCount, estate_count: estateCount }).from(country);
}

interface Read {
  row: Country;
  district_count: number;
  estate_count: number;
}

function toCountryRow({ row, district_count, estate_count }: Read): CountryRow {
  const { is_open, status } = row;
  return rowOf(CountryRow, row, {
    district_count,
    estate_count,
    can: { edit: true, open: !is_open && status === "enabled", close: is_open, delete: true },
  });
}

async function countryWhere({ db, services }: SignedCall, where: SQL): Promise<CountryDetail> {
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

const countryOf = (call: SignedCall, id: number): Promise<CountryDetail> => countryWhere(call, eq(country.id, id));

async function countryRows(db: Db, query: Query): Promise<SQL> {
  const { keyword, open } = query;
  return sql`${and(
    sql`true`,
    keyword ? await matches(db, keyword) : undefined,
    ...matching(country, query, ["continent", "status"]),
    open === undefined ? undefined : eq(country.is_open, open),
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
  const codes = found.map((row) => row.code);
  return inArray(code, codes);
}

const initialsOf = (name: string) =>
  pinyin(name, { pattern: "first", toneType: "none", type: "array" }).join("").toLowerCase();

const columns = { sort: country.sort, code: country.code };

const countries = entity({
  table: country,
  module: "regionalManage",
  type: "country",
  title: "国家/地区",
  nameOf: ({ name_zh }) => name_zh,
  describe: ({ code, name_zh }) => `${code} ${name_zh}`,
  unique: "代码或中文名",
  present: countryOf,
});

async function addCountry(call: SignedCall, { code, ...given }: NewCountry): Promise<Country> {
  const body = await withSafeTexts(call, given);
  const known = await isoFacts(code);
  const { facts } = await checked(call, body, known ? [] : [wrongCode]);
  if ((await codeIsTaken(call, code)) || (await nameIsTaken(call, body.name_zh)))
    return refuse(40900, { label: "代码或中文名" });
  const named = { ...facts, code3: facts.code3 ?? known?.code3, numeric: facts.numeric ?? known?.numeric };
  // Nobody types a flag: it is the code's.
  return countries.create(call, { ...named, code, flag: flagOf(code) });
}

const withSafeTexts = async (call: SignedCall, fields: CountryFields): Promise<CountryFields> => ({
  ...fields,
  ...(await cleanTexts(call, countryTexts, fields)).texts,
});

const wrongCode: FieldError = { field: "code", label: "代码", message: "不是 ISO 3166-1 的国家/地区代码" };

/** What ISO 3166-1 says of a code. Loaded only here: the package takes memory, and a country is hardly ever added. */
async function isoFacts(code: string): Promise<{ code3: string; numeric: string | null } | undefined> {
  const { default: names } = await import("i18n-iso-countries");
  // User-assigned, not of the standard.
  const code3 = code === "XK" ? undefined : names.alpha2ToAlpha3(code);
  return code3 ? { code3, numeric: names.alpha2ToNumeric(code) ?? null } : undefined;
}

async function changeCountry(call: SignedCall, id: number, { version, ...given }: CountryFields & { version: number }) {
  const row = await countries.lock(call, id, version);
  const body = await withSafeTexts(call, given);
  const before = { ...row, ...levelsOf(row.level_names) };
  const isClosedFirst = !(row.is_open && body.status === "disabled");
  const { facts, spelled } = await checked(call, body, isClosedFirst ? [] : [stillOpen], before);
  if (await nameIsTaken(call, body.name_zh, row)) return refuse(40900, { label: "中文名" });
  const changes = changesOf(CountryFields, spelled(before), spelled(body), new Set(["cover_id"]));
  if (changes.length === 0) return;
  await countries.change(call, row, facts, { changes });
  if (row.cover_id && row.cover_id !== facts.cover_id) await dropCover(call, row.cover_id);
}

const stillOpen: FieldError = { field: "status", label: "状态", message: "已开通业务的国家/地区不能停用，请先关闭" };

function levelsOf([level_name_1 = null, level_name_2 = null, level_name_3 = null]: readonly (string | null)[]) {
  return { level_name_1, level_name_2, level_name_3 };
}

async function checked(
  call: SignedCall,
  body: CountryFields,
  others: readonly FieldError[],
  before?: Partial<CountryFields> | (Country & ReturnType<typeof levelsOf>),
) {
  const { level_name_1, level_name_2, level_name_3, ...columns } = body;
  const dictionary = await lookUp(call, CountryFields, body, before ?? {});
  const wrong = [...others, ...unknownChoices(dictionary, CountryFields, body, before)];
  if (body.cover_id && body.cover_id !== before?.cover_id && !(await isCover(call, body.cover_id)))
    wrong.push({ field: "cover_id", label: "封面", message: "图片不存在或未上传完成，请重新上传" });
  if (wrong.length) return refuseFields(wrong);
  const level_names = [level_name_1, level_name_2, level_name_3].filter((name) => name !== null);
  const spelled = (record: Readonly<Record<string, unknown>>) => spelledOut(dictionary, CountryFields, record);
  return { facts: { ...columns, level_names }, spelled };
}

const codeIsTaken = async ({ db }: SignedCall, code: string) => (await db.$count(country, eq(country.code, code))) > 0;

const nameIsTaken = (call: SignedCall, name: string, before?: Country) =>
  isNameTaken(call, {
    ...{ column: country.name_zh, name, before: before?.name_zh },
    others: before && ne(country.id, before.id),
  });

async function isCover({ db }: SignedCall, id: number): Promise<boolean> {
  return (await db.$count(media, and(eq(media.id, id), eq(media.scene, "cover"), eq(media.status, "ready")))) > 0;
}

/** The same picture may be another's already: an upload of known bytes answers with the first. */
async function dropCover({ db }: SignedCall, id: number): Promise<void> {
  const holders =
    (await db.$count(country, eq(country.cover_id, id))) + (await db.$count(district, eq(district.cover_id, id)));
  if (holders === 0) await dropMedia(db, [id]);
}

async function setOpen(call: SignedCall, id: number, is_open: boolean, verb: string): Promise<CountryDetail> {
  const row = await countries.lock(call, id);
  if (row.is_open === is_open) return refuse(40902);
  if (is_open && row.status !== "enabled") throw new Refusal(42200, "已停用的国家/地区不能开通，请先启用");
  await countries.change(call, row, { is_open }, { verb });
  return countryOf(call, id);
}

async function removeCountry(call: SignedCall, id: number): Promise<null> {
  const row = await countries.lock(call, id);
  const uses = usageText(await usageOf(call, row.code));
  if (uses) return refuse(40904, { n: uses });
  await countries.remove(call, row);
  if (row.cover_id) await dropCover(call, row.cover_id);
  return null;
}

export const countryHandlers = [
  serve(contract.list, async ({ db, query }) => {
    const [select, where] = [readCountries(db).$dynamic(), await countryRows(db, query)];
    return listOf(
      db,
      query,
      { select, from: country, where, order: orderOf(columns, query.sort, sql`${country.code} asc`) },
      toCountryRow,
    );
  }),
  serve(contract.get, (call) => countryOf(call, call.params.id)),
  serve(contract.byCode, (call) => countryWhere(call, eq(country.code, call.params.code.toUpperCase()))),
  serve(contract.usage, async (call) => {
    const { code } = await countryOf(call, call.params.id);
    return usageOf(call, code);
  }),
  serve(contract.create, async (call) => ({ id: (await addCountry(call, call.body)).id })),
  serveAct(contract.update, countryOf, changeCountry),
  serve(contract.remove, (call) => removeCountry(call, call.params.id)),
  serve(contract.open, (call) => setOpen(call, call.params.id, true, "开通")),
  serve(contract.close, (call) => setOpen(call, call.params.id, false, "关闭")),
];
