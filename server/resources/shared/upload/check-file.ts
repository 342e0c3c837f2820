import { createHash } from "node:crypto";
import { fileTypeFromBuffer, fileTypeFromStream } from "file-type";
import { isHeic, type UploadScene, uploadScenes } from "~/contract/shared/upload";
import type { media } from "~/server/database/tables/system/system";
import { found, refuse } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { storageOf } from "~/server/lib/media";
import { openPdf } from "~/server/lib/pdf-reader/pdf-reader";
import { randomToken } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { sheetFormatOf } from "~/server/lib/sheet-reader/sheet-reader";
import { measured } from "~/server/lib/storage";
import { readFilm } from "~/server/resources/shared/upload/film";
import { remakePicture } from "~/server/resources/shared/upload/picture";

const manifest = Buffer.from("AndroidManifest.xml");
const zip = Buffer.from("PK\x03\x04", "latin1");
/** Before its name, an entry of a ZIP has a header of so many bytes, which begins with a mark. */
const headerBytes = 30;
const nameLengthAt = 26;

/** Whether a file is an Android package: a ZIP with the manifest among its entries. Read through once, up to the manifest. */
async function isAndroidPackage(file: ReadableStream<Uint8Array>): Promise<boolean> {
  let kept = Buffer.alloc(0);
  let isFirst = true;
  const reader = file.getReader();
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    const bytes = Buffer.concat([kept, part.value]);
    if (isFirst && bytes.length < zip.length) {
      kept = bytes;
      continue;
    }
    const isZip = !isFirst || bytes.subarray(0, zip.length).equals(zip);
    const isFound = isZip && holdsManifest(bytes);
    if (isFound || !isZip) {
      await reader.cancel();
      return isFound;
    }
    isFirst = false;
    // An entry may lie across two pieces.
    kept = bytes.subarray(-(headerBytes + manifest.length));
  }
  return false;
}

/** The name alone may be in any text: it counts only as an entry's, behind its header. */
function holdsManifest(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(manifest); at >= 0; at = bytes.indexOf(manifest, at + 1)) {
    const header = at - headerBytes;
    if (header < 0 || !bytes.subarray(header, header + zip.length).equals(zip)) continue;
    if (bytes.readUInt16LE(header + nameLengthAt) === manifest.length) return true;
  }
  return false;
}

type MediaRow = typeof media.$inferSelect;
type Found = Partial<
  Pick<MediaRow, "key" | "thumb_key" | "mime" | "size" | "sha256" | "width" | "height" | "duration" | "pages">
>;
/** What is wrong with a file: another kind or size than announced, HEIC, too many pixels, broken; an unreadable or encrypted PDF. */
export type Problem = "kind" | "heic" | "size" | "pixels" | "broken" | "unreadable" | "encrypted";

export const incomplete = "文件不完整，请重新上传";
type Outcome = { problem: Problem } | Found;

/** Enough to tell a file's kind, and a picture's size behind its embedded preview and colour profile. */
const headBytes = 512 * 1024;

/** A name for a new file that nobody can guess, and that is never used twice. */
export const newKey = ({ now }: Pick<Services, "now">, scene: string) =>
  `${scene}/${dayOf(now()).slice(0, 7)}/${randomToken()}`;

/** Reads what was sent and says what is wrong with it, or what is kept: under another key where it was made anew or may be written over. */
export async function checkFile(services: Services, announced: MediaRow): Promise<Outcome> {
  const sent = await sentFile(services, announced);
  if (sent.size !== undefined && sent.size !== announced.size) return { problem: "size" };
  if (announced.kind === "package") return (await isAndroidPackage(await sent.read())) ? {} : { problem: "kind" };
  if (announced.mime === "text/csv") {
    // It has no magic number: the spreadsheet reader decides.
    const head = found(await storageOf(services, announced.scene).head(announced.key, headBytes));
    return sheetFormatOf(head) === "csv" ? {} : { problem: "kind" };
  }
  if (announced.kind === "doc") {
    // A text or a sheet is a ZIP, and only some entry of it, maybe the last, says which.
    const type = await fileTypeFromStream(await sent.read());
    if (type?.mime !== announced.mime) return { problem: "kind" };
    return announced.scene === "report" ? openedPdf(announced, sent) : {};
  }
  const head = found(await storageOf(services, announced.scene).head(announced.key, headBytes));
  const mime = (await fileTypeFromBuffer(head))?.mime ?? "";
  if (announced.kind === "video") return mime === announced.mime ? film(announced, sent) : { problem: "kind" };
  if (isHeic(mime)) return { problem: "heic" };
  // A picture is what its bytes are, whatever its name ends with.
  const { mimes } = uploadScenes[announced.scene as UploadScene]; // as `token` wrote it
  const isTaken = mime.startsWith("image/") && (mimes as readonly string[]).includes(mime);
  return isTaken ? remadePicture(services, { ...announced, mime }, sent) : { problem: "kind" };
}

