import { type SQL, sql } from "drizzle-orm";
import { isOne, pick, roll } from "./chance";
import { estateKinds, estateNames, rareEstate, stationNames } from "./words";

/** Five years of estates. */
const daysBack = 1826;

/** Estates as they would stand after years: most in some districts of Japan, a third of them sold, one of ten not approved; prices are told in CNY. */
export function estates(count: number, at: SQL): SQL[] {
  const i = sql`i`;
  const station = pick(stationNames, i, 103);
  return [
    sql`insert into estate (id, created_at, updated_at, created_by, updated_by, estate_no, name, property_type, sale_status, country_code, district_id,
        address, lat, lng, stations, developer, tenure, total_units, completion_at, currency, price_min, price_max, gross_yield, slug, audit_status,
        publish_status, is_hot, is_recommend, sort, name_norm, search_text, layouts, area_min, area_max, walk_min, has_units)
      select i, made, made + interval '1 day' * ${roll(i, 100, 30)}, 5, 5, no, name,
        (array['tower', 'apartment', 'apartment', 'apartment', 'detached', 'villa', 'whole_building', 'hotel'])[1 + ${roll(i, 104, 8)}],
        (array['upcoming', 'on_sale', 'on_sale', 'on_sale', 'last_units', 'sold_out', 'sold_out', 'ended'])[1 + ${roll(i, 105, 8)}],
        place.country_code, place.id, address, 35.2 + ${roll(i, 106, 1_000_000)} / 1e6, 139.2 + ${roll(i, 107, 1_000_000)} / 1e6,
        jsonb_build_array(jsonb_build_object('line', '山手线', 'station', station, 'walk_min', walk, 'bus_min', null)),
        '云汀不动产', 'freehold', 20 + ${roll(i, 108, 400)}, to_char(made + interval '1 month' * ${roll(i, 109, 42)}, 'YYYY-MM'), place.currency,
        price, price * 1.6, case when ${isOne(i, 110, 600)} then 2.5 + ${roll(i, 111, 550)} / 100.0 end, 'bench-' || i,
        case when ${isOne(i, 112, 900)} then 'approved' when ${isOne(i, 113, 500)} then 'draft' when ${isOne(i, 114, 500)} then 'pending' else 'rejected' end,
        case when ${isOne(i, 112, 700)} then 'online' else 'offline' end, ${isOne(i, 115, 20)}, ${isOne(i, 116, 30)}, 100,
        lower(no || name), lower(concat_ws(E'\n', no, name, address, '山手线', station)),
        (array['["1K", "1LDK"]', '["1LDK", "2LDK"]', '["2LDK", "3LDK"]', '["3LDK"]', '["studio"]', '[]'])[1 + ${roll(i, 117, 6)}]::jsonb,
        22 + ${roll(i, 118, 60)}, 60 + ${roll(i, 119, 80)}, walk, ${isOne(i, 120, 150)}
      from (select i::bigint as i, ${at} - interval '1 day' * ${daysBack}::int + i * (interval '1 day' * (${daysBack}::int - 1) / ${Math.max(count, 1)}::int) as made
          from generate_series(1, ${count}::int) i) planned
        cross join (select array(select d.id from district d where d.level = 2 and d.country_code = 'JP' order by d.id) as japan,
          array(select d.id from district d where d.level = 2 and d.country_code <> 'JP' order by d.id) as abroad) places
        -- Of ten six in Japan; the half of these in forty districts.
        join district d on d.id = case when ${isOne(i, 121, 310)} then japan[1 + ${roll(i, 122, 40)} % cardinality(japan)]
          when ${isOne(i, 121, 620)} then japan[1 + ${roll(i, 123, 1_000_000)} % cardinality(japan)]
          else abroad[1 + ${roll(i, 124, 1_000_000)} % cardinality(abroad)] end
        cross join lateral (select d.id, d.country_code, d.name_zh, case d.country_code when 'JP' then 'JPY' when 'TH' then 'THB' else 'USD' end as currency) place
        cross join lateral (select
          'XF' || to_char(made, 'YYMMDD') || lpad((i % 10000)::text, 4, '0') as no,
          case when i % 100000 = 7 then ${sql.raw(`'${rareEstate}'`)} else ${pick(estateNames[0], i, 101)} || ${pick(estateNames[1], i, 102)} || ${pick(estateKinds, i, 125)} end as name,
          place.name_zh || (1 + ${roll(i, 126, 9)}) || '-' || (1 + ${roll(i, 127, 30)}) || '-' || (1 + ${roll(i, 128, 20)}) as address,
          ${station} as station, 1 + ${roll(i, 129, 18)} as walk,
          case place.currency when 'JPY' then 28000000 + ${roll(i, 130, 2000)} * 100000 when 'THB' then 3000000 + ${roll(i, 130, 2000)} * 10000
            else 100000 + ${roll(i, 130, 2000)} * 500 end::numeric as price) told
      order by i`,
    sql`update estate e set price_min_cny = round(price_min * c.rate_to_cny, 2), price_max_cny = round(price_max * c.rate_to_cny, 2)
      from currency c where c.code = e.currency`,
    // By the same words as customers' tags (list-cases.ts): many have the one, nobody the other.
    sql`insert into seo_tag (created_at, updated_at, name, slug, type, filter)
      values (${at}, ${at}, '两房', 'cash_buyer', 'layout', '{"layout": ["2LDK"]}'), (${at}, ${at}, '步行0分', 'nobody_has_it', 'station', '{"walk_max": 0}')`,
  ];
}
