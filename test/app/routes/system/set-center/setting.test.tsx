import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as setCenter from "~/app/routes/system/set-center/set-center";
import { SettingForm } from "~/app/routes/system/set-center/setting-form";
import { type SettingKey, setting } from "~/contract/system/setting";
import { sealSetting } from "~/server/lib/settings";
import { setSetting } from "~/test/support/factories";
import { startPlatform } from "~/test/support/platform";
import { fill, startWecomCompany } from "~/test/support/wecom-company";
import { routeTest } from "../../../../support/route-test";

const { api, db, staff, open } = routeTest({ path: "/system/setCenter", module: setCenter });
const admin = staff({ role: "super_admin" });
const storedValue = async (key: SettingKey) => {
  const { data } = await (await api.as(admin.id))(setting.list);
  return data.find((row) => row.key === key)?.value;
};
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: "input" });
const type = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
const click = (name: string) => fireEvent.click(screen.getByText(name, { selector: "button *" }));

it("tells old and new before it saves, and complains at the field of a wrong value", async () => {
  await open("?tab=customer");
  await type("每人客户上限", "99999");
  click("保存");
  await screen.findByText("每人客户上限不能大于9999");
  await type("每人客户上限", "300");
  await type("提前提醒天数", "20");
  click("保存");
  const changes = await screen.findByLabelText("修改的设置");
  expect(within(changes).getByText("每人客户上限").closest("li")?.textContent).toContain("原值200位新值300位");
  click("确认保存");
  // What does not go together the server alone can tell; nothing that was typed is lost.
  await screen.findByText("提前提醒天数应小于未跟进而进公海的天数");
  expect((await field("每人客户上限")).value).toBe("300");
  await waitFor(() => expect(screen.queryByLabelText("修改的设置")).toBeNull());
  await type("提前提醒天数", "5");
  fireEvent.keyDown(document.body, { key: "s", code: "KeyS", ctrlKey: true });
  await screen.findByLabelText("修改的设置");
  click("确认保存");
  await screen.findByText("已保存 2 项设置");
  expect(await storedValue("customer.cap")).toBe(300);
});

it("says each as a sentence, and names the default only of what differs from it", async () => {
  const ask = await api.as(admin.id);
  await ask(setting.update, { body: { items: [{ key: "customer.lock_days", value: 45 }] } });
  await open("?tab=customer");
  const row = async (label: string) => (await field(label)).closest("[data-field]");
  expect((await row("未跟进N天进公海"))?.textContent).toBe("超过未跟进N天进公海天没有有效跟进的客户自动进公海");
  expect((await row("锁定天数"))?.textContent).toMatch(/默认：60天.*恢复默认$/);
  expect(screen.getAllByText(/^默认：/)).toHaveLength(1);
  expect(screen.queryByText(/范围：/)).toBeNull();
  await type("锁定天数", "60");
  expect(screen.queryByText(/^默认：/)).toBeNull();
});

it("finds a setting in whichever tab it stands, and keeps what was typed beside", async () => {
  await open("?tab=customer");
  await type("每人客户上限", "300");
  const search = screen.getByRole("textbox", { name: "搜索设置" });
  fireEvent.change(search, { target: { value: "分佣" } });
  expect(screen.getByText("报备与佣金 · 佣金")).toBeDefined();
  expect(screen.queryByLabelText("每人客户上限")).toBeNull();
  await type("代理分佣%", "155");
  fireEvent.change(search, { target: { value: "没有这样的设置" } });
  expect(screen.getByText("没有符合的设置")).toBeDefined();
  fireEvent.change(search, { target: { value: "" } });
  expect((await field("每人客户上限")).value).toBe("300");
  click("保存");
  // What is wrong is shown, though it is another tab's.
  await screen.findByText("代理分佣%不能大于100");
  expect(document.activeElement).toBe(await field("代理分佣%"));
  await type("代理分佣%", "55");
  click("保存");
  await screen.findByLabelText("修改的设置");
  click("确认保存");
  await screen.findByText("已保存 2 项设置");
  expect(await storedValue("commission.agent_share")).toBe(55);
});

it("keeps keys and numbers of connections in the last tab", async () => {
  const { actor } = await open("?tab=security");
  await field("密码最短长度");
  expect(screen.queryByLabelText("企业微信应用密钥")).toBeNull();
  await actor.click(screen.getByRole("button", { name: "更多设置分类" }));
  const others = await screen.findAllByRole("menuitem");
  expect(others.at(-1)?.textContent).toBe("连接与密钥");
  await actor.click(others.at(-1) as HTMLElement);
  for (const label of ["站点与代理端接入密钥", "企业微信应用密钥", "单点登录接口密钥", "Slack应用密钥", "外发网关密钥"])
    expect(await field(label)).toBeDefined();
});

