import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { StaffFrame } from "~/app/layout/staff-frame";
// Fetched with the first press, which on a busy machine takes longer than one waits for it.
import "~/app/layout/account-menu";
import "~/app/layout/batches/batches-panel";
import { routeTest } from "../../support/route-test";

const { open } = routeTest({ path: "/dashboard", module: { default: () => <StaffFrame>看板</StaffFrame> } });

it("opens one's bulk acts of the last hours", async () => {
  const { actor } = await open("", { role: "super_admin" });
  await actor.click(await screen.findByRole("button", { name: /^账号菜单/ }));
  await actor.click(await screen.findByRole("menuitem", { name: "我的批量操作" }));
  const drawer = within(await screen.findByRole("dialog", { name: "我的批量操作" }));
  expect(await drawer.findByText(/小时内的批量操作可以撤销/)).toBeDefined();
});
