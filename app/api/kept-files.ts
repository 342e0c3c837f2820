import { delMany, get, keys, set } from "idb-keyval";
import { t } from "~/app/i18n/t";
import type { UploadScene } from "~/contract/shared/upload";
import { CallError } from "./call-error";
import { isKeptFile, keptFileNumber, keptFileTime } from "./kept-file-numbers";
import { uploadWhole } from "./upload-whole";

// Pictures of forms that may wait for the network, until what names them is sent (domain 0 Offline).

interface KeptFile {
  /** Not a Blob: WebKit has lost those of a database. */
  bytes: ArrayBuffer;
  name: string;
  mime: string;
  scene: UploadScene;
}

/** One that has been uploaded meanwhile, by the server's number. */
interface Uploaded {
  media_id: number;
}

const keyOf = (owner: string, id: number) => `file:${owner} ${id}`;
const keptDays = 7;

/** Keeps a file, and gives the number that stands for it until it is uploaded. */
export async function keepFile(owner: string, file: File, kind: Pick<KeptFile, "mime" | "scene">): Promise<number> {
  const id = keptFileNumber();
  const bytes = await new Response(file).arrayBuffer();
  await set(keyOf(owner, id), { bytes, name: file.name.slice(-200), ...kind } satisfies KeptFile);
  return id;
}

export const noteUploaded = (owner: string, id: number, media_id: number): Promise<void> =>
  set(keyOf(owner, id), { media_id } satisfies Uploaded);

export const readFile = (owner: string, id: number): Promise<KeptFile | Uploaded | undefined> => get(keyOf(owner, id));

/** Uploads it, unless that is done; gives the server's number. */
export async function sendFile(owner: string, id: number): Promise<number> {
  const file = await readFile(owner, id);
  if (!file) throw new CallError({ status: 404, code: 0, message: t("图片已不在本机"), data: null, fields: [] });
  if ("media_id" in file) return file.media_id;
  const { bytes, name, mime, scene } = file;
  const sent = await uploadWhole(new Blob([bytes], { type: mime }), { scene, filename: name, mime }, { silent: true });
  return sent.id;
}

export const dropFiles = (owner: string, ids: readonly number[]): Promise<void> =>
  delMany(ids.filter(isKeptFile).map((id) => keyOf(owner, id)));

/** Drops what nothing names any more: its draft is older than anybody would take up. */
export async function dropOldFiles(owner: string, isNamed: (id: number) => boolean, now: number): Promise<void> {
  const prefix = keyOf(owner, 0).slice(0, -1);
  const own = (await keys<string>()).filter((key) => String(key).startsWith(prefix));
  const ids = own.map((key) => Number(key.slice(prefix.length)));
  await dropFiles(
    owner,
    ids.filter((id) => !isNamed(id) && now - keptFileTime(id) > keptDays * 86_400_000),
  );
}
