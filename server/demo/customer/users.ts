import { sql } from "drizzle-orm";
import type { UnregisterCheck } from "~/contract/customer/unregister";
import { maskContact } from "~/contract/mask";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser, unregisterRequest } from "~/server/database/tables/customer/audience";
import { maskNumber } from "~/server/resources/customer/blacklist/keys";
import { addWorkdays, workdaysUntil } from "~/server/resources/shared/workdays";
import { type Calendar, day, hourly, hoursByWeight } from "../shared/calendar";
import { type Random, randomFrom, spread } from "../shared/random";
import { diced, drawn, fourSql, insertMade, instantOrNull, momentSql, numbered, stamps } from "../shared/rows";
import { staffOf, type Writing } from "../terms";
import { yearDays } from "./histories";

/** What visitors search for, real towns only. */
const searchedKeywords =
  "东京 塔楼|港区 两房|湾岸 高层|大阪 难波|曼谷 素坤逸|迪拜 付款计划|5000万日元以内|经营管理签证".split("|");

const nicknameStarts = "海边的 爱旅行的 东京 大阪 湾岸 早起的 不加糖的 追光的 周末 晴天".split(" ");
const nicknameEnds = "猫 小鹿 旅人 阿青 米粒 豆包 咖啡 木木 星星 橘子 小舟 团子".split(" ");

/** Of a hundred. */
const platforms = { web: 35, h5: 30, mini_program: 20, app_ios: 8, app_android: 7 };
const channels = { seo: 36, sem: 15, social: 17, wechat: 8, video: 7, direct: 9, partner: 4, email: 2, offline: 2 };
const homes = { CN: 86, JP: 4, SG: 3, US: 3, MY: 2, AU: 2 };
const linkedShare = 0.22;
/** Of 3,000. */
const disabled = 40;
/** Those of the customers end before it (profiles.ts). */
const freeNumbersFrom = 4_200;
const columns = `id, user_no, customer_id, nickname, phone_cc, phone, phone_e164, phone_last4, email, wechat_unionid, gender, language, country_code, register_platform, register_channel,
  register_ip, registered_at, last_active_at, status, status_reason, created_at, updated_at`;

