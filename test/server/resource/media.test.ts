import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { article } from "~/contract/article/article";
import { category } from "~/contract/article/category";
import { media } from "~/contract/content/media";
import type { Endpoint, Input, Reply } from "~/contract/endpoint";
import { report } from "~/contract/resource/report";
import { video } from "~/contract/resource/video";
import { batch } from "~/contract/shared/batch";
import type { UploadScene } from "~/contract/shared/upload";
import { isoInstant } from "~/server/database/tables/columns";
import { contentApproval, contentDraft, revision } from "~/server/database/tables/content/content";
import { estate as estates } from "~/server/database/tables/house/estate";
import { album } from "~/server/database/tables/house/property";
import { media as files } from "~/server/database/tables/system/system";
import { mediaWidths } from "~/server/jobs/content/media-widths";
import { sweepMedia } from "~/server/lib/media";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { desk } from "~/test/support/desk";
import { makeEstate } from "~/test/support/estate";
import { makeMedia, setSetting } from "~/test/support/factories";
import { pdf } from "~/test/support/media-files";
import { startReceiver } from "~/test/support/receiver";
import type { As } from "~/test/support/signed-in";
import { announce, complete, put } from "~/test/support/uploads";

const work = desk({
  editor: { role: "content_editor", name: "林编辑" },
  keeper: { role: "estate_manager", name: "周房源" },
  seller: { role: "sales" },
});
const { db, api, editor, asEditor, asKeeper, asSeller, ask, at, logLines, read, runDue, whoMay } = work;
const { services } = api;

/** What a call answers, which succeeds. */
async function got<E extends Endpoint>(as: As, endpoint: E, input: Partial<Input<E>>): Promise<Reply<E>> {
  const { code, message, data } = await as.unchecked(endpoint, input);
  expect({ code, message, ...(code !== 200 && { data }) }).toEqual({ code: 200, message: "success" });
  return data as Reply<E>; // as the contract says
}

const made = (width: number, height = 600, background = "#3478c0") =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

async function send(as: typeof asEditor, bytes: Buffer, scene: UploadScene = "cover", mime = "image/png") {
  const { media_id, upload_url } = (await announce(as, scene, bytes.length, mime)).data;
  await put(as, upload_url, bytes);
  return (await complete(as, media_id)).data.id;
}
const cover = async (over: object = {}) =>
  (await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false, name: "封面.png", ...over })).id;
const film = (over: object = {}) => cover({ scene: "film", kind: "video", mime: "video/mp4", ...over });
const rowOf = async (id: number) => (await db.select().from(files).where(eq(files.id, id)))[0];
const listed = async (query: object = {}, as = asEditor) =>
  (await got(as, media.list, { query })).list.map(({ id }) => id);

async function publishedVideo(cover_id: number, title = "湾岸塔实景") {
  const body = { title, type: "estate" as const, source: "upload" as const, media_id: await film(), cover_id };
  const { id } = await got(asEditor, video.create, { body });
  await got(asEditor, video.publish, { params: { id }, body: { version: 1 } });
  return { id, body };
}

const categoryOf = async () => (await got(asEditor, category.create, { body: { name: "楼市", slug: "loushi" } })).id;

const picture = await made(300);
const answers = new Map<string, { status?: number; headers?: Record<string, string>; body?: string | Buffer }>();
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver(({ path = "" }) => answers.get(path) ?? { status: 404 });
  services.outward = receiver.outward;
});
afterAll(() => receiver.close());

test("the library has the files of public content alone, found by name, kind and who sent them", async () => {
  const shown = await cover({ name: "云汀外观.png" });
  const paper = await cover({
    scene: "report",
    kind: "doc",
    mime: "application/pdf",
    is_private: true,
    name: "季报.pdf",
  });
  for (const scene of ["annex", "deal", "chat", "avatar", "tracking", "voucher"]) await cover({ scene });
  await cover({ status: "uploading" });
  expect(await listed()).toEqual([paper, shown]);
  expect(await listed({ keyword: "云汀" })).toEqual([shown]);
  expect(await listed({ kind: ["doc"] })).toEqual([paper]);
  expect(await listed({ uploader_id: editor.id + 999 })).toEqual([]);
  expect(await listed({ created_from: "2000-01-01", created_to: "2000-01-02" })).toEqual([]);
  for (const sort of ["created_at", "-size", "name"]) expect(await listed({ sort })).toHaveLength(2);
});

