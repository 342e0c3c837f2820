import { type SQL, sql } from "drizzle-orm";
import { inquiryExt } from "~/contract/inquiry/inquiry-kinds";
import { MatchedMansion, type RentalFit } from "~/contract/inquiry/rental-match";
import { inLayoutOrder, type Layout, type Station } from "~/contract/shared/property";
import type { Db } from "~/server/database/database";
import { estate, estateMansion, room } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { rowOf } from "~/server/lib/call";
import { districtsIn, districtsOf, withBelow } from "~/server/resources/shared/districts";
import type { InquiryRecord } from "./change";

const mostShown = 20;
const mostRead = 1_000;

interface Found extends Record<string, unknown> {
  id: string;
  mansion_no: string;
  name: string;
  district_id: string;
  address: string;
  built_at: string;
  stations: Station[];
  avg_rent_unit: string | null;
  currency: string | null;
  is_named: boolean;
  layouts: Layout[] | null;
  rent_min: string | null;
  rent_max: string | null;
}

/** Buildings that match a rental inquiry by district, layout and rent, as far as both have them; one mismatch excludes (domain D.4). */
export async function mansionsFor(db: Db, { kind, ext }: InquiryRecord): Promise<MatchedMansion[]> {
  if (kind !== "rental") return [];
  const wish = inquiryExt.rental.parse(ext);
  const asked = wish.district_id ? [wish.district_id] : await districtsIn(db, wish.address ?? wish.city ?? "");
  const places = await withBelow(db, asked);
  const seeks = wish.rent_kind === "find_rent";
  const rows = await candidates(db, {
    places,
    address: seeks ? null : wish.address,
    layout: wish.layout,
    area: wish.area_sqm,
    currency: wish.currency,
  });
  const suiting = rows.flatMap((row) => {
    const given: Record<RentalFit, boolean | null> = {
      // An address without a building's name excludes nothing.
      address: row.is_named || null,
      district: places.length > 0 || null,
      layout: wish.layout && row.layouts ? row.layouts.includes(wish.layout) : null,
      // An owner who lets a flat asks what it brings, and sees the rents.
      rent: seeks ? isWithin(row, wish) : null,
    };
    const keys = Object.keys(given) as RentalFit[]; // the keys of the literal above
    if (keys.some((key) => given[key] === false)) return [];
    const fits = keys.filter((key) => given[key]);
    return fits.length ? [{ row, fits }] : [];
  });
  // Stable, so that equals stay the newest first.
  const best = suiting.sort((a, b) => weightOf(b.fits) - weightOf(a.fits)).slice(0, mostShown);
  const names = await districtsOf(db, [...new Set(best.map(({ row }) => Number(row.district_id)))]);
  return best.map(({ row, fits }) =>
    rowOf(MatchedMansion, row, {
      id: Number(row.id),
      district: names.find(({ id }) => id === Number(row.district_id))?.name ?? "",
      nearest: row.stations[0] ?? null,
      layouts: inLayoutOrder(row.layouts ?? []),
      rent_currency: row.rent_max === null ? null : wish.currency,
      fits,
    }),
  );
}

/** The building named by the address comes before all others. */
const weightOf = (fits: readonly RentalFit[]) => fits.length + (fits.includes("address") ? 10 : 0);

function isWithin({ rent_min, rent_max }: Found, wish: { rent_min: string | null; rent_max: string | null }) {
  if (rent_min === null || rent_max === null || (!wish.rent_min && !wish.rent_max)) return null;
  return (
    (!wish.rent_max || Number(rent_min) <= Number(wish.rent_max)) &&
    (!wish.rent_min || Number(rent_max) >= Number(wish.rent_min))
  );
}

interface Asked {
  places: readonly number[];
  address: string | null;
  layout: string | null;
  area: number | string | null;
  currency: string | null;
}

/** The newest buildings of the place, with their rooms' layouts, and the monthly rent of such a flat: a room's, else by its area. */
async function candidates(db: Db, { places, address, layout, area, currency }: Asked): Promise<Found[]> {
  const isThere: SQL = places.length ? sql`m.district_id = any(${sql.param(places)}::bigint[])` : sql`true`;
  const isNamed: SQL = address === null ? sql`false` : sql`strpos(${address}::text, m.name) > 0`;
  const { rows } = await db.execute<Found>(sql`
    with near as (
      select m.* from ${mansion} m where m.deleted_at is null and m.status = 'enabled' and ${isThere}
      order by ${address === null ? sql`` : sql`${isNamed} desc, `}m.created_at desc, m.id desc limit ${mostRead})
    select m.id, m.mansion_no, m.name, m.district_id, m.address, m.built_at, m.stations, m.avg_rent_unit, m.currency,
      ${isNamed} as is_named, held.layouts,
      coalesce(held.rent_min, whole.rent)::numeric(18, 2)::text as rent_min, coalesce(held.rent_max, whole.rent)::numeric(18, 2)::text as rent_max
    from near m
    cross join lateral (
      select case when m.currency = ${currency}::text then m.avg_rent_unit * ${area === null ? null : String(area)}::numeric end as rent) whole
    cross join lateral (
      select array_agg(distinct r.layout) as layouts, min(r.rent) filter (where r.suits) as rent_min, max(r.rent) filter (where r.suits) as rent_max
      from (
        select r.layout, ${layout === null ? sql`true` : sql`r.layout = ${layout}`} as suits,
          coalesce(case when e.currency = ${currency}::text then r.expected_rent end,
            case when m.currency = ${currency}::text then m.avg_rent_unit * r.area_sqm end) as rent
        from ${estateMansion} em join ${estate} e on e.id = em.estate_id and e.deleted_at is null
        join ${room} r on r.estate_id = e.id and not r.is_proposed
        where em.mansion_id = m.id) r) held
    order by ${address === null ? sql`` : sql`is_named desc, `}m.created_at desc, m.id desc`);
  return rows;
}
