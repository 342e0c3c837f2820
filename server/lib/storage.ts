import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The place of files: a folder of this machine, or a bucket. Keys are ours, never a user's text. Nothing holds a whole file in memory. */
export interface Storage {
  /** Stores a stream of at most `limit` bytes and gives its size and SHA-256; undefined, and nothing stored, when it is longer. */
  write(key: string, body: ReadableStream<Uint8Array>, limit: number, mime?: string): Promise<Stored | undefined>;
  read(key: string): Promise<ReadableStream<Uint8Array> | undefined>;
  head(key: string, bytes: number): Promise<Uint8Array | undefined>;
  remove(key: string): Promise<void>;
}

/** A storage that browsers reach by themselves, with addresses that we sign. What is no answer of its own ends in 50300. */
export interface Bucket extends Storage {
  /** Where browsers find it: what a page must be allowed to load from and to send to. */
  origins: readonly string[];
  /** The address to which exactly so many bytes of that kind may be sent, and the headers for it. */
  addressToPut(key: string, sent: { size: number; mime: string; now: Date; minutes: number }): Promise<Addressed>;
  /** From where it may be read: the same for an hour, and good for one more. */
  addressToGet(key: string, shown: { name: string; mime: string; now: Date }): Promise<string>;
  /** What is there now; undefined: nothing. */
  look(key: string): Promise<{ size: number; version: string } | undefined>;
  /** As `read`, and undefined also when it has been written over since it was looked at. */
  readVersion(key: string, version: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Bytes of a file from one place up to, not including, another. */
  readPart(key: string, start: number, end: number): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Copies what was looked at; false when it has been written over since. */
  copy(from: string, to: string, version: string, mime: string): Promise<boolean>;
  /** Begins a file that is sent part by part; answers what the bucket calls that sending. */
  beginParts(key: string, mime: string): Promise<string>;
  /** Keeps one part, and answers what the bucket calls it; undefined when the sending is over. */
  putPart(sending: Sending, n: number, bytes: Uint8Array): Promise<string | undefined>;
  /** Makes one file of all parts in their order; false when the sending is over. */
  joinParts(sending: Sending, parts: readonly { n: number; key: string }[]): Promise<boolean>;
  /** Forgets the parts of a sending that came to nothing. */
  dropParts(sending: Sending): Promise<void>;
  /** Deletes what has been on its way in since before a moment. Answers how many. */
  forgetUnfinished(before: Date): Promise<number>;
  keys(prefix: string): AsyncGenerator<string, void>;
}

/** A file on its way into a bucket part by part. */
export interface Sending {
  key: string;
  id: string;
}

interface Addressed {
  url: string;
  headers: Record<string, string>;
}

/** Where files are in a bucket until they have been checked. */
export const incoming = "incoming/";

export interface LocalStorage extends Storage {
  /** The path of a file, for a reader that moves around in it. */
  placeOf(key: string): string;
  readPart(key: string, start: number, end: number): ReadableStream<Uint8Array>;
  has(key: string): Promise<boolean>;
  /** Deletes what has been on its way in since before a moment: its server has died. Answers how many. */
  forgetUnfinished(before: Date): Promise<number>;
}

export interface Stored {
  size: number;
  sha256: string;
}

/** Files in a folder; a file appears whole or not at all, also where the disk is full or the power goes. */
export function localStorage(folder: string): LocalStorage {
  const place = (key: string) => path.join(folder, ...key.split("/").filter((part) => part && part !== ".."));
  const unfinished = path.join(folder, ".unfinished");
  return {
    async write(key, body, limit) {
      const target = place(key);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await mkdir(unfinished, { recursive: true, mode: 0o700 });
      const partial = path.join(unfinished, `${randomUUID()}.part`);
      try {
        const stored = await receive(partial, body, limit);
        if (!stored) return undefined;
        await rename(partial, target);
        await syncFolder(path.dirname(target));
        return stored;
      } finally {
        // Also when the sender has gone; a file that came whole already has its final name.
        await rm(partial, { force: true });
      }
    },
    async read(key) {
      const exists = await stat(place(key)).catch(() => undefined);
      if (!exists) return undefined;
      // Node's web stream type and the DOM's describe the same object.
      return Readable.toWeb(createReadStream(place(key))) as unknown as ReadableStream<Uint8Array>;
    },
    async head(key, bytes) {
      const file = await open(place(key)).catch(() => undefined);
      if (!file) return undefined;
      try {
        const { buffer, bytesRead } = await file.read(new Uint8Array(bytes), 0, bytes, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    async remove(key) {
      await rm(place(key), { force: true });
    },
    placeOf: place,
    readPart: (key, start, end) =>
      // The same two types again.
      Readable.toWeb(createReadStream(place(key), { start, end: end - 1 })) as unknown as ReadableStream<Uint8Array>,
    has: async (key) => (await stat(place(key)).catch(() => undefined)) !== undefined,
    async forgetUnfinished(before) {
      let forgotten = 0;
      for (const name of await readdir(unfinished).catch(() => [])) {
        const file = path.join(unfinished, name);
        const known = await stat(file).catch(() => undefined);
        if (!known || known.mtimeMs >= before.getTime()) continue;
        await rm(file, { force: true });
        forgotten++;
      }
      return forgotten;
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  const list = await open(folder, "r");
  await list.sync().finally(() => list.close());
}

async function receive(target: string, body: ReadableStream<Uint8Array>, limit: number): Promise<Stored | undefined> {
  const { parts, end } = measured(body, limit);
  // On the disk before its name is: a row that is committed must not name an empty file after a power cut.
  await pipeline(parts, createWriteStream(target, { mode: 0o600, flush: true }));
  return end();
}

/** A stream's pieces up to a limit, and once they have gone by, what they were; undefined when there were more. */
export function measured(body: ReadableStream<Uint8Array>, limit: number) {
  const hash = createHash("sha256");
  let size = 0;
  const isTooLong = () => size > limit;
  async function* parts() {
    const reader = body.getReader();
    try {
      for (let part = await reader.read(); part.value; part = await reader.read()) {
        size += part.value.length;
        if (isTooLong()) return;
        hash.update(part.value);
        yield part.value;
      }
    } finally {
      // Also when nobody wants the rest. What has failed cannot be cancelled.
      await reader.cancel().catch(() => undefined);
    }
  }
  return {
    parts: parts(),
    isTooLong,
    end: (): Stored | undefined => (isTooLong() ? undefined : { size, sha256: hash.digest("hex") }),
  };
}
