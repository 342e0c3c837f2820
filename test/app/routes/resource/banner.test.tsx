import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as bannerEdit from "~/app/routes/resource/banner/banner-edit";
import { bannerForm } from "~/app/routes/resource/banner/banner-form";
import * as bannerList from "~/app/routes/resource/banner/banner-list";
import type { Input } from "~/contract/endpoint";
import { BannerFields, banner } from "~/contract/resource/banner";
import { contentDaily } from "~/server/database/tables/content/content";
import { banner as table } from "~/server/database/tables/resource/advert";
import { makeEstate } from "../../../support/estate";
import { makeMedia, setSetting, testNow } from "../../../support/factories";
import { type Actor, actOn, answer, chooseOption, chooseTool, routeTest } from "../../../support/route-test";
import { sendsFiles } from "../../../support/sent-files";

const path = "/resources/banner/deployBanner";
const { db, api, staff, open } = routeTest({
  path,
  module: bannerEdit,
  others: { "/resources/banner": () => <p>轮播图列表页</p> },
});
const editor = staff({ role: "content_editor", name: "林编辑" });
const list = { path: "/resources/banner", module: bannerList, others: {} };

type Body = Input<typeof banner.create>["body"];
const moment = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000).toISOString();

async function make(over: Partial<Body> = {}, isEnabled = false): Promise<number> {
  const as = await api.as(editor.id);
  const { id: image_id } = await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false });
  const facts: Body = { title: "新盘开放日", platform: ["web"], position: "home_top", image_id, start_at: moment(-60) };
  const { id } = (await as(banner.create, { body: { ...facts, end_at: moment(60), ...over } })).data;
  if (isEnabled) expect((await as(banner.enable, { params: { id } })).code).toBe(200);
  return id;
}
const rows = () => db.select().from(table).orderBy(table.sort, table.id);
const row = async (id: number) => (await rows()).find((one) => one.id === id);
const input = (label: RegExp) => screen.findByLabelText(label, { selector: "input, textarea" });
const press = async (actor: Actor, label: string) =>
  actor.click(await screen.findByText(label, { selector: "form button *" }));

it("has every field of a banner in its form, once", () => {
  const { sections } = bannerForm;
  const drawn = typeof sections === "function" ? sections(undefined) : sections;
  const names = drawn.flatMap(({ fields }) => fields.map((one) => (typeof one === "string" ? one : one.name)));
  expect(names.sort()).toEqual(Object.keys(BannerFields.shape).sort());
});

it("changes a banner: what it leads to is searched as its kind says, and refused when nothing is chosen", async () => {
  const { id: open_id } = await makeEstate(db, { name: "晴海塔" });
  const id = await make({ link_type: "url", link_value: "/activity" });
  const { actor, place } = await open(`?id=${id}`);
  expect(await input(/^链接 \*$/)).toHaveProperty("value", "/activity");
  await chooseOption(actor, await input(/^链接类型/), "房源");
  // What was typed as an address is no estate.
  const picker = await input(/^房源/);
  expect(picker).toHaveProperty("value", "");
  await press(actor, "保存");
  expect(await screen.findByText("请选择房源")).toBeDefined();
  await chooseOption(actor, picker, /晴海塔/);
  await press(actor, "保存");
  await waitFor(async () => expect(await row(id)).toMatchObject({ link_type: "estate", link_value: `${open_id}` }));
  await waitFor(() => expect(place.href).toBe("/resources/banner"));
});

