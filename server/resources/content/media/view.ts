import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { type media as contract, MediaDetail, MediaRow } from "~/contract/content/media";
import { mayCall } from "~/contract/endpoint";
import { libraryScenes } from "~/contract/shared/upload";
import { media } from "~/server/database/tables/system/system";
import { found, type Looking, rowOf, type SignedCall } from "~/server/lib/call";
import { matching, within } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { mediaOf, pictureUrl } from "~/server/resources/shared/upload";
import { peopleOf } from "../revisions";
import { type Kinds, usesFor, usesOf } from "./uses";

export type MediaFile = typeof media.$inferSelect;

/** The library's files: those of public content that nothing has taken the place of. */
export const inLibrary: SQL | undefined = and(
  inArray(media.scene, [...libraryScenes]),
  isNull(media.replaced_by),
  inArray(media.status, ["ready", "trashed"]),
);

type Query = z.output<typeof contract.list.query>;

export const mediaRows = ({ keyword, status, created_from, created_to, uploader_id, ...query }: Query) =>
  and(
    inLibrary,
    inArray(media.status, status?.length ? status : ["ready"]),
    keyword ? includesText(media.name, keyword) : undefined,
    uploader_id ? eq(media.uploader, uploader_id) : undefined,
    ...matching(media, query, ["kind", "scene"]),
    ...within(media.created_at, created_from, created_to),
  );

export async function toMediaRows({ db, user, services }: Looking, rows: readonly MediaFile[]): Promise<MediaRow[]> {
  const people = await peopleOf(
    db,
    rows.flatMap(({ uploader }) => uploader ?? []),
  );
  const edits = mayCall(user, { permission: "content:media:edit" });
  const destroys = mayCall(user, { permission: "content:media:destroy" });
  return rows.map((row) => {
    const isTrashed = row.status === "trashed";
    return rowOf(MediaRow, row, {
      // The library has no other kinds and states (`inLibrary`).
      kind: row.kind as MediaRow["kind"],
      status: row.status as MediaRow["status"],
      scene: row.scene as MediaRow["scene"],
      url: isTrashed ? "" : mediaOf(services, row).url,
      thumb: row.kind === "image" && !isTrashed ? pictureUrl(services, row.id, "thumb") : null,
      uploader: people(row.uploader),
      can: {
        edit: edits && !isTrashed,
        delete: edits && !isTrashed,
        restore: edits && isTrashed,
        destroy: destroys && isTrashed,
      },
    });
  });
}

export async function findMedia({ db }: Pick<SignedCall, "db">, id: number): Promise<MediaFile> {
  const [row] = await db
    .select()
    .from(media)
    .where(and(eq(media.id, id), inLibrary));
  return found(row);
}

export async function mediaDetail(call: Looking, kinds: Kinds, id: number): Promise<MediaDetail> {
  const row = await findMedia(call, id);
  const [shown] = await toMediaRows(call, [row]);
  return rowOf(MediaDetail, row, {
    ...found(shown),
    widths: (row.widths ?? []).map(({ width }) => width),
    uses: usesFor(call.user, await usesOf(call.db, kinds, id)),
  });
}
