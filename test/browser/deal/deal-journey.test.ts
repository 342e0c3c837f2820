import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { agent } from "~/contract/agent/agent";
import { clue } from "~/contract/clue/clue";
import { shanghaiDay } from "~/contract/day";
import { billing } from "~/contract/deal/billing";
import { deal } from "~/contract/deal/deal";
import type { AttachmentType } from "~/contract/deal/deal-kinds";
import { estate } from "~/contract/house/estate";
import { unit } from "~/contract/house/unit";
import { user } from "~/contract/personal/user";
import { type UploadScene, upload } from "~/contract/shared/upload";
import { baseUrl, chooseAct, countClicks, openPage, signIn, toast, tokenOf } from "~/test/support/browser";
import { addCustomer, newNumber, someNumber } from "~/test/support/browser-rows";
import { callerOf } from "~/test/support/caller";
import { now } from "~/test/support/clock";
import { phonePicture } from "~/test/support/media-files";

// From a reported customer through visit, subscription, contract and payments to the keys.

const sales = "sales@demo.test";
const manager = "sales_manager@demo.test";
const channel = "channel_manager@demo.test";
const finance = "finance@demo.test";
const admin = "super_admin@demo.test";

const caller = async (page: Page, email: string) => callerOf(baseUrl, await tokenOf(page, email));
const today = () => shanghaiDay(0, now());
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
    if (isReported && !(rules?.allow_agent && rules.agent_commission_mode !== "fixed" && board.currency === "JPY"))
      continue;
    return { id, free };
  }
  throw new Error("no estate has units that may be had");
}

/** An agent of the channel manager, with an account to be paid to. */
async function newAgent(page: Page) {
  const call = await caller(page, channel);
  const { data: me } = await call(user.profile, {});
  const phone = newNumber();
  const { code, message, data } = await call(agent.create, {
    body: {
      ...{ type: "individual", name: `海川${someNumber()}`, country_code: "CN", contact_name: "周联系", level: "B" },
      ...{ contact_phone_cc: "86", contact_phone: phone, manager_id: me.id, settle_cycle: "monthly" },
      ...{ cooperation_from: "2026-01-01", cooperation_to: "2099-12-31", account_limit: 3 },
      ...{ commission_mode: "percent", commission_value: "2", bank_name: "东京银行", bank_account: "6222000012345678" },
      ...{ main_name: "周主号", main_phone_cc: "86", main_phone: phone },
    },
  });
  expect(code, message).toBe(200);
  return data.id;
}

/** What the browser does with a file, by hand. */
async function sent(page: Page, email: string, scene: UploadScene): Promise<number> {
  const call = await caller(page, email);
  const bytes = await picture();
  const body = { scene, filename: "文件.jpg", size: bytes.length, mime: "image/jpeg" };
  const { data } = await call(upload.token, { body });
  const headers = { authorization: `Bearer ${await tokenOf(page, email)}`, ...data.headers };
  await fetch(new URL(data.upload_url, baseUrl), { method: "PUT", headers, body: new Uint8Array(bytes) });
  await call(upload.complete, { body: { media_id: data.media_id } });
  return data.media_id;
}

const attach = async (page: Page, id: number, type: AttachmentType) =>
  (await caller(page, sales))(deal.attach, {
    params: { id },
    body: { items: [{ type, media_id: await sent(page, sales, "deal") }] },
    key: `attach-${someNumber()}`,
  });

const isInSight = async (page: Page, part: Locator) => {
  const [box, height] = [await part.boundingBox(), page.viewportSize()?.height ?? 0];
  return box !== null && box.y >= 0 && box.y + box.height <= height;
};

/** Sends the slip of a line whose payment is being noted. */
async function pay(page: Page) {
  const payment = page.getByRole("dialog", { name: "登记付款" });
  await payment.getByLabel("选择付款凭证").setInputFiles(await photo("水单.jpg"));
  await payment.getByRole("button", { name: /^移除/ }).waitFor();
  await payment.getByText("银行转账", { exact: true }).click();
  await payment.getByRole("button", { name: "登记付款" }).click();
  await toast(page, "已登记付款").waitFor();
  await payment.waitFor({ state: "detached" });
}

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

/** Sends a slip for each line of the deal that is not paid, then finance confirms all of them. */
async function payAll(page: Page, id: number) {
  const as = await caller(page, sales);
  for (const { id: line, status, amount, direction } of (await as(billing.ofDeal, { params: { id } })).data.list) {
    if (status !== "pending" || direction !== "in") continue;
    const voucher = [await sent(page, sales, "voucher")];
    const body = { paid_at: today(), amount, method: "bank" as const, remark: null, voucher };
    await as(billing.pay, { params: { id: line }, body });
  }
}

