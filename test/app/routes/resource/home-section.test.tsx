import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as sectionList from "~/app/routes/resource/section/section-list";
import type { Input } from "~/contract/endpoint";
import { homeSection } from "~/contract/resource/home-section";
import { homeSection as table } from "~/server/database/tables/resource/advert";
import { makeEstate } from "../../../support/estate";
import { actOn, answer, chooseOption, chooseTool, dialog, routeTest } from "../../../support/route-test";

const { db, api, staff, open } = routeTest({ path: "/resources/homeSection", module: sectionList });
const editor = staff({ role: "content_editor", name: "林编辑" });

type Body = Input<typeof homeSection.create>["body"];
async function make(over: Partial<Body> & Pick<Body, "code" | "title">, isEnabled = false): Promise<number> {
  const as = await api.as(editor.id);
  const rule = { filter: {}, sort: "newest" as const, limit: 8 };
  const facts = { platform: ["web" as const], type: "estate" as const, source_mode: "rule" as const, rule };
  const { id } = (await as(homeSection.create, { body: { ...facts, ...over } })).data;
  if (isEnabled) await as(homeSection.enable, { params: { id } });
  return id;
}
const rows = () => db.select().from(table).orderBy(table.sort, table.id);
const row = async (id: number) => (await rows()).find((one) => one.id === id);
const enter = (field: Element, value: string) => fireEvent.change(field, { target: { value } });

it("makes a section by hand: searched, put in order, taken out again; what visitors do not see is said", async () => {
  const [one, two] = [await makeEstate(db, { name: "晴海塔" }), await makeEstate(db, { name: "丰洲园" })];
  const hidden = await makeEstate(db, { name: "未上线的盘", publish_status: "offline" });
  const { actor } = await open("?add=1");
  const form = await dialog("新增首页版块");
  enter(await form.findByLabelText(/^标题/), "精选房源");
  enter(form.getByLabelText(/^编码/), "featured");
  await actor.click(form.getByText("保存"));
  expect(await form.findByText("请选择房源")).toBeDefined();
  for (const name of ["晴海塔", "丰洲园", "未上线的盘"]) {
    await chooseOption(actor, await form.findByLabelText(/^添加房源/, { selector: "input" }), new RegExp(name));
    expect(await form.findByLabelText(new RegExp(`^移除.*${name}`))).toBeDefined();
  }
  expect(await form.findByText("未上线，访客看不到")).toBeDefined();
  await actor.click(form.getByLabelText(/^移动.*丰洲园/));
  await actor.click(await screen.findByRole("menuitem", { name: "移到最前" }));
  await actor.click(form.getByText("保存"));
  await waitFor(async () =>
    expect(await rows()).toMatchObject([{ code: "featured", item_ids: [two.id, one.id, hidden.id], rule: null }]),
  );
  expect(await screen.findByRole("row", { name: /精选房源.*房源.*手动.*2/ })).toBeDefined();
  await actOn(actor, "精选房源", "编辑");
  const again = await dialog("编辑首页版块");
  await actor.click(await again.findByLabelText(/^移除.*未上线的盘/));
  await actor.click(again.getByText("保存"));
  await waitFor(async () => expect((await rows())[0]?.item_ids).toEqual([two.id, one.id]));
});

it("finds by a rule what stands there now, and shows it while one types; another type begins anew", async () => {
  await makeEstate(db, { name: "晴海塔", is_recommend: true });
  await makeEstate(db, { name: "丰洲园" });
  const id = await make({ code: "by-rule", title: "按规则" });
  const { actor } = await open(`?edit=${id}`);
  const form = await dialog("编辑首页版块");
  const found = within(await form.findByRole("region", { name: "规则现在找到的内容" }));
  expect(await found.findByText("现在找到 2 项")).toBeDefined();
  await actor.click(form.getByLabelText("只要推荐的"));
  expect(await found.findByText("现在找到 1 项")).toBeDefined();
  expect(found.getByText("晴海塔")).toBeDefined();
  await chooseOption(actor, form.getByLabelText(/^类型/, { selector: "input" }), "楼栋");
  expect(await form.findByText("现在没有找到内容，访客看不到这个版块")).toBeDefined();
  expect(form.queryByLabelText("只要推荐的")).toBeNull();
  await chooseOption(actor, form.getByLabelText(/^顺序/, { selector: "input" }), "建成最晚");
  enter(form.getByLabelText(/^数量/), "6");
  await actor.click(form.getByText("保存"));
  await waitFor(async () =>
    expect(await row(id)).toMatchObject({ type: "mansion", rule: { sort: "built_desc", limit: 6 } }),
  );
});

it("enables, disables, previews and deletes a section", async () => {
  await makeEstate(db, { name: "晴海塔" });
  const id = await make({ code: "new", title: "最新上线" });
  const { actor } = await open();
  await actOn(actor, "最新上线", "启用");
  await waitFor(async () => expect(await row(id)).toMatchObject({ status: "enabled" }));
  await screen.findByText("启用", { selector: "td span" });
  await actOn(actor, "最新上线", "预览");
  const preview = await dialog("预览：最新上线");
  expect(await preview.findByText("晴海塔")).toBeDefined();
  await actor.keyboard("{Escape}");
  await actOn(actor, "最新上线", "停用");
  await answer(actor, /^停用/, "停用");
  await waitFor(async () => expect(await row(id)).toMatchObject({ status: "disabled" }));
  await screen.findByText("停用", { selector: "td span" });
  await actOn(actor, "最新上线", "删除");
  await answer(actor, /^删除/, "删除");
  await waitFor(async () => expect(await rows()).toEqual([]));
});

it("puts sections in order, and shows a platform's home page in it", async () => {
  await makeEstate(db, { name: "晴海塔" });
  const first = await make({ code: "a", title: "甲版块" }, true);
  const second = await make({ code: "b", title: "乙版块" }, true);
  await make({ code: "c", title: "应用版块", platform: ["app_ios"] }, true);
  const { actor } = await open();
  await chooseTool(actor, "调整顺序");
  const sorting = await dialog("首页版块排序");
  await actor.click(await sorting.findByLabelText("移动甲版块"));
  await actor.click(await screen.findByRole("menuitem", { name: "移到最前" }));
  await actor.click(sorting.getByText("保存顺序"));
  await waitFor(async () => expect(((await row(first))?.sort ?? 0) < ((await row(second))?.sort ?? 0)).toBe(true));
  await chooseTool(actor, "预览首页");
  const home = await dialog("预览首页");
  await waitFor(() =>
    expect(home.getAllByRole("region").map((one) => one.getAttribute("aria-label"))).toEqual(["甲版块", "乙版块"]),
  );
  await chooseOption(actor, home.getByLabelText("平台", { selector: "input" }), "iOS");
  expect(await home.findByRole("region", { name: "应用版块" })).toBeDefined();
});
