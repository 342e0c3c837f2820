import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Language } from "~/contract/common";
import { formatMoney } from "~/contract/format";
import type { EstateFilter } from "~/contract/house/public-filter";
import type { TopicVariable } from "~/contract/seo/topic-template";
import { layouts, propertyTypes } from "~/contract/shared/property";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { country, district } from "~/server/database/tables/region/geography";
import { seoTag } from "~/server/database/tables/seo/seo";
import { pick, rowsOf } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { countKept, onlineRows } from "../found-estates";

interface Asking {
  db: Db;
  services: Pick<Services, "now">;
}

/** A page of the site, as one asks for it. */
export interface AskedPage {
  country?: string | null | undefined;
  district_id?: number | null | undefined;
  tag?: number | null | undefined;
  estate_id?: number | null | undefined;
  lang: Language;
}

type District = typeof district.$inferSelect;

/** What there is to be known of a page of the site: where it is, what it shows, and the values of a template's variables. */
export interface PlacedPage {
  country: typeof country.$inferSelect | undefined;
  /** The districts above its own, the highest first, and its own. */
  districts: District[];
  /** 0: the country itself; null: nowhere. */
  level: number | null;
  tag: typeof seoTag.$inferSelect | undefined;
  estate: typeof estate.$inferSelect | undefined;
  count: number;
  values: Partial<Record<TopicVariable, string>>;
  name: string;
}

/** Looks a page up; of what is not there, or not in use, nothing is known. */
export async function placePage({ db, services }: Asking, asked: AskedPage): Promise<PlacedPage> {
  const shown = asked.estate_id ? await one(db, asked.estate_id) : undefined;
  const districts = await way(db, asked.district_id ?? shown?.district_id);
  const [tag] = asked.tag ? await rowsOf(db, seoTag, and(eq(seoTag.id, asked.tag), isNull(seoTag.deleted_at))) : [];
  // A tag of one country is about that.
  const [ofTag, another] = tag?.filter.country ?? [];
  const code = districts[0]?.country_code ?? asked.country ?? shown?.country_code ?? (another ? undefined : ofTag);
  const [land] = code ? await db.select().from(country).where(eq(country.code, code)) : [];
  const last = districts.at(-1);
  const filter: EstateFilter = {
    ...tag?.filter,
    ...(land ? { country: [land.code] } : {}),
    ...(last ? { district_id: [last.id] } : {}),
  };
  const count = await countKept(db, filter);
  const { "site.name": brand } = await readSettings(db);
  const [year = "", month = ""] = dayOf(services.now()).split("-");
  const nameOf = namer(asked.lang);
  const [city, inner] = [districts[0], districts.length > 1 ? last : undefined];
  const values: PlacedPage["values"] = {
    ...(land ? { country: nameOf(land) } : {}),
    ...(city ? { city: nameOf(city) } : {}),
    ...(inner ? { district: nameOf(inner) } : {}),
    ...(shown ? factsOf(shown) : await pricesOf(db, filter)),
    ...{ count: String(count), year, month: String(Number(month)) },
    ...(tag ? { tag: tag.name } : {}),
    ...(brand ? { brand } : {}),
  };
  const words = [land && nameOf(land), ...districts.map(nameOf), tag?.name, shown?.name];
  return {
    ...{ country: land, districts, tag, estate: shown, count, values },
    level: last?.level ?? (land ? 0 : null),
    name: words.filter(Boolean).join(" · ") || "全站",
  };
}

const namer =
  (lang: Language) =>
  ({ name_zh, name_local, name_en }: Pick<District, "name_zh" | "name_local" | "name_en">): string =>
    (lang === "en" ? name_en : lang === "ja" ? name_local : null) ?? name_zh;

const isOnline = and(isNull(estate.deleted_at), eq(estate.publish_status, "online"));

async function one(db: Db, id: number) {
  const [row] = await rowsOf(db, estate, and(eq(estate.id, id), isOnline));
  return row;
}

