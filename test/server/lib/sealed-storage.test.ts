import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { sealedStorage } from "~/server/lib/sealed-storage";
import { localStorage } from "~/server/lib/storage";

const folder = mkdtempSync(path.join(tmpdir(), "sealed-"));
const disk = localStorage(folder);
const master = randomBytes(32);
const storage = sealedStorage(disk, master);
const chunk = 64 * 1024;
const overhead = 20;

const onDisk = (key: string) => readFileSync(path.join(folder, key));
const textOf = async (key: string, from = storage) => {
  const stream = await from.read(key);
  return stream && Buffer.from(await new Response(stream).arrayBuffer());
};
async function store(bytes: Buffer, limit = bytes.length) {
  const key = `annex/${randomBytes(8).toString("hex")}`;
  return { key, stored: await storage.write(key, new Blob([new Uint8Array(bytes)]).stream(), limit) };
}

for (const size of [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 5 * chunk + 17])
  test(`${size} bytes come back as they were, and do not lie on the disk`, async () => {
    const bytes = randomBytes(size);
    const { key, stored } = await store(bytes);
    expect(stored).toEqual({ size, sha256: createHash("sha256").update(bytes).digest("hex") });
    expect((await textOf(key))?.equals(bytes)).toBe(true);
    expect(onDisk(key).length).toBe(overhead + size + 16 * Math.max(1, Math.ceil(size / chunk)));
    if (size > 32) expect(onDisk(key).includes(bytes.subarray(0, 32))).toBe(false);
  });

test("the first bytes are told without the rest", async () => {
  const bytes = randomBytes(3 * chunk);
  const { key } = await store(bytes);
  expect(Buffer.from((await storage.head(key, 10)) ?? [])).toEqual(bytes.subarray(0, 10));
  expect(Buffer.from((await storage.head(key, chunk + 5)) ?? []).equals(bytes.subarray(0, chunk + 5))).toBe(true);
  expect((await storage.head(key, 9 * chunk))?.length).toBe(3 * chunk);
});

test("a file that is not there is none", async () => {
  expect(await storage.read("annex/none")).toBeUndefined();
  expect(await storage.head("annex/none", 4)).toBeUndefined();
});

test("more bytes than the limit are not stored, and leave nothing behind", async () => {
  for (const [size, limit] of [
    [chunk + 1, chunk],
    [11, 10],
    [4 * chunk, 10],
  ] as const) {
    const { key, stored } = await store(randomBytes(size), limit);
    expect(stored).toBeUndefined();
    expect(await storage.read(key)).toBeUndefined();
  }
  expect(readdirSync(path.join(folder, "annex")).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a sender who goes away leaves nothing behind", async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(randomBytes(chunk));
      controller.error(new Error("gone"));
    },
  });
  await expect(storage.write("broken/file", body, 10 * chunk)).rejects.toThrow("gone");
  expect(readdirSync(path.join(folder, "broken"))).toEqual([]);
});

const damages: Record<string, (sealed: Buffer) => Buffer> = {
  "a changed byte": (sealed) => {
    sealed.writeUInt8(sealed.readUInt8(overhead + chunk + 40) ^ 1, overhead + chunk + 40);
    return sealed;
  },
  "a changed salt": (sealed) => {
    sealed.writeUInt8(sealed.readUInt8(10) ^ 1, 10);
    return sealed;
  },
  "a lost last chunk": (sealed) => sealed.subarray(0, overhead + 2 * (chunk + 16)),
  "a lost end": (sealed) => sealed.subarray(0, -1),
  "a lost middle": (sealed) =>
    Buffer.concat([sealed.subarray(0, overhead + chunk + 16), sealed.subarray(overhead + 2 * (chunk + 16))]),
  "two chunks that changed places": (sealed) =>
    Buffer.concat([
      sealed.subarray(0, overhead),
      sealed.subarray(overhead + chunk + 16, overhead + 2 * (chunk + 16)),
      sealed.subarray(overhead, overhead + chunk + 16),
      sealed.subarray(overhead + 2 * (chunk + 16)),
    ]),
  "bytes behind the end": (sealed) => Buffer.concat([sealed, randomBytes(20)]),
  "a header alone": (sealed) => sealed.subarray(0, overhead),
  "a plain file": () => Buffer.from("%PDF-1.7 not sealed at all, only put there by somebody"),
  nothing: () => Buffer.alloc(0),
};
for (const [name, damage] of Object.entries(damages))
  test(`${name} is noticed`, async () => {
    const { key } = await store(randomBytes(2 * chunk + 100));
    writeFileSync(path.join(folder, key), damage(onDisk(key)));
    await expect(textOf(key)).rejects.toThrow();
  });

test("neither another file's bytes nor another key open it", async () => {
  const one = await store(Buffer.from("passport of one"));
  const other = await store(Buffer.from("passport of other"));
  writeFileSync(path.join(folder, other.key), onDisk(one.key));
  await expect(textOf(other.key)).rejects.toThrow();
  await expect(textOf(one.key, sealedStorage(disk, randomBytes(32)))).rejects.toThrow();
});

test("the same file twice looks different on the disk", async () => {
  const bytes = randomBytes(100);
  const [one, other] = [await store(bytes), await store(bytes)];
  expect(onDisk(one.key).subarray(overhead).equals(onDisk(other.key).subarray(overhead))).toBe(false);
});
