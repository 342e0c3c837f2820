import { screen, waitFor, within } from "@testing-library/react";
import { sql } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import * as unregisterList from "~/app/routes/customer/unregister/unregister-list";
import { unregisterRequest } from "~/server/database/tables/customer/audience";
import { businessOf } from "~/server/resources/customer/customer/open-business";
import { makeCustomer, makeCustomerUser, makeUnregister } from "../../../../support/factories";
import { enter, routeTest, row } from "../../../../support/route-test";

const path = "/customer/unregister";
const { db, staff, open } = routeTest({
  path,
  module: unregisterList,
  ready: () => screen.findByRole("search"),
});
const service = staff({ role: "customer_service", name: "周客服" });
const nothingOpen = { ...businessOf };
afterEach(() => Object.assign(businessOf, nothingOpen));
const statusOf = async (id: number) => (await db.select().from(unregisterRequest)).find((one) => one.id === id)?.status;

it("shows what waits, with masked phones, checks and the days left, and how many are in each state", async () => {
  const account = await makeCustomerUser(db, { status: "unregistering", nickname: "海边的猫" });
  const urgent = await makeUnregister(db, { customer_user_id: account.id, due_at: "2026-11-24T10:00:00+08:00" });
  const late = await makeUnregister(db, { due_at: "2026-11-19T10:00:00+08:00" });
  await makeUnregister(db, { status: "rejected" });
  const { actor, place } = await open();
  const first = within(row(urgent.request_no));
  for (const text of ["海边的猫", "139****5678", "隐私顾虑", "✓ 无未结业务", "剩2个工作日", "待审核"])
    expect(first.getByText(text)).toBeDefined();
  expect(within(row(late.request_no)).getByText("已超时")).toBeDefined();
  expect(screen.getByRole("tab", { name: "待审核 2" })).toHaveProperty("ariaSelected", "true");
  await actor.click(screen.getByRole("tab", { name: "超时 1" }));
  await waitFor(() => expect(place.href).toBe(`${path}?status=overdue`));
  await waitFor(() => expect(screen.queryByText(urgent.request_no)).toBeNull());
  expect(screen.getByText(late.request_no)).toBeDefined();
});

it("lets an account go after a look at the checks, and goes on to the next", async () => {
  const { id, request_no } = await makeUnregister(db);
  const next = await makeUnregister(db, { due_at: "2027-01-01T10:00:00+08:00" });
  const { actor } = await open();
  await actor.click(within(row(request_no)).getByRole("button", { name: "审核" }));
  const form = within(await screen.findByRole("dialog", { name: `审核注销申请 ${request_no}` }));
  expect(form.getByText("✓ 无进行中的成交")).toBeDefined();
  await actor.click(await form.findByRole("radio", { name: "通过" }));
  await actor.click(form.getByRole("button", { name: "提交审核" }));
  expect(await screen.findByText("已通过，冷静期后注销")).toBeDefined();
  expect(await screen.findByRole("tab", { name: "已通过(冷静期) 1" })).toBeDefined();
  const second = within(await screen.findByRole("dialog", { name: `审核注销申请 ${next.request_no}` }));
  expect(await second.findByText("已处理 1 条 · 还有 1 条")).toBeDefined();
  expect(await statusOf(id)).toBe("approved");
});

it("keeps an account, for a reason alone", async () => {
  const { id, request_no } = await makeUnregister(db);
  const { actor } = await open();
  await actor.click(within(row(request_no)).getByRole("button", { name: "审核" }));
  const form = within(await screen.findByRole("dialog", { name: `审核注销申请 ${request_no}` }));
  await actor.click(await form.findByRole("radio", { name: "驳回" }));
  await actor.click(form.getByRole("button", { name: "提交审核" }));
  expect(await form.findByText("请输入驳回原因")).toBeDefined();
  await enter(actor, form.getByRole("textbox", { name: "说明" }), "请先结清账单");
  await actor.click(form.getByRole("button", { name: "提交审核" }));
  expect(await screen.findByText("已驳回", { selector: "[role=alert] *" })).toBeDefined();
  expect(await statusOf(id)).toBe("rejected");
});

it("says what is open, and lets a super_admin alone pass over it", async () => {
  businessOf.openClues = sql<number>`2`;
  const about = await makeCustomer(db);
  const account = await makeCustomerUser(db, { status: "unregistering", customer_id: about.id });
  const { id, request_no } = await makeUnregister(db, { customer_user_id: account.id });
  const view = await open();
  expect(within(row(request_no)).getByText("✗ 未结报备 2")).toBeDefined();
  await view.actor.click(within(row(request_no)).getByRole("button", { name: "审核" }));
  const dialog = { name: `审核注销申请 ${request_no}` };
  const form = within(await screen.findByRole("dialog", dialog));
  expect(form.getByText("✗ 未结报备 2 项")).toBeDefined();
  await view.actor.click(await form.findByRole("radio", { name: "通过" }));
  expect(form.queryByRole("switch")).toBeNull();
  await view.actor.click(form.getByRole("button", { name: "提交审核" }));
  expect(await screen.findByText("存在未结业务：报备2、对账单0、成交0")).toBeDefined();
  view.unmount();

  const { actor } = await open("", { role: "super_admin" });
  await actor.click(within(row(request_no)).getByRole("button", { name: "审核" }));
  const again = within(await screen.findByRole("dialog", dialog));
  await actor.click(await again.findByRole("radio", { name: "通过" }));
  await actor.click(await again.findByRole("switch", { name: /仍要通过/ }));
  await enter(actor, again.getByRole("textbox", { name: "说明" }), "客户书面坚持注销");
  await actor.click(again.getByRole("button", { name: "提交审核" }));
  expect(await screen.findByText("已通过，冷静期后注销")).toBeDefined();
  expect(await statusOf(id)).toBe("approved");
});

it("opens what was decided, to read", async () => {
  const { request_no } = await makeUnregister(db, {
    status: "rejected",
    reviewer_id: service.id,
    reviewed_at: "2026-11-20T09:00:00+08:00",
    reject_reason: "请先结清账单",
  });
  const { actor } = await open(`${path}?status=rejected`);
  expect(screen.queryByRole("button", { name: "审核" })).toBeNull();
  await actor.click(within(row(request_no)).getByRole("button", { description: "查看" }));
  const view = within(await screen.findByRole("dialog", { name: `注销申请 ${request_no}` }));
  for (const text of ["请先结清账单", "周客服", "2026-11-20 09:00"]) expect(view.getByText(text)).toBeDefined();
});
