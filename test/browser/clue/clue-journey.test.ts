import { createHmac, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { agent } from "~/contract/agent/agent";
import { clue } from "~/contract/clue/clue";
import { publicClue } from "~/contract/clue/public-clue";
import { estate } from "~/contract/house/estate";
import { user } from "~/contract/personal/user";
import { signedHeaders } from "~/contract/signed";
import { setting } from "~/contract/system/setting";
import { clue as clueTable } from "~/server/database/tables/clue/clue";
import { accountStatement } from "~/server/database/tables/clue/statement";
import { clueExpire } from "~/server/jobs/clue/clue-expire";
import { makeAgentWith } from "~/test/support/agent-rows";
import {
  baseUrl,
  chooseAct,
  countClicks,
  expectErrors,
  failedRequest,
  frame,
  offered,
  openPage,
  signIn,
  toast,
  tokenOf,
} from "~/test/support/browser";
import { newNumber, someNumber } from "~/test/support/browser-rows";
import { callerOf } from "~/test/support/caller";
import { now } from "~/test/support/clock";
import { makeEstate } from "~/test/support/estate";
import { makeBlacklist, makeUser } from "~/test/support/factories";
import { phonePicture } from "~/test/support/media-files";
import { ownServer } from "~/test/support/own-server";

// From the agents' portal through collision and verdict to the visit and the end of the protection, and what is refused on the way.

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
  const { path } = publicClue.signed;
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

/** Two agents report one customer at an estate that takes reports and where they protect; answers both numbers. */
async function collide(page: Page) {
  const [first, second] = [await newAgent(page, `先报${someNumber()}`), await newAgent(page, `后报${someNumber()}`)];
  const customer = { customer_name: `报备${someNumber()}`, phone_cc: "86", phone: newNumber() };
  const call = await caller(page, admin);
  const { data } = await call(estate.list, { query: { publish_status: ["online"] } });
  for (const { id: estate_id, can } of data.list) {
    const { data: place } = await call(estate.get, { params: { id: estate_id } });
    if (!can.report || place.rules?.protect_mode === "visit_deal") continue;
    const one = await report({ ...customer, account_id: first.account_id, estate_id });
    if (one.code !== 200) continue;
    const other = await report({ ...customer, account_id: second.account_id, estate_id });
    expect(other).toMatchObject({ code: 200, data: { collision: "agent_dup" } });
    return { name: customer.customer_name, one: one.data.id as number, other: other.data.id as number };
  }
  throw new Error("no estate takes reports");
}

const widths = [
  { phone: false, where: "on the desk" },
  { phone: true, where: "on the phone" },
];

for (const { phone, where } of widths)
  test(`from the portal through collision and verdict to the visit, ${where}`, async () => {
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
    await chooseAct(page, "通过", phone ? page : page.getByRole("dialog", { name, exact: true }));
    const review = page.getByRole("dialog", { name: "通过" });
    const { data: me } = await (await caller(page, sales))(user.profile, {});
    await review.getByRole("textbox", { name: "顾问" }).fill(me.name);
    await page
      .getByRole("option", { name: new RegExp(me.name) })
      .first()
      .click();
    await review.getByRole("button", { name: "通过" }).click();
    await toast(page, "已通过").waitFor();
    await review.waitFor({ state: "detached" });
    // The next waiting lead has opened next to the list.
    await page.goto(`${baseUrl}/clue/feedback?open=${one}`);
    await chooseAct(page, "延期", phone ? page : page.getByRole("dialog", { name, exact: true }));
    const longer = page.getByRole("dialog", { name: "延长保护期" });
    await longer.getByRole("textbox", { name: "延期天数" }).fill("5");
    await longer.getByRole("textbox", { name: "延期原因" }).fill("客户出差");
    await longer.getByRole("button", { name: "延期" }).click();
    await toast(page, "已延期").waitFor();

    await signIn(page, sales, `/clue/feedback?open=${one}`);
    await chooseAct(page, "登记到访", phone ? page : page.getByRole("dialog", { name, exact: true }));
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

// What follows needs weeks that have gone by, and rows of its own.
const own = await ownServer();
const days = (from: number) => new Date(now() + from * 86_400_000);

/** Two agents of a manager, an estate where phones may be hidden, and who takes customers there. */
async function house() {
  const { db, api } = own;
  const sales = await makeUser(db, { role: "sales", name: `林顾问${someNumber()}` });
  const keeper = await makeUser(db, { role: "channel_manager" });
  const [first, second] = [
    await makeAgentWith(db, { manager_id: keeper.id, name: `海川置业${someNumber()}` }),
    await makeAgentWith(db, { manager_id: keeper.id, name: `云山置业${someNumber()}` }),
  ];
  const { id: estate_id } = await makeEstate(db, { report_phone_mode: "first3_last4" });
  const as = await api.as(keeper.id);
  const enter = async (agent_id: number, customer_name: string, phone: string) => {
    const { code, message, data } = await as(clue.create, { body: { agent_id, estate_id, customer_name, phone } });
    expect(code, message).toBe(200);
    return data.id;
  };
  const pass = async (id: number) => {
    const reply = await as(clue.approve, { params: { id }, body: { handler_id: sales.id } });
    expect(reply.code, reply.message).toBe(200);
  };
  return { keeper, sales, first: first.id, second: second.id, enter, pass };
}

const runExpiry = () => {
  const { services } = own.api;
  return clueExpire.run({ services, at: services.now(), signal: new AbortController().signal });
};

test("what nobody visits runs out; it comes back once, unless another has reported the customer since", async () => {
  const at = await house();
  own.api.setClock(days(-16));
  const one = await at.enter(at.first, "钱一去", newNumber());
  const number = newNumber();
  const taken = await at.enter(at.first, "钱二去", number);
  await at.pass(one);
  own.api.setClock(undefined);
  // Of nobody's customer: ours would be in the way of the next report as well.
  const past = { status: "valid", protect_until: days(-1).toISOString() } as const;
  await own.db.update(clueTable).set(past).where(eq(clueTable.id, taken));
  await runExpiry();
  await at.pass(await at.enter(at.second, "钱二去", number));

  const page = await openPage();
  const place = (name: string) => page.getByRole("dialog", { name, exact: true });
  await own.show(page, at.keeper.id, `/clue/feedback?open=${one}`);
  await place("钱一去").getByText("已失效", { exact: true }).first().waitFor();
  await chooseAct(page, "恢复", place("钱一去"));
  const form = page.getByRole("dialog", { name: "恢复并延期" });
  await form.getByRole("textbox", { name: "延期天数" }).fill("7");
  await form.getByRole("textbox", { name: "延期原因" }).fill("客户改期");
  await form.getByRole("button", { name: "延期", exact: true }).click();
  await toast(page, "已延期").waitFor();
  await place("钱一去").getByText("有效", { exact: true }).first().waitFor();
  await expect.poll(() => place("钱一去").getByRole("button", { name: "延期", exact: true }).count()).toBe(0);

  await own.show(page, at.keeper.id, `/clue/feedback?open=${taken}`);
  await place("钱二去").getByText("暂不能恢复").waitFor();
  await place("钱二去").getByText("该客户已被其他渠道报备").waitFor();
  await expect.poll(() => place("钱二去").getByRole("button", { name: "恢复", exact: true }).isDisabled()).toBe(true);
});

test("what is refused says why, and keeps what was typed", async () => {
  const at = await house();
  const { db } = own;
  const listed = newNumber();
  await makeBlacklist(db, { type: "phone", value: `+86${listed}` });
  const number = newNumber();
  const hidden = await at.enter(at.second, "孙丙", `${number.slice(0, 3)}****${number.slice(-4)}`);
  await at.pass(hidden);
  const holder = await at.enter(at.first, "孙丁", number);

  const page = await openPage();
  const place = (name: string) => page.getByRole("dialog", { name, exact: true });
  // A hidden number matches: the reviewer judges first.
  await own.show(page, at.keeper.id, `/clue/feedback?open=${holder}`);
  await place("孙丁").getByText("疑似他渠道已报备").first().waitFor();
  await expect.poll(() => place("孙丁").getByRole("button", { name: "通过", exact: true }).count()).toBe(0);
  await chooseAct(page, "驳回", place("孙丁"));
  const off = page.getByRole("dialog", { name: "驳回" });
  await off.getByText("号码无效").waitFor();
  await expect.poll(() => off.getByText("重复报备").count()).toBe(0);
  await off.getByRole("button", { name: "取消" }).click();

  // Longer than the setting says.
  await own.show(page, at.keeper.id, `/clue/feedback?open=${hidden}`);
  await chooseAct(page, "延期", place("孙丙"));
  const longer = page.getByRole("dialog", { name: "延长保护期" });
  await longer.getByRole("textbox", { name: "延期天数" }).fill("40");
  await longer.getByRole("textbox", { name: "延期原因" }).fill("客户出差");
  expectErrors(failedRequest);
  await longer.getByRole("button", { name: "延期", exact: true }).click();
  await longer.getByText("最多延期15天").first().waitFor();
  await expect.poll(() => longer.getByRole("textbox", { name: "延期原因" }).inputValue()).toBe("客户出差");

  // A number that is on the blacklist.
  await own.show(page, at.keeper.id, "/clue/feedback?add=1");
  const entry = page.getByRole("dialog", { name: "代录报备" });
  for (const label of [/^报备代理/, /^楼盘/]) {
    await entry.getByRole("textbox", { name: label }).click();
    await offered(page).first().click();
  }
  await entry.getByRole("textbox", { name: /^客户姓名/ }).fill("赵某");
  await entry.getByRole("textbox", { name: /^客户手机号/ }).fill(listed);
  await entry.getByRole("button", { name: /^报备/ }).click();
  await page.getByText("黑名单").first().waitFor();
  await expect.poll(() => entry.getByRole("textbox", { name: /^客户姓名/ }).inputValue()).toBe("赵某");

  // At the visit the full number turns out to be another agent's.
  await db
    .update(clueTable)
    .set({ status: "valid", protect_until: days(9).toISOString() })
    .where(eq(clueTable.id, holder));
  await db
    .update(clueTable)
    .set({ created_at: days(-3).toISOString() })
    .where(eq(clueTable.id, holder));
  await own.show(page, at.sales.id, `/clue/feedback?open=${hidden}`);
  await chooseAct(page, "登记到访", place("孙丙"));
  const visit = page.getByRole("dialog", { name: "登记到访" });
  await visit.getByLabel(/^客户完整号码/).fill(number);
  await visit.getByRole("button", { name: "登记到访" }).click();
  await visit.getByText("请上传到访凭证").first().waitFor();
  const buffer = await phonePicture({ width: 400, height: 300 });
  await visit.getByLabel("选择到访凭证").setInputFiles({ name: "到访.jpg", mimeType: "image/jpeg", buffer });
  await visit.getByRole("button", { name: /^查看图片/ }).waitFor();
  await visit.getByRole("button", { name: "登记到访" }).click();
  await toast(page, "该客户已被其他渠道报备").waitFor();
  await expect.poll(() => visit.getByLabel(/^客户完整号码/).inputValue()).toContain(number.slice(-4));
});

test("a statement is confirmed by five presses from the home", async () => {
  const { keeper, first: agent_id } = await house();
  const period = { period_from: "2026-10-01", period_to: "2026-10-31" };
  const sums = {
    item_count: 1,
    total_amount: "900000.00",
    adjust_total: "0",
    tax_amount: "0",
    payable_total: "900000.00",
  };
  await own.db.insert(accountStatement).values({
    ...{ statement_no: `DZ${someNumber()}`, agent_id, settle_cycle: "monthly", currency: "JPY", status: "sent" },
    ...period,
    ...sums,
  });
  const page = await openPage();
  await own.show(page, keeper.id, "/dashboard");
  await page.getByRole("button", { name: "线索管理" }).waitFor();
  const clicks = await countClicks(page);
  await page.getByRole("button", { name: "线索管理" }).click();
  await frame(page).getByRole("link", { name: "对账单" }).click();
  await page.getByRole("button", { name: "确认", exact: true }).click();
  const confirming = page.getByRole("dialog", { name: "记录代理确认" });
  // As it is dropped.
  const proof = { name: "确认单.jpg", mimeType: "image/jpeg", buffer: await phonePicture({ width: 800, height: 600 }) };
  await confirming.locator("input[type=file]").first().setInputFiles(proof);
  await confirming.getByRole("button", { name: /^移除/ }).waitFor();
  await confirming.getByRole("button", { name: "确认", exact: true }).click();
  await toast(page, "已记录代理确认").waitFor();
  await expect.poll(() => clicks()).toBeLessThanOrEqual(5);
});
