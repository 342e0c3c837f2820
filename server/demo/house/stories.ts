import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { dayOf } from "~/server/lib/list";
import { rollUpFigures } from "~/server/resources/content/figures";
import { drawn, momentSql, sumDays } from "../shared/rows";
import { staffOf, type Writing } from "../terms";

/** Which estates customers want, were shown, and had found for them: such as were there at that time, in the country that they look at. Comes after customers and estates. */
export async function wishEstates({ tx, calendar }: Writing): Promise<void> {
  const now = momentSql(calendar.now);
  const online = sql`estate e where e.publish_status = 'online'`;
  await tx.execute(sql`
    update customer c set intent_estate_ids = (select coalesce(jsonb_agg(id order by id), '[]') from (
      select e.id from ${online} and c.intent_country_codes ? e.country_code
      order by not c.intent_district_ids @> to_jsonb(e.district_id), hashint8(c.id * 31 + e.id) limit 1 + c.id % 3) chosen)
    where ${drawn(sql`c.id`, 100)} < 42`);
  await tx.execute(sql`
    update tracking t set estate_ids = (select coalesce(jsonb_agg(id order by id), '[]') from (
      select e.id from ${online} and c.intent_country_codes ? e.country_code and e.published_at < t.tracked_at
      order by not c.intent_estate_ids @> to_jsonb(e.id), hashint8(t.id * 31 + e.id) limit 1 + t.id % 2) shown)
    from customer c where c.id = t.customer_id and t.type in ('visit', 'online_meeting') and ${drawn(sql`t.id`, 100)} < 75`);
  await tx.execute(sql`
    update requirement r set matched_estate_ids = found.ids, status = 'matched', version = 2,
      updated_at = r.created_at + (${now} - r.created_at) * (${drawn(sql`r.id * 3`, 100)} / 100.0)
    from (select r.id, jsonb_agg(e.id order by e.id) as ids from requirement r cross join lateral (
        select e.id from ${online} and e.country_code = r.country_code
        order by not r.district_ids @> to_jsonb(e.district_id), hashint8(r.id * 31 + e.id) limit 1 + r.id % 3) e
      where r.status = 'open' and ${drawn(sql`r.id`, 100)} < 24 group by r.id) found
    where found.id = r.id`);
}

/** Of a hundred units, as far as each state goes (domain G.2): those that deals reserve and sell come with the deals; until then others have sold them. */
const fates = { available: 58, held: 60, sold: 96 };

/**
 * Flats by number of some estates that are online and sell: floors × stacks of one or two towers, each stack of one layout from the
 * bottom to the top, half a percent dearer on each floor; the counts of rooms come from them. Runs after estates.
 */
export async function writeUnits({ tx, calendar, staff, isFull }: Writing): Promise<void> {
  const [boards, total] = isFull ? [24, 1_900] : [3, 190];
  const sellers = staffOf(staff, "sales").map(({ id }) => id);
  const until = (status: keyof typeof fates) => sql`round(${total}::numeric * ${fates[status]} / 100)`;
  await tx.execute(sql`
    with board as (
      select *, row_number() over (order by id) - 1 as place from (select * from estate where publish_status = 'online'
        and sale_status in ('on_sale', 'last_units') order by hashint8(id * 31), id limit ${boards}::int) e),
    sized as (select *, 2 + place % 3 as weight, sum(2 + place % 3) over (order by id) as upto, sum(2 + place % 3) over () as whole from board),
    flats as (select *, (round(${total}::int * upto / whole) - round(${total}::int * (upto - weight) / whole))::int as flats from sized),
    tower as (select f.*, i, 4 + ${drawn(sql`id * 2 + i`, 4)} as stacks, (flats + (flats > 90)::int - i) / (1 + (flats > 90)::int) as here
      from flats f cross join lateral generate_series(0, (flats > 90)::int) i),
    cell as (select t.*, 2 + p / stacks as floor, p % stacks as stack, row_number() over (order by id, i, p) as number
      from tower t cross join lateral generate_series(0, here - 1) p),
    plan as (select *, row_number() over (partition by estate_id order by id) - 1 as at, count(*) over (partition by estate_id) as plans from room),
    fated as (select *, row_number() over (order by hashint8(number * 7), number) as fate from cell),
    judged as (select *, case when fate <= ${until("available")} then 'available' when fate <= ${until("held")} then 'held'
      when fate <= ${until("sold")} then 'sold' else 'off' end as state from fated)
    insert into unit (id, estate_id, room_id, building, floor, stack, unit_no, area_sqm, direction, currency, list_price, status, version, held_by, held_until,
      sold_by, created_at, updated_at, created_by, updated_by)
    select number, u.id, p.id, chr(65 + i) || '座', floor, lpad((stack + 1)::text, 2, '0'), floor || lpad((stack + 1)::text, 2, '0'), p.area_sqm, p.direction, u.currency,
      least(p.price_max, round(p.price_min * (1 + 0.005 * (floor - 2)), case u.currency when 'JPY' then -5 else -3 end)), state, case state when 'available' then 1 else 2 end,
      case state when 'held' then (${JSON.stringify(sellers)}::jsonb ->> ${drawn(sql`number`, sellers.length)})::bigint end,
      case state when 'held' then ${momentSql(calendar.now)} + (90 + ${drawn(sql`number * 3`, 1_290)}) * interval '1 minute' end,
      case state when 'sold' then 'other' end, u.created_at, u.updated_at, u.created_by, u.updated_by
    from judged u join plan p on p.estate_id = u.id and p.at = (stack + i) % plans order by number`);
  await tx.execute(sql`
    update room r set (total_count, available_count, floor_from, floor_to) = (select count(*), count(*) filter (where status = 'available'),
      coalesce(min(floor), r.floor_from), coalesce(max(floor), r.floor_to) from unit u where u.room_id = r.id)
    where estate_id in (select estate_id from unit)`);
  await tx.execute(sql`
    update estate e set has_units = true, floors_above = greatest(floors_above, u.floor), total_units = greatest(total_units, u.n), sale_units = u.n
    from (select estate_id, max(floor) as floor, count(*) as n from unit group by 1) u where u.estate_id = e.id`);
}

