import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as customerEdit from "~/app/routes/customer/page/customer-edit";
import * as inquiryDetail from "~/app/routes/inquiry/all-inquiry-detail";
import * as inquiryInfo from "~/app/routes/inquiry/inquiry-info";
import * as rentalDetail from "~/app/routes/inquiry/rental-detail";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { mansion } from "~/server/database/tables/house/property";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { comment } from "~/server/database/tables/system/system";
import { days, makeCustomer, makeInquiry } from "../../../support/factories";
import { putMansion } from "../../../support/mansion-application";
import { actIn, answer, routeTest } from "../../../support/route-test";
import { makeShare } from "../../../support/share-rows";

const { db, team, staff, open } = routeTest({
  path: "/inquiry/all-inquiry/inquiry-detail",
  module: inquiryDetail,
  others: { "/inquiry/estate-inquiry": () => <p>列表</p> },
});
const east = team();
const sales = staff({ role: "sales", team: east, name: "林顾问" });
const other = staff({ role: "sales", team: east, name: "赵顾问" });
const rowOf = async (id: number) => (await db.select().from(inquiry).where(eq(inquiry.id, id)))[0];

it("writes a call, and turns the inquiry into a customer, and takes that back", async () => {
  const { id } = await makeInquiry(db, { name: "王女士", assignee_id: sales.id, phone: "13812345678" });
  const { actor } = await open(`?id=${id}`);
  await screen.findByRole("heading", { level: 1, name: "王女士" });
  await actor.click(screen.getByRole("button", { name: "写跟进" }));
  await answer(actor, "跟进询盘", "保存跟进", { 跟进内容: "电话沟通，想看两居室" });
  expect(await screen.findByText("跟进已保存")).toBeDefined();
  await actor.click(await screen.findByRole("button", { name: "转客户" }));
  const form = within(await screen.findByRole("dialog", { name: "转客户" }));
  expect(await form.findByDisplayValue("王女士")).toBeDefined();
  await actor.click(form.getByRole("button", { name: "转为新客户" }));
  expect(await screen.findByText("已转为新客户")).toBeDefined();
  expect(await rowOf(id)).toMatchObject({ status: "converted" });
  expect(await db.select().from(customer)).toMatchObject([{ name: "王女士", owner_id: sales.id, tracking_count: 1 }]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "转客户" })).toBeNull());
  await actIn(actor, within(document.body), "撤销转客户");
  await answer(actor, "撤销转客户", "撤销转客户");
  expect(await screen.findByText("已撤销转客户")).toBeDefined();
  expect(await rowOf(id)).toMatchObject({ status: "processing" });
});

it("changes what it says", async () => {
  const { id } = await makeInquiry(db, { name: "王女士", assignee_id: sales.id, ext: { want_viewing: true } });
  const { actor } = await open(`?id=${id}`);
  await screen.findByRole("heading", { level: 1, name: "王女士" });
  await actor.keyboard("e");
  await answer(actor, "编辑询盘", "保存", { 询盘内容: "想看样板间" });
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await rowOf(id)).toMatchObject({ content: "想看样板间", ext: { want_viewing: true } });
});

it("says on which shared page it was asked, and who may be asking", async () => {
  const { id: customer_id } = await makeCustomer(db, { name: "欧阳若兰", owner_id: sales.id });
  const { id: share_id, share_no } = await makeShare(db, { user_id: sales.id, customer_id, title: "云汀·湾岸塔" });
  const { id } = await makeInquiry(db, { name: "王女士", assignee_id: sales.id, share_id });
  await open(`?id=${id}`);
  expect(await screen.findByText(share_no)).toBeDefined();
  expect(screen.getByText("可能是客户")).toBeDefined();
  const link = screen.getByRole("link", { name: "欧阳若兰" });
  expect(link.getAttribute("href")).toContain(`/customer/editCustomerInfo/${customer_id}`);
});

