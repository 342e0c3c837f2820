import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as customerAdd from "~/app/routes/customer/customer-add";
import { customer } from "~/contract/customer/customer";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer as customerTable, transferRequest } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { patience } from "~/test/support/patience";
import { days, makeCustomer, makeCustomerUser, makeInquiry } from "../../../support/factories";
import { type Actor, answer, routeTest, withoutAnswer } from "../../../support/route-test";

const path = "/customer/addCustomerInfo";
const { db, team, staff, open } = routeTest({
  path,
  module: customerAdd,
  others: {
    "/customer/editCustomerInfo/:id": () => <p>客户页</p>,
    "/customer/customerInfor": () => <p>列表页</p>,
  },
  ready: () => screen.findByText("客户姓名"),
});
const east = team();
const sales = staff({ role: "sales", team: east });
const manager = staff({ role: "sales_manager", team: east });
const other = staff({ role: "sales", team: east, name: "林顾问" });

// By label and in one piece: a form of thirty fields is slow to search by role and to type into.
function field(name: string): HTMLInputElement {
  const [label, ...others] = [...document.querySelectorAll("label")].filter(({ textContent }) =>
    textContent?.startsWith(name),
  );
  const control = label && document.getElementById(label.htmlFor);
  if (!(control instanceof HTMLInputElement) || others.length) throw new Error(`not one input is labelled ${name}`);
  return control;
}
const enter = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });
const stored = () => db.select().from(customerTable).orderBy(customerTable.id);
const stale = { created_at: days(-300), assigned_at: days(-300), last_tracking_at: days(-120) };

/** Types a number and leaves the field. */
function typePhone(phone = "13812345678") {
  enter("手机号", phone);
  fireEvent.blur(field("手机号"));
}
async function fillIn(actor: Actor) {
  enter("客户姓名", "王伟");
  await actor.click(field("客户来源"));
  await actor.click(await screen.findByText("来电"));
}
const save = (actor: Actor) => actor.click(screen.getByText("保存"));
const shownNotice = () => document.querySelector<HTMLElement>("[aria-label=客户重复提示]");
async function notice(title: RegExp | string): Promise<HTMLElement> {
  const alert = await waitFor(() => {
    const shown = shownNotice();
    if (!shown) throw new Error("no collision is told of");
    return shown;
  }, patience);
  expect(within(alert).getByText(title)).toBeDefined();
  return alert;
}

it("makes a customer of an inquiry that is one's own", async () => {
  const given = { name: "王女士", phone: "13812345678", inquiry_no: "XJ2611200077" };
  const { id } = await makeInquiry(db, { ...given, assignee_id: sales.id });
  const { actor } = await open(`?inquiry_id=${id}`);
  expect(screen.getByText("保存后，询盘 XJ2611200077 将转为该客户。")).toBeDefined();
  await waitFor(() => expect(field("客户姓名").value).toBe("王女士"));
  expect(field("手机号").value.replaceAll(" ", "")).toBe("13812345678");
  await save(actor);
  expect(await screen.findByText("客户页")).toBeDefined();
  const [made] = await stored();
  expect(made).toMatchObject({ name: "王女士", owner_id: sales.id });
  expect(await db.select().from(inquiry)).toMatchObject([{ status: "converted", customer_id: made?.id }]);
});

it("makes a customer of the sections' fields and opens him", async () => {
  const { actor, place } = await open();
  const titles = [...document.querySelectorAll("legend")].map(({ textContent }) => textContent);
  expect(titles).toEqual(["基本信息", "联系方式", "购房意向", "来源", "备注"]);
  await fillIn(actor);
  typePhone();
  await save(actor);
  expect(await screen.findByText("客户页")).toBeDefined();
  expect(await screen.findByText("已新增")).toBeDefined();
  const [row] = await stored();
  expect(row).toMatchObject({ name: "王伟", owner_id: sales.id, phone_e164: "+8613812345678", source: "phone" });
  expect(place.href).toBe(`/customer/editCustomerInfo/${row?.id}`);
});

it("tells of a colleague's customer as soon as the number is left, and takes it back with another number", async () => {
  const { customer_no } = await makeCustomer(db, { phone: "13812345678", owner_id: other.id });
  const { asked } = await open();
  typePhone("+86 138 1234 5678");
  const alert = await notice(`该客户已由【林顾问】跟进（${customer_no}）`);
  expect(within(alert).getByText(`手机号与客户 ${customer_no} 重复。`)).toBeDefined();
  expect(within(alert).queryByRole("link", { name: "查看" })).toBeNull();
  typePhone("13812345679");
  await waitFor(() => expect(shownNotice()).toBeNull());
  const checks = () => asked.filter((line) => line === "POST /api/customer/information/check").length;
  const before = checks();
  fireEvent.blur(field("微信"));
  enter("微信", "wangwei");
  fireEvent.blur(field("微信"));
  // Nothing was asked where nothing had changed.
  await waitFor(() => expect(checks()).toBe(before + 1));
});

