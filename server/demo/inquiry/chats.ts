import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { quickReply } from "~/server/database/tables/inquiry/chat";
import { type Calendar, day } from "../shared/calendar";
import { stamps } from "../shared/rows";
import { drawn, momentSql } from "../shared/sql";
import { dialogues, furthers, ownReplies, sharedReplies } from "./chat-texts";

/** The conversations of the inquiries that are chats: of each seller's the latest is under way, those of the last day wait, the others are over. Comes after inquiries. */
export async function writeChats(tx: Transaction, calendar: Calendar): Promise<void> {
  const now = momentSql(calendar.now);
  const chance = (salt: number, of: number) => drawn(sql`c.id * 107 + ${salt}`, of);
  const chats = sql`(select i.*, first_response_at is not null as answered, ${now} - created_at < interval '1 day' as fresh,
    status = 'processing' and id = max(id) filter (where status = 'processing') over (partition by assignee_id) as live
    from inquiry i where kind = 'chat') c`;
  const isWaiting = sql`(not c.answered and c.status <> 'invalid' and c.fresh)`;
  const back = sql`${now} - (2 + ${chance(1, 23)}) * interval '1 minute'`;
  const talk = sql`${JSON.stringify(dialogues)}::jsonb -> ${chance(2, dialogues.length)}`;
  await tx.execute(sql`
    with said as (
      select c.id, 0 as place, 'visitor' as sender, c.content, null::bigint as staff_id, c.created_at as at from ${chats}
      union all select c.id, 1, 'visitor', '在吗？', null, c.created_at + interval '2 minutes' from ${chats} where not c.answered and ${chance(3, 100)} < 40
      union all select c.id, 1, 'system', 'joined', c.assignee_id, c.first_response_at from ${chats} where c.answered
      union all select c.id, 1 + n::int, case when n % 2 = 0 then 'staff' else 'visitor' end, line, case when n % 2 = 0 then c.assignee_id end,
          c.first_response_at + (n - 2) * interval '90 seconds'
        from ${chats} cross join lateral jsonb_array_elements_text(${talk}) with ordinality t (line, n) where c.answered and n > 1),
    kept as (select id, place, sender, content, staff_id, least(at, ${now} - interval '2 minutes') as at from said),
    ended as (select id, max(at) as at from kept group by id)
    insert into chat_message (id, inquiry_id, sender, content, staff_id, type, client_msg_id, read_at, at)
    select row_number() over w, id, sender, content, staff_id, 'text', case when sender <> 'system' then 'demo-' || row_number() over w end, null, at from (
      select * from kept
      -- They came back a moment ago, and wait for a word.
      union all select c.id, 90, 'visitor', ${JSON.stringify(furthers)}::jsonb ->> ${chance(4, furthers.length)}, null,
        least(greatest(e.at + interval '1 minute', ${back}), ${now} - interval '1 second') from ${chats} join ended e on e.id = c.id where c.live
      union all select c.id, 91, 'system', case when not c.answered then 'ended_visitor'
          else (array['ended_staff', 'ended_visitor', 'ended_idle'])[1 + ${chance(5, 3)}] end, null,
        least(e.at + (1 + ${chance(6, 29)}) * interval '1 minute', ${now} - interval '1 second')
        from ${chats} join ended e on e.id = c.id where not c.live and not ${isWaiting}) told
    window w as (order by at, id, place) order by at, id, place`);
  await tx.execute(sql`
    insert into chat_session (inquiry_id, token_hash, language, agent_online, chat_status, assignee_id, message_count, unread_count, last_message_at,
      waiting_since, ended_at, satisfaction, contact_left, pages, created_at, last_message_id)
    select c.id, 'demo-' || c.id, 'zh', true, case when c.live then 'open' when ${isWaiting} then 'waiting' else 'ended' end, c.assignee_id, m.n,
      case when c.live then 1 when ${isWaiting} then m.n else 0 end, m.spoken, case when c.live then m.spoken when ${isWaiting} then c.created_at end,
      case when not c.live and not ${isWaiting} then m.last end,
      case when not c.live and c.answered and ${chance(7, 100)} < 40 then 5 - ${chance(8, 6)} / 3 end, true,
      jsonb_build_array(jsonb_build_object('url', 'https://www.demo.test/estate', 'title', '日本新房', 'at', c.created_at - interval '2 minutes'),
        jsonb_build_object('url', 'https://www.demo.test/', 'title', '首页', 'at', c.created_at - interval '4 minutes')),
      c.created_at - interval '1 minute', m.last_id
    from ${chats} join (
      select inquiry_id, count(*) filter (where sender <> 'system') as n, max(at) filter (where sender <> 'system') as spoken, max(at) as last, max(id) as last_id
      from chat_message group by 1) m on m.inquiry_id = c.id order by c.id`);
  const { rows: sellers } = await tx.execute<{
    id: string;
  }>(sql`select u.id from "user" u join user_role ur on ur.user_id = u.id
    join role r on r.id = ur.role_id where r.code = 'sales' and u.status = 'enabled' order by u.id limit 3`);
  const lists = [
    { user_id: null, texts: sharedReplies },
    ...sellers.map(({ id }) => ({ user_id: Number(id), texts: ownReplies })),
  ];
  await insertRows(
    tx,
    quickReply,
    lists.flatMap(({ user_id, texts }) =>
      texts.map(([title, content], index) => ({
        ...{ title, content, user_id, sort: (index + 1) * 10, used_count: (7 - index) * 6 },
        ...stamps(calendar.now - 90 * day, user_id),
      })),
    ),
  );
}
