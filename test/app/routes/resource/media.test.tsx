import { Blob as WholeBlob } from "node:buffer";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, it, vi } from "vitest";
import * as bannerEdit from "~/app/routes/resource/banner/banner-edit";
import * as videoList from "~/app/routes/resource/video-list";
import { video } from "~/contract/resource/video";
import { media as files } from "~/server/database/tables/system/system";
import { newKey } from "~/server/resources/shared/upload/check-file";
import { makeMedia } from "../../../support/factories";
import { actOn, actOnAll, answer, chooseTab, dialog, routeTest } from "../../../support/route-test";
import { sendsFiles } from "../../../support/sent-files";

const { db, api, staff, open } = routeTest({ path: "/resources/video", module: videoList });
const editor = staff({ role: "content_editor", name: "林编辑" });
staff({ role: "super_admin", name: "管理员" });

const cover = async (over: object = {}) =>
  (await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false, name: "封面.png", ...over })).id;
const rowsOf = (id: number) => db.select().from(files).where(eq(files.id, id));
const row = async (id: number) => (await rowsOf(id))[0];

/** A picture that can be read. */
async function drawn(): Promise<number> {
  const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: "#3478c0" } })
    .png()
    .toBuffer();
  const key = newKey(api.services, "cover");
  // The server's own: that of the test's page has no stream.
  vi.stubGlobal("Blob", WholeBlob);
  await api.services.storage.write(key, new Blob([new Uint8Array(bytes)]).stream(), bytes.length);
  return cover({ key, size: bytes.length, width: 400, height: 200 });
}

it("shows the tabs that one may see: the library alone to who keeps estates", async () => {
  await cover();
  const { actor } = await open("");
  await chooseTab(actor, "素材库");
  expect(await screen.findByText("封面.png")).toBeDefined();
  await open("", { role: "estate_manager" });
  await waitFor(() => expect(screen.getAllByText("封面.png").length).toBeGreaterThan(1));
});

it("changes a file's name, words and focus, and says where it is used", async () => {
  const id = await cover();
  const as = await api.as(editor.id);
  await as(video.create, { body: { title: "湾岸塔实景", source: "upload", cover_id: id } });
  const { actor } = await open("?tab=media");
  await actOn(actor, "封面.png", "编辑");
  const form = await dialog("封面.png");
  await actor.click(await form.findByText("引用处（1）"));
  expect((await form.findByText("视频：湾岸塔实景")).closest("a")?.getAttribute("href")).toContain("deployVideo?id=");
  await actor.click(form.getByText("编辑", { selector: "[role=tab] *" }));
  const picture = await form.findByAltText("焦点预览");
  fireEvent.pointerDown(picture.parentElement as Element, { clientX: 0, clientY: 0 });
  await answer(actor, "封面.png", "保存", { 名称: "外观.png", "替代文字（简体中文）": "外观夜景" });
  await waitFor(async () =>
    expect(await row(id)).toMatchObject({ name: "外观.png", alt_zh: "外观夜景", focus_x: 0, focus_y: 0 }),
  );
  await actor.click(await screen.findByText("撤销"));
  await waitFor(async () => expect(await row(id)).toMatchObject({ name: "封面.png", focus_x: null }));
});

it("cuts a picture by the fields or by drawing on it", async () => {
  const id = await drawn();
  const { actor } = await open(`?tab=media&media=${id}`);
  const form = await dialog("封面.png");
  await actor.click(await form.findByText("裁剪", { selector: "[role=tab] *" }));
  const picture = (await form.findByAltText("裁剪预览")).parentElement as Element;
  fireEvent.pointerDown(picture, { clientX: 0, clientY: 0 });
  fireEvent.pointerMove(picture, { clientX: 1, clientY: 1 });
  fireEvent.pointerUp(picture);
  await answer(actor, "封面.png", "应用裁剪", { 左边: "50", 上边: "0", 宽度: "50", 高度: "100" });
  await waitFor(async () => expect((await row(id))?.replaced_by).toBeTypeOf("number"));
  expect(await row((await row(id))?.replaced_by ?? 0)).toMatchObject({ width: 200, height: 200 });
});

it("puts a file in another's place", async () => {
  const id = await cover();
  const next = await cover({ name: "新.png" });
  const { actor } = await open("?tab=media");
  sendsFiles(await rowsOf(next));
  await actOn(actor, "封面.png", "替换");
  const form = await dialog("替换素材");
  expect(form.queryByLabelText(/从素材库选用/)).toBeNull();
  await actor.upload(await form.findByLabelText("选择新文件"), new File(["x"], "新.png", { type: "image/png" }));
  await form.findByLabelText("移除新.png");
  await answer(actor, "替换素材", "替换");
  await waitFor(async () => expect(await row(id)).toMatchObject({ replaced_by: next }));
});

it("moves a file to the recycle bin, and says why one in use stays", async () => {
  const [used, free] = [await cover({ name: "在用.png" }), await cover()];
  const as = await api.as(editor.id);
  await as(video.create, { body: { title: "湾岸塔实景", source: "upload", cover_id: used } });
  const { actor } = await open("?tab=media");
  await actOn(actor, "在用.png", "删除");
  await answer(actor, "删除素材", "删除");
  expect(await screen.findByText("存在关联数据，不能删除（视频“湾岸塔实景”）")).toBeDefined();
  await actOn(actor, "封面.png", "删除");
  await answer(actor, "删除素材", "删除");
  await waitFor(async () => expect(await row(free)).toMatchObject({ status: "trashed" }));
});

it("restores files of the recycle bin", async () => {
  const id = await cover({ status: "trashed" });
  const { actor } = await open("?tab=media&status=trashed");
  await screen.findByText("封面.png");
  await actOnAll(actor, "恢复");
  await waitFor(async () => expect(await row(id)).toMatchObject({ status: "ready" }));
});

it("destroys a file of the recycle bin", async () => {
  const id = await cover({ status: "trashed" });
  const { actor } = await open("?tab=media&status=trashed");
  await actOn(actor, "封面.png", "彻底删除");
  await answer(actor, "彻底删除素材", "彻底删除");
  await waitFor(async () => expect(await row(id)).toMatchObject({ status: "removed" }));
});

it("keeps what is uploaded to it", async () => {
  const id = await cover({ scene: "content", name: "夜景.png" });
  const { actor } = await open("?tab=media");
  await actor.click(await screen.findByText("上传图片"));
  sendsFiles(await rowsOf(id));
  const form = await dialog("上传图片");
  await actor.upload(await form.findByLabelText("选择文件"), new File(["x"], "夜景.png", { type: "image/png" }));
  await form.findByLabelText("移除夜景.png");
  await answer(actor, "上传图片", "保存");
  await waitFor(async () => expect(await row(id)).toMatchObject({ is_kept: true }));
});

it("offers the library where a form takes a picture", async () => {
  for (const name of ["一.png", "二.png"]) await cover({ name });
  const { actor } = await open("", { path: "/resources/banner/deployBanner", module: bannerEdit, others: {} });
  await actor.click(await screen.findByLabelText("从素材库选用图片"));
  const picker = await dialog("从素材库选择");
  fireEvent.change(picker.getByLabelText("素材名称"), { target: { value: "二" } });
  await actor.click(picker.getByText("搜索"));
  await waitFor(() => expect(picker.queryByLabelText("一.png")).toBeNull());
  await actor.click(await picker.findByLabelText("二.png"));
  await actor.click(picker.getByText("选用1项"));
  const field = within(await screen.findByRole("group", { name: "图片" }));
  expect(await field.findByLabelText("查看图片二.png")).toBeDefined();
});
