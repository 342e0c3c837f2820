import { screen, waitFor } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as customerPool from "~/app/routes/customer/customer-pool";
import { customer } from "~/server/database/tables/customer/customer";
import { pool } from "~/server/database/tables/customer/pool";
import { makeCustomer } from "../../../support/factories";
import { actOnAll, answer, pick, routeTest } from "../../../support/route-test";

const { db, staff, open } = routeTest({
  path: "/customer/publicCustomer",
  module: customerPool,
  ready: () => screen.findByRole("search"),
});
const manager = staff({ role: "sales_manager", name: "陈经理" });

it("moves the chosen customers to another pool that they manage, and takes it back", async () => {
  const [thai] = await db
    .insert(pool)
    .values({ name: "泰国公海", sort: 10, country_codes: ["TH"], manager_ids: [manager.id] })
    .returning();
  await db
    .update(pool)
    .set({ manager_ids: [manager.id] })
    .where(eq(pool.is_main, true));
  const { id } = await makeCustomer(db, { name: "王伟" });
  const poolOf = async () => (await db.select().from(customer).where(eq(customer.id, id)))[0]?.pool_id;
  const before = await poolOf();
  const { actor } = await open("", { as: manager });
  await actOnAll(actor, "移动公海");
  await answer(actor, "移动到其他公海", "移动公海", { 移动到: pick(/^泰国公海/) });
  expect(await screen.findByText(/^移动公海成功：/)).toBeDefined();
  expect(await poolOf()).toBe(thai?.id);
  await actor.click(await screen.findByRole("button", { name: "撤销" }));
  await waitFor(async () => expect(await poolOf()).toBe(before));
});
