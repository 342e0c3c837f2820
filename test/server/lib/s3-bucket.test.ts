import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Refusal } from "~/server/lib/call";
import { createLog } from "~/server/lib/log";
import { requireBucket, s3Bucket } from "~/server/lib/s3-bucket";
import type { Bucket } from "~/server/lib/storage";
import { s3Server } from "~/test/support/s3";

let server: Awaited<ReturnType<typeof s3Server>>;
let bucket: Bucket;
let logged: string[] = [];
const log = createLog("warn", { write: (line) => void logged.push(line) });

beforeAll(async () => {
  server = await s3Server();
  bucket = s3Bucket(server.config, log);
});
afterAll(() => server.close());
beforeEach(() => {
  server.objects.clear();
  server.begun.clear();
  server.failOn(undefined);
  server.setClock(undefined);
  logged = [];
});

const megabyte = 1024 * 1024;
const streamOf = (...parts: Uint8Array[]) => new Blob(parts.map((part) => new Uint8Array(part))).stream();
const textOf = (body: ReadableStream<Uint8Array> | undefined) => new Response(body ?? "nothing").text();

test("a file is written, read, begun and removed; one that is not there is nothing", async () => {
  const bytes = Buffer.from("twelve bytes");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  expect(await bucket.write("album/one", streamOf(bytes), 12, "image/png")).toEqual({ size: 12, sha256 });
  expect(server.objects.get("album/one")?.mime).toBe("image/png");
  expect(await textOf(await bucket.read("album/one"))).toBe("twelve bytes");
  expect(Buffer.from((await bucket.head("album/one", 6)) ?? []).toString()).toBe("twelve");
  await bucket.remove("album/one");
  await bucket.remove("album/one");
  expect([await bucket.read("album/one"), await bucket.head("album/one", 6), await bucket.look("album/one")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(logged).toEqual([]);
});

test("a long file goes in pieces, and one that is too long leaves nothing", async () => {
  const long = new Uint8Array(17 * megabyte).fill(7);
  expect(await bucket.write("film/long", streamOf(long), long.length)).toMatchObject({ size: long.length });
  expect(server.objects.get("film/long")?.bytes.equals(long)).toBe(true);
  expect(server.asked.filter((line) => line === "PUT film/long part").length).toBe(3);
  expect(await bucket.write("film/longer", streamOf(long), long.length - 1)).toBeUndefined();
  expect(await bucket.write("album/short", streamOf(Buffer.from("too long")), 7)).toBeUndefined();
  expect([server.objects.has("film/longer"), server.objects.has("album/short"), server.begun.size]).toEqual([
    false,
    false,
    0,
  ]);
});

test("a sender who goes away leaves nothing, and his own fault is told", async () => {
  let sent = 0;
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (++sent > 10) controller.error(new Error("the sender has gone"));
      else controller.enqueue(new Uint8Array(megabyte));
    },
  });
  await expect(bucket.write("film/cut", broken, 100 * megabyte)).rejects.toThrow("the sender has gone");
  expect([server.objects.has("film/cut"), server.begun.size]).toEqual([false, 0]);
});

test("a bucket that breaks off is told as 50300 and to the log, and leaves nothing half-written", async () => {
  server.failOn((line) => line.endsWith(" part"));
  const long = new Uint8Array(9 * megabyte);
  const failure = await bucket.write("film/long", streamOf(long), long.length).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Refusal);
  expect(failure).toMatchObject({ code: 50300, message: "文件存储暂时没有响应，请稍后再试" });
  expect([server.objects.has("film/long"), logged.length > 0]).toEqual([false, true]);
  server.failOn(() => true);
  await expect(bucket.read("film/long")).rejects.toMatchObject({ code: 50300 });
});

test("an address to send to takes exactly the announced bytes, in its minutes", async () => {
  const now = new Date();
  const { url, headers } = await bucket.addressToPut("incoming/x", { size: 5, mime: "image/png", now, minutes: 15 });
  const put = async (body: string, options: { address?: string; mime?: string } = {}) => {
    const sent = { ...headers, ...(options.mime ? { "content-type": options.mime } : {}) };
    return (await fetch(options.address ?? url, { method: "PUT", body, headers: sent })).status;
  };
  expect(await put("123456")).toBe(403);
  expect(await put("12345", { mime: "text/html" })).toBe(403);
  expect(await put("12345", { address: url.replace("incoming/x", "album/known") })).toBe(403);
  expect(await put("12345", { address: url.replace(/Expires=\d+/, "Expires=99999") })).toBe(403);
  server.setClock(new Date(now.getTime() + 16 * 60_000));
  expect(await put("12345")).toBe(403);
  expect(server.objects.size).toBe(0);
  server.setClock(new Date(now.getTime() + 14 * 60_000));
  expect(await put("12345")).toBe(200);
  expect(server.objects.get("incoming/x")).toMatchObject({ mime: "image/png" });
});

