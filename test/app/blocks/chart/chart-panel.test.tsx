import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import ExcelJS from "exceljs";
import { type ComponentProps, createElement } from "react";
import { expect, test, vi } from "vitest";
import type { ChartData } from "~/app/blocks/chart/chart-data";
import { ChartPanel } from "~/app/blocks/chart/chart-panel";
import { theme } from "~/app/theme";

type Props = ComponentProps<typeof ChartPanel>;

const data: ChartData = {
  head: "渠道",
  series: [
    { key: "n", label: "询盘" },
    { key: "rate", label: "询盘率", unit: "percent" },
  ],
  rows: [
    { key: "search", label: "搜索", values: [1200, 4.5] },
    { key: "agent", label: "=代理", values: [30, null] },
    { key: "small", label: "其他", values: [0, 0], texts: ["<3", null], isClosed: true },
  ],
};

function show(props: Partial<Props> = {}) {
  const panel = createElement(ChartPanel, { title: "渠道", kind: "bars", data, ...props });
  render(createElement(MantineProvider, { theme }, panel));
  return userEvent.setup();
}

const bytesOf = (blob: Blob | undefined) =>
  new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer); // as it is asked for
    if (blob) reader.readAsArrayBuffer(blob);
  });

test("ranked bars open what they count, in the drawing and out of the table; what is closed opens nothing", async () => {
  const onOpen = vi.fn();
  const actor = show({ onOpen, figure: { label: "渠道", definition: "按渠道计的询盘数。" } });
  await actor.click(screen.getByRole("button", { name: /搜索.*1,200.*询盘率 4\.5%/ }));
  expect(onOpen).toHaveBeenLastCalledWith({ row: data.rows[0], series: data.series[0] });
  expect(screen.queryByRole("button", { name: /其他/ })).toBeNull();
  await actor.click(screen.getByRole("button", { name: "渠道的更多操作" }));
  await actor.click(await screen.findByRole("menuitem", { name: "看表" }));
  const table = within(screen.getByRole("table"));
  expect(table.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "渠道询盘询盘率",
    "搜索1,2004.5%",
    "=代理30--",
    "其他<30%",
  ]);
  await actor.click(table.getByRole("button", { name: "搜索 询盘率 4.5%" }));
  expect(onOpen).toHaveBeenLastCalledWith({ row: data.rows[0], series: data.series[1] });
  expect(table.queryByRole("button", { name: /其他/ })).toBeNull();
  await actor.hover(screen.getByRole("button", { name: "渠道" }));
  expect(await screen.findByText("按渠道计的询盘数。")).toBeDefined();
});

test("the legend's entries take a series out of the drawing and bring it back", async () => {
  const actor = show({ kind: "line" });
  const entry = within(screen.getByRole("list", { name: "图例" })).getByRole("button", { name: "询盘率" });
  expect(entry.getAttribute("aria-pressed")).toBe("true");
  await actor.click(entry);
  expect(entry.getAttribute("aria-pressed")).toBe("false");
  await actor.click(entry);
  expect(entry.getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByRole("figure", { name: "渠道，询盘 1,230；逐项数据见表格" })).toBeDefined();
});

test("a heat map is a table whose cells open", async () => {
  const onOpen = vi.fn();
  const actor = show({ kind: "heat", onOpen });
  await actor.click(screen.getByRole("button", { name: "搜索 询盘 1,200" }));
  expect(onOpen).toHaveBeenCalledWith({ row: data.rows[0], series: data.series[0] });
});

test("a target is told with what was reached", () => {
  show({
    kind: "bullet",
    data: {
      head: "指标",
      series: [
        { key: "actual", label: "实际" },
        { key: "target", label: "目标" },
      ],
      rows: [{ key: "amount", label: "签约金额", values: [500_000, 1_000_000], unit: "cny" }],
    },
  });
  expect(screen.getByRole("listitem").textContent).toBe("签约金额50万元目标 100万元");
});

test("shares stand in the legend of a donut", () => {
  show({ kind: "donut" });
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "搜索1,200 · 97.6%",
    "=代理30 · 2.4%",
    "其他<3",
  ]);
});

test("while there are no numbers it says why, and asks again", async () => {
  const again = vi.fn();
  const actor = show({ data: undefined, error: "请缩小筛选范围", again });
  expect(screen.getByRole("alert").textContent).toContain("请缩小筛选范围");
  await actor.click(screen.getByRole("button", { name: "重试" }));
  expect(again).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: "渠道的更多操作" })).toBeNull();
});

test("it waits, and says that there is nothing", () => {
  show({ data: undefined });
  expect(screen.getByRole("progressbar", { name: "加载中" })).toBeDefined();
  show({ data: { ...data, rows: [] } });
  expect(screen.getByText("暂无数据")).toBeDefined();
});

test("the spreadsheet has head, units and numbers, no formula, and says what is counted", async () => {
  let saved: Blob | undefined;
  const keep = (given: Blob) => {
    saved = given;
    return "blob:x";
  };
  // jsdom has none.
  Object.assign(URL, { createObjectURL: keep, revokeObjectURL: () => undefined });
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const actor = show({ period: "2026-11-01 至 2026-11-20", figure: { label: "渠道", definition: "按渠道计。" } });
  await actor.click(screen.getByRole("button", { name: "渠道的更多操作" }));
  await actor.click(await screen.findByRole("menuitem", { name: "导出表格" }));
  await waitFor(() => expect(saved).toBeDefined());
  const [link] = click.mock.contexts as HTMLAnchorElement[];
  click.mockRestore();
  expect(link?.download).toBe("渠道 2026-11-01 至 2026-11-20.xlsx");
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await bytesOf(saved));
  const [numbers, notes] = book.worksheets;
  const rows = (numbers?.getSheetValues() ?? []).slice(1) as unknown[][];
  expect(rows.map((cells) => cells.slice(1))).toEqual([
    ["渠道", "询盘", "询盘率"],
    ["搜索", 1200, 0.045],
    ["'=代理", 30],
    ["其他", "<3", 0],
  ]);
  expect(numbers?.getCell("C2").numFmt).toContain("%");
  expect(numbers?.views).toMatchObject([{ state: "frozen", ySplit: 1 }]);
  expect(notes?.getColumn(1).values.slice(1)).toEqual(["渠道", "按渠道计。", "2026-11-01 至 2026-11-20"]);
});
