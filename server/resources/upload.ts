import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, or } from "drizzle-orm";
import { fileTypeFromBuffer } from "file-type";
import { imageSize } from "image-size";
import { upload as contract, type Media, type UploadScene, uploadScenes } from "~/contract/upload";
import { isoInstant } from "~/server/database/tables/columns";
import { media } from "~/server/database/tables/system";
import { derivedKey, randomToken } from "~/server/identity/token";
import { audit } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";

const megabyte = 1024 * 1024;
/** Enough to tell a file's kind, and a picture's size behind its embedded preview and colour profile. */
const headBytes = 512 * 1024;
const maxPixels = 8000;
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
        kind: body.mime.split("/")[0] ?? "doc",
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
      upload_url: `/api/upload/file/${signed(services, "put", id, expires)}`,
      headers: { "content-type": body.mime },
      key,
      url: fileUrl(services, id),
      expires_at: isoInstant(expires),
    };
  }),

  serve(
    contract.put,
    async ({ params, user, services, raw }) => {
      const id = readSigned(services, "put", params.token) ?? refuse(40400);
      const mine = and(eq(media.id, id), eq(media.uploader, user.id));
      const [row] = await services.db.select().from(media).where(mine);
      const asked = found(row);
      if (asked.status !== "uploading") return refuse(40902);
      // A key of its own for each try: what `complete` has looked at can never be changed behind it.
      const key = `${asked.scene}/${dayOf(services.now()).slice(0, 7)}/${randomToken()}`;
      const stored = raw.body ? await services.storage.write(key, raw.body, asked.size) : undefined;
      if (!stored) return refuse(41300, { n: Math.ceil(asked.size / megabyte) });
      const isWhole = stored.size === asked.size;
      const taken = isWhole
        ? await services.db
            .update(media)
            .set({ key, sha256: stored.sha256 })
            .where(and(mine, eq(media.key, asked.key), eq(media.status, "uploading")))
            .returning({ id: media.id })
        : [];
      await services.storage.remove(taken.length > 0 ? asked.key : key);
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
      const head = found(await services.storage.head(asked.key, headBytes));
      const problem = await problemOf(asked, head);
      const target = { type: "media", id: asked.id, name: asked.name };
      await services.db.transaction(async (db) => {
        const { width, height } = (!problem && sizeOf(asked, head)) || {};
        const [done] = await db
          .update(media)
          .set(problem ? { status: "blocked" } : { status: "ready", width, height })
          .where(and(eq(media.id, asked.id), eq(media.key, asked.key), eq(media.status, "uploading")))
          .returning({ id: media.id });
        if (!done) return refuse(40902);
        const summary = problem ? `文件被拒绝：${asked.name}` : `完成上传：${asked.name}`;
        await audit({ ...call, db }, { module: "upload", action: "update", summary, target });
      });
      if (!problem) return mediaOf(services, asked);
      await services.storage.remove(asked.key);
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
    const { uploader, is_private } = found(row);
    if (is_private && uploader !== user.id) return refuse(40301);
    return {
      url: fileUrl(services, params.id),
      expires_at: isoInstant(services.now().getTime() + readMinutes * 60_000),
    };
  }),

  serve(contract.read, async ({ db, params, services }) => {
    if (readSigned(services, "read", params.token) !== params.id) return refuse(40400);
    const [row] = await db
      .select()
      .from(media)
      .where(and(eq(media.id, params.id), eq(media.status, "ready")));
    const file = found(row);
    const body = found(await services.storage.read(file.key));
    return { name: file.name, type: file.mime, body, inline: file.kind === "image" };
  }),
];

/** A stored file as a record shows it, with an address that works for ten minutes. Whoever gives it out has checked the record's scope. */
export function mediaOf(
  services: Services,
  row: Pick<typeof media.$inferSelect, "id" | "name" | "mime" | "size">,
): Media {
  return { id: row.id, name: row.name, mime: row.mime, size: row.size, url: fileUrl(services, row.id) };
}

function fileUrl(services: Services, id: number): string {
  return `/api/upload/media/${id}/file/${signed(services, "read", id, services.now().getTime() + readMinutes * 60_000)}`;
}

function seal(services: Services, purpose: string, id: number, expires: number): string {
  return createHmac("sha256", derivedKey(services.secret, `file-${purpose}`))
    .update(`${id}.${expires}`)
    .digest("base64url");
}

/** An unguessable, expiring name for one file and one purpose. */
function signed(services: Services, purpose: "put" | "read", id: number, expires: number): string {
  return `${id}.${expires}.${seal(services, purpose, id, expires)}`;
}

function readSigned(services: Services, purpose: "put" | "read", token: string): number | undefined {
  const [id, expires, mac] = token.split(".");
  if (!id || !expires || !mac || Number(expires) < services.now().getTime()) return undefined;
  const expected = Buffer.from(seal(services, purpose, Number(id), Number(expires)));
  const given = Buffer.from(mac);
  return expected.length === given.length && timingSafeEqual(expected, given) ? Number(id) : undefined;
}

type MediaRow = typeof media.$inferSelect;

/** What speaks against a file, read from its first bytes: another kind than announced, or a picture too large to show. */
async function problemOf(asked: MediaRow, head: Uint8Array): Promise<"kind" | "pixels" | undefined> {
  const type = await fileTypeFromBuffer(head);
  if (type?.mime !== asked.mime) return "kind";
  if (asked.kind !== "image") return undefined;
  const size = sizeOf(asked, head);
  if (!size) return "kind";
  return Math.max(size.width, size.height) > maxPixels ? "pixels" : undefined;
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

/** The same bytes uploaded before, by the caller or for everybody: they need not be sent again. */
async function knownFile({ db, user, services }: SignedCall, scene: UploadScene, sha256: string) {
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