it("says of one's own customer that it is one's own, with the way to it", async () => {
  const { id, customer_no } = await makeCustomer(db, { phone: "13812345678", owner_id: sales.id });
  await open();
  typePhone();
  const alert = within(await notice(`该客户已在您名下（${customer_no}）`));
  expect(alert.getByRole("link", { name: "查看" }).getAttribute("href")).toBe(`/customer/editCustomerInfo/${id}`);
  expect(alert.queryByRole("button")).toBeNull();
});

it("asks again where no answer came, once the field is left again", async () => {
  await makeCustomer(db, { phone: "13812345678", owner_id: other.id });
  await open();
  await withoutAnswer(customer.check, () => typePhone());
  await waitFor(() => {
    fireEvent.blur(field("手机号"));
    expect(shownNotice()).not.toBeNull();
  });
});

it("asks the owner's manager for the customer, with a reason, and keeps the form", async () => {
  await makeCustomer(db, { phone: "13812345678", owner_id: other.id });
  const { actor } = await open();
  enter("客户姓名", "王伟");
  typePhone();
  await actor.click(within(await notice(/该客户已由/)).getByRole("button", { name: "申请转移" }));
  await answer(actor, "申请转移", "提交审核", { 申请理由: "客户指定由我跟进" });
  expect(await screen.findByText("已提交申请，等待对方主管处理")).toBeDefined();
  expect(await db.select().from(transferRequest)).toMatchObject([{ applicant_id: sales.id, status: "pending" }]);
  expect(field("客户姓名").value).toBe("王伟");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "已申请转移" }).disabled).toBe(true);
});

it("claims out of the pool instead, without asking about what was typed", async () => {
  const { id } = await makeCustomer(db, { phone: "13812345678" });
  const { actor, place } = await open();
  typePhone();
  await actor.click(within(await notice("该客户在公海，可直接领取")).getByRole("button", { name: "领取" }));
  expect(await screen.findByText("客户页")).toBeDefined();
  expect(place.href).toBe(`/customer/editCustomerInfo/${id}`);
  expect(await stored()).toMatchObject([{ id, owner_id: sales.id }]);
});

it("restores out of the recycle bin, by a manager", async () => {
  const { id } = await makeCustomer(db, { phone: "13812345678", last_owner_id: other.id, deleted_at: days(-1) });
  const { actor } = await open("", { as: manager });
  typePhone();
  const alert = await notice("该客户在回收站");
  expect(within(alert).queryByRole("link", { name: "查看" })).toBeNull();
  await actor.click(within(alert).getByRole("button", { name: "恢复" }));
  expect(await screen.findByText("客户页")).toBeDefined();
  expect(await stored()).toMatchObject([{ id, deleted_at: null, owner_id: other.id }]);
});

it("takes a stale customer over after asking, with what was typed", async () => {
  const { id } = await makeCustomer(db, { name: "王小姐", phone: "13812345678", owner_id: other.id, ...stale });
  const { actor, place } = await open();
  await fillIn(actor);
  typePhone();
  enter("微信", "wangwei");
  await actor.click(within(await notice("该客户120天无跟进，可接管")).getByRole("button", { name: "接管" }));
  const dialog = await screen.findByRole("dialog", { name: "接管客户" });
  expect(await stored()).toMatchObject([{ owner_id: other.id }]);
  await actor.click(within(dialog).getByRole("button", { name: "接管" }));
  expect(await screen.findByText("客户页")).toBeDefined();
  expect(place.href).toBe(`/customer/editCustomerInfo/${id}`);
  expect(await stored()).toMatchObject([{ id, name: "王小姐", owner_id: sales.id, wechat: "wangwei" }]);
});

it("shows a collision that only the sending met", async () => {
  const { actor } = await open();
  await fillIn(actor);
  typePhone();
  const { id } = await makeCustomer(db, { phone: "13812345678", owner_id: sales.id });
  await save(actor);
  const alert = await notice(/该客户已在您名下/);
  expect(within(alert).getByRole("link", { name: "查看" }).getAttribute("href")).toBe(
    `/customer/editCustomerInfo/${id}`,
  );
  expect(field("手机号").value).toBe("13812345678");
});

it("links the registered user of the address, whose contacts come with him unseen", async () => {
  const client = await makeCustomerUser(db, { nickname: "小王", phone: "13912345678", language: "ja" });
  const { actor } = await open(`?client_id=${client.id}`, { role: "customer_service" });
  expect(screen.getByText(/注册用户 小王（139\*\*\*\*5678）将关联到新客户/)).toBeDefined();
  expect(field("客户姓名").value).toBe("小王");
  expect(field("手机号").value).toBe("");
  await waitFor(() => expect(field("注册用户").value).toContain(client.user_no));
  await actor.click(field("客户来源"));
  await actor.click(await screen.findByText("网站询盘"));
  await save(actor);
  await screen.findByText("列表页");
  const [row] = await stored();
  expect(row).toMatchObject({ name: "小王", phone_e164: "+8613912345678", language: "ja" });
  const [linked] = await db.select().from(customerUser).where(eq(customerUser.id, client.id));
  expect(linked?.customer_id).toBe(row?.id);
});
