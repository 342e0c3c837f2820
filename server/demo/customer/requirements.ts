import { type SQL, sql } from "drizzle-orm";
import { insertRows } from "~/server/database/insert-rows";
import { requirementAnnex } from "~/server/database/tables/customer/customer";
import { day, inHours } from "../shared/calendar";
import { annexFile } from "../shared/files";
import { randomFrom, times } from "../shared/random";
import { diced, instantOrNull, momentSql, stamps } from "../shared/rows";
import type { Writing } from "../terms";

/** Size by layout. */
const sizes = {
  ...{ studio: [16, 28], "1K": [20, 32], "1LDK": [32, 52], "2LDK": [46, 70], "3LDK": [62, 92], "4LDK+": [85, 140] },
};
const layouts = "studio 1K 1LDK 1LDK 2LDK 2LDK 3LDK 4LDK+".split(" ");
const types = "tower tower tower apartment apartment detached villa".split(" ");
const timelines = { A: ["1m", "1m", "3m"], B: ["3m", "3m", "6m"], C: ["6m", "12m", "12m"], D: ["12m", "later", null] };
const mustHaves = ["车站步行十分钟以内，楼下有超市", "高楼层、朝南，客厅要放得下钢琴", "交房后可委托出租", null, null];
const extras = ["孩子明年四月入学，希望在那之前交房。", "资金分两批到位，付款计划需要和开发商确认。", null, null, null];

/** Written down just after the talk in which a customer's wish became clear (domain C.1.3). */
export async function writeRequirements({ tx, calendar, isFull }: Writing): Promise<void> {
  const total = isFull ? 300 : 30;
  const now = momentSql(calendar.now);
  const { chance, pick } = diced(sql`id * 1009`);
  const size = (end: number) => sql`(${JSON.stringify(sizes)}::jsonb -> layout ->> ${end}::int)::int`;
  const month = (months: SQL) => sql`date_trunc('month', ${now} + ${months} * interval '1 month')::date`;
  await tx.execute(sql`
    with clear as (
      select c.*, t.user_id as by, t.tracked_at as talked, row_number() over (order by hashint8(c.id * 7)) as place
      from customer c cross join lateral (select user_id, tracked_at from tracking t where t.customer_id = c.id
        and stage_after in ('qualified', 'visited') order by tracked_at limit 1) t
      where c.stage in ('qualified', 'visited') and c.deleted_at is null order by place limit ${total}::int),
    wish as (
      select *, talked + least((3 + id % 23) * interval '1 minute', (${now} - talked) / 2) as at from clear),
    drafts as (
      select *, row_number() over (order by at, id) as number, row_number() over (partition by (at at time zone 'Asia/Shanghai')::date order by at, id) as of_day,
        ${pick(1, layouts)} as layout, (array['manual', 'manual', 'manual', 'manual', 'manual', 'manual', 'manual', 'manual', 'wecom', 'web'])[1 + ${chance(2, 10)}] as platform,
        ${chance(3, 100)} < 18 as closed, case when ${chance(4, 100)} < 35 then ${chance(5, 13)} end as ready from wish),
    sized as (select *, ${size(0)} + ${chance(6, 100)} * ((${size(1)} - ${size(0)}) / 3) / 100 as least from drafts)
    insert into requirement (id, requirement_no, customer_id, purposes, country_code, district_ids, property_types, layouts, area_min, area_max, price_min, price_max,
      currency, yield_min, station_walk_max, completion_from, completion_to, floor_pref, loan, down_payment, timeline, must_have, extra, platform,
      status, version, created_at, created_by, updated_at, updated_by)
    select number, 'XQ' || to_char(at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(of_day::text, 4, '0'), id, purposes, coalesce(intent_country_codes ->> 0, 'JP'),
      intent_district_ids, jsonb_build_array(${pick(7, types)}), jsonb_build_array(layout), least,
      case when ${chance(8, 100)} < 80 then greatest(least + 8, ${size(1)} - ${chance(9, 7)}) end, budget_min, budget_max, budget_currency,
      case when purposes ? 'investment' and ${chance(10, 100)} < 60 then 3.5 + ${chance(11, 4)} * 0.5 end, (array[5, 8, 10, 15, null, null])[1 + ${chance(12, 6)}],
      ${month(sql`ready`)}, ${month(sql`(ready + 6 + ${chance(13, 19)})`)}, (array['any', 'any', 'high', 'high', 'mid', 'low'])[1 + ${chance(14, 6)}], loan_need,
      case when loan_need = 'loan' then round(budget_max / 3, 2 - length((budget_max / 3)::bigint::text)) end,
      ${JSON.stringify(timelines)}::jsonb -> level ->> ${chance(15, 3)}, ${pick(16, mustHaves)}, ${pick(17, extras)}, platform, case when closed then 'closed' else 'open' end,
      case when closed then 2 else 1 end, at, case platform when 'web' then null else by end, case when closed then at + (${now} - at) * (${chance(18, 100)} / 100.0) else at end, by
    from sized order by number`);
}

