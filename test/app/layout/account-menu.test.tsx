import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { StaffFrame } from "~/app/layout/staff-frame";
// Fetched with the first press, which on a busy machine takes longer than one waits for it.
import "~/app/layout/account-menu";
import "~/app/layout/batches/batches-panel";
import "~/app/layout/change-password";
import * as home from "~/app/routes/home";
import { hashPassword } from "~/server/identity/password";
import { routeTest } from "../../support/route-test";

const inFrame = () => (
  <StaffFrame>
    <p>看板在此</p>
  </StaffFrame>
);
const { staff, open } = routeTest({
  path: "/dashboard",
  module: { default: inFrame },
  others: { "/": home, "/login": () => <p>登录页</p> },
});
const newcomer = staff({ must_change_password: true, password_hash: await hashPassword("First-password-1") });

it("opens one's bulk acts of the last hours", async () => {
  const { actor } = await open("", { role: "super_admin" });
  await actor.click(await screen.findByRole("button", { name: /^账号菜单/ }));
  await actor.click(await screen.findByRole("menuitem", { name: "我的批量操作" }));
  const drawer = within(await screen.findByRole("dialog", { name: "我的批量操作" }));
  expect(await drawer.findByText(/小时内的批量操作可以撤销/)).toBeDefined();
});

it("a first password must be changed: the dialog's only way out is to sign out", async () => {
  const { actor, place } = await open("", { as: newcomer });
  const dialog = within(await screen.findByRole("dialog", { name: "修改密码" }));
  await actor.type(await dialog.findByLabelText(/^原密码/), "not the password");
  await actor.type(dialog.getByLabelText(/^新密码/), "Brand-new-1");
  await actor.type(dialog.getByLabelText(/^再次输入新密码/), "Brand-new-1");
  await actor.keyboard("{Escape}");
  await actor.click(dialog.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("原密码错误")).toBeDefined();
  await actor.click(dialog.getByRole("button", { name: "退出登录" }));
  await waitFor(() => expect(place.href).toMatch(/^\/login/));
});