it("shows what somebody else has changed meanwhile beside what was typed, and goes back to the default", async () => {
  await open("?tab=customer");
  await type("每人客户上限", "300");
  const ask = await api.as(admin.id);
  await ask(setting.update, { body: { items: [{ key: "customer.cap", value: 250 }] } });
  click("保存");
  await screen.findByLabelText("修改的设置");
  click("确认保存");
  await screen.findByText(/标出的设置在您填写期间已被他人修改/);
  expect(screen.getByText("他人修改为").closest("li")?.textContent).toContain("250位");
  // The tab's data is read again before the next act.
  await waitFor(() => expect(screen.getByText("确认保存").closest("button")?.disabled).toBe(false));
  click("确认保存");
  await screen.findByText("已保存 1 项设置");
  expect(await storedValue("customer.cap")).toBe(300);
  fireEvent.click(await screen.findByLabelText("每人客户上限恢复默认"));
  expect((await field("每人客户上限")).value).toBe("200");
});

it("keeps, replaces and clears a secret without showing it, and warns of what a new provider ends", async () => {
  const ask = await api.as(admin.id);
  const items = [
    { key: "wecom.secret" as const, value: "first" },
    { key: "sso.client_id" as const, value: "desk" },
    { key: "sso.host" as const, value: "https://old.example" },
  ];
  await ask(setting.update, { body: { items } });
  await open("?tab=connection");
  expect((await field("企业微信应用密钥")).placeholder).toBe("已设置，留空则不变");
  fireEvent.click(screen.getByLabelText("清除企业微信应用密钥"));
  await type("单点登录地址", "https://new.example");
  click("保存");
  await screen.findByText(/全体员工的单点登录绑定将被解除/);
  expect(document.body.textContent).not.toContain("first");
  click("确认保存");
  await screen.findByText("已保存 2 项设置");
  expect(await storedValue("wecom.secret")).toBe("");
});

it("says what the public lacks as long as our own address is not set", async () => {
  await open();
  await screen.findByText(/尚未设置工作台地址：公开接口和专题页不含完整网址/);
  await type("工作台地址", "https://desk.example.com");
  click("保存");
  click(await screen.findByText("确认保存").then(() => "确认保存"));
  await screen.findByText("已保存 1 项设置");
  await waitFor(() => expect(screen.queryByText(/尚未设置工作台地址/)).toBeNull());
});

it("sets the working hours and the days off", async () => {
  // Nothing reads them yet, so that no tab shows them.
  const rows = (await (await api.as(admin.id))(setting.list, { query: { group: "inquiry" } })).data;
  const module = { ...setCenter, clientLoader: undefined, default: () => <SettingForm group="inquiry" rows={rows} /> };
  await open("", { module });
  fireEvent.click(await field("周六"));
  await type("结束时间", "08:00");
  click("保存");
  await screen.findByText("结束时间应晚于开始时间");
  await type("结束时间", "18:00");
  click("保存");
  const changes = await screen.findByLabelText("修改的设置");
  expect(changes.textContent).toContain("周一、周二、周三、周四、周五 09:30–18:00");
});

it("shows a holder of the targets' code that tab alone", async () => {
  await open("", { permissions: ["dashboard:target:manage", "dashboard:tob:view"] });
  await screen.findByText("月度目标");
  expect(screen.getAllByRole("tab")).toHaveLength(1);
});

it("tries the keys of search engines from their section", async () => {
  const baidu = await startPlatform(({ query }) => ({
    json:
      query.get("token") === "BaiduToken1" ? { remain: 9, success: 1 } : { error: 401, message: "token is not valid" },
  }));
  api.services.platforms = { baidu: baidu.url };
  await setSetting(db, "site.main_base", "https://www.example.com");
  await setSetting(db, "engine.baidu_token", sealSetting(api.services, "engine.baidu_token", "BaiduToken1"));
  const { actor } = await open("?tab=connection");
  await actor.click(await screen.findByText("搜索引擎推送", { selector: "summary" }));
  await actor.click(screen.getByRole("button", { name: "测试推送" }));
  const dialog = within(await screen.findByRole("dialog", { name: "测试推送" }));
  await actor.click(dialog.getByRole("button", { name: "推送" }));
  expect(await dialog.findByText("百度：已接收")).toBeDefined();
  baidu.close();
});

it("asks WeCom with the saved secrets from its section", async () => {
  const wecom = await startWecomCompany();
  fill(wecom.company, 3);
  await wecom.connect(api);
  const { actor } = await open("?tab=connection");
  await actor.click(await screen.findByText("企业微信", { selector: "summary" }));
  await actor.click(screen.getByRole("button", { name: "测试连接" }));
  expect(await screen.findByText("已连接：可见26个部门，全公司3名成员")).toBeDefined();
  wecom.close();
});
