import { type SQL, sql } from "drizzle-orm";
import { beyond } from "../shared/beyond";

/** What must never be in the demo data of buildings. */
export const mansionViolationsAt = (at: string): Record<string, SQL> => ({
  "a building in no district of its country": sql`select 1 from mansion m join district d on d.id = m.district_id
    where d.country_code <> m.country_code or d.level < 2`,
  "a building far from its district, or half a position": sql`select 1 from mansion
    where (lat is null) <> (lng is null) or lat not between -90 and 90 or lng not between -180 and 180`,
  "a building with amounts of no currency, or of another country's": sql`select 1 from mansion m
    join country c on c.code = m.country_code
    where (m.currency is null and coalesce(m.avg_unit_price, m.avg_rent_unit, m.management_fee_sqm, m.repair_fund_sqm) is not null)
      or m.currency <> c.currency_code or (m.currency = 'JPY' and (m.avg_rent_unit % 1 <> 0 or m.management_fee_sqm % 1 <> 0))`,
  "a building whose dates or version contradict its state": sql`select 1 from mansion
    where created_at > ${at} or updated_at < created_at or updated_at > ${at} or (version = 1) <> (updated_at = created_at)
      or (status <> 'enabled' and version = 1)`,
  "a merged building that leads nowhere": sql`select 1 from mansion m left join mansion t on t.id = m.merged_to_id
    where (m.status = 'merged') <> (m.merged_to_id is not null)
      or (m.status = 'merged' and (t.status is distinct from 'enabled' or t.country_code <> m.country_code
        or strpos(t.names_norm, m.name_norm) = 0 and not t.alias @> to_jsonb(m.name)))`,
  "a building whose end the log does not tell": sql`select 1 from mansion m where m.status <> 'enabled'
    and not exists (select 1 from operation_log l where l.target_type = 'mansion' and l.target_id = m.id
      and l.created_at = m.updated_at)`,
  "a building's number beyond its counter": sql`select 1 from mansion m where ${beyond("LD", sql`m.mansion_no`)}`,
  "an album without a cover, or with two, or of a building that is none": sql`select 1 from album a
    left join mansion m on m.id = a.owner_id where a.owner_type = 'mansion'
    group by a.owner_id, m.status having count(*) filter (where a.is_cover) <> 1 or m.status is null or m.status = 'merged'`,
  "a picture of an album that is no public picture": sql`select 1 from album a join media m on m.id = a.media_id
    where m.scene <> 'album' or m.is_private or m.status <> 'ready'`,
});