test("a file says where it is used: now, in a draft copy, in a kept version; names of what one may not read stay out", async () => {
  const [now, before] = [await cover(), await cover()];
  const { id, body } = await publishedVideo(before);
  await got(asEditor, video.update, { params: { id }, body: { ...body, cover_id: now, version: 2 } });
  const drafted = await cover();
  await got(asEditor, video.saveDraft, {
    params: { id },
    body: { ...body, cover_id: drafted, base_version: 3, draft_version: 0 },
  });
  const usesOf = async (file: number, as = asEditor) => (await got(as, media.get, { params: { id: file } })).uses;
  const use = { user: "video", id, name: "湾岸塔实景" };
  expect(await usesOf(now)).toEqual([{ ...use, place: "now" }]);
  expect(await usesOf(drafted)).toEqual([{ ...use, place: "draft" }]);
  expect(await usesOf(before)).toEqual([{ ...use, place: "kept" }]);
  expect(await usesOf(now, asKeeper)).toEqual([{ ...use, name: null, place: "now" }]);

  const estate = await makeEstate(db, { name: "云汀" });
  const shown = await cover({ scene: "album" });
  await db
    .insert(album)
    .values({ owner_type: "estate", owner_id: estate.id, category: "exterior", media_id: shown, sort: 1 });
  expect(await usesOf(shown, asKeeper)).toEqual([{ user: "estate", id: estate.id, name: "云汀", place: "now" }]);
});

test("name, words by language and focus are edited, logged, and taken back", async () => {
  const id = await cover({ name: "IMG_0012.png" });
  const form = { name: "云汀外观", alt_zh: "云汀外观夜景", alt_ja: "雲汀の外観", focus_x: 30, focus_y: 70 };
  const { batch_id } = await got(asEditor, media.update, { params: { id }, body: { ...form, version: 1 } });
  expect(await got(asEditor, media.get, { params: { id } })).toMatchObject({ ...form, alt_en: null, version: 2 });
  expect(await logLines()).toMatchObject([{ summary: "编辑素材 云汀外观", target_id: id, action: "update" }]);
  const stale = await asEditor.unchecked(media.update, { params: { id }, body: { ...form, version: 1 } });
  expect(stale).toMatchObject({ code: 40901 });
  const half = { ...form, focus_y: null, version: 2 };
  expect(await asEditor.unchecked(media.update, { params: { id }, body: half })).toMatchObject({
    code: 42200,
    data: { errors: [{ field: "focus_y" }] },
  });
  await got(asEditor, batch.undo, { params: { id: batch_id } });
  expect(await rowOf(id)).toMatchObject({ name: "IMG_0012.png", alt_zh: null, focus_x: null, is_kept: false });
});

test("what is used is not deleted; what is not goes to the recycle bin, comes back, or goes for good", async () => {
  const [used, free] = [await cover(), await cover({ name: "旧图.png" })];
  await publishedVideo(used);
  const reply = await got(asEditor, media.trash, { body: { ids: [used, free] } });
  expect(reply).toMatchObject({
    success: [free],
    failed: [{ id: used, code: 40904, message: "存在关联数据，不能删除（视频“湾岸塔实景”）" }],
  });
  expect(await listed({ kind: ["image"] })).toEqual([used]);
  expect(await listed({ status: ["trashed"] })).toEqual([free]);
  const choose = { title: "用回收站的图", source: "upload" as const, cover_id: free };
  expect(await asEditor.unchecked(video.create, { body: choose })).toMatchObject({
    code: 42200,
    data: { errors: [{ field: "cover_id", message: "图片不存在或未上传完成，请重新上传" }] },
  });
  const early = await asEditor.unchecked(media.destroy, { params: { id: used } });
  expect(early).toMatchObject({ code: 40902 });

  await got(asEditor, media.restore, { body: { ids: [free] } });
  expect(await rowOf(free)).toMatchObject({ status: "ready", trashed_at: null, is_kept: true });
  const again = await got(asEditor, media.trash, { body: { ids: [free] } });
  await got(asEditor, batch.undo, { params: { id: again.batch_id ?? 0 } });
  expect(await listed({ kind: ["image"] })).toEqual([free, used]);

  await got(asEditor, media.trash, { body: { ids: [free] } });
  await got(asEditor, media.destroy, { params: { id: free } });
  expect(await sweepMedia(services)).toBe(1);
  expect(await rowOf(free)).toBeUndefined();
  const summaries = (await logLines()).map(({ summary }) => summary);
  expect(summaries.filter((one) => one.includes("素材")).map((one) => one.split(" ")[0])).toEqual([
    "删除素材",
    "恢复素材",
    "删除素材",
    "撤销修改：素材",
    "撤销修改素材：恢复1条",
    "删除素材",
    "彻底删除素材",
  ]);
});

