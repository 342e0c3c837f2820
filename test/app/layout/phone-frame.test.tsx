import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { Link } from "~/app/blocks/link";
import { StaffFrame } from "~/app/layout/staff-frame";
import { routeTest } from "../../support/route-test";

const inFrame = (text: string) => () => (
  <StaffFrame>
    <p>{text}</p>
    <Link to="/customer/editCustomerInfo/7">王伟</Link>
  </StaffFrame>
);
const { open, staff } = routeTest({
  path: "/customer/customerInfor",
  module: { default: inFrame("我的客户在此") },
  others: {
    "/customer/editCustomerInfo/:id": inFrame("客户在此"),
    "/customer/publicCustomer": inFrame("公海在此"),
  },
});
staff({ role: "sales" });
const tabs = () => screen.queryByRole("navigation", { name: "主菜单" });

it("has no tabs on a record's page, and leads back to where one came from", async () => {
  const { actor, place } = await open("?view=mine", { phone: true });
  await screen.findByText("我的客户在此");
  expect(tabs()).not.toBeNull();
  expect(screen.queryByRole("button", { name: "返回" })).toBeNull();
  await actor.click(screen.getByRole("link", { name: "王伟" }));
  await screen.findByText("客户在此");
  expect(tabs()).toBeNull();
  await actor.click(screen.getByRole("button", { name: "返回" }));
  await waitFor(() => expect(place.href).toBe("/customer/customerInfor?view=mine"));
});

it("leads back to a list where one came from nowhere", async () => {
  const { actor } = await open("/customer/editCustomerInfo/7", { phone: true });
  await actor.click(await screen.findByRole("button", { name: "返回" }));
  expect(await screen.findByText("公海在此")).toBeDefined();
});

it("begins 我的 with the pages that one opens most, below the menu's groups have one icon each", async () => {
  const { actor } = await open("/customer/publicCustomer", { phone: true });
  await actor.click(await screen.findByRole("button", { name: "我的" }));
  const sheet = within(await screen.findByRole("dialog", { name: "我的" }));
  const used = within(await sheet.findByRole("region", { name: "常用" }));
  expect(used.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["公海客户"]);
  const customers = sheet.getByRole("region", { name: "客户管理" });
  expect(within(customers).getAllByRole("link").length).toBeGreaterThan(3);
  expect(customers.querySelectorAll("svg")).toHaveLength(1);
});
