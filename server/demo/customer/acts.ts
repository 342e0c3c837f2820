import { sql } from "drizzle-orm";
import { found } from "~/server/lib/call";
import { day, minute } from "../shared/calendar";
import { spread, times } from "../shared/random";
import { diced, momentSql } from "../shared/rows";
import { staffOf, type Writing } from "../terms";

const pastDays = 30;
const pastActs = 27;
const addedTags = ["urgent", "visa_need", "yield_focus", "student_family", "price_sensitive"];

/**
 * Bulk acts of the last thirty days, three of them within the hour, which can still be undone: customers of the pool given to
 * the first seller, as many of theirs released, and some of theirs tagged. Runs right after customers: of each the latest event is an hour old.
 */
export async function writeBatches({ tx, calendar, staff, isFull }: Writing): Promise<void> {
  const now = momentSql(calendar.now);
  const [sellers, [manager]] = [staffOf(staff, "sales"), staffOf(staff, "sales_manager")];
  const ago = (minutes: number) => sql`${now} - ${minutes}::int * interval '1 minute'`;
  const by = found(sellers[0]).id;
  // The longer ago, the longer their customers are theirs. More than stay: some find no customer.
  const past = times(isFull ? 3 * sellers.length : 0, (place) => {
    const [part, user_id] = [Math.floor(place / sellers.length), found(sellers[place % sellers.length]).id];
    return { act: "tag", user_id, ago: (pastDays - part * 9 - (place % 6)) * 1_440 - 300, most: 4, part };
  }).sort((a, b) => b.ago - a.ago);
  const acts = [
    ...past,
    { act: "assign", user_id: found(manager).id, ago: 50, most: isFull ? 5 : 2, part: 0 },
    { act: "release", user_id: by, ago: 35, most: isFull ? 5 : 2, part: 0 },
    { act: "tag", user_id: by, ago: 20, most: isFull ? 6 : 3, part: isFull ? 3 : 0 },
  ].map((act, index) => ({ ...act, id: index + 1, tag: addedTags[index % addedTags.length] }));
  const written = (at: string) =>
    sql.raw(`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+08:00"')`);
  await tx.execute(sql`
    insert into batch (id, act, target_type, permission, user_id, count, created_at)
    select id, act, 'customer', 'customer:info:' || case act when 'tag' then 'edit' else act end, user_id, 0, ${now} - ago * interval '1 minute'
    from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) a (id bigint, act text, user_id bigint, ago int)`);
  // A seller's customers in parts, those of the longest time first: each is in one act, since tags build on each other. What is released nobody would mind.
  await tx.execute(sql`
    with quiet as (
      select *, case when owner_id is null then 'assign' when owner_id = ${by} and not is_locked and stage in ('new', 'contacted')
        and greatest(last_valid_tracking_at, assigned_at) > ${now} - interval '11 days' then 'release' else 'tag' end as fit
      from customer where updated_at < ${ago(65)} and deleted_at is null and (owner_id is not null or (pool_reason = 'new_unassigned' and stage = 'new'))),
    placed as (select *, row_number() over (partition by fit, owner_id order by coalesce(assigned_at, pool_at), id) - 1 as place from quiet)
    insert into batch_row (batch_id, row_id, before, version_after)
    select a.id, c.id, case a.act when 'tag' then jsonb_build_object('tags', c.tags) else jsonb_build_object('owner_id', c.owner_id, 'assigned_at', ${written("c.assigned_at")}, 'assigned_by', c.assigned_by,
      'last_owner_id', c.last_owner_id, 'pool_at', ${written("c.pool_at")}, 'pool_reason', c.pool_reason, 'is_locked', false, 'locked_until', null, 'next_tracking_at', null, 'deleted_at', null, 'schedules', '[]'::jsonb) end, 0
    from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) a (id bigint, act text, user_id bigint, ago int, most int, part int, tag text) join placed c on c.fit = a.act
      and (c.owner_id is null or c.owner_id = a.user_id) and c.place >= a.part * 5 and c.place < a.part * 5 + a.most
    where not (a.act = 'tag' and (c.tags ? a.tag or jsonb_array_length(c.tags) >= 10 or c.assigned_at > ${now} - ago * interval '1 minute')) order by a.id, c.id`);
  await tx.execute(sql`delete from batch b where not exists (select 1 from batch_row r where r.batch_id = b.id)`);
  const surplus = sql`select id from batch where created_at < ${ago(day / minute)} order by created_at, id offset ${pastActs}::int`;
  await tx.execute(sql`delete from batch_row where batch_id in (${surplus})`);
  await tx.execute(sql`delete from batch where id in (${surplus})`);
  await tx.execute(sql`update batch b set count = (select count(*) from batch_row r where r.batch_id = b.id)`);
  await tx.execute(sql`
    update customer c set tags = case a.act when 'tag' then c.tags || to_jsonb(a.tag) else c.tags end, updated_at = greatest(c.updated_at, b.created_at), updated_by = b.user_id,
      last_owner_id = case a.act when 'release' then c.owner_id else c.last_owner_id end, owner_id = case a.act when 'tag' then c.owner_id when 'assign' then ${by} end,
      assigned_at = case a.act when 'tag' then c.assigned_at when 'assign' then b.created_at end, assigned_by = case a.act when 'tag' then c.assigned_by when 'assign' then b.user_id end,
      pool_at = case a.act when 'release' then b.created_at end, pool_reason = case a.act when 'release' then 'manual' end
    from batch b join batch_row r on r.batch_id = b.id join jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) a (id bigint, act text, tag text) on a.id = b.id where r.row_id = c.id`);
  await tx.execute(sql`
    insert into customer_owner_log (customer_id, action, from_user, to_user, by, at, reason)
    select r.row_id, b.act, (r.before ->> 'owner_id')::bigint, case b.act when 'assign' then ${by}::bigint end, b.user_id, b.created_at, case b.act when 'release' then 'no_answer' end
    from batch b join batch_row r on r.batch_id = b.id where b.act <> 'tag' order by b.id, r.row_id`);
}

