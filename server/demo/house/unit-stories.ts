import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import type { Calendar } from "../shared/calendar";
import { drawn, momentSql } from "../shared/sql";

/** Holds of units and their customers, the queues, and what became of them. Runs after units and customers. */
export async function tellUnits(tx: Transaction, calendar: Calendar): Promise<void> {
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
  const left = (
    act: string,
    status: string,
  ): SQL => sql`select u.id, ${act}::text, u.updated_by, 'available', u.status, null::numeric, null::numeric,
    null::bigint, ${some} from unit u where u.status = ${status}`;
  await tx.execute(sql`
    insert into unit_log (unit_id, act, by, from_status, to_status, price_before, price_after, customer_id, at)
    select * from (
      select u.id, 'hold' as act, u.held_by, 'available', 'held', null::numeric, null::numeric, u.held_for_customer_id, least(${heldAt}, ${now}) as at
        from unit u where u.status = 'held'
      union all select q.unit_id, 'join', q.user_id, null, null, null, null, q.customer_id, q.at from unit_queue q
      union all ${left("sell_elsewhere", "sold")} union all ${left("close", "off")}
      union all select u.id, 'price', u.updated_by, null, null, round(u.list_price * 0.97), u.list_price, null, ${some}
        from unit u where u.status = 'available' and u.list_price is not null and ${drawn(sql`u.id * 7`, 100)} < 6) told
    order by at, id, act`);
}
