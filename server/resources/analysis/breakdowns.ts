import { type SQL, sql } from "drizzle-orm";
import type { Overview, Slice } from "~/contract/analysis/analysis";
import type { Breakdown } from "~/contract/analysis/figure-texts";
import { purposes } from "~/contract/customer/customer-record";
import { platforms } from "~/contract/customer/customer-user";
import { caseStages } from "~/contract/inquiry/inquiry-kinds";
import { searchKey } from "~/contract/resource/search-word";
import { layouts } from "~/contract/shared/property";
import type { Db } from "~/server/database/database";
import { customerUser, userBehavior } from "~/server/database/tables/customer/audience";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { country, currency, district } from "~/server/database/tables/region/geography";
import { startOfDay, within } from "~/server/lib/list";
import type { Viewer } from "../customer/customer/view";
import { figureOf } from "../customer/figures/figures";
import { newInquiries } from "../inquiry/figures";
import { all, type Days } from "../shared/figure";
import { behaviours } from "./behaviours";
import type { Telling } from "./telling";

export interface Counted {
  [name: string]: unknown;
  key: string;
  label: string;
  n: number;
}
/** In CNY 万: below each, and what is left. */
const budgets = {
  b100: "100万以下",
  b200: "100–200万",
  b300: "200–300万",
  b500: "300–500万",
  b1000: "500–1000万",
  more: "1000万以上",
} as const;
const ages = {
  a29: "30岁以下",
  a39: "30–39岁",
  a49: "40–49岁",
  a59: "50–59岁",
  a60: "60岁以上",
  unknown: "未知",
} as const;
const users = { new: "当期注册", before: "以前注册" } as const;
/** What the range is divided by. Fixed lists keep their order, others go by their shown numbers; a name without a number is left out. */
export async function breakdownsOf(
  db: Db,
  house: Viewer,
  days: Days,
  telling: Telling,
): Promise<Overview["breakdowns"]> {
  const inquiries = newInquiries(house, {}).from(days);
  const customers = figureOf("customer_new", house).from(days);
  const rowsOf = async (query: SQL) => (await db.execute<Counted>(query)).rows;
  const told = ({ key, label, n }: Counted): Slice => ({ key, label, count: telling.count(n) });

  /** The values of a fixed list: all of them, or those that there are. */
  async function listed(labels: Record<string, string>, query: SQL, isWhole = false): Promise<Slice[]> {
    const counts = new Map((await rowsOf(query)).map(({ key, n }) => [key, n]));
    const slices = Object.entries(labels).map(([key, label]) => told({ key, label, n: counts.get(key) ?? 0 }));
    const isTold = ({ count }: Slice) => Boolean(count);
    if (!slices.some(isTold)) return [];
    return isWhole ? slices : slices.filter(isTold);
  }
  const most = (limit: number, query: SQL) => sql`select key::text as key, label, n from (${query}) counted
    where n >= ${telling.cell}::int and label is not null order by n / ${telling.cell}::int desc, label, key limit ${limit}`;
  const top = async (limit: number, query: SQL) => (await rowsOf(most(limit, query))).map(told);

  const wanted = (column: SQL) =>
    sql`select ${customer.id} as id, jsonb_array_elements_text(${column}) as value from ${customers}`;
  const place = sql`left join ${district} d on d.id = one.district_id
    left join ${district} p on p.id = d.parent_id left join ${district} g on g.id = p.parent_id`;
  const name = sql`coalesce(g.name_zh, p.name_zh, d.name_zh)`;
  const placeId = sql`coalesce(g.id, p.id, d.id)`;
  const wan = sql`coalesce(${customer.budget_max}, ${customer.budget_min}) * (select ${currency.rate_to_cny} from ${currency}
    where ${currency.code} = ${customer.budget_currency}) / 10000`;
  const age = sql`${Number(days.to.slice(0, 4))}::int - ${customer.birth_year}`;
  const isNew = sql`${customerUser.registered_at} >= ${startOfDay(days.from)}`;
  const word = sql`lower(btrim(normalize(${userBehavior.keyword}, NFKC)))`;
  const people = sql`count(distinct ${userBehavior.customer_user_id})::int`;
  const words = await rowsOf(
    most(
      100,
      sql`select ${word} as key, ${word} as label, ${people} as n from ${behaviours(days)}
        and ${userBehavior.type} = 'search' and ${userBehavior.keyword} is not null group by 1`,
    ),
  );
  return {
    platform: await listed(
      platforms,
      sql`select ${inquiry.platform} as key, count(*)::int as n from ${inquiries} group by 1`,
    ),
    user: await listed(
      users,
      sql`select case when ${isNew} then 'new' else 'before' end as key, count(distinct ${customerUser.id})::int as n
        from ${customerUser} where ${customerUser.id} in (select ${userBehavior.customer_user_id} from ${behaviours(days)}) group by 1`,
      true,
    ),
    country: await top(
      10,
      sql`select ${country.code} as key, ${country.name_zh} as label, count(*)::int as n
        from (${wanted(sql`${customer.intent_country_codes}`)}) one join ${country} on ${country.code} = one.value group by 1, 2`,
    ),
    city: await top(
      10,
      sql`select ${placeId} as key, ${name} as label, count(distinct one.id)::int as n
        from (select id, value::bigint as district_id from (${wanted(sql`${customer.intent_district_ids}`)}) wanted) one ${place} group by 1, 2`,
    ),
    budget: await listed(
      budgets,
      sql`select case when wan < 100 then 'b100' when wan < 200 then 'b200' when wan < 300 then 'b300' when wan < 500 then 'b500'
        when wan < 1000 then 'b1000' else 'more' end as key, count(*)::int as n
        from (select ${wan} as wan from ${customers}) one where wan is not null group by 1`,
      true,
    ),
    purpose: await listed(
      purposes,
      sql`select value as key, count(*)::int as n from (${wanted(sql`${customer.purposes}`)}) one group by 1`,
    ),
    layout: await listed(
      layouts,
      sql`select value as key, count(*)::int as n from (select jsonb_array_elements_text(${requirement.layouts}) as value
        from ${requirement} where ${all(...within(requirement.created_at, days.from, days.to))}) one group by 1`,
    ),
    age: await listed(
      ages,
      sql`select case when age is null then 'unknown' when age < 30 then 'a29' when age < 40 then 'a39' when age < 50 then 'a49'
        when age < 60 then 'a59' else 'a60' end as key, count(*)::int as n from (select ${age} as age from ${customers}) one group by 1`,
      true,
    ),
    region: await top(
      10,
      sql`select coalesce(${placeId}::text, one.country_code) as key, coalesce(${name}, ${country.name_zh}) as label, count(*)::int as n
        from (select ${customer.country_code} as country_code, ${customer.district_id} as district_id from ${customers}) one
        ${place} left join ${country} on ${country.code} = one.country_code group by 1, 2`,
    ),
    // Of a word that few have searched the word itself may say who they are; and whatever may be a number or an address is none.
    keyword: words
      .filter(({ label }) => searchKey(label) !== undefined)
      .slice(0, 20)
      .map(told),
    estate: await top(
      10,
      sql`select ${estate.id} as key, ${estate.name} as label, seen.n from (select ${userBehavior.target_id} as id, ${people} as n
        from ${behaviours(days)} and ${userBehavior.type} = 'view_estate' and ${userBehavior.target_type} = 'estate' group by 1) seen
        join ${estate} on ${estate.id} = seen.id where ${estate.deleted_at} is null and ${estate.publish_status} = 'online'`,
    ),
    // A case goes on after its month is over: its stages would tell the day.
    ...(telling.isExact && {
      visa: await listed(
        caseStages,
        sql`select coalesce(${inquiry.ext} ->> 'case_stage', 'consulting') as key, count(*)::int as n
          from ${inquiries} and ${inquiry.kind} = 'visa' group by 1`,
      ),
    }),
  } satisfies Partial<Record<Breakdown, Slice[]>>;
}
