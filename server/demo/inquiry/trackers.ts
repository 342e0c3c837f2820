import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type PageType, pageTypes, type TrackerChannel, type TrackerPlatform } from "~/contract/inquiry/tracker";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { tracker, trackerDaily, trackerVisit } from "~/server/database/tables/inquiry/tracker";
import { day } from "../shared/calendar";
import { drawn } from "../shared/rows";
import type { Writing } from "../terms";

const yearDays = 365;
/** Visitors of a day at all tracking points, at the end of the year. */
const dailyVisitors = 900;

/** By channel: its name, its share of the visitors (40 % of search), its cost in a placement, and its placements. */
const channels: readonly [TrackerChannel, name: string, share: number, cost: number, places: string][] = [
  ["seo", "自然搜索", 40, 0, "web:home,estate_list,estate_detail,article,visa h5:home,estate_list,mansion,rental"],
  ["sem", "百度", 17, 86_000, "web:special,home,visa,estate_list h5:special,estate_list"],
  ["social", "小红书", 12, 42_000, "h5:special,article,home web:article app_ios:estate_detail"],
  ["wechat", "公众号", 10, 0, "mini_program:home,article,estate_detail wecom:estate_list"],
  ["video", "抖音", 7, 30_000, "h5:special,home web:article mini_program:estate_list"],
  ["direct", "直接访问", 6, 0, "web:home app_ios:home app_android:home"],
  ["partner", "合作伙伴", 4, 18_000, "h5:special web:special,visa"],
  ["internal", "站内推广", 2, 0, "web:home,report,rental h5:estate_detail"],
  ["offline", "线下展会", 1, 26_000, "h5:special,estate_list,estate_detail"],
  ["email", "邮件", 1, 3_000, "web:article,estate_detail h5:estate_detail,special"],
];
const platformNames: Readonly<Partial<Record<TrackerPlatform, string>>> = {
  ...{ web: "网页", h5: "手机", mini_program: "小程序", app_ios: "iOS", app_android: "安卓", wecom: "企微" },
};
const placesOf = (channel: TrackerChannel, name: string, places: string) =>
  places.split(" ").flatMap((part) => {
    const [platform, list = ""] = part.split(":") as [TrackerPlatform, string]; // as written above
    return (list.split(",") as PageType[]).map((page_type) => {
      const page = pageTypes[page_type];
      const short = page_type.replace("estate_detail", "estate").replace("estate_list", "list");
      const code = `${channel}-${platform}-${short}`.replaceAll("_", "-");
      return {
        code,
        name: `${name}·${platformNames[platform]}${page}`,
        platform,
        page_type,
        position: `${page}底部`,
      };
    });
  });

