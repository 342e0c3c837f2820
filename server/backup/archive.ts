import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { type Entry, extract, type Pack, pack } from "tar-stream";
import { z } from "zod";
import { syncPath } from "~/server/database/flush";
import { entry, formatVersion, Manifest } from "./format";

/** The quickest level that still makes a fifth of the text: an embedded database waits during it. */
const compression = { level: 3 };
/** Far more than any manifest or list of checksums has. */
const largestText = 256 * 1024 * 1024;

/** Puts entries into a backup that is being written. */
export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>;
  addFile(name: string, content: Readable, size: number): Promise<void>;
}

/**
 * Writes a backup: under another name until it is whole and on the disk, so that a file named `target` is always whole.
 * Gives its size.
 */
export async function writeArchive(
  target: string,
  write: (archive: ArchiveWriter) => Promise<void>,
  signal?: AbortSignal,
): Promise<number> {
  const folder = dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = join(folder, `.${basename(target)}.part`);
  await rm(partial, { force: true });
  try {
    const tar = pack();
    const written = pipeline(tar, createGzip(compression), createWriteStream(partial, { mode: 0o600, flags: "wx" }), {
      signal,
    });
    const filled = fill(tar, write).catch((error) => {
      tar.destroy(error);
      throw error;
    });
    // Both to their end, since one may still hold a transaction; the first reports a full disk.
    for (const end of await Promise.allSettled([written, filled])) if (end.status === "rejected") throw end.reason;
    await syncPath(partial);
    const { size } = await stat(partial);
    await rename(partial, target);
    await syncPath(folder);
    return size;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function fill(tar: Pack, write: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const checksums: Record<string, string> = {};
  const mtime = new Date();
  const add = (name: string, content: Buffer) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name, mode: 0o600, mtime }, content, (error) => (error ? reject(error) : resolve()));
    });
  await write({
    async add(name, content) {
      checksums[name] = createHash("sha256").update(content).digest("hex");
      await add(name, content);
    },
    async addFile(name, content, size) {
      const hash = createHash("sha256");
      const measured = async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          yield chunk;
        }
      };
      await pipeline(content, measured, tar.entry({ name, size, mode: 0o600, mtime }));
      checksums[name] = hash.digest("hex");
    },
  });
  await add(entry.checksums, Buffer.from(JSON.stringify(checksums)));
  tar.finalize();
}

/** The entries of a backup in their order; each has to be read or passed over (`resume`) before the next one comes. */
export async function* entriesOf(file: string): AsyncGenerator<Entry, void> {
  const tar = extract();
  const piped = pipeline(createReadStream(file), createGunzip(), tar);
  // The loop below throws it as well.
  piped.catch(() => {});
  for await (const one of tar) yield one;
  await piped;
}

/** The whole content of an entry. */
export async function bytesOf(one: Entry): Promise<Buffer> {
  if ((one.header.size ?? 0) > largestText) throw new Error(`备份中的 ${one.header.name} 过大`);
  const chunks: Buffer[] = [];
  for await (const chunk of one) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What a backup says of itself, without proof of the rest; throws an Error in Chinese words when it is none of ours. */
export async function readManifest(file: string): Promise<Manifest> {
  const first = await firstJson(file).catch((error) => {
    throw refusal("不是本系统的备份文件，或已损坏", error);
  });
  const head = Head.safeParse(first).data;
  if (!head) throw new Error("不是本系统的备份文件");
  if (head.format > formatVersion) throw new Error("备份来自更新的程序：请升级程序后再恢复");
  return Manifest.parse(first);
}

const Head = Manifest.pick({ product: true, format: true });
const Checksums = z.record(z.string(), z.string());

async function firstJson(file: string): Promise<unknown> {
  for await (const one of entriesOf(file))
    return one.header.name === entry.manifest ? JSON.parse((await bytesOf(one)).toString()) : undefined;
  return undefined;
}

/** Reads a backup to its end and proves every entry; throws an Error in Chinese words when it is another file, damaged or cut off. */
export async function verifyArchive(file: string): Promise<Manifest> {
  const manifest = await readManifest(file);
  await verifyEntries(file).catch((error) => {
    throw refusal("备份文件已损坏或不完整", error);
  });
  return manifest;
}

async function verifyEntries(file: string): Promise<void> {
  const found = new Map<string, string>();
  let promised: Record<string, string> | undefined;
  for await (const one of entriesOf(file)) {
    const { name } = one.header;
    if (promised || found.has(name)) throw new Error(`多余的 ${name}`);
    if (name === entry.checksums) promised = Checksums.parse(JSON.parse((await bytesOf(one)).toString()));
    else found.set(name, await hashOf(one));
  }
  if (!promised) throw new Error("没有校验清单");
  const names = Object.keys(promised);
  const wrong = names.find((name) => found.get(name) !== promised[name]);
  if (wrong || names.length !== found.size) throw new Error(`校验不符 ${wrong ?? ""}`);
}

async function hashOf(one: Entry): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of one) hash.update(chunk);
  return hash.digest("hex");
}

function refusal(words: string, error: unknown): Error {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Error("找不到备份文件");
  return new Error(`${words}（${error instanceof Error ? error.message : String(error)}）`);
}
