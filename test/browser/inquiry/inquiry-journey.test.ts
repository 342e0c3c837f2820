import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inquiry } from "~/contract/inquiry/inquiry";
import { publicReport } from "~/contract/resource/public-resource";
import { type SettingKey, setting } from "~/contract/system/setting";
import { baseUrl, chooseAct, openPage, password, signIn, toast, tokenOf } from "~/test/support/browser";
import { newNumber, someNumber } from "~/test/support/browser-rows";
import { callerOf } from "~/test/support/caller";

// From the door of the site to a customer, and back.

const sales = "sales@demo.test";
const admin = "super_admin@demo.test";
const site = "https://site.test";
/** Every kind that a site's form asks about, other than estates; a report has its own endpoint. */
const others = {
  report: {},
  rental: { rent_kind: "find_rent", city: "大阪" },
  visa: { nationality: "CN", company_stage: "none" },
  general: {},
} as const;

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

/** A report, which requires a contact. */
async function download(person: Person) {
  const { data } = await callerOf(baseUrl)(publicReport.list, {});
  const report = data.list.find(({ need_contact }) => need_contact);
  const { url } = await post<{ url: string }>(`/api/public/report/${report?.id}/download`, person);
  const file = await fetch(new URL(url, baseUrl));
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
}

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
  await (kind === "report" ? download(person) : kind === "chat" ? talk(person) : fillIn(kind, person, ext));
  const call = callerOf(baseUrl, await tokenOf(page, admin));
  const { data } = await call(inquiry.list, { query: { keyword: name } });
  expect(data.list).toMatchObject([{ name, kind, status: "pending" }]);
  return { name, phone, id: data.list[0]?.id ?? 0, no: data.list[0]?.inquiry_no ?? "" };
}

/** Writes what was said on the phone. */
async function note(page: Page) {
  await chooseAct(page, "写跟进");
  const dialog = page.getByRole("dialog", { name: "跟进询盘" });
  await dialog.getByRole("textbox", { name: "跟进内容" }).fill("电话沟通了预算和区域，周末看房");
  await dialog.getByRole("button", { name: "保存跟进" }).click();
  await toast(page, "跟进已保存").waitFor();
  await dialog.waitFor({ state: "detached" });
}