it("warns while one types of what would stand beside it, and shows it at its place; what is one too many is saved, not enabled", async () => {
  await setSetting(db, "banner.max_showing", 1);
  await make({ title: "别的活动" }, true);
  const id = await make({ title: "这一张", position: "list_top" });
  const { actor } = await open(`?id=${id}`);
  expect(await screen.findByText("这段时间该位置没有别的轮播图，上限1张")).toBeDefined();
  expect(screen.getByRole("img", { name: "桌面：列表页" })).toBeDefined();
  expect(screen.getByRole("img", { name: "手机：列表页" })).toBeDefined();
  await chooseOption(actor, await input(/^位置/), "首页顶部");
  expect(await screen.findByText("该位置同时最多会有2张，超过上限1张，不能启用")).toBeDefined();
  expect(screen.getByText(/“别的活动”/)).toBeDefined();
  expect(screen.getByRole("img", { name: "桌面：首页顶部" })).toBeDefined();
  await press(actor, "保存并启用");
  expect(await screen.findByText("与“别的活动”同时展示，该位置最多会有2张，上限1张")).toBeDefined();
  expect(await row(id)).toMatchObject({ status: "draft", position: "home_top" });
  // Before an app opens there is no desktop.
  await chooseOption(actor, await input(/^位置/), "开屏");
  expect(await screen.findByRole("img", { name: "手机：开屏" })).toBeDefined();
  expect(screen.queryByRole("img", { name: /^桌面/ })).toBeNull();
  await press(actor, "保存并启用");
  await waitFor(async () => expect(await row(id)).toMatchObject({ status: "enabled", position: "app_splash" }));
});

it("says of a new one what it wants, on the phone as well; it stands from now on unless one says otherwise", async () => {
  const { actor, me } = await open("", { phone: true });
  fireEvent.change(await input(/^标题/), { target: { value: "年末看房周" } });
  await press(actor, "保存");
  expect(await screen.findByText("请选择图片")).toBeDefined();
  expect(await rows()).toEqual([]);
  const picture = await makeMedia(db, { uploader: me.id, scene: "cover", is_private: false });
  sendsFiles([picture]);
  const [desk] = await screen.findAllByLabelText("选择图片");
  await actor.upload(desk as HTMLElement, new File(["a"], "年末.png", { type: "image/png" }));
  await screen.findByLabelText(/^移除/);
  await press(actor, "保存");
  await waitFor(async () => expect(await rows()).toMatchObject([{ title: "年末看房周", image_id: picture.id }]));
});

it("lists banners with their acts: enabled, disabled, their numbers by day, deleted", async () => {
  const id = await make();
  await db
    .insert(contentDaily)
    .values({ kind: "banner", target_id: id, date: "2026-11-20", impressions: 200, clicks: 5 });
  await db.update(table).set({ impressions: 200, clicks: 5 });
  const { actor } = await open("/resources/banner", list);
  expect(await screen.findByText("200 / 5 / 2.5%")).toBeDefined();
  await actOn(actor, "新盘开放日", "启用");
  expect(await screen.findByText("展示中", { selector: "td *" })).toBeDefined();
  await actOn(actor, "新盘开放日", "数据");
  const drawer = within(await screen.findByRole("dialog", { name: "新盘开放日 的数据" }));
  expect((await drawer.findByRole("row", { name: /2026-11-20/ })).textContent).toBe("2026-11-2020052.5%");
  expect(await drawer.findByRole("img", { name: /曝光 200，点击 5/ })).toBeDefined();
  await actor.keyboard("{Escape}");
  await actOn(actor, "新盘开放日", "停用");
  await answer(actor, /^停用/, "停用");
  await waitFor(async () => expect(await row(id)).toMatchObject({ status: "disabled" }));
  await screen.findByText("停用", { selector: "td span" });
  await actOn(actor, "新盘开放日", "删除");
  await answer(actor, /^删除/, "删除");
  await waitFor(async () => expect(await rows()).toEqual([]));
});

it("puts the banners of a position in order by keyboard, and saves nothing before one says so", async () => {
  const [a, b] = [await make({ title: "甲图" }), await make({ title: "乙图" })];
  await make({ title: "别处", position: "list_top" });
  const { actor } = await open("/resources/banner?position=home_top", list);
  await chooseTool(actor, "调整顺序");
  const dialog = within(await screen.findByRole("dialog", { name: "轮播图排序" }));
  const grip = await dialog.findByLabelText("移动甲图");
  expect(dialog.queryByLabelText("移动别处")).toBeNull();
  await actor.click(grip);
  await actor.click(await screen.findByRole("menuitem", { name: "移到最前" }));
  expect((await rows()).map(({ sort }) => sort)).toEqual([100, 100, 100]);
  await actor.click(dialog.getByText("保存顺序"));
  await waitFor(async () => {
    const [first, second] = [await row(a), await row(b)];
    expect((first?.sort ?? 0) < (second?.sort ?? 0)).toBe(true);
  });
  expect(await screen.findByText("顺序已保存")).toBeDefined();
});