/** Holds of units and their customers, the queues, and what became of them. Runs after units and customers. */
export async function tellUnits({ tx, calendar }: Writing): Promise<void> {
  const now = momentSql(calendar.now);
  const heldAt = sql`greatest(u.created_at, u.held_until - interval '1 day')`;
  const some = sql`u.created_at + (${now} - u.created_at) * (${drawn(sql`u.id`, 1_000)} / 1001.0)`;
  await tx.execute(sql`update unit u set held_for_customer_id = (select c.id from customer c
    where c.owner_id = u.held_by and c.deleted_at is null order by hashint8(c.id * 31 + u.id), c.id limit 1) where u.status = 'held'`);
  await tx.execute(sql`
    insert into unit_queue (unit_id, customer_id, user_id, at)
    select u.id, c.id, c.owner_id, least(${heldAt}, ${now}) + (${now} - least(${heldAt}, ${now})) * (c.place / 5.0)
    from unit u cross join lateral (
      select c.id, c.owner_id, row_number() over (order by hashint8(c.id * 37 + u.id), c.id) as place
      from customer c join "user" o on o.id = c.owner_id and o.status = 'enabled'
      where c.deleted_at is null and c.id <> coalesce(u.held_for_customer_id, 0) order by 3 limit u.id % 4) c
    where u.status = 'held' order by u.id, c.place`);
  await tx.execute(
    sql`update unit u set queue_count = (select count(*) from unit_queue q where q.unit_id = u.id) where u.status = 'held'`,
  );
  const lost = sql`case u.status when 'sold' then 'sell_elsewhere' else 'close' end`;
  await tx.execute(sql`
    insert into unit_log (unit_id, act, by, from_status, to_status, price_before, price_after, customer_id, at)
    select * from (
      select u.id, 'hold' as act, u.held_by, 'available', 'held', null::numeric, null::numeric, u.held_for_customer_id, least(${heldAt}, ${now}) as at
        from unit u where u.status = 'held'
      union all select q.unit_id, 'join', q.user_id, null, null, null, null, q.customer_id, q.at from unit_queue q
      union all select u.id, ${lost}, u.updated_by, 'available', u.status, null, null, null, ${some} from unit u where u.status in ('sold', 'off')) told
    order by at, id, act`);
}

/** How many days of visits are kept: as long as those of signed-in users. */
const shownDays = 180;
/** Visitors for each inquiry that an estate brings: 1–3 % of them ask. */
const visitorsEach = 50;

/** Visits of estates by day: registered users' from their behaviours, others in proportion to inquiries. Runs after their sources. */
export async function writeEstateViews(tx: Transaction, now: Date): Promise<void> {
  const today = dayOf(now);
  // The same every time: an estate's day has its own number between 0.5 and 1.5.
  const chance = sql`0.5 + ('x' || substr(md5(e.id || '-' || day), 1, 6))::bit(24)::int / 16777216.0`;
  const weekend = sql`case when extract(isodow from day) in (6, 7) then 1.4 else 0.85 end`;
  await tx.execute(sql`
    insert into content_daily (kind, target_id, date, views, uv)
    select 'estate', id, day, coalesce((uv * 1.45)::int, 0) + coalesce(signed.views, 0), coalesce(uv, 0) + coalesce(signed.users, 0) from (
      select e.id, day::date as day, ((4 + e.inquiry_count) * ${visitorsEach} / 365.0 * (${chance}) * ${weekend})::int as uv
      from estate e, generate_series(greatest((e.published_at at time zone 'Asia/Shanghai')::date, ${today}::date - ${shownDays}::int), ${today}::date, interval '1 day') day
      where e.published_at is not null and e.deleted_at is null) shown
    full join (
      select target_id as id, (at at time zone 'Asia/Shanghai')::date as day, count(*)::int as views, count(distinct customer_user_id)::int as users
      from user_behavior where type = 'view_estate' and target_type = 'estate' group by 1, 2) signed using (id, day)
    where coalesce(uv, 0) + coalesce(signed.views, 0) > 0 and id is not null`);
  await sumDays(tx, "estate", { view_count: "views" });
  await rollUpFigures(tx, "2000-01-01");
}
