import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { agent } from "~/contract/agent/agent";
import { clue } from "~/contract/clue/clue";
import { deal } from "~/contract/deal/deal";
import { estate } from "~/contract/house/estate";
import { unit } from "~/contract/house/unit";
import { user } from "~/contract/personal/user";
import { agentFacts, mainFacts } from "~/test/support/agent-facts";
import { baseUrl, chooseAct, countClicks, openPage, signIn, toast, tokenOf } from "~/test/support/browser";
import { addCustomer, newNumber, someNumber } from "~/test/support/browser-rows";
import { callerOf } from "~/test/support/caller";
import { phonePicture } from "~/test/support/media-files";

// From a reported customer through visit and review to the deposit. What follows: test/app/routes/deal, test/server/deal.

const sales = "sales@demo.test";
const manager = "sales_manager@demo.test";
const channel = "channel_manager@demo.test";
const finance = "finance@demo.test";
const admin = "super_admin@demo.test";

const caller = async (page: Page, email: string) => callerOf(baseUrl, await tokenOf(page, email));
const picture = () => phonePicture({ width: 800, height: 600 });
const photo = async (name: string) => ({ name, mimeType: "image/jpeg", buffer: await picture() });

/** An estate on sale with units that may be had, which takes reports where that is asked for. */
async function placeWithUnits(page: Page, isReported = false) {
  const call = await caller(page, admin);
  const { data } = await call(estate.list, { query: { publish_status: ["online"], page_size: 100 } });
  for (const { id } of data.list) {
    const board = (await call(unit.board, { params: { id }, query: {} })).data;
    const free = board.units.filter(({ status }) => status === "available");
    if (free.length < 3) continue;
    const { rules } = (await call(estate.get, { params: { id } })).data;
    if (isReported && !(rules?.allow_agent && board.currency === "JPY")) continue;
    return { id, free };
  }
  throw new Error("no estate has units that may be had");
}

/** An agent of the channel manager. */
async function newAgent(page: Page) {
  const call = await caller(page, channel);
  const { data: me } = await call(user.profile, {});
  const body = { ...agentFacts, ...mainFacts, manager_id: me.id };
  const { code, message, data } = await call(agent.create, { body });
  expect(code, message).toBe(200);
  return data.id;
}

const isInSight = async (page: Page, part: Locator) => {
  const [box, height] = [await part.boundingBox(), page.viewportSize()?.height ?? 0];
  return box !== null && box.y >= 0 && box.y + box.height <= height;
};

const dealOf = async (page: Page, id: number) => (await (await caller(page, admin))(deal.get, { params: { id } })).data;
const unitOf = async (page: Page, estateId: number, id: number) => {
  const call = await caller(page, admin);
  const { buildings } = (await call(unit.board, { params: { id: estateId }, query: {} })).data;
  for (const { name: building } of buildings) {
    const { units } = (await call(unit.board, { params: { id: estateId }, query: { building } })).data;
    const found = units.find((one) => one.id === id);
    if (found) return found;
  }
  throw new Error("no such unit");
};

test("a reported customer: visit, deal with its unit and paper, review, the deposit's slip, and its confirmation", async () => {
  const page = await openPage();
  const place = await placeWithUnits(page, true);
  const [flat] = place.free;
  const { data: me } = await (await caller(page, sales))(user.profile, {});
  const lead = await caller(page, channel);
  const agentId = await newAgent(page);
  const name = `报备${someNumber()}`;
  const report = await lead(clue.create, {
    key: `clue-${someNumber()}`,
    body: {
      ...{ agent_id: agentId, account_id: null, estate_id: place.id, customer_name: name, gender: "unknown" },
      ...{ phone_cc: "86", phone: newNumber() },
    } as never,
  });
  expect(report.code, report.message).toBe(200);
  const params = { id: report.data.id };
  const passed = await lead(clue.approve, { params, body: { handler_id: me.id } as never });
  expect(passed.code, passed.message).toBe(200);

  // The visit, out of which the deal begins.
  await signIn(page, sales, `/clue/feedback?open=${params.id}`);
  const drawer = page.getByRole("dialog", { name, exact: true });
  await chooseAct(page, "登记到访", drawer);
  const visit = page.getByRole("dialog", { name: "登记到访" });
  await visit.getByLabel("选择到访凭证").setInputFiles(await photo("到访.jpg"));
  await visit.getByRole("button", { name: /^查看图片/ }).waitFor();
  await visit.getByRole("button", { name: "登记到访" }).click();
  await toast(page, "已登记到访").waitFor();
  await drawer.getByText("已到访").first().waitFor();
  await chooseAct(page, "发起成交", drawer);

  // The form.
  const form = page.getByRole("dialog", { name: "新增成交" });
  await expect.poll(() => form.getByLabel("买方姓名").inputValue()).toBe(name);
  await form
    .getByRole("button")
    .filter({ has: page.locator("b", { hasText: new RegExp(`^${flat?.unit_no}$`) }) })
    .first()
    .click();
  await form.getByText(new RegExp(`${flat?.unit_no} .* 挂牌`)).waitFor();
  await form.getByLabel("成交价").fill("60000000");
  await form.getByRole("button", { name: "全款", exact: true }).click();
  await form.getByText(/与成交价一致/).waitFor();
  await expect.poll(() => form.getByRole("textbox", { name: "关联报备" }).inputValue()).toContain("已到访");
  await form.getByLabel("选择认购书/买付证明").setInputFiles(await photo("认购书.jpg"));
  await form.getByRole("group", { name: "认购书/买付证明" }).getByRole("button", { name: /^移除/ }).waitFor();
  await form.getByRole("button", { name: "提交审核" }).click();
  await toast(page, "已提交审核").waitFor();
  await page.waitForURL(/[?&]open=\d+/);
  const id = Number(new URL(page.url()).searchParams.get("open"));
  expect(await unitOf(page, place.id, flat?.id ?? 0)).toMatchObject({ status: "reserved" });

  const at = `/Covenant/covenantList?open=${id}`;
  const record = page.getByRole("dialog", { name, exact: true });
  await signIn(page, manager, at);
  await chooseAct(page, "通过", record);
  await page.getByRole("dialog", { name: "通过成交" }).getByRole("button", { name: "通过" }).click();
  await toast(page, "已通过").waitFor();

  // The deposit with its slip, confirmed by finance.
  await signIn(page, sales, `${at}&tab=billing`);
  await record.getByRole("listitem", { name: "定金" }).getByRole("button", { name: "登记付款" }).click();
  const payment = page.getByRole("dialog", { name: "登记付款" });
  await payment.getByLabel("选择付款凭证").setInputFiles(await photo("水单.jpg"));
  await payment.getByRole("button", { name: /^移除/ }).waitFor();
  await payment.getByText("银行转账", { exact: true }).click();
  await payment.getByRole("button", { name: "登记付款" }).click();
  await toast(page, "已登记付款").waitFor();
  await payment.waitFor({ state: "detached" });
  await signIn(page, finance, `${at}&tab=billing`);
  await record.getByRole("listitem", { name: "定金" }).getByRole("button", { name: "确认到账" }).click();
  await page.getByRole("dialog", { name: "确认账单" }).getByRole("button", { name: "确认到账" }).click();
  await toast(page, "已确认").waitFor();
  expect(await dealOf(page, id)).toMatchObject({ status: "subscribed", clue: { status: "subscribed" } });
});

