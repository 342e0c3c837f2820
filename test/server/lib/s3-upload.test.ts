import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type UploadScene, upload } from "~/contract/shared/upload";
import { broker } from "~/server/database/tables/system/admin";
import { media } from "~/server/database/tables/system/system";
import { mediaSweep } from "~/server/jobs/shared/media-sweep";
import { dropMedia, storageOf } from "~/server/lib/media";
import { s3Bucket } from "~/server/lib/s3-bucket";
import { pictureUrl, publicPictureUrl } from "~/server/resources/shared/upload";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeMedia, makeUser } from "~/test/support/factories";
import { phonePicture } from "~/test/support/media-files";
import { putBroker } from "~/test/support/public-pages";
import { s3Server } from "~/test/support/s3";

const { db } = testDatabase();
const api = testApi(db);
let server: Awaited<ReturnType<typeof s3Server>>;
let uploader: number;

beforeAll(async () => {
  server = await s3Server();
  api.services.bucket = s3Bucket(server.config, api.services.log);
});
afterAll(() => server.close());
beforeEach(async () => {
  await resetDatabase(db);
  server.objects.clear();
  server.failOn(undefined);
  uploader = (await makeUser(db, { role: "sales" })).id;
});

const rowOf = async (id: number) => (await db.select().from(media).where(eq(media.id, id)))[0];
const keys = () => [...server.objects.keys()].sort();

async function ask(scene: UploadScene, mime: string, size: number, sha256?: string) {
  const send = await api.as(uploader);
  return (await send(upload.token, { body: { scene, filename: "文件", size, mime, ...(sha256 ? { sha256 } : {}) } }))
    .data;
}
const complete = async (media_id: number) => (await api.as(uploader))(upload.complete, { body: { media_id } });
const put = (url: string, headers: Record<string, string>, bytes: Uint8Array) =>
  fetch(url, { method: "PUT", headers, body: new Uint8Array(bytes) }).then(({ status }) => status);

async function send(scene: UploadScene, mime: string, bytes: Uint8Array) {
  const { media_id: id, upload_url: url, headers } = await ask(scene, mime, bytes.length);
  expect(url).toContain(`${server.config.endpoint}/files/incoming/`);
  expect(await put(url, headers, bytes)).toBe(200);
  return { ...(await complete(id)), id, url, headers };
}

/** Reads an address as a browser does: where it is sent on, there. */
async function read(address: string) {
  const first = await api.app.request(address);
  const to = first.headers.get("location");
  const answer = to ? await fetch(to) : first;
  return { first, to, type: answer.headers.get("content-type"), bytes: Buffer.from(await answer.arrayBuffer()) };
}

