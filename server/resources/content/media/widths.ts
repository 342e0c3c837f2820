import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { libraryScenes, mediaWidths } from "~/contract/shared/upload";
import { media } from "~/server/database/tables/system/system";
import { rowsOf } from "~/server/lib/call";
import { storageOf } from "~/server/lib/media";
import type { Services } from "~/server/lib/services";
import { writeBytes } from "~/server/resources/shared/upload/check-file";
import { narrowPicture, thumbPixels } from "~/server/resources/shared/upload/picture";
import { readBytes } from "./crop";
import type { MediaFile } from "./view";

const chunkSize = 20;

/** Makes the narrower copies of public pictures that have none yet, the newest first; answers of how many. What cannot be read has none. */
export async function makeWidths(services: Services, signal?: AbortSignal): Promise<number> {
  const { db } = services;
  const isWaiting = and(
    eq(media.status, "ready"),
    eq(media.kind, "image"),
    eq(media.is_private, false),
    inArray(media.scene, [...libraryScenes]),
    isNull(media.replaced_by),
    isNull(media.widths),
  );
  let made = 0;
  for (;;) {
    const rows = await rowsOf(db, media, isWaiting, {
      order: [desc(media.created_at), desc(media.id)],
      limit: chunkSize,
    });
    if (rows.length === 0) return made;
    for (const row of rows) {
      signal?.throwIfAborted();
      await makeFor(services, row);
      made++;
    }
  }
}

async function makeFor(services: Services, row: MediaFile): Promise<void> {
  const { id, key, scene, thumb_key, width = 0, height = 0 } = row;
  const made: NonNullable<MediaFile["widths"]> = [];
  // The small copy of a wide picture is of that width already.
  const small = thumb_key && (width ?? 0) >= (height ?? 0) ? thumb_key : undefined;
  const wanted = mediaWidths.filter((one) => one < (width ?? 0));
  const missing = wanted.filter((one) => !(small && one === thumbPixels));
  try {
    const bytes = missing.length > 0 ? await readBytes(services, { scene, key }) : new Uint8Array();
    for (const one of missing) {
      const narrow = await narrowPicture(bytes, one);
      made.push({ width: one, key: await writeBytes(services, scene, narrow, "image/webp") });
    }
  } catch (error) {
    services.log.warn({ err: error, media: id }, "a picture's widths could not be made");
  }
  const known = small && wanted.includes(thumbPixels) ? [{ width: thumbPixels, key: small }] : [];
  const { rowCount } = await services.db
    .update(media)
    .set({ widths: [...known, ...made], updated_at: sql`${media.updated_at}` })
    .where(and(eq(media.id, id), eq(media.status, "ready"), isNull(media.widths)));
  // It has been given up meanwhile.
  if (!rowCount) await Promise.all(made.map((one) => storageOf(services, scene).remove(one.key)));
}
