import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as newsEdit from "~/app/routes/article/news-edit";
import * as newsList from "~/app/routes/article/news-list";
import { renewScene } from "~/app/session/scenes";
import { article } from "~/contract/article/article";
import { category } from "~/contract/article/category";
import { editing } from "~/contract/content/editing";
import type { Input } from "~/contract/endpoint";
import { article as table } from "~/server/database/tables/article/article";
import { contentDraft } from "~/server/database/tables/content/content";
import { exportTask, operationLog } from "~/server/database/tables/system/system";
import { makeMedia, makeUser, setSetting } from "../../../support/factories";
import { type Actor, answer, chooseOption, chooseTool, dialog, enter, routeTest } from "../../../support/route-test";
import { writeRich } from "../../../support/write-rich";

const path = "/article/news-list/news-edit";
const List = { "/article/news-list": () => <p>资讯列表页</p> };
const { db, api, staff, open } = routeTest({ path, module: newsEdit, others: List });
const editor = staff({ role: "content_editor", name: "林编辑" });
const writer = staff({ permissions: ["article:news:view", "article:news:edit"], name: "何作者" });

const text = `<p>${"湾岸地区新盘陆续入市，交通与配套日渐成熟。".repeat(4)}</p>`;
type Body = Input<typeof article.create>["body"];

async function make(over: Partial<Body> = {}, isLive = false) {
  const as = await api.as(editor.id);
  const media = await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false, kind: "image" });
  const known = (await as(category.list, {})).data.list[0]?.id;
  const category_id = known ?? (await as(category.create, { body: { name: "市场" } as never })).data.id;
  const summary = "东京湾岸地区今年的新盘供应、价格与交通变化，一文看懂。";
  const body = { title: "东京湾岸观察", category_id, cover_id: media.id, summary, content: text, ...over } as Body;
  const { id } = (await as(article.create, { body })).data;
  if (isLive) await as(article.publish, { params: { id }, body: { version: 1 } });
  return id;
}
const row = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];
const input = (label: RegExp) => screen.findByLabelText(label, { selector: "input, textarea" });
const type = async (label: RegExp, value: string) => fireEvent.change(await input(label), { target: { value } });
const press = async (actor: Actor, label: string) =>
  actor.click(await screen.findByText(label, { selector: "form button *, section button *" }));

const write = (html: string) => writeRich("正文", html);

/** An act of a row, or of the head of a form. */
async function choose(actor: Actor, title: string, act: string) {
  await screen.findAllByText(new RegExp(title), { selector: "td *, h2" });
  const near = screen.queryAllByText(act, { selector: "tr button, tr a, header button *" })[0];
  if (near) return actor.click(near);
  await actor.click((await screen.findAllByLabelText(new RegExp(`^${title}.*的更多操作$`)))[0] as Element);
  await actor.click(await screen.findByRole("menuitem", { name: act }));
}

it("writes a draft, says what its publication wants, and publishes it", async () => {
  const { actor, place } = await open("");
  await type(/^标题/, "湾岸的新盘");
  await write("<h2>供应</h2><p>今年的新盘</p>");
  expect(await screen.findByText(/^建议：wan-an-de-xin-pan/)).toBeDefined();
  await actor.click(screen.getByText("采用"));
  expect(await input(/^网址别名/)).toHaveProperty("value", "wan-an-de-xin-pan");
  await press(actor, "发布");
  // It is saved as a draft; the fields show what publication needs.
  await waitFor(() => expect(place.href).toMatch(/\?id=\d+/));
  expect(await screen.findByText("请输入摘要")).toBeDefined();
  const [saved] = await db.select().from(table);
  expect(saved).toMatchObject({ title: "湾岸的新盘", slug: "wan-an-de-xin-pan", publish_status: "draft" });
  expect(saved?.content).toContain("<h2>供应</h2>");
});

