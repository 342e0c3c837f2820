import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as loginList from "~/app/routes/agent/login/agent-login-list";
import { makeAgentWith, makeLogin } from "../../../support/agent-rows";
import { days } from "../../../support/factories";
import { narrowBy } from "../../../support/narrow";
import { routeTest } from "../../../support/route-test";

const path = "/agent/agentLogin";
const { db, staff, open } = routeTest({
  path,
  module: loginList,
  ready: () => screen.findByRole("search"),
});
const manager = staff({ role: "channel_manager", name: "周渠道" });

it("shows today's sign-ins and what is strange about them, finds the failed ones, and changes nothing", async () => {
  const about = await makeAgentWith(db, { manager_id: manager.id, name: "云栖海外置业" });
  const own = { agent_id: about.id, account_id: about.main.id, ip: "203.0.113.9", device: "iPhone · 微信" };
  await makeLogin(db, { ...own, at: days(-1), ip_region: "中国" });
  await makeLogin(db, { ...own, at: days(0), ip_region: "泰国", is_remote: true });
  await makeLogin(db, { ...own, at: days(0), result: "failed", fail_reason: "bad_password", method: "sms" });
  const { actor, place } = await open();
  const summary = within(screen.getByLabelText("今日登录"));
  expect(summary.getAllByRole("definition").map((one) => one.textContent)).toEqual(["1", "1", "1"]);
  const [failed, strange] = screen
    .getAllByRole("row")
    .slice(1)
    .map((one) => within(one));
  for (const text of ["云栖海外置业", "王店长", "199****0001", "代理端", "验证码", "失败", "密码错误"])
    expect(failed?.getByText(text)).toBeDefined();
  for (const text of ["203.0.113.9", "泰国", "异地登录", "iPhone · 微信", "成功"])
    expect(strange?.getByText(text)).toBeDefined();
  expect(screen.queryByRole("button", { name: /编辑|删除|查看/ })).toBeNull();
  await actor.click(screen.getByRole("button", { name: "更多工具" }));
  expect(await screen.findByRole("menuitem", { name: "导出" })).toBeDefined();
  await actor.keyboard("{Escape}");
  const panel = await narrowBy(actor, "结果");
  await actor.click(panel.getByLabelText("失败"));
  await waitFor(() => expect(place.href).toBe(`${path}?result=failed`));
  await waitFor(() => expect(screen.queryByText("异地登录", { selector: "td *" })).toBeNull());
  expect(screen.getByText("密码错误")).toBeDefined();
});