test("what was deleted goes for good after thirty days, what somebody keeps never does", async () => {
  const old = { created_at: isoInstant(at(-100 * 24 * 60)) };
  const [trashed, fresh, kept, loose] = [
    await cover({ ...old, status: "trashed", trashed_at: isoInstant(at(-31 * 24 * 60)) }),
    await cover({ ...old, status: "trashed", trashed_at: isoInstant(at(-29 * 24 * 60)) }),
    await cover({ ...old, is_kept: true }),
    await cover(old),
  ];
  await sweepMedia(services);
  expect([await rowOf(trashed), await rowOf(loose)]).toEqual([undefined, undefined]);
  expect([await rowOf(fresh), await rowOf(kept)]).toMatchObject([{ id: fresh }, { id: kept }]);
});

test("a file in another's place: what is public, drafted or scheduled follows to a new address, kept versions stay, and it is taken back", async () => {
  const old = await cover({ name: "旧封面.png", alt_zh: "外观" });
  const { id, body } = await publishedVideo(old);
  await got(asEditor, video.saveDraft, {
    params: { id },
    body: { ...body, title: "改了标题", base_version: 2, draft_version: 0 },
  });
  const addressOf = (file: number) => publicPictureUrl(services, file).replace("/api/public/", "");
  const media_id = await send(asEditor, await made(500));
  const { id: next, batch_id } = await got(asEditor, media.replace, {
    params: { id: old },
    body: { media_id, version: 1 },
  });
  expect(next).toBe(media_id);
  expect(await got(asEditor, video.get, { params: { id } })).toMatchObject({ cover_id: next, version: 3 });
  const [draft] = await db.select().from(contentDraft);
  expect(draft).toMatchObject({ base_version: 3, version: 2, media_ids: expect.arrayContaining([next]) });
  expect(draft?.snapshot).toMatchObject({ title: "改了标题", cover_id: next });
  const versions = await db.select().from(revision).where(eq(revision.target_id, id)).orderBy(revision.no);
  expect(versions.map(({ act, snapshot }) => [act, snapshot.cover_id])).toEqual([
    ["create", old],
    ["media", next],
  ]);
  expect((await ask(addressOf(next))).status).toBe(200);
  expect((await ask(addressOf(old))).status).toBe(404);
  expect(await listed({ kind: ["image"] })).toEqual([next]);
  expect(await rowOf(next)).toMatchObject({ name: "旧封面.png", alt_zh: "外观", is_kept: true });
  expect((await logLines()).map(({ summary }) => summary)).toEqual(
    expect.arrayContaining(["替换素材：视频 湾岸塔实景", "替换素材 旧封面.png（1处引用随之更新）"]),
  );

  await got(asEditor, batch.undo, { params: { id: batch_id } });
  expect(await got(asEditor, video.get, { params: { id } })).toMatchObject({ cover_id: old, version: 4 });
  expect(await listed({ kind: ["image"] })).toEqual([old]);
});

test("what is public follows only with its publish right, and never where a second person approves", async () => {
  const old = await cover();
  const { id } = await publishedVideo(old);
  const replace = async (as: As, media_id: number, version = 1) =>
    as.unchecked(media.replace, { params: { id: old }, body: { media_id, version } });
  const unchanged = async () => {
    expect(await got(asEditor, video.get, { params: { id } })).toMatchObject({ cover_id: old, version: 2 });
    expect(await rowOf(old)).toMatchObject({ replaced_by: null, version: 1 });
  };
  // One who may not read the piece is not told its name.
  expect(await replace(asKeeper, await send(asKeeper, await made(501)))).toMatchObject({
    ...{ code: 40300, message: "公开的内容使用了该文件，须由有其发布权限的同事操作：视频" },
  });
  await unchanged();
  await setSetting(db, "content.approval", "four_eyes");
  const next = await send(asEditor, await made(502));
  expect(await replace(asEditor, next)).toMatchObject({
    ...{ code: 40902, message: "公开的内容须经审核，请在其修改稿中换用新文件：视频“湾岸塔实景”" },
  });
  await unchanged();
  // What is not public follows, and what waits has to be handed in again.
  await got(asEditor, video.offline, { params: { id }, body: { version: 2 } });
  await got(asEditor, video.submit, { params: { id }, body: { version: 3 } });
  expect(await replace(asEditor, next)).toMatchObject({ code: 200 });
  expect(await got(asEditor, video.get, { params: { id } })).toMatchObject({ cover_id: next, version: 4 });
  expect(await db.select().from(contentApproval)).toMatchObject([{ status: "withdrawn" }]);
});