/** A district with those above it, the highest first; none where one of them is not in use. */
async function way(db: Db, id: number | null | undefined): Promise<District[]> {
  const found: District[] = [];
  for (let next = id; next; ) {
    const [row] = await db.select().from(district).where(eq(district.id, next));
    if (row?.status !== "enabled") return [];
    found.unshift(row);
    next = row.parent_id;
  }
  return found;
}

function factsOf(row: typeof estate.$inferSelect): PlacedPage["values"] {
  const [station] = row.stations;
  const { price_min, price_max, currency, property_type } = row;
  return {
    ...(station ? { station: station.station } : {}),
    ...(row.layouts.length ? { layout: row.layouts.map((key) => layouts[key] ?? key).join("、") } : {}),
    ...(property_type ? { type: propertyTypes[property_type] } : {}),
    ...(price_min ? { price_min: formatMoney(price_min, currency) } : {}),
    ...(price_max ? { price_max: formatMoney(price_max, currency) } : {}),
  };
}

/** The lowest and the highest price of what a search finds, in the currency that most of it is in, and what else a filter names. */
async function pricesOf(db: Db, filter: EstateFilter): Promise<PlacedPage["values"]> {
  const where: SQL = await onlineRows(db, filter).catch(() => sql`false`);
  const [row] = await db
    .select({
      currency: estate.currency,
      min: sql<string | null>`min(${estate.price_min})`,
      max: sql<string | null>`max(${estate.price_max})`,
    })
    .from(estate)
    .where(where)
    .groupBy(estate.currency)
    .orderBy(sql`count(*) desc, ${estate.currency}`)
    .limit(1);
  const [station, layout, type] = [filter.keyword, filter.layout, filter.property_type];
  return {
    ...(row?.min ? { price_min: formatMoney(row.min, row.currency) } : {}),
    ...(row?.max ? { price_max: formatMoney(row.max, row.currency) } : {}),
    ...(layout?.length ? { layout: layout.map((key) => layouts[key]).join("、") } : {}),
    ...(type?.length ? { type: type.map((key) => propertyTypes[key]).join("、") } : {}),
    ...(station ? { station } : {}),
  };
}

interface SampleOf {
  page_type: string;
  country: string | null;
  level: string | null;
  lang: Language;
  /** The template names its tag. */
  hasTag: boolean;
}

/** A page that there is, by which a template is shown where nobody has chosen one: about the newest estate online, as deep as the template is for. */
export async function somePage(
  db: Db,
  { page_type, country: code, level, lang, hasTag }: SampleOf,
): Promise<AskedPage> {
  const [newest] = await db
    .select({ id: estate.id, country_code: estate.country_code, district_id: estate.district_id })
    .from(estate)
    .where(and(isOnline, code ? eq(estate.country_code, code) : undefined))
    .orderBy(sql`${estate.created_at} desc, ${estate.id} desc`)
    .limit(1);
  const [tag] = await pick(db, seoTag, ["id"], and(isNull(seoTag.deleted_at), eq(seoTag.status, "enabled")), {
    order: [seoTag.sort, seoTag.id],
    limit: 1,
  });
  if (hasTag && tag && level === null) return { lang, country: code, tag: tag.id };
  const depth = level === null ? (depths[page_type] ?? 3) : Number(level);
  const at = newest && depth > 0 ? (await way(db, newest.district_id))[depth - 1] : undefined;
  const deepest = at?.id ?? (depth > 0 ? newest?.district_id : undefined);
  return {
    lang,
    country: newest?.country_code ?? code,
    district_id: deepest,
    estate_id: page_type === "estate_detail" ? newest?.id : undefined,
  };
}

/** How deep pages of a kind usually lie. */
const depths: Readonly<Record<string, number>> = { home: 0, city: 1 };

export async function countryNames(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .select({ code: country.code, name: country.name_zh })
    .from(country)
    .where(inArray(country.code, [...codes]));
  return new Map(rows.map(({ code, name }) => [code, name]));
}