/** Categories of papers with their titles; the first ones are the most frequent. */
const papers = [
  ["passport", "护照首页"],
  ["passport", "护照签证页"],
  ["id_card", "身份证正面"],
  ["asset", "银行存款证明"],
  ["income", "收入证明"],
  ["visa", "在留卡正面"],
  ["contract", "意向书扫描件"],
] as const;

type Told = { id: number; at: number; by: number; keeper: number };

/** Pictures of visits, and annexes of requirements. Runs after both. */
export async function writeAnnexes({ tx, calendar, isFull, files, drawings }: Writing): Promise<void> {
  const random = randomFrom(20_261_121);
  const part = isFull ? 1 : 0.1;
  const read = async (from: SQL) =>
    (
      await tx.execute<Told>(
        sql`select t.id::int, (extract(epoch from t.at) * 1000)::float as at, t.by::int, t.keeper::int ${from}`,
      )
    ).rows;
  const visits =
    await read(sql`from (select id, tracked_at as at, user_id as by, user_id as keeper from tracking where type = 'visit'
    order by hashint8(id), id limit ${60 * part}::int) t order by 1`);
  const seen = drawings.gallery.filter(({ category }) => category !== "floor_plan");
  const pictures = visits.map(({ id, at, by }) => {
    const add = (place: number) =>
      files.add(random, { scene: "tracking", name: `现场${place + 1}.webp`, by, at, drawn: random.pick(seen) });
    return { id, ids: times(random.whole(1, 3), add) };
  });
  // Many requirements have none.
  const about =
    await read(sql`from (select r.id, r.created_at as at, r.updated_by as by, coalesce(c.owner_id, r.updated_by) as keeper
    from requirement r join customer c on c.id = r.customer_id cross join generate_series(1, 6) n where r.id % 5 < 3
    order by hashint8(r.id * 31 + n), n limit ${420 * part}::int) t order by 1`);
  const annexes = about.map(({ id, by, keeper, ...one }): typeof requirementAnnex.$inferInsert => {
    const [category, name] = random.pick(papers);
    const at = inHours(random, calendar, one.at, Math.min(one.at + 20 * day, calendar.now));
    const drawn = random.pick(drawings.papers);
    const verified = random.weighted({ unverified: 46, verified: 46, rejected: 8 });
    const isOpen = verified === "unverified";
    const verifiedAt = isOpen ? null : inHours(random, calendar, at, Math.min(at + 5 * day, calendar.now));
    const ends = category === "passport" ? calendar.now + random.whole(-20, 2_400) * day : null;
    const file = { scene: "annex" as const, name: annexFile(category, drawn.mime), by, at, drawn };
    return {
      ...{ requirement_id: id, media_id: files.add(random, file), category, name },
      ...{ verified, verified_by: isOpen ? null : keeper, verified_at: instantOrNull(verifiedAt) },
      verify_note: verified === "rejected" ? "照片不清晰，请重新提供" : null,
      expire_at: instantOrNull(ends)?.slice(0, 10) ?? null,
      ...stamps(at, by, verifiedAt ?? at, isOpen ? by : keeper),
    };
  });
  await files.put({ tx });
  await insertRows(tx, requirementAnnex, annexes);
  await tx.execute(sql`update tracking t set media_ids = p.ids
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) p (id bigint, ids jsonb) where p.id = t.id`);
}
