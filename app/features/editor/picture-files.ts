import { useEffect, useSyncExternalStore } from "react";
import { call } from "~/app/api/call";
import { newKey } from "~/app/api/idempotency-key";
import { listenersOf } from "~/app/browser/listeners";
import { onSessionEnd } from "~/app/browser/session-memory";
import { upload } from "~/contract/shared/upload";
import { shrinkPicture } from "../upload/shrink-picture";
import { send } from "../upload/use-uploads";

export interface Sending {
  key: string;
  file: File;
  /** The picture's own address, shown meanwhile. */
  url: string;
  progress: number;
  hasFailed: boolean;
}

const sendings = new Map<string, Sending>();
/** Addresses of our pictures, by number: stored texts have none, since they expire. */
const addresses = new Map<number, string>();
const { listen, tell } = listenersOf();

function update(key: string, part: Partial<Sending>): void {
  const sending = sendings.get(key);
  if (sending) sendings.set(key, { ...sending, ...part });
  tell();
}

export function keepFile(file: File): string {
  const key = newKey();
  sendings.set(key, { key, file, url: URL.createObjectURL(file), progress: 0, hasFailed: false });
  return key;
}

export async function deliver(key: string): Promise<number | undefined> {
  const kept = sendings.get(key);
  if (!kept) return undefined;
  update(key, { progress: 0, hasFailed: false });
  try {
    const { file } = await shrinkPicture(kept.file);
    const { id } = await send(file, "content", { onProgress: (progress) => update(key, { progress }) });
    addresses.set(id, kept.url);
    sendings.delete(key);
    tell();
    return id;
  } catch {
    // The call has shown why; the picture stays with a button to send it again.
    update(key, { hasFailed: true });
    return undefined;
  }
}

export const useSending = (key: string | null): Sending | undefined =>
  useSyncExternalStore(listen, () => (key ? sendings.get(key) : undefined));

const asking = new Set<number>();

onSessionEnd(() => {
  asking.clear();
  addresses.clear();
});

function ask(id: number): void {
  if (addresses.has(id) || asking.has(id)) return;
  asking.add(id);
  call(upload.signed, { params: { id } }, { silent: true })
    .then(({ url }) => addresses.set(id, url))
    // An empty place with the picture's own text says that it is gone.
    .catch(() => addresses.set(id, ""))
    .finally(() => {
      asking.delete(id);
      tell();
    });
}

export function usePictureAddress(id: number | null): string | undefined {
  // A saved draft, or pasted text, has only the number.
  useEffect(() => {
    if (id) ask(id);
  }, [id]);
  return useSyncExternalStore(listen, () => (id ? addresses.get(id) : undefined));
}

export function usePictureAddresses(ids: readonly number[]): (id: number) => string | undefined {
  const key = ids.join();
  // As above.
  useEffect(() => {
    for (const id of key.split(",").filter(Boolean)) ask(Number(id));
  }, [key]);
  useSyncExternalStore(listen, () => ids.map((id) => addresses.get(id) ?? "").join());
  return (id) => addresses.get(id);
}

const picture = /<img\b[^>]*>/g;

/** A text as forms hold and send it: without picture addresses, which change daily and are kept separately. */
export const withoutAddresses = (html: string): string =>
  html.replace(picture, (tag) => {
    const id = Number(/\sdata-media-id="(\d+)"/.exec(tag)?.[1] ?? 0);
    const src = /\ssrc="([^"]*)"/.exec(tag)?.[1];
    if (!id || !src) return tag;
    if (!addresses.get(id)) addresses.set(id, src.replaceAll("&amp;", "&"));
    return tag.replace(/\ssrc="[^"]*"/, "");
  });

/** A record's texts as its form holds them: the addresses of pictures change daily and are no part of the text. */
export const formTexts = (record: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const html = record[name];
      return [name, typeof html === "string" ? withoutAddresses(html) : html];
    }),
  );