test("taking a replacement back changes what is public as little as making it", async () => {
  const old = await cover();
  const { id } = await publishedVideo(old);
  const media_id = await send(asEditor, await made(503));
  const { batch_id } = await got(asEditor, media.replace, { params: { id: old }, body: { media_id, version: 1 } });
  await setSetting(db, "content.approval", "four_eyes");
  const undone = await got(asEditor, batch.undo, { params: { id: batch_id } });
  expect(undone.failed).toMatchObject([{ id: media_id, code: 40902 }]);
  expect(await got(asEditor, video.get, { params: { id } })).toMatchObject({ cover_id: media_id });
});

test("texts, lists and what waits for a review follow a replacement as well", async () => {
  const old = await cover({ scene: "content" });
  const html = `<p>湾岸</p><img data-media-id="${old}" alt="" />`;
  const { id: articleId } = await got(asEditor, article.create, { body: { title: "湾岸新盘", content: html } });
  const estate = await makeEstate(db, { name: "云汀", description: html });
  await db
    .update(estates)
    .set({ proposed: { surroundings: html, brochure_id: old }, proposed_album: [{ media_id: old } as never] }) // of an entry only its file counts
    .where(eq(estates.id, estate.id));
  const uses = (await got(asKeeper, media.get, { params: { id: old } })).uses;
  expect(uses.map(({ user }) => user)).toEqual(["article", "estate"]);
  const media_id = await send(asEditor, await made(500), "content");
  await got(asEditor, media.replace, { params: { id: old }, body: { media_id, version: 1 } });
  const [after] = await db.select().from(estates).where(eq(estates.id, estate.id));
  const names = (text: string | null | undefined) =>
    [...(text ?? "").matchAll(/data-media-id="(\d+)"/g)].map(([, id]) => Number(id));
  expect([names(after?.description), names(after?.proposed?.surroundings)]).toEqual([[media_id], [media_id]]);
  expect(after).toMatchObject({ proposed: { brochure_id: media_id }, proposed_album: [{ media_id }] });
  expect(names((await got(asEditor, article.get, { params: { id: articleId } })).content)).toEqual([media_id]);
});

test("sites are told the widths, the focus and the words of a picture", async () => {
  const id = await send(asEditor, await made(1000));
  const piece = await publishedVideo(id);
  await got(asEditor, media.update, {
    params: { id },
    body: { name: "外观.png", alt_zh: "外观夜景", focus_x: 30, focus_y: 70, version: 1 },
  });
  const setOf = async () => (await read(`video/${piece.id}`)).cover_set;
  expect(await setOf()).toEqual({ srcset: "", width: 1000, height: 600, focus: { x: 30, y: 70 }, alt: "外观夜景" });
  await runDue(mediaWidths, services.now());
  const { srcset } = await setOf();
  expect(srcset).toMatch(/^\/api\/public\/file\/\S+ 480w, \S+ 960w, \S+ 1000w$/);
  const [narrow] = srcset.split(" ");
  expect((await ask(narrow.replace("/api/public/", ""))).headers.get("content-type")).toBe("image/webp");

  const inText = await send(asEditor, await made(700, 300, "#aa0000"), "content");
  const body = {
    ...{
      title: "湾岸新盘入市",
      summary: "湾岸地区的新盘陆续入市，".repeat(3),
      cover_id: id,
      category_id: await categoryOf(),
    },
    content: `<p>${"湾岸地区的新盘。".repeat(10)}</p><img data-media-id="${inText}" alt="" data-width="50" />`,
  };
  const { id: articleId } = await got(asEditor, article.create, { body });
  await got(asEditor, article.publish, { params: { id: articleId }, body: { version: 1 } });
  await runDue(mediaWidths, at(1));
  const { slug } = await got(asEditor, article.get, { params: { id: articleId } });
  const { content } = await read(`article/${slug}`);
  expect(content).toMatch(/ srcset="\S+ 480w, \S+ 700w" sizes="50vw"/);
});

test("only a new file of one's own, of the same kind, takes another's place", async () => {
  const [old, other] = [await cover(), await cover()];
  await publishedVideo(other);
  const replace = (media_id: number, id = old) =>
    asEditor.unchecked(media.replace, { params: { id }, body: { media_id, version: 1 } });
  const refused = { code: 42200, data: { errors: [{ field: "media_id" }] } };
  expect(await replace(old)).toMatchObject(refused);
  expect(await replace(other)).toMatchObject(refused);
  expect(await replace(await send(asKeeper, picture))).toMatchObject(refused);
  expect(await replace(await send(asEditor, pdf(), "report", "application/pdf"))).toMatchObject(refused);
});

