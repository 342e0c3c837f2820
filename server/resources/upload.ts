import { and, eq, or } from "drizzle-orm";
import { fileTypeFromBuffer, fileTypeFromStream } from "file-type";
import { imageSize } from "image-size";
import { upload as contract, type Media, type UploadScene, uploadScenes } from "~/contract/upload";
import { isoInstant } from "~/server/database/tables/columns";
import { media } from "~/server/database/tables/system";
import { randomToken } from "~/server/identity/token";
import { isAndroidPackage } from "~/server/lib/android-package";
import { audit } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { dayOf, startOfDay } from "~/server/lib/list";
import { isSealed, storageOf } from "~/server/lib/media";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { readName, signName } from "~/server/lib/signed-name";
import type { Storage } from "~/server/lib/storage";

const megabyte = 1024 * 1024;
/** Enough to tell a file's kind, and a picture's size behind its embedded preview and colour profile. */
const headBytes = 512 * 1024;
const maxPixels = 8000;
const [packageMime] = uploadScenes.package.mimes;
const uploadMinutes = 15;
const readMinutes = 10;

export const uploadHandlers = [
  serve(contract.token, async (call) => {
    const { db, body, user, services } = call;
    const scene = uploadScenes[body.scene];
    const { [scene.limit]: megabytes } = await readSettings(db);
    if (body.size > megabytes * megabyte) return refuse(41300, { n: megabytes });
    if (!(scene.mimes as readonly string[]).includes(body.mime)) return refuse(41500);
    const known = body.sha256 && (await knownFile(call, body.scene, body.sha256));
    if (known) return { ...known, exists: true };
    const now = services.now();
    const key = `${body.scene}/${dayOf(now).slice(0, 7)}/${randomToken()}`;
    const [row] = await db
      .insert(media)
      .values({
        key,
        kind: kindOf(body.mime),
        mime: body.mime,
        size: body.size,
        sha256: body.sha256,
        name: body.filename,
        scene: body.scene,
        is_private: scene.isPrivate,
        uploader: user.id,
        created_by: user.id,
      })
      .returning({ id: media.id });
    const { id } = found(row);
    await audit(call, {
      module: "upload",
      action: "create",
      summary: `上传${scene.label}`,
      target: { type: "media", id, name: body.filename },
    });
    const expires = now.getTime() + uploadMinutes * 60_000;
    return {
      media_id: id,
      method: "PUT" as const,
      upload_url: `/api/upload/file/${signName(services, "put", [id], expires)}`,
      headers: { "content-type": body.mime },
      key,
      url: scene.isSealed ? "" : fileUrl(services, id),
      expires_at: isoInstant(expires),
    };
  }),

  serve(
    contract.put,
    async ({ params, user, services, raw }) => {
      const [id] = readName(services, "put", params.token) ?? refuse(40400);
      const mine = and(eq(media.id, Number(id)), eq(media.uploader, user.id));
      const [row] = await services.db.select().from(media).where(mine);
      const asked = found(row);
      if (asked.status !== "uploading") return refuse(40902);
      // A key of its own for each try: what `complete` has looked at can never be changed behind it.
      const key = `${asked.scene}/${dayOf(services.now()).slice(0, 7)}/${randomToken()}`;
      const storage = storageOf(services, asked.scene);
      const stored = raw.body ? await storage.write(key, raw.body, asked.size) : undefined;
      if (!stored) return refuse(41300, { n: Math.ceil(asked.size / megabyte) });
      const isWhole = stored.size === asked.size;
      const taken = isWhole
        ? await services.db
            .update(media)
            .set({ key, sha256: stored.sha256 })
            .where(and(mine, eq(media.key, asked.key), eq(media.status, "uploading")))
            .returning({ id: media.id })
            // No row would name the file.
            .catch((error: unknown) => storage.remove(key).then(() => Promise.reject(error)))
        : [];
      await storage.remove(taken.length > 0 ? asked.key : key);
      if (!isWhole) return refuseFields([{ field: "size", label: "文件", message: "文件不完整，请重新上传" }]);
      return taken.length > 0 ? null : refuse(40902);
    },
    { ownTransaction: true },
  ),

  serve(
    contract.complete,
    async (call) => {
      const { body, user, services } = call;
      const [row] = await services.db
        .select()
        .from(media)
        .where(and(eq(media.id, body.media_id), eq(media.uploader, user.id)));
      const asked = found(row);
      const storage = storageOf(services, asked.scene);
      const head = found(await storage.head(asked.key, headBytes));
      const problem = await problemOf(asked, head, storage);
      const target = { type: "media", id: asked.id, name: asked.name };
      await services.db.transaction(async (db) => {
        const { width, height } = (!problem && sizeOf(asked, head)) || {};
        const [done] = await db
          .update(media)
          .set(problem ? { status: "blocked" } : { status: "ready", width, height })
          .where(and(eq(media.id, asked.id), eq(media.key, asked.key), eq(media.status, "uploading")))
          .returning({ id: media.id });
        if (!done) return refuse(40902);
        const summary = problem ? "文件被拒绝" : "完成上传";
        await audit({ ...call, db }, { module: "upload", action: "update", summary, target });
      });
      if (!problem) return mediaOf(services, asked);
      await storage.remove(asked.key);
      return problem === "kind"
        ? refuse(41500)
        : refuseFields([{ field: "media_id", label: "图片", message: `图片边长不能超过${maxPixels}像素` }]);
    },
    { ownTransaction: true },
  ),

  serve(contract.signed, async ({ db, params, user, services }) => {
    const [row] = await db
      .select()
      .from(media)
      .where(and(eq(media.id, params.id), eq(media.status, "ready")));
    const { uploader, is_private, scene } = found(row);
    if (isSealed(scene) || (is_private && uploader !== user.id)) return refuse(40301);
    return {
      url: fileUrl(services, params.id),
      expires_at: isoInstant(services.now().getTime() + readMinutes * 60_000),
    };
  }),

  serve(contract.read, async ({ db, params, services }) => {
    if (readName(services, "read", params.token)?.[0] !== String(params.id)) return refuse(40400);
    const [row] = await db
      .select()
      .from(media)
      .where(and(eq(media.id, params.id), eq(media.status, "ready")));
    const file = found(row);
    const body = found(await services.storage.read(file.key));
    return { name: file.name, type: file.mime, body, inline: file.kind === "image", isKept: !file.is_private };
  }),
];

