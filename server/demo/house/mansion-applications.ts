import { and, eq, ne, sql } from "drizzle-orm";
import { MansionFields } from "~/contract/house/mansion";
import { insertRows } from "~/server/database/insert-rows";
import { mansion, mansionApplication } from "~/server/database/tables/house/property";
import { applicationColumns, applicationPrefix } from "~/server/resources/house/mansion-application/file";
import { randomFrom, spread, times } from "../shared/random";
import { diced, fourSql, momentSql } from "../shared/rows";
import { staffOf, type Writing } from "../terms";

/** Per 70, without those by which buildings came into the dictionary. */
const waiting = { "create pending": 7, "correct pending": 4, "claim pending": 3 };
const handled = {
  ...{ "create merged": 6, "correct confirmed": 9, "claim confirmed": 6 },
  ...{ "create rejected": 3, "correct rejected": 3, "claim rejected": 2 },
};
const applicants = ["user", "user", "agent", "staff"];
/** Numbers that nobody else of the demo has. */
const freeNumbersFrom = 8_200;

type Row = typeof mansionApplication.$inferInsert;
type Told = Pick<Row, "type" | "payload" | "applicant_type" | "applicant_name" | "status"> & {
  row: Row & { applicant_id: number | null; contact: string | null; created_at: string };
  names: { name: string; name_local?: string };
  by: number;
};