it("takes the first picture of its text as its cover", async () => {
  const own = { uploader: editor.id, scene: "content", is_private: false, kind: "image" } as const;
  const [first, second] = [await makeMedia(db, own), await makeMedia(db, own)];
  const shown = [first, second].map(({ id }) => `<img data-media-id="${id}" alt="湾岸">`).join("");
  const id = await make({ cover_id: null, content: text + shown });
  const { actor } = await open(`?id=${id}`);
  await actor.click(await screen.findByText("用正文第一张图", { selector: "button *" }));
  expect(await screen.findByText("已有封面")).toBeDefined();
  await press(actor, "发布");
  await waitFor(async () => expect(await row(id)).toMatchObject({ cover_id: first.id, publish_status: "published" }));
  expect(screen.queryByText("用正文第一张图")).toBeNull();
});

it("publishes and schedules what it has just saved", async () => {
  const id = await make();
  const { actor } = await open(`?id=${id}`);
  await type(/^标题/, "东京湾岸周报");
  await press(actor, "定时发布");
  await answer(actor, "定时发布资讯", "定时发布");
  await waitFor(async () =>
    expect(await row(id)).toMatchObject({ publish_status: "scheduled", title: "东京湾岸周报" }),
  );
  await choose(actor, "东京湾岸", "取消定时");
  expect(await screen.findByText("已取消定时，回到草稿")).toBeDefined();
  await press(actor, "发布");
  await waitFor(async () => expect(await row(id)).toMatchObject({ publish_status: "published" }));
  expect(await screen.findByText("更新公开内容")).toBeDefined();
});

it("keeps a draft copy beside what is public, publishes it, or gives it up", async () => {
  const id = await make({}, true);
  const { actor, place } = await open(`?id=${id}`);
  await type(/^标题/, "东京湾岸新观察");
  await press(actor, "存为修改稿");
  await waitFor(() => expect(place.href).toContain("draft=1"));
  expect(await row(id)).toMatchObject({ title: "东京湾岸观察" });
  expect(await screen.findByText(/^这是修改稿/)).toBeDefined();
  await press(actor, "发布修改稿");
  await waitFor(async () =>
    expect(await row(id)).toMatchObject({ title: "东京湾岸新观察", publish_status: "published" }),
  );
  await waitFor(() => expect(place.href).not.toContain("draft=1"));
  await press(actor, "存为修改稿");
  await waitFor(() => expect(place.href).toContain("draft=1"));
  await actor.click(await screen.findByText("放弃修改稿"));
  await answer(actor, /放弃/, "放弃修改稿");
  await waitFor(async () => expect(await db.select().from(contentDraft)).toHaveLength(0));
});

it("shows the live text at the address of a draft copy that is gone", async () => {
  const id = await make({}, true);
  await open(`?id=${id}&draft=1`);
  expect(await input(/^标题/)).toHaveProperty("value", "东京湾岸观察");
  expect(screen.queryByText(/^这是修改稿/)).toBeNull();
});

it("asks field by field where the public version has changed since the draft copy was begun", async () => {
  const id = await make({}, true);
  const as = await api.as(editor.id);
  const form = (await as(article.get, { params: { id } })).data as never as Body;
  const version = (await row(id))?.version ?? 0;
  await as(article.saveDraft, {
    params: { id },
    body: { ...form, title: "修改稿的标题", base_version: version, draft_version: 0 } as never,
  });
  await as(article.update, {
    params: { id },
    body: { ...form, title: "公开的标题", author: "周编辑", version } as never,
  });
  const { actor } = await open(`?id=${id}&draft=1`);
  await press(actor, "发布修改稿");
  const panel = within(await screen.findByRole("alert", { name: "公开的内容已被修改" }));
  const take = panel.getByText("按所选内容发布").closest("button");
  expect(take).toHaveProperty("disabled", true);
  await actor.click(within(panel.getByRole("radiogroup", { name: "标题保留" })).getByLabelText("用修改稿"));
  await actor.click(panel.getByText("按所选内容发布"));
  await waitFor(async () => expect(await row(id)).toMatchObject({ title: "修改稿的标题", author: "周编辑" }));
});

