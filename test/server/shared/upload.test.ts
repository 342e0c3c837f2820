import { createHash } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { heicRefused, type UploadScene, upload } from "~/contract/shared/upload";
import { pictureUrl } from "~/server/resources/shared/upload";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeMedia } from "~/test/support/factories";
import { film, pdf, phonePicture } from "~/test/support/media-files";
import { rowsOf } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";
import { announce, complete, put } from "~/test/support/uploads";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowIn, rowsIn } = rowsOf(db);
const api = testApi(db);
const { uploader, asUploader, asOther } = signedIn(api, { uploader: { role: "sales" }, other: { role: "sales" } });

const rowOf = (id: number) => rowIn("media", id);
const isThere = async (key: string | null | undefined) => api.services.storage.has(key ?? "");

async function send(scene: UploadScene, mime: string, bytes: Uint8Array) {
  const { data } = await announce(asUploader, scene, bytes.length, mime);
  expect((await put(asUploader, data.upload_url, bytes)).status).toBe(200);
  const sent = (await rowOf(data.media_id)).key;
  return { ...(await complete(asUploader, data.media_id)), id: data.media_id, sent, announced: data };
}
/** The smallest PNG: one transparent pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const sendPng = () => send("tracking", "image/png", png);
type Asked = { as?: As; mime?: string; sha256?: string };
const ask = (size: number, { as = asUploader, mime = "image/png", ...more }: Asked = {}) =>
  announce(as, "tracking", size, mime, more);
/** Sends what is refused for its kind, and is gone. */
async function expectRefused(...file: Parameters<typeof send>) {
  const { code, id, sent, announced } = await send(...file);
  expect((await read(announced.url)).status).toBe(404);
  expect((await rowsIn("operationLog")).at(-1)).toMatchObject({ action: "create", result: "failed" });
  expect([code, (await rowOf(id)).status, await isThere(sent)]).toEqual([41500, "blocked", false]);
}
/** A picture of one colour. */
const plain = (width: number, height: number, more = {}) =>
  sharp({ create: { width, height, channels: 3, background: "#fff", ...more } });

