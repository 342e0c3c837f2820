import { sql } from "drizzle-orm";
import type { UnregisterCheck } from "~/contract/customer/unregister";
import { maskContact } from "~/contract/mask";
import { isoInstant } from "~/server/database/tables/columns";
import type { customerUser, unregisterRequest } from "~/server/database/tables/customer/audience";
import { maskNumber } from "~/server/resources/customer/blacklist/keys";
import { addWorkdays, workdaysUntil } from "~/server/resources/shared/workdays";
import { type Calendar, day, hourly, hoursByWeight, inHours, minute } from "../shared/calendar";
import { by, drawRows, maybe, oneOf, type Random } from "../shared/random";
import { drawn, fourDigits, instantOrNull, momentSql, numbered, stamps } from "../shared/rows";
import type { Base, Writing } from "../terms";
import type { Person } from "./customers";
import { yearDays } from "./histories";

/** What visitors search for, real towns only. */
const searchedKeywords =
  "东京 塔楼|东京 新房|港区 两房|湾岸 高层|丰洲 三房|中目黑|六本木|文京区 学区|大阪 难波|大阪 投资 回报率|京都 一户建|福冈 天神|横滨 海景|曼谷 素坤逸|曼谷 永久产权|普吉 别墅|迪拜 付款计划|吉隆坡 双子塔|伦敦 金丝雀码头|墨尔本 期房|雅典 黄金签证|车站步行5分钟|5000万日元以内|带租约|2027年交房|经营管理签证|外国人贷款|2LDK|3LDK 高楼层".split(
    "|",
  );

const reports = ["2026年第二季度东京新房价格报告", "2026年大阪租金走势", "曼谷公寓市场半年报"];

const nicknameStarts = "海边的 爱旅行的 东京 大阪 湾岸 早起的 不加糖的 追光的 小巷里的 周末 晴天 想搬家的".split(" ");
const nicknameEnds = "猫 小鹿 旅人 阿青 米粒 豆包 咖啡 小满 木木 星星 橘子 南瓜 小舟 团子 石头 薄荷".split(" ");

const disableReasons = ["多次发布广告内容", "冒用他人手机号注册", "频繁提交虚假询盘", "同行批量抓取房源数据"];
const unregisterDetails = [
  "已经在别处买好房子了，不再需要这个账号。",
  "不想再收到推送。",
  "担心个人信息外泄，请删除我的资料。",
];
const unregisterRejections = ["申请人与账号手机号不一致，请本人重新提交", "用户电话中表示误操作，不再注销"];

const blacklistDetails = {
  ...{ harassment: "深夜反复拨打客服电话", fraud: "以他人身份信息预约看房", peer: "同行以买家身份套取底价" },
  ...{ ads: "批量提交贷款广告", complaint: "客户投诉并明确拒绝任何联系", other: "重复提交测试内容" },
};
const blacklistRemovals = ["核实后为误判，予以移除", "客户本人来电说明情况", "超过观察期，无再犯"];

/** A registered user of the public site, before anything is known of what they do there. */
export type SiteUser = ReturnType<typeof makeSiteUsers>[number];

const platforms = { web: 35, h5: 30, mini_program: 20, app_ios: 8, app_android: 7 } as const;
type Platform = keyof typeof platforms;
const habits = {
  channel: by({ seo: 36, sem: 15, social: 17, wechat: 8, video: 7, direct: 9, partner: 4, email: 2, offline: 2 }),
  channelOfMini: by({ wechat: 52, social: 22, video: 11, offline: 9, direct: 6 }),
  gender: by({ unknown: 64, female: 19, male: 17 }),
  language: by({ zh: 89, zh_tw: 6, en: 3, ja: 2 }),
  home: by({ CN: 86, JP: 4, SG: 3, US: 3, MY: 2, AU: 2 }),
  // Of the ranges that are kept for documentation.
  ip: (random: Random) => `${random.pick(["203.0.113", "198.51.100", "192.0.2"])}.${random.whole(1, 254)}`,
};
const linkedShare = 0.22;
/** Of 3,000. */
const disabledShare = 40 / 3_000;
/** Customers who came by themselves had an account before; it is linked when they ask. */
const siteSources = new Set(["site_inquiry", "app_inquiry", "chat"]);
/** Until the account is closed to them, by us or by themselves. */
const open: { status: string; statusReason: string | null; endedAt: number | null } = {
  ...{ status: "normal", statusReason: null, endedAt: null },
};
/** Those of the customers end before it (profiles.ts). */
const freeNumbersFrom = 4_200;

