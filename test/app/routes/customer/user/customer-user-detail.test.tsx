import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as customerUserDetail from "~/app/routes/customer/user/customer-user-detail";
import { customerUser as userTable } from "~/server/database/tables/customer/audience";
import { makeEstate } from "../../../../support/estate";
import { days, makeBehavior, makeCustomer, makeCustomerUser } from "../../../../support/factories";
import { answer, chooseOption, dialog, fromMenu, routeTest } from "../../../../support/route-test";

const path = "/customer/register/detail";
const { db, staff, open } = routeTest({
  path,
  module: customerUserDetail,
  others: { "/customer/editCustomerInfo/:id": () => <p>客户页</p> },
  ready: () => screen.findByRole("heading", { level: 1 }),
});
staff({ role: "customer_service" });
const seller = staff({ role: "sales", name: "林顾问" });
const panel = () => screen.getByRole("tabpanel");

it("shows what the site knows of him, contacts masked", async () => {
  const { id, user_no } = await makeCustomerUser(db, {
    nickname: "海风",
    phone: "13812345678",
    email: "lin@example.com",
    wechat_unionid: "oAbCdEfGh123",
    gender: "female",
    register_platform: "app_ios",
    register_channel: "social",
    register_ip: "203.0.113.7",
    login_count: 12,
  });
  await open(`?id=${id}`);
  expect(screen.getByRole("heading", { level: 1, name: "海风" })).toBeDefined();
  for (const text of [user_no, "138****5678", "l****@example.com", "oA****3", "女", "iOS", "社媒", "203.0.113.7"])
    expect(within(panel()).getByText(text)).toBeDefined();
  expect(within(panel()).getByText("12")).toBeDefined();
});

it("tells what he did, in short and one by one", async () => {
  const { id } = await makeCustomerUser(db, { nickname: "海风" });
  const did = (type: string, given: object = {}) => makeBehavior(db, { customer_user_id: id, type, ...given });
  await did("view_estate", { target_type: "estate", target_id: 1, target_name: "海景苑" });
  await did("view_estate", { target_type: "estate", target_id: 1, target_name: "海景苑" });
  await did("share", { target_type: "article", target_id: 8 });
  await did("search", { keyword: "东京塔楼" });
  const { actor, place } = await open(`?id=${id}`);
  await actor.click(screen.getByRole("tab", { name: "行为轨迹" }));
  expect(await screen.findByText("“东京塔楼”", { selector: "b" })).toBeDefined();
  expect(place.href).toBe(`${path}?id=${id}&tab=behavior`);
  expect(within(panel()).getAllByText("海景苑", { selector: "b" })).toHaveLength(2);
  expect(within(panel()).getByText("资讯 #8")).toBeDefined();
  const most = within(panel()).getByRole("heading", { name: "浏览最多" }).parentElement;
  expect(most?.textContent).toContain("海景苑2次");
});

it("shows favourites and sign-ins in tabs of their own", async () => {
  const { id } = await makeCustomerUser(db, { favorite_count: 9, login_count: 4 });
  const estate = { customer_user_id: id, target_type: "estate" };
  await makeBehavior(db, { ...estate, type: "favorite", target_id: 1, target_name: "海景苑" });
  await makeBehavior(db, { ...estate, type: "favorite", target_id: 2, target_name: "湖心居", at: days(-3) });
  await makeBehavior(db, { ...estate, type: "unfavorite", target_id: 2, target_name: "湖心居", at: days(-2) });
  await makeBehavior(db, { customer_user_id: id, type: "login", ip: "203.0.113.7" });
  const { actor } = await open(`?id=${id}&tab=favorites`);
  expect(within(panel()).getByText("海景苑")).toBeDefined();
  expect(within(panel()).queryByText("湖心居")).toBeNull();
  expect(within(panel()).getByText(/网站记录的收藏数 9/)).toBeDefined();
  await actor.click(screen.getByRole("tab", { name: "登录" }));
  expect(await screen.findByText(/累计登录 4 次/)).toBeDefined();
  expect(within(panel()).getByText("203.0.113.7", { exact: false })).toBeDefined();
});

