import { screen, waitFor } from "@testing-library/react";
import ExcelJS from "exceljs";
import { beforeEach, expect, it, vi } from "vitest";
import { useListTools } from "~/app/blocks/list/list-tools";
import { useImportTool } from "~/app/routes/customer/import/customer-import";
import { customer } from "~/server/database/tables/customer/customer";
import { batch as batchTable, importTask } from "~/server/database/tables/system/system";
import { type Actor, chooseOption, routeTest } from "~/test/support/route-test";
import { sendsImports } from "~/test/support/sent-import";

const done = vi.fn();

beforeEach(() => {
  done.mockReset();
  URL.createObjectURL = () => "blob:file";
  URL.revokeObjectURL = () => undefined;
});

function Page() {
  const { line, dialog } = useListTools([useImportTool(done)]);
  return (
    <>
      {line}
      {dialog}
    </>
  );
}
const { db, open: openPage } = routeTest({ path: "/list", module: { default: Page } });

async function open(role = "sales") {
  sendsImports();
  return openPage("", { role });
}

/** Chooses a file and has it looked through. */
async function look(actor: Actor, chosen: File) {
  await actor.click(await screen.findByRole("button", { name: "导入" }));
  await actor.upload(await screen.findByLabelText("选择文件"), chosen);
  await actor.click(screen.getByRole("button", { name: "预检" }));
}

const file = new File(["客户姓名,手机号\r\n陈海,13812345678\r\n李娜,12"], "客户.csv", { type: "text/csv" });

it("looks through a file first, then takes it in, says how that went, and takes it back", async () => {
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
  expect(screen.getByRole("button", { name: "下载失败记录，修改后可再次导入" })).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "撤销" }));
  expect(await screen.findByText("导入已撤销")).toBeDefined();
  expect(done).toHaveBeenCalledTimes(2);
  expect(screen.queryByText("导入完成")).toBeNull();
});

it("shows how far a large undo is when it is opened again, lets one that broke off go on, and offers none twice", async () => {
  const { actor, me } = await open();
  const now = new Date().toISOString();
  const values = { act: "import", target_type: "customer", permission: "customer:info:create", user_id: me.id };
  const undone = { status: "running", success: 1_000, failed: 0, last_id: 9, message: null };
  const [saved] = await db
    .insert(batchTable)
    .values({ ...values, count: 4_000, created_at: now, undo_result: { ...undone, beat_at: now } })
    .returning();
  const task = { user_id: me.id, kind: "customer", name: "大.xlsx", file_key: "import/x", dry_run: false };
  await db
    .insert(importTask)
    .values({ ...task, status: "done", success: 4_000, batch_id: saved?.id, created_at: now, ended_at: now });
  await actor.click(await screen.findByRole("button", { name: "导入" }));
  await actor.click(await screen.findByRole("button", { name: "查看结果" }));
  expect(await screen.findByText("正在撤销：已处理 1,000 / 4,000 条，可以关闭窗口")).toBeDefined();
  expect(screen.getByRole("progressbar", { name: "撤销进度" }).getAttribute("aria-valuenow")).toBe("25");
  expect(screen.queryByRole("button", { name: "撤销" })).toBeNull();
  await db.update(batchTable).set({ undo_result: { ...undone, beat_at: "" } });
  await actor.click(await screen.findByRole("button", { name: "继续撤销" }));
  expect(await screen.findByText("已撤销 1,000 条")).toBeDefined();
  expect(done).toHaveBeenCalled();
  expect(screen.queryByRole("button", { name: /撤销/ })).toBeNull();
});

it("says why a file as a whole was refused, and lets another be chosen", async () => {
  const { actor } = await open();
  await look(actor, new File(["姓名"], "坏.csv", { type: "text/csv" }));
  expect(await screen.findByText("文件中没有数据")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^导入 / })).toBeNull();
  await actor.click(screen.getByRole("button", { name: "重新选择文件" }));
  expect(await screen.findByText("点击选择文件，或把文件拖到这里")).toBeDefined();
});

const strange = new File(["通讯录\r\n称呼,联络,颜色\r\n陈海,13812345678,红"], "名片.csv", { type: "text/csv" });

it("asks which column is what only where the file does not say it, and remembers the answer", async () => {
  const { actor } = await open();
  await look(actor, strange);
  expect(await screen.findByText("没有认出列名，请指定各列是什么")).toBeDefined();
  const again = screen.getByRole<HTMLButtonElement>("button", { name: "预检" });
  expect(again.disabled).toBe(true);
  for (const [field, column] of [
    ["客户姓名", "称呼（第1列）"],
    ["手机号", "联络（第2列）"],
  ] as const) {
    await chooseOption(actor, screen.getByRole("textbox", { name: field }), column);
  }
  expect(screen.getByText("例：陈海")).toBeDefined();
  await actor.click(again);
  expect(await screen.findByText("预检通过")).toBeDefined();
  expect(screen.getByText(/不导入的列：颜色/)).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "重新选择文件" }));
  await actor.upload(await screen.findByLabelText("选择文件"), strange);
  await actor.click(screen.getByRole("button", { name: "预检" }));
  expect(await screen.findByText("预检通过")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "调整列对应" }));
  expect(screen.getByText("例：13812345678")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "返回" }));
  await actor.click(await screen.findByRole("button", { name: "导入 1 行" }));
  expect(await screen.findByText("导入完成")).toBeDefined();
  expect(await db.select().from(customer)).toMatchObject([{ name: "陈海", phone: "13812345678" }]);
});

it("takes what must be there and has no column as the same in all rows", async () => {
  const { actor } = await open();
  const nameless = new File(["电话\r\n13812345678"], "号码.csv", { type: "text/csv" });
  await look(actor, nameless);
  expect(await screen.findByText("缺少列：客户姓名，请指定是哪一列")).toBeDefined();
  await actor.type(screen.getByRole("textbox", { name: "各行的客户姓名" }), "展会访客");
  await actor.click(screen.getByRole("button", { name: "预检" }));
  await actor.click(await screen.findByRole("button", { name: "导入 1 行" }));
  expect(await screen.findByText("导入完成")).toBeDefined();
  expect(await db.select().from(customer)).toMatchObject([{ name: "展会访客", phone: "13812345678" }]);
});

it("tells of hidden rows, and leaves them out on demand", async () => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet("客户");
  sheet.addRows([
    ["客户姓名", "手机号"],
    ["陈海", "13812345678"],
    ["李娜", "13812345679"],
  ]);
  sheet.getRow(3).hidden = true;
  const { actor } = await open();
  const bytes = new Uint8Array(await book.xlsx.writeBuffer());
  await look(actor, new File([bytes], "客户.xlsx"));
  const takes = await screen.findByRole<HTMLInputElement>("checkbox", { name: "文件中有 1 行被筛选或隐藏：一并导入" });
  expect(takes.checked).toBe(true);
  await actor.click(takes);
  await actor.click(await screen.findByRole("button", { name: "导入 1 行" }));
  expect(await screen.findByText("导入完成")).toBeDefined();
  expect(await db.select().from(customer)).toMatchObject([{ name: "陈海" }]);
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
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
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
