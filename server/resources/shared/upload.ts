import { and, eq, or } from "drizzle-orm";
import { pathOf } from "~/contract/endpoint";
import { publicFile } from "~/contract/shared/public-file";
import {
  upload as contract,
  heicRefused,
  inParts,
  isHeic,
  type Media,
  type MediaWidth,
  partBytes,
  type UploadScene,
  uploadScenes,
} from "~/contract/shared/upload";
import { isoInstant } from "~/server/database/tables/columns";
import { media, uploadPart } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import {
  type FileReply,
  found,
  type RedirectReply,
  Refusal,
  refuse,
  refuseFields,
  rowsOf,
  type SignedCall,
  sentenceOf,
} from "~/server/lib/call";
import { dayOf, startOfDay } from "~/server/lib/list";
import { isSealed, storageOf, takeable, uploadHours } from "~/server/lib/media";
import { randomToken } from "~/server/lib/seal";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { lastingName, readLastingName, readName, signName } from "~/server/lib/signed-name";
import { incoming } from "~/server/lib/storage";
import { maxPixels } from "~/server/resources/shared/upload/picture";
import { checkFile, incomplete, newKey, type Problem } from "./upload/check-file";
import { joinParts, partHandlers, partsOf } from "./upload/parts";

export const megabyte = 1024 * 1024;
const [packageMime] = uploadScenes.package.mimes;
const uploadMinutes = 15;
const readMinutes = 10;
const thumbMime = "image/webp";

