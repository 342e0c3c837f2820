import { del, get, set } from "idb-keyval";
import { call } from "~/app/api/call";
import { upload } from "~/app/api/upload";
import type { Input } from "~/contract/endpoint";
import { now } from "~/contract/now";
import { upload as contract, type Media } from "~/contract/shared/upload";

interface Place {
  token: string;
  media_id: number;
  part_size: number;
  until: number;
}

interface PartOptions {
  onProgress: (percent: number) => void;
  /** Pauses it: sent again, it continues with the rest. */
  signal?: AbortSignal;
  silent?: boolean;
}

// Without IndexedDB an upload simply starts again. Signing out clears the store as a whole.
const kept = <T>(ask: () => Promise<T>): Promise<T | undefined> => ask().catch(() => undefined);
const nameOf = ({ name, size, lastModified }: File) => `upload:${name}:${size}:${lastModified}`;

export async function sendInParts(
  file: File,
  body: Input<typeof contract.token>["body"],
  { onProgress, ...options }: PartOptions,
): Promise<Media> {
  const { media_id, part_size, token, come } = await placeOf(file, body, options);
  const count = Math.ceil(file.size / part_size);
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const lengthOf = (n: number) => (n < count ? part_size : file.size - (count - 1) * part_size);
  let sent = come.reduce((sum, n) => sum + lengthOf(n), 0);
  const tell = (more = 0) => onProgress(Math.min(100, Math.floor(((sent + more) / file.size) * 100)));
  tell();
  // One after the other: parallel requests do not make a slow line faster.
  for (const n of numbers.filter((one) => !come.includes(one))) {
    const start = (n - 1) * part_size;
    const bytes = file.slice(start, start + lengthOf(n));
    await upload(
      contract.part,
      { params: { token, n: String(n) }, bytes },
      { ...options, onProgress: (loaded) => tell(Math.min(loaded, bytes.size)) },
    );
    sent += bytes.size;
    tell();
  }
  try {
    return await call(contract.complete, { body: { media_id } }, options);
  } finally {
    if (!options.signal?.aborted) await kept(() => del(nameOf(file)));
  }
}

async function placeOf(
  file: File,
  body: Input<typeof contract.token>["body"],
  options: Omit<PartOptions, "onProgress">,
): Promise<Place & { come: number[] }> {
  const known = await kept(() => get<Place>(nameOf(file)));
  if (known && known.until > now()) {
    const { token } = known;
    const there = await kept(() => call(contract.parts, { params: { token } }, { ...options, silent: true }));
    options.signal?.throwIfAborted();
    if (there?.media_id === known.media_id) return { ...known, come: there.parts };
  }
  const { media_id, upload_url, expires_at, part_size = file.size } = await call(contract.token, { body }, options);
  const token = upload_url.split("/").at(-1) ?? "";
  const place = { token, media_id, part_size, until: Date.parse(expires_at) };
  await kept(() => set(nameOf(file), place));
  return { ...place, come: [] };
}
