import { and, eq, ne } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { type CountryDetail, CountryFields, countryTexts, type NewCountry, usageText } from "~/contract/region/country";
import { flagOf } from "~/server/database/baseline/flag";
import { country, district } from "~/server/database/tables/region/geography";
import { media } from "~/server/database/tables/system/system";
import { changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { entity } from "~/server/lib/entity";
import { dropMedia } from "~/server/lib/media";
import { isNameTaken } from "~/server/lib/names";
import { Refusal, refuse, refuseFields } from "~/server/lib/refusal";
import { cleanTexts } from "~/server/resources/shared/rich-texts";
import { type Country, countryOf } from "./country-list";
import { usageOf } from "./usage";

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

export async function addCountry(call: SignedCall, { code, ...given }: NewCountry): Promise<Country> {
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

export async function changeCountry(
  call: SignedCall,
  id: number,
  { version, ...given }: CountryFields & { version: number },
): Promise<void> {
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

export async function setOpen(call: SignedCall, id: number, is_open: boolean, verb: string): Promise<CountryDetail> {
  const row = await countries.lock(call, id);
  if (row.is_open === is_open) return refuse(40902);
  if (is_open && row.status !== "enabled") throw new Refusal(42200, "已停用的国家/地区不能开通，请先启用");
  await countries.change(call, row, { is_open }, { verb });
  return countryOf(call, id);
}

export async function removeCountry(call: SignedCall, id: number): Promise<null> {
  const row = await countries.lock(call, id);
  const uses = usageText(await usageOf(call, row.code));
  if (uses) return refuse(40904, { n: uses });
  await countries.remove(call, row);
  if (row.cover_id) await dropCover(call, row.cover_id);
  return null;
}
