import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useRecordChanges } from "~/app/layout/use-record-changes";
import * as customerEdit from "~/app/routes/customer/page/customer-edit";
import { customer } from "~/contract/customer/customer";
import { makeCustomer } from "../../support/factories";
import { routeTest } from "../../support/route-test";

function Page() {
  useRecordChanges();
  return <customerEdit.default />;
}

const { db, api, team, staff, open } = routeTest({
  path: "/customer/editCustomerInfo/:id",
  module: { ...customerEdit, default: Page },
  ready: () => screen.findByRole("heading", { level: 1 }),
});
const east = team();
const manager = staff({ role: "sales_manager", team: east });
const sales = staff({ role: "sales", team: east, name: "林顾问" });

it("shows what somebody else has just done with the record, without being loaded anew", async () => {
  const listen = vi.spyOn(api.services.events, "listen");
  const { id } = await makeCustomer(db, { name: "王伟" });
  await open(id, { as: manager });
  expect(screen.queryByText(/跟进人 林顾问/)).toBeNull();
  await vi.waitFor(() => expect(listen.mock.settledResults).toMatchObject([{ type: "fulfilled" }]));
  const asSales = await api.as(sales.id);
  expect((await asSales(customer.claim, { params: { id }, body: { action: "claim" } })).code).toBe(200);
  expect(await screen.findByText(/跟进人 林顾问/)).toBeDefined();
});
