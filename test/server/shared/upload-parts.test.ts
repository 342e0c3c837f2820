import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { partBytes, upload } from "~/contract/shared/upload";
import { media, uploadPart } from "~/server/database/tables/system/system";
import { sweepMedia } from "~/server/lib/media";
import { s3Bucket } from "~/server/lib/s3-bucket";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeUser, testNow } from "~/test/support/factories";
import { film } from "~/test/support/media-files";
import { s3Server } from "~/test/support/s3";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
let uploader: number;
let other: number;
let server: Awaited<ReturnType<typeof s3Server>>;

beforeAll(async () => {
  server = await s3Server();
});
afterAll(() => server.close());
beforeEach(async () => {
  await resetDatabase(db);
  api.setClock(testNow);
  uploader = (await makeUser(db, { role: "content_editor" })).id;
  other = (await makeUser(db, { role: "content_editor" })).id;
});

/** Two parts, of which the second is shorter. */
const bytes = film({ content: partBytes + 1000 });
const partOf = (n: number) => bytes.subarray((n - 1) * partBytes, n * partBytes);
const rowOf = async (id: number) => (await db.select().from(media).where(eq(media.id, id)))[0];
const keysOf = async (id: number) =>
  (await db.select().from(uploadPart).where(eq(uploadPart.media_id, id))).map(({ key }) => key);

async function announce(size = bytes.length) {
  const body = { scene: "film" as const, filename: "讲解.mp4", size, mime: "video/mp4" };
  const { data } = await (await api.as(uploader))(upload.token, { body });
  return { id: data.media_id, data, token: data.upload_url.split("/").at(-1) ?? "" };
}
async function putPart(token: string, n: number | string, part: Uint8Array, by = uploader) {
  const headers = { authorization: `Bearer ${await api.tokenOf(by)}` };
  const address = `/api/upload/file/${token}/part/${n}`;
  const answer = await api.app.request(address, { method: "PUT", headers, body: new Blob([new Uint8Array(part)]) });
  return (await answer.json()) as { code: number; data: unknown };
}
const come = async (token: string, by = uploader) => (await api.as(by))(upload.parts, { params: { token } });
const complete = async (media_id: number) => (await api.as(uploader))(upload.complete, { body: { media_id } });

test("a film comes in parts, in any order, is gone on with later, and is one file in the end", async () => {
  const { id, data, token } = await announce();
  expect(data).toMatchObject({ part_size: partBytes, expires_at: "2026-11-21T12:00:00.000+08:00" });
  expect((await come(token)).data).toEqual({ media_id: id, part_size: partBytes, parts: [] });
  expect((await putPart(token, 2, partOf(2))).code).toBe(200);
  expect(await complete(id)).toMatchObject({ code: 42200, data: { errors: [{ message: "文件不完整，请重新上传" }] } });
  // Hours later, after the page was loaded again.
  api.setClock(new Date(testNow.getTime() + 23 * 3_600_000));
  expect((await come(token)).data.parts).toEqual([2]);
  const [first] = await keysOf(id);
  expect((await putPart(token, 2, partOf(2))).code).toBe(200);
  expect(await api.services.storage.has(first ?? "")).toBe(false);
  expect((await putPart(token, 1, partOf(1))).code).toBe(200);
  const parts = await keysOf(id);
  const done = await complete(id);
  expect(done).toMatchObject({ code: 200, data: { name: "讲解.mp4", size: bytes.length } });
  expect(await rowOf(id)).toMatchObject({ status: "ready", width: 640, duration: 5 });
  const read = await api.app.request(done.data.url);
  expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
  const isLeft = await Promise.all(parts.map((key) => api.services.storage.has(key)));
  expect([isLeft, await keysOf(id)]).toEqual([[false, false], []]);
  expect(await putPart(token, 1, partOf(1))).toMatchObject({ code: 40902 });
  expect(await come(token)).toMatchObject({ code: 40902 });
});

