import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { setClientMode } from "~/app/browser/client-mode";
import * as estateList from "~/app/routes/house/estate/estate-list";
import { special } from "~/contract/special/special";
import { estateMansion, estate as table } from "~/server/database/tables/house/estate";
import { makeEstate } from "../../../support/estate";
import { makeUser, setSetting } from "../../../support/factories";
import { putMansion } from "../../../support/mansion-application";
import { chooseTab, routeTest } from "../../../support/route-test";

const path = "/house/estate-list";
const { api, db, open } = routeTest({
  path,
  module: estateList,
  others: {
    "/house/estate-list/estate-detail": () => <p>房源页</p>,
    "/Covenant/covenantList": () => <p>成交页</p>,
  },
});
beforeEach(() => localStorage.clear());
afterEach(() => setClientMode(false));
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest("tr");
  if (!row) throw new Error(`no row of ${name}`);
  return row;
};

it("shows what an estate costs, where it lies and how it stands, and leads to its page", async () => {
  await makeEstate(db, {
    name: "湾岸塔",
    price_min: "59800000.00",
    price_max: "128000000.00",
    layouts: ["2LDK", "1LDK"],
    stations: [{ line: "山手线", station: "田町", walk_min: 7, bus_min: null }],
    gross_yield: 4.52,
    is_hot: true,
  });
  const { actor, place } = await open("", { role: "sales" });
  const row = await rowOf("湾岸塔");
  for (const text of ["5,980万–1.28亿日元", "田町 步行7分钟", "1LDK、2LDK", "4.52%", "2027-03", "在售"])
    expect(within(row).getByText(text)).toBeDefined();
  // That it is approved and online goes without saying.
  for (const text of ["已通过", "已上架"]) expect(within(row).queryByText(text)).toBeNull();
  expect(within(row).getByText(/^≈[\d,.]+–[\d,.]+万元$/)).toBeDefined();
  expect(within(row).getByText("热门")).toBeDefined();
  // A seller reads; nothing here is his to change.
  expect(screen.queryByText("新增")).toBeNull();
  await actor.click(within(row).getByText("湾岸塔"));
  expect(await screen.findByText("关键数据")).toBeDefined();
  await actor.click(screen.getByRole("link", { name: "查看完整页面" }));
  await screen.findByText("房源页");
  expect(place.href).toMatch(/estate-detail\?id=\d+$/);
});

it("opens with what is for sale; who keeps estates has the others in tabs, and who does not has neither", async () => {
  await makeEstate(db, { name: "湾岸塔" });
  await makeEstate(db, { name: "远帆公馆", publish_status: "offline" });
  await makeEstate(db, { name: "曦岸公馆", audit_status: "draft", publish_status: "offline" });
  await makeEstate(db, { name: "代官山邸", audit_status: "rejected", publish_status: "offline" });
  await makeEstate(db, { name: "芝浦台", audit_status: "pending", publish_status: "offline" });
  const shown = () => [...document.querySelectorAll("tbody tr")].map((row) => row.querySelector("a")?.textContent);
  const { actor, place, unmount } = await open("", { role: "estate_manager" });
  await rowOf("湾岸塔");
  expect(shown()).toEqual([expect.stringContaining("湾岸塔")]);
  const others = { 未上架: "远帆公馆", 待审核: "芝浦台", 草稿: "曦岸公馆", 已驳回: "代官山邸" };
  for (const [tab, name] of Object.entries(others)) {
    await chooseTab(actor, tab);
    await rowOf(name);
    expect(shown()).toEqual([expect.stringContaining(name)]);
  }
  await chooseTab(actor, "全部");
  await waitFor(() => expect(shown()).toHaveLength(5));
  for (const [state, name] of Object.entries(others)) within(await rowOf(name)).getByText(state);
  expect(place.href).toBe(`${path}?state=all`);
  unmount();
  const seller = await open(`${path}?state=all`, { role: "sales" });
  await rowOf("湾岸塔");
  expect(shown()).toEqual([expect.stringContaining("湾岸塔")]);
  expect(screen.queryByRole("tab")).toBeNull();
  seller.unmount();
  // Addresses of before still find what they asked for.
  const former = await open(`${path}?audit_status=draft`, { role: "estate_manager" });
  await rowOf("曦岸公馆");
  await waitFor(() => expect(former.place.href).toBe(`${path}?audit_status=draft&state=all`));
  former.unmount();
  const online = await open(`${path}?publish_status=online`, { role: "estate_manager" });
  await rowOf("湾岸塔");
  await waitFor(() => expect(online.place.href).toBe(path));
});

