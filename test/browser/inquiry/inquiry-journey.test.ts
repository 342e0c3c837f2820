import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inquiry } from "~/contract/inquiry/inquiry";
import { type SettingKey, setting } from "~/contract/system/setting";
import { baseUrl, chooseAct, openPage, password, signIn, toast, tokenOf } from "~/test/support/browser";
import { newNumber, someNumber } from "~/test/support/browser-rows";
import { callerOf } from "~/test/support/caller";

// From the door of the site to a customer, and back.

const sales = "sales@demo.test";
const admin = "super_admin@demo.test";
const site = "https://site.test";

async function setAll(values: Partial<Record<SettingKey, string>>) {
  const login = await fetch(`${baseUrl}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: admin, password, remember: false }),
  });
  const { data }: { data: { access_token: string } } = await login.json();
  const items = Object.entries(values).map(([key, value]) => ({ key: key as SettingKey, value }));
  const { message, code } = await callerOf(baseUrl, data.access_token)(setting.update, { body: { items } });
  expect(code, message).toBe(200);
}

// What comes in waits here until somebody claims it.
beforeAll(() =>
  setAll({ "site.public_key": "key-of-the-journey", "site.origins": site, "inquiry.assign_mode": "manual" }),
);
afterAll(() => setAll({ "inquiry.assign_mode": "round_robin" }));

/** What a page of the site sends to a public door. */
async function post<T>(path: string, body: object, method = "POST"): Promise<T> {
  const headers = { "content-type": "application/json", origin: site };
  const reply = await fetch(`${baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
  const { code, message, data }: { code: number; message: string; data: T } = await reply.json();
  expect(code, message).toBe(200);
  return data;
}

type Person = { name: string; phone: string; phone_cc: string };

/** A form of the site. */
const fillIn = (kind: string, person: Person, ext: object) =>
  post("/api/inquiry/public", {
    ...{ kind, ...person, ext, content: "想了解一下，方便时请来电", platform: "web" },
    ...{ site_key: "key-of-the-journey", external_id: randomUUID(), elapsed_ms: 9000 },
  });

/** The site's chat window: the visitor leaves a contact first, so that a message may be sent at any hour. */
async function talk(person: Person) {
  const { token } = await post<{ token: string }>(`${chatDoor}/session`, { page_url: `${site}/estate` });
  await post(`${chatDoor}/${token}/contact`, person, "PATCH");
  await post(`${chatDoor}/${token}/messages`, { content: "想了解一下，方便时请来电", client_msg_id: randomUUID() });
}
const chatDoor = "/api/inquiry/chat/public";

/** Somebody sends an inquiry of a kind by its public endpoint; returns the person and the row. */
async function comeIn(page: Page, kind: string, ext: object = {}) {
  const name = `来客${someNumber()}`;
  const phone = newNumber();
  const person = { name, phone, phone_cc: "86" };
  await (kind === "chat" ? talk(person) : fillIn(kind, person, ext));
  const call = callerOf(baseUrl, await tokenOf(page, admin));
  const { data } = await call(inquiry.list, { query: { keyword: name } });
  expect(data.list).toMatchObject([{ name, kind, status: "pending" }]);
  return { name, phone, id: data.list[0]?.id ?? 0, no: data.list[0]?.inquiry_no ?? "" };
}

/** From the inquiry to its place in the customer's history, back, and the conversion undone. */
async function andBack(page: Page, { name, no }: { name: string; no: string }) {
  const here = page.url();
  await page
    .getByRole("link", { name: new RegExp(`${name}$`) })
    .first()
    .click();
  await page.waitForURL("**/customer/editCustomerInfo/*");
  const kinds = page.getByRole("group", { name: "动态类型" });
  await kinds.getByRole("button", { name: "询盘" }).click();
  await page.waitForURL("**/editCustomerInfo/*?kind=inquiry");
  await page.getByRole("tabpanel").getByRole("link", { name: no }).waitFor();
  await page.goBack();
  await page.waitForURL(here);
  // The customer's page has the same name, and a menu too.
  await kinds.waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await chooseAct(page, "撤销转客户");
  await page.getByRole("dialog").getByRole("button", { name: "撤销转客户" }).click();
  await toast(page, "已撤销转客户").waitFor();
  await page.getByText("跟进中", { exact: true }).first().waitFor();
}

test("on the phone a conversation of the site's window is answered, becomes a customer next to it, and is taken back", async () => {
  const page = await openPage({ phone: true });
  const came = await comeIn(page, "chat");
  await signIn(page, admin, "/inquiry/chat-inquiry");
  await page.getByRole("link", { name: new RegExp(came.name) }).click();
  await page.getByRole("log", { name: "消息" }).getByText("想了解一下，方便时请来电").waitFor();
  await page.getByRole("textbox", { name: "回复内容" }).fill("您好，我来为您介绍");
  await page.getByRole("button", { name: "接入并发送" }).click();
  await page.getByRole("button", { name: "访客资料" }).tap();
  await page.getByRole("button", { name: "转客户" }).click();
  const dialog = page.getByRole("dialog", { name: "转客户" });
  await dialog.getByRole("button", { name: "转为新客户" }).click();
  await toast(page, "已转为新客户").waitFor();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: `询盘 ${came.no}` }).click();
  await page.getByRole("heading", { level: 1, name: came.name }).waitFor();
  await page.getByText("已转客户", { exact: true }).first().waitFor();
  await andBack(page, came);
});

test("on the phone one about an estate opens from a message with one request, and Back returns to the list as it was", async () => {
  const page = await openPage({ phone: true });
  const came = await comeIn(page, "estate", { layout: "2LDK" });
  const list = `/inquiry/estate-inquiry?keyword=${encodeURIComponent(came.name)}`;
  await signIn(page, sales, list);
  await page.getByText("共 1 条").waitFor();
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|crm)\//.test(pathname) && !/events|profile/.test(pathname)) asked.push(pathname);
  });
  await page.goto(`${baseUrl}/inquiry/estate-inquiry/inquiryInfo/${came.id}`);
  await page.getByRole("heading", { level: 1, name: came.name }).waitFor();
  expect(asked.filter((path) => path.startsWith("/api/inquiry"))).toEqual([`/api/inquiry/${came.id}`]);
  await page.getByRole("button", { name: "领取", exact: true }).tap();
  const call = page.getByRole("link", { name: /^拨打/ });
  await call.waitFor();
  await expect.poll(() => call.getAttribute("href")).toBe(`tel:+86${came.phone}`);
  await page.getByRole("button", { name: "返回", exact: true }).tap();
  await page.waitForURL(`**${list}`);
  await page.getByText("共 1 条").waitFor();
});