test("a part of another number or length, by a stranger, after a day, or of a larger film is refused", async () => {
  const { id, token } = await announce();
  for (const n of [0, 3, "01", "x"]) expect((await putPart(token, n, partOf(2))).code).toBe(40400);
  expect((await putPart(token, 2, partOf(1))).code).toBe(41300);
  expect((await putPart(token, 1, partOf(2))).code).toBe(42200);
  expect((await putPart(token, 2, partOf(2), other)).code).toBe(40400);
  expect((await come(token, other)).code).toBe(40400);
  expect((await come(`${token}x`)).code).toBe(40400);
  expect(await keysOf(id)).toEqual([]);
  api.setClock(new Date(testNow.getTime() + 25 * 3_600_000));
  expect((await putPart(token, 2, partOf(2))).code).toBe(40400);
  const body = { scene: "film" as const, filename: "长.mp4", size: 501 * 1024 * 1024, mime: "video/mp4" };
  expect((await (await api.as(uploader))(upload.token, { body })).code).toBe(41300);
  // A file of another scene has no parts.
  const picture = { scene: "cover" as const, filename: "a.png", size: 10, mime: "image/png" };
  const { data } = await (await api.as(uploader))(upload.token, { body: picture });
  expect((await come(data.upload_url.split("/").at(-1) ?? "")).code).toBe(40400);
});

test("what is no film is refused once joined, and nothing of it is left", async () => {
  const page = Buffer.from("<html>no film</html>");
  const { id, token } = await announce(page.length);
  await putPart(token, 1, page);
  const parts = await keysOf(id);
  expect((await complete(id)).code).toBe(41500);
  expect([(await rowOf(id))?.status, await api.services.storage.has(parts[0] ?? "")]).toEqual(["blocked", false]);
});

test("of two who complete at once one does; the file is whole", async () => {
  const { id, token } = await announce();
  for (const n of [1, 2]) await putPart(token, n, partOf(n));
  const codes = (await Promise.all([complete(id), complete(id)])).map(({ code }) => code).sort();
  expect(codes[0]).toBe(200);
  expect([40400, 40902]).toContain(codes[1]);
  const { key } = (await rowOf(id)) ?? {};
  const stored = await new Response(await api.services.storage.read(key ?? "")).arrayBuffer();
  expect(Buffer.from(stored).equals(bytes)).toBe(true);
});

test("parts that nobody went on with are swept after a day", async () => {
  const { id, token } = await announce();
  await putPart(token, 1, partOf(1));
  const [key = ""] = await keysOf(id);
  await db.update(media).set({ created_at: testNow.toISOString() }).where(eq(media.id, id));
  api.setClock(new Date(testNow.getTime() + 24 * 3_600_000));
  expect([await sweepMedia(api.services), await api.services.storage.has(key)]).toEqual([0, true]);
  api.setClock(new Date(testNow.getTime() + 26 * 3_600_000));
  expect([await sweepMedia(api.services), await api.services.storage.has(key)]).toEqual([1, false]);
  expect(await rowOf(id)).toBeUndefined();
});

test("with a bucket the parts lie there, and are joined there", async () => {
  api.services.bucket = s3Bucket(server.config, api.services.log);
  try {
    const { id, token } = await announce();
    expect(
      (await Promise.all([putPart(token, 1, partOf(1)), putPart(token, 2, partOf(2))])).map(({ code }) => code),
    ).toEqual([200, 200]);
    expect((await come(token)).data.parts).toEqual([1, 2]);
    expect((await complete(id)).code).toBe(200);
    const row = await rowOf(id);
    expect([...server.objects.keys()]).toEqual([row?.key]);
    expect(server.objects.get(row?.key ?? "")?.bytes.equals(bytes)).toBe(true);
    expect(server.begun.size).toBe(0);
    const left = await announce();
    await putPart(left.token, 1, partOf(1));
    expect(server.begun.size).toBe(1);
    await db.update(media).set({ created_at: testNow.toISOString() }).where(eq(media.id, left.id));
    api.setClock(new Date(testNow.getTime() + 26 * 3_600_000));
    await sweepMedia(api.services);
    expect([server.begun.size, await rowOf(left.id)]).toEqual([0, undefined]);
  } finally {
    api.services.bucket = undefined;
  }
});
