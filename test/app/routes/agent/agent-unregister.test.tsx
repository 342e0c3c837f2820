import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as unregisterList from "~/app/routes/agent/unregister/agent-unregister-list";
import { agent, agentUnregister } from "~/server/database/tables/agent/agent";
import { makeAccount, makeAgentRequest, makeAgentWith } from "../../../support/agent-rows";
import { days } from "../../../support/factories";
import { answer, enter, routeTest, row } from "../../../support/route-test";

const path = "/agent/agentUnregister";
const { db, staff, open } = routeTest({
  path,
  module: unregisterList,
  ready: () => screen.findByRole("search"),
});
const manager = staff({ role: "channel_manager", name: "周渠道" });
const statusOf = async (id: number) => (await db.select().from(agentUnregister)).find((one) => one.id === id)?.status;
const leaving = async () => {
  const made = await makeAgentWith(db, {
    ...{ manager_id: manager.id, name: "云栖海外置业", status: "deregistering", status_before: "active" },
  });
  return { about: made, request: await makeAgentRequest(db, { agent_id: made.id, created_at: days(-2) }) };
};

it("shows what waits and what is done, lets one go after a look at the checks, and goes on to the next", async () => {
  const { about, request } = await leaving();
  const account = await makeAccount(db, about.id, { name: "孙经纪" });
  const next = await makeAgentRequest(db, { agent_id: about.id, account_id: account.id, created_at: days(-1) });
  const { actor } = await open();
  for (const text of ["整个代理", "云栖海外置业", "不再续约", "✓ 无未结业务", "待审核"])
    expect(within(row(request.request_no)).getByText(text)).toBeDefined();
  expect(within(row(next.request_no)).getByText("孙经纪")).toBeDefined();
  await actor.click(within(row(next.request_no)).getByRole("button", { name: "审核" }));
  const form = within(await screen.findByRole("dialog", { name: `审核代理注销 ${next.request_no}` }));
  expect(form.getByText("✓ 无未结报备")).toBeDefined();
  expect(form.getByText("通过后该子账号立即注销，不可恢复。")).toBeDefined();
  await actor.click(await form.findByRole("radio", { name: "通过" }));
  await actor.click(form.getByRole("button", { name: "提交审核" }));
  expect(await screen.findByText("已通过，账号已注销")).toBeDefined();
  const second = within(await screen.findByRole("dialog", { name: `审核代理注销 ${request.request_no}` }));
  expect(await second.findByText("已处理 1 条 · 还有 1 条")).toBeDefined();
  expect(await statusOf(next.id)).toBe("completed");
  expect(await screen.findByRole("tab", { name: "已处理 1", hidden: true })).toBeDefined();
});

it("keeps an agent, for a reason alone", async () => {
  const { request } = await leaving();
  const { actor } = await open();
  await actor.click(within(row(request.request_no)).getByRole("button", { name: "审核" }));
  const form = within(await screen.findByRole("dialog", { name: `审核代理注销 ${request.request_no}` }));
  await actor.click(await form.findByRole("radio", { name: "驳回" }));
  await actor.click(form.getByRole("button", { name: "提交审核" }));
  expect(await form.findByText("请输入驳回原因")).toBeDefined();
  await enter(actor, form.getByRole("textbox", { name: "说明" }), "请先补交结算函");
  await actor.click(form.getByRole("button", { name: "提交审核" }));
  expect(await screen.findByText("已驳回", { selector: "[role=alert] *" })).toBeDefined();
  expect(await statusOf(request.id)).toBe("rejected");
  expect(await db.select().from(agent)).toMatchObject([{ status: "active" }]);
});

it("takes a wish back, and shows what was decided", async () => {
  const { request } = await leaving();
  const { actor, place } = await open();
  await actor.click(within(row(request.request_no)).getByRole("button", { name: "撤回" }));
  await answer(actor, "撤回代理注销", "撤回", { 撤回原因: "代理改变主意" });
  expect(await screen.findByText("已撤回")).toBeDefined();
  expect(await statusOf(request.id)).toBe("cancelled");
  await actor.click(await screen.findByRole("tab", { name: "已处理 1" }));
  await waitFor(() => expect(place.href).toBe(`${path}?status=done`));
  await waitFor(() => expect(within(row(request.request_no)).queryByRole("button", { name: "审核" })).toBeNull());
  await actor.click(within(row(request.request_no)).getByRole("button", { description: "查看" }));
  const view = within(await screen.findByRole("dialog", { name: `代理注销 ${request.request_no}` }));
  for (const text of ["代理改变主意", "周渠道"]) expect((await view.findAllByText(text)).length).toBeGreaterThan(0);
});
