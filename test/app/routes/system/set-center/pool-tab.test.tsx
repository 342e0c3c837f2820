import { screen, waitFor } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as setCenter from "~/app/routes/system/set-center/set-center";
import { pool } from "~/server/database/tables/customer/pool";
import { makeCustomer } from "../../../../support/factories";
import { actOn, answer, dialog, routeTest, row } from "../../../../support/route-test";

const { db, staff, open } = routeTest({ path: "/system/setCenter", module: setCenter });
staff({ role: "super_admin", name: "郑主管" });

const named = async (name: string) => (await db.select().from(pool).where(eq(pool.name, name)))[0];

it("makes a pool, changes it, turns it off and on, and deletes it", async () => {
  const { actor } = await open("?tab=pools");
  await actor.click(await screen.findByRole("button", { name: "新增公海" }));
  await answer(actor, "新增公海", "保存", { 公海名称: "泰国公海", 排序: "10", A级未跟进天数: "30" });
  expect(await screen.findByText("已新增公海")).toBeDefined();
  expect(await named("泰国公海")).toMatchObject({ days_a: 30, status: "enabled" });
  await actOn(actor, "泰国公海", "编辑");
  await answer(actor, /^编辑公海/, "保存", { B级未跟进天数: "15" });
  await waitFor(async () => expect(await named("泰国公海")).toMatchObject({ days_a: 30, days_b: 15 }));
  await actOn(actor, "泰国公海", "停用");
  expect(await screen.findByText("已停用泰国公海")).toBeDefined();
  await actOn(actor, "泰国公海", "启用");
  expect(await screen.findByText("已启用泰国公海")).toBeDefined();
  await actOn(actor, "泰国公海", "删除");
  await answer(actor, /删除/, "删除");
  await waitFor(async () => expect(await named("泰国公海")).toBeUndefined());
});

it("says that a pool with customers is not deleted, and offers of the main one only editing", async () => {
  await db.insert(pool).values({ name: "泰国公海", sort: 10, country_codes: ["TH"] });
  await makeCustomer(db, { name: "王泰安", intent_country_codes: ["TH"] });
  const { actor } = await open("?tab=pools");
  await waitFor(() => row("泰国公海"));
  await actOn(actor, "泰国公海", "删除");
  await answer(actor, /删除/, "删除");
  expect(await screen.findByText(/还有.*客户/)).toBeDefined();
  expect(await named("泰国公海")).toBeDefined();
  await actOn(actor, /^公海(?!名称)/, "编辑");
  expect(await (await dialog(/^编辑公海/)).findByText("主公海接收其余全部客户。")).toBeDefined();
});
