import { and, eq, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { ratio } from "~/contract/decimal";
import { mayCall } from "~/contract/endpoint";
import { estate as contract, estateKeepers, type estateStates } from "~/contract/house/estate";
import { baseCurrency } from "~/contract/region/rate";
import type { EstateHit } from "~/contract/search/search";
import type { Db } from "~/server/database/database";
import { estate, estateMansion } from "~/server/database/tables/house/estate";
import { currency } from "~/server/database/tables/region/geography";
import { refuseFields, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { firstHits, matching, orderOf } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { whereRows } from "~/server/lib/where";
import { commentsOn } from "~/server/resources/shared/comment/owner";
import { districtsOf, withBelow } from "~/server/resources/shared/districts";

export const commentedEstates = commentsOn(estate, {
  module: "house",
  readers: async (_db, _id, people) =>
    new Set(people.filter((person) => mayCall(person, contract.get)).map(({ id }) => id)),
  shown: ({ id, name, estate_no }) => ({
    name,
    title: `楼盘【${estate_no}】${name}`,
    link: `/house/estate-list/estate-detail?id=${id}&`,
  }),
});

type Query = z.output<typeof contract.list.query>;

const columns = { ...estate, price_min: estate.price_min_cny };

export const estateOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, estate.id);

export type EstateSearch = Partial<Omit<Query, "page" | "page_size" | "sort" | "group" | "state">>;

export async function estateRows(db: Db, query: EstateSearch): Promise<SQL> {
  const { keyword, country, district_id, layout, yield_min, walk_max, mansion_id, broker_id, bbox } = query;
  const { area_min, area_max, completion_min, completion_max, has_coords } = query;
  const ofMansion = sql`(select ${estateMansion.estate_id} from ${estateMansion}
    where ${estateMansion.mansion_id} = ${mansion_id})`;
  return sql`${and(
    isNull(estate.deleted_at),
    ...whereRows(query.where, estate),
    ...matching(estate, query, ["property_type", "sale_status", "audit_status", "publish_status"]),
    ...matching(estate, query, ["is_hot", "is_recommend", "has_units"]),
    keyword ? containsText(estate.search_text, keyword) : undefined,
    country?.length ? inArray(estate.country_code, country) : undefined,
    district_id?.length ? eq(estate.district_id, sql`any(${sql.param(await withBelow(db, district_id))})`) : undefined,
    layout?.length ? sql`${estate.layouts} ?| ${sql.param(layout)}::text[]` : undefined,
    await pricesIn(db, query),
    area_min === undefined ? undefined : gte(estate.area_max, area_min),
    area_max === undefined ? undefined : lte(estate.area_min, area_max),
    yield_min === undefined ? undefined : gte(estate.gross_yield, yield_min),
    completion_min ? gte(estate.completion_at, completion_min.padEnd(7, "-01")) : undefined,
    completion_max ? lte(estate.completion_at, completion_max.padEnd(7, "-12")) : undefined,
    walk_max === undefined ? undefined : lte(estate.walk_min, walk_max),
    has_coords === undefined ? undefined : has_coords ? isNotNull(estate.lat) : isNull(estate.lat),
    mansion_id ? sql`${estate.id} in ${ofMansion}` : undefined,
    broker_id ? eq(estate.broker_id, broker_id) : undefined,
    bbox ? inBox(bbox) : undefined,
  )}`;
}

/** The estates that a caller finds at all: without the estate keepers' codes, those online. */
const foundRows = (caller: Caller): SQL | undefined => (mayCall(caller, estateKeepers) ? undefined : states.online);

/** Those that the list shows of them: those online, and for estate keepers what they ask for. */
export function shownRows(caller: Caller, { state, audit_status, publish_status }: Query): SQL | undefined {
  const found = foundRows(caller);
  if (found) return found;
  const isAsked = audit_status?.length || publish_status?.length;
  return states[state ?? (isAsked ? "all" : "online")];
}

const states: Readonly<Record<keyof typeof estateStates, SQL | undefined>> = {
  online: eq(estate.publish_status, "online"),
  offline: and(eq(estate.audit_status, "approved"), eq(estate.publish_status, "offline")),
  pending: eq(estate.audit_status, "pending"),
  draft: eq(estate.audit_status, "draft"),
  rejected: eq(estate.audit_status, "rejected"),
  all: undefined,
};

/** Those with a price in the asked range, at the present rate of its currency, rounded as the estates' own are. */
async function pricesIn(db: Db, { price_min, price_max, currency: code = baseCurrency }: EstateSearch) {
  if (!price_min && !price_max) return undefined;
  const [row] = await db.select({ rate: currency.rate_to_cny }).from(currency).where(eq(currency.code, code));
  if (!row) return refuseFields([{ field: "currency", label: "币种", message: "币种不存在" }]);
  const inCny = (amount: string) => ratio([amount, row.rate], ["1"], 2);
  return and(
    price_min ? gte(estate.price_max_cny, inCny(price_min)) : undefined,
    price_max ? lte(estate.price_min_cny, inCny(price_max)) : undefined,
  );
}

/** What lies in a part of a map; where its west lies beyond its east, it goes over the line of the date. */
function inBox(bbox: string): SQL {
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(",").map(Number);
  const across =
    west <= east ? and(gte(estate.lng, west), lte(estate.lng, east)) : or(gte(estate.lng, west), lte(estate.lng, east));
  return sql`${and(gte(estate.lat, south), lte(estate.lat, north), across)}`;
}

/** A few estates by number, names, address or stations, for those who see any, as their list has them: what is called exactly so before the rest, the newest first. */
export async function findEstates({ db, user }: SignedCall, keyword: string): Promise<EstateHit[]> {
  if (!mayCall(user, contract.list)) return [];
  const where = sql`${and(isNull(estate.deleted_at), foundRows(user), containsText(estate.search_text, keyword))}`;
  const best = sql`(${estate.name} = ${keyword} or ${estate.estate_no} = ${keyword.toUpperCase()}) desc, ${estate.created_at} desc, ${estate.id} desc`;
  const ids = await firstHits(db, { table: estate, where, order: best, age: estate.created_at });
  const { id, estate_no, name, name_local, district_id, sale_status } = estate;
  const hits = await db
    .select({ id, estate_no, name, name_local, district_id, sale_status })
    .from(estate)
    .where(inArray(estate.id, ids))
    .orderBy(best);
  const places = await districtsOf(db, [...new Set(hits.map((row) => row.district_id))]);
  return hits.map(({ district_id, ...row }) => ({
    ...row,
    district: places.find((place) => place.id === district_id)?.name ?? "",
  }));
}
