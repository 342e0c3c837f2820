import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { upload } from "~/contract/shared/upload";
import { operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { tableRows } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";
import { announce, complete, put } from "~/test/support/uploads";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowsIn } = tableRows(db);
const api = testApi(db);
const { asMine, asOther } = signedIn(api, { mine: { role: "sales" }, other: { role: "sales" } });

/** The smallest PNG: one transparent pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const ask = (
  size: number,
  { as = asMine, mime = "image/png", ...more }: { as?: As; mime?: string; sha256?: string } = {},
) => announce(as, "tracking", size, mime, more);
/** Sends a file; gives what it was announced as, and how that ended. */
async function send(bytes: Buffer) {
  const { data } = await ask(bytes.length);
  const { status } = await put(asMine, data.upload_url, bytes);
  return { data, status, done: await complete(asMine, data.media_id) };
}
const statusOf = async (url: string) => (await api.app.request(url)).status;

test("a picture is announced, sent, checked and then readable by its signed address", async () => {
  const { data, status, done } = await send(png);
  expect(status).toBe(200);
  expect(done.data).toMatchObject({ id: data.media_id, name: "现场.png", mime: "image/png" });
  const read = await api.app.request(done.data.url);
  expect(read.headers.get("content-type")).toBe("image/png");
  expect((await read.arrayBuffer()).byteLength).toBe(done.data.size);
  expect(await rowsIn(operationLog)).toMatchObject([
    { action: "create", summary: "上传跟进图片", target_name: "现场.png", result: "success" },
  ]);
});

test("a file that is not what it says is refused and gone", async () => {
  const { data, done } = await send(Buffer.from("<script>alert(1)</script>"));
  expect(done).toMatchObject({ status: 415, code: 41500 });
  expect(await statusOf(data.url)).toBe(404);
  expect(await rowsIn(operationLog)).toMatchObject([{ action: "create", result: "failed" }]);
});

test("too large and unwanted kinds are refused before a byte is sent", async () => {
  expect(await ask(11 * 1024 * 1024)).toMatchObject({ status: 413, code: 41300, message: "文件超过10MB" });
  expect((await ask(100, { mime: "image/svg+xml" })).code).toBe(41500);
});

test("more bytes than announced are cut off, and nobody else fills or completes an upload", async () => {
  const { data } = await ask(10);
  expect((await put(asMine, data.upload_url, png)).status).toBe(413);
  expect((await put(asOther, data.upload_url, png)).status).toBe(404);
  expect((await complete(asOther, data.media_id)).code).toBe(40400);
});

test("an address ends after ten minutes, and cannot be altered", async () => {
  const { url } = (await send(png)).done.data;
  for (const wrong of [`${url}x`, url.replace(/\.\d{13}\./, ".9999999999999.")])
    expect(await statusOf(wrong)).toBe(404);
  api.setClock(new Date(Date.now() + 11 * 60_000));
  expect(await statusOf(url)).toBe(404);
});

test("what was checked cannot be changed afterwards: bytes sent later are refused", async () => {
  const { data, done } = await send(png);
  const bytes = async () => Buffer.from(await (await api.app.request(done.data.url)).arrayBuffer());
  const checked = await bytes();
  expect((await put(asMine, data.upload_url, Buffer.from(png).fill(0, 20))).status).toBe(409);
  expect(await bytes()).toEqual(checked);
});

test("a picture of more than 8000 pixels is refused", async () => {
  const wide = Buffer.from(png);
  wide.writeUInt32BE(8001, 16);
  expect((await send(wide)).done.data).toMatchObject({ errors: [{ message: "图片边长不能超过8000像素" }] });
});

test("one's own file need not be sent twice, somebody else's private one is not given away", async () => {
  const { data } = await send(png);
  const sha256 = createHash("sha256").update(png).digest("hex");
  expect((await ask(png.length, { sha256 })).data).toMatchObject({ exists: true, media_id: data.media_id });
  expect((await ask(png.length, { as: asOther, sha256 })).data.exists).toBeUndefined();
});

whoMay(api, upload, {
  ...{ token: "any", parts: "any", part: "any", put: "any", complete: "any", signed: "any" },
  read: "public",
});
