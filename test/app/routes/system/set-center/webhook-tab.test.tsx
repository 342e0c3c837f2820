import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as setCenter from "~/app/routes/system/set-center/set-center";
import { webhook } from "~/contract/system/webhook";
import { webhook as webhookTable } from "~/server/database/tables/system/admin";
import { startReceiver } from "../../../../support/receiver";
import { routeTest } from "../../../../support/route-test";

const { db, api, staff, open } = routeTest({
  path: "/system/setCenter",
  module: setCenter,
  ready: () => screen.findByText("新增Webhook"),
});
const admin = staff({ role: "super_admin" });
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver(() => ({ status: 202, body: "queued" }));
  api.services.outward = receiver.outward;
});
afterAll(() => receiver.close());
const custom = {
  name: "数据平台",
  provider: "custom" as const,
  url: "https://receiver.example.com/hooks/crm?token=abcd1234",
  secret: "a secret of the receiver",
  events: ["customer.assigned" as const],
};
const make = async () => (await api.as(admin.id))(webhook.create, { body: custom });
const rows = () => db.select().from(webhookTable);

/** A row's act, which may be in its menu. */
async function act(name: string, about = "数据平台") {
  if (!screen.queryByText(name)) fireEvent.click(await screen.findByLabelText(`${about}的更多操作`));
  fireEvent.click(await screen.findByText(name));
}

it("makes a webhook; a refused address is told on its field, and nothing that was typed is lost", async () => {
  await open("?tab=notify");
  expect(await screen.findByText("还没有Webhook，新增后事件会发到群里或其他系统")).toBeDefined();
  fireEvent.click(screen.getByText("新增Webhook"));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(await dialog.findByLabelText(/^名称/), { target: { value: "销售一群" } });
  fireEvent.click(dialog.getByLabelText(/^类型/, { selector: "input" }));
  fireEvent.click(await screen.findByText("企业微信群机器人"));
  fireEvent.change(dialog.getByLabelText(/^地址/), { target: { value: "https://example.com/robot" } });
  fireEvent.click(dialog.getByLabelText(/^事件/, { selector: "input" }));
  fireEvent.click(await screen.findByText("客户分配"));
  fireEvent.click(dialog.getByText("保存"));
  expect(await dialog.findByText("须为企业微信群机器人的 Webhook 地址")).toBeDefined();
  const url = "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx";
  fireEvent.change(dialog.getByLabelText(/^地址/), { target: { value: url } });
  await waitFor(() => expect(dialog.getByText("保存").closest("button")?.disabled).toBe(false));
  fireEvent.click(dialog.getByText("保存"));
  expect(await screen.findByText("已新增Webhook")).toBeDefined();
  expect(await screen.findByText("qyapi.weixin.qq.com/…7xxx")).toBeDefined();
  expect(await rows()).toMatchObject([{ name: "销售一群", events: ["customer.assigned"] }]);
});

it("sends a test, shows the answer, and has it in the log", async () => {
  await make();
  await open("?tab=notify");
  await act("测试发送");
  fireEvent.click(await screen.findByText("发送"));
  expect(await screen.findByText("发送成功")).toBeDefined();
  expect(screen.getByText("queued")).toBeDefined();
  expect(receiver.received).toHaveLength(1);
  fireEvent.click(screen.getByText("关闭"));
  await act("日志");
  expect(await screen.findByText("发送日志 · 数据平台")).toBeDefined();
  expect(await screen.findByText("【测试发送】新房工作台的Webhook“数据平台”可以收到消息")).toBeDefined();
  fireEvent.click(screen.getByText("重发"));
  expect(await screen.findByText("已重发")).toBeDefined();
  await waitFor(() => expect(screen.getAllByText("重发")).toHaveLength(2));
  const [first, second] = receiver.received.map(({ headers }) => headers["x-xinfang-delivery"]);
  expect(second).toBe(first);
});

it("edits without the address, disables, and deletes after a question", async () => {
  await make();
  await open("?tab=notify");
  await act("编辑");
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(await dialog.findByLabelText(/^名称/), { target: { value: "数仓" } });
  fireEvent.click(dialog.getByText("保存"));
  expect(await screen.findByText("已保存")).toBeDefined();
  const [row] = await rows();
  expect(row).toMatchObject({ name: "数仓", events: ["customer.assigned"], version: 2 });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await act("停用", "数仓");
  expect(await screen.findByText("已停用数仓")).toBeDefined();
  fireEvent.click(await screen.findByLabelText("数仓的更多操作"));
  fireEvent.click(await screen.findByRole("menuitem", { name: "启用" }));
  expect(await screen.findByText("已启用数仓")).toBeDefined();
  expect(await rows()).toMatchObject([{ status: "enabled" }]);
  await act("删除", "数仓");
  expect(await screen.findByText(/它的发送日志一并删除/)).toBeDefined();
  fireEvent.click(within(screen.getByRole("dialog")).getByText("删除", { selector: "button *" }));
  expect(await screen.findByText("已删除")).toBeDefined();
  expect(await rows()).toEqual([]);
});
