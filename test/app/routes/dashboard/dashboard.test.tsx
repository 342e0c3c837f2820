import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as dashboard from "~/app/routes/dashboard/dashboard";
import { days, makeCustomer, makeTracking } from "../../../support/factories";
import { routeTest } from "../../../support/route-test";

const path = "/dashboard";
const { db, team, staff, open } = routeTest({
  path,
  module: dashboard,
  others: {
    "/customer/editCustomerInfo/:id": () => <p>客户页</p>,
    "/customer/publicCustomer": () => <p>公海页</p>,
  },
});
const sales = staff({ role: "sales", team: team() });

it("shows what waits to be done and the figures of the last seven days", async () => {
  await makeCustomer(db, { owner_id: sales.id, next_tracking_at: days(0), created_at: days(-1) });
  await makeCustomer(db, { owner_id: sales.id, created_at: days(-40) });
  await open();
  expect(await screen.findByRole("button", { name: /1\s*今日待跟进客户/ })).toBeDefined();
  expect(screen.getByRole("button", { name: /新增客户\s*1/ })).toBeDefined();
  expect(screen.getByRole("button", { name: /有效客户（现值）\s*2/ })).toBeDefined();
});

it("opens the rows behind a figure, each leading to its customer", async () => {
  await makeCustomer(db, { name: "王伟", owner_id: sales.id, created_at: days(-1) });
  const { actor, place } = await open();
  await actor.click(await screen.findByRole("button", { name: /新增客户/ }));
  const drawer = await screen.findByRole("dialog", { name: "新增客户" });
  expect(place.href).toBe("/dashboard?metric=customer_new");
  await actor.click(within(drawer).getByRole("link", { name: /王伟/ }));
  expect(await screen.findByText("客户页")).toBeDefined();
});

it("opens the follow-ups behind their figure", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  await makeTracking(db, { customer_id: id, user_id: sales.id, content: "约好周六看房的时间" });
  await open("/dashboard?metric=tracking_valid");
  const drawer = await screen.findByRole("dialog", { name: "有效跟进" });
  expect(within(drawer).getByText("约好周六看房的时间")).toBeDefined();
});

it("keeps the range in the address", async () => {
  await makeCustomer(db, { owner_id: sales.id, created_at: days(-20) });
  const { actor, place } = await open();
  await screen.findByRole("button", { name: /新增客户\s*0/ });
  await actor.click(screen.getByRole("radio", { name: "近30天" }));
  await waitFor(() => expect(place.href).toBe("/dashboard?from=2026-10-22&to=2026-11-20"));
  expect(await screen.findByRole("button", { name: /新增客户\s*1/ })).toBeDefined();
});

it("sends whoever may not see it to the first screen of his menu", async () => {
  await open("", { permissions: ["customer:pool:view"], scope: "all" });
  expect(await screen.findByText("公海页")).toBeDefined();
});