async function convert(page: Page) {
  await chooseAct(page, "转客户");
  const dialog = page.getByRole("dialog", { name: "转客户" });
  await dialog.getByRole("button", { name: "转为新客户" }).click();
  await toast(page, "已转为新客户").waitFor();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("已转客户", { exact: true }).first().waitFor();
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

const scan = {
  name: "护照.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
};
const onward = ["已委托", "材料准备", "已递交", "认定证明下发", "已获签"];

/** From the door to where a case may be worked on: claimed, and spoken with. */
async function visaCase(page: Page) {
  const came = await comeIn(page, "visa", { nationality: "CN", capital_jpy: 40_000_000, japanese_level: "N2" });
  const at = `/inquiry/management/managementInfo/${came.id}`;
  await signIn(page, sales, at);
  await page.getByRole("heading", { level: 1, name: came.name }).waitFor();
  await chooseAct(page, "领取");
  await toast(page, `已领取${came.name}`).waitFor();
  await page.getByText("达标 2/6").first().waitFor();
  await note(page);
  return came;
}

/** On to a stage on its day, for who does it where it is the engagement. */
async function step(page: Page, stage: string) {
  await page.getByRole("button", { name: "推进阶段" }).click();
  const dialog = page.getByRole("dialog", { name: "推进签证办理阶段" });
  await dialog.getByText(stage, { exact: true }).click();
  if (stage === "已委托") await dialog.getByRole("textbox", { name: "行政书士" }).fill("山田行政书士");
  await dialog.getByRole("button", { name: "推进", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.locator("li[aria-current=step]").getByText(stage, { exact: true }).waitFor();
}

/** A conversation of the site's window is answered, becomes a customer next to it, and is undone. */
async function conversation(page: Page, phone: boolean) {
  const came = await comeIn(page, "chat");
  await signIn(page, admin, "/inquiry/chat-inquiry");
  await page.getByRole("link", { name: new RegExp(came.name) }).click();
  await page.getByRole("log", { name: "消息" }).getByText("想了解一下，方便时请来电").waitFor();
  await page.getByRole("textbox", { name: "回复内容" }).fill("您好，我来为您介绍");
  await page.getByRole("button", { name: "接入并发送" }).click();
  if (phone) await page.getByRole("button", { name: "访客资料" }).tap();
  await page.getByRole("button", { name: "转客户" }).click();
  const dialog = page.getByRole("dialog", { name: "转客户" });
  await dialog.getByRole("button", { name: "转为新客户" }).click();
  await toast(page, "已转为新客户").waitFor();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: `询盘 ${came.no}` }).click();
  await page.getByRole("heading", { level: 1, name: came.name }).waitFor();
  await page.getByText("已转客户", { exact: true }).first().waitFor();
  await andBack(page, came);
}

describe("on the phone", () => {
  test("a conversation becomes a customer, and is taken back", async () => {
    await conversation(await openPage({ phone: true }), true);
  });

  test("a case of a visa goes from the site's form to its refusal", async () => {
    const page = await openPage({ phone: true });
    await visaCase(page);
    for (const stage of onward.slice(0, 3)) await step(page, stage);
    await page.getByRole("button", { name: "记为不许可" }).tap();
    const dialog = page.getByRole("dialog", { name: "案件结束：不许可" });
    await dialog.getByRole("textbox", { name: "原因" }).fill("事业计划的可行性不足");
    await dialog.getByRole("button", { name: "记为不许可" }).tap();
    await toast(page, "案件已结束").waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("list", { name: "办理阶段" }).getByText("事业计划的可行性不足").waitFor();
    await page.getByRole("button", { name: "推进阶段" }).waitFor({ state: "detached" });
  });

  test("one about an estate opens from a message with one request, and Back returns to the list as it was", async () => {
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
    await note(page);
    await convert(page);
    await andBack(page, came);
    await page.getByRole("button", { name: "返回", exact: true }).tap();
    await page.waitForURL(`**${list}`);
    await page.getByText("共 1 条").waitFor();
  });
});

describe("on the desktop", () => {
  test("a conversation becomes a customer, and is taken back", async () => {
    await conversation(await openPage(), false);
  });

  test("a case of a visa goes from the site's form to the visa, with its papers, and is read on paper", async () => {
    const page = await openPage();
    const came = await visaCase(page);
    for (const stage of onward) await step(page, stage);
    await page.getByRole("tab", { name: "材料清单" }).click();
    await page.getByRole("button", { name: "上传材料" }).click();
    const dialog = page.getByRole("dialog", { name: "上传材料" });
    await dialog.getByLabel("选择文件").setInputFiles(scan);
    await dialog.getByRole("button", { name: "移除护照.png" }).waitFor();
    await dialog.getByRole("textbox", { name: "附件类型" }).click();
    await page.getByRole("option", { name: "护照" }).click();
    await dialog.getByRole("button", { name: "上传", exact: true }).click();
    await toast(page, "已添加 1 个材料").waitFor();
    await page.getByRole("button", { name: "护照", exact: true }).waitFor();
    await page.getByRole("button", { name: "打印" }).click();
    const sheet = page.getByRole("article", { name: "签证档案" });
    await sheet.getByText("电话沟通了预算和区域，周末看房").waitFor();
    for (const stage of onward) await sheet.getByRole("list").last().getByText(stage, { exact: true }).waitFor();
    await page.goto(`${baseUrl}/inquiry/management?case_stage=visa_issued&keyword=${encodeURIComponent(came.name)}`);
    await page
      .getByRole("row", { name: new RegExp(came.name) })
      .getByText("山田行政书士")
      .waitFor();
  });

  test("one about an estate is claimed in its list, followed up, converted, and taken back", async () => {
    const page = await openPage();
    const came = await comeIn(page, "estate", { layout: "2LDK" });
    await signIn(page, sales, `/inquiry/estate-inquiry?keyword=${encodeURIComponent(came.name)}`);
    await page.getByRole("button", { name: "领取", exact: true }).click();
    await toast(page, `已领取${came.name}`).waitFor();
    await page.goto(`${baseUrl}/inquiry/estate-inquiry/inquiry-detail?id=${came.id}`);
    await note(page);
    await convert(page);
    await andBack(page, came);
  });

  test("of every other kind one becomes a customer, and is taken back", async () => {
    const page = await openPage();
    for (const [kind, ext] of Object.entries(others)) {
      const came = await comeIn(page, kind, ext);
      await signIn(page, admin, `/inquiry/all-inquiry?keyword=${encodeURIComponent(came.name)}`);
      await page.getByRole("button", { name: "领取", exact: true }).click();
      await toast(page, `已领取${came.name}`).waitFor();
      await page.goto(`${baseUrl}/inquiry/all-inquiry/inquiry-detail?id=${came.id}`);
      await note(page);
      await convert(page);
      await andBack(page, came);
    }
  });
});