/** Everybody who registered within the last year, more of them lately, in the order of their registration; customers who came by themselves had an account before. Runs after customers. */
export async function writeSiteUsers({ tx, calendar, isFull }: Writing): Promise<void> {
  const [now, total] = [momentSql(calendar.now), isFull ? 3_000 : 300];
  const { chance, pick } = diced(sql`i * 1009`);
  const places = randomFrom(20_261_127).shuffle(spread(total, platforms));
  const users = sql`
    with drafts as (
      select i, c.id as person, c.name, c.source, c.created_at as made, c.gender as known_gender, c.phone_cc, c.phone, lower(c.email) as email, ${JSON.stringify(places)}::jsonb ->> (i - 1)::int as platform
      from generate_series(1, ${total}::int) i left join (
        select *, row_number() over (order by hashint8(id * 11), id) as place from customer where deleted_at is null) c on c.place = i and i <= ${total * linkedShare}::int),
    dated as (
      select *, platform = 'web' as is_web, case when person is null then date_trunc('day', ${now}, 'Asia/Shanghai') - (power(${chance(1, 10_000)} / 10000.0, 1.35) * ${yearDays}::int)::int * interval '1 day'
            + ${pick(2, hoursByWeight)}::int * interval '1 hour' + ${chance(3, 3_600)} * interval '1 second'
          when source in ('site_inquiry', 'app_inquiry', 'chat') then greatest(made - (5 + ${chance(4, 28_000)}) * interval '1 minute', ${now} - ${yearDays}::int * interval '1 day')
          else date_trunc('second', made + (least(made + interval '60 days', ${now}) - made) * (${chance(4, 1_000)} / 1000.0)) end as moment from drafts),
    reached as (
      select *, case when moment < ${now} - interval '1 hour' then moment else ${now} - (61 + ${chance(5, 180)}) * interval '1 minute' end as at,
        person is null and ${chance(6, 100)} < case when platform like 'app%' then 97 when is_web then 72 else 84 end as has_phone, ${chance(7, 100)} < 9 as is_japanese,
        platform = 'mini_program' or ${chance(8, 100)} < case when is_web then 8 else 32 end as has_wechat, ${fourSql(sql`${freeNumbersFrom}::int + i`)} as four from dated),
    known as (
      select i, person, at, platform, coalesce(phone_cc, case when has_phone then case when is_japanese then '81' else '86' end end) as cc,
        coalesce(phone, case when has_phone then case when is_japanese then '200000' else '1990000' end || four end) as phone,
        coalesce(email, case when person is null and (${chance(9, 100)} < case when is_web then 50 else 14 end or not (has_phone or has_wechat)) then 'user' || four || '@demo.test' end) as email,
        case when (person is null and has_wechat) or (person is not null and ((phone is null and email is null) or ${chance(9, 10)} < 4)) then 'oDemo' || lpad(i::text, 6, '0') end as wechat,
        case when ${chance(10, 100)} < 4 then null when ${chance(11, 10)} < 4 and person is not null then right(name, 2) else ${pick(12, nicknameStarts)} || ${pick(13, nicknameEnds)} end as nickname,
        coalesce(known_gender, ${pick(14, spread(100, { unknown: 64, female: 19, male: 17 }))}) as gender, row_number() over (order by at, i) as id,
        case when person is null and at < ${now} - interval '11 days' then row_number() over (partition by person is null and at < ${now} - interval '11 days' order by hashint8(i)) end as turn from reached)
    select id, 'U-' || to_char(at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(row_number() over (partition by (at at time zone 'Asia/Shanghai')::date order by id)::text, 4, '0'),
      person, nickname, case when phone is not null then cc end, phone, '+' || cc || phone, right(phone, 4), email, wechat, gender, 'zh',
      case cc when '81' then 'JP' else ${pick(16, spread(100, homes))} end, platform,
      ${pick(18, spread(100, channels))},
      -- Of the ranges that are kept for documentation.
      ${pick(19, ["203.0.113", "198.51.100", "192.0.2"])} || '.' || 1 + ${chance(20, 254)}, at, at, case when turn <= ${(total * disabled) / 3_000}::int then 'disabled' else 'normal' end,
      case when turn <= ${(total * disabled) / 3_000}::int then '频繁提交虚假询盘' end, at,
      case when turn <= ${(total * disabled) / 3_000}::int then at + interval '1 day' + (${now} - at - interval '1 day') * (${chance(22, 1_000)} / 1000.0) else at end
    from known order by id`;
  await insertMade(tx, customerUser, columns, users);
}

/** Defaults of unregister.review_workdays and unregister.cooling_days. */
const reviewDays = 8;
const coolingDays = 7;
const soonDays = 2;
const nothingOpen: Record<UnregisterCheck, number> = {
  ...{ liveDeals: 0, unpaidBillings: 0, openVisaCases: 0, openChats: 0, openClues: 0 },
};
/** Of 45. */
const statuses = { pending: 6, approved: 6, completed: 18, rejected: 8, cancelled: 7 };
type Status = keyof typeof statuses;
type Leaver = { request: number; id: number; platform: string; phone: string | null; email: string | null };

