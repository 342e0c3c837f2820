import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as currencyList from "~/app/routes/region/currency/currency-list";
import { currencyRateLog, currency as table } from "~/server/database/tables/region/geography";
import { days, setSetting } from "../../../../support/factories";
import { answer, chooseAct, chooseTool, routeTest } from "../../../../support/route-test";

const path = "/regionalManage/currencyList?common=1";
const { db, api, staff, open } = routeTest({
  path: "/regionalManage/currencyList",
  module: currencyList,
  ready: () => screen.findByRole("search"),
});
staff({ role: "estate_manager", name: "陈房源" });
const rowOf = (code: string) => within(screen.getByText(code).closest("tr") ?? document.body);
const rateOf = async (code: string) =>
  (await db.select().from(table).where(eq(table.code, code))).map(({ rate_to_cny }) => rate_to_cny);

it("asks a second time before a rate that jumps, and keeps what was typed", async () => {
  const { actor } = await open(path);
  expect(rowOf("JPY").getByText("0.046")).toBeDefined();
  await actor.click(rowOf("JPY").getByText("改汇率"));
  const form = within(await screen.findByRole("dialog", { name: "改汇率 JPY" }));
  const rate = await form.findByLabelText(/^新汇率/);
  expect(form.getByText("日元：现为 1 JPY = 0.046 CNY（2026-11-20 09:00 更新）")).toBeDefined();
  fireEvent.change(rate, { target: { value: "0.06" } });
  await actor.click(form.getByText("保存"));
  const asked = within(await screen.findByRole("dialog", { name: "汇率变动较大" }));
  expect(asked.getByText(/由 0.046 改为 0.06，变动 \+30.43%，超过 10%/)).toBeDefined();
  await actor.click(asked.getByText("取消"));
  expect(rate).toHaveProperty("value", "0.06");
  expect(await rateOf("JPY")).toEqual(["0.04600000"]);
  await actor.click(form.getByText("保存"));
  await actor.click(await screen.findByText("确认修改"));
  expect(await screen.findByText("JPY 的汇率已改为 0.06")).toBeDefined();
  await waitFor(() => expect(rowOf("JPY").getByText("0.06")).toBeDefined());
  expect(await rateOf("JPY")).toEqual(["0.06000000"]);
});

it("lists what a currency was worth, and says how far it has gone", async () => {
  const line = { code: "THB", source: "demo" } as const;
  await db.insert(currencyRateLog).values([
    { ...line, rate: "0.2", at: days(-20) },
    { ...line, rate: "0.25", at: days(-10) },
    { ...line, rate: "0.22", at: days(-1) },
  ]);
  const { actor } = await open(path);
  await chooseAct(actor, screen.getByRole("row", { name: /THB/ }), "历史曲线");
  const drawer = within(await screen.findByRole("dialog", { name: "泰铢 THB 的汇率" }));
  expect(await drawer.findByText("近90天最低 0.2，最高 0.25，现为 0.22，变动 +10.00%")).toBeDefined();
  const lines = drawer.getAllByRole("row").map(({ textContent }) => textContent);
  expect(lines).toEqual([
    "时间汇率变动来源",
    "2026-11-19 12:000.22-12.00%演示数据",
    "2026-11-10 12:000.25+25.00%演示数据",
    "2026-10-31 12:000.2–演示数据",
  ]);
  expect(await drawer.findByRole("img", { name: /THB 汇率曲线/ })).toBeDefined();
  await actor.click(drawer.getByText("近365天"));
  expect(await drawer.findByText(/^近365天最低 0.2，/)).toBeDefined();
});

it("converts exactly, and takes no decimals of a currency that has none", async () => {
  const { actor } = await open(path);
  await chooseTool(actor, "换算器");
  const tool = within(await screen.findByRole("dialog", { name: "换算器" }));
  const amount = await tool.findByLabelText("金额");
  fireEvent.change(amount, { target: { value: "59,800,001" } });
  expect(tool.getByText("2,750,800.05 CNY")).toBeDefined();
  expect(tool.getByText("1 JPY = 0.046 CNY")).toBeDefined();
  fireEvent.change(amount, { target: { value: "100.5" } });
  expect(tool.getByText("JPY金额不能有小数")).toBeDefined();
  await actor.click(tool.getByRole("button", { name: "互换" }));
  expect(tool.getByText("2,185 JPY")).toBeDefined();
});

it("offers finance rates and nothing else, and the update where a source is set", async () => {
  await setSetting(db, "currency.provider", "ecb");
  const { actor } = await open(path, { role: "finance" });
  expect(screen.queryByText("新增")).toBeNull();
  expect(rowOf("JPY").queryByText("停用")).toBeNull();
  expect(rowOf("JPY").queryByRole("button", { name: /更多操作/ })).toBeNull();
  expect(rowOf("CNY").queryByText("改汇率")).toBeNull();
  api.services.outward = { resolve: async () => [] };
  await chooseTool(actor, "自动更新");
  expect(await screen.findByText("汇率来源无法访问（域名无法解析），没有更新任何汇率")).toBeDefined();
});

it("adds nothing twice, edits, and takes a currency out of use after asking", async () => {
  const { actor } = await open(path);
  await actor.click(rowOf("HKD").getByLabelText("港元 HKD的更多操作"));
  await actor.click(await screen.findByRole("menuitem", { name: "停用" }));
  await answer(actor, "停用币种", "停用");
  expect(await screen.findByText("已停用")).toBeDefined();
  await actor.click(screen.getByText("新增"));
  const form = within(await screen.findByRole("dialog", { name: "新增币种" }));
  for (const [label, value] of [
    [/^代码/, "USD"],
    [/^名称/, "美元"],
    [/^符号/, "$"],
    [/^汇率(?!来源)/, "7.1"],
  ] as const)
    fireEvent.change(await form.findByLabelText(label), { target: { value } });
  await actor.click(form.getByText("保存"));
  expect(await screen.findByText("数据已存在：代码")).toBeDefined();
  expect(form.getByLabelText(/^名称/)).toHaveProperty("value", "美元");
});

it("edits a currency, takes it into use again and deletes it after asking", async () => {
  const rate = { rate_to_cny: "1", rate_at: days(0) };
  await db.insert(table).values({ code: "XTS", name_zh: "试用币", symbol: "X", status: "disabled", ...rate });
  const { actor } = await open("?keyword=XTS");
  const stored = async () => (await db.select().from(table).where(eq(table.code, "XTS")))[0];
  const choose = async (name: string) => {
    await actor.click(await screen.findByLabelText(/XTS的更多操作$/));
    await actor.click(await screen.findByRole("menuitem", { name }));
  };
  await choose("编辑");
  await answer(actor, "编辑币种 XTS", "保存", { 名称: "测试币" });
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await stored()).toMatchObject({ name_zh: "测试币", version: 2 });
  await choose("启用");
  expect(await screen.findByText("已启用")).toBeDefined();
  expect(await stored()).toMatchObject({ status: "enabled" });
  await choose("删除");
  await answer(actor, "删除币种", "删除");
  expect(await screen.findByText("已删除")).toBeDefined();
  expect(await stored()).toBeUndefined();
});
