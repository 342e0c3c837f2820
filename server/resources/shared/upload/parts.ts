import { and, asc, eq, isNull } from "drizzle-orm";
import { upload as contract } from "~/contract/shared/upload";
import type { Db } from "~/server/database/database";
import { media, uploadPart } from "~/server/database/tables/system/system";
import { found, pick, refuse, refuseFields, rowsOf } from "~/server/lib/call";
import { storageOf } from "~/server/lib/media";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readName } from "~/server/lib/signed-name";
import { measured } from "~/server/lib/storage";
import { incomplete, newKey } from "./check-file";

type MediaRow = typeof media.$inferSelect;
type Part = Pick<typeof uploadPart.$inferSelect, "n" | "key">;
type InParts = MediaRow & { part_size: number };

const megabyte = 1024 * 1024;

/** A file that is sent in parts: which have come, and one more of them. Of a part that is sent again the last one counts. */
export const partHandlers = [
  serve(contract.parts, async ({ db, params, user, services }) => {
    const { id, part_size } = await announcedBy(db, services, params.token, user.id);
    return { media_id: id, part_size, parts: (await partsOf(db, id)).map(({ n }) => n) };
  }),

  serve(
    contract.part,
    async ({ params, user, services, raw }) => {
      const announced = await announcedBy(services.db, services, params.token, user.id);
      const n = /^[1-9]\d{0,5}$/.test(params.n) ? Number(params.n) : 0;
      if (n < 1 || n > countOf(announced)) return refuse(40400);
      const expected = lengthOf(announced, n);
      if (!raw.body) return refuseIncomplete();
      const { bucket, storage } = services;
      if (bucket) {
        const { parts, end } = measured(raw.body, expected);
        const pieces: Uint8Array[] = [];
        for await (const piece of parts) pieces.push(piece);
        const { size } = end() ?? refuse(41300, { n: Math.ceil(expected / megabyte) });
        if (size !== expected) return refuseIncomplete();
        const id = await sendingOf(services, announced);
        const key = await bucket.putPart({ key: announced.key, id }, n, Buffer.concat(pieces));
        await keepPart(services, announced, { n, key: key ?? refuse(40902) });
        return null;
      }
      const key = newKey(services, announced.scene);
      const { size } =
        (await storage.write(key, raw.body, expected)) ?? refuse(41300, { n: Math.ceil(expected / megabyte) });
      try {
        if (size !== expected) return refuseIncomplete();
        const before = await keepPart(services, announced, { n, key });
        if (before) await storage.remove(before);
      } catch (error) {
        // No row names the file.
        await storage.remove(key);
        throw error;
      }
      return null;
    },
    { ownTransaction: true },
  ),
];

const refuseIncomplete = (): never => refuseFields([{ field: "size", label: "文件", message: incomplete }]);

/** The file that somebody has announced and not completed yet, by the address that they were given for it. */
async function announcedBy(db: Db, services: Services, token: string, userId: number) {
  const [id] = readName(services, "put", token) ?? refuse(40400);
  const [row] = await rowsOf(db, media, and(eq(media.id, Number(id)), eq(media.uploader, userId)));
  const { part_size, ...announced } = found(row);
  if (part_size === null) return refuse(40400);
  if (announced.status !== "uploading") return refuse(40902);
  return { ...announced, part_size };
}

const countOf = ({ size, part_size }: InParts) => Math.ceil(size / part_size);
const lengthOf = (file: InParts, n: number) =>
  n < countOf(file) ? file.part_size : file.size - (countOf(file) - 1) * file.part_size;

export const partsOf = (db: Db, id: number): Promise<Part[]> =>
  pick(db, uploadPart, ["n", "key"], eq(uploadPart.media_id, id), { order: asc(uploadPart.n) });

/** Writes down where a part lies; answers where the one before it lay. 40902 where the file has been completed since. */
async function keepPart({ db }: Services, { id }: InParts, { n, key }: Part): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select({ status: media.status }).from(media).where(eq(media.id, id)).for("update");
    if (row?.status !== "uploading") return refuse(40902);
    const isIt = and(eq(uploadPart.media_id, id), eq(uploadPart.n, n));
    const [before] = await tx.select({ key: uploadPart.key }).from(uploadPart).where(isIt);
    await tx
      .insert(uploadPart)
      .values({ media_id: id, n, key })
      .onConflictDoUpdate({ target: [uploadPart.media_id, uploadPart.n], set: { key } });
    return before?.key;
  });
}

/** What the bucket calls the sending of this file; begun with its first part, once also where several come at the same moment. */
async function sendingOf({ db, bucket }: Services, { id, key, mime, sending }: InParts): Promise<string> {
  if (sending) return sending;
  const begun = await found(bucket).beginParts(key, mime);
  const [own] = await db
    .update(media)
    .set({ sending: begun })
    .where(and(eq(media.id, id), isNull(media.sending)))
    .returning({ id: media.id });
  if (own) return begun;
  await bucket?.dropParts({ key, id: begun });
  const [row] = await db.select({ sending: media.sending }).from(media).where(eq(media.id, id));
  return row?.sending ?? refuse(40902);
}

/** Makes one file of the parts and answers its key; 42200 while one is missing. */
export async function joinParts(services: Services, row: MediaRow, parts: readonly Part[]): Promise<string> {
  const { part_size, key, scene, mime, size, sending } = row;
  if (part_size === null || parts.length !== countOf({ ...row, part_size })) return refuseIncomplete();
  if (sending) {
    const bucket = found(services.bucket);
    // Joined before, by a call that ended before the answer.
    const isThere = (await bucket.joinParts({ key, id: sending }, parts)) || (await bucket.look(key)) !== undefined;
    return isThere ? key : refuse(40902);
  }
  const storage = storageOf(services, scene);
  const joined = newKey(services, scene);
  const stored = await storage.write(joined, inTurn(parts.map((part) => () => storage.read(part.key))), size, mime);
  if (stored?.size === size) return joined;
  // A part was sent again, or a quicker call completed the file.
  await storage.remove(joined);
  return refuse(40902);
}

/** Streams one after the other; one that is not there any more ends them. */
function inTurn(opened: readonly (() => Promise<ReadableStream<Uint8Array> | undefined>)[]) {
  async function* pieces() {
    for (const open of opened) {
      const stream = await open();
      if (!stream) return;
      const reader = stream.getReader();
      for (let piece = await reader.read(); piece.value; piece = await reader.read()) yield piece.value;
    }
  }
  const iterator = pieces();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return();
    },
  });
}
