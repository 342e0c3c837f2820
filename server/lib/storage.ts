import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";

/** Where files lie; the local driver is a folder, another driver may be a bucket. Keys are ours, never a user's text. */
export interface Storage {
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such file. */
  read(key: string): Promise<ReadableStream<Uint8Array> | undefined>;
  remove(key: string): Promise<void>;
}

/** Files in a folder; a file appears whole or not at all. */
export function localStorage(folder: string): Storage {
  const place = (key: string) => path.join(folder, ...key.split("/").filter((part) => part && part !== ".."));
  return {
    async write(key, bytes) {
      const target = place(key);
      await mkdir(path.dirname(target), { recursive: true });
      const partial = `${target}.${process.pid}.part`;
      await writeFile(partial, bytes);
      await rename(partial, target);
    },
    async read(key) {
      const exists = await stat(place(key)).catch(() => undefined);
      if (!exists) return undefined;
      // Node's web stream type and the DOM's describe the same object.
      return Readable.toWeb(createReadStream(place(key))) as unknown as ReadableStream<Uint8Array>;
    },
    async remove(key) {
      await rm(place(key), { force: true });
    },
  };
}
