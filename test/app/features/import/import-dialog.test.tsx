import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ImportButton } from "~/app/routes/customer/import/customer-import";
import { batch } from "~/contract/shared/batch";
import { customer } from "~/server/database/tables/customer/customer";
import { batch as batchTable, importTask } from "~/server/database/tables/system/system";
import { routeTest } from "~/test/support/route-test";
import { sendsImports } from "~/test/support/sent-import";

const done = vi.fn();

beforeEach(() => {
  done.mockReset();
  URL.createObjectURL = () => "blob:file";
  URL.revokeObjectURL = () => undefined;
});

const Page = () => <ImportButton onDone={done} />;
const { db, open: openPage } = routeTest({ path: "/list", module: { default: Page } });

async function open(role = "sales") {
  sendsImports();
  return openPage("", { role });
}

const file = new File(["客户姓名,手机号\r\n陈海,13812345678\r\n李娜,12"], "客户.csv", { type: "text/csv" });

it("looks through a file first, then takes it in and says how that went", async () => {
  const { actor, me } = await open();
  await actor.click(await screen.findByRole("button", { name: "导入" }));
  await actor.upload(await screen.findByLabelText("选择文件"), file);
  expect(screen.getByRole("radio", { name: "我的客户", checked: true })).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "预检" }));
  expect(await screen.findByText("预检完成，部分数据有问题")).toBeDefined();
  expect(screen.getByText("共 2 行，可导入 1 行，失败 1 行。")).toBeDefined();
  expect(screen.getByRole("row", { name: "3 手机号 手机号格式不正确" })).toBeDefined();
  expect(await db.select().from(customer)).toEqual([]);
  await actor.click(screen.getByRole("button", { name: "导入 1 行" }));
  expect(await screen.findByText("导入完成")).toBeDefined();
  expect(await db.select().from(customer)).toMatchObject([{ name: "陈海", owner_id: me.id }]);
  expect(done).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "撤销" })).toBeDefined();
  expect(screen.getByRole("button", { name: "下载失败记录，修改后可再次导入" })).toBeDefined();
});

it("takes an import back", async () => {
  const { actor, asked } = await open();
  await actor.click(await screen.findByRole("button", { name: "导入" }));
  await actor.upload(await screen.findByLabelText("选择文件"), file);
  await actor.click(screen.getByRole("button", { name: "预检" }));
  await actor.click(await screen.findByRole("button", { name: "导入 1 行" }));
  await actor.click(await screen.findByRole("button", { name: "撤销" }));
  await waitFor(() => expect(done).toHaveBeenCalledTimes(2));
  const [task] = await db.select().from(importTask);
  expect(asked.some((line) => line.startsWith(`${batch.undo.method} /api/system/batch/`))).toBe(true);
  expect(task).toBeDefined();
  expect(screen.queryByRole("button", { name: "撤销" })).toBeNull();
  expect(screen.queryByText("导入完成")).toBeNull();
  expect(screen.getByText("导入已撤销")).toBeDefined();
});

it("shows how far a large undo is when it is opened again, lets one that broke off go on, and offers none twice", async () => {
  const { actor, me } = await open();
  const now = new Date().toISOString();
  const values = { act: "import", target_type: "customer", permission: "customer:info:create", user_id: me.id };
  const undone = { status: "running", success: 1_000, failed: 0, last_id: 9, message: null };
  const [kept] = await db
    .insert(batchTable)
    .values({ ...values, count: 4_000, created_at: now, undo_result: { ...undone, beat_at: now } })
    .returning();
  const task = { user_id: me.id, kind: "customer", name: "大.xlsx", file_key: "import/x", dry_run: false };
  await db
    .insert(importTask)
    .values({ ...task, status: "done", success: 4_000, batch_id: kept?.id, created_at: now, ended_at: now });
  await actor.click(await screen.findByRole("button", { name: "导入" }));
  await actor.click(await screen.findByRole("button", { name: "查看结果" }));
  expect(await screen.findByText("正在撤销：已处理 1,000 / 4,000 条，可以关闭窗口")).toBeDefined();
  expect(screen.getByRole("progressbar", { name: "撤销进度" }).getAttribute("aria-valuenow")).toBe("25");
  expect(screen.queryByRole("button", { name: "撤销" })).toBeNull();
  await db.update(batchTable).set({ undo_result: { ...undone, beat_at: "" } });
  await actor.click(await screen.findByRole("button", { name: "继续撤销" }));
  expect(await screen.findByText("已撤销 1,000 条，0 条未撤销")).toBeDefined();
  expect(done).toHaveBeenCalled();
  expect(screen.queryByRole("button", { name: /撤销/ })).toBeNull();
});

it("says why a file as a whole was refused, and lets another be chosen", async () => {
  const { actor } = await open();
  await actor.click(await screen.findByRole("button", { name: "导入" }));
  await actor.upload(
    await screen.findByLabelText("选择文件"),
    new File(["姓名\r\n陈海"], "坏.csv", { type: "text/csv" }),
  );
  await actor.click(screen.getByRole("button", { name: "预检" }));
  expect(await screen.findByText(/第一行应为列名/)).toBeDefined();
  expect(screen.queryByRole("button", { name: /^导入 / })).toBeNull();
  await actor.click(screen.getByRole("button", { name: "重新选择文件" }));
  expect(await screen.findByText("点击选择文件，或把文件拖到这里")).toBeDefined();
});

it("finds an import again that goes on while it was closed", async () => {
  const { actor, me } = await open();
  const now = new Date().toISOString();
  const values = { user_id: me.id, kind: "customer", name: "大.xlsx", file_key: "import/x", dry_run: false };
  await db
    .insert(importTask)
    .values({ ...values, total: 1_000, success: 240, failed: 10, created_at: now, beat_at: now });
  await actor.click(await screen.findByRole("button", { name: "导入" }));
  expect(await screen.findByText("正在导入 大.xlsx · 已处理 250 行，失败 10 行")).toBeDefined();
  expect(screen.getByRole("progressbar", { name: "导入进度" }).getAttribute("aria-valuenow")).toBe("25");
  await db.update(importTask).set({ status: "done", success: 990, ended_at: now });
  expect(await screen.findByText("导入完成")).toBeDefined();
  expect(done).toHaveBeenCalledOnce();
});

it("shows the last one's result on demand, and fetches the template", async () => {
  const { actor, me, asked } = await open();
  const now = new Date().toISOString();
  const values = { user_id: me.id, kind: "customer", name: "上周.xlsx", file_key: "import/x", dry_run: false };
  await db.insert(importTask).values({ ...values, status: "done", success: 3, created_at: now, ended_at: now });
  await actor.click(await screen.findByRole("button", { name: "导入" }));
  await actor.click(await screen.findByRole("button", { name: "查看结果" }));
  expect(await screen.findByText("共 3 行，已导入 3 行，失败 0 行。")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "重新选择文件" }));
  HTMLAnchorElement.prototype.click = () => undefined;
  await actor.click(await screen.findByRole("button", { name: "csv" }));
  await waitFor(() => expect(asked).toContain("GET /crm/customer/import/template?format=csv"));
});

it("offers no customers of their own to those who hold none, and nothing at all without the code", async () => {
  const { actor, unmount } = await open("customer_service");
  await actor.click(await screen.findByRole("button", { name: "导入" }));
  expect(await screen.findByRole("button", { name: "预检" })).toBeDefined();
  expect(screen.queryByRole("radio")).toBeNull();
  unmount();
  await open("finance");
  await waitFor(() => expect(document.body.textContent).not.toBe(""));
  expect(screen.queryByRole("button", { name: "导入" })).toBeNull();
});
