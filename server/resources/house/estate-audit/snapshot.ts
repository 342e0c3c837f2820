import { and, asc, eq, inArray } from "drizzle-orm";
import type { Change } from "~/contract/common";
import type { AlbumCategory, AlbumItem } from "~/contract/house/album";
import type { EstateSnapshot } from "~/contract/house/estate-audit";
import { EstateFields } from "~/contract/house/estate-record";
import { RoomFields } from "~/contract/house/room";
import { room } from "~/server/database/tables/house/estate";
import { album } from "~/server/database/tables/house/property";
import { media } from "~/server/database/tables/system/system";
import { changesOf } from "~/server/lib/audit";
import type { ActingCall } from "~/server/lib/call";
import { changesOfAlbum } from "../album/changes";
import { type Estate, estateDescriber, liveFacts } from "../estate/facts";

type Db = ActingCall["db"];
type Asking = Pick<ActingCall, "db" | "user" | "services">;
type Room = typeof room.$inferSelect;

/** An estate as everybody sees it, and as it would be with what is proposed. */
export async function snapshotsOf(db: Db, row: Estate): Promise<{ live: EstateSnapshot; proposed: EstateSnapshot }> {
  const fields = await liveFacts(db, row);
  const rooms = await db.select().from(room).where(eq(room.estate_id, row.id)).orderBy(asc(room.sort), asc(room.id));
  const items = await albumItems(db, row.id);
  return {
    live: { fields, rooms: rooms.filter(({ is_proposed }) => !is_proposed).map(factsOfRoom), album: items },
    proposed: {
      fields: { ...fields, ...row.proposed },
      rooms: rooms
        .filter(({ is_leaving }) => !is_leaving)
        .map((one) => ({ ...factsOfRoom(one), ...one.proposed }))
        .map(({ name = "", ...one }) => ({ ...one, name })),
      album: row.proposed_album ?? items,
    },
  };
}

/** What differs between two moments of an estate, in words; nothing where they are the same. */
export async function changesBetween(asking: Asking, before: EstateSnapshot, after: EstateSnapshot): Promise<Change[]> {
  const names = await fileNames(asking.db, [...before.album, ...after.album]);
  const record = (item: AlbumItem) => {
    const { name = "", kind = "image", scene = "album" } = names.get(item.media_id) ?? {};
    return { ...item, name, kind, scene };
  };
  const pictures = changesOfAlbum(before.album.map(record), after.album.map(record));
  const words = await estateDescriber(asking, before.fields, after.fields);
  return [
    ...changesOf(EstateFields, words(before.fields), words(after.fields)),
    ...roomChanges(before.rooms, after.rooms),
    ...pictures.map((change) => ({ ...change, field: `album.${change.field}`, label: `相册·${change.label}` })),
  ];
}

type Rooms = EstateSnapshot["rooms"];

function roomChanges(before: Rooms, after: Rooms): Change[] {
  const was = new Map(before.map((one) => [one.id, one]));
  const kept = new Set(after.map(({ id }) => id));
  const line = (id: number, label: string, sides: Pick<Change, "before" | "after">): Change => ({
    ...sides,
    field: `room.${id}`,
    label,
  });
  return [
    ...after.flatMap((one) => {
      const old = was.get(one.id);
      if (!old) return [line(one.id, "户型·新增", { before: null, after: one.name })];
      return changesOfRoom(old, one).map((change) => line(one.id, `户型 ${old.name}·${change.label}`, change));
    }),
    ...before
      .filter(({ id }) => !kept.has(id))
      .map(({ id, name }) => line(id, "户型·移除", { before: name, after: null })),
  ];
}

/** Its plan is a picture, which a text can only name. */
const changesOfRoom = (before: Rooms[number], after: Rooms[number]): Change[] =>
  changesOf(RoomFields.omit({ sort: true }), before, after).map((change) =>
    change.field === "floor_plan_id"
      ? { ...change, before: change.before && "原图", after: change.after && "新图" }
      : change,
  );

const roomFields = Object.keys(RoomFields.shape);

const factsOfRoom = (row: Room): Rooms[number] => ({
  // The columns take any text; what they hold has passed these fields.
  ...(Object.fromEntries(Object.entries(row).filter(([name]) => roomFields.includes(name))) as Partial<RoomFields>),
  id: row.id,
  name: row.name,
});

async function albumItems(db: Db, id: number): Promise<AlbumItem[]> {
  const { media_id, category, caption, sort, is_cover } = album;
  const rows = await db
    .select({ media_id, category, caption, sort, is_cover })
    .from(album)
    .where(and(eq(album.owner_type, "estate"), eq(album.owner_id, id)))
    .orderBy(asc(sort), asc(album.id));
  // Written through the contract alone.
  return rows.map((row) => ({ ...row, category: row.category as AlbumCategory }));
}

async function fileNames(db: Db, items: readonly AlbumItem[]) {
  const ids = [...new Set(items.map(({ media_id }) => media_id))];
  const { id, name, kind, scene } = media;
  const rows = ids.length ? await db.select({ id, name, kind, scene }).from(media).where(inArray(id, ids)) : [];
  return new Map(rows.map((row) => [row.id, row]));
}
