import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { estate, estateAudit, room } from "~/server/database/tables/house/estate";
import { album } from "~/server/database/tables/house/property";
import { media } from "~/server/database/tables/system/system";
import { type ActingCall, rowsOf } from "~/server/lib/call";
import { dropUnshown, takeable, uploadHours } from "~/server/lib/media";

type Db = ActingCall["db"];
type File = Pick<typeof media.$inferSelect, "id" | "name" | "kind" | "scene">;

/** The files that come in: complete, shown already, out of the media library, or the caller's own and new. Locked, so that no call gives up what another takes. */
export async function lockNewFiles(
  { db, user, services }: ActingCall,
  added: readonly number[],
  losing: readonly number[],
): Promise<Map<number, File>> {
  const ids = [...added, ...losing];
  if (ids.length === 0) return new Map();
  const rows = await lockFiles(db, ids);
  const fromLibrary = await takeable({ db, user, services }, added);
  // Only now: a transaction that locked a file before us has ended.
  const elsewhere = await shownFiles(db, added);
  const since = services.now().getTime() - uploadHours * 3_600_000;
  const mayCome = ({ id, status, scene, uploader, created_at }: typeof media.$inferSelect) =>
    status === "ready" &&
    (scene === "album" || scene === "film") &&
    (elsewhere.has(id) || (uploader === user.id && Date.parse(created_at) > since));
  // Out of the media library come pictures of any scene.
  const isChosen = ({ id, kind }: typeof media.$inferSelect) =>
    fromLibrary.has(id) && (kind === "image" || kind === "video");
  return new Map(rows.filter((row) => mayCome(row) || isChosen(row)).map((row) => [row.id, row]));
}

/** Locks files until the commit, always in the same order. */
export const lockFiles = (db: Db, ids: readonly number[]) =>
  rowsOf(db, media, inArray(media.id, [...ids]), { order: media.id, lock: "update" });

/** Files that left an album or a room go, unless something else shows them. */
export async function giveUp({ db }: Pick<ActingCall, "db">, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await lockFiles(db, ids);
  await dropUnshown(db, ids);
}

/** Those of these files that some album or room names, or would name by a change that waits for its review. */
async function shownFiles(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const wanted = [...ids];
  const inAlbums = db.select({ id: album.media_id }).from(album).where(inArray(album.media_id, wanted));
  const asPlans = db.select({ id: room.floor_plan_id }).from(room).where(inArray(room.floor_plan_id, wanted));
  const [pictures, plans, proposed] = [await inAlbums, await asPlans, await proposedFiles(db)];
  const known = new Set(wanted);
  return new Set(
    [...pictures.map(({ id }) => id), ...plans.map(({ id }) => id), ...proposed].filter((id) => known.has(id)),
  );
}

/** What the changes that wait would show: few, found by their reviews. */
async function proposedFiles(db: Db): Promise<number[]> {
  const isWaiting = eq(estateAudit.status, "pending");
  const albums = await db
    .select({ items: estate.proposed_album })
    .from(estateAudit)
    .innerJoin(estate, eq(estate.id, estateAudit.estate_id))
    .where(and(isWaiting, isNotNull(estate.proposed_album)));
  const plans = await db
    .select({ proposed: room.proposed })
    .from(estateAudit)
    .innerJoin(room, eq(room.estate_id, estateAudit.estate_id))
    .where(and(isWaiting, isNotNull(room.proposed)));
  return [
    ...albums.flatMap(({ items }) => (items ?? []).map(({ media_id }) => media_id)),
    ...plans.flatMap(({ proposed }) => proposed?.floor_plan_id ?? []),
  ];
}
