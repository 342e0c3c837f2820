import { and, eq, notInArray, sql } from "drizzle-orm";
import { type Album, type AlbumItem, albumLimits, categoriesOf, coverIn } from "~/contract/house/album";
import { album } from "~/server/database/tables/house/property";
import { audit } from "~/server/lib/audit";
import { type ActingCall, refuseFields } from "~/server/lib/call";
import { changedBy, checkVersion, createdBy } from "~/server/lib/entity";
import { type AlbumOwnerType, type AlbumRecord, albumOf, albumRows, versionOf } from "./album-view";
import { changesOfAlbum, summaryOf } from "./changes";
import { giveUp, lockNewFiles } from "./files";

export interface AlbumOwner {
  type: AlbumOwnerType;
  id: number;
  name: string;
  title: string;
  module: string;
}

interface Wanted {
  version: string;
  items: readonly AlbumItem[];
}

/** Replaces all entries of an album by these; answers the album as it is then. */
export async function replaceAlbum(call: ActingCall, owner: AlbumOwner, { version, items }: Wanted): Promise<Album> {
  const before = await albumRows(call.db, owner.type, owner.id);
  await checkVersion({ version: versionOf(before) }, version, () => albumOf(call, owner.type, owner.id));
  const after = await checkedAlbum(call, items, before);
  if (versionOf(after) === version) return albumOf(call, owner.type, owner.id);
  await writeAlbum(call, owner, before, after);
  const changes = changesOfAlbum(before, after);
  await audit(call, {
    module: owner.module,
    action: "update",
    target: { type: owner.type, id: owner.id, name: owner.name },
    summary: `编辑相册 ${owner.title}：${summaryOf(changes, before, after)}`,
    changes,
  });
  return albumOf(call, owner.type, owner.id);
}

/** Writes the checked entries instead of the old ones; the caller writes the log's line. */
export async function writeAlbum(
  call: ActingCall,
  owner: Pick<AlbumOwner, "type" | "id">,
  before: readonly AlbumRecord[],
  after: readonly AlbumRecord[],
): Promise<void> {
  const { db } = call;
  const ofOwner = and(eq(album.owner_type, owner.type), eq(album.owner_id, owner.id));
  const kept = after.map(({ media_id }) => media_id);
  await db.delete(album).where(and(ofOwner, notInArray(album.media_id, kept)));
  // One of them may be the cover of the album at a time, also half-way.
  await db.update(album).set({ is_cover: false }).where(and(ofOwner, album.is_cover));
  if (after.length > 0)
    await db
      .insert(album)
      .values(
        after.map(({ media_id, category, caption, sort, is_cover }) => ({
          ...{ media_id, category, caption, sort, is_cover },
          ...{ owner_type: owner.type, owner_id: owner.id },
          ...createdBy(call),
        })),
      )
      .onConflictDoUpdate({
        target: [album.owner_type, album.owner_id, album.media_id],
        set: {
          category: sql`excluded.category`,
          caption: sql`excluded.caption`,
          sort: sql`excluded.sort`,
          is_cover: sql`excluded.is_cover`,
          ...changedBy(call),
        },
      });
  const gone = before.map(({ media_id }) => media_id).filter((id) => !kept.includes(id));
  await giveUp(call, gone);
}

/** The entries that are meant, in their order and with a cover, once they are valid. */
export async function checkedAlbum(call: ActingCall, items: readonly AlbumItem[], before: readonly AlbumRecord[]) {
  const ids = items.map(({ media_id }) => media_id);
  if (new Set(ids).size < ids.length) return complain("同一张图片在相册中只能出现一次");
  const held = new Map(
    before.map(({ media_id, name, kind, scene }) => [media_id, { id: media_id, name, kind, scene }]),
  );
  const fresh = ids.filter((id) => !held.has(id));
  const files = await lockNewFiles(call, fresh, [...held.keys()]);
  const ordered = items
    .toSorted((a, b) => a.sort - b.sort)
    .map((item, sort): AlbumRecord => {
      const { name, kind, scene } =
        held.get(item.media_id) ??
        files.get(item.media_id) ??
        complain("有图片不存在、未上传完成、已过期或不是您上传的，请移除后重新上传");
      return { ...item, sort, name, kind, scene };
    });
  checkCounts(ordered, before);
  for (const { category, kind, name } of ordered)
    if (!categoriesOf(kind === "video").includes(category))
      return complain(kind === "video" ? `视频只能归入视频或VR：${name}` : `图片不能归入视频：${name}`);
  return withCover(ordered);
}

/** An album that a merge has made larger than the limits keeps what it has, but does not grow. */
function checkCounts(after: readonly AlbumRecord[], before: readonly AlbumRecord[]): void {
  const films = (rows: readonly AlbumRecord[]) => rows.filter(({ kind }) => kind === "video").length;
  const images = (rows: readonly AlbumRecord[]) => rows.length - films(rows);
  const mostImages = Math.max(albumLimits.images, images(before));
  const mostFilms = Math.max(albumLimits.films, films(before));
  if (images(after) > mostImages) complain(`图片最多${mostImages}张`);
  if (films(after) > mostFilms) complain(`视频最多${mostFilms}个`);
}

/** Exactly one picture is the cover where there are any. */
function withCover(rows: readonly AlbumRecord[]): AlbumRecord[] {
  const named = rows.filter(({ is_cover }) => is_cover);
  if (named.length > 1) return complain("封面只能有一张");
  if (named[0]?.kind === "video") return complain("视频不能设为封面");
  const cover = coverIn(rows.filter(({ kind }) => kind !== "video"));
  return rows.map((row) => ({ ...row, is_cover: row === cover }));
}

const complain = (message: string): never => refuseFields([{ field: "items", label: "相册", message }]);