/** Of 24. */
const statuses = { pending: 5, approved: 9, rejected: 7, cancelled: 3 };
const reasons = ["该客户是我老客户的家属，指定由我服务", "客户主动加我微信，希望更换顾问"];

/** Requests in every state to take over a colleague's customer: the approved ones are transfers of the log, the pending ones wait for the first team's manager above all. */
export async function writeTransfers({ tx, calendar, isFull }: Writing): Promise<void> {
  const wanted = JSON.stringify(spread(isFull ? 24 : 3, statuses));
  const now = momentSql(calendar.now);
  const { chance, pick } = diced(sql`customer_id * 1009`);
  await tx.execute(sql`
    with wanted as (select status, row_number() over (partition by status = 'approved' order by n) as place
        from jsonb_array_elements_text(${wanted}::jsonb) with ordinality t (status, n)),
    passed as (select distinct on (customer_id) * from customer_owner_log where action = 'transfer' order by customer_id, at desc),
    looked as (
      select c.id as customer_id, c.owner_id, t.leader_id, row_number() over (order by m.email is distinct from 'sales_manager@demo.test' or m.id = o.id, hashint8(c.id)) as place
      from customer c join "user" o on o.id = c.owner_id join team t on t.id = o.team_id left join "user" m on m.id = t.leader_id
      where c.assigned_at < ${now} - interval '13 days' and c.stage not in ('lost', 'invalid')
        and c.id not in (select row_id from batch_row union select customer_id from passed)),
    asked as (
      select customer_id, to_user as applicant_id, from_user as owner_id, status, by as handler_id, at as handled_at, at - (40 + ${chance(1, 560)}) * interval '1 minute' as made
      from (select *, row_number() over (order by hashint8(customer_id)) as place from passed) l join wanted using (place) where status = 'approved'
      union all select customer_id, applicant_id, owner_id, status, case status when 'rejected' then leader_id when 'cancelled' then applicant_id end,
        case when status <> 'pending' then made + (20 + ${chance(2, 2_000)}) * interval '1 minute' end, made
      from (select *, ${now} - (case status when 'pending' then 1 else 97 end + ${chance(3, 70)}) * interval '1 hour' as made,
          (select u.id from "user" u join user_role h on h.user_id = u.id join role r on r.id = h.role_id and r.code = 'sales'
            where u.status = 'enabled' and u.id <> owner_id order by hashint8(u.id * 31 + customer_id) limit 1) as applicant_id
        from looked join wanted using (place) where status <> 'approved') l)
    insert into transfer_request (id, customer_id, applicant_id, owner_id, reason, status, handler_id, handled_at, reject_reason, created_at, created_by, updated_at, updated_by)
    select row_number() over (order by made, customer_id), customer_id, applicant_id, owner_id, ${pick(4, reasons)}, status, handler_id, handled_at, case status when 'rejected' then '原顾问正在跟进中，本周安排了带看' end,
      made, applicant_id, coalesce(handled_at, made), coalesce(handler_id, applicant_id) from asked order by made, customer_id`);
  await tx.execute(sql`update customer_owner_log l set reason = r.reason from transfer_request r
    where r.status = 'approved' and r.customer_id = l.customer_id and l.action = 'transfer' and l.at = r.handled_at`);
}