/** Everybody who registered within the last year, more of them lately, in the order of their registration. */
export function makeSiteUsers({ random, calendar }: Base, people: readonly Person[], total: number) {
  const known = random
    .shuffle(people.filter(({ history }) => history.deletedAt === null))
    .slice(0, Math.round(total * linkedShare));
  const drafts = drawRows(random, total, { platform: platforms }, habits).map(
    ({ channelOfMini, home, ...draft }, index) => {
      const person = known[index] ?? null;
      const contacts = person ? contactsOfCustomer(random, person) : contactsOfStranger(random, draft.platform, index);
      const at = person ? registeredWith(random, calendar, person) : registeredAt(random, calendar);
      const nickname = person && random.chance(0.4) ? person.profile.name.slice(-2) : nicknameOf(random);
      return {
        ...{ ...draft, at, registeredAt: at, person, contacts, nickname: random.chance(0.04) ? null : nickname },
        ...(draft.platform === "mini_program" && { channel: channelOfMini }),
        gender: person?.profile.gender ?? draft.gender,
        country: contacts.phone_cc === "81" ? "JP" : home,
      };
    },
  );
  const users = numbered(drafts, "U-").map((draft) => ({ ...draft, ...open }));
  const settled = users.filter((user) => !user.person && user.registeredAt < calendar.today - 10 * day);
  for (const user of random.shuffle(settled).slice(0, Math.round(total * disabledShare)))
    Object.assign(user, {
      ...{ status: "disabled", statusReason: random.pick(disableReasons) },
      endedAt: inHours(random, calendar, user.registeredAt + day, calendar.now),
    });
  return users;
}

const nicknameOf = (random: Random) => random.pick(nicknameStarts) + random.pick(nicknameEnds);

function registeredAt(random: Random, calendar: Calendar): number {
  for (;;) {
    const daysAgo = random.whole(calendar.latest, yearDays);
    if (random.chance(1 - (0.55 * daysAgo) / yearDays)) return hourly(random, calendar, daysAgo);
  }
}

function registeredWith(random: Random, calendar: Calendar, { history: { createdAt }, profile }: Person): number {
  if (!siteSources.has(profile.source))
    return inHours(random, calendar, createdAt, Math.min(createdAt + 60 * day, calendar.now));
  return Math.max(createdAt - random.whole(5, 20 * 24 * 60) * minute, calendar.at(yearDays, 9, random.whole(0, 59)));
}

function contactsOfCustomer(random: Random, { id, profile: { phone, phone_cc, email } }: Person) {
  const needsWeChat = (phone === null && email === null) || random.chance(0.4);
  return { phone_cc, phone, email: email?.toLowerCase() ?? null, wechat_unionid: needsWeChat ? unionId(id) : null };
}

function contactsOfStranger(random: Random, platform: Platform, index: number) {
  const four = fourDigits(freeNumbersFrom + index);
  const isWeb = platform === "web";
  const isJapanese = random.chance(0.09);
  const hasPhone = random.chance(platform.startsWith("app") ? 0.97 : isWeb ? 0.72 : 0.84);
  const hasWeChat = platform === "mini_program" || random.chance(isWeb ? 0.08 : 0.32);
  const hasEmail = random.chance(isWeb ? 0.5 : 0.14) || !(hasPhone || hasWeChat);
  return {
    phone_cc: hasPhone ? (isJapanese ? "81" : "86") : null,
    phone: hasPhone ? `${isJapanese ? "200000" : "1990000"}${four}` : null,
    email: hasEmail ? `user${four}@demo.test` : null,
    wechat_unionid: hasWeChat ? unionId(100_000 + index) : null,
  };
}

