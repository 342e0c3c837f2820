import { sql } from "drizzle-orm";
import { insertRows } from "~/server/database/insert-rows";
import { quickReply } from "~/server/database/tables/inquiry/chat";
import { day } from "../shared/calendar";
import { drawn, momentSql, stamps } from "../shared/rows";
import { staffOf, type Writing } from "../terms";

/** The conversations of the inquiries that are chats: of each seller's the latest is under way, those of the last day wait, the others are over. Comes after inquiries. */
export async function writeChats({ tx, calendar, staff }: Writing): Promise<void> {
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
      union all select c.id, 1, 'system', 'joined', c.assignee_id, c.first_response_at from ${chats} where c.answered
      union all select c.id, 1 + n::int, case when n % 2 = 0 then 'staff' else 'visitor' end, line, case when n % 2 = 0 then c.assignee_id end,
          c.first_response_at + (n - 2) * interval '90 seconds'
        from ${chats} cross join lateral jsonb_array_elements_text(${talk}) with ordinality t (line, n) where c.answered and n > 1),
    uttered as (select id, place, sender, content, staff_id, least(at, ${now} - interval '2 minutes') as at from said),
    ended as (select id, max(at) as at from uttered group by id)
    insert into chat_message (id, inquiry_id, sender, content, staff_id, type, client_msg_id, read_at, at)
    select row_number() over w, id, sender, content, staff_id, 'text', case when sender <> 'system' then 'demo-' || row_number() over w end, null, at from (
      select * from uttered
      -- They came back a moment ago, and wait for a word.
      union all select c.id, 90, 'visitor', '另外想问一下，停车位怎么收费？', null,
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
      jsonb_build_array(jsonb_build_object('url', 'https://www.demo.test/', 'title', '首页', 'at', c.created_at - interval '4 minutes')),
      c.created_at - interval '1 minute', m.last_id
    from ${chats} join (
      select inquiry_id, count(*) filter (where sender <> 'system') as n, max(at) filter (where sender <> 'system') as spoken, max(at) as last, max(id) as last_id
      from chat_message group by 1) m on m.inquiry_id = c.id order by c.id`);
  const [seller] = staffOf(staff, "sales");
  const replies = quickReplies.map(([title, content, isShared], index) => ({
    ...{ title, content, user_id: isShared ? null : (seller?.id ?? null), sort: (index + 1) * 10 },
    ...{ used_count: (7 - index) * 6, ...stamps(calendar.now - 90 * day, null) },
  }));
  await insertRows(tx, quickReply, replies);
}

/** What is said in conversations, visitor and house in turns; the visitor begins. */
const dialogues: readonly (readonly string[])[] = [
  [
    "您好，想了解一下东京湾岸的新房，现在还有两居吗？",
    "您好，有的。目前在售的两居约55–62㎡，总价6,000万日元起，您是自住还是投资？",
    "主要是自住，孩子后年过去读书。",
    "明白，我优先推荐离车站步行8分钟以内、周边有公立学校的项目，资料整理好发给您。",
  ],
  ["请问泰国的房子有现房吗？", "有的，曼谷有两个现房项目，可以视频看房。", "先发资料看看吧。"],
  ["总价里包含税费吗？", "标价含消费税，另需登记费、印花税和首年保险，合计约房价的3%。", "明白了，谢谢。"],
];

/** Titles and contents of what one says often; of everybody or of the first seller. */
const quickReplies: readonly (readonly [title: string, content: string, isShared: boolean])[] = [
  ["问候", "您好，欢迎咨询，请问有什么可以帮您？", true],
  ["留资", "方便留一个电话或微信吗？我把资料和价目表整理好发给您。", true],
  ["贷款", "外国人在日本购房可申请贷款，一般可贷房价的五到七成，具体以银行审批为准。", true],
  ["看房预约", "可以安排看房，请告诉我方便的日期、时间和人数。", false],
];
