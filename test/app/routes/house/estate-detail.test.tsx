import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { setClientMode } from "~/app/browser/client-mode";
import * as estateDetail from "~/app/routes/house/estate/estate-detail";
import { estate as table, unitLog } from "~/server/database/tables/house/estate";
import { makeOwnDeal } from "../../../support/deal-rows";
import { givePictures, makeEstate, makeRoom, makeUnit } from "../../../support/estate";
import { makeCustomer, makeUser } from "../../../support/factories";
import { chooseOption, routeTest } from "../../../support/route-test";

const list = "/house/estate-list";
const path = `${list}/estate-detail`;
const { db, staff, open } = routeTest({
  path,
  module: estateDetail,
  others: { [list]: () => <p>房源列表</p> },
});
staff({ role: "estate_manager" });
afterEach(() => setClientMode(false));
const part = async (name: string) => within(await screen.findByLabelText(name, { selector: "section" }));
// By text and label: asking by role takes seconds on a page of this size.
async function dialogOf(title: string) {
  const heading = await screen.findByText(title, { selector: "h2" });
  return within(heading.closest<HTMLElement>("[role=dialog]") ?? heading);
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const stateOf = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];

it("shows an estate part by part, with its pictures, layouts, rules and reviews", async () => {
  const { id } = await makeEstate(db, {
    name: "云汀·湾岸塔",
    alias: ["湾岸塔"],
    stations: [{ line: "山手线", station: "田町", walk_min: 7, bus_min: null }],
    facilities: ["pool"],
    risks: "海风较大",
    dev_commission_mode: "percent",
    dev_commission_value: "3.00",
    gross_yield: 4.6,
  });
  await givePictures(db, id);
  await makeRoom(db, { estate_id: id, name: "A1", layout: "2LDK", total_count: 20, available_count: 6 });
  const { actor } = await open(`?id=${id}`);
  expect(await screen.findByText("云汀·湾岸塔", { selector: "h2" })).toBeDefined();
  const pictures = await part("相册");
  const count = () => pictures.getByRole("status").textContent;
  // Its layout's plan is one of them.
  expect(count()).toBe("1 / 3");
  await actor.click(pictures.getByLabelText("下一张"));
  await actor.click(pictures.getByLabelText("下一张"));
  expect(count()).toBe("3 / 3");
  expect(pictures.queryByLabelText("下一张")).toBeNull();
  // Two currencies, by the day's rate, and what the layouts say is left.
  expect(screen.getByText("5,980万–1.28亿日元")).toBeDefined();
  expect(screen.getByText(/^≈[\d,.]+–[\d,.]+万元$/, { selector: "p > span" })).toBeDefined();
  expect(screen.getByText(/^按\d{4}-\d\d-\d\d汇率：1日元≈0\.0\d+元$/)).toBeDefined();
  expect(screen.getByText("6", { selector: "b" }).parentElement?.textContent).toBe("可售 6 / 20 套");
  const figures = await part("关键数据");
  const numbers = [...(await screen.findByLabelText("关键数据", { selector: "section" })).querySelectorAll("dt")];
  expect(numbers.map(({ textContent }) => textContent)).toEqual(["均价", "面积", "表面回报率", "竣工年月", "最近车站"]);
  expect(figures.getByText("步行7分钟").textContent).toBe("步行7分钟山手线 田町");
  expect(figures.getByText("4.6%")).toBeDefined();
  // What nobody has typed is taken from the layouts.
  expect(figures.getByText("均价").closest("dt")?.nextElementSibling?.textContent).toMatch(/日元\/㎡≈.+元\/㎡$/);
  const room = within((await part("户型")).getByRole("row", { name: /A1/ }));
  expect(room.getByText("6 / 20")).toBeDefined();
  expect((await part("楼盘概要")).getByText("湾岸塔")).toBeDefined();
  expect((await part("配套")).getByText("泳池")).toBeDefined();
  expect((await part("介绍")).getByText("海风较大")).toBeDefined();
  expect((await part("报备与佣金规则")).getByText("3%")).toBeDefined();
  expect(await (await part("审核记录")).findByText("暂无审核记录")).toBeDefined();
  // Below is the internal part; without similar estates that section is not shown.
  expect((await part("内部信息")).getByText(/^XF/)).toBeDefined();
  await waitFor(() => expect(screen.queryByText("相似房源")).toBeNull());
  expect(await screen.findByText("暂无房号", { exact: false })).toBeDefined();

  await actor.click(room.getByLabelText("查看A1的户型图"));
  expect(await screen.findByLabelText("图片预览")).toBeDefined();
});

