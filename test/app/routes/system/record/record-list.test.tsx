import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as recordList from "~/app/routes/system/record/record-list";
import { customer } from "~/contract/customer/customer";
import { operationLog } from "~/server/database/tables/system/system";
import { days, makeCustomer, makeUser } from "../../../../support/factories";
import { routeTest } from "../../../../support/route-test";

const { db, api, staff, open } = routeTest({
  path: "/system/record",
  module: recordList,
  ready: () => screen.findByRole("search"),
});
const admin = staff({ role: "super_admin", name: "郑总" });
const span = "?created_from=2026-11-14&created_to=2026-11-20";

it("shows who did what, and opens a line with its values before and after", async () => {
  await db.insert(operationLog).values({
    user_name: "王销售",
    module: "customer",
    action: "update",
    target_type: "customer",
    target_id: 7,
    target_name: "李客户",
    summary: "编辑客户KH001",
    changes: [{ field: "level", label: "等级", before: "B", after: "A" }],
    ua: "Mozilla/5.0 (Windows NT 10.0) Chrome/142.0",
    reason: "电话核实",
    created_at: days(0),
  });
  await open(span);
  const row = within(screen.getByText("编辑客户KH001").closest("tr") as HTMLElement);
  for (const text of ["王销售", "客户管理", "修改", "李客户", "成功", "2026-11-20 12:00"])
    expect(row.getByText(text)).toBeDefined();
  fireEvent.click(row.getByRole("button", { description: "查看变更" }));
  const drawer = within(await screen.findByRole("dialog"));
  for (const text of ["等级", "B", "A", "电话核实", "Windows电脑 · Chrome"])
    expect(drawer.getByText(text)).toBeDefined();
  expect(drawer.getByText("李客户 #7").closest("a")?.getAttribute("href")).toBe("/customer/editCustomerInfo/7");
  fireEvent.click(drawer.getByLabelText("关闭"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("shows of too long a span the last 90 days, and says so", async () => {
  await open("?created_from=2026-01-01&created_to=2026-11-20");
  expect(screen.getByText("一次最多查询90天，当前显示 2026-08-23 至 2026-11-20。")).toBeDefined();
  expect(screen.getByText("没有符合条件的数据")).toBeDefined();
});

it("offers the bulk acts of the last hours, and takes one back after asking", async () => {
  const sales = await makeUser(db);
  const { id } = await makeCustomer(db, { owner_id: admin.id });
  const asAdmin = await api.as(admin.id);
  await asAdmin(customer.assignBatch, { body: { ids: [id], user_id: sales.id, action: "assign", reason: "交接" } });
  await open(span);
  fireEvent.click(screen.getAllByText("我的批量操作")[0] as HTMLElement);
  const list = within(await screen.findByLabelText("批量操作"));
  expect(list.getByText("批量分配")).toBeDefined();
  fireEvent.click(list.getByText("撤销"));
  const asked = within((await screen.findByText("撤销批量分配")).closest("[role=dialog]") as HTMLElement);
  fireEvent.click(asked.getByText("撤销"));
  expect(await screen.findByText("已撤销 1 条")).toBeDefined();
  await waitFor(() => expect(list.queryByRole("button")).toBeNull());
});
