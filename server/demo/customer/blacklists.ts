import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { type Calendar, day } from "../shared/calendar";
import { drawn, momentSql } from "../shared/sql";
import { blacklistDetails, blacklistRemovals } from "./site-texts";

const reasons = ["harassment", "peer", "ads", "fraud", "harassment", "peer", "ads", "complaint", "other"];

/** Of ten entries three are customers and disabled users, the others strangers, a third let in again. Marks customers; after their acts. */
export async function writeBlacklist(tx: Transaction, calendar: Calendar, total: number): Promise<void> {
  const now = momentSql(calendar.now);
  const today = momentSql(calendar.today - calendar.latest * day);
  const chance = (salt: number, of: number) => drawn(sql`n * 103 + ${salt}`, of);
  await tx.execute(sql`
    with known as (
      (select case when phone_e164 is null then 'wechat' else 'phone' end as type, coalesce(phone_e164, lower(wechat)) as value,
          id as customer_id, null::bigint as customer_user_id
        from customer c where deleted_at is null and coalesce(phone_e164, wechat) is not null
          and (stage in ('invalid', 'lost') or (owner_id is null and level = 'D'))
          and id not in (select row_id from batch_row union select customer_id from transfer_request union select customer_id from requirement)
        order by ${drawn(sql`c.id`, 9_973)}, c.id limit ${Math.round(total / 6)}::int)
      union all (select 'user', id::text, null, id from customer_user u where status = 'disabled' order by u.id limit ${Math.round(total / 7.5)}::int)),
    strange as (
      select (array['phone', 'phone', 'wechat', 'phone', 'email', 'ip'])[1 + i % 6] as type, i, lpad((((7300 + i) * 7919 + 13) % 9900)::text, 4, '0') as four
      from generate_series(1, ${total}::int - (select count(*)::int from known)) i),
    named as (
      select row_number() over () as n, told.* from (
        select *, null::int as i from known
        union all select type, case type when 'phone' then '+861990000' || four when 'wechat' then 'kefu_daili_' || four
          when 'email' then 'promo' || four || '@demo.test' else '198.51.100.' || 20 + i end, null, null, i from strange) told),
    judged as (
      select *, case when i % 5 = 1 then 'expired' when i % 5 = 2 then 'removed' else 'active' end as status,
        ${JSON.stringify(reasons)}::jsonb ->> ${chance(1, reasons.length)} as reason,
        (select id from "user" where email = 'customer_service@demo.test') as keeper from named),
    dated as (
      select *, ${today} - (60 + ${chance(2, 230)}) * interval '1 day' - ${chance(3, 600)} * interval '1 minute' as created,
        case status when 'expired' then ${today} - (1 + ${chance(4, 50)}) * interval '1 day'
          when 'active' then case when ${chance(5, 100)} < 35 then ${now} + (20 + ${chance(6, 280)}) * interval '1 day' end end as expires,
        case status when 'removed' then ${today} - ${chance(7, 50)} * interval '1 day' end as removed,
        case when type = 'user' then array['block_login', 'block_inquiry'] when reason = 'complaint' then array['no_contact']
          when customer_id is not null then array['block_inquiry', 'no_contact'] else array['block_inquiry'] end as effects
      from judged),
    hit as (select *, case when 'no_contact' = any(effects) then 0 else ${chance(8, 6)} * ${chance(9, 6)} end as hits from dated)
    insert into blacklist (id, type, value, customer_id, customer_user_id, reason, detail, effects, evidence_ids, expire_at, status,
      removed_by, removed_at, removed_reason, hit_count, last_hit_at, created_at, updated_at, created_by, updated_by)
    select row_number() over (order by created, n), type, value, customer_id, customer_user_id, reason,
      case when ${chance(10, 4)} > 0 then ${JSON.stringify(blacklistDetails)}::jsonb -> reason ->> 0 end, to_jsonb(effects), '[]', expires, status,
      case when removed is not null then keeper end, removed,
      case when removed is not null then ${JSON.stringify(blacklistRemovals)}::jsonb ->> ${chance(11, blacklistRemovals.length)} end,
      hits, case when hits > 0 then created + interval '5 days' end, created,
      coalesce(removed, case status when 'expired' then expires end, created), keeper, keeper
    from hit order by created, n`);
  await tx.execute(
    sql`update customer set is_blacklisted = true where id in (select customer_id from blacklist where status = 'active')`,
  );
}