it("shows versions beside each other, restores one, and shows the preview", async () => {
  const id = await make();
  const as = await api.as(editor.id);
  const form = (await as(article.get, { params: { id } })).data as never as Body;
  await as(article.update, {
    params: { id },
    body: { ...form, title: "改过的标题", content: `${text}<p>新的一段</p>`, version: 1 } as never,
  });
  const { actor } = await open(`?id=${id}`);
  await choose(actor, "改过的标题", "预览");
  const frame = await screen.findByTitle("预览", { selector: "iframe" } as never);
  expect(frame.getAttribute("src")).toMatch(/^\/p\//);
  await actor.keyboard("{Escape}");
  await choose(actor, "改过的标题", "历史版本");
  const drawer = within(await screen.findByRole("dialog", { name: /^历史版本/ }));
  expect(await drawer.findByText("新的一段")).toBeDefined();
  await actor.click(await drawer.findByText("恢复此版本"));
  await answer(actor, /恢复/, "恢复");
  await waitFor(async () => expect(await row(id)).toMatchObject({ title: "东京湾岸观察" }));
});

it("tells who else has the form open, before one types; a writer's change of what is public becomes a draft copy", async () => {
  const id = await make({}, true);
  const other = await api.as(editor.id);
  const others = async () =>
    (await other(editing.beat, { body: { kind: "article", id, tab: "other-tab" } })).data.users.map(({ name }) => name);
  expect(await others()).toEqual([]);
  const { actor, place, unmount } = await open(`?id=${id}`, { as: writer });
  expect(await screen.findByText(/林编辑.*正在编辑同一内容/)).toBeDefined();
  await waitFor(async () => expect(await others()).toEqual(["何作者"]));
  expect(screen.queryByText("更新公开内容")).toBeNull();
  await type(/^标题/, "作者的修改");
  await press(actor, "存为修改稿");
  await waitFor(() => expect(place.href).toContain("draft=1"));
  expect(await row(id)).toMatchObject({ title: "东京湾岸观察" });
  expect(screen.queryByText("发布修改稿")).toBeNull();
  unmount();
  await waitFor(async () => expect(await others()).toEqual([]));
});

it("lists news with their acts: on top, recommended, offline, draft again, deleted", async () => {
  const id = await make({}, true);
  const { actor } = await open("/article/news-list", { path: "/article/news-list", module: newsList, others: {} });
  expect(await screen.findByText("东京湾岸观察")).toBeDefined();
  await choose(actor, "东京湾岸观察", "置顶");
  expect(await screen.findByText("置顶", { selector: "small *" })).toBeDefined();
  await choose(actor, "东京湾岸观察", "推荐");
  expect(await screen.findByText("推荐", { selector: "small *" })).toBeDefined();
  expect(await row(id)).toMatchObject({ is_top: true, is_recommend: true });
  await choose(actor, "东京湾岸观察", "下线");
  await answer(actor, "下线资讯", "下线");
  await waitFor(async () => expect(await row(id)).toMatchObject({ publish_status: "offline" }));
  expect(await screen.findByText("已下线", { selector: "td *" })).toBeDefined();
  await choose(actor, "东京湾岸观察", "转为草稿");
  await waitFor(async () => expect(await row(id)).toMatchObject({ publish_status: "draft" }));
  expect(await screen.findByText("草稿", { selector: "td *" })).toBeDefined();
  await choose(actor, "东京湾岸观察", "删除");
  await answer(actor, "删除资讯", "删除");
  await waitFor(() => expect(screen.queryByText("东京湾岸观察")).toBeNull());
});

it("offers no publication of what is not whole, one by one or several, and says what is missing", async () => {
  await make({ cover_id: null });
  const { actor } = await open("/article/news-list", { path: "/article/news-list", module: newsList, others: {} });
  await screen.findByText("东京湾岸观察", { selector: "td *" });
  const why = { disabled: true, title: "请选择封面" };
  expect(screen.getByRole("button", { name: "发布" })).toMatchObject(why);
  await actor.click(screen.getByLabelText("东京湾岸观察的更多操作"));
  expect(await screen.findByRole("menuitem", { name: /^定时发布/ })).toMatchObject({
    ...{ disabled: true, textContent: "定时发布请选择封面" },
  });
  await actor.keyboard("{Escape}");
  await actor.click(screen.getByLabelText("选择东京湾岸观察"));
  await waitFor(() => expect(screen.getAllByRole("button", { name: "发布" })).toHaveLength(2));
  for (const one of screen.getAllByRole("button", { name: "发布" })) expect(one).toMatchObject(why);
});

it("publishes, moves and takes offline several at once", async () => {
  const ids = [await make({ title: "第一篇资讯" }), await make({ title: "第二篇资讯" })];
  const as = await api.as(editor.id);
  const other = (await as(category.create, { body: { name: "政策" } as never })).data.id;
  // Kept from the tests before.
  renewScene("article_categories");
  const { actor } = await open("/article/news-list", { path: "/article/news-list", module: newsList, others: {} });
  const all = async () => actor.click((await screen.findAllByRole("checkbox"))[0] as Element);
  const bulk = async (label: string) => actor.click(await screen.findByText(label, { selector: "button *" }));
  await screen.findByText("第一篇资讯");
  await all();
  await bulk("改分类");
  const form = within(await screen.findByRole("dialog", { name: "批量改资讯分类" }));
  await chooseOption(actor, await form.findByLabelText(/分类/, { selector: "input" }), "政策");
  await actor.click(form.getByText("改分类", { selector: "button *" }));
  await waitFor(async () => expect((await row(ids[0] ?? 0))?.category_id).toBe(other));
  for (const [label, publish_status, message] of [
    ["发布", "published", "已发布"],
    ["下线", "offline", "已下线"],
  ] as const) {
    await waitFor(() => expect(screen.queryByText("已选", { exact: false })).toBeNull());
    await all();
    await bulk(label);
    await waitFor(async () => expect(await row(ids[1] ?? 0)).toMatchObject({ publish_status }));
    // What may be done next comes with the rows.
    const rows = within(await screen.findByRole("table"));
    await waitFor(() => expect(rows.getAllByText(message)).toHaveLength(2));
  }
});

it("hands in, takes back, returns and approves where a second person is asked", async () => {
  await setSetting(db, "content.approval", "four_eyes");
  const id = await make();
  const first = await open(`?id=${id}`, { as: writer });
  expect(screen.queryByText("发布", { selector: "form button *, section button *" })).toBeNull();
  await type(/^标题/, "作者写的标题");
  await press(first.actor, "提交审核");
  await answer(first.actor, "提交资讯审核", "提交审核");
  expect(await screen.findByText(/^何作者.*提交审核：发布。修改后须重新提交。$/)).toBeDefined();
  await choose(first.actor, "作者写的标题", "撤回审核");
  await waitFor(() => expect(screen.queryByText(/修改后须重新提交/)).toBeNull());
  await press(first.actor, "提交审核");
  await answer(first.actor, "提交资讯审核", "提交审核");
  expect(await screen.findByText(/修改后须重新提交/)).toBeDefined();
  expect(screen.getByRole("region", { name: "评论" })).toBeDefined();
  first.unmount();

  const listed = { path: "/article/news-list", module: newsList, others: {} };
  const second = await open("/article/news-list?status=pending", listed);
  expect(await screen.findByText("待审核", { selector: "td *" })).toBeDefined();
  await choose(second.actor, "作者写的标题", "退回");
  const form = within(await screen.findByRole("dialog", { name: "退回资讯审核" }));
  await enter(second.actor, await form.findByLabelText(/^退回原因/), "标题太短");
  await second.actor.click(form.getByText("退回", { selector: "button *" }));
  await waitFor(() => expect(screen.queryByText("作者写的标题")).toBeNull());
  second.unmount();

  const third = await open(`?id=${id}`, { as: writer });
  expect(await screen.findByText(/审核已退回.*标题太短$/)).toBeDefined();
  await press(third.actor, "提交审核");
  await answer(third.actor, "提交资讯审核", "提交审核");
  expect(await screen.findByText(/修改后须重新提交/)).toBeDefined();
  third.unmount();

  const last = await open(`?id=${id}`);
  await choose(last.actor, "作者写的标题", "通过");
  await answer(last.actor, /通过/, "通过");
  await waitFor(async () => expect(await row(id)).toMatchObject({ publish_status: "published" }));
});

it("hands in several, and a draft copy, which another approves", async () => {
  await setSetting(db, "content.approval", "four_eyes");
  const ids = [await make({ title: "第一篇资讯" }), await make({ title: "第二篇资讯" })];
  const listed = { path: "/article/news-list", module: newsList, others: {} };
  const first = await open("/article/news-list", listed);
  await screen.findByText("第一篇资讯");
  await first.actor.click((await screen.findAllByRole("checkbox"))[0] as Element);
  await first.actor.click(await screen.findByText("提交审核", { selector: "[data-bulk] button *, button *" }));
  await waitFor(() => expect(screen.getAllByText("待审核", { selector: "td *" })).toHaveLength(2));
  first.unmount();
  const other = await api.as((await makeUser(db, { role: "seo_editor" })).id);
  expect((await other(article.publishBatch, { body: { ids } })).data.success).toEqual(ids);

  const { actor, place } = await open(`?id=${ids[0]}`);
  await type(/^标题/, "第一篇修改稿");
  await press(actor, "存为修改稿");
  await waitFor(() => expect(place.href).toContain("draft=1"));
  await press(actor, "提交审核");
  expect(await screen.findByText(/提交审核：发布修改稿/)).toBeDefined();
  await other(article.approve, { params: { id: ids[0] ?? 0 }, body: { version: 2 } });
  await waitFor(async () => expect(await row(ids[0] ?? 0)).toMatchObject({ title: "第一篇修改稿" }));
});

it("is written on the desktop alone; the phone says so", async () => {
  const id = await make();
  await open(`${path}?id=${id}`, { phone: true, ready: () => screen.findByText("请在电脑端操作") });
  expect(screen.queryByRole("textbox", { name: "标题" })).toBeNull();
  expect(screen.getByText("返回").closest("a")?.getAttribute("href")).toContain("/article/news-list");
});

it("builds links of a published piece that tell where readers come from", async () => {
  await setSetting(db, "site.main_base", "https://www.example.com");
  const id = await make({ slug: "bay" }, true);
  const { actor } = await open(`?id=${id}`);
  await actor.click(await screen.findByRole("button", { name: "推广链接" }));
  const form = await dialog("推广链接");
  const copy = await form.findByRole("button", { name: "复制" });
  expect(copy).toHaveProperty("disabled", true);
  await actor.type(form.getByLabelText(/utm_source/), "wechat");
  await actor.type(form.getByLabelText(/utm_campaign/), "秋季 2026");
  const link = "https://www.example.com/article/bay?utm_source=wechat&utm_campaign=%E7%A7%8B%E5%AD%A3+2026";
  expect(form.getByLabelText("链接")).toHaveProperty("value", link);
  await actor.click(copy);
  expect(await navigator.clipboard.readText()).toBe(link);
});

it("exports the report of contents for chosen days", async () => {
  URL.createObjectURL = () => "blob:test";
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  await make({}, true);
  const { actor } = await open("/article/news-list", { path: "/article/news-list", module: newsList, others: {} });
  await chooseTool(actor, "内容报表");
  const form = await dialog("内容报表");
  await actor.click(await form.findByRole("button", { name: "导出" }));
  expect(await screen.findByText("导出完成")).toBeDefined();
  expect(await db.select().from(operationLog).where(eq(operationLog.action, "export"))).toMatchObject([
    { summary: "导出内容报表1条" },
  ]);
  expect(await db.$count(exportTask)).toBe(1);
});

it("says that a pasted picture could not be fetched, and offers to put one in", async () => {
  await open("");
  const text = await screen.findByLabelText("正文", { selector: "[contenteditable]" });
  const html = '<p>要点</p><img data-src="https://mmbiz.qpic.cn/1.png" alt="外观">';
  const getData = (type: string) => (type === "text/html" ? html : "");
  fireEvent(text, createEvent.paste(text, { clipboardData: { files: [], getData } }));
  expect(await screen.findByText("图片未能带入，请重新上传")).toBeDefined();
});
