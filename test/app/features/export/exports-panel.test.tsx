import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ExportDrawer } from "~/app/layout/export-drawer";
import * as customerPool from "~/app/routes/customer/customer-pool";
import { exportTask } from "~/server/database/tables/system/system";
import { makeCustomer } from "../../../support/factories";
import { chooseOption, chooseTool, routeTest } from "../../../support/route-test";

const Drawer = () => <ExportDrawer isOpen onClose={() => undefined} />;
const { db, staff, open } = routeTest({ path: "/customer/publicCustomer", module: customerPool });
const manager = staff({ role: "sales_manager", name: "许主管" });
const saved: string[] = [];

beforeEach(() => {
  saved.length = 0;
  URL.createObjectURL = () => "blob:test";
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

it("exports the rows that were chosen, then shows the export with its file and makes it again", async () => {
  for (const name of ["王伟", "李娜", "赵敏"]) await makeCustomer(db, { name });
  const { actor } = await open();
  await actor.click(await screen.findByRole("checkbox", { name: "选择王伟" }));
  await actor.click(screen.getByRole("checkbox", { name: "选择李娜" }));
  await actor.click(screen.getByRole("button", { name: "导出所选（2）" }));
  const dialog = within(await screen.findByRole("dialog", { name: "导出" }));
  expect(dialog.getByText("导出所选的 2 条记录，操作会被记录。")).toBeDefined();
  await chooseOption(actor, dialog.getByRole("textbox", { name: "导出原因" }), "内部报表");
  await actor.click(dialog.getByRole("button", { name: "导出" }));
  expect(await screen.findByText("导出完成")).toBeDefined();
  expect(await db.select().from(exportTask)).toMatchObject([{ row_count: 2, status: "done", user_id: manager.id }]);

  await actor.click(screen.getByRole("button", { name: "取消选择" }));
  await chooseTool(actor, "导出");
  await actor.click(await within(await screen.findByRole("dialog", { name: "导出" })).findByText("最近的导出"));
  const recent = within(await screen.findByRole("dialog", { name: "最近的导出" }));
  const item = within(await recent.findByRole("listitem"));
  expect(item.getByText("公海客户")).toBeDefined();
  expect(item.getByText(/2 条 · \d+ KB · 内部报表 · 保留至 2026-11-27 12:00/)).toBeDefined();
  await actor.click(item.getByRole("button", { name: "下载" }));
  expect(await screen.findByText("下载完成")).toBeDefined();
  await actor.click(item.getByRole("button", { name: "再次导出" }));
  await waitFor(() => expect(recent.getAllByRole("listitem")).toHaveLength(2));
  const file = "公海客户-20261120.xlsx";
  expect(saved).toEqual([file, file, file]);
});

it("says how each export stands, and for a super administrator whose it is", async () => {
  const facts = { user_id: manager.id, title: "客户", permission: "customer:info:export", row_count: 5 } as const;
  const at = (minute: number) => ({ created_at: `2026-11-20T11:0${minute}:00+08:00` });
  await db.insert(exportTask).values([
    { ...facts, ...at(1), request: "/crm/customer/export?reason=report", file_name: "客户.xlsx" },
    { ...facts, ...at(2), request: "/", file_name: "客户.xlsx", status: "failed", message: "下载已停止" },
    { ...facts, ...at(3), request: "/", file_name: "客户.xlsx", status: "expired", size: 3_000_000 },
  ]);
  await open("", { module: { default: Drawer }, role: "super_admin" });
  const items = (await screen.findAllByRole("listitem")).map((one) => within(one));
  expect(items.map((one) => one.queryByRole("button", { name: "再次导出" }) !== null)).toEqual([true, true, false]);
  expect(items.map((one) => one.queryByRole("button", { name: "下载" }))).toEqual([null, null, null]);
  for (const [index, state] of ["已过期", "失败", "生成中"].entries())
    expect(items[index]?.getByText(state)).toBeDefined();
  expect(items[1]?.getByText("下载已停止")).toBeDefined();
  expect(items[0]?.getByText(/许主管 · 5 条/)).toBeDefined();
});

it("has nothing to show to whom nothing was exported", async () => {
  await open("", { module: { default: Drawer } });
  expect(await screen.findByText("最近没有导出")).toBeDefined();
});