export const uploadHandlers = [
  serve(contract.token, async (call) => {
    const { db, body, user, services } = call;
    const scene = uploadScenes[body.scene];
    const { [scene.limit]: megabytes } = await readSettings(db);
    if (body.size > megabytes * megabyte) return refuse(41300, { n: megabytes });
    if (!(scene.mimes as readonly string[]).includes(body.mime)) return refuseKind(body.mime);
    const known = body.sha256 && (await knownFile(call, body.scene, body.sha256));
    if (known) return { ...known, exists: true };
    const now = services.now();
    const isInParts = inParts(body.scene);
    const bucket = scene.isPrivate || isInParts ? undefined : services.bucket;
    const key = bucket ? `${incoming}${randomToken()}` : newKey(services, body.scene);
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
        part_size: isInParts ? partBytes : null,
      })
      .returning({ id: media.id });
    const { id } = found(row);
    const expires = now.getTime() + (isInParts ? uploadHours * 60 : uploadMinutes) * 60_000;
    const sent = { size: body.size, mime: body.mime, now, minutes: uploadMinutes };
    const address = (await bucket?.addressToPut(key, sent)) ?? {
      url: `/api/upload/file/${signName(services, "put", [id], expires)}`,
      headers: { "content-type": body.mime },
    };
    return {
      media_id: id,
      method: "PUT" as const,
      upload_url: address.url,
      headers: address.headers,
      key,
      url: scene.isSealed ? "" : fileUrl(services, id),
      expires_at: isoInstant(expires),
      ...(isInParts && { part_size: partBytes }),
    };
  }),

  ...partHandlers,

  serve(
    contract.put,
    async ({ params, user, services, raw }) => {
      const [id] = readName(services, "put", params.token) ?? refuse(40400);
      const mine = and(eq(media.id, Number(id)), eq(media.uploader, user.id));
      const [row] = await services.db.select().from(media).where(mine);
      const announced = found(row);
      if (announced.status !== "uploading") return refuse(40902);
      // A key of its own for each try: what `complete` has checked can never be changed afterwards.
      const key = newKey(services, announced.scene);
      const storage = storageOf(services, announced.scene);
      const stored = raw.body ? await storage.write(key, raw.body, announced.size) : undefined;
      if (!stored) return refuse(41300, { n: Math.ceil(announced.size / megabyte) });
      const isWhole = stored.size === announced.size;
      const taken = isWhole
        ? await services.db
            .update(media)
            .set({ key, sha256: stored.sha256 })
            .where(and(mine, eq(media.key, announced.key), eq(media.status, "uploading")))
            .returning({ id: media.id })
            // No row would name the file.
            .catch((error: unknown) => storage.remove(key).then(() => Promise.reject(error)))
        : [];
      await storage.remove(taken.length > 0 ? announced.key : key);
      if (!isWhole) return refuseFields([{ field: "size", label: "文件", message: incomplete }]);
      return taken.length > 0 ? null : refuse(40902);
    },
    { ownTransaction: true },
  ),

  serve(
    contract.complete,
    async (call) => {
      const { body, user, services } = call;
      const [row] = await rowsOf(services.db, media, and(eq(media.id, body.media_id), eq(media.uploader, user.id)));
      const announced = found(row);
      if (announced.status !== "uploading") return refuse(40902);
      const storage = storageOf(services, announced.scene);
      const parts = await partsOf(services.db, announced.id);
      const joined = parts.length > 0 ? await joinParts(services, announced, parts) : announced.key;
      const outcome = await checkFile(services, { ...announced, key: joined });
      const problem = "problem" in outcome ? outcome.problem : undefined;
      const kept = "problem" in outcome ? {} : { ...(parts.length > 0 && { key: joined }), ...outcome };
      const made = [joined, kept.key, kept.thumb_key].filter((key) => key && key !== announced.key);
      const forget = (keys: (string | null | undefined)[]) =>
        Promise.all(keys.map((key) => key && storage.remove(key))).catch((error: unknown) =>
          // What is left is swept out of the bucket; the answer does not depend on it.
          services.log.warn({ err: error }, "a file could not be removed"),
        );
      const target = { type: "media", id: announced.id, name: announced.name };
      const done = await services.db
        .transaction(async (db) => {
          const [row] = await db
            .update(media)
            .set(problem ? { status: "blocked" } : { ...kept, status: "ready" })
            .where(and(eq(media.id, announced.id), eq(media.key, announced.key), eq(media.status, "uploading")))
            .returning();
          if (!row) return refuse(40902);
          await db.delete(uploadPart).where(eq(uploadPart.media_id, announced.id));
          const { label } = uploadScenes[announced.scene as UploadScene]; // as `token` wrote it
          const line = problem
            ? ({ summary: `上传${label}，文件被拒绝`, result: "failed" } as const)
            : { summary: `上传${label}` };
          await audit({ ...call, db }, { module: "upload", action: "create", target, ...line });
          return row;
        })
        .catch(async (error: unknown) => {
          await forget(made);
          throw error;
        });
      // What was joined is made anew where it lies in a bucket, so that its sender never knows where it is.
      const left = [announced.key, joined].filter((key) => problem || key !== done.key);
      await forget([...new Set(left), ...(announced.sending ? [] : parts.map(({ key }) => key))]);
      return problem ? refuseProblem(problem) : mediaOf(services, done);
    },
    { ownTransaction: true },
  ),

  serve(contract.signed, async (call) => {
    const { db, params, user, services } = call;
    const [row] = await rowsOf(db, media, and(eq(media.id, params.id), eq(media.status, "ready")));
    const file = found(row);
    const { uploader, is_private, scene, duration, pages } = file;
    const isTheirs = !is_private || uploader === user.id || (await takeable(call, [file.id])).has(file.id);
    if (isSealed(scene) || !isTheirs) return refuse(40301);
    return {
      ...{ ...mediaOf(services, file), duration, pages },
      expires_at: isoInstant(services.now().getTime() + readMinutes * 60_000),
    };
  }),

  serve(contract.read, async ({ db, params, services, raw }) => {
    const [id, size] = readName(services, "read", params.token) ?? refuse(40400);
    if (id !== String(params.id)) return refuse(40400);
    const [row] = await rowsOf(db, media, and(eq(media.id, params.id), eq(media.status, "ready")));
    return readerOf(services, inSize(found(row), size), raw);
  }),
];

type MediaRow = typeof media.$inferSelect;

/** A picture in a size; the whole one where it is not there. */
export function inSize(file: MediaRow, size: string | undefined): MediaRow {
  const key = size === "thumb" ? file.thumb_key : file.widths?.find(({ width }) => String(width) === size)?.key;
  return key ? { ...file, key, mime: thumbMime } : file;
}

/** A file for everyone who has its address: a public one is sent by the bucket itself, any other through this server. */
export async function readerOf(
  services: Services,
  file: MediaRow,
  request: Request,
): Promise<FileReply | RedirectReply> {
  const { storage, bucket, now } = services;
  const { key, name, mime, is_private } = file;
  if (bucket && !is_private && !(await storage.has(key)))
    return { to: await bucket.addressToGet(key, { name, mime, now: now() }) };
  return { ...(await throughHere(services, file, request)), kept: is_private ? undefined : "day" };
}