test("a part that is cut out of a picture takes its place", async () => {
  const old = await send(asEditor, await made(400, 200));
  const { id } = await publishedVideo(old);
  const part = { left: 50, top: 0, width: 50, height: 100 };
  const wide = await asEditor.unchecked(media.crop, { params: { id: old }, body: { ...part, width: 60, version: 1 } });
  expect(wide).toMatchObject({ code: 42200, data: { errors: [{ field: "width" }] } });
  const { id: next } = await got(asEditor, media.crop, { params: { id: old }, body: { ...part, version: 1 } });
  expect(await rowOf(next)).toMatchObject({ width: 200, height: 200, status: "ready", is_kept: true });
  expect(await got(asEditor, video.get, { params: { id } })).toMatchObject({ cover_id: next });
  const paper = await cover({ scene: "film", kind: "video", mime: "video/mp4" });
  expect(await asEditor.unchecked(media.crop, { params: { id: paper }, body: { ...part, version: 1 } })).toMatchObject({
    code: 40902,
  });
});

test("public pictures are made in widths by a job; until then, and where one is missing, the whole is answered", async () => {
  const id = await send(asEditor, await made(1000));
  await publishedVideo(id);
  const widthAt = async (width: 480 | 960 | 1600) => {
    const answer = await ask(publicPictureUrl(services, id, width).replace("/api/public/", ""));
    const bytes = Buffer.from(await answer.arrayBuffer());
    return [answer.headers.get("content-type"), (await sharp(bytes).metadata()).width];
  };
  expect(await widthAt(480)).toEqual(["image/png", 1000]);
  await runDue(mediaWidths, services.now());
  expect(await widthAt(480)).toEqual(["image/webp", 480]);
  expect(await widthAt(960)).toEqual(["image/webp", 960]);
  expect(await widthAt(1600)).toEqual(["image/png", 1000]);
  expect(await got(asEditor, media.get, { params: { id } })).toMatchObject({ widths: [480, 960] });
});

test("files of the library are chosen by those who may see it, films and papers of others too", async () => {
  const paper = await send(asEditor, pdf(), "report", "application/pdf");
  const body = { title: "东京新房季报", file_id: paper };
  await got(asEditor, media.keep, { body: { ids: [paper] } });
  expect(await rowOf(paper)).toMatchObject({ is_kept: true });
  const { id } = await got(asEditor, report.create, { body });
  expect((await got(asEditor, media.get, { params: { id: paper } })).uses).toMatchObject([{ user: "report", id }]);
});

test("a picture is fetched from an allowed host alone, by its bytes, and never over a redirect", async () => {
  await setSetting(db, "content.picture_hosts", "mmbiz.qpic.cn");
  const fetch = (url: string, as = asEditor) => as.unchecked(media.fetch, { body: { url } });
  const path = "/mmbiz_png/one/640?wx_fmt=png";
  answers.set(path, { body: picture, headers: { "content-type": "text/html" } });
  answers.set("/moved", { status: 302, headers: { location: `https://mmbiz.qpic.cn${path}` } });
  answers.set("/words", { body: "<svg/>" });
  const fetched = await got(asEditor, media.fetch, { body: { url: `https://mmbiz.qpic.cn${path}` } });
  expect(await rowOf(fetched.id)).toMatchObject({
    scene: "content",
    mime: "image/png",
    uploader: editor.id,
    width: 300,
  });
  const wrong = { code: 42200, data: { errors: [{ field: "url" }] } };
  expect(await fetch(`https://other.example.com${path}`)).toMatchObject(wrong);
  expect(await fetch(`http://mmbiz.qpic.cn${path}`)).toMatchObject(wrong);
  expect(await fetch("https://mmbiz.qpic.cn/moved")).toMatchObject(wrong);
  expect(await fetch("https://mmbiz.qpic.cn/gone")).toMatchObject(wrong);
  expect(await fetch("https://mmbiz.qpic.cn/words")).toMatchObject({ code: 41500 });
  expect(await fetch(`https://mmbiz.qpic.cn${path}`, asSeller)).toMatchObject({ code: 40300 });
  const lines = await logLines();
  expect(lines.filter(({ summary }) => summary === "取回正文图片")).toHaveLength(1);
});

whoMay(media, {
  ...{ list: "EM CE SE", get: "EM CE SE", keep: "EM CE SE", update: "EM CE SE", replace: "EM CE SE" },
  ...{ crop: "EM CE SE", trash: "EM CE SE", restore: "EM CE SE", destroy: "EM CE SE", fetch: "EM CE SE" },
});
