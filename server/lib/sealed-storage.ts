import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { Storage } from "./storage";

/**
 * A storage whose files are sealed (AES-256-GCM): a person with the disk but without the secret reads nothing and changes nothing unnoticed.
 *
 * A file is `XFS1`, 16 random bytes, then chunks of 64 KB of plain text, each as its ciphertext with a tag of 16 bytes; the last is shorter, or
 * empty. Its key is HKDF-SHA-256 of the master key with those random bytes as salt, so a file has a key of its own and its nonces may count:
 * 7 zero bytes, the chunk's number (4 bytes, big endian), and 1 for the last chunk, 0 for any other. So a chunk that was changed, moved, left
 * out or cut off is not accepted; the storage key goes into every tag, so that one file does not pass for another.
 */
export function sealedStorage(inner: Storage, master: Uint8Array): Storage {
  return {
    async write(key, body, limit) {
      const plain = { size: 0, hash: createHash("sha256") };
      // More plain text than the limit makes more sealed bytes than its limit: the storage itself stops.
      const stored = await inner.write(key, toWeb(seal(master, key, body, plain)), sealedSize(limit));
      return stored && { size: plain.size, sha256: plain.hash.digest("hex") };
    },
    async read(key) {
      const sealed = await inner.read(key);
      if (!sealed) return undefined;
      const chunks = open(master, key, sealed);
      // A small file, or the beginning of a large one, is proved before anything of it is sent.
      const first = await chunks.next();
      return toWeb(resumed(first, chunks));
    },
    async head(key, bytes) {
      const sealed = await inner.read(key);
      if (!sealed) return undefined;
      const parts: Uint8Array[] = [];
      let length = 0;
      for await (const part of open(master, key, sealed)) {
        parts.push(part);
        length += part.length;
        if (length >= bytes) break;
      }
      return Buffer.concat(parts).subarray(0, bytes);
    },
    remove: (key) => inner.remove(key),
  };
}

const magic = Buffer.from("XFS1");
const saltBytes = 16;
const headerBytes = magic.length + saltBytes;
const tagBytes = 16;
const chunkBytes = 64 * 1024;
const sealedChunkBytes = chunkBytes + tagBytes;

function sealedSize(bytes: number): number {
  return headerBytes + bytes + tagBytes * Math.max(1, Math.ceil(bytes / chunkBytes));
}

const fileKey = (master: Uint8Array, salt: Uint8Array) =>
  Buffer.from(hkdfSync("sha256", master, salt, "sealed file", 32));

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

async function* seal(
  master: Uint8Array,
  name: string,
  body: ReadableStream<Uint8Array>,
  plain: { size: number; hash: ReturnType<typeof createHash> },
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(saltBytes);
  const key = fileKey(master, salt);
  yield Buffer.concat([magic, salt]);
  for await (const { chunk, index, isLast } of inChunks(body, chunkBytes)) {
    plain.size += chunk.length;
    plain.hash.update(chunk);
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(index, isLast)).setAAD(Buffer.from(name));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

async function* open(
  master: Uint8Array,
  name: string,
  sealed: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  let key: Buffer | undefined;
  for await (const { chunk, index, isLast } of inChunks(sealed, sealedChunkBytes, headerBytes)) {
    if (!key) {
      if (!chunk.subarray(0, magic.length).equals(magic)) throw new Error(`${name}: not a sealed file`);
      key = fileKey(master, chunk.subarray(magic.length));
      if (isLast) throw new Error(`${name}: the sealed file ends in its header`);
      continue;
    }
    if (chunk.length < tagBytes) throw new Error(`${name}: the sealed file is cut off`);
    const text = chunk.length - tagBytes;
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(index - 1, isLast))
      .setAAD(Buffer.from(name))
      .setAuthTag(chunk.subarray(text));
    yield Buffer.concat([decipher.update(chunk.subarray(0, text)), decipher.final()]);
  }
}

/** A stream in pieces of one size, the first of another where that is given; the last may be shorter, and is the only one to be empty. */
async function* inChunks(body: ReadableStream<Uint8Array>, size: number, firstSize = size) {
  let rest = Buffer.alloc(0);
  let index = 0;
  const wanted = () => (index === 0 ? firstSize : size);
  // Node's web stream type and the DOM's describe the same object; leaving the loop cancels the stream.
  for await (const part of Readable.fromWeb(body as unknown as Parameters<typeof Readable.fromWeb>[0])) {
    rest = Buffer.concat([rest, part]);
    // More must have come than one piece: only then it is known not to be the last.
    while (rest.length > wanted()) {
      const chunk = rest.subarray(0, wanted());
      rest = rest.subarray(chunk.length);
      yield { chunk, index: index++, isLast: false };
    }
  }
  yield { chunk: rest, index, isLast: true };
}

async function* resumed(first: IteratorResult<Uint8Array, void>, others: AsyncGenerator<Uint8Array, void>) {
  if (first.done) return;
  yield first.value;
  yield* others;
}

// The same two types again.
const toWeb = (chunks: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(chunks, { objectMode: false })) as unknown as ReadableStream<Uint8Array>;