test("what was looked at is what is read and copied, or nothing", async () => {
  await bucket.write("incoming/a", streamOf(Buffer.from("first")), 5);
  const { version = "", size } = (await bucket.look("incoming/a")) ?? {};
  expect(size).toBe(5);
  expect(await textOf(await bucket.readVersion("incoming/a", version))).toBe("first");
  expect(await bucket.copy("incoming/a", "film/a", version, "video/mp4")).toBe(true);
  expect(server.objects.get("film/a")).toMatchObject({ mime: "video/mp4" });
  await bucket.write("incoming/a", streamOf(Buffer.from("other")), 5);
  expect(await bucket.readVersion("incoming/a", version)).toBeUndefined();
  expect(await bucket.copy("incoming/a", "film/b", version, "video/mp4")).toBe(false);
  expect([await textOf(await bucket.read("film/a")), server.objects.has("film/b")]).toEqual(["first", false]);
});

test("an address to read from is the same for an hour and good for one more, or the public one", async () => {
  await bucket.write("album/a", streamOf(Buffer.from("picture")), 7, "image/png");
  const shown = { name: "现场.png", mime: "image/png" };
  const at = (time: string) => bucket.addressToGet("album/a", { ...shown, now: new Date(`2030-05-01T${time}Z`) });
  const url = await at("10:00:01");
  expect(await at("10:59:59")).toBe(url);
  expect(await at("11:00:00")).not.toBe(url);
  const statusAt = async (time: string, address = url) => {
    server.setClock(new Date(`2030-05-01T${time}Z`));
    return (await fetch(address)).status;
  };
  expect([await statusAt("11:59:59"), await statusAt("12:00:01")]).toEqual([200, 403]);
  expect(await statusAt("11:00:00", url.replace("album/a", "annex/a"))).toBe(403);
  const open = s3Bucket({ ...server.config, publicUrl: "https://cdn.test/files" }, log);
  expect(await open.addressToGet("album/a", { ...shown, now: new Date() })).toBe("https://cdn.test/files/album/a");
});

test("what was left half-way is removed after its time, and nothing else", async () => {
  for (const key of ["incoming/a", "incoming/b", "incoming/c", "album/a"])
    await bucket.write(key, streamOf(Buffer.from("bytes")), 5);
  for (const key of ["film/x", "of another program"]) server.begun.set(key, { key, mime: "", parts: new Map() });
  expect(await bucket.forgetUnfinished(new Date(Date.now() - 3_600_000))).toBe(1);
  expect([server.objects.size, [...server.begun.keys()]]).toEqual([4, ["of another program"]]);
  expect(await bucket.forgetUnfinished(new Date(Date.now() + 3_600_000))).toBe(3);
  const left: string[] = [];
  for await (const key of bucket.keys("")) left.push(key);
  expect(left).toEqual(["album/a"]);
});

test("a page reaches the bucket where it is: by its path, or by its own host", () => {
  const { config } = server;
  expect(bucket.origins).toEqual([config.endpoint]);
  const hosted = { ...config, endpoint: "https://s3.test", isPathStyle: false, publicUrl: "https://cdn.test/x" };
  expect(s3Bucket(hosted, log).origins).toEqual(["https://files.s3.test", "https://cdn.test"]);
});

test("a wrong bucket or key is told at the start; one that does not answer only to the log", async () => {
  await expect(requireBucket(server.config, log)).resolves.toBeUndefined();
  await expect(requireBucket({ ...server.config, name: "other" }, log)).rejects.toThrow(
    "存储桶 other 不可用：不存在，请检查 S3_ENDPOINT、S3_BUCKET",
  );
  await expect(requireBucket({ ...server.config, secretKey: "wrong" }, log)).rejects.toThrow("没有权限");
  expect(logged).toEqual([]);
  server.failOn(() => true);
  await expect(requireBucket(server.config, log)).resolves.toBeUndefined();
  expect(logged.join()).toContain("the bucket does not answer yet");
});
