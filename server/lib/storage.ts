import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Where files lie; the local driver is a folder, another driver may be a bucket. Keys are ours, never a user's text. Nothing holds a whole file in memory. */
export interface Storage {
  /** Stores a stream of at most `limit` bytes and gives its size and SHA-256; undefined, and nothing stored, when it is longer. */
  write(key: string, body: ReadableStream<Uint8Array>, limit: number): Promise<Stored | undefined>;
  /** Undefined when there is no such file. */
  read(key: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** The first bytes, for telling what the file is. */
  head(key: string, bytes: number): Promise<Uint8Array | undefined>;
  remove(key: string): Promise<void>;
}

/** A storage on a disk of this machine. */
export interface LocalStorage extends Storage {
  /** Where a file lies, for a reader that goes to and fro in it. */
  placeOf(key: string): string;
  /** Deletes what has been on its way in since before a moment: its server has died. Answers how many. */
  forgetUnfinished(before: Date): Promise<number>;
}

export interface Stored {
  size: number;
  /** Hexadecimal. */
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
        // Also when the sender has gone; a file that came whole bears its own name by now.
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
  const hash = createHash("sha256");
  let size = 0;
  async function* measured() {
    const reader = body.getReader();
    for (let part = await reader.read(); part.value; part = await reader.read()) {
      size += part.value.length;
      if (size > limit) {
        await reader.cancel();
        return;
      }
      hash.update(part.value);
      yield part.value;
    }
  }
  // On the disk before its name is: a row that is committed must not name an empty file after a power cut.
  await pipeline(measured, createWriteStream(target, { mode: 0o600, flush: true }));
  return size > limit ? undefined : { size, sha256: hash.digest("hex") };
}