export async function throughHere(services: Services, file: MediaRow, request: Request): Promise<FileReply> {
  const { storage, bucket } = services;
  const { key, name, mime, size, scene, kind } = file;
  const shown = { name, type: mime, inline: kind === "image" || kind === "video" };
  // Films are looked at from any place in them; none is sealed.
  const part = kind === "video" ? partOf(request, size) : undefined;
  if (!part) return { ...shown, body: found(await storageOf(services, scene).read(key)) };
  const holder = bucket && !(await storage.has(key)) ? bucket : storage;
  return { ...shown, body: found(await holder.readPart(key, part.start, part.end)), part };
}

/** One range of bytes that the request asks for, in a file of that size. */
function partOf(request: Request, size: number): FileReply["part"] {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("range") ?? "") ?? [];
  const start = Number(from);
  const end = to ? Math.min(Number(to) + 1, size) : size;
  return from && start < end ? { start, end, size } : undefined;
}

/** A stored file as a record shows it, with an address that works for ten minutes. The caller has checked the record's scope. */
export function mediaOf(
  services: Services,
  row: Pick<typeof media.$inferSelect, "id" | "name" | "mime" | "size" | "scene">,
): Media {
  const { id, name, mime, size } = row;
  return { id, name, mime, size, url: isSealed(row.scene) ? "" : fileUrl(services, id) };
}

const fileUrl = (services: Pick<Services, "now" | "secret">, id: number) =>
  addressUntil(services, id, services.now().getTime() + readMinutes * 60_000);

/** A content picture's or film's address for people of the house: the same all day, good until the next ends. "thumb": a WebP of 480 pixels. */
export const pictureUrl = (services: Pick<Services, "now" | "secret">, id: number, size: PictureSize = "whole") =>
  addressUntil(services, id, Date.parse(startOfDay(dayOf(services.now()), 2)), size);

const publicPurpose = "public";

/** A picture's or film's address for the public: lasting, answered while something public uses the file (decision 1400). Nobody can guess it. */
export const publicPictureUrl = (services: Pick<Services, "secret">, id: number, size: PictureSize = "whole") =>
  pathOf(publicFile.read, { name: lastingName(services, publicPurpose, sized(id, size)) });

/** The number and size that such an address names. */
export function readPublicName(services: Pick<Services, "secret">, name: string) {
  const [id, size] = readLastingName(services, publicPurpose, name) ?? [];
  return id ? { id: Number(id), size } : undefined;
}

/** The address of any file, for everyone who gets it, until a moment. */
export const passingUrl = (services: Pick<Services, "secret">, id: number, ends: number) =>
  addressUntil(services, id, ends);

/** Mail is opened when its reader likes, and shows its pictures from where they are: for so many days. */
const mailDays = 366;

export const mailPictureUrl = (services: Pick<Services, "now" | "secret">, id: number) =>
  addressUntil(services, id, Date.parse(startOfDay(dayOf(services.now()), mailDays)));

/** A number is a width in pixels, of those that are ready. */
export type PictureSize = "whole" | "thumb" | MediaWidth;

function addressUntil(services: Pick<Services, "secret">, id: number, ends: number, size: PictureSize = "whole") {
  return `/api/upload/media/${id}/file/${signName(services, "read", sized(id, size), ends)}`;
}

const sized = (id: number, size: PictureSize) => (size === "whole" ? [id] : [id, size]);

const kindOf = (mime: string) =>
  mime === packageMime ? "package" : (/^(image|video|audio)\//.exec(mime)?.[1] ?? "doc");

export function refuseKind(mime: string | undefined): never {
  throw new Refusal(41500, isHeic(mime ?? "") ? heicRefused : sentenceOf(41500, {}));
}

export function refuseProblem(problem: Problem, field = "media_id"): never {
  if (problem === "kind") return refuse(41500);
  if (problem === "heic") return refuseKind("image/heic");
  const messages = {
    size: incomplete,
    broken: "图片已损坏，无法打开",
    pixels: `图片边长不能超过${maxPixels}像素`,
    unreadable: "PDF已损坏，无法打开，请重新导出后上传",
    encrypted: "PDF已加密，请取消密码后再上传",
  };
  const label = problem === "broken" || problem === "pixels" ? "图片" : "文件";
  return refuseFields([{ field, label, message: messages[problem] }]);
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
