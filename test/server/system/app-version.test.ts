import { expect, test } from "vitest";
import { upload } from "~/contract/shared/upload";
import { appVersion } from "~/contract/system/app-version";
import { media } from "~/server/database/tables/system/system";
import { desk } from "~/test/support/desk";
import { makeMedia, makeUser } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";

const { db, api, admin, asAdmin, lifeOf, logLines } = desk({ admin: { role: "super_admin" } });

const facts = {
  platform: "ios" as const,
  version: "2.0.0",
  build: 200,
  update_type: "recommend" as const,
  title: "全新首页",
  notes: "1. 首页改版",
  store_url: "https://apps.apple.com/cn/app/id1234567890",
};
const create = (body: object = {}) => asAdmin.unchecked(appVersion.create, { body: { ...facts, ...body } });
const added = async (body: object = {}) => (await create(body)).data.id;
const release = (id: number) => asAdmin(appVersion.release, { params: { id } });
const withdraw = (id: number) => asAdmin(appVersion.withdraw, { params: { id } });
const packageRow = (given: object = {}) =>
  makeMedia(db, { uploader: admin.id, scene: "package", kind: "package", name: "app.apk", ...given });

test("a version that is released is neither changed nor deleted", async () => {
  const id = await added();
  expect((await release(id)).data).toMatchObject({ status: "released", released_at: "2026-11-20T12:00:00.000+08:00" });
  expect(await release(id)).toMatchObject({ code: 40902 });
  expect(await asAdmin(appVersion.update, { params: { id }, body: facts })).toMatchObject({ code: 40902 });
  expect(await asAdmin(appVersion.remove, { params: { id } })).toMatchObject({ code: 40902 });
  const lines = await logLines();
  expect(lines.at(-1)).toMatchObject({ action: "publish", summary: "发布APP版本 iOS 2.0.0 (200)" });
});

test("version and build follow those released of the platform, also at the release", async () => {
  const overtaken = await added({ version: "1.9.9", build: 300 });
  await release(await added());
  expect(await create({ version: "2.0.0", build: 201 })).toMatchObject(refusedAt("version"));
  expect(await create({ version: "2.1.0", build: 200 })).toMatchObject(refusedAt("build"));
  expect(await release(overtaken)).toMatchObject(refusedAt("version"));
  expect(await create({ version: "2.10.0", build: 201 })).toMatchObject({ code: 200 });
  expect(await create({ version: "2.10.0", build: 202 })).toMatchObject({ code: 40900, message: "数据已存在：版本号" });
  const file = await packageRow();
  expect(await create({ platform: "android", version: "1.0.0", build: 1, package_id: file.id })).toMatchObject({
    code: 200,
  });
});

test("a released version is withdrawn while another remains that satisfies the platform's least", async () => {
  const old = await added({ version: "1.0.0", build: 100 });
  await release(old);
  expect(await withdraw(old)).toMatchObject({
    code: 42200,
    message: "这是该平台唯一满足最低支持版本的已发布版本，不能撤回",
  });
  const next = await added({ min_supported: "2.0.0" });
  await release(next);
  expect(await withdraw(next)).toMatchObject({ code: 42200 });
  await release(await added({ version: "2.0.1", build: 201 }));
  expect((await withdraw(next)).data).toMatchObject({ status: "withdrawn", can: { withdraw: false, release: false } });
  expect(await withdraw(next)).toMatchObject({ code: 40902 });
});

test("each platform has its own way to the file", async () => {
  const file = await packageRow();
  const stranger = await makeUser(db, { role: "super_admin" });
  const foreign = await packageRow({ uploader: stranger.id });
  const android = { platform: "android", version: "1.0.0", build: 1 };
  expect(await create({ store_url: null })).toMatchObject(refusedAt("store_url"));
  expect(await create({ store_url: "http://apps.apple.com/x" })).toMatchObject(refusedAt("store_url"));
  expect(await create(android)).toMatchObject(refusedAt("package_id"));
  expect(await create({ ...android, package_id: foreign.id })).toMatchObject(refusedAt("package_id"));
  const id = await added({ ...android, package_id: file.id });
  const { data } = await asAdmin(appVersion.get, { params: { id } });
  expect(data).toMatchObject({ package: { id: file.id, name: "app.apk" }, store_url: null });
  await asAdmin(appVersion.remove, { params: { id } });
  expect((await db.select().from(media)).find((row) => row.id === file.id)?.status).toBe("removed");
});

test("the list is narrowed by platform, state, kind and words", async () => {
  await release(await added());
  await added({ version: "2.1.0", build: 210, update_type: "force", title: "安全更新" });
  const list = async (query: object) => (await asAdmin(appVersion.list, { query })).data.list.map((row) => row.version);
  expect(await list({})).toHaveLength(2);
  expect(await list({ platform: ["android"] })).toEqual([]);
  expect(await list({ status: ["draft"] })).toEqual(["2.1.0"]);
  expect(await list({ update_type: ["recommend"] })).toEqual(["2.0.0"]);
  expect(await list({ keyword: "安全" })).toEqual(["2.1.0"]);
  expect(await list({ sort: "build" })).toEqual(["2.0.0", "2.1.0"]);
});

/** A ZIP's entry as it begins: the header, then the name. */
function entry(name: string): Buffer {
  const header = Buffer.alloc(30);
  header.write("PK\x03\x04", "latin1");
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

test("a package is taken only with the manifest of one among its entries", async () => {
  const token = await api.tokenOf(admin.id);
  const mime = "application/vnd.android.package-archive";
  const send = async (bytes: Buffer) => {
    const body = { scene: "package" as const, filename: "app.apk", size: bytes.length, mime };
    const { data } = await asAdmin(upload.token, { body });
    await api.app.request(`http://test.local${data.upload_url}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": mime },
      body: new Uint8Array(bytes),
    });
    return asAdmin(upload.complete, { body: { media_id: data.media_id } });
  };
  const filler = Buffer.concat([entry("META-INF/MANIFEST.MF"), Buffer.alloc(200_000)]);
  expect(await send(Buffer.concat([filler, entry("AndroidManifest.xml")]))).toMatchObject({ code: 200 });
  expect(await send(Buffer.concat([filler, Buffer.from("AndroidManifest.xml")]))).toMatchObject({ code: 41500 });
  expect(await send(Buffer.concat([Buffer.from("MZ"), entry("AndroidManifest.xml")]))).toMatchObject({ code: 41500 });
});

lifeOf(appVersion, {
  by: asAdmin,
  facts,
  shown: { status: "draft", can: { edit: true, release: true, withdraw: false, delete: true } },
  change: { gray_percent: 20, min_supported: "1.5.0" },
  shownAfter: { gray_percent: 20, min_supported: "1.5.0" },
  named: "APP版本 iOS 2.0.0 (200)",
  changes: [
    ["最低支持版本", null, "1.5.0"],
    ["灰度比例", "100%", "20%"],
  ],
  isUnversioned: true,
  wrong: [
    [{ platform: "web" }, "platform"],
    [{ version: "2.0" }, "version"],
    [{ version: "02.0.0" }, "version"],
    [{ build: 0 }, "build"],
    [{ build: 3_000_000_000 }, "build"],
    [{ gray_percent: 0 }, "gray_percent"],
    [{ min_supported: "2.0.1" }, "min_supported"],
    [{ notes: "" }, "notes"],
  ],
  roles: { all: "SA" },
  pages: { "/system/version": "SA" },
});
