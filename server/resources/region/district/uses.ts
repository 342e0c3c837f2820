import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { mansion, mansionApplication } from "~/server/database/tables/house/property";
import { district } from "~/server/database/tables/region/geography";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { broker } from "~/server/database/tables/system/admin";

/** What refers to a district, deleted records included: they may come back. */
interface DistrictUse {
  label: string;
  from(id: number): SQL;
}

const listed = (column: { getSQL(): SQL }, id: number) => sql`${column} @> ${JSON.stringify([id])}::jsonb`;

const districtUses: readonly DistrictUse[] = [
  { label: "下级区域", from: (id) => sql`${district} where ${eq(district.parent_id, id)}` },
  {
    label: "客户",
    from: (id) => sql`${customer} where ${eq(customer.district_id, id)} or ${listed(customer.intent_district_ids, id)}`,
  },
  { label: "客户需求", from: (id) => sql`${requirement} where ${listed(requirement.district_ids, id)}` },
  { label: "房产经纪", from: (id) => sql`${broker} where ${listed(broker.service_district_ids, id)}` },
  { label: "楼栋", from: (id) => sql`${mansion} where ${eq(mansion.district_id, id)}` },
  {
    label: "房源",
    // One that a waiting change would put there counts too.
    from: (id) =>
      sql`${estate} where ${eq(estate.district_id, id)} or (${estate.proposed} ->> 'district_id') = ${`${id}`}`,
  },
  { label: "SEO文章", from: (id) => sql`${seoArticle} where ${eq(seoArticle.district_id, id)}` },
  { label: "楼栋申请", from: (id) => sql`${mansionApplication} where ${eq(mansionApplication.district_id, id)}` },
];

/** What refers to it and how often, of those that do, such as 下级区域 3. */
export async function usesOfDistrict(db: Db, id: number): Promise<string[]> {
  const counts = districtUses.map(({ from }) => sql`(select count(*)::int from ${from(id)})`);
  const { rows } = await db.execute<{ counts: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts`);
  return districtUses.flatMap(({ label }, index) => {
    const count = rows[0]?.counts[index] ?? 0;
    return count > 0 ? [`${label} ${count}`] : [];
  });
}