interface Sent {
  size?: number;
  read(): Promise<ReadableStream<Uint8Array>>;
  /** Puts it where its sender cannot reach it, and gives the key. */
  settle(): Promise<string>;
}

/** The file as it is now; later writes over it are not read. */
async function sentFile(services: Services, { key, scene, is_private }: MediaRow): Promise<Sent> {
  const { bucket } = services;
  const storage = storageOf(services, scene);
  const read = async () => found(await storage.read(key));
  if (!bucket || is_private || (await services.storage.has(key))) return { read, settle: async () => key };
  const { size, version } = found(await bucket.look(key));
  return {
    size,
    read: async () => (await bucket.readVersion(key, version)) ?? refuse(40902),
    async settle() {
      const settled = newKey(services, scene);
      const isSame = await bucket.copy(key, settled, version, mimeOf(scene));
      return isSame ? settled : refuse(40902);
    },
  };
}

const mimeOf = (scene: string) => (scene === "film" ? "video/mp4" : "application/octet-stream");

/** A report is opened once: its readers must be able to. */
async function openedPdf(announced: MediaRow, sent: Sent): Promise<Outcome> {
  const { parts, end } = measured(await sent.read(), announced.size);
  const bytes = new Uint8Array(announced.size);
  let at = 0;
  for await (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const { sha256 } = end() ?? refuse(40902);
  const opened = await openPdf(bytes);
  return typeof opened === "string" ? { problem: opened } : { ...opened, sha256 };
}

/** Keeps a new file of a scene; answers its key. */
export async function writeBytes(services: Services, scene: string, bytes: Uint8Array, mime: string): Promise<string> {
  const key = newKey(services, scene);
  await storageOf(services, scene).write(key, new Blob([new Uint8Array(bytes)]).stream(), bytes.length, mime);
  return key;
}

/** A picture for few is made anew as well: an annex may say where somebody lives, or carry other files behind it. A small one is for public pictures. */
async function remadePicture(services: Services, announced: MediaRow, sent: Sent): Promise<Outcome> {
  let sha256 = "";
  const made = await remakePicture(announced.mime, async () => {
    const bytes = new Uint8Array(await new Response(await sent.read()).arrayBuffer());
    sha256 = createHash("sha256").update(bytes).digest("hex");
    return bytes;
  });
  if (typeof made === "string") return { problem: made };
  const { whole, thumb, width, height } = made;
  const { scene } = announced;
  const key = await writeBytes(services, scene, whole, announced.mime);
  const { mime } = announced;
  if (announced.is_private) return { key, mime, size: whole.length, sha256, width, height };
  const thumb_key = await writeBytes(services, scene, thumb, "image/webp").catch(async (error: unknown) => {
    await storageOf(services, scene).remove(key);
    throw error;
  });
  // The sum is that of what was sent: by it the same picture is known when it is sent again.
  return { key, mime, thumb_key, size: whole.length, sha256, width, height };
}

async function film(announced: MediaRow, sent: Sent): Promise<Outcome> {
  const { parts, end } = measured(await sent.read(), announced.size);
  const read = await readFilm(parts);
  if (!read) return { problem: "kind" };
  const { sha256 } = end() ?? refuse(40902);
  return { ...read, key: await sent.settle(), sha256 };
}
