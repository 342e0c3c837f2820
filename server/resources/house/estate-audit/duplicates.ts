import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Duplicate } from "~/contract/house/estate-audit";
import type { EstateFields } from "~/contract/house/estate-record";
import { estate } from "~/server/database/tables/house/estate";
import type { Looking } from "~/server/lib/call";
import { holdsPairs } from "~/server/lib/search";
import { metresBetween, squareAround } from "~/server/resources/house/distance";
import { districtsOf } from "~/server/resources/shared/districts";
import { coversOf } from "../album/album-view";
import { coreOf, likenessTo, namesOf, plain, plainAddress } from "../mansion/names";

type Wanted = Pick<
  EstateFields,
  | "name"
  | "name_local"
  | "name_en"
  | "alias"
  | "country_code"
  | "district_id"
  | "address"
  | "lat"
  | "lng"
  | "developer"
  | "total_units"
>;

/** At least so similar, or at most so many metres away: as with buildings (domain B.5). */
const leastLikeness = 0.6;
/** Of another district and another developer: brands and words repeat. */
const leastElsewhere = 0.9;
const mostMetres = 150;
const mostShown = 10;
/** Of a way that finds very many. */
const mostRead = 1_000;

/** Estates of its country that may be the same as this one, with the reasons; the likeliest first. */
export async function duplicatesOf({ db, services }: Looking, id: number, wanted: Wanted): Promise<Duplicate[]> {
  const rows = new Map<number, Awaited<ReturnType<typeof candidates>>[number]>();
  for (const way of waysTo(wanted))
    for (const row of await candidates(db, id, wanted.country_code, way)) rows.set(row.id, row);
  const likenessOf = likenessTo(namesOf(wanted));
  const found = [...rows.values()]
    .map((row) => {
      const similarity = likenessOf(namesOf(row));
      const distance = metresBetween(wanted, row);
      return { ...row, similarity, distance, signals: signalsOf(wanted, row, similarity, distance) };
    })
    .filter(({ signals }) => signals.length > 0)
    .sort((a, b) => b.signals.length - a.signals.length || b.similarity - a.similarity || a.id - b.id)
    .slice(0, mostShown);
  const places = await districtsOf(db, [...new Set(found.map(({ district_id }) => district_id))]);
  const ids = found.map((row) => row.id);
  const covers = await coversOf(db, services, "estate", ids);
  return found.map(({ district_id, similarity, distance, ...row }) => ({
    ...{ id: row.id, estate_no: row.estate_no, name: row.name, address: row.address, developer: row.developer },
    ...{ total_units: row.total_units, audit_status: row.audit_status, publish_status: row.publish_status },
    signals: row.signals,
    district: places.find((place) => place.id === district_id)?.name ?? "",
    cover: covers.get(row.id) ?? null,
    similarity: Number(similarity.toFixed(2)),
    distance: distance === null ? null : Math.round(distance),
  }));
}

type Candidate = Awaited<ReturnType<typeof candidates>>[number];

function signalsOf(wanted: Wanted, row: Candidate, similarity: number, distance: number | null): Duplicate["signals"] {
  const isSameDeveloper = isSame(row.developer, wanted.developer, plain);
  const isSameScale = isSameDeveloper && row.total_units !== null && row.total_units === wanted.total_units;
  const isSameAddress = row.district_id === wanted.district_id && isSame(row.address, wanted.address, plainAddress);
  const isSamePlace = row.district_id === wanted.district_id || isSameDeveloper;
  return [
    ...(similarity >= (isSamePlace ? leastLikeness : leastElsewhere) ? (["name"] as const) : []),
    ...(isSameAddress ? (["address"] as const) : []),
    ...(distance !== null && distance <= mostMetres ? (["near"] as const) : []),
    ...(isSameScale ? (["scale"] as const) : []),
  ];
}

/** What neither says is not the same. */
const isSame = (one: string | null, other: string | null, told: (text: string) => string): boolean =>
  one !== null && other !== null && told(one) === told(other);

/** Where to look, each by an index of its own: the place, the district, those of this scale, the names. */
function waysTo(wanted: Wanted): SQL[] {
  const around = squareAround(estate, wanted, mostMetres);
  const { developer, total_units } = wanted;
  const isOfScale =
    developer !== null && total_units !== null
      ? and(eq(estate.developer, developer), eq(estate.total_units, total_units))
      : undefined;
  const parts = [...new Set(namesOf(wanted).flatMap(partsOf))];
  const named = parts.map((part) => holdsPairs(estate.search_text, part));
  return [
    ...(around ? [around] : []),
    sql`${eq(estate.district_id, wanted.district_id)}`,
    ...(isOfScale ? [isOfScale] : []),
    ...(named.length ? [sql`(${sql.join(named, sql` or `)})`] : []),
  ];
}

/** So many letters in a row are shared by any two names that are similar enough: five Latin ones, else three, fewer in short names. */
function partsOf(name: string): string[] {
  const words = name.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.flatMap((word) => {
    const letters = [...coreOf(word)];
    if (letters.length < 2) return [];
    const isLatin = /^[a-z\d]+$/.test(word);
    const size = Math.min(letters.length, letters.length > 6 ? (isLatin ? 5 : 3) : isLatin ? 3 : 2);
    return Array.from({ length: letters.length - size + 1 }, (_, from) => letters.slice(from, from + size).join(""));
  });
}

function candidates(db: Looking["db"], id: number, countryCode: string, way: SQL) {
  return db
    .select({
      ...{ id: estate.id, estate_no: estate.estate_no, name: estate.name, name_local: estate.name_local },
      ...{ name_en: estate.name_en, alias: estate.alias, district_id: estate.district_id, address: estate.address },
      ...{ lat: estate.lat, lng: estate.lng, developer: estate.developer, total_units: estate.total_units },
      ...{ audit_status: estate.audit_status, publish_status: estate.publish_status },
    })
    .from(estate)
    .where(and(way, isNull(estate.deleted_at), eq(estate.country_code, countryCode), ne(estate.id, id)))
    .limit(mostRead);
}
