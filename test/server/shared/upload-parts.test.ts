import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partBytes, upload } from "~/contract/shared/upload";
import { media, uploadPart } from "~/server/database/tables/system/system";
import { sweepMedia } from "~/server/lib/media";
import { s3Bucket } from "~/server/lib/s3-bucket";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { testNow } from "~/test/support/factories";
import { film } from "~/test/support/media-files";
import { rowsOf } from "~/test/support/rows";
import { s3Server } from "~/test/support/s3";
import { signedIn } from "~/test/support/signed-in";
import { announce, complete } from "~/test/support/uploads";

const { db } = testDatabase();
const { rowIn, rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const { asUploader, asOther } = signedIn(api, {
  uploader: { role: "content_editor" },
  other: { role: "content_editor" },
});
let server: Awaited<ReturnType<typeof s3Server>>;
beforeAll(async () => {
  server = await s3Server();
});
afterAll(() => server.close());

/** Two parts, of which the second is shorter. */
const bytes = film({ content: partBytes + 1000 });
const partOf = (n: number) => bytes.subarray((n - 1) * partBytes, n * partBytes);
const rowOf = (id: number) => rowIn("media", id);
const keysOf = async (id: number) => (await rowsIn("uploadPart", eq(uploadPart.media_id, id))).map(({ key }) => key);

async function begin(size = bytes.length) {
  const { data } = await announce(asUploader, "film", size, "video/mp4", { filename: "讲解.mp4" });
  return { id: data.media_id, data, token: tokenIn(data.upload_url) };
}
const tokenIn = (url: string) => url.split("/").at(-1) ?? "";
const putPart = (token: string, n: number | string, part: Uint8Array, by = asUploader) =>
  by.unchecked(upload.part, { params: { token, n }, body: new Blob([new Uint8Array(part)]) });
const come = (token: string, by = asUploader) => by(upload.parts, { params: { token } });
const finish = (media_id: number) => complete(asUploader, media_id);
const after = (hours: number) => api.setClock(new Date(testNow.getTime() + hours * 3_600_000));
const isKept = (key = "") => api.services.storage.has(key);

test("a film comes in parts, in any order, is gone on with later, and is one file in the end", async () => {
  const { id, data, token } = await begin();
  expect(data).toMatchObject({ part_size: partBytes, expires_at: "2026-11-21T12:00:00.000+08:00" });
  expect((await come(token)).data).toEqual({ media_id: id, part_size: partBytes, parts: [] });
  expect((await putPart(token, 2, partOf(2))).code).toBe(200);
  expect(await finish(id)).toMatchObject({ code: 42200, data: { errors: [{ message: "文件不完整，请重新上传" }] } });
  // Hours later, after the page was loaded again.
  after(23);
  expect((await come(token)).data.parts).toEqual([2]);
  const [first] = await keysOf(id);
  expect((await putPart(token, 2, partOf(2))).code).toBe(200);
  expect(await isKept(first)).toBe(false);
  expect((await putPart(token, 1, partOf(1))).code).toBe(200);
  const parts = await keysOf(id);
  const done = await finish(id);
  expect(done).toMatchObject({ code: 200, data: { name: "讲解.mp4", size: bytes.length } });
  expect(await rowOf(id)).toMatchObject({ status: "ready", width: 640, duration: 5 });
  const read = await api.app.request(done.data.url);
  expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
  const isLeft = await Promise.all(parts.map(isKept));
  expect([isLeft, await keysOf(id)]).toEqual([[false, false], []]);
  expect(await putPart(token, 1, partOf(1))).toMatchObject({ code: 40902 });
  expect(await come(token)).toMatchObject({ code: 40902 });
});

test("a part of another number or length, by a stranger, after a day, or of a larger film is refused", async () => {
  const { id, token } = await begin();
  for (const n of [0, 3, "01", "x"]) expect((await putPart(token, n, partOf(2))).code).toBe(40400);
  expect((await putPart(token, 2, partOf(1))).code).toBe(41300);
  expect((await putPart(token, 1, partOf(2))).code).toBe(42200);
  expect((await putPart(token, 2, partOf(2), asOther)).code).toBe(40400);
  for (const reply of [await come(token, asOther), await come(`${token}x`)]) expect(reply.code).toBe(40400);
  expect(await keysOf(id)).toEqual([]);
  after(25);
  expect((await putPart(token, 2, partOf(2))).code).toBe(40400);
  expect((await announce(asUploader, "film", 501 * 1024 * 1024, "video/mp4")).code).toBe(41300);
  // A file of another scene has no parts.
  const { data } = await announce(asUploader, "cover", 10, "image/png");
  expect((await come(tokenIn(data.upload_url))).code).toBe(40400);
});

test("what is no film is refused once joined, and nothing of it is left", async () => {
  const page = Buffer.from("<html>no film</html>");
  const { id, token } = await begin(page.length);
  await putPart(token, 1, page);
  const parts = await keysOf(id);
  expect((await finish(id)).code).toBe(41500);
  expect([(await rowOf(id)).status, await isKept(parts[0])]).toEqual(["blocked", false]);
});

test("of two who complete at once one does; the file is whole", async () => {
  const { id, token } = await begin();
  for (const n of [1, 2]) await putPart(token, n, partOf(n));
  const codes = (await Promise.all([finish(id), finish(id)])).map(({ code }) => code).sort();
  expect(codes[0]).toBe(200);
  expect([40400, 40902]).toContain(codes[1]);
  const stored = await new Response(await api.services.storage.read((await rowOf(id)).key)).arrayBuffer();
  expect(Buffer.from(stored).equals(bytes)).toBe(true);
});

test("parts that nobody went on with are swept after a day", async () => {
  const { id, token } = await begin();
  await putPart(token, 1, partOf(1));
  const [key = ""] = await keysOf(id);
  await updateIn("media", id, { created_at: testNow.toISOString() });
  after(24);
  expect([await sweepMedia(api.services), await isKept(key)]).toEqual([0, true]);
  after(26);
  expect([await sweepMedia(api.services), await isKept(key)]).toEqual([1, false]);
  expect(await rowsIn("media")).toEqual([]);
});

test("with a bucket the parts lie there, and are joined there", async () => {
  api.services.bucket = s3Bucket(server.config, api.services.log);
  try {
    const { id, token } = await begin();
    for (const reply of await Promise.all([1, 2].map((n) => putPart(token, n, partOf(n)))))
      expect(reply.code).toBe(200);
    expect((await come(token)).data.parts).toEqual([1, 2]);
    expect((await finish(id)).code).toBe(200);
    const row = await rowOf(id);
    expect([...server.objects.keys()]).toEqual([row?.key]);
    expect(server.objects.get(row?.key ?? "")?.bytes.equals(bytes)).toBe(true);
    expect(server.begun.size).toBe(0);
    const left = await begin();
    await putPart(left.token, 1, partOf(1));
    expect(server.begun.size).toBe(1);
    await updateIn("media", left.id, { created_at: testNow.toISOString() });
    after(26);
    await sweepMedia(api.services);
    expect([server.begun.size, await db.$count(media, eq(media.id, left.id))]).toEqual([0, 0]);
  } finally {
    api.services.bucket = undefined;
  }
});
