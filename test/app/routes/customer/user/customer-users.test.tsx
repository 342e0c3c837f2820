import { screen, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as customerUsers from "~/app/routes/customer/user/customer-users";
import { customerUser as userTable } from "~/server/database/tables/customer/audience";
import { makeCustomer, makeCustomerUser } from "../../../../support/factories";
import { type Actor, actOn, answer, chooseOption, enter, pick, routeTest, row } from "../../../../support/route-test";

const path = "/customer/register";
const { db, staff, open } = routeTest({
  path,
  module: customerUsers,
  others: {
    "/customer/register/detail": () => <p>详情页</p>,
    "/customer/addCustomerInfo": () => <p>新增页</p>,
    "/customer/editCustomerInfo/:id": () => <p>客户页</p>,
  },
  ready: () => screen.findByRole("search"),
});
staff({ role: "customer_service" });
const seller = staff({ role: "sales" });
const stored = async (id: number) => (await db.select().from(userTable).where(eq(userTable.id, id)))[0];

async function linkToCustomer(actor: Actor) {
  await actOn(actor, "海风", "关联客户");
  const form = await screen.findByRole("dialog", { name: "关联客户" });
  await chooseOption(actor, await within(form).findByRole("textbox", { name: "客户" }), /王伟/);
  await actor.click(within(form).getByRole("button", { name: "关联" }));
  return form;
}

it("shows who is registered, from where and whose customer he is, contacts masked", async () => {
  const about = await makeCustomer(db, { name: "王伟", owner_id: seller.id });
  await makeCustomerUser(db, {
    nickname: "海风",
    phone: "13812345678",
    email: "lin@example.com",
    register_platform: "mini_program",
    register_channel: "sem",
    favorite_count: 3,
    view_count: 41,
    customer_id: about.id,
  });
  await open();
  for (const text of ["138****5678", "l****@example.com", "小程序", "搜索广告", "3 / 41 / 0", "正常"])
    expect(within(row("海风")).getByText(text)).toBeDefined();
  expect(within(row("海风")).getByRole("link", { name: "王伟" }).getAttribute("href")).toBe(
    `/customer/editCustomerInfo/${about.id}`,
  );
  expect(within(row("海风")).getByRole("link", { name: "海风" }).getAttribute("href")).toMatch(/detail\?id=\d+$/);
});

it("disables with a reason, and enables again", async () => {
  const { id } = await makeCustomerUser(db, { nickname: "海风" });
  const { actor } = await open();
  await actOn(actor, "海风", "禁用");
  const form = await screen.findByRole("dialog", { name: "禁用注册用户" });
  await actor.click(await within(form).findByRole("button", { name: "禁用" }));
  expect(await within(form).findByText("禁用原因至少2个字")).toBeDefined();
  await enter(actor, within(form).getByRole("textbox", { name: "禁用原因" }), "恶意刷单");
  await actor.click(within(form).getByRole("button", { name: "禁用" }));
  expect(await within(row("海风")).findByText("已禁用")).toBeDefined();
  expect(await stored(id)).toMatchObject({ status: "disabled", status_reason: "恶意刷单" });
  await actOn(actor, "海风", "启用");
  await answer(actor, "启用注册用户", "启用");
  expect(await within(row("海风")).findByText("正常")).toBeDefined();
});

it("links a customer by picker, and parts them after asking", async () => {
  const about = await makeCustomer(db, { name: "王伟", owner_id: seller.id });
  const { id } = await makeCustomerUser(db, { nickname: "海风" });
  const { actor } = await open();
  await linkToCustomer(actor);
  expect(await screen.findByText("已关联客户")).toBeDefined();
  expect(await within(row("海风")).findByRole("link", { name: "王伟" })).toBeDefined();
  expect(await stored(id)).toMatchObject({ customer_id: about.id });
  await actOn(actor, "海风", "取消关联");
  const dialog = await screen.findByRole("dialog", { name: "取消关联" });
  expect(within(dialog).getByText("确定取消注册用户海风与客户王伟的关联？")).toBeDefined();
  await actor.click(within(dialog).getByRole("button", { name: "取消关联" }));
  expect(await screen.findByText("已取消关联")).toBeDefined();
  expect(await stored(id)).toMatchObject({ customer_id: null });
});

it("puts somebody on the blacklist, who is marked from then on", async () => {
  await makeCustomerUser(db, { nickname: "海风" });
  const { actor } = await open();
  await actOn(actor, "海风", "拉黑");
  await answer(actor, "拉黑", "拉黑", { 原因: pick("骚扰"), 说明: "反复骚扰顾问" });
  expect(await screen.findByText("已加入黑名单")).toBeDefined();
  expect(await within(row("海风")).findByText("黑名单")).toBeDefined();
  await actor.click(within(row("海风")).getByRole("button", { name: "海风的更多操作" }));
  expect(await screen.findByRole("menuitem", { name: "禁用" })).toBeDefined();
  expect(screen.queryByRole("menuitem", { name: "拉黑" })).toBeNull();
});

it("offers a manager links but neither 禁用 nor 拉黑", async () => {
  await makeCustomerUser(db, { nickname: "海风" });
  await open("", { role: "sales_manager" });
  expect(within(row("海风")).getByRole("link", { name: "海风" })).toBeDefined();
  expect(within(row("海风")).queryByRole("button", { name: "海风的更多操作" })).toBeNull();
  expect(within(row("海风")).getByRole("button", { name: "关联客户" })).toBeDefined();
  expect(within(row("海风")).queryByRole("button", { name: "禁用" })).toBeNull();
});
