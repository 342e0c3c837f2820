import { sql } from "drizzle-orm";
import type { Writing } from "../terms";
import { drawn, momentSql } from "./rows";

const talks = {
  customer: ["这位客户的预算是不是还能往上谈一点？", "问过了，首付可以再加一成，总价不想再高。"],
  estate: ["客户问这个盘的两房还有没有高楼层？", "还有三套，房号表已经更新。"],
};

/** Conversations of the last weeks: managers ask about sellers' customers, sellers about estates. Comes after both. */
export async function writeComments({ tx, calendar }: Writing): Promise<void> {
  const now = momentSql(calendar.now);
  const someOf = (
    role: string,
  ) => sql`(select u.id from "user" u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
    where r.code = ${role} and u.status = 'enabled' order by hashint8(u.id * 31 + e.id), u.id limit 1)`;
  const chance = (salt: number, of: number) => drawn(sql`owner_id * 41 + ${salt}`, of);
  await tx.execute(sql`
    with about as (
      select 'customer' as owner_type, c.id as owner_id, t.leader_id as asks, o.id as answers, c.assigned_at as since
      from customer c join "user" o on o.id = c.owner_id and o.status = 'enabled' join team t on t.id = o.team_id and t.leader_id <> o.id
      where c.deleted_at is null and (c.id % 14 = 3 or (o.email = 'sales@demo.test' and c.id % 4 = 0))
      union all select 'estate', e.id, ${someOf("sales")}, ${someOf("estate_manager")}, e.published_at
      from estate e where e.publish_status = 'online' and e.id % 6 in (1, 3)),
    asked as (
      select *, greatest(since, ${now} - interval '45 days') + (${now} - interval '3 hours' - greatest(since, ${now} - interval '45 days')) * (${chance(1, 100)} / 100.0) as at,
        ${JSON.stringify(talks)}::jsonb -> owner_type as said
      from about where since < ${now} - interval '1 day')
    insert into comment (id, owner_type, owner_id, content, mention_user_ids, created_by, updated_by, created_at, updated_at)
    select row_number() over (order by at, owner_type, owner_id), owner_type, owner_id, '@[' || other || '] ' || text, jsonb_build_array(other), by, by, at, at
    from (
      select owner_type, owner_id, asks as by, answers as other, said ->> 0 as text, at from asked
      union all select owner_type, owner_id, answers, asks, said ->> 1, at + (10 + ${chance(2, 80)}) * interval '1 minute' from asked where ${chance(3, 100)} < 80) told
    order by at, owner_type, owner_id`);
}