it("shows a client nothing of the house's, no empties, and links that stay with him", async () => {
  const { id, estate_no } = await makeEstate(db, {
    name: "云汀·湾岸塔",
    dev_commission_mode: "percent",
    dev_commission_value: "3.00",
    sale_units: 6,
    description: '<p>临<strong>海</strong>而居</p><div data-type="missing-picture"></div>',
  });
  await givePictures(db, id);
  await makeRoom(db, { estate_id: id, name: "A1" });
  const near = { stations: [], highlights: [], features: [], facilities: [] };
  const [online, offline] = [
    await makeEstate(db, { name: "远帆公馆", ...near }),
    await makeEstate(db, { name: "曦岸公馆", publish_status: "offline" }),
  ];
  const { actor, unmount } = await open(`?id=${id}`);
  await part("内部信息");
  expect((await part("介绍")).getByText("有图片待上传，客户看不到此处")).toBeDefined();
  await actor.click(screen.getByText("客户模式"));
  await waitFor(() => expect(screen.queryByText("内部信息")).toBeNull());
  unmount();
  const { asked } = await open(`?id=${id}`);
  await part("户型");
  const words = () => document.body.textContent ?? "";
  for (const hidden of [
    "佣金",
    "审核",
    "上架",
    "编辑",
    "评论",
    "浏览",
    "相关楼栋",
    "资料完整度",
    "补充",
    "未填",
    "销控",
    "待上传",
    "–元",
  ])
    expect(words()).not.toContain(hidden);
  expect((await part("介绍")).getByText("海").outerHTML).toBe("<strong>海</strong>");
  for (const hidden of [estate_no, "暂无", "导入", "新增房号"]) expect(words()).not.toContain(hidden);
  expect(screen.queryAllByText("–")).toEqual([]);
  expect(screen.getByText("6", { selector: "b" })).toBeDefined();
  const similar = await part("相似房源");
  expect(similar.getByText(online.name, { exact: false })).toBeDefined();
  expect(similar.queryByText(offline.name, { exact: false })).toBeNull();
  expect(similar.queryByText(/XF/)).toBeNull();
  // What is not asked for cannot be seen.
  expect(asked.filter((line) => line.includes("/audit"))).toEqual([]);
});

it("shows a client nothing of what is not online, of a form, or of its flats' quotations", async () => {
  setClientMode(true);
  const { id } = await makeEstate(db, { name: "云汀·湾岸塔", publish_status: "offline" });
  const { id: room_id } = await makeRoom(db, { estate_id: id });
  const { id: unitId } = await makeUnit(db, { estate_id: id, room_id, list_price: "60000000.00" });
  const { id: shown } = await makeEstate(db, {});
  for (const address of [`?id=${id}`, `?id=${id}&quote=${unitId}`, `?id=${shown}&edit=basics`, ""]) {
    const { unmount } = await open(address);
    expect(await screen.findByText("此内容暂不展示")).toBeDefined();
    expect(screen.queryByText("云汀·湾岸塔")).toBeNull();
    unmount();
  }
});

