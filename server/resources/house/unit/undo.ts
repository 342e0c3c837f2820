import { inArray, sql } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { room, unit, unitLog } from "~/server/database/tables/house/estate";
import { batchRow } from "~/server/database/tables/system/system";
import { type Batch, type Done, linesOf, type Part, type Undone } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { notifyBoards } from "~/server/resources/house/unit/notify";
import { countRooms, lockUnits, type Unit } from "~/server/resources/house/unit/state";

export const keptOfUnit = [
  ...(["building", "floor", "stack", "unit_no", "room_id", "area_sqm", "direction", "list_price"] as const),
  ...(["status", "sold_by"] as const),
];

export const doneTo = (before: Unit): { id: number; result: Done } => ({
  id: before.id,
  result: {
    before: Object.fromEntries(keptOfUnit.map((name) => [name, before[name]])),
    version_after: before.version + 1,
  },
});

const problems = {
  changed: { code: 40901, message: "之后已被修改" },
  room: { code: 40902, message: "原户型已删除" },
} as const;

interface Judged extends Record<string, unknown> {
  id: string;
  estate_id: string;
  is_new: boolean;
  problem: keyof typeof problems | null;
}

/** Takes an import of units, or a bulk change of them, back, as far as nobody has changed them since: new ones are removed, the others are what they were. */
export async function undoUnits(call: SignedCall, batch: Batch, now: Date, part?: Part): Promise<Undone> {
  const { db, user } = call;
  const lines = linesOf(batch, part);
  const { rows: owners } = await db.execute<{ id: string }>(sql`
    select distinct ${unit.estate_id} as id from ${batchRow} join ${unit} on ${unit.id} = ${batchRow.row_id}
    where ${lines} order by 1`);
  for (const { id } of owners)
    await lockUnits(db, Number(id), sql`${unit.id} in (select ${batchRow.row_id} from ${batchRow} where ${lines})`);
  const { rows } = await db.execute<Judged>(sql`
    select ${batchRow.row_id} as id, ${unit.estate_id} as estate_id, ${batchRow.before} = '{}' as is_new, case
      when ${unit.id} is null or ${unit.version} <> ${batchRow.version_after} then 'changed'
      when ${batchRow.before} <> '{}' and not exists (
        select 1 from ${room} r where r.id = (${batchRow.before} ->> 'room_id')::bigint) then 'room' end as problem
    from ${batchRow} left join ${unit} on ${unit.id} = ${batchRow.row_id}
    where ${lines} order by ${batchRow.row_id}`);
  const standing = rows.filter(({ problem }) => problem === null);
  const idsOf = (isNew: boolean) => standing.filter((row) => row.is_new === isNew).map(({ id }) => Number(id));
  await db.delete(unit).where(inArray(unit.id, idsOf(true)));
  await db.execute(sql`insert into ${unitLog} (unit_id, act, from_status, to_status, price_before, price_after, "by", at)
    select u.id, 'undo', u.status, b.status, u.list_price, b.list_price, ${user.id}, ${isoInstant(now)}
    from ${batchRow} r join ${unit} u on u.id = r.row_id cross join lateral jsonb_populate_record(null::unit, r.before) b
    where r.batch_id = ${batch.id} and u.id = any(${sql.param(idsOf(false))}::bigint[]) order by u.id`);
  await db.execute(sql`update ${unit} u set
      floor = b.floor, stack = b.stack, room_id = b.room_id, area_sqm = b.area_sqm, direction = b.direction,
      list_price = b.list_price, status = b.status, sold_by = b.sold_by,
      version = u.version + 1, updated_at = ${isoInstant(now)}, updated_by = ${user.id}
    from ${batchRow} r cross join lateral jsonb_populate_record(null::unit, r.before) b
    where r.batch_id = ${batch.id} and r.row_id = u.id and u.id = any(${sql.param(idsOf(false))}::bigint[])`);
  for (const { id } of owners) {
    await countRooms(db, Number(id));
    await notifyBoards(db, Number(id));
  }
  return {
    success: standing.map(({ id }) => Number(id)),
    failed: rows.flatMap(({ id, problem }) => (problem ? [{ id: Number(id), ...problems[problem] }] : [])),
  };
}
