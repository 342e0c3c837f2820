import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import * as agentTrend from "~/app/routes/trend/agent-trend";
import * as clueTrend from "~/app/routes/trend/clue-trend";
import * as customerTrend from "~/app/routes/trend/customer-trend";
import * as estateTrend from "~/app/routes/trend/estate-trend";
import { makeAgentWith, makeLogin } from "../../../support/agent-rows";
import { makeClue } from "../../../support/clue";
import { makeEstate } from "../../../support/estate";
import { makeCustomer } from "../../../support/factories";
import { type Actor, routeTest, textOf } from "../../../support/route-test";

const range = "?from=2026-11-18&to=2026-11-20";
const noon = (day: string) => `2026-11-${day}T12:00:00+08:00`;

const { db, team, staff, open } = routeTest({ path: "/dashboard/customerTrend", module: customerTrend });
const ours = team();
const sales = staff({ role: "sales", team: ours });
const manager = staff({ role: "sales_manager", team: ours });
const channel = staff({ role: "channel_manager" });
const estateTrends = { path: "/dashboard/estateTrend", module: estateTrend };
const clueTrends = { path: "/dashboard/clueTrend", module: clueTrend };
const agentTrends = { path: "/dashboard/agentTrend", module: agentTrend };

/** The total of the range. */
const total = async (name: RegExp) =>
  within(await screen.findByRole("list", { name: "合计" })).getByRole("button", { name });

/** The numbers of a chart as a table, row by row. */
async function tableOf(actor: Actor, title: string) {
  const panel = await screen.findByRole("region", { name: title });
  await actor.click(within(panel).getByRole("button", { name: `${title}的更多操作` }));
  await actor.click(await screen.findByRole("menuitem", { name: "看表" }));
  return within(panel)
    .getAllByRole("row")
    .map((row) => [...row.children].map(({ textContent }) => textContent));
}

describe("customers", () => {
  const own = (given: object) => makeCustomer(db, { owner_id: sales.id, first_owner_id: sales.id, ...given });

  it("stand day by day; a number opens its rows, a week is one point, a bar opens its value", async () => {
    await own({ name: "林女士", created_at: noon("18"), level: "A" });
    await own({ name: "周先生", created_at: noon("20") });
    await makeCustomer(db, { created_at: noon("20") });
    const { actor } = await open(range, { as: manager });
    expect(textOf(await total(/^新增客户/))).toBe("新增客户2");
    expect(textOf(await total(/^平均成交周期/))).toBe("平均成交周期--");
    const rows = await tableOf(actor, "新增、流失与公海进出");
    expect(rows).toEqual([
      ["日期", "新增客户", "流失客户", "公海领取", "自动进公海", "主动释放"],
      ["2026-11-18", "1", "0", "0", "0", "0"],
      ["2026-11-19", "0", "0", "0", "0", "0"],
      ["2026-11-20", "1", "0", "0", "0", "0"],
    ]);
    await actor.click(screen.getByRole("button", { name: "2026-11-18 新增客户 1" }));
    const drawer = await screen.findByRole("dialog", { name: "新增客户" });
    expect(await within(drawer).findByRole("link", { name: /林女士/ })).toBeTruthy();
    expect(within(drawer).queryByText(/周先生/)).toBeNull();
    await actor.click(within(drawer).getByRole("button", { name: "关闭" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await actor.click(screen.getByRole("radio", { name: "按周" }));
    expect(await screen.findByRole("rowheader", { name: "2026-11-18 至 2026-11-20" })).toBeTruthy();
    // A bar opens those of its value alone.
    await actor.click(screen.getByRole("button", { name: /A 高意向/ }));
    expect(await screen.findByRole("dialog", { name: "等级 · A 高意向" })).toBeTruthy();
  });

  it("say so where there is nothing", async () => {
    await open(range, { as: manager });
    const panel = await screen.findByRole("region", { name: "新增、流失与公海进出" });
    expect(within(panel).getByText("暂无数据")).toBeTruthy();
  });
});

describe("estates", () => {
  it("are what is online now, by country and price, and lead to each estate", async () => {
    await makeEstate(db, { publish_status: "online", name: "云汀湾岸塔" });
    await open(range, { role: "estate_manager", ...estateTrends });
    const panel = await screen.findByRole("region", { name: "国家/地区" });
    expect(within(panel).getByRole("button", { name: /日本.*1/ })).toBeTruthy();
    expect(textOf(await total(/在架房源（现值）/))).toBe("在架房源（现值）1");
  });
});

describe("leads", () => {
  it("are by what has become of them, and by estate and agent", async () => {
    const { id: agent_id, name } = await makeAgentWith(db, { manager_id: channel.id });
    const { id: estate_id } = await makeEstate(db, { name: "云汀湾岸塔" });
    await makeClue(db, { agent_id, estate_id, created_at: noon("19"), reviewed_at: noon("19"), status: "visited" });
    const { actor } = await open(range, { as: channel, ...clueTrends });
    expect((await tableOf(actor, "报备按状态"))[2]?.slice(0, 4)).toEqual(["2026-11-19", "0", "0", "1"]);
    expect(screen.getByRole("link", { name: "云汀湾岸塔" }).getAttribute("href")).toContain(`id=${estate_id}`);
    expect(screen.getByRole("link", { name })).toBeTruthy();
  });
});

describe("agents", () => {
  it("are who came and who is busy; sign-ins open only for who may see them", async () => {
    const { id: agent_id } = await makeAgentWith(db, { manager_id: channel.id, created_at: noon("19") });
    await makeLogin(db, { agent_id, at: noon("20"), result: "success" });
    const { actor } = await open(range, { as: channel, ...agentTrends });
    await actor.click(await total(/^登录次数/));
    expect(await screen.findByRole("dialog", { name: "登录次数" })).toBeTruthy();
  });

  it("a number whose rows one may not see is no button that opens", async () => {
    await open(range, { role: "finance", ...agentTrends });
    expect((await total(/^登录次数/)).getAttribute("aria-disabled")).toBe("true");
  });
});
