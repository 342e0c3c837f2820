import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { fileTypeFromBuffer } from "file-type";
import { upload as contract, type Media, uploadScenes } from "~/contract/upload";
import { isoInstant } from "~/server/database/tables/columns";
import { media } from "~/server/database/tables/system";
import { derivedKey, randomToken } from "~/server/identity/token";
import { audit } from "~/server/lib/audit";
import { dayOf } from "~/server/lib/list";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";

const uploadMinutes = 15;
const readMinutes = 10;

export const uploadHandlers = [
  serve(contract.token, async (call) => {
    const { db, body, user, services } = call;
    const scene = uploadScenes[body.scene];
    const { [scene.limit]: megabytes } = await readSettings(db);
    if (body.size > megabytes * 1024 * 1024) return refuse(41300, { n: megabytes });
    if (!(scene.mimes as readonly string[]).includes(body.mime)) return refuse(41500);
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
      const [row] = await services.db
        .select()
        .from(media)
        .where(and(eq(media.id, id), eq(media.uploader, user.id)));
      const asked = found(row);
      if (asked.status !== "uploading") return refuse(40902);
      const bytes = await readBytes(raw, asked.size);
      if (bytes.length !== asked.size)
        return refuseFields([{ field: "size", label: "文件", message: "文件不完整，请重新上传" }]);
      await services.storage.write(asked.key, bytes);
      return null;
    },
    { ownTransaction: true },
  ),

  serve(
    contract.complete,
    async ({ body, user, services }) => {
      const [row] = await services.db
        .select()
        .from(media)
        .where(and(eq(media.id, body.media_id), eq(media.uploader, user.id)));
      const asked = found(row);
      const stream = found(await services.storage.read(asked.key));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      const type = await fileTypeFromBuffer(bytes);
      if (type?.mime !== asked.mime) {
        await services.storage.remove(asked.key);
        await services.db.update(media).set({ status: "blocked" }).where(eq(media.id, asked.id));
        return refuse(41500);
      }
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await services.db
        .update(media)
        .set({ status: "ready", size: bytes.length, sha256 })
        .where(eq(media.id, asked.id));
      return { ...mediaOf(services, asked), size: bytes.length };
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

/** The body's bytes, cut off as soon as it is longer than was announced. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length;
    if (size > limit) refuse(41300, { n: Math.ceil(limit / 1024 / 1024) });
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}