it("sends chosen favourites to the linked customer", async () => {
  const about = await makeCustomer(db, { name: "王伟", owner_id: seller.id });
  const { id } = await makeCustomerUser(db, { customer_id: about.id });
  const estate = await makeEstate(db, { name: "云汀·湾岸塔" });
  const kept = { customer_user_id: id, type: "favorite" };
  await makeBehavior(db, { ...kept, target_type: "estate", target_id: estate.id, target_name: "云汀·湾岸塔" });
  await makeBehavior(db, { ...kept, target_type: "article", target_id: 8, target_name: "购房指南" });
  const { actor } = await open(`?id=${id}&tab=favorites`, { role: "super_admin" });
  // An article is none of what is sent.
  expect(within(panel()).getAllByRole("checkbox")).toHaveLength(1);
  await actor.click(within(panel()).getByRole("checkbox", { name: "选择云汀·湾岸塔" }));
  await actor.click(within(panel()).getByRole("button", { name: "发送" }));
  const form = await dialog("发送1个房源");
  expect((await form.findByRole("article")).textContent).toContain("云汀·湾岸塔");
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>(/^客户/).value).toMatch(/^王伟/));
});

it("shows the linked customer to whoever sees him, else his number", async () => {
  const about = await makeCustomer(db, { name: "王伟", owner_id: seller.id, level: "A" });
  const { id } = await makeCustomerUser(db, { customer_id: about.id });
  const { unmount } = await open(`?id=${id}&tab=customer`);
  expect(within(panel()).getByText("林顾问")).toBeDefined();
  expect(within(panel()).getByRole("link", { name: "查看客户" }).getAttribute("href")).toBe(
    `/customer/editCustomerInfo/${about.id}`,
  );
  unmount();
  await open(`?id=${id}&tab=customer`, { role: "sales_manager" });
  expect(within(panel()).getByText(`已关联客户 ${about.customer_no}，该客户不在您的数据范围内`)).toBeDefined();
  expect(screen.queryByText("王伟")).toBeNull();
});

it("shows the full number for a reason, and how often that may still be done", async () => {
  const { id } = await makeCustomerUser(db, { nickname: "海风", phone: "13812345678" });
  const { actor } = await open(`?id=${id}`);
  await actor.click(screen.getByRole("button", { name: "查看完整号码" }));
  const form = await screen.findByRole("dialog", { name: "查看完整号码" });
  await chooseOption(actor, await within(form).findByRole("textbox", { name: "查看原因" }), "核实客户身份");
  await actor.click(within(form).getByRole("button", { name: "查看" }));
  const call = await within(form).findByRole("link", { name: "拨打13812345678" });
  expect(call.getAttribute("href")).toBe("tel:+8613812345678");
  expect(within(form).getByText("今日还可查看 49 次")).toBeDefined();
});

it("disables from the page, and says why he is disabled", async () => {
  const { id } = await makeCustomerUser(db, { nickname: "海风" });
  const { actor } = await open(`?id=${id}`);
  await fromMenu(actor, "海风", "禁用");
  await answer(actor, "禁用注册用户", "禁用", { 禁用原因: "恶意刷单" });
  expect(await screen.findByText("禁用原因：恶意刷单")).toBeDefined();
  expect((await db.select().from(userTable).where(eq(userTable.id, id)))[0]?.status).toBe("disabled");
});

it("does not open for somebody without the code, nor for nobody's number", async () => {
  const { id } = await makeCustomerUser(db);
  const failed = () => screen.findByText("加载失败");
  const { unmount } = await open(`?id=${id}`, { as: seller, ready: failed });
  unmount();
  await open("", { ready: () => screen.findByText("数据不存在或已被删除") });
});