/** Wishes to leave the site in every state, one of them due in two working days; the users' own states follow. Runs after users; a user who is a customer never leaves. */
export async function writeUnregisters({ tx, calendar, staff, isFull }: Writing): Promise<void> {
  const random = randomFrom(20_261_128);
  const drafts = spread(isFull ? 45 : 5, statuses).map((status, place) => {
    return { status, ...datesOf(random, calendar, status, place === 0) };
  });
  const rows = numbered(drafts, "ZX").map(({ id, no, status, at, reviewedAt }) => {
    const executeAt = reviewedAt !== null && status !== "rejected" ? reviewedAt + coolingDays * day : null;
    const leftAt = status === "completed" && executeAt ? calendar.at(calendar.daysAgo(executeAt) - 1, 3) : null;
    const reviewer_id = reviewedAt === null ? null : random.pick(staffOf(staff, "customer_service")).id;
    return {
      ...{ id, request_no: no, status, customer_user_id: 0, platform: "", checks: reviewedAt ? nothingOpen : {} },
      ...{ reason: random.weighted({ no_need: 60, privacy: 26, duplicate: 14 }), detail: "已经在别处买好房子了。" },
      ...{ reviewer_id, reviewed_at: instantOrNull(reviewedAt), completed_at: instantOrNull(leftAt) },
      reject_reason: status === "rejected" ? "申请人与账号手机号不一致，请本人重新提交" : null,
      ...{ due_at: isoInstant(addWorkdays(new Date(at), reviewDays)), execute_at: instantOrNull(executeAt) },
      ...stamps(at, null, leftAt ?? reviewedAt ?? at, reviewer_id),
    };
  });
  // Each has a part of the users to itself.
  const { rows: leaving } = await tx.execute<Leaver>(sql`
    select r.id as request, u.id::int, u.register_platform as platform, u.phone_e164 as phone, u.email from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (id int, created_at timestamptz)
      cross join lateral (select * from customer_user u where status = 'normal' and customer_id is null and registered_at < r.created_at - interval '1 day'
        and abs(hashint8(u.id)::bigint) % ${rows.length}::int = r.id - 1 order by u.id limit 1) u`);
  const made = rows.flatMap((row) => {
    const user = leaving.find(({ request }) => request === row.id);
    if (!user) throw new Error("No user who could leave");
    const { id, platform, phone, email } = user;
    const about = { ...row, customer_user_id: id, platform, phone, email };
    if (row.status !== "completed") return about;
    return { ...about, detail: null, phone: phone && maskNumber(phone), email: maskContact("email", email) };
  });
  await insertRows(tx, unregisterRequest, made);
  await tx.execute(sql`update customer_user u set status = 'unregistering', updated_at = r.created_at
    from unregister_request r where r.customer_user_id = u.id and r.status in ('pending', 'approved')`);
  await tx.execute(sql`update customer_user u set status = 'unregistered', updated_at = r.completed_at, gender = 'unknown', (nickname, nickname_fold, phone_cc, phone, phone_e164, phone_last4, email, wechat_unionid,
      language, country_code, register_ip, last_active_at) = row (null, null, null, null, null, null, null, null, null, null, null, null)
    from unregister_request r where r.customer_user_id = u.id and r.status = 'completed'`);
}

function datesOf(random: Random, calendar: Calendar, status: Status, isSoon: boolean) {
  if (status === "pending") return { at: pendingSince(random, calendar, isSoon), reviewedAt: null };
  const reviewedAgo = status === "approved" ? random.whole(1, coolingDays - 2) : random.whole(20, 240);
  const at = hourly(random, calendar, reviewedAgo + random.whole(1, 5));
  return { at, reviewedAt: status === "cancelled" ? null : calendar.working(reviewedAgo) };
}

/** A moment from which the review is due in two working days, or later than that. */
function pendingSince(random: Random, calendar: Calendar, isSoon: boolean): number {
  const wished = isSoon ? soonDays : random.whole(soonDays + 2, reviewDays);
  for (let ago = calendar.latest; ago < 30; ago++) {
    const moment = hourly(random, calendar, ago);
    if (workdaysUntil(new Date(calendar.now), addWorkdays(new Date(moment), reviewDays)) <= wished) return moment;
  }
  return calendar.now - day;
}

/** The stream is kept 180 days (domain B.2); a day less, so that no clean-up takes the oldest at once. */
const keptDays = 179;
const mostOnSite = 38;

