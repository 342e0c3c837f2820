import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as setCenter from "~/app/routes/system/set-center/set-center";
import { target } from "~/server/database/tables/system/admin";
import { days, makeCustomer } from "../../../support/factories";
import { answer, routeTest } from "../../../support/route-test";

const at = "/system/setCenter?tab=target&month=2026-11";
const { db, team, staff, open } = routeTest({
  path: "/system/setCenter",
  module: setCenter,
  ready: () => cell("林顾问 新增客户"),
});
const east = team({ name: "华东" });
staff({ role: "sales_manager", team: east, name: "王经理" });
const sales = staff({ role: "sales", team: east, name: "林顾问" });
const given = (month: string, value: string) =>
  db.insert(target).values({ month, dim: "user", user_id: sales.id, metric: "customer_new", value });
const cell = (label: string): Promise<HTMLInputElement> => screen.findByLabelText(label);
const type = async (label: string, value: string) => fireEvent.change(await cell(label), { target: { value } });

it("shows a manager the targets of his team alone, with what was reached and the sum of the people", async () => {
  await given("2026-11", "4");
  await makeCustomer(db, { owner_id: sales.id, created_at: days(-1) });
  await open(at);
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["月度目标"]);
  const line = within(screen.getByRole("row", { name: /^林顾问/ }));
  expect(line.getByText("实际 1 · 完成率 25%")).toBeDefined();
  await type("王经理 新增客户", "3");
  expect(within(screen.getByRole("row", { name: /^华东/ })).getByText("个人合计 7")).toBeDefined();
});

it("saves what was changed, says how much, and keeps what cannot be saved", async () => {
  await given("2026-11", "4");
  const { actor } = await open(at);
  await type("林顾问 新增客户", "");
  await type("华东 签约金额", "8,000,000.5");
  await type("华东 带看", "三十");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("应为整数，不超过七位")).toBeDefined();
  expect(document.activeElement).toBe(await cell("华东 带看"));
  await type("华东 带看", "30");
  expect(screen.getByText("3 项未保存")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("2026-11 已保存：设置 2 项，清除 1 项")).toBeDefined();
  await waitFor(async () => expect(await cell("华东 签约金额")).toHaveProperty("value", "8000000.50"));
  expect(await db.select().from(target).orderBy(target.metric)).toMatchObject([
    { metric: "contract_amount", value: "8000000.50" },
    { metric: "visit_count", value: "30.00" },
  ]);
});

it("goes down a column with Enter and up with the arrow", async () => {
  const { actor } = await open(at);
  (await cell("华东 带看")).focus();
  await actor.keyboard("{Enter}");
  expect(document.activeElement).toBe(await cell("王经理 带看"));
  await actor.keyboard("{ArrowUp}");
  expect(document.activeElement).toBe(await cell("华东 带看"));
});

it("copies the month before after asking, over nothing that stands", async () => {
  await given("2026-10", "9");
  const { actor } = await open(at);
  await actor.click(screen.getByRole("button", { name: "复制上月" }));
  await answer(actor, "复制上月目标", "复制");
  expect(await screen.findByText("已复制 1 项；0 项已有目标，未覆盖")).toBeDefined();
  await waitFor(async () => expect(await cell("林顾问 新增客户")).toHaveProperty("value", "9"));
});