it("shows a rental's buildings, and what is said about it", async () => {
  const { id: mansion_id, district_id } = await putMansion(db, { name: "芝浦塔楼" });
  const { id } = await makeInquiry(db, { name: "王女士", kind: "rental", assignee_id: sales.id, ext: { district_id } });
  const rental = { path: "/inquiry/rental/rental-detail", module: rentalDetail };
  const { actor } = await open(`/inquiry/rental/rental-detail?id=${id}`, rental);
  await actor.click(await screen.findByRole("tab", { name: "匹配楼栋" }));
  const list = within(await screen.findByRole("list", { name: "匹配楼栋" }));
  expect(list.getByText("芝浦塔楼")).toBeDefined();
  expect(list.getByText("区域相符")).toBeDefined();
  await db.delete(mansion).where(eq(mansion.id, mansion_id));
  await actor.click(screen.getByRole("tab", { name: "评论" }));
  await actor.type(await screen.findByRole("textbox", { name: "评论" }), "房东今天有空");
  await actor.click(screen.getByRole("button", { name: "发送" }));
  expect(await screen.findByText("评论已发送")).toBeDefined();
  expect(await db.select().from(comment)).toMatchObject([{ owner_type: "inquiry", owner_id: id }]);
  await actor.click(screen.getByRole("tab", { name: "匹配楼栋" }));
  expect(await screen.findByText("没有匹配的楼栋")).toBeDefined();
});

const card = { path: "/inquiry/estate-inquiry/inquiryInfo/:inquiryId", module: inquiryInfo, phone: true };

it("is claimed on the phone from a message, and can be called then", async () => {
  const { id } = await makeInquiry(db, { name: "王女士", phone: "13812345678", content: "想看两居室" });
  const { actor } = await open(`/inquiry/estate-inquiry/inquiryInfo/${id}`, card);
  await screen.findByRole("heading", { level: 1, name: "王女士" });
  expect(screen.queryByRole("link", { name: /拨打/ })).toBeNull();
  await actor.click(screen.getByRole("button", { name: "领取" }));
  expect((await screen.findByRole("link", { name: /拨打/ })).getAttribute("href")).toBe("tel:+8613812345678");
});

it("says on the phone that it is somebody else's, or gone", async () => {
  const taken = await makeInquiry(db, { assignee_id: other.id });
  await open(`/inquiry/estate-inquiry/inquiryInfo/${taken.id}`, card);
  expect(await screen.findByText("该询盘已由 赵顾问 处理")).toBeDefined();
  const gone = await makeInquiry(db, { deleted_at: days(-1) });
  await open(`/inquiry/estate-inquiry/inquiryInfo/${gone.id}`, card);
  expect(await screen.findByText("该询盘不存在或已删除")).toBeDefined();
});

it("offers the reasons of an invalid one in sight", async () => {
  const { id } = await makeInquiry(db, { name: "王女士", assignee_id: sales.id });
  const { actor } = await open(`?id=${id}`);
  await screen.findByRole("heading", { level: 1, name: "王女士" });
  await actor.click(screen.getByRole("button", { name: /更多/ }));
  await actor.click(await screen.findByRole("menuitem", { name: "标记无效" }));
  await answer(actor, "标记询盘无效", "标记无效", { 同行: true });
  expect(await screen.findByText("已标记无效")).toBeDefined();
  expect(await rowOf(id)).toMatchObject({ status: "invalid", invalid_reason: "peer" });
});

it("is answered by a follow-up of its customer, whose time line tells of both", async () => {
  const { id: customer_id } = await makeCustomer(db, { name: "王女士", owner_id: sales.id });
  const { id, inquiry_no } = await makeInquiry(db, { name: "王女士", assignee_id: sales.id, customer_id });
  const { actor } = await open(`?id=${id}`);
  await actor.click(await screen.findByRole("button", { name: "写跟进" }));
  await answer(actor, "跟进王女士", "保存", { 跟进内容: "电话沟通，想看两居室" });
  expect(await screen.findByText("跟进已保存，计入有效跟进")).toBeDefined();
  expect(await rowOf(id)).toMatchObject({ status: "processing" });
  expect(await db.select().from(tracking)).toMatchObject([{ customer_id, inquiry_id: id }]);
  await open(`${customer_id}?kind=inquiry`, { path: "/customer/editCustomerInfo/:id", module: customerEdit });
  const line = within(await screen.findByRole("list", { name: "动态" }));
  expect(await line.findByRole("link", { name: inquiry_no })).toBeDefined();
});
