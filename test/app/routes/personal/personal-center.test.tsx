import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as personalCenter from "~/app/routes/personal/personal-center";
import { user as contract } from "~/contract/personal/user";
import { target } from "~/server/database/tables/system/admin";
import { loginLog, session, user as table } from "~/server/database/tables/system/system";
import { sealSetting } from "~/server/lib/settings";
import { makeOwnDeal } from "../../../support/deal-rows";
import { days, makeCustomer, makeInquiry, setSetting } from "../../../support/factories";
import { type Actor, answer, dialog, enter, routeTest } from "../../../support/route-test";

const path = "/personal-center";
const { db, api, staff, open } = routeTest({
  path,
  module: personalCenter,
  ready: () => screen.findByRole("region", { name: "基本资料" }),
});
const lin = staff({ name: "林晓", phone_cc: "86", phone: "13812345678", phone_e164: "+8613812345678" });
const part = (name: string) => within(screen.getByRole("region", { name }));
async function write(actor: Actor, field: HTMLElement, text: string) {
  await actor.clear(field);
  await enter(actor, field, text);
}
const rowOf = async () => (await db.select().from(table).where(eq(table.id, lin.id)))[0];

it("shows who one is, what one holds, and the last sign-ins with why they failed", async () => {
  await makeCustomer(db, { owner_id: lin.id });
  const ua =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 wxwork/4.1.22 MicroMessenger/7";
  await db.insert(loginLog).values([
    { user_id: lin.id, method: "wecom", result: "success", ip: "203.0.113.7", ua, at: days(-1) },
    { user_id: lin.id, method: "password", result: "failed", fail_reason: "bad_password", at: days(0) },
  ]);
  await open();
  for (const text of ["林晓", "13812345678", "简体中文", "销售顾问"])
    expect(part("基本资料").getByText(text)).toBeDefined();
  expect(part("我的数据").getByText("客户").parentElement?.textContent).toBe("客户1 / 200");
  const [first, second] = part("安全").getAllByRole("listitem").slice(-2);
  expect(first?.textContent).toBe("2026-11-20 12:00失败密码未知设备密码错误");
  expect(second?.textContent).toBe("2026-11-19 12:00成功企业微信iPhone · 企业微信203.0.113.7");
});

it("takes one off duty and back, beside how many inquiries are still open", async () => {
  await makeInquiry(db, { assignee_id: lin.id });
  await makeInquiry(db, { assignee_id: lin.id, status: "closed" });
  const { actor } = await open("", { as: lin });
  const open_ = part("我的数据").getByRole("link", { name: "未结询盘 1" });
  expect(open_.getAttribute("href")).toBe("/inquiry/all-inquiry?view=mine");
  const duty = () => part("我的数据").getByRole("switch", { name: "接单开关" });
  expect(duty()).toHaveProperty("checked", true);
  await actor.click(duty());
  expect(await screen.findByText("已关闭接单")).toBeDefined();
  expect(await rowOf()).toMatchObject({ accept_inquiry: false });
});

it("says how many deals are under way, and how far the month's targets are reached", async () => {
  await makeOwnDeal(db, { owner_id: lin.id, status: "subscribed" });
  await makeOwnDeal(db, { owner_id: lin.id, status: "completed", contracted_at: "2026-11-03" });
  await db
    .insert(target)
    .values({ month: "2026-11", dim: "user", user_id: lin.id, metric: "contract_count", value: "4" });
  await open("", { as: lin });
  const figures = part("我的数据");
  const link = figures.getByRole("link", { name: "1" });
  expect(link.getAttribute("href")).toBe(
    `/Covenant/covenantList?owner_id=${lin.id}&status=reviewing,subscribed,contracted`,
  );
  expect(figures.getByText("本月签约套数").parentElement?.textContent).toBe("本月签约套数1 / 4");
});

it("has no duty for who takes no inquiries", async () => {
  await open("", { role: "content_editor" });
  expect(screen.queryByRole("switch", { name: "接单开关" })).toBeNull();
});