it("takes an estate offline with its reason, and copies what is sent to customers", async () => {
  await makeEstate(db, { name: "湾岸塔", slug: "wan-an-ta" });
  await setSetting(db, "site.main_base", "https://www.example.com");
  const { actor, asked } = await open("", { role: "estate_manager" });
  const row = await rowOf("湾岸塔");
  await actor.click(within(row).getByLabelText("湾岸塔的更多操作"));
  await actor.click(await screen.findByText("复制链接"));
  await screen.findByText("已复制房源信息和链接");
  expect(await navigator.clipboard.readText()).toMatch(/^湾岸塔[\s\S]*https:\/\/www\.example\.com\/estate\/wan-an-ta$/);
  await actor.click(within(row).getByLabelText("湾岸塔的更多操作"));
  await actor.click(await screen.findByText("下架"));
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(await within(dialog).findByLabelText(/下架原因/), { target: { value: "业主要求暂停销售" } });
  await actor.click(within(dialog).getByText("下架", { selector: "button *" }));
  await screen.findByText("已下架");
  expect(asked.some((line) => /^PATCH \/api\/estate\/\d+\/unpublish$/.test(line))).toBe(true);
  await waitFor(() => expect(screen.queryByText("湾岸塔")).toBeNull());
  await actor.click(screen.getByRole("tab", { name: "未上架" }));
  expect(await within(await rowOf("湾岸塔")).findByText("未上架")).toBeDefined();
});

it("is narrowed by its address, such as the building's own, and looked at by pictures, which it remembers", async () => {
  const [other, held] = [await makeEstate(db, { name: "远帆公馆" }), await makeEstate(db, { name: "湾岸塔" })];
  const tower = await putMansion(db, { name: "湾岸塔楼" });
  await db.insert(estateMansion).values({ estate_id: held.id, mansion_id: tower.id });
  const { actor, place, asked, unmount } = await open(`${path}?mansion_id=${tower.id}`, { role: "estate_manager" });
  await rowOf("湾岸塔");
  expect(screen.queryByText(other.name)).toBeNull();
  await actor.click(screen.getByText("卡片"));
  await waitFor(() => expect(screen.queryByRole("table")).toBeNull());
  expect(await screen.findByText("湾岸塔")).toBeDefined();
  expect(place.href).toBe(`${path}?mansion_id=${tower.id}&view=card`);
  // Without a base map there is no map.
  expect(screen.queryByText("地图")).toBeNull();
  expect(asked.filter((line) => line.startsWith("GET /api/estate?")).length).toBeGreaterThan(0);
  unmount();
  await open("", { role: "estate_manager" });
  expect(await screen.findByText("远帆公馆")).toBeDefined();
  expect(screen.queryByRole("table")).toBeNull();
});