test("a public picture goes straight to the bucket, is made anew there, and is read from there", async () => {
  const bytes = await phonePicture({ width: 800, height: 600 });
  const { id, data } = await send("album", "image/jpeg", bytes);
  const row = await rowOf(id);
  expect(keys()).toEqual([row?.key, row?.thumb_key].sort());
  expect(row?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  const whole = await read(data.url);
  expect([whole.first.status, whole.first.headers.get("cache-control")]).toEqual([302, "private, max-age=1800"]);
  expect([whole.type, whole.bytes.includes("Telephone")]).toEqual(["image/jpeg", false]);
  expect((await sharp((await read(pictureUrl(api.services, id, "thumb"))).bytes).metadata()).format).toBe("webp");
  // Known by what was sent, though something else is kept.
  expect(await ask("album", "image/jpeg", bytes.length, row?.sha256 ?? "")).toMatchObject({
    exists: true,
    media_id: id,
  });
});

test("what was published cannot be written over by the address that it came by, and what is sent there later is swept", async () => {
  const bytes = await phonePicture({ width: 80, height: 60 });
  const { id, url, headers, data } = await send("album", "image/jpeg", bytes);
  const before = (await read(data.url)).bytes;
  expect(await put(url, headers, Buffer.alloc(bytes.length, 1))).toBe(200);
  expect((await read(data.url)).bytes.equals(before)).toBe(true);
  expect((await complete(id)).code).toBe(40902);
  const later = new Date(Date.now() + 26 * 3_600_000);
  await mediaSweep.run({ services: api.services, at: later, signal: new AbortController().signal });
  const row = await rowOf(id);
  expect(keys()).toEqual([row?.key, row?.thumb_key].sort());
});

test("a page as a picture, a file that is not there, and one of another length are refused and leave nothing", async () => {
  const html = Buffer.from("<html><script>alert(1)</script></html>");
  const page = await send("cover", "image/png", html);
  expect([page.code, (await rowOf(page.id))?.status, keys()]).toEqual([41500, "blocked", []]);
  const unsent = await ask("cover", "image/png", 10);
  expect((await complete(unsent.media_id)).code).toBe(40400);
  const short = await ask("cover", "image/png", 10);
  // As by a maker who does not hold to the signed length.
  await api.services.bucket?.write(short.key, new Blob(["five!"]).stream(), 5);
  expect(await complete(short.media_id)).toMatchObject({
    code: 42200,
    data: { errors: [{ message: "文件不完整，请重新上传" }] },
  });
  expect(keys()).toEqual([]);
});

test("a private file goes through the server, lies sealed in the bucket, and is read through the server", async () => {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#888" } })
    .png()
    .toBuffer();
  const { media_id: id, upload_url, headers } = await ask("tracking", "image/png", png.length);
  expect(upload_url).toMatch(/^\/api\/upload\/file\//);
  const bearer = { ...headers, authorization: `Bearer ${await api.tokenOf(uploader)}` };
  const body = new Blob([new Uint8Array(png)]);
  expect((await api.app.request(upload_url, { method: "PUT", headers: bearer, body })).status).toBe(200);
  const { data } = await complete(id);
  const [object] = [...server.objects.values()];
  expect(object?.bytes.subarray(0, 4).toString()).toBe("XFS1");
  expect(object?.bytes.includes(png.subarray(0, 8))).toBe(false);
  const whole = await read(data.url);
  expect([whole.first.status, whole.to]).toEqual([200, null]);
  expect(await sharp(whole.bytes).metadata()).toMatchObject({ format: "png", width: 40, height: 30 });
  await dropMedia(db, [id]);
  await mediaSweep.run({ services: api.services, at: new Date(), signal: new AbortController().signal });
  expect(keys()).toEqual([]);
});

test("what is public comes through the server, at an address that stays; of a film also a part", async () => {
  const bytes = await phonePicture({ width: 80, height: 60 });
  const { id } = await send("cover", "image/jpeg", bytes);
  const facts = { scene: "film", kind: "video", mime: "video/mp4", size: 10, is_private: false };
  const film = await makeMedia(db, { uploader, key: "film/bay", ...facts });
  await api.services.bucket?.write("film/bay", new Blob(["0123456789"]).stream(), 10);
  await putBroker(db, { broker_no: "BK1", avatar_id: id });
  const read = async (of: number, headers = {}) => {
    const answer = await api.app.request(publicPictureUrl(api.services, of), { headers });
    return [answer.status, answer.headers.get("cache-control"), Buffer.from(await answer.arrayBuffer())] as const;
  };
  expect(await read(id)).toEqual([
    200,
    "public, max-age=31536000, immutable",
    server.objects.get((await rowOf(id))?.key ?? "")?.bytes,
  ]);
  await db.update(broker).set({ avatar_id: film.id });
  const [status, , part] = await read(film.id, { range: "bytes=2-4" });
  expect([status, part.toString()]).toEqual([206, "234"]);
});

test("what lay in the folder before there was a bucket is read from there, and removed there", async () => {
  const key = "album/2026-01/before";
  await api.services.storage.write(key, new Blob(["before"]).stream(), 10);
  const { id } = await makeMedia(db, { uploader, key, scene: "album", is_private: false });
  const whole = await read(pictureUrl(api.services, id));
  expect([whole.first.status, whole.bytes.toString()]).toEqual([200, "before"]);
  await storageOf(api.services, "album").remove(key);
  expect(await api.services.storage.has(key)).toBe(false);
});

test("a bucket that does not answer is told as 50300; what is asked again later succeeds", async () => {
  const bytes = await phonePicture({ width: 60, height: 40 });
  const { media_id: id, upload_url, headers } = await ask("album", "image/jpeg", bytes.length);
  await put(upload_url, headers, bytes);
  // The small picture cannot be written: the large one is taken back.
  let writes = 0;
  server.failOn((line) => line.startsWith("PUT album/") && ++writes > 1);
  expect(await complete(id)).toMatchObject({ status: 503, code: 50300, message: "文件存储暂时没有响应，请稍后再试" });
  expect([(await rowOf(id))?.status, keys().length]).toEqual(["uploading", 1]);
  server.failOn(undefined);
  expect((await complete(id)).code).toBe(200);
  expect(keys().length).toBe(2);
});
