import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { agent } from "~/contract/agent/agent";
import { agentLoginIntake } from "~/contract/agent/agent-login";
import { agentUnregisterIntake } from "~/contract/agent/agent-unregister";
import { user } from "~/contract/personal/user";
import { signedHeaders } from "~/contract/signed";
import { setting } from "~/contract/system/setting";
import { baseUrl, openPage, signIn, tokenOf } from "~/test/support/browser";
import { newNumber, someNumber } from "~/test/support/browser-rows";
import { callerOf } from "~/test/support/caller";
import { now } from "~/test/support/clock";

const channel = "channel_manager@demo.test";
const key = `portal-key-${someNumber()}-${someNumber()}`;
type Page = Awaited<ReturnType<typeof openPage>>;

/** An agent of the channel manager that no other test uses. */
async function addAgent(page: Page) {
  const call = callerOf(baseUrl, await tokenOf(page, channel));
  const { data: me } = await call(user.profile);
  const number = someNumber();
  const phone = newNumber();
  const name = `自建置业${number}`;
  const { code, message, data } = await call(agent.create, {
    body: {
      ...{ type: "individual", name, country_code: "CN", contact_name: "王店长", level: "B" },
      ...{ contact_phone_cc: "86", contact_phone: phone, manager_id: me.id, settle_cycle: "monthly" },
      ...{ cooperation_from: "2026-01-01", cooperation_to: "2029-12-31", account_limit: 10 },
      ...{ commission_mode: "percent", commission_value: "2.00" },
      ...{ main_name: "王店长", main_phone_cc: "86", main_phone: phone },
    },
  });
  if (code !== 200) throw new Error(`${name} could not be added: ${message}`);
  return { name, phone, no: data.agent_no };
}

/** What the agents' portal tells, signed with its key. */
async function tell({ method, path }: { method: string; path: string }, body: object) {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(now() / 1000));
  const sign = createHmac("sha256", key).update(`${method}${path}${timestamp}${text}`).digest("hex");
  const reply = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...{ [signedHeaders.key]: "portal", [signedHeaders.timestamp]: timestamp, [signedHeaders.sign]: sign },
    },
    body: text,
  });
  expect(await reply.json()).toMatchObject({ code: 200 });
}

test("staff begin an agent's departure in its list; the review lets it go, with its accounts", async () => {
  const page = await openPage();
  const { name, no } = await addAgent(page);
  await signIn(page, channel, `/agent/list?keyword=${no}`);
  const row = page.locator("tr").filter({ hasText: name });
  await row.getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "发起注销" }).click();
  const form = page.getByRole("dialog", { name: "发起注销" });
  await form.getByRole("textbox", { name: "注销原因" }).fill("公司业务调整，不再续约");
  await form.getByRole("button", { name: "发起注销" }).click();
  await page.getByText("已提交注销申请，等待审核").waitFor();
  await row.getByText("注销中").waitFor();

  await page.goto(`${baseUrl}/agent/agentUnregister?keyword=${encodeURIComponent(name)}`);
  await page.locator("tr").filter({ hasText: name }).getByRole("button", { name: "审核" }).click();
  const review = page.getByRole("dialog", { name: /^审核代理注销 DX\d{10}$/ });
  await review.getByText("✓ 无未结报备").waitFor();
  await review.getByRole("radiogroup", { name: "审核结果" }).getByText("通过").click();
  await review.getByRole("button", { name: "提交审核" }).click();
  await page.getByText("已通过，账号已注销").waitFor();

  await page.goto(`${baseUrl}/agent/list?keyword=${no}`);
  await page.locator("tr").filter({ hasText: name }).getByText("已注销").waitFor();
});

test("on the phone: what the portal tells of a sign-in is read, its wish to leave refused with a reason", async () => {
  const page = await openPage({ phone: true });
  const { name, no, phone } = await addAgent(page);
  const asAdmin = callerOf(baseUrl, await tokenOf(page, "super_admin@demo.test"));
  const items = [{ key: "integration.keys" as const, value: `portal:${key}` }];
  expect(await asAdmin(setting.update, { body: { items } })).toMatchObject({ code: 200 });
  const at = new Date(now()).toISOString();
  await tell(agentLoginIntake.login, {
    ...{ external_id: `login-${no}`, login_name: phone, method: "password", ip: "1.2.4.8", at },
    ...{ result: "failed", fail_reason: "bad_password", device: "iPhone · 微信" },
  });
  await tell(agentUnregisterIntake.request, {
    ...{ external_id: `leave-${no}`, agent_no: no, reason: "合作期将满", applicant: "王店长" },
  });

  await signIn(page, channel, "/agent/agentLogin?result=failed");
  const login = page.getByRole("listitem").filter({ hasText: name });
  await login.getByText("密码错误").waitFor();
  await page.goto(`${baseUrl}/agent/agentUnregister?keyword=${encodeURIComponent(name)}`);
  await page.getByRole("listitem").filter({ hasText: name }).getByRole("button", { name: "审核" }).click();
  const review = page.getByRole("dialog", { name: /^审核代理注销 DX\d{10}$/ });
  await review.getByRole("radiogroup", { name: "审核结果" }).getByText("驳回").tap();
  await review.getByRole("textbox", { name: "说明" }).fill("请先完成结算");
  await review.getByRole("button", { name: "提交审核" }).click();
  await page.getByText("已驳回").first().waitFor();
  await page.getByRole("tab", { name: /^已处理/ }).click();
  await page.getByRole("listitem").filter({ hasText: name }).getByText("已驳回").waitFor();
});
