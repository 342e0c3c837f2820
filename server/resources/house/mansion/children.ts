import { and, eq, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "~/server/database/database";
import { estate, estateMansion } from "~/server/database/tables/house/estate";
import { album, mansion, mansionApplication, mansionOwner } from "~/server/database/tables/house/property";
import { setRows } from "~/server/lib/call";
import { moveAlbum } from "../album/move";

/** What refers to buildings: a further area that does adds its line to `mansionChildren`. */
export interface MansionChild {
  /** The label next to its count. */
  label: string;
  holds: boolean;
  count(db: Db, mansionId: number): Promise<number>;
  /** Gives all of it to another building; answers how much. */
  move(db: Db, fromId: number, toId: number): Promise<number>;
}

const applications: MansionChild = {
  label: "申请",
  holds: true,
  count: (db, id) =>
    db.$count(
      mansionApplication,
      or(eq(mansionApplication.mansion_id, id), eq(mansionApplication.result_mansion_id, id)),
    ),
  async move(db, fromId, toId) {
    const { mansion_id, result_mansion_id } = mansionApplication;
    const moved = (id: SQL) => sql`case when ${id} = ${fromId}::bigint then ${toId}::bigint else ${id} end`;
    const rows = await db
      .update(mansionApplication)
      .set({
        mansion_id: moved(sql`${mansion_id}`),
        result_mansion_id: moved(sql`${result_mansion_id}`),
        // Moving is no change of what is moved: its own last change stays.
        updated_at: sql`${mansionApplication.updated_at}`,
      })
      .where(or(eq(mansion_id, fromId), eq(result_mansion_id, fromId)))
      .returning({ id: mansionApplication.id });
    return rows.length;
  },
};

function pointing(label: string, table: typeof mansionOwner | typeof mansion, column: AnyPgColumn): MansionChild {
  const isOf = (id: number) => eq(column, id);
  return {
    label,
    holds: true,
    count: (db, id) => db.$count(table, isOf(id)),
    async move(db, fromId, toId) {
      const values = { [column.name]: toId, updated_at: sql`${table.updated_at}` };
      const rows = await db.update(table).set(values).where(isOf(fromId)).returning({ id: table.id });
      return rows.length;
    },
  };
}

const owners = pointing("已认领业主", mansionOwner, mansionOwner.mansion_id);

/** An estate that holds both holds the other alone then. Links of deleted estates go over too, but keep nothing. */
const estates: MansionChild = {
  label: "房源",
  holds: true,
  count: async (db, id) => (await estatesOf(db, [id])).get(id) ?? 0,
  async move(db, fromId, toId) {
    const { estate_id, mansion_id } = estateMansion;
    const moved = await estatesOf(db, [fromId]);
    const there = db.select({ id: estate_id }).from(estateMansion).where(eq(mansion_id, toId));
    await setRows(db, estateMansion, and(eq(mansion_id, fromId), notInArray(estate_id, there)), { mansion_id: toId });
    await db.delete(estateMansion).where(eq(mansion_id, fromId));
    return moved.get(fromId) ?? 0;
  },
};

export async function estatesOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { estate_id, mansion_id } = estateMansion;
  const rows = await db
    .select({ mansion_id, n: sql<number>`count(*)::int` })
    .from(estateMansion)
    .innerJoin(estate, eq(estate.id, estate_id))
    .where(and(inArray(mansion_id, [...ids]), isNull(estate.deleted_at)))
    .groupBy(mansion_id);
  return new Map(rows.map((row) => [row.mansion_id, row.n]));
}

/** Buildings merged into it earlier: a request for one is redirected to it. */
const merged = pointing("已并入的楼栋", mansion, mansion.merged_to_id);

const pictures: MansionChild = {
  label: "相册",
  holds: false,
  count: (db, id) => db.$count(album, sql`${album.owner_type} = 'mansion' and ${album.owner_id} = ${id}`),
  async move(db, fromId, toId) {
    const { moved } = await moveAlbum(db, { type: "mansion", id: fromId }, { type: "mansion", id: toId });
    return moved;
  },
};

export const mansionChildren: readonly MansionChild[] = [applications, owners, estates, merged, pictures];

export async function dependentsOf(db: Db, id: number): Promise<string> {
  const parts: string[] = [];
  for (const { label, holds, count } of mansionChildren) {
    const found = holds ? await count(db, id) : 0;
    if (found > 0) parts.push(`${label}${found}`);
  }
  return parts.join("、");
}