const unionId = (number: number) => `oDemo${String(number).padStart(6, "0")}`;

/** The row of a user; of one who has left the number alone is kept. */
export function siteUserRow(user: SiteUser): typeof customerUser.$inferInsert {
  const { phone_cc, phone, email, wechat_unionid } = user.contacts;
  const known = {
    ...{ nickname: user.nickname, phone_cc, phone, phone_e164: phone && `+${phone_cc}${phone}`, email, wechat_unionid },
    ...{ phone_last4: phone?.slice(-4) ?? null, gender: user.gender, language: user.language },
    ...{ country_code: user.country, register_ip: user.ip, customer_id: user.person?.id ?? null },
    last_active_at: isoInstant(user.registeredAt),
  };
  const forgotten = { ...Object.fromEntries(Object.keys(known).map((name) => [name, null])), gender: "unknown" };
  return {
    ...(user.status === "unregistered" ? forgotten : known),
    ...{ id: user.id, user_no: user.no, avatar_url: null, status: user.status, status_reason: user.statusReason },
    ...{ register_platform: user.platform, register_channel: user.channel },
    ...{ registered_at: isoInstant(user.registeredAt) },
    ...stamps(user.registeredAt, null, user.endedAt ?? user.registeredAt),
  };
}

type Row = typeof unregisterRequest.$inferInsert;

/** Defaults of unregister.review_workdays and unregister.cooling_days. */
const reviewDays = 8;
const coolingDays = 7;
const soonDays = 2;
const executeHour = 3;
const nothingOpen: Record<UnregisterCheck, number> = {
  ...{ liveDeals: 0, unpaidBillings: 0, openVisaCases: 0, openChats: 0, openClues: 0 },
};
/** Of 45. */
const statuses = { pending: 6, approved: 6, completed: 18, rejected: 8, cancelled: 7 } as const;
const wishes = {
  reason: by({ no_need: 38, privacy: 26, duplicate: 16, bad_experience: 14, other: 6 }),
  detail: maybe(0.6, oneOf(unregisterDetails)),
  rejection: oneOf(unregisterRejections),
};

/** Wishes to leave the site in every state, one of them due in two working days; the users' own states follow. */
export function makeUnregisters({ random, calendar, staff }: Base, users: readonly SiteUser[], total: number): Row[] {
  const reviewers = staff.filter(({ status, roles }) => status === "enabled" && roles.includes("customer_service"));
  const wished = drawRows(random, total, { status: statuses }, { ...wishes, reviewer: oneOf(reviewers) });
  const first = wished.find(({ status }) => status === "pending");
  const drafts = wished.map((wish) => ({ ...wish, ...datesOf(random, calendar, wish.status, wish === first) }));
  const free = random.shuffle(users.filter((user) => user.status === "normal"));
  return numbered(drafts, "ZX").map(({ id, no, status, at, reviewedAt, executeAt, reviewer, rejection, ...wish }) => {
    const isGone = status === "completed";
    // A user who has left was never linked to a customer here, so that nothing of them remains there.
    const place = free.findIndex((one) => one.registeredAt < at - day && !(isGone && one.person));
    const [user] = free.splice(place, 1);
    if (!user || place < 0) throw new Error("No user who could leave");
    const completedAt =
      isGone && executeAt ? calendar.at(calendar.daysAgo(executeAt) - 1, executeHour, random.whole(0, 2)) : null;
    const cancelledAt = status === "cancelled" ? (reviewedAt ?? at) + random.whole(60, 2_000) * minute : null;
    if (isGone) Object.assign(user, { status: "unregistered", endedAt: completedAt });
    if (status === "pending" || status === "approved") Object.assign(user, { status: "unregistering", endedAt: at });
    const { phone, phone_cc, email } = user.contacts;
    const number = phone && `+${phone_cc}${phone}`;
    return {
      ...{ id, request_no: no, customer_user_id: user.id, platform: user.platform, status, review_reason: null },
      ...{ phone: isGone && number ? maskNumber(number) : number, email: isGone ? maskContact("email", email) : email },
      ...{ reason: wish.reason, detail: isGone ? null : wish.detail, checks: reviewedAt === null ? {} : nothingOpen },
      ...{ reviewer_id: reviewedAt === null ? null : reviewer.id, reviewed_at: instantOrNull(reviewedAt) },
      reject_reason: status === "rejected" ? rejection : null,
      due_at: isoInstant(addWorkdays(new Date(at), reviewDays)),
      ...{ execute_at: instantOrNull(executeAt), completed_at: instantOrNull(completedAt) },
      ...stamps(at, null, completedAt ?? cancelledAt ?? reviewedAt ?? at, reviewedAt === null ? null : reviewer.id),
    };
  });
}