/** A stored file as a record shows it, with an address that works for ten minutes. Whoever gives it out has checked the record's scope. */
export function mediaOf(
  services: Services,
  row: Pick<typeof media.$inferSelect, "id" | "name" | "mime" | "size" | "scene">,
): Media {
  const { id, name, mime, size } = row;
  return { id, name, mime, size, url: isSealed(row.scene) ? "" : fileUrl(services, id) };
}

const fileUrl = (services: Pick<Services, "now" | "secret">, id: number) =>
  addressUntil(services, id, services.now().getTime() + readMinutes * 60_000);

/** The address of a public picture: the same all day and good until the next one ends, so that a browser keeps what it has. */
export const pictureUrl = (services: Pick<Services, "now" | "secret">, id: number) =>
  addressUntil(services, id, Date.parse(startOfDay(dayOf(services.now()), 2)));

const addressUntil = (services: Pick<Services, "secret">, id: number, ends: number) =>
  `/api/upload/media/${id}/file/${signName(services, "read", [id], ends)}`;

/** The kind of file by its MIME type, as albums tell them apart. */
const kindOf = (mime: string) =>
  mime === packageMime ? "package" : (/^(image|video|audio)\//.exec(mime)?.[1] ?? "doc");

type MediaRow = typeof media.$inferSelect;

/** What speaks against a file, read from its bytes: another kind than announced, or a picture too large to show. */
async function problemOf(asked: MediaRow, head: Uint8Array, storage: Storage): Promise<"kind" | "pixels" | undefined> {
  if (asked.kind === "package")
    return (await isAndroidPackage(found(await storage.read(asked.key)))) ? undefined : "kind";
  const type = asked.kind === "doc" ? await documentType(asked.key, storage) : await fileTypeFromBuffer(head);
  if (type?.mime !== asked.mime) return "kind";
  if (asked.kind !== "image") return undefined;
  const size = sizeOf(asked, head);
  if (!size) return "kind";
  return Math.max(size.width, size.height) > maxPixels ? "pixels" : undefined;
}

/** A text or a sheet is a ZIP, and only some entry of it, maybe the last, says which. */
async function documentType(key: string, storage: Storage) {
  return fileTypeFromStream(found(await storage.read(key)));
}

/** A picture's pixels; undefined for other kinds and for what no picture reader understands. */
function sizeOf(asked: MediaRow, head: Uint8Array): { width: number; height: number } | undefined {
  if (asked.kind !== "image") return undefined;
  try {
    const { width, height } = imageSize(head);
    return { width, height };
  } catch {
    return undefined;
  }
}

/** The same bytes uploaded before, by the caller or for everybody: they need not be sent again. A sealed file belongs to one record and goes with it. */
async function knownFile({ db, user, services }: SignedCall, scene: UploadScene, sha256: string) {
  if (isSealed(scene)) return undefined;
  const [row] = await db
    .select()
    .from(media)
    .where(
      and(
        eq(media.sha256, sha256),
        eq(media.scene, scene),
        eq(media.status, "ready"),
        or(eq(media.uploader, user.id), eq(media.is_private, false)),
      ),
    )
    .limit(1);
  if (!row) return undefined;
  const expires_at = isoInstant(services.now().getTime() + readMinutes * 60_000);
  const url = fileUrl(services, row.id);
  return { media_id: row.id, method: "PUT" as const, upload_url: "", headers: {}, key: row.key, url, expires_at };
}
