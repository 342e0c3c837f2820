import { eq, or, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { album, mansion, mansionApplication, mansionOwner } from "~/server/database/tables/property";
import { moveAlbum } from "../album/move";

type Db = Database | Transaction;

/** What refers to buildings: a further area that does adds its line to `mansionChildren`. */
export interface MansionChild {
  /** As people read it beside its count. */
  label: string;
  /** A building that has it is not deleted. */
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

const owners: MansionChild = {
  label: "已认领业主",
  holds: true,
  count: (db, id) => db.$count(mansionOwner, eq(mansionOwner.mansion_id, id)),
  async move(db, fromId, toId) {
    const rows = await db
      .update(mansionOwner)
      .set({ mansion_id: toId, updated_at: sql`${mansionOwner.updated_at}` })
      .where(eq(mansionOwner.mansion_id, fromId))
      .returning({ id: mansionOwner.id });
    return rows.length;
  },
};

/** Those that became one with it earlier: whoever asks for them is sent on to it. */
const merged: MansionChild = {
  label: "已并入的楼栋",
  holds: true,
  count: (db, id) => db.$count(mansion, eq(mansion.merged_to_id, id)),
  async move(db, fromId, toId) {
    const rows = await db
      .update(mansion)
      .set({ merged_to_id: toId, updated_at: sql`${mansion.updated_at}` })
      .where(eq(mansion.merged_to_id, fromId))
      .returning({ id: mansion.id });
    return rows.length;
  },
};

const pictures: MansionChild = {
  label: "相册",
  holds: false,
  count: (db, id) => db.$count(album, sql`${album.owner_type} = 'mansion' and ${album.owner_id} = ${id}`),
  async move(db, fromId, toId) {
    const { moved } = await moveAlbum(db, { type: "mansion", id: fromId }, { type: "mansion", id: toId });
    return moved;
  },
};

/** Everything that refers to a building, in this order. */
export const mansionChildren: readonly MansionChild[] = [applications, owners, merged, pictures];

/** What keeps a building from being deleted, in words; empty where nothing does. */
export async function heldBy(db: Db, id: number): Promise<string> {
  const parts: string[] = [];
  for (const { label, holds, count } of mansionChildren) {
    const found = holds ? await count(db, id) : 0;
    if (found > 0) parts.push(`${label}${found}`);
  }
  return parts.join("、");
}