/** Behaviours of registered users in the kept days, and their total figures: most came once, a few often. Runs after users and estates. */
export async function writeBehaviors({ tx, calendar }: Writing): Promise<void> {
  const now = momentSql(calendar.now);
  const since = momentSql(calendar.today - keptDays * day);
  const own = (salt: number, of: number) => drawn(sql`v.id * 1009 + v.n * 31 + ${salt}`, of);
  const seen = (salt: number, of: number) => drawn(sql`s.id * 1009 + s.n * 31 + s.k * 7 + ${salt}`, of);
  const habit = sql`case when ${drawn(sql`u.id`, 100)} < 48 then 0 when ${drawn(sql`u.id`, 100)} < 78 then 1 + u.id % 2
    when ${drawn(sql`u.id`, 100)} < 95 then 2 + u.id % 6 else 8 + u.id % 11 end`;
  const noTarget = sql`null::text as target_type, null::bigint as target_id, null::text as target_name, null::text as keyword`;
  const estate = sql`'estate', s.estate, s.name, null`;
  await tx.execute(sql`
    with came as (
      select u.id, n, u.register_platform as platform, u.register_ip as ip, u.registered_at + interval '1 minute' as first,
        case u.status when 'normal' then ${now} else u.updated_at end - interval '40 minutes' as last,
        case when n = 0 then u.registered_at + interval '1 minute' else (
          (greatest(u.registered_at, ${since}) at time zone 'Asia/Shanghai')::date
            + ${drawn(sql`u.id * 53 + n`, 100_000)} * ((${now} at time zone 'Asia/Shanghai')::date - (greatest(u.registered_at, ${since}) at time zone 'Asia/Shanghai')::date + 1) / 100000
            + (${JSON.stringify(hoursByWeight)}::jsonb ->> ${drawn(sql`u.id * 59 + n`, hoursByWeight.length)})::int * interval '1 hour'
            + ${drawn(sql`u.id * 61 + n`, 3_600)} * interval '1 second') at time zone 'Asia/Shanghai' end as start
      from customer_user u cross join lateral generate_series(0, (${habit})::int) n where u.status <> 'unregistered'),
    v as (
      select * from (select *, lag(start) over (partition by id order by start, n) as former from came
        where start >= ${since} and start >= first and start < last) told
      where former is null or start > former + interval '40 minutes'),
    site as (
      select id as estate, name, row_number() over (order by id) - 1 as place from (
        select id, name from estate where publish_status = 'online' order by id limit ${mostOnSite}) shown),
    looked as (
      select v.*, k, site.estate, site.name, row_number() over (partition by v.id, site.estate order by v.start, k) as time
      from v cross join lateral generate_series(1, (${own(1, 5)} + ${own(2, 2)})::int) k
      join site on site.place = least(${drawn(sql`v.id * 67 + v.n * 71 + k`, mostOnSite)}, ${drawn(sql`v.id * 73 + v.n * 79 + k`, mostOnSite)})
        % (select count(*) from site))
    insert into user_behavior (customer_user_id, type, target_type, target_id, target_name, keyword, platform, ip, at)
    select id, type, target_type, target_id, target_name, keyword, platform, ip, at from (
      select v.id, 'login' as type, ${noTarget}, v.platform, v.ip, v.start + interval '20 seconds' as at from v where v.former is null or ${own(3, 100)} < 40
      union all select v.id, 'search', null, null, null, ${JSON.stringify(searchedKeywords)}::jsonb ->> ${own(4, searchedKeywords.length)},
        v.platform, v.ip, v.start + interval '1 minute' from v where ${own(5, 100)} < 45
      union all select s.id, 'view_estate', ${estate}, s.platform, s.ip, s.start + s.k * interval '2 minutes' from looked s
      union all select s.id, 'favorite', ${estate}, s.platform, s.ip, s.start + s.k * interval '2 minutes' + interval '25 seconds'
        from looked s where s.time = 1 and ${seen(1, 100)} < 17) deeds
    order by at, id, type`);
  await tx.execute(sql`
    update customer_user u set login_count = coalesce(b.logins, 0), view_count = coalesce(b.views, 0),
      favorite_count = coalesce(b.favorites, 0), last_active_at = coalesce(b.last, u.registered_at), updated_at = greatest(u.updated_at, b.last)
    from customer_user o left join (
      select customer_user_id as id, max(at) as last, count(*) filter (where type = 'login') as logins,
        count(*) filter (where type = 'view_estate') as views,
        count(*) filter (where type = 'favorite') - count(*) filter (where type = 'unfavorite') as favorites
      from user_behavior group by 1) b on b.id = o.id
    where o.id = u.id and u.status <> 'unregistered'`);
}

const reasons = ["harassment", "peer", "ads", "fraud", "complaint", "other"];

/** Of ten entries three are customers and disabled users, the others strangers, a third let in again. Marks customers; after their acts. */
export async function writeBlacklist({ tx, calendar, isFull }: Writing): Promise<void> {
  const total = isFull ? 60 : 6;
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
      null, to_jsonb(effects), '[]', expires, status,
      case when removed is not null then keeper end, removed,
      case when removed is not null then '核实后为误判，予以移除' end,
      hits, case when hits > 0 then created + interval '5 days' end, created,
      coalesce(removed, case status when 'expired' then expires end, created), keeper, keeper
    from hit order by created, n`);
  await tx.execute(
    sql`update customer set is_blacklisted = true where id in (select customer_id from blacklist where status = 'active')`,
  );
}
