import { type SQL, sql } from "drizzle-orm";
import type { Overview } from "~/contract/analysis/analysis";
import type { OverviewFigure } from "~/contract/analysis/figure-texts";
import { channels as channelNames } from "~/contract/customer/customer-user";
import type { Db } from "~/server/database/database";
import { customerUser, userBehavior } from "~/server/database/tables/customer/audience";
import { customer } from "~/server/database/tables/customer/customer";
import { deal } from "~/server/database/tables/deal/deal";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { tracker, trackerDaily } from "~/server/database/tables/inquiry/tracker";
import { found } from "~/server/lib/call";
import { startOfDay, within } from "~/server/lib/list";
import { all, type Days, daysWithin } from "~/server/resources/shared/figure";
import type { Viewer } from "../customer/customer/view";
import { figureOf } from "../customer/figures/figures";
import { newInquiries } from "../inquiry/figures";
import { daysIn } from "../inquiry/tracker/figures";
import { behaviours } from "./behaviours";
import { breakdownsOf } from "./breakdowns";
import type { Telling } from "./telling";

/** What the public screen shows of some days, told as it may be told. */
export async function overviewOf(db: Db, house: Viewer, days: Days, telling: Telling): Promise<Overview> {
  return {
    ...days,
    cell: telling.cell,
    figures: await figuresOf(db, house, days, telling),
    channels: await channelsOf(db, days, telling),
    hours: await hoursOf(db, house, days, telling),
    breakdowns: await breakdownsOf(db, house, days, telling),
  };
}

async function figuresOf(db: Db, house: Viewer, days: Days, telling: Telling): Promise<Overview["figures"]> {
  const inquiries = newInquiries(house, {}).from(days);
  const customers = figureOf("customer_new", house).from(days);
  const end = startOfDay(days.to, 1);
  const hasContact = sql`num_nonnulls(${inquiry.phone}, ${inquiry.wechat}, ${inquiry.email}) > 0`;
  const isSigned = sql`exists (select 1 from ${deal} where ${deal.customer_id} = ${customer.id}
    and ${deal.deleted_at} is null and ${deal.contracted_at} <= ${days.to})`;
  const day = sql`(${userBehavior.at} at time zone 'Asia/Shanghai')::date`;
  const viewed = sql`${behaviours(days)} and ${userBehavior.type} = 'view_estate' and ${userBehavior.target_id} is not null`;
  const counts = {
    uv: sql`select coalesce(sum(${trackerDaily.uv}), 0)::int from ${trackerDaily} where ${daysWithin(trackerDaily.date, days)}`,
    user_new: sql`select count(*)::int from ${customerUser} where ${all(...within(customerUser.registered_at, days.from, days.to))}`,
    user_total: sql`select count(*)::int from ${customerUser} where ${customerUser.registered_at} < ${end}`,
    active: sql`select count(*)::int from (select distinct ${day}, ${userBehavior.customer_user_id} from ${behaviours(days)}) active`,
    inquiry_new: sql`select count(*)::int from ${inquiries}`,
    contact: sql`select count(*)::int from ${inquiries} and ${hasContact}`,
    converted: sql`select count(*)::int from ${inquiries} and ${inquiry.converted_at} < ${end}`,
    customers: sql`select count(*)::int from ${customers}`,
    contracted: sql`select count(*)::int from ${customers} and ${isSigned}`,
    viewers: sql`select count(distinct ${userBehavior.customer_user_id})::int from ${viewed}`,
    views: sql`select count(*)::int from (select distinct ${userBehavior.customer_user_id}, ${userBehavior.target_id} from ${viewed}) seen`,
  } satisfies Record<string, SQL>;
  const selected = Object.entries(counts).map(([name, query]) => sql`(${query}) as ${sql.identifier(name)}`);
  const { rows } = await db.execute<Record<keyof typeof counts, number>>(sql`select ${sql.join(selected, sql`, `)}`);
  const { active, contact, converted, customers: born, contracted, viewers, views, ...plain } = found(rows[0]);
  const { uv, inquiry_new } = plain;
  return {
    uv: telling.count(uv),
    user_new: telling.count(plain.user_new),
    // Of two months' sums the difference is one month's, told more finely than that.
    ...(telling.isExact && { user_total: telling.count(plain.user_total) }),
    dau: telling.count(Math.round(active / daysIn(days).length)),
    inquiry_new: telling.count(inquiry_new),
    contact_rate: telling.ratio(contact, inquiry_new, 100),
    convert_rate: telling.ratio(converted, inquiry_new, 100),
    contract_rate: telling.ratio(contracted, born, 100),
    estates_each: telling.ratio(views, viewers, 1),
  } satisfies Partial<Record<OverviewFigure, unknown>>;
}

async function channelsOf(db: Db, days: Days, telling: Telling): Promise<Overview["channels"]> {
  const { rows } = await db.execute<{ channel: string; day: string; n: number }>(sql`
    select ${tracker.channel} as channel, ${trackerDaily.date}::text as day, sum(${trackerDaily.uv})::int as n
    from ${trackerDaily} join ${tracker} on ${tracker.id} = ${trackerDaily.tracker_id}
    where ${daysWithin(trackerDaily.date, days)} and ${trackerDaily.uv} > 0 group by 1, 2`);
  const list = daysIn(days);
  const series = Object.entries(channelNames).flatMap(([key, label]) => {
    const byDay = new Map(rows.filter(({ channel }) => channel === key).map(({ day, n }) => [day, n]));
    const counts = list.map((day) => telling.count(byDay.get(day) ?? 0));
    return counts.some(Boolean) ? [{ key, label, counts }] : [];
  });
  return { days: list, series };
}

async function hoursOf(db: Db, house: Viewer, days: Days, telling: Telling): Promise<Overview["hours"]> {
  const at = sql`${inquiry.created_at} at time zone 'Asia/Shanghai'`;
  const { rows } = await db.execute<{ weekday: number; hour: number; n: number }>(sql`
    select extract(isodow from ${at})::int as weekday, extract(hour from ${at})::int as hour, count(*)::int as n
    from ${newInquiries(house, {}).from(days)} group by 1, 2`);
  const found = new Map(rows.map(({ weekday, hour, n }) => [`${weekday} ${hour}`, n]));
  return Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (_, hour) => telling.count(found.get(`${weekday + 1} ${hour}`) ?? 0)),
  );
}