it("changes name and number, and says at the field what is wrong", async () => {
  const { actor } = await open();
  await actor.click(screen.getByRole("button", { name: "编辑资料" }));
  const form = await dialog("编辑资料");
  const phone = await form.findByRole("textbox", { name: "手机号" });
  await write(actor, phone, "123");
  const save = form.getByRole("button", { name: "保存" });
  await actor.click(save);
  expect(await form.findByText("手机号格式不正确")).toBeDefined();
  expect(phone).toHaveProperty("value", "123");
  await write(actor, phone, "139 1234 5678");
  await write(actor, form.getByRole("textbox", { name: "姓名" }), "林晓梅");
  await waitFor(() => expect(save).toHaveProperty("disabled", false));
  await actor.click(save);
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await rowOf()).toMatchObject({ name: "林晓梅", phone: "13912345678", language: "zh" });
});

it("signs one other device out, then all others, each after a question", async () => {
  const ua = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36";
  for (const id of ["first", "second", "third"])
    await db
      .insert(session)
      .values({ id, user_id: lin.id, method: "password", created_at: days(-1), expires_at: days(6), ua });
  const { actor } = await open();
  const security = part("安全");
  expect(security.getByText("登录中的设备（4）")).toBeDefined();
  expect(security.getByText("本机")).toBeDefined();
  await actor.click(security.getAllByRole("button", { name: "退出Windows电脑 · Chrome" })[0] as HTMLElement);
  await answer(actor, "退出设备", "退出");
  expect(await security.findByText("登录中的设备（3）")).toBeDefined();
  await actor.click(security.getByRole("button", { name: "退出其他设备" }));
  const question = await dialog("退出其他设备");
  expect(question.getByText(/其他 2 台设备将立即退出登录/)).toBeDefined();
  await actor.click(question.getByRole("button", { name: "退出" }));
  expect(await security.findByText("登录中的设备（1）")).toBeDefined();
  expect(security.queryByRole("button", { name: "退出其他设备" })).toBeNull();
});

it("keeps a chosen way of messages at once", async () => {
  const { actor } = await open();
  const customers = within(part("消息偏好").getByRole("group", { name: "客户" }));
  expect(customers.getByRole("checkbox", { name: "站内信" })).toHaveProperty("checked", true);
  await actor.click(customers.getByRole("checkbox", { name: "Slack" }));
  expect(await screen.findByText("已保存")).toBeDefined();
  const asLin = await api.as(lin.id);
  expect((await asLin(contract.profile)).data.preferences.notify).toEqual({ customer: ["inbox", "wecom", "slack"] });
});

it("says what is bound, what may be, and what is not configured", async () => {
  await setSetting(db, "slack.client_id", "slack-app");
  await setSetting(db, "slack.secret", sealSetting(api.services, "slack.secret", "secret"));
  await db.update(table).set({ wecom_userid: "linxiao" }).where(eq(table.id, lin.id));
  const { actor } = await open();
  const bindings = part("绑定");
  expect(bindings.getByText("未配置").parentElement?.textContent).toContain("单点登录");
  expect(bindings.queryByRole("button", { name: "绑定单点登录" })).toBeNull();
  expect(bindings.getByRole("button", { name: "绑定Slack" })).toBeDefined();
  await actor.click(bindings.getByRole("button", { name: "解绑企业微信" }));
  await answer(actor, "解绑企业微信", "解绑");
  expect(await screen.findByText("已解绑")).toBeDefined();
  expect((await rowOf())?.wecom_userid).toBeNull();
});

it.each([
  ["linked", "已绑定Slack"],
  ["40900", "该Slack账号已绑定其他员工"],
  ["40104", "授权失败，请重试"],
])("tells how the way to Slack ended (%s), once", async (outcome, text) => {
  const { place } = await open(`${path}?slack=${outcome}`);
  expect(await screen.findByText(text)).toBeDefined();
  await waitFor(() => expect(place.href).toBe(path));
});