test("from the unit board to the review: five presses, the paper dropped, foot and sum in sight", async () => {
  const page = await openPage();
  const customer = await addCustomer(page, sales);
  const place = await placeWithUnits(page);
  const flat = place.free.at(-1);
  const building = encodeURIComponent(flat?.building ?? "");
  await signIn(page, sales, `/house/estate-list/estate-detail?id=${place.id}&building=${building}#board`);
  const clicks = await countClicks(page);
  await page.locator("#board").scrollIntoViewIfNeeded();
  await page
    .locator("#board")
    .getByRole("button", { name: new RegExp(`^${flat?.unit_no} `) })
    .click();
  await page.getByRole("link", { name: "发起成交" }).click();
  const form = page.getByRole("dialog", { name: "新增成交" });
  const buyer = form.getByRole("combobox", { name: "客户", exact: true });
  await expect.poll(() => buyer.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type(customer.name);
  await page.getByRole("option", { name: new RegExp(customer.name) }).click();
  await form.getByText(new RegExp(`${flat?.unit_no} .* 挂牌`)).waitFor();
  await form.getByRole("button", { name: "全款", exact: true }).click();
  await form.getByText(/与成交价一致/).waitFor();
  await form.getByLabel("选择认购书/买付证明").waitFor({ state: "attached" });
  const bytes = (await picture()).toString("base64");
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    const data = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    transfer.items.add(new File([data], "认购书.jpg", { type: "image/jpeg" }));
    return transfer;
  }, bytes);
  await form.getByText("附件", { exact: true }).dispatchEvent("drop", { dataTransfer: dropped });
  await form.getByRole("group", { name: "认购书/买付证明" }).getByRole("button", { name: /^移除/ }).waitFor();
  // Wherever the page is scrolled, the foot and the sum are shown.
  const submit = form.getByRole("button", { name: "提交审核" });
  for (const part of [submit, form.getByRole("region", { name: "合计" })])
    await expect.poll(() => isInSight(page, part)).toBe(true);
  await submit.click();
  await toast(page, "已提交审核").waitFor();
  expect(await clicks()).toBeLessThanOrEqual(5);
  await page.waitForURL(/[?&]open=\d+/);
  const id = Number(new URL(page.url()).searchParams.get("open"));
  expect(await dealOf(page, id)).toMatchObject({ status: "reviewing", unit_no: flat?.unit_no });
});

test("on the phone a deal is written in one column, with its acts in sight", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, sales, "/Covenant/covenantList?add=1");
  const form = page.getByRole("dialog", { name: "新增成交" });
  const [price, tax] = [form.getByLabel("成交价"), form.getByLabel("其中税额")];
  await price.waitFor();
  for (const field of [form.getByLabel("买方姓名"), price, form.getByRole("region", { name: "合计" })]) {
    await field.scrollIntoViewIfNeeded();
    await expect.poll(() => isInSight(page, form.getByRole("button", { name: "提交审核" }))).toBe(true);
  }
  const left = async (part: Locator) => (await part.boundingBox())?.x;
  await expect.poll(async () => (await left(price)) === (await left(tax))).toBe(true);
});