it("tells those who edit what is empty, and leads to where it is filled in; nobody else", async () => {
  const { id } = await makeEstate(db, { stations: [], description: null });
  const { unmount } = await open(`?id=${id}`);
  const wayIn = async (name: string) => (await part(name)).getByText("补充").getAttribute("href");
  expect(await wayIn("楼盘概要")).toBe(`${path}?id=${id}&edit=basics`);
  expect(await wayIn("户型")).toBe(`${path}?id=${id}&edit=rooms`);
  expect(await wayIn("交通")).toBe(`${path}?id=${id}&edit=place`);
  expect(await wayIn("介绍")).toBe(`${path}?id=${id}&edit=intro`);
  expect(await wayIn("相册")).toBe(`${path}?id=${id}&edit=pictures`);
  unmount();
  await open(`?id=${id}`, { role: "sales" });
  await part("楼盘概要");
  for (const hidden of ["补充", /^未填/, /^暂无/, "介绍", "户型"]) expect(screen.queryByText(hidden)).toBeNull();
});

it("keeps rules, completeness and acts from who may only look, and offers him to share", async () => {
  const { id } = await makeEstate(db, { name: "云汀·湾岸塔" });
  await open(`?id=${id}&edit=price`, { role: "content_editor" });
  await part("关键数据");
  for (const hidden of ["编辑", "下架", "资料完整度", "报备与佣金规则", "新增房号"])
    expect(screen.queryByText(hidden)).toBeNull();
  fireEvent.click(screen.getByText("复制链接"));
  expect(await screen.findByText(/^已复制房源信息/)).toBeDefined();
  expect(await navigator.clipboard.readText()).toContain("云汀·湾岸塔");
});

it("takes an estate offline with a reason and online again, and says what is missing", async () => {
  const { id } = await makeEstate(db, { name: "云汀·湾岸塔" });
  const { actor } = await open(`?id=${id}`);
  const missing = await part("资料完整度");
  expect(missing.getAllByLabelText("缺少").length).toBeGreaterThan(0);
  await actor.click(await screen.findByLabelText(/更多操作$/));
  await actor.click(await screen.findByText("下架", { selector: "[role=menuitem] *" }));
  const dialog = await dialogOf("下架房源");
  fireEvent.change(await dialog.findByLabelText(/下架原因/), { target: { value: "价格调整中" } });
  await actor.click(dialog.getByText("下架"));
  expect(await screen.findByText("已下架")).toBeDefined();
  expect(await screen.findByText("下架原因：价格调整中")).toBeDefined();
  expect((await stateOf(id))?.publish_status).toBe("offline");

  // Without a cover and a place it does not go online, and the refusal is shown.
  fireEvent.click(await screen.findByText("上架"));
  await waitFor(async () => expect(document.querySelector(".mantine-Notification-root")).not.toBeNull());
  expect((await stateOf(id))?.publish_status).toBe("offline");
});

it("files a draft for its review, says that it waits, and takes it back", async () => {
  const { id } = await makeEstate(db, { audit_status: "draft", publish_status: "offline" });
  await givePictures(db, id);
  const { actor } = await open(`?id=${id}`);
  fireEvent.click(await screen.findByText("提交审核"));
  expect(await screen.findByText("已提交审核")).toBeDefined();
  expect(await screen.findByText(/提交，审核时限/)).toBeDefined();
  const missing = await part("资料完整度");
  expect(missing.getByText("等待审核").querySelector("[aria-label=审核中]")).not.toBeNull();
  expect(missing.queryByText("审核通过")).toBeNull();
  expect(await (await part("审核记录")).findByText("待审核")).toBeDefined();
  fireEvent.click(await screen.findByText("撤回审核"));
  const dialog = await dialogOf("撤回审核");
  await actor.click(dialog.getByText("撤回"));
  expect(await screen.findByText("已撤回", { selector: "[role=alert] *" })).toBeDefined();
  await waitFor(async () => expect((await stateOf(id))?.audit_status).toBe("draft"));
});