/** The tracking points of the site with a year of visits, more of them recently, fewest at the weekend (domain G.2); written before what refers to them. */
export async function writeTrackers({ tx, calendar, staff, isFull }: Writing) {
  const keepers = staff.filter(({ roles }) => roles.includes("seo_editor"));
  const dayBefore = (days: number) => isoInstant(calendar.now - days * day).slice(0, 10);
  const created = isoInstant(calendar.now - (yearDays + 20) * day);
  const levels: number[] = [];
  const points = channels.flatMap(([channel, label, share, cost, list]) =>
    placesOf(channel, label, list).map((place, _, { length }): typeof tracker.$inferInsert => {
      levels.push((dailyVisitors * share) / length / (isFull ? 100 : 1_000));
      const placement = { currency: "CNY", start_at: dayBefore(180), end_at: dayBefore(-30) };
      return {
        ...{ id: levels.length, ...place, channel, utm_source: place.platform, utm_medium: channel },
        target_url: `https://www.xinfang.example/${place.page_type.replace("_", "-")}`,
        owner_id: keepers[levels.length % keepers.length]?.id ?? null,
        ...(cost > 0 && { cost_amount: `${Math.round(cost / length)}.00`, ...placement }),
        ...{ created_at: created, updated_at: created },
      };
    }),
  );
  // Each by itself: they do not all name the same columns.
  await tx.insert(tracker).values(points);
  const chance = (salt: number) => drawn(sql`id * 1009 + ago * 31 + ${salt}`, 100);
  await tx.execute(sql`
    insert into ${trackerDaily} (tracker_id, date, uv, pv, clicks)
    select id, date, uv, (uv * (1.5 + ${chance(1)} / 100.0))::int, (uv * (0.08 + ${chance(2)} / 1000.0))::int from (
      select id, ago, date, (level * (1 - 0.35 * ago / ${yearDays}::int) * case extract(dow from date) when 1 then 1.18 when 0 then 0.82 when 6 then 0.82 else 1 end
        * case when ago = 0 then ${Number(isoInstant(calendar.now).slice(11, 13))}::int / 24.0 else 1 end * (0.7 + ${chance(3)} * 0.006))::int as uv
      from (select id, ago, ${dayBefore(0)}::date - ago as date, (${JSON.stringify(levels)}::jsonb ->> (id - 1)::int)::float as level
        from ${tracker} cross join generate_series(0, ${yearDays - 1}::int) ago) shown) visited`);
  await tx.execute(sql`
    insert into ${trackerVisit} (tracker_id, date, visitor_hash, pv, clicks)
    select tracker_id, date, left(md5(concat_ws(' ', tracker_id, date, n)), 22), pv / uv + (n <= pv % uv)::int, (n <= clicks)::int
    from ${trackerDaily} cross join lateral generate_series(1, uv) n where date >= ${dayBefore(1)}::date`);
}

/**
 * Each tracking point's visitors: registered users by their channel and platform, inquiries of the site by their platform,
 * each as often as it is visited; and the numbers that follow from it. Runs after inquiries.
 */
export async function tellOrigins({ tx }: Writing): Promise<void> {
  // Shared out between the tracking points that are equal in these columns.
  const lead = (table: PgTable, alike: string, own: string) =>
    tx.execute(sql`
      with lot as (select t.id, t.platform, t.channel, coalesce(sum(d.uv), 0) + 1 as weight
        from ${tracker} t left join ${trackerDaily} d on d.tracker_id = t.id where t.status = 'enabled' group by t.id),
      drawn as (select *, sum(weight) over whole as total, sum(weight) over upto - weight as low, sum(weight) over upto as high
        from lot drawn window whole as (partition by ${sql.raw(alike)}), upto as (partition by ${sql.raw(alike)} order by id))
      update ${table} v set tracker_id = drawn.id from drawn where v.tracker_id is null and (${sql.raw(alike)}) = (${sql.raw(own)})
        and abs(hashint8(v.id)::bigint) % drawn.total >= drawn.low and abs(hashint8(v.id)::bigint) % drawn.total < drawn.high`);
  await lead(customerUser, "drawn.platform, drawn.channel", "v.register_platform, v.register_channel");
  await lead(inquiry, "drawn.platform", "v.platform");
  // As a conversion does it: of the first that came.
  await tx.execute(sql`
    update ${customer} c set tracker_id = i.tracker_id from (
      select distinct on (customer_id) customer_id, tracker_id from ${inquiry}
      where customer_id is not null and tracker_id is not null and status = 'converted' order by customer_id, created_at, id) i
    where i.customer_id = c.id and c.tracker_id is null`);
  await tx.execute(sql`
    insert into ${trackerDaily} as daily (tracker_id, date, inquiry_count, customer_count)
    select tracker_id, date, sum(came), sum(made) from (
      select tracker_id, (created_at at time zone 'Asia/Shanghai')::date as date, 1 as came, 0 as made
        from ${inquiry} where tracker_id is not null and deleted_at is null
      union all select tracker_id, (converted_at at time zone 'Asia/Shanghai')::date, 0, 1
        from ${inquiry} where tracker_id is not null and deleted_at is null and status = 'converted' and converted_at is not null
    ) counted group by tracker_id, date
    on conflict (tracker_id, date) do update set inquiry_count = excluded.inquiry_count, customer_count = excluded.customer_count`);
}