async function read(address: string, headers: Record<string, string> = {}) {
  const response = await api.app.request(address, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("a picture is announced, sent, checked and then readable by its signed address", async () => {
  const { data, id } = await sendPng();
  expect(data).toMatchObject({ id, name: "现场.png", mime: "image/png" });
  const { headers, bytes } = await read(data.url);
  expect([headers.get("content-type"), bytes.length]).toEqual(["image/png", data.size]);
  expect(await rowsIn("operationLog")).toMatchObject([
    { action: "create", summary: "上传跟进图片", target_name: "现场.png", result: "success" },
  ]);
});

test("too large and unwanted kinds are refused before a byte is sent", async () => {
  expect(await ask(11 * 1024 * 1024)).toMatchObject({ status: 413, code: 41300, message: "文件超过10MB" });
  expect((await ask(100, { mime: "image/svg+xml" })).code).toBe(41500);
});

test("more bytes than announced are cut off, and nobody else fills or completes an upload", async () => {
  const { data } = await ask(10);
  expect((await put(asUploader, data.upload_url, png)).status).toBe(413);
  expect((await put(asOther, data.upload_url, png)).status).toBe(404);
  expect((await complete(asOther, data.media_id)).code).toBe(40400);
});

test("an address ends after ten minutes, and cannot be altered", async () => {
  const { url } = (await sendPng()).data;
  for (const wrong of [`${url}x`, url.replace(/\.\d{13}\./, ".9999999999999.")])
    expect((await read(wrong)).status).toBe(404);
  api.setClock(new Date(Date.now() + 11 * 60_000));
  expect((await read(url)).status).toBe(404);
});

test("what was checked cannot be changed afterwards: bytes sent later are refused", async () => {
  const { data, announced } = await sendPng();
  const { bytes } = await read(data.url);
  expect((await put(asUploader, announced.upload_url, Buffer.from(png).fill(0, 20))).status).toBe(409);
  expect((await read(data.url)).bytes).toEqual(bytes);
});

test("one's own file need not be sent twice, somebody else's private one is not given away", async () => {
  const { id } = await sendPng();
  const again = { sha256: createHash("sha256").update(png).digest("hex") };
  expect((await ask(png.length, again)).data).toMatchObject({ exists: true, media_id: id });
  expect((await ask(png.length, { ...again, as: asOther })).data.exists).toBeUndefined();
});

test("a public picture is published upright, without the place where it was taken, and in small", async () => {
  const bytes = await phonePicture({ width: 800, height: 600 });
  const taken = await sharp(bytes).metadata();
  expect([taken.width, taken.orientation, bytes.includes("Telephone")]).toEqual([800, 6, true]);
  const { data, id, sent } = await send("album", "image/jpeg", bytes);
  const row = await rowOf(id);
  expect(row).toMatchObject({ status: "ready", width: 600, height: 800, size: data.size });
  expect([await isThere(sent), await isThere(row?.key), await isThere(row?.thumb_key)]).toEqual([false, true, true]);
  const whole = await read(data.url);
  expect(whole.headers.get("content-type")).toBe("image/jpeg");
  expect(whole.bytes.length).toBe(row?.size);
  const seen = await sharp(whole.bytes).metadata();
  expect([seen.width, seen.height, seen.orientation, seen.exif]).toEqual([600, 800, undefined, undefined]);
  expect(whole.bytes.includes("Telephone")).toBe(false);
  const small = await read(pictureUrl(api.services, id, "thumb"));
  expect(small.headers.get("content-type")).toBe("image/webp");
  expect(small.headers.get("cache-control")).toBe("private, max-age=86400");
  const thumb = await sharp(small.bytes).metadata();
  expect([thumb.format, thumb.width, thumb.height]).toEqual(["webp", 360, 480]);
});

test("a picture for few keeps neither the place where it was taken nor what hangs behind it", async () => {
  const photo = await phonePicture({ width: 80, height: 60 });
  const { data, id, sent } = await send("tracking", "image/jpeg", Buffer.concat([photo, Buffer.from("<script>")]));
  const row = await rowOf(id);
  expect(row).toMatchObject({ is_private: true, status: "ready", width: 60, height: 80, thumb_key: null });
  expect(await isThere(sent)).toBe(false);
  const whole = await read(data.url);
  expect([whole.bytes.includes("Telephone"), whole.bytes.includes("<script>")]).toEqual([false, false]);
  expect((await sharp(whole.bytes).metadata()).exif).toBeUndefined();
});

test("of a picture only its pixels are published: what hangs behind it is gone", async () => {
  const png = await plain(30, 20, { channels: 4, background: "#fff8" }).png().toBuffer();
  const { data, id } = await send("cover", "image/png", Buffer.concat([png, Buffer.from("<script>alert(1)</script>")]));
  const whole = await read(data.url);
  expect(whole.bytes.includes("script")).toBe(false);
  expect(await sharp(whole.bytes).metadata()).toMatchObject({ format: "png", width: 30, height: 20, hasAlpha: true });
  // A picture that is small already stays as large as it is.
  const thumb = await read(pictureUrl(api.services, id, "thumb"));
  expect(await sharp(thumb.bytes).metadata()).toMatchObject({ width: 30 });
});

test.each([
  ["a page that says it is a picture", Buffer.from("<html><script>alert(1)</script></html>")],
  ["a drawing", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a picture of a kind that is not taken", Buffer.from("GIF89a\x01\x00\x01\x00\x80\x00\x00", "latin1")],
])("%s is refused as a kind, and gone", (_, bytes) => expectRefused("album", "image/png", bytes));

test("a sheet as csv is taken with statements alone, and is none where it is something else", async () => {
  const sheet = Buffer.from("\ufeff房号,佣金\r\nA1203,1710000\r\n");
  const taken = await send("statement", "text/csv", sheet);
  expect([taken.code, (await rowOf(taken.id)).kind]).toEqual([200, "doc"]);
  const reply = await read(taken.data.url);
  expect(reply.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(reply.bytes.equals(sheet)).toBe(true);
  for (const other of [Buffer.from("<html><script>alert(1)</script></html>"), Buffer.from("PK\x03\x04abc"), pdf(1)])
    await expectRefused("statement", "text/csv", other);
  expect((await announce(asUploader, "annex", 100, "text/csv")).code).toBe(41500);
});

test("a picture is what its bytes are, whatever its name ends with", async () => {
  const picture = (format: "png" | "webp" | "jpeg") => plain(40, 30).toFormat(format).toBuffer();
  const kinds = { "image/png": "png", "image/webp": "webp", "image/jpeg": "jpeg" } as const;
  for (const [mime, format] of Object.entries(kinds))
    for (const scene of ["album", "tracking", "annex", "chat"] as const)
      for (const announced of Object.keys(kinds)) {
        const { code, id } = await send(scene, announced, await picture(format));
        expect([scene, announced, code, (await rowOf(id)).mime]).toEqual([scene, announced, 200, mime]);
      }
  const whole = await read((await send("album", "image/jpeg", await picture("png"))).data.url);
  expect(whole.headers.get("content-type")).toBe("image/png");
  expect((await sharp(whole.bytes).metadata()).format).toBe("png");
});

test.each(["heic", "heix", "mif1", "hevc"])(
  "a phone's photo in HEIC (%s) is refused by name, with what to do",
  async (brand) => {
    const head = Buffer.from(`ftyp${brand}\0\0\0\0${brand}heic`);
    const photo = Buffer.concat([Buffer.from([0, 0, 0, 24]), head, Buffer.alloc(64)]);
    const refused = await send("album", "image/jpeg", photo);
    expect(refused).toMatchObject({ code: 41500, message: expect.stringMatching(/HEIC.*兼容性最佳/) });
    for (const mime of ["image/heic", "image/heif", "image/heic-sequence"])
      expect(await announce(asUploader, "tracking", 100, mime)).toMatchObject({ code: 41500, message: heicRefused });
  },
);

test("a picture that breaks off is refused in words, and so is one that would fill the memory", async () => {
  const wrong = (message: string) => ({ code: 42200, data: { errors: [{ message }] } });
  const noisy = plain(300, 300, { noise: { type: "gaussian", mean: 120, sigma: 40 } });
  const noise = await noisy.jpeg().toBuffer();
  const broken = await send("cover", "image/jpeg", noise.subarray(0, noise.length / 2));
  expect(broken).toMatchObject(wrong("图片已损坏，无法打开"));
  expect([(await rowOf(broken.id)).status, await isThere(broken.sent)]).toEqual(["blocked", false]);
  // 900 million pixels in a few KB, as its own header says.
  const bomb = await plain(100, 100).png().toBuffer();
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  expect(await send("album", "image/png", bomb)).toMatchObject(wrong("图片边长不能超过8000像素"));
});

test("a film is published with its figures, and can be looked at from any place in it", async () => {
  const bytes = film();
  const { data, id } = await send("film", "video/mp4", bytes);
  expect(await rowOf(id)).toMatchObject({ status: "ready", kind: "video", width: 640, height: 360, duration: 5 });
  const whole = await read(data.url);
  expect([whole.headers.get("content-type"), whole.bytes.equals(bytes)]).toEqual(["video/mp4", true]);
  const part = await read(data.url, { range: "bytes=10-19" });
  const headers = { "content-range": `bytes 10-19/${bytes.length}`, "content-length": "10" };
  expect([part.status, Object.fromEntries(part.headers)]).toMatchObject([206, headers]);
  expect(part.bytes.equals(bytes.subarray(10, 20))).toBe(true);
  const rest = await read(data.url, { range: "bytes=10-" });
  expect([rest.status, rest.bytes.length]).toEqual([206, bytes.length - 10]);
  // What cannot be given is answered with all of it.
  expect((await read(data.url, { range: `bytes=${bytes.length}-` })).status).toBe(200);
});

test.each([
  ["that breaks off", () => film().subarray(0, -40)],
  ["that holds sound alone", () => film({ handler: "soun" })],
  ["with a page behind it", () => Buffer.concat([film(), Buffer.from("<html>behind</html>")])],
  ["of a beginning alone", () => film().subarray(0, 28)],
])("a film %s is refused", async (_, make) => {
  expect((await send("film", "video/mp4", make())).code).toBe(41500);
});

test("a report is opened once: its pages are counted; what readers could not open is refused", async () => {
  const { data, id } = await send("report", "application/pdf", pdf(3));
  expect(await rowOf(id)).toMatchObject({ status: "ready", kind: "doc", pages: 3, is_private: true });
  const saved = await read(data.url);
  expect(saved.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(saved.bytes.equals(pdf(3))).toBe(true);
  const wrong = (message: string) => ({ code: 42200, data: { errors: [{ label: "文件", message }] } });
  const locked = await send("report", "application/pdf", pdf(2, { locked: true }));
  expect(locked).toMatchObject(wrong("PDF已加密，请取消密码后再上传"));
  const broken = "PDF已损坏，无法打开，请重新导出后上传";
  expect(await send("report", "application/pdf", pdf(3).subarray(0, 40))).toMatchObject(wrong(broken));
  expect(await send("report", "application/pdf", Buffer.from("%PDF-1.7\nnothing"))).toMatchObject(wrong(broken));
  expect((await send("report", "application/pdf", Buffer.from("<html></html>"))).code).toBe(41500);
});

test("a picture from before there were small ones is shown whole instead", async () => {
  const { id } = await makeMedia(db, { uploader: uploader.id, key: "avatar/old", scene: "avatar", is_private: false });
  await api.services.storage.write("avatar/old", new Blob(["picture"]).stream(), 100);
  const { bytes, headers } = await read(pictureUrl(api.services, id, "thumb"));
  expect([bytes.toString(), headers.get("content-type")]).toEqual(["picture", "image/png"]);
});

test("an address of the small picture does not open the large one's, nor another picture's", async () => {
  const { id } = await send("cover", "image/jpeg", await phonePicture({ width: 60, height: 40 }));
  const address = pictureUrl(api.services, id, "thumb");
  expect((await read(address.replace(".thumb.", "."))).status).toBe(404);
  expect((await read(address.replace(`media/${id}/`, `media/${id + 1}/`))).status).toBe(404);
});

test("a brochure is a PDF: kept as it was sent, handed out as a file", async () => {
  const pdf = Buffer.from(`%PDF-1.7\n${"云汀·湾岸塔".repeat(20)}\n%%EOF`);
  const { data, id } = await send("brochure", "application/pdf", pdf);
  expect(await rowOf(id)).toMatchObject({ status: "ready", kind: "doc", is_private: true });
  const file = await read(data.url);
  expect(file.bytes).toEqual(pdf);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
  await expectRefused("brochure", "application/pdf", Buffer.from("<html>no brochure</html>"));
  expect((await announce(asUploader, "brochure", 9, "application/zip")).code).toBe(41500);
});

whoMay(api, upload, {
  ...{ token: "any", parts: "any", part: "any", put: "any", complete: "any", signed: "any" },
  read: "public",
});