/** Wishes about buildings in every state; a correction that was taken is in its building. Runs after buildings and users. */
export async function writeApplications({ tx, calendar, staff, isFull, files, drawings }: Writing): Promise<void> {
  const random = randomFrom(20_261_125);
  const total = isFull ? 70 : 7;
  const now = momentSql(calendar.now);
  const { chance, pick } = diced(sql`i * 1009`);
  const some = (roles: "estate_manager" | "sales") => staffOf(staff, roles).map(({ id }) => id);
  const entered = await tx.$count(mansion, and(eq(mansion.source, "application"), ne(mansion.status, "merged")));
  const open = Object.entries(waiting).flatMap(([kind, n]) => Array<string>(isFull ? n : 1).fill(kind));
  const kinds = [...open, ...spread(Math.max(0, total - entered - open.length), handled)];
  // Nothing has happened yet to those that it is about, so that what a correction leaves is all. Every other new building looks like one that is there.
  const { rows } = await tx.execute<Told>(sql`
    with asked as (
      select split_part(kind, ' ', 1) as type, split_part(kind, ' ', 2) as status, i, m.id as about, ${pick(1, some("estate_manager"))}::bigint as by,
        date_trunc('minute', ${now} - (case split_part(kind, ' ', 2) when 'pending' then 1 + ${chance(2, 200)} else 336 + ${chance(2, 6_800)} end) * interval '1 hour') as at
      from jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb) with ordinality t (kind, i) join (
        select *, row_number() over (order by hashint8(id * 17)) as i from mansion where status = 'enabled' and version = 1 and source = 'import') m using (i)),
    told as (
      select *, case when status <> 'pending' then at + (180 + ${chance(3, 5_500)}) * interval '1 minute' end as handled, type = 'create' and (status = 'rejected' or status = 'pending' and i % 2 = 0) as is_new from asked
      union all select 'create', 'confirmed', 1000 + id, id, created_by, created_at - (1500 + id % 2800) * interval '1 minute', created_at, false from mansion where source = 'application' and status <> 'merged'),
    drafts as (
      select t.*, m.district_id, m.name, m.name_local, (select jsonb_object_agg(key, case when key in ('avg_unit_price', 'avg_rent_unit', 'management_fee_sqm', 'repair_fund_sqm') then to_jsonb(value::text) else value end) from jsonb_each(to_jsonb(m)) where value not in ('null', '[]') and ${JSON.stringify(Object.keys(MansionFields.shape))}::jsonb ? key) as facts,
        jsonb_build_object('total_units', coalesce(total_units, 90) + 2 + ${chance(4, 23)}, 'manager_company', '东岸物业', 'pet_allowed', case pet_allowed when 'yes' then 'no' else 'yes' end) as other,
        replace(m.name, '·', '') as bare, case type when 'claim' then 'user' else ${pick(6, applicants)} end as applicant, row_number() over (order by t.at, i) as id,
        row_number() over (partition by (t.at at time zone 'Asia/Shanghai')::date order by t.at, i) as of_day from told t join mansion m on m.id = t.about),
    written as (
      select *, case when type = 'claim' then jsonb_build_object('room_no', 2 + ${chance(7, 14)} || lpad((1 + ${chance(8, 8)})::text, 2, '0'), 'note', '本人自住') when type = 'correct' then other
        when status = 'confirmed' then facts when is_new then facts - array['lat', 'lng', 'alias', 'name_en'] || jsonb_build_object('name', name || '二期')
        else facts - array['name_en', 'description', 'facilities'] || jsonb_build_object('name', regexp_replace(bare, '(塔|公馆|行馆|中心)$', '') || '大厦') end as payload from drafts)
    select type, payload, applicant as applicant_type, who.name as applicant_name, status, by::int, jsonb_build_object('name', case type when 'create' then payload ->> 'name' else w.name end, 'name_local', name_local) as names,
      jsonb_build_object('id', w.id, 'application_no', ${applicationPrefix}::text || to_char(at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(of_day::text, 4, '0'), 'applicant_id', who.id, 'contact', who.contact,
        'status', status, 'version', 1 + (handled is not null)::int, 'mansion_id', case when type <> 'create' then about end, 'district_id', district_id,
        'similar_count', (type = 'create' and not is_new and status <> 'confirmed')::int, 'result_mansion_id', case when status in ('confirmed', 'merged') then about end,
        'applied_fields', case when type = 'correct' and status = 'confirmed' then (select jsonb_agg(key) from jsonb_object_keys(other) key) else '[]' end, 'reject_reason', case status when 'rejected' then '资料不全，无法确认' end,
        'handler_id', case when handled is not null then by end, 'handled_at', handled, 'created_at', at, 'updated_at', coalesce(handled, at), 'updated_by', case when handled is not null then by end) as row
    from written w cross join lateral (
      select * from (select 'user' as kind, id, coalesce(nickname, user_no) as name, coalesce('+' || phone_cc || ' ' || phone, email) as contact from customer_user where status = 'normal' and registered_at < w.at order by hashint8(id * 31 + w.id) limit 1) u
      union all select 'agent', null, '海岚置业·陈经理', '+86 199 0000 ' || ${fourSql(sql`${freeNumbersFrom}::int + w.id`)}
      union all select 'staff', id, name, email from "user" where id = ${pick(12, some("sales"))}::bigint) who where who.kind = w.applicant order by w.id`);
  const made = rows.map(({ row, type, payload, applicant_type, applicant_name, names, by }): Row => {
    const evidence_ids = times(type === "claim" ? random.whole(1, 2) : 0, (place) => {
      const about = {
        scene: "evidence",
        name: `产权证明${place + 1}.webp`,
        by,
        at: Date.parse(row.created_at),
      } as const;
      return files.add(random, { ...about, drawn: random.pick(drawings.papers) });
    });
    const { mansion_id = null, applicant_id, contact } = row;
    const wish = { type, mansion_id, payload, applicant_type, applicant_id, applicant_name, contact, evidence_ids };
    return { ...applicationColumns(row.application_no, wish, payload, names), ...row };
  });
  await files.put({ tx });
  await insertRows(tx, mansionApplication, made);
  await tx.execute(sql`
    insert into mansion_owner (mansion_id, room_no, application_id, owner_type, owner_id, name, contact, created_at, updated_at, created_by, updated_by)
    select mansion_id, payload ->> 'room_no', id, applicant_type, applicant_id, applicant_name, contact, handled_at, handled_at, handler_id, handler_id
    from mansion_application where type = 'claim' and status = 'confirmed' order by id`);
  await tx.execute(sql`
    update mansion m set total_units = (payload ->> 'total_units')::int, manager_company = payload ->> 'manager_company', pet_allowed = payload ->> 'pet_allowed',
      version = 2, updated_at = a.handled_at, updated_by = a.handler_id
    from mansion_application a where a.type = 'correct' and a.status = 'confirmed' and a.mansion_id = m.id`);
}