it("takes a draft away after asking, and goes back to the list", async () => {
  const { id } = await makeEstate(db, { audit_status: "draft", publish_status: "offline" });
  const { actor, place } = await open(`?id=${id}`);
  await actor.click(await screen.findByLabelText(/更多操作$/));
  await actor.click(await screen.findByText("删除", { selector: "[role=menuitem] *" }));
  const dialog = await dialogOf("删除房源");
  await actor.click(dialog.getByText("删除"));
  await waitFor(() => expect(place.href).toBe(list));
  expect((await stateOf(id))?.deleted_at).not.toBeNull();
});

it("reckons what a purchase costs while one types, for a layout and for a flat", async () => {
  const { id } = await makeEstate(db, { loan_available: true, loan_ltv: 60 });
  const a1 = await makeRoom(db, { estate_id: id, name: "A1", price_min: "70000000.00", price_max: "72000000.00" });
  await makeUnit(db, { estate_id: id, room_id: a1.id, unit_no: "0301", list_price: "71000000.00" });
  const { actor } = await open(`?id=${id}`);
  await actor.click(await screen.findByLabelText("算费用：A1的购房成本"));
  const price = () => (screen.getByLabelText("总价") as HTMLInputElement).value;
  await waitFor(() => expect(price()).toBe("70000000"));
  const result = within(screen.getByLabelText("计算结果"));
  const amountOf = (name: RegExp) => result.getByRole("row", { name }).lastElementChild?.firstChild?.textContent;
  expect(amountOf(/^贷款/)).toBe("42,000,000");
  expect(amountOf(/^中介费/)).toBe("0");

  type("总价", "59,800,000");
  fireEvent.click(screen.getByLabelText(/^向卖方直接购买/));
  type("月租金", "250000");
  expect(amountOf(/^中介费/)).toBe("2,039,400");
  expect(amountOf(/^印花税/)).toBe("30,000");
  expect(amountOf(/^费用合计/)).toBe("4,312,400");
  expect(result.getByText("5.02%")).toBeDefined();
  expect(result.getByText(/^仅供参考/)).toBeDefined();

  type("贷款成数", "120");
  expect(await screen.findByText("贷款成数应为0至100的数字")).toBeDefined();
  expect(screen.queryByLabelText("计算结果")).toBeNull();
  type("贷款成数", "50");

  const flats = screen.getByLabelText("房号", { selector: "input" });
  await waitFor(() => expect((flats as HTMLInputElement).disabled).toBe(false));
  await chooseOption(actor, flats, /^0301/);
  expect(price()).toBe("71000000");
  expect(screen.getByText("印花税")).toBeDefined();
});

it("says that nothing is known of a country's costs, and goes by the estate's own", async () => {
  const thai = { country_code: "TH", currency: "THB", price_min: "6000000.00", price_max: "6000000.00" };
  const { id } = await makeEstate(db, thai);
  await open(`?id=${id}`);
  expect(await screen.findByText(/购房税费未知/)).toBeDefined();
  expect(screen.queryByLabelText("评估额")).toBeNull();
});

it("is the beginning of a draft without a number for who may add one, on the phone too, which refers its form to the desktop", async () => {
  const { unmount } = await open("", { phone: true });
  expect(await screen.findByText("存草稿")).toBeDefined();
  unmount();
  const { id } = await makeEstate(db, { audit_status: "draft", publish_status: "offline" });
  await open(`?id=${id}&edit=price`, { phone: true });
  expect(await screen.findByText("请在电脑端操作")).toBeDefined();
  expect(screen.getByRole("link", { name: "返回" }).getAttribute("href")).toBe(`${path}?id=${id}`);
});