function datesOf(random: Random, calendar: Calendar, status: keyof typeof statuses, isSoon: boolean) {
  if (status === "pending") return { at: pendingSince(random, calendar, isSoon), reviewedAt: null, executeAt: null };
  const isApproved = status === "approved";
  const reviewedAgo = isApproved ? random.whole(1, coolingDays - 2) : random.whole(20, 300);
  const at = hourly(random, calendar, reviewedAgo + random.whole(1, 5));
  if (status === "cancelled" && random.chance(0.6)) return { at, reviewedAt: null, executeAt: null };
  const reviewedAt = calendar.working(reviewedAgo);
  return { at, reviewedAt, executeAt: status === "rejected" ? null : reviewedAt + coolingDays * day };
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
        from looked s where s.time = 1 and ${seen(1, 100)} < 17
      union all select s.id, 'unfavorite', ${estate}, s.platform, s.ip, s.start + s.k * interval '2 minutes' + interval '15 minutes'
        from looked s where s.time = 1 and ${seen(1, 100)} < 3
      union all select s.id, 'share', ${estate}, s.platform, s.ip, s.start + s.k * interval '2 minutes' + interval '40 seconds'
        from looked s where ${seen(2, 100)} < 4
      union all select v.id, 'download_report', 'report', 1 + ${own(6, reports.length)}, ${JSON.stringify(reports)}::jsonb ->> ${own(6, reports.length)},
        null, v.platform, v.ip, v.start + interval '14 minutes' from v where ${own(7, 100)} < 2) deeds
    order by at, id, type`);
  // Some more for users older than the stream.
  const earlier = (salt: number, of: number) =>
    sql`case when u.registered_at < ${since} then ${drawn(sql`u.id + ${salt}`, of)} else 0 end`;
  await tx.execute(sql`
    update customer_user u set login_count = coalesce(b.logins, 0) + ${earlier(1, 9)}, view_count = coalesce(b.views, 0) + ${earlier(2, 18)},
      favorite_count = coalesce(b.favorites, 0), last_active_at = coalesce(b.last, u.registered_at), updated_at = greatest(u.updated_at, b.last)
    from customer_user o left join (
      select customer_user_id as id, max(at) as last, count(*) filter (where type = 'login') as logins,
        count(*) filter (where type = 'view_estate') as views,
        count(*) filter (where type = 'favorite') - count(*) filter (where type = 'unfavorite') as favorites
      from user_behavior group by 1) b on b.id = o.id
    where o.id = u.id and u.status <> 'unregistered'`);
}

const reasons = ["harassment", "peer", "ads", "fraud", "harassment", "peer", "ads", "complaint", "other"];

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
      case when ${chance(10, 4)} > 0 then ${JSON.stringify(blacklistDetails)}::jsonb ->> reason end, to_jsonb(effects), '[]', expires, status,
      case when removed is not null then keeper end, removed,
      case when removed is not null then ${JSON.stringify(blacklistRemovals)}::jsonb ->> ${chance(11, blacklistRemovals.length)} end,
      hits, case when hits > 0 then created + interval '5 days' end, created,
      coalesce(removed, case status when 'expired' then expires end, created), keeper, keeper
    from hit order by created, n`);
  await tx.execute(
    sql`update customer set is_blacklisted = true where id in (select customer_id from blacklist where status = 'active')`,
  );
}
