import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as editSpecial from "~/app/routes/special/edit-special";
import * as specialCards from "~/app/routes/special/special-cards";
import * as specialList from "~/app/routes/special/special-list";
import type { Input } from "~/contract/endpoint";
import { beginModule, type Module } from "~/contract/special/modules";
import { special } from "~/contract/special/special";
import { special as table } from "~/server/database/tables/special/special";
import { makeMedia } from "../../../support/factories";
import { type Actor, actOn, answer, routeTest } from "../../../support/route-test";
import { writeRich } from "../../../support/write-rich";

const path = "/specialEstate/special/edit-special";
const List = { "/specialEstate/special": () => <p>专题列表页</p> };
const { db, api, staff, open } = routeTest({ path, module: editSpecial, others: List });
const editor = staff({ role: "seo_editor", name: "周编辑" });

type Body = Input<typeof special.create>["body"];

async function make(over: Partial<Body> = {}, isLive = false) {
  const as = await api.as(editor.id);
  const media = await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false, kind: "image" });
  const modules = [{ ...beginModule("text"), props: { title: "为什么", content: "<p>好</p>" } }, beginModule("form")];
  const body = { name: "湾岸专题", title: "湾岸新盘合集", cover_id: media.id, modules, ...over } as Body;
  const { id } = (await as(special.create, { body })).data;
  if (isLive) await as(special.publish, { params: { id }, body: { version: 1 } });
  return id;
}
const row = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];
const types = async (id: number) => (await row(id))?.modules.map(({ type }) => type);
const input = (label: RegExp) => screen.findByLabelText(label, { selector: "input, textarea" });
const type = async (label: RegExp, value: string) => fireEvent.change(await input(label), { target: { value } });
const press = async (actor: Actor, label: string) =>
  actor.click(await screen.findByText(label, { selector: "form button *" }));
const listed = { path: "/specialEstate/special", module: specialList, others: {} };

