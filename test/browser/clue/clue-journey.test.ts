import { createHmac, randomInt, randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { agent } from "~/contract/agent/agent";
import { clue } from "~/contract/clue/clue";
import { clueDoors } from "~/contract/clue/clue-doors";
import { estate } from "~/contract/house/estate";
import { user } from "~/contract/personal/user";
import { signedHeaders } from "~/contract/signed";
import { setting } from "~/contract/system/setting";
import { baseUrl, now, openPage, signIn, toast, tokenOf } from "~/test/support/browser";
import { newNumber } from "~/test/support/browser-rows";
import { callerOf } from "~/test/support/caller";
import { phonePicture } from "~/test/support/media-files";

// From the agents' portal through collision and verdict to the visit.

const manager = "channel_manager@demo.test";
const sales = "sales@demo.test";
const admin = "super_admin@demo.test";
const key = "a-key-of-sixteen-characters-or-more";

const caller = async (page: Page, email: string) => callerOf(baseUrl, await tokenOf(page, email));

beforeAll(async () => {
  const page = await openPage();
  const items = [{ key: "integration.keys" as const, value: `portal:${key}` }];
  expect(await (await caller(page, admin))(setting.update, { body: { items } })).toMatchObject({ code: 200 });
});

/** An agent of the channel manager, with the account that reports. */
async function newAgent(page: Page, name: string) {
  const call = await caller(page, admin);
  const { data: me } = await (await caller(page, manager))(user.profile, {});
  const body = {
    ...{ type: "individual" as const, name, country_code: "JP", contact_name: "周联系" },
    ...{ contact_phone_cc: "86", contact_phone: newNumber(), level: "B" as const, manager_id: me.id },
    ...{ cooperation_from: "2026-01-01", cooperation_to: "2099-12-31", settle_cycle: "monthly" as const },
    ...{ commission_mode: "percent" as const, commission_value: "3", account_limit: 3 },
    ...{ main_name: "周主号", main_phone_cc: "86", main_phone: newNumber() },
  };
  const { code, message, data } = await call(agent.create, { body });
  expect(code, message).toBe(200);
  return { id: data.id, name, account_id: data.account_id };
}

/** What the portal sends, signed. */
async function report(body: object) {
  const { path } = clueDoors.signed;
  const text = JSON.stringify({ external_id: randomUUID(), ...body });
  const at = String(Math.floor(now() / 1000));
  const reply = await fetch(`${baseUrl}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [signedHeaders.key]: "portal",
      [signedHeaders.timestamp]: at,
      [signedHeaders.sign]: createHmac("sha256", key).update(`POST${path}${at}${text}`).digest("hex"),
    },
    body: text,
  });
  return reply.json();
}

/** Two agents report one customer at an estate that takes reports; answers both numbers. */
async function collide(page: Page) {
  const [first, second] = [
    await newAgent(page, `先报${randomInt(1e6)}`),
    await newAgent(page, `后报${randomInt(1e6)}`),
  ];
  const customer = { customer_name: `报备${randomInt(1e6)}`, phone_cc: "86", phone: newNumber() };
  const { data } = await (await caller(page, admin))(estate.list, { query: { publish_status: ["online"] } });
  for (const { id: estate_id } of data.list) {
    const one = await report({ ...customer, account_id: first.account_id, estate_id });
    if (one.code !== 200) continue;
    const other = await report({ ...customer, account_id: second.account_id, estate_id });
    expect(other).toMatchObject({ code: 200, data: { collision: "agent_dup" } });
    return { name: customer.customer_name, one: one.data.id as number, other: other.data.id as number };
  }
  throw new Error("no estate takes reports");
}

/** An act of the lead that is open: beside its list, whose rows have the same buttons, or on the phone in its place. */
async function actOn(page: Page, place: Page | Locator, label: string) {
  const button = place.getByRole("button", { name: label, exact: true });
  const more = place.getByRole("button", { name: /的更多操作$/ });
  await button.or(more).first().waitFor();
  if (await button.count()) return button.first().click();
  await more.first().click();
  await page.getByRole("menuitem", { name: label, exact: true }).click();
}

for (const phone of [false, true])
  test(`from the portal through collision and verdict to the visit, ${phone ? "on the phone" : "on the desk"}`, async () => {
    const page = await openPage({ phone });
    const { name, one, other } = await collide(page);

    await signIn(page, manager, `/clue/feedback?judge=${other}`);
    const sheet = page.getByRole("article", { name: "判定单" });
    await sheet.getByRole("region", { name: "他渠道报备" }).getByText("规则：归他渠道").waitFor();
    await sheet.getByRole("textbox", { name: "判定理由" }).fill("先报备者优先");
    await sheet.getByRole("button", { name: "判定", exact: true }).click();
    await toast(page, "已判定").waitFor();
    // The next that wants a judgement has opened by itself.
    await page.goto(`${baseUrl}/clue/feedback?judge=${other}`);
    await sheet.getByText(/判定后内容已冻结/).waitFor();

    await page.goto(`${baseUrl}/clue/feedback?open=${one}`);
    await actOn(page, phone ? page : page.getByRole("dialog", { name, exact: true }), "审核通过");
    const review = page.getByRole("dialog", { name: "审核通过" });
    await review.getByRole("textbox", { name: "对接顾问" }).click();
    const { data: me } = await (await caller(page, sales))(user.profile, {});
    await review.getByRole("textbox", { name: "对接顾问" }).fill(me.name);
    await page
      .getByRole("option", { name: new RegExp(me.name) })
      .first()
      .click();
    await review.getByRole("button", { name: "审核通过" }).click();
    await toast(page, "已审核通过").waitFor();
    await review.waitFor({ state: "detached" });
    await actOn(page, phone ? page : page.getByRole("dialog", { name, exact: true }), "延期");
    const longer = page.getByRole("dialog", { name: "延长保护期" });
    await longer.getByRole("textbox", { name: "延期天数" }).fill("5");
    await longer.getByRole("textbox", { name: "延期原因" }).fill("客户出差");
    await longer.getByRole("button", { name: "延期" }).click();
    await toast(page, "已延期").waitFor();

    await signIn(page, sales, `/clue/feedback?open=${one}`);
    await actOn(page, phone ? page : page.getByRole("dialog", { name, exact: true }), "登记到访");
    const visit = page.getByRole("dialog", { name: "登记到访" });
    await visit.getByLabel(phone ? "拍摄到访凭证" : "选择到访凭证").setInputFiles({
      name: "到访.jpg",
      mimeType: "image/jpeg",
      buffer: await phonePicture({ width: 800, height: 600 }),
    });
    await visit.getByRole("button", { name: /^查看图片/ }).waitFor();
    await visit.getByRole("button", { name: "登记到访" }).click();
    await toast(page, "已登记到访").waitFor();
    const { data } = await (await caller(page, manager))(clue.list, { query: { keyword: name } });
    expect(data.list.map(({ id, status }) => [id, status]).sort()).toEqual([
      [one, "visited"],
      [other, "pending"],
    ]);
  });
