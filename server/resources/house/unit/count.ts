import { sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { estate, room, unit } from "~/server/database/tables/house/estate";

/** Counts an estate's rooms anew from its units. Without any unit they are what people fill in, emptied when the last unit goes. */
export async function countRooms(db: Db, estateId: number): Promise<void> {
  const has = sql`exists (select 1 from ${unit} u where u.estate_id = ${estateId})`;
  const { rowCount } = await db.execute(
    sql`update ${estate} set has_units = not has_units where id = ${estateId} and has_units <> ${has}`,
  );
  const hasChanged = rowCount === 1;
  await db.execute(sql`
    with counted as (
      select room_id, count(*)::int as total, (count(*) filter (where status = 'available'))::int as available
      from ${unit} where estate_id = ${estateId} group by room_id
    ), wanted as (
      select r.id, case when e.has_units then coalesce(c.total, 0) end as total,
        case when e.has_units then coalesce(c.available, 0) end as available
      from ${room} r join ${estate} e on e.id = r.estate_id left join counted c on c.room_id = r.id
      where r.estate_id = ${estateId} and (e.has_units or ${hasChanged})
    )
    update ${room} set total_count = wanted.total, available_count = wanted.available
    from wanted where wanted.id = ${room}.id
      and (${room}.total_count, ${room}.available_count) is distinct from (wanted.total, wanted.available)`);
}