test("a reported customer: visit, subscription, contract, payments, keys, commission, and the agent's statement paid", async () => {
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
  await pay(page);
  await signIn(page, finance, `${at}&tab=billing`);
  await record.getByRole("listitem", { name: "定金" }).getByRole("button", { name: "确认到账" }).click();
  await page.getByRole("dialog", { name: "确认账单" }).getByRole("button", { name: "确认到账" }).click();
  await toast(page, "已确认").waitFor();

  // The contract.
  await signIn(page, sales, `${at}&tab=files`);
  await record.getByRole("button", { name: "上传附件" }).last().click();
  const papers = page.getByRole("dialog", { name: "上传附件" });
  await expect.poll(() => papers.getByRole("radio", { name: "买卖合同" }).isChecked()).toBe(true);
  await papers.getByLabel("选择附件").setInputFiles(await photo("合同.jpg"));
  await papers.getByRole("button", { name: /^移除/ }).waitFor();
  await papers.getByRole("button", { name: "上传", exact: true }).click();
  await toast(page, "附件已上传").waitFor();
  await signIn(page, manager, at);
  await chooseAct(page, "签约", record);
  await page.getByRole("dialog", { name: "成交签约" }).getByRole("button", { name: "签约", exact: true }).click();
  await toast(page, "已签约").waitFor();

  // The rest, and the keys.
  await payAll(page, id);
  await attach(page, id, "delivery");
  await signIn(page, finance, `${at}&tab=billing`);
  await record.getByRole("listitem", { name: "尾款" }).getByRole("button", { name: "确认到账" }).click();
  await page.getByRole("dialog", { name: "确认账单" }).getByRole("button", { name: "确认到账" }).click();
  await toast(page, "已确认").waitFor();
  await signIn(page, sales, at);
  await chooseAct(page, "交割", record);
  await page.getByRole("dialog", { name: "成交交割" }).getByRole("button", { name: "交割", exact: true }).click();
  await toast(page, "已交割").waitFor();

  expect(await dealOf(page, id)).toMatchObject({
    status: "completed",
    pay_status: "paid",
    clue: { status: "contracted" },
  });
  expect(await unitOf(page, place.id, flat?.id ?? 0)).toMatchObject({ status: "sold", deal_id: id });
  await page.goto(`${baseUrl}/customer/editCustomerInfo/${(await dealOf(page, id)).customer_id}?tab=deals`);
  await page.getByText("已付清").first().waitFor();

  // The developer's commission comes in; the agent's goes out by its statement, which its channel manager makes.
  await signIn(page, finance, `${at}&tab=billing`);
  const receivable = record.getByRole("listitem", { name: "开发商佣金" });
  await receivable.getByRole("button", { name: "登记付款" }).click();
  await pay(page);
  await receivable.getByRole("button", { name: "确认到账" }).click();
  await page.getByRole("dialog", { name: "确认账单" }).getByRole("button", { name: "确认到账" }).click();
  await receivable.getByText("已确认").waitFor();

  await signIn(page, channel, `/agent/list?open=${agentId}&tab=statements`);
  await page.getByRole("link", { name: "新增对账单" }).click();
  const made = page.getByRole("region", { name: "新增对账单" });
  await made.getByRole("button", { name: "本月" }).click();
  await made.getByRole("textbox", { name: "币种" }).click();
  await page.getByRole("option", { name: /日元|JPY/ }).click();
  await made.getByRole("button", { name: /^预览应结佣金/ }).click();
  // One line a stage of the deal.
  await made
    .getByRole("listitem", { name: new RegExp(flat?.unit_no ?? "-") })
    .first()
    .waitFor();
  await made.getByRole("button", { name: "存草稿" }).click();
  await toast(page, "已新增").waitFor();
  await page.waitForURL(/[?&]open=\d+/);
  const statementId = Number(new URL(page.url()).searchParams.get("open"));
  const owed = page.getByRole("dialog", { name: /^DZ/ });
  await chooseAct(page, "发送", owed);
  await page.getByRole("dialog", { name: "发送对账单" }).getByRole("button", { name: "发送", exact: true }).click();
  await toast(page, "已发送").waitFor();
  await owed.getByText("待确认").first().waitFor();
  await chooseAct(page, "确认", owed);
  const agreed = page.getByRole("dialog", { name: "记录代理确认" });
  await agreed.getByRole("textbox", { name: "代理确认人" }).fill("周联系");
  await agreed.getByLabel("选择确认凭证").setInputFiles(await photo("确认.jpg"));
  await agreed.getByRole("button", { name: /^移除/ }).waitFor();
  await agreed.getByRole("button", { name: "确认", exact: true }).click();
  await toast(page, "已记录代理确认").waitFor();
  await owed.getByText("已确认").first().waitFor();
  await chooseAct(page, "登记发票", owed);
  const invoice = page.getByRole("dialog", { name: "登记发票" });
  await invoice.getByRole("textbox", { name: "发票号" }).fill("INV-7");
  await invoice.getByLabel("选择发票文件").setInputFiles(await photo("发票.jpg"));
  await invoice.getByRole("button", { name: /^移除/ }).waitFor();
  await invoice.getByRole("button", { name: "登记发票" }).click();
  await toast(page, "已登记发票").waitFor();

  await signIn(page, finance, `/clue/accountStatement?open=${statementId}`);
  await chooseAct(page, "付款", owed);
  const payout = page.getByRole("dialog", { name: /^付款/ });
  await payout.getByRole("region", { name: "收款账户" }).getByText("6222000012345678").waitFor();
  await payout.getByLabel("选择付款凭证").setInputFiles(await photo("水单.jpg"));
  await payout.getByRole("button", { name: /^移除/ }).waitFor();
  await payout.getByRole("button", { name: "登记付款" }).click();
  await toast(page, "报备已结佣").waitFor();
  expect(await dealOf(page, id)).toMatchObject({ commission_status: "settled", clue: { status: "settled" } });

  const phone = await openPage({ phone: true });
  // As printed, its amounts are within the screen.
  await signIn(phone, channel, `/clue/accountStatement?print=${statementId}`);
  const amounts = phone.getByRole("article", { name: "对账单" }).locator("td[data-amount]");
  await expect.poll(() => amounts.count()).toBeGreaterThan(3);
  const ends = () => amounts.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
  await expect.poll(async () => Math.max(...(await ends()))).toBeLessThanOrEqual(phone.viewportSize()?.width ?? 0);
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