it("puts its cards in order, says what is left, and shows a client those alone that are online", async () => {
  await makeEstate(db, { name: "湾岸塔", price_min: "59800000.00", sale_units: 9, total_units: 320 });
  await makeEstate(db, { name: "远帆公馆", price_min: "30000000.00", price_max: "31000000.00" });
  const hidden = await makeEstate(db, { name: "曦岸公馆", publish_status: "offline" });
  const { actor, place } = await open(`${path}?view=card`, { role: "estate_manager" });
  expect(await screen.findByText("可售 9 / 320")).toBeDefined();
  await actor.click(screen.getByLabelText("排序", { selector: "input" }));
  await actor.click(await screen.findByText("总价从低到高"));
  await waitFor(() => expect(place.href).toContain("sort=price_min"));
  const names = () => [...document.querySelectorAll("li a")].map(({ textContent }) => textContent);
  await waitFor(() => expect(names()[0]).toBe("远帆公馆"));

  await actor.click(screen.getByLabelText("客户模式"));
  await waitFor(() => expect(screen.queryByText(hidden.name)).toBeNull());
  expect(await screen.findByText("可售 9 / 320")).toBeDefined();
  expect(names()).toEqual(["远帆公馆", "湾岸塔"]);
  expect(place.href).toContain("publish_status=online");
  for (const gone of [hidden.estate_no, "已上架", "已通过", "新增", "详情", "暂无车站", "筛选"])
    expect(document.body.textContent).not.toContain(gone);
});

it("marks an estate as hot", async () => {
  await makeEstate(db, { name: "湾岸塔" });
  const { actor } = await open("", { role: "estate_manager" });
  await actor.click(within(await rowOf("湾岸塔")).getByLabelText("湾岸塔的更多操作"));
  await actor.click(await screen.findByText("设为热门/推荐"));
  const dialog = within(await screen.findByRole("dialog", { name: "设为热门/推荐" }));
  await actor.click(await dialog.findByLabelText(/^热门/));
  await actor.click(dialog.getByText("保存"));
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await within(await rowOf("湾岸塔")).findByText("热门")).toBeDefined();
  expect(await db.select().from(table)).toMatchObject([{ is_hot: true, is_recommend: false }]);
});

it("puts an estate on a special page, for who builds those", async () => {
  const { id } = await makeEstate(db, { name: "湾岸塔" });
  const editor = await makeUser(db, { role: "content_editor" });
  const as = await api.as(editor.id);
  const body = { name: "秋季专题", title: "湾岸新盘合集" };
  const page = (await as.unchecked(special.create, { body })).data.id;
  const { actor, unmount } = await open("", { as: editor });
  await actor.click(within(await rowOf("湾岸塔")).getByLabelText(/的更多操作$/));
  await actor.click(await screen.findByRole("menuitem", { name: "加入专题" }));
  const dialog = within(await screen.findByRole("dialog", { name: "加入专题" }));
  await actor.click(await dialog.findByLabelText(/^专题/, { selector: "input" }));
  await actor.click(await screen.findByText("湾岸新盘合集"));
  await actor.click(dialog.getByText("加入"));
  expect(await screen.findByText("湾岸塔已加入“湾岸新盘合集”")).toBeDefined();
  expect((await as(special.get, { params: { id: page } })).data.estate_ids).toEqual([id]);
  unmount();
  const { actor: seller } = await open("", { role: "sales" });
  await seller.click(within(await rowOf("湾岸塔")).getByLabelText(/的更多操作$/));
  await screen.findByRole("menuitem", { name: "发起成交" });
  expect(screen.queryByRole("menuitem", { name: "加入专题" })).toBeNull();
});

it("begins a deal in an estate that is online, for who sells", async () => {
  const { id } = await makeEstate(db, { name: "湾岸塔" });
  await makeEstate(db, { name: "未上架塔", publish_status: "offline" });
  const permissions = ["house:estate:view", "house:estate:audit", "deal:deal:view", "deal:deal:create"] as const;
  const { actor, place } = await open(`${path}?state=all`, { permissions });
  const offline = within(await rowOf("未上架塔"));
  expect(offline.getByText("复制链接")).toBeDefined();
  expect(offline.queryByText("发起成交")).toBeNull();
  await actor.click(within(await rowOf("湾岸塔")).getByLabelText(/的更多操作$/));
  await actor.click(await screen.findByRole("menuitem", { name: "发起成交" }));
  await screen.findByText("成交页");
  expect(place.href).toBe(`/Covenant/covenantList?add=1&estate_id=${id}`);
});
