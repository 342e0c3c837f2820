import { createHash } from "node:crypto";
import type { Crop } from "~/contract/content/media";
import { media } from "~/server/database/tables/system/system";
import { found, type OwnTransactionCall, Refusal, refuse } from "~/server/lib/call";
import { storageOf } from "~/server/lib/media";
import type { Services } from "~/server/lib/services";
import { writeBytes } from "~/server/resources/shared/upload/check-file";
import { cropPicture } from "~/server/resources/shared/upload/picture";
import { lockFile, takePlace } from "./acts";
import type { Kinds } from "./uses";
import { findMedia, type MediaFile } from "./view";

export const readBytes = async (services: Services, { scene, key }: Pick<MediaFile, "scene" | "key">) =>
  new Uint8Array(await new Response(found(await storageOf(services, scene).read(key))).arrayBuffer());

/** Cuts a part out of a picture: a file of its own, which takes the picture's place. */
export async function cropFile(
  call: OwnTransactionCall,
  kinds: Kinds,
  id: number,
  { version, ...part }: Crop & { version: number },
) {
  const { services, user } = call;
  const before = await findMedia(services, id);
  if (before.status !== "ready") return refuse(40902);
  if (before.kind !== "image") throw new Refusal(40902, "只有图片可以裁剪");
  const { scene, mime, name, is_private } = before;
  const { whole, thumb, width, height } = await cropPicture(mime, await readBytes(services, before), part);
  const made: string[] = [];
  const write = async (bytes: Uint8Array, as: string) => {
    const key = await writeBytes(services, scene, bytes, as);
    made.push(key);
    return key;
  };
  try {
    const key = await write(whole, mime);
    const thumb_key = await write(thumb, "image/webp");
    return await call.transaction(async (db) => {
      const acting = { ...call, db };
      const row = await lockFile(acting, id, version);
      if (row.status !== "ready") return refuse(40902);
      const [next] = await db
        .insert(media)
        .values({
          ...{ key, thumb_key, kind: "image", mime, size: whole.length, width, height, name, scene, is_private },
          sha256: createHash("sha256").update(whole).digest("hex"),
          ...{ uploader: user.id, created_by: user.id, status: "ready" },
        })
        .returning();
      return takePlace(acting, kinds, { row, next: found(next), verb: "裁剪" });
    });
  } catch (error) {
    await Promise.all(made.map((key) => storageOf(services, scene).remove(key)));
    throw error;
  }
}