it("builds a page: begun from its template, a module added, filled in, copied, moved, removed and put back; what is saved is previewed", async () => {
  const { actor, place } = await open("");
  expect(await screen.findByText("保存后在这里预览")).toBeDefined();
  await type(/^名称/, "新专题");
  await type(/^标题/, "湾岸的新盘");
  await press(actor, "按模板添加模块");
  const modules = within(await screen.findByRole("list", { name: "模块" }));
  expect(modules.getAllByRole("listitem")).toHaveLength(5);
  expect(modules.getAllByText("待完善").length).toBeGreaterThan(0);

  await actor.click(screen.getByText("添加模块"));
  await actor.click(await screen.findByRole("menuitem", { name: "行动按钮" }));
  const text = await screen.findByLabelText(/^按钮文字/);
  fireEvent.change(text, { target: { value: "马上咨询" } });
  await actor.click(screen.getByLabelText("编辑模块文本"));
  await writeRich("内容", "<p>轨道成熟</p>");
  await actor.click(screen.getByLabelText("复制模块文本"));
  await actor.click((await screen.findAllByLabelText("删除模块文本"))[1] as Element);
  expect(await screen.findByText(/^已删除文本/)).toBeDefined();
  await actor.click(screen.getByText("撤销删除"));
  await actor.click((await screen.findAllByLabelText("删除模块文本"))[1] as Element);
  await actor.click(screen.getByLabelText("移动表单"));
  await actor.click(await screen.findByRole("menuitem", { name: "移到最前" }));

  await press(actor, "存草稿");
  await waitFor(() => expect(place.href).toMatch(/\?id=\d+/));
  const id = Number(/id=(\d+)/.exec(place.href)?.[1]);
  expect(await types(id)).toEqual(["form", "banner", "text", "estates", "faq", "cta"]);
  expect((await row(id))?.modules[2]).toMatchObject({ props: { content: "<p>轨道成熟</p>" } });
  expect((await row(id))?.modules[5]).toMatchObject({ props: { button_text: "马上咨询", target: "form" } });
  const frame = await screen.findByTitle("页面预览", { selector: "iframe" } as never);
  expect(frame.getAttribute("src")).toMatch(/^\/p\//);
  await actor.click(screen.getByText("桌面"));
  expect(frame.parentElement?.dataset.width).toBe("desktop");

  // What its publication still wants is said there.
  await press(actor, "发布");
  expect(await screen.findByText(/^第2个模块（横幅）：请上传图片/)).toBeDefined();
});

it("has a small form for each type: rules for estates, lines for tables, films by record or address", async () => {
  const id = await make({ modules: (["estates", "table", "video", "map"] as const).map(beginModule) as Module[] });
  const { actor } = await open(`?id=${id}`);
  await actor.click(await screen.findByLabelText("编辑模块房源"));
  await actor.click(await screen.findByLabelText(/^取数/, { selector: "input" }));
  await actor.click(await screen.findByText("规则"));
  fireEvent.change(await screen.findByLabelText("名称 / 地址 / 车站"), { target: { value: "湾岸" } });
  fireEvent.change(await screen.findByLabelText(/^数量/), { target: { value: "3" } });
  await actor.click(screen.getByLabelText("编辑模块表格"));
  fireEvent.change(await screen.findByLabelText("表格内容"), { target: { value: "户型 | 面积\n1K\t25㎡" } });
  await actor.click(screen.getByLabelText("编辑模块位置"));
  fireEvent.change(await screen.findByLabelText(/^地址/), { target: { value: "东京都江东区" } });
  await press(actor, "存草稿");
  await waitFor(async () =>
    expect((await row(id))?.modules).toMatchObject([
      { props: { source: "rule", filter: { keyword: "湾岸" }, limit: 3 } },
      { props: { head: ["户型", "面积"], rows: [["1K", "25㎡"]] } },
      { type: "video" },
      { props: { address: "东京都江东区" } },
    ]),
  );
});

it("lists pages with their acts: the code, the numbers, a copy, offline", async () => {
  const id = await make({}, true);
  const { actor, place } = await open("/specialEstate/special", {
    ...listed,
    others: { [path]: () => <p>专题表单页</p> },
  });
  expect(await screen.findByText("湾岸新盘合集")).toBeDefined();
  await actOn(actor, "湾岸专题", "二维码");
  const code = within(await screen.findByRole("dialog", { name: "湾岸专题 的链接" }));
  expect(await code.findByLabelText("链接")).toHaveProperty("value", "/s/wan-an-zhuan-ti");
  expect(code.getByText("尚未设置工作台地址，完整链接和二维码暂不可用")).toBeDefined();
  expect(code.queryByText("下载 PNG")).toBeNull();
  await actor.keyboard("{Escape}");
  await actOn(actor, "湾岸专题", "数据");
  const numbers = within(await screen.findByRole("dialog", { name: "湾岸专题 的数据" }));
  expect(await numbers.findByText("这段时间没有数据")).toBeDefined();
  await actor.keyboard("{Escape}");
  await actOn(actor, "湾岸专题", "下线");
  await answer(actor, "下线专题", "下线");
  await waitFor(async () => expect(await row(id)).toMatchObject({ publish_status: "offline" }));
  // The row is drawn anew, and a menu that was open goes.
  expect(await screen.findByText("已下线", { selector: "td *" })).toBeDefined();
  await actOn(actor, "湾岸专题", "复制");
  expect(await screen.findByText("专题表单页")).toBeDefined();
  expect(place.href).toMatch(/edit-special\?id=\d+$/);
  expect(await db.select().from(table).orderBy(table.id)).toMatchObject([
    { id },
    { name: "湾岸专题（副本）", publish_status: "draft" },
  ]);
});

it("shows landing pages as cards with their numbers, in the wanted order, on the phone as well", async () => {
  const one = await make({ name: "第一个专题" }, true);
  const two = await make({ name: "第二个专题" }, true);
  await make({ name: "还是草稿" });
  await db.update(table).set({ uv_count: 50, view_count: 1234, inquiry_count: 1 }).where(eq(table.id, one));
  await db.update(table).set({ uv_count: 80 }).where(eq(table.id, two));
  const cards = { path: "/specialEstate/specialList", module: specialCards, others: {} };
  const { actor, place } = await open("/specialEstate/specialList", {
    ...cards,
    phone: true,
    ready: () => screen.findByText("第一个专题"),
  });
  const names = () => screen.getAllByRole("heading", { level: 3 }).map((one) => one.textContent);
  expect(names()).toEqual(["第一个专题", "第二个专题"]);
  expect(screen.getByText("1,234")).toBeDefined();
  expect(screen.getAllByText("查看")[0]?.closest("a")?.getAttribute("href")).toMatch(/\/s\/di-yi-ge-zhuan-ti$/);
  await actor.click(await screen.findByText("UV最多"));
  await waitFor(() => expect(names()).toEqual(["第二个专题", "第一个专题"]));
  expect(place.href).toContain("sort=-uv_count");
  await actor.click(screen.getAllByText("数据")[0] as Element);
  expect(await screen.findByRole("dialog", { name: "第二个专题 的数据" })).toBeDefined();
});

it("tells what the versions of a compared page have brought, and ends the comparison by one of them", async () => {
  const other = await make({ name: "乙版", title: "本周看房", slug: "other" }, true);
  const id = await make({ slug: "bay", variant_ids: [other] }, true);
  const { actor } = await open("", listed);
  await actOn(actor, "湾岸专题", "数据");
  const versions = within(await screen.findByLabelText("对比"));
  expect(versions.getAllByText("访客不足100人")).toHaveLength(2);
  await actor.click(within(versions.getByRole("row", { name: /^乙版/ })).getByRole("button", { name: "采用" }));
  const question = within(await screen.findByRole("dialog", { name: "结束专题对比" }));
  expect(question.getByText(/本页改用“乙版”的内容和表单/)).toBeDefined();
  await actor.click(question.getByRole("button", { name: "采用" }));
  await waitFor(async () => expect(await row(id)).toMatchObject({ title: "本周看房", variant_ids: [] }));
});
