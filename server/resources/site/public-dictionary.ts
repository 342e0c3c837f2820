import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { type Language, languages } from "~/contract/common";
import { publicSite as contract } from "~/contract/site/public-site";
import { estate } from "~/server/database/tables/house/estate";
import { country, currency, district } from "~/server/database/tables/region/geography";
import { broker } from "~/server/database/tables/system/admin";
import { rowsOf, type SignedCall } from "~/server/lib/call";
import { admitVisitor } from "~/server/lib/public-read";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { ownBase } from "~/server/resources/content/public";
import { publicPictureUrl } from "~/server/resources/shared/upload";

type Db = SignedCall["db"];

export const isMarket = and(eq(country.status, "enabled"), eq(country.is_open, true));

export const publicDictionaryHandlers = [
  serve(contract.config, async (call) => {
    await admitVisitor(call);
    const settings = await readSettings(call.db);
    return {
      site_name: settings["site.name"],
      main_base: settings["site.main_base"],
      cdn_base: settings["site.cdn_base"],
      languages: Object.keys(languages),
      default_lang: "zh",
      currencies: (await currenciesInUse(call.db)).map(inBrief),
    };
  }),

  serve(contract.currencies, async (call) => {
    await admitVisitor(call);
    return (await currenciesInUse(call.db)).map((row) => ({ ...inBrief(row), rate_at: row.rate_at }));
  }),

  serve(contract.countries, async (call) => {
    await admitVisitor(call);
    const { db, services, query } = call;
    const base = await ownBase(call);
    const rows = await rowsOf(db, country, isMarket, {
      order: [desc(country.is_hot), asc(country.sort), asc(country.code)],
    });
    return rows.map((row) => {
      const { code, flag, is_hot, cover_id } = row;
      const cover = cover_id ? base + publicPictureUrl(services, cover_id) : null;
      return { ...{ code, flag, is_hot, cover }, name: nameIn(query.lang, row, row.default_lang) };
    });
  }),

  serve(contract.districts, async (call) => {
    await admitVisitor(call);
    const { db, query } = call;
    const { parent_id, lang } = query;
    const rows = await db
      .select({ row: district, own: country.default_lang })
      .from(district)
      .innerJoin(country, eq(country.code, district.country_code))
      .where(
        and(
          isMarket,
          eq(district.status, "enabled"),
          query.country === undefined ? undefined : eq(district.country_code, query.country),
          parent_id === undefined ? eq(district.level, 1) : eq(district.parent_id, parent_id),
        ),
      )
      .orderBy(asc(district.sort), asc(district.id));
    const allIds = rows.map(({ row }) => row.id);
    const countOf = await onlineIn(db, allIds);
    return rows.map(({ row, own }) => {
      const { id, code, level, is_hot } = row;
      return { ...{ id, code, level, is_hot }, name: nameIn(lang, row, own), estate_count: countOf(id) };
    });
  }),

  serve(contract.brokers, async (call) => {
    await admitVisitor(call);
    const { db, services } = call;
    const base = await ownBase(call);
    const rows = await rowsOf(db, broker, and(isNull(broker.deleted_at), eq(broker.status, "enabled")), {
      order: [asc(broker.name), asc(broker.id)],
    });
    return rows.map(({ name, company_name, license_no, languages: spoken, avatar_id, intro }) => ({
      ...{ name, company_name, license_no, languages: spoken, intro },
      avatar: avatar_id ? base + publicPictureUrl(services, avatar_id, "thumb") : null,
    }));
  }),
];

const currenciesInUse = (db: Db) =>
  rowsOf(db, currency, eq(currency.status, "enabled"), {
    order: [desc(currency.is_base), desc(currency.is_common), asc(currency.sort), asc(currency.code)],
  });

const inBrief = ({ code, symbol, digits, rate_to_cny }: typeof currency.$inferSelect) => ({
  ...{ code, symbol, digits, rate_to_cny },
});

interface Named {
  name_zh: string;
  name_en: string | null;
  name_local: string | null;
}

/** A place in a language, else in Chinese; what it calls itself is of its country's own language. */
function nameIn(lang: Language, { name_zh, name_en, name_local }: Named, own: string | null): string {
  if (lang === "en") return name_en ?? name_zh;
  return (lang === own && name_local) || name_zh;
}

async function onlineIn(db: Db, ids: readonly number[]): Promise<(id: number) => number> {
  if (ids.length === 0) return () => 0;
  const asked = sql`any(${sql.param([...ids])}::bigint[])`;
  const { rows } = await db.execute<{ id: string; n: number }>(sql`
    select place.id, count(*)::int as n from ${estate} e
    join ${district} own on own.id = e.district_id
    left join ${district} upper on upper.id = own.parent_id
    cross join lateral (values (own.id), (own.parent_id), (upper.parent_id)) place(id)
    where e.deleted_at is null and e.publish_status = 'online' and place.id = ${asked}
    group by place.id`);
  const byId = new Map(rows.map(({ id, n }) => [Number(id), n]));
  return (id) => byId.get(id) ?? 0;
}
