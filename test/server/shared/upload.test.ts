import { createHash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { upload } from "~/contract/shared/upload";
import { operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeUser } from "~/test/support/factories";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db);
beforeEach(async () => {
  await resetDatabase(db);
  api.setClock(undefined);
});

/** The smallest PNG: one transparent pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

async function asSales() {
  const { id } = await makeUser(db, { role: "sales" });
  return { send: await api.as(id), token: await api.tokenOf(id) };
}

const ask = (size: number, mime = "image/png") => ({
  body: { scene: "tracking" as const, filename: "现场.png", size, mime },
});
const put = (url: string, token: string, body: Uint8Array) =>
  api.app.request(url, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}` },
    body: new Blob([new Uint8Array(body)]),
  });

test("a picture is announced, sent, checked and then readable by its signed address", async () => {
  const { send, token } = await asSales();
  const { data } = await send(upload.token, ask(png.length));
  expect((await put(data.upload_url, token, png)).status).toBe(200);
  const done = await send(upload.complete, { body: { media_id: data.media_id } });
  expect(done.data).toMatchObject({ id: data.media_id, name: "现场.png", mime: "image/png" });
  const read = await api.app.request(done.data.url);
  expect(read.headers.get("content-type")).toBe("image/png");
  expect((await read.arrayBuffer()).byteLength).toBe(done.data.size);
  expect(await db.select().from(operationLog)).toMatchObject([
    { action: "create", summary: "上传跟进图片", target_name: "现场.png", result: "success" },
  ]);
});

test("a file that is not what it says is refused and gone", async () => {
  const { send, token } = await asSales();
  const html = Buffer.from("<script>alert(1)</script>");
  const { data } = await send(upload.token, ask(html.length));
  await put(data.upload_url, token, html);
  expect(await send(upload.complete, { body: { media_id: data.media_id } })).toMatchObject({
    status: 415,
    code: 41500,
  });
  expect((await api.app.request(data.url)).status).toBe(404);
  expect(await db.select().from(operationLog)).toMatchObject([{ action: "create", result: "failed" }]);
});

test("too large and unwanted kinds are refused before a byte is sent", async () => {
  const { send } = await asSales();
  expect(await send(upload.token, ask(11 * 1024 * 1024))).toMatchObject({
    status: 413,
    code: 41300,
    message: "文件超过10MB",
  });
  expect((await send(upload.token, ask(100, "image/svg+xml"))).code).toBe(41500);
});

test("more bytes than announced are cut off", async () => {
  const { send, token } = await asSales();
  const { data } = await send(upload.token, ask(10));
  expect((await put(data.upload_url, token, png)).status).toBe(413);
});

test("somebody else can neither fill nor complete nor sign the upload", async () => {
  const mine = await asSales();
  const other = await asSales();
  const { data } = await mine.send(upload.token, ask(png.length));
  expect((await put(data.upload_url, other.token, png)).status).toBe(404);
  await put(data.upload_url, mine.token, png);
  expect((await other.send(upload.complete, { body: { media_id: data.media_id } })).code).toBe(40400);
  await mine.send(upload.complete, { body: { media_id: data.media_id } });
  expect((await other.send(upload.signed, { params: { id: data.media_id } })).code).toBe(40301);
  expect((await mine.send(upload.signed, { params: { id: data.media_id } })).code).toBe(200);
});

test("an address ends after ten minutes, and cannot be altered", async () => {
  const { send, token } = await asSales();
  const { data } = await send(upload.token, ask(png.length));
  await put(data.upload_url, token, png);
  const { url } = (await send(upload.complete, { body: { media_id: data.media_id } })).data;
  expect((await api.app.request(`${url}x`)).status).toBe(404);
  expect((await api.app.request(url.replace(/\.\d{13}\./, ".9999999999999."))).status).toBe(404);
  api.setClock(new Date(Date.now() + 11 * 60_000));
  expect((await api.app.request(url)).status).toBe(404);
});

test("what was checked cannot be changed afterwards: bytes sent later are refused", async () => {
  const { send, token } = await asSales();
  const { data } = await send(upload.token, ask(png.length));
  await put(data.upload_url, token, png);
  const { url } = (await send(upload.complete, { body: { media_id: data.media_id } })).data;
  const kept = async () => Buffer.from(await (await api.app.request(url)).arrayBuffer()).toString("base64");
  const checked = await kept();
  const other = Buffer.from(png).fill(0, 20);
  expect((await put(data.upload_url, token, other)).status).toBe(409);
  expect(await kept()).toBe(checked);
});

test("a picture of more than 8000 pixels is refused", async () => {
  const { send, token } = await asSales();
  const wide = Buffer.from(png);
  wide.writeUInt32BE(8001, 16);
  const { data } = await send(upload.token, ask(wide.length));
  await put(data.upload_url, token, wide);
  expect((await send(upload.complete, { body: { media_id: data.media_id } })).data).toMatchObject({
    errors: [{ message: "图片边长不能超过8000像素" }],
  });
});

test("one's own file need not be sent twice, somebody else's private one is not given away", async () => {
  const mine = await asSales();
  const other = await asSales();
  const first = await mine.send(upload.token, ask(png.length));
  await put(first.data.upload_url, mine.token, png);
  await mine.send(upload.complete, { body: { media_id: first.data.media_id } });
  const sha256 = createHash("sha256").update(png).digest("hex");
  const again = { body: { ...ask(png.length).body, sha256 } };
  expect((await mine.send(upload.token, again)).data).toMatchObject({ exists: true, media_id: first.data.media_id });
  expect((await other.send(upload.token, again)).data.exists).toBeUndefined();
});

whoMay(api, upload, {
  token: "any",
  parts: "any",
  part: "any",
  put: "any",
  complete: "any",
  signed: "any",
  read: "public",
});