it("shows a draft that says no more than its name and place, and leads to what is missing", async () => {
  const nothing = { property_type: null, sale_status: null, developer: null, tenure: null, total_units: null };
  const { id } = await makeEstate(db, {
    ...{ ...nothing, completion_at: null, address: null, price_min: null, price_max: null },
    ...{ audit_status: "draft", publish_status: "offline" },
  });
  await open(`?id=${id}`);
  const missing = await part("资料完整度");
  const links = missing.getAllByRole("link").map((one) => [one.textContent, one.getAttribute("href")]);
  const at = (tab: string) => `${path}?id=${id}&edit=${tab}`;
  expect(links).toEqual([
    ["基本：物业类型、销售状态、开发商、产权、总户数、竣工年月", at("basics")],
    ["位置：地址", at("place")],
    ["价格费用：总价下限、总价上限", at("price")],
    ["图片：至少一张外观、至少一张平面图/户型图", at("pictures")],
    ["位置：坐标", at("place")],
    ["图片：封面", at("pictures")],
  ]);
  await part("关键数据");
  expect(document.body.textContent).not.toMatch(/null|NaN|undefined/);
});

it("is closed without a number to who may not add one", async () => {
  await open("", { role: "content_editor" });
  expect(await screen.findByText("您没有查看该内容的权限，请联系管理员")).toBeDefined();
});

it("is a flat's quotation, for a customer and until a day that one may change", async () => {
  const { id, currency } = await makeEstate(db, { name: "云汀·湾岸塔" });
  const { id: room_id } = await makeRoom(db, { estate_id: id, name: "A1" });
  const { id: unitId } = await makeUnit(db, { estate_id: id, room_id, unit_no: "1203", list_price: "60000000.00" });
  const seller = await makeUser(db, { role: "sales", name: "林顾问" });
  const { id: customerId } = await makeCustomer(db, { name: "李先生", owner_id: seller.id });
  const { asked } = await open(`?id=${id}&quote=${unitId}&customer=${customerId}`, { as: seller });
  const paper = within(await screen.findByLabelText("报价单", { selector: "article" }));
  expect(currency).toBe("JPY");
  expect(paper.getByText("致：李先生")).toBeDefined();
  expect(paper.getByText("60,000,000日元")).toBeDefined();
  expect(paper.getByText("62,280,000日元")).toBeDefined();
  expect(paper.getByText("顾问：林顾问")).toBeDefined();
  expect(asked).not.toContain(`GET /api/estate/${id}`);
  type("报价有效期至", "2026-11-01");
  expect(await screen.findByText("请选择今天或以后的日期")).toBeDefined();
  type("报价有效期至", "2026-12-31");
  expect(paper.getByText("2026-12-31")).toBeDefined();
  const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
  fireEvent.click(screen.getByText("打印"));
  expect(print).toHaveBeenCalledOnce();
  await waitFor(async () =>
    expect(await db.select().from(unitLog)).toMatchObject([{ act: "quote", customer_id: customerId, by: seller.id }]),
  );
  expect(screen.getByText("返回房源").closest("a")?.getAttribute("href")).toBe(`${path}?id=${id}#board`);
});

it("shows the deals that its reader sees, each of which leads to its record, and none to who sees none", async () => {
  const { id } = await makeEstate(db, { name: "云汀·湾岸塔" });
  const seller = await makeUser(db, { role: "sales", name: "林顾问" });
  const own = await makeOwnDeal(db, { owner_id: seller.id, estate_id: id, status: "subscribed", unit_no: "1208" });
  const other = await makeUser(db, { role: "sales" });
  await makeOwnDeal(db, { owner_id: other.id, estate_id: id, buyer_name: "钱买方" });
  const { unmount } = await open(`?id=${id}`, { as: seller });
  const deals = await part("成交");
  const link = await deals.findByRole("link", { name: own.deal_no });
  expect(link.getAttribute("href")).toBe(`/Covenant/covenantList?open=${own.id}`);
  expect(deals.getByText(/^赵买方 · 云汀·湾岸塔 A座 1208 · 60,000,000日元 · 顾问 林顾问$/)).toBeDefined();
  expect(deals.queryByText(/钱买方/)).toBeNull();
  unmount();
  await open(`?id=${id}`, { role: "estate_manager" });
  await part("审核记录");
  expect(screen.queryByLabelText("成交", { selector: "section" })).toBeNull();
});
