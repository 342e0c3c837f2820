import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { tracker, trackerDaily, trackerVisit } from "~/server/database/tables/inquiry/tracker";
import type { Company } from "../company";
import { makeTrackers } from "./trackers";

/** Tracking points and their visits; written before what refers to them. */
export async function writeTrackers(tx: Transaction, made: Company, size: "full" | "small"): Promise<void> {
  const { rows, daily, visits } = makeTrackers(made.calendar, made.staff, size);
  // Each by itself: they do not all name the same columns.
  await tx.insert(tracker).values(rows);
  await insertRows(tx, trackerDaily, daily);
  await insertRows(tx, trackerVisit, visits);
}

/**
 * Each tracking point's visitors: registered users by their channel and platform, inquiries of the site by their platform,
 * each as often as it is visited; and the numbers that follow from it. Runs after inquiries.
 */
export async function tellOrigins(tx: Transaction): Promise<void> {
  const lots = sql`select t.id, t.platform, t.channel, coalesce(sum(d.uv), 0) + 1 as weight
    from ${tracker} t left join ${trackerDaily} d on d.tracker_id = t.id where t.status = 'enabled' group by t.id`;
  await tx.execute(sql`
    with lot as (${lots}), drawn as (
      select id, platform, channel, sum(weight) over whole as total, sum(weight) over upto - weight as low, sum(weight) over upto as high
      from lot window whole as (partition by platform, channel), upto as (partition by platform, channel order by id))
    update ${customerUser} u set tracker_id = drawn.id from drawn
    where drawn.platform = u.register_platform and drawn.channel = u.register_channel
      and abs(hashint8(u.id)::bigint) % drawn.total >= drawn.low and abs(hashint8(u.id)::bigint) % drawn.total < drawn.high`);
  await tx.execute(sql`
    with lot as (${lots}), drawn as (
      select id, platform, sum(weight) over whole as total, sum(weight) over upto - weight as low, sum(weight) over upto as high
      from lot window whole as (partition by platform), upto as (partition by platform order by id))
    update ${inquiry} i set tracker_id = drawn.id from drawn
    where i.tracker_id is null and drawn.platform = i.platform
      and abs(hashint8(i.id)::bigint) % drawn.total >= drawn.low and abs(hashint8(i.id)::bigint) % drawn.total < drawn.high`);
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
