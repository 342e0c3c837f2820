import { eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { tracking as trackingContract } from "~/contract/customer/tracking";
import { billing as billingContract } from "~/contract/deal/billing";
import { deal as contract } from "~/contract/deal/deal";
import { schedule as scheduleContract } from "~/contract/schedule/schedule";
import { deal } from "~/server/database/tables/deal/deal";
import { room } from "~/server/database/tables/house/estate";
import { found } from "~/server/lib/call";
import { openBusiness } from "~/server/resources/customer/customer/open-business";
import { dealSteps } from "~/test/support/deal";
import { days } from "~/test/support/factories";
import { fieldsOf } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { cellsOf } from "~/test/support/sheet";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, asNew, rowIn, rowsIn, countIn, updateIn } = setUp();
const people = signedIn(api, {
  manager: { role: "sales_manager", name: "陈经理", team: "华东" },
  channel: { role: "channel_manager", name: "何渠道" },
  sales: { role: "sales", name: "周顾问", team: "华东" },
  rival: { role: "sales", name: "钱顾问", team: "华东" },
  finance: { role: "finance", name: "冯财务" },
  admin: { role: "super_admin", name: "管理员" },
});
const { sales, channel, manager, rival, asManager, asChannel, asSales, asFinance, asAdmin } = people;

let estateId = 0;
let roomId = 0;
let unitId = 0;
let customerId = 0;
let steps: ReturnType<typeof dealSteps>;
const today = days(0).slice(0, 10);

beforeEach(async () => {
  steps = dealSteps(db, { seller: asSales, manager: asManager, finance: asFinance, sellerId: sales.id });
  estateId = (await make.estate({ dev_commission_mode: "percent", dev_commission_value: "3.00" })).id;
  roomId = (await make.room({ estate_id: estateId })).id;
  unitId = (await make.unit({ estate_id: estateId, room_id: roomId })).id;
  customerId = (await make.customer({ owner_id: sales.id, name: "林女士", stage: "qualified" })).id;
});

const line = (type: string, amount: string, given: object = {}) => ({ type, amount, due_at: today, ...given });
const body = () => ({
  ...{ customer_id: customerId, estate_id: estateId, unit_id: unitId, payment_method: "full", source_type: "direct" },
  ...{ deal_price: "60000000", deal_price_tax: "1000000" },
});
const create = async (given: object = {}, as = asSales) =>
  (await as.unchecked(contract.create, { body: { ...body(), ...given } })) as Awaited<
    ReturnType<typeof asSales.unchecked<typeof contract.create>>
  >;
/** A draft with all that a submission asks for. */
const whole = async (given: object = {}) => {
  const made = await create({
    attachments: [{ type: "subscribe_form", media_id: await steps.upload("deal") }],
    bills: [line("deposit", "6000000"), line("final", "54000000")],
    ...given,
  });
  if (made.code !== 200) throw new Error(JSON.stringify(made));
  return made.data.id;
};
const rowOf = (id: number) => rowIn("deal", id);
const unitOf = (id = unitId) => rowIn("unit", id);
const customerRow = () => rowIn("customer", customerId);
const recordOf = async (id: number, as = asSales) => (await as(contract.get, { params: { id } })).data;
const linesOf = (id: number) => rowsIn("billing", { deal_id: id });
const ok = { code: 200 };

/** A deal that has been approved. */
const subscribed = async (given: object = {}) => {
  const id = await whole(given);
  await steps.must(steps.submit(id));
  await steps.must(steps.approve(id));
  return id;
};
/** A deal that is signed, and the lines of its bill. */
const signed = async (given: object = {}) => {
  const id = await subscribed(given);
  await steps.attach(id, "contract");
  const [deposit, final] = (await steps.billOf(id)).list;
  await steps.settle(found(deposit).id, "6000000");
  await steps.must(steps.contract(id));
  return { id, deposit: found(deposit), final: found(final) };
};

/** A report of the customer at the estate, visited, handled by the seller. */
async function reported(given: object = {}) {
  const agent = await make.agent({
    ...{ manager_id: channel.id, name: "海川代理", commission_mode: "percent", commission_value: "2.00" },
  });
  const lead = await make.clue({
    ...{ agent_id: agent.id, estate_id: estateId, customer_id: customerId, handler_id: sales.id },
    ...{ status: "visited", visited_at: days(-1), ...given },
  });
  return { agent, lead };
}

test("a deal of an agent's customer goes from its draft to the hand-over, and everything follows", async () => {
  await make.webhook(["deal.contracted"]);
  const { agent, lead } = await reported();
  const id = await whole({ source_type: "agent", clue_id: lead.id });
  expect(await recordOf(id)).toMatchObject({
    ...{ status: "draft", missing: [], agent: { name: "海川代理" }, currency: "JPY" },
    unit_no: (await unitOf()).unit_no,
    ...{ commission: null, commission_receivable: null, buyer_name: "林女士", discount: 2.91 },
    can: { edit: true, submit: true, review: false },
  });
  // 3 % and 2 % of 59,000,000.
  expect(await recordOf(id, asManager)).toMatchObject({
    ...{ commission_receivable: "1770000.00", commission_payable: "1180000.00" },
    commission: { base: "59000000.00", receivable_origin: "estate", payable_origin: "agent" },
  });

  expect(await steps.submit(id)).toMatchObject(ok);
  expect(await unitOf()).toMatchObject({ status: "reserved", deal_id: id });
  expect(await openBusiness(db, customerId)).toMatchObject({ liveDeals: 1, deals: 1, openClues: 1 });
  expect(await steps.approve(id)).toMatchObject(ok);
  expect(await rowOf(id)).toMatchObject({ status: "subscribed", subscribed_at: today, reviewed_by: manager.id });
  expect(await unitOf()).toMatchObject({ status: "sold", sold_by: "us", deal_id: id });
  expect(await customerRow()).toMatchObject({ stage: "subscribed", deal_count: 1 });
  expect(await rowIn("clue", lead.id)).toMatchObject({ status: "subscribed", deal_id: id });

  // Signed only with the contract there and the deposit confirmed.
  expect(fieldsOf(await steps.contract(id))).toEqual(["attachments"]);
  await steps.attach(id, "contract");
  expect(fieldsOf(await steps.contract(id))).toEqual(["bills"]);
  const [deposit, final] = (await steps.billOf(id)).list;
  await steps.settle(found(deposit).id, "6000000");
  expect(await rowOf(id)).toMatchObject({ received_total: "6000000.00", pay_status: "partial" });
  expect(await steps.contract(id)).toMatchObject(ok);
  expect(await rowOf(id)).toMatchObject({ status: "contracted", contracted_at: today, commission_status: "pending" });
  expect((await linesOf(id)).slice(2)).toMatchObject([
    { direction: "in", type: "dev_commission", payer: "developer", amount: "1770000.00", currency: "JPY" },
    {
      ...{ direction: "out", type: "agent_commission", payee: "agent", amount: "1180000.00" },
      ...{ period_no: 1, condition: "contract" },
    },
  ]);
  expect(await rowIn("clue", lead.id)).toMatchObject({
    ...{ status: "contracted", commission_amount: "1180000.00", commission_currency: "JPY" },
  });

  await steps.settle(found(final).id, "54000000");
  expect(fieldsOf(await steps.complete(id))).toEqual(["attachments"]);
  await steps.attach(id, "delivery");
  expect(await steps.complete(id)).toMatchObject(ok);
  expect(await rowOf(id)).toMatchObject({ status: "completed", delivered_at: today, pay_status: "paid" });
  expect(await customerRow()).toMatchObject({ stage: "completed", deal_count: 1 });
  expect(await openBusiness(db, customerId)).toMatchObject({ liveDeals: 0, deals: 1, unpaidBillings: 0 });
  expect((await rowIn("estate", estateId)).deal_count).toBe(1);

  expect(await countIn("message", { user_id: manager.id, title: "有新的成交待审核" })).toBe(1);
  expect(await countIn("message", { user_id: sales.id, title: "成交已通过" })).toBe(1);
  expect(JSON.stringify(await rowsIn("outbox"))).toContain('"event":"deal.contracted"');
  const logs = (await asManager(contract.logs, { params: { id } })).data.flatMap(({ to_status }) => to_status ?? []);
  expect(logs.reverse()).toEqual(["draft", "reviewing", "subscribed", "contracted", "completed"]);
  const audited = await rowsIn("operationLog", { target_type: "deal" });
  expect(audited.map(({ summary }) => summary).join()).not.toContain("1,770,000");
  // The agent's manager sees the deal and its commission, but neither its bill nor the customer.
  const [shown] = (await asChannel(contract.list, { query: { agent_id: agent.id } })).data.list;
  expect(shown).toMatchObject({
    ...{ id, pay_status: null, received_total: null, commission_status: "pending", commission_payable: "1180000.00" },
    customer: { is_visible: false },
    can: { edit: false, cancel: false },
  });
});

test("what the page says stands against an act is what the server refuses for, in list and record", async () => {
  const seen = async (id: number, as = asSales) => {
    const record = await recordOf(id, as);
    const row = (await as(contract.list, {})).data.list.find((one) => one.id === id);
    expect(row).toMatchObject({ missing: record.missing, blocked: record.blocked });
    return record;
  };
  const { lead } = await reported();
  const own = await whole({ source_type: "agent", clue_id: lead.id });
  const other = await whole();
  expect(await seen(other)).toMatchObject({ missing: [], blocked: {} });
  await steps.must(steps.submit(own));
  // The unit is the first one's.
  expect((await seen(other)).missing).toMatchObject([{ field: "unit_no", message: "该房号已有进行中的成交" }]);
  expect(await steps.submit(other)).toMatchObject({ code: 40922 });
  await updateIn("clue", lead.id, { status: "expired" });
  expect((await seen(own, asManager)).blocked).toEqual({ approve: "该报备已不在有效期内，不能成交" });
  await updateIn("clue", lead.id, { status: "visited" });
  await steps.must(steps.approve(own));
  expect((await seen(own, asManager)).blocked).toEqual({ contract: "请先上传买卖合同" });
  await steps.attach(own, "contract");
  expect((await seen(own, asManager)).blocked).toEqual({ contract: "定金尚未确认到账" });
  const [deposit] = (await steps.billOf(own)).list;
  await steps.settle(found(deposit).id, "6000000");
  expect((await seen(own, asManager)).blocked).toEqual({});
  await steps.must(steps.contract(own));
  expect((await seen(own)).blocked).toEqual({ complete: "请先上传交割确认" });
  await steps.attach(own, "delivery");
  expect((await seen(own)).blocked).toEqual({ complete: "还有1条应收账单未确认到账" });
  await steps.settleAll(own);
  expect((await seen(own)).blocked).toEqual({});

  // Units that are not for sale, and one that another holds; the user's own hold is no problem.
  for (const [given, message] of [
    [{ status: "sold", sold_by: "other" }, "该房号已售，请改选房号"],
    [{ status: "off" }, "该房号不售，请改选房号"],
    [{ status: "held", held_by: rival.id, held_until: days(1) }, "该房号锁定中，请改选房号"],
    [{ status: "held", held_by: sales.id, held_until: days(1) }, undefined],
  ] as const) {
    const { id: unit_id } = await make.unit({ estate_id: estateId, room_id: roomId, ...given });
    const draft = await whole({ unit_id });
    expect((await seen(draft)).missing.map((one) => one.message)).toEqual(message ? [message] : []);
    expect((await steps.submit(draft)).code).toBe(message ? 40927 : 200);
  }
  // What somebody has paid for is not deleted.
  const paid = await whole({ unit_id: null, bills: [line("deposit", "100")], attachments: [] });
  await steps.settle(found((await steps.billOf(paid)).list[0]).id, "100");
  const { blocked } = await seen(paid);
  expect(await steps.call(asSales, contract.remove, paid)).toMatchObject({ code: 40904, message: blocked.delete });
});

test("a submission says what is missing, and a draft needs its customer and estate alone", async () => {
  const made = await asSales(contract.create, { body: { customer_id: customerId, estate_id: estateId } });
  const { id } = made.data;
  expect(fieldsOf(await steps.submit(id)).sort()).toEqual([
    ...["area_sqm", "attachments", "bills", "deal_price", "payment_method", "source_type", "unit_no"],
  ]);
  expect((await recordOf(id)).missing).toHaveLength(7);
  for (const [given, field] of [
    [{ deal_price: "100", deal_price_tax: "100" }, "deal_price_tax"],
    [{ co_buyers: Object.entries({ 林先生: 60, 林小姐: 40 }).map(([name, share]) => ({ name, share })) }, "co_buyers"],
    [{ deal_price: "60000000.5" }, "deal_price"],
    [{ co_owner_id: sales.id }, "co_owner_id"],
    [{ customer_id: (await make.customer({ owner_id: rival.id })).id }, "customer_id"],
    [{ owner_id: rival.id }, "owner_id"],
    [{ subscribed_at: "2026-11-20", delivery_due_at: "2026-11-19" }, "delivery_due_at"],
  ] as const)
    expect([field, fieldsOf(await create(given))]).toEqual([field, [field]]);
  const stale = { ...body(), version: 7 };
  expect((await asSales.unchecked(contract.update, { params: { id }, body: stale })).code).toBe(40901);
  const paper = { buyer_id_type: "passport", buyer_id_no: "E12345678" };
  const form = { ...body(), ...paper, version: 1, co_buyers: [{ name: "林先生", share: 33.34 }] };
  const saved = await asSales.unchecked(contract.update, { params: { id }, body: form });
  expect(saved.data).toMatchObject({ buyer_share: 66.66, buyer_id_masked: "E1****78", version: 2 });
  expect((await rowOf(id)).buyer_id_no).not.toContain("12345");
  expect((await asSales(contract.remove, { params: { id } })).data).toBeNull();
  expect((await asSales.unchecked(contract.get, { params: { id } })).code).toBe(40400);
});

test("a review refuses, a seller takes back, and the unit is free again each time", async () => {
  const id = await whole();
  await steps.must(steps.submit(id));
  await steps.must(steps.call(asSales, contract.withdraw, id));
  expect(await unitOf()).toMatchObject({ status: "available", deal_id: null });
  expect(await rowOf(id)).toMatchObject({ status: "draft", submitted_by: null });
  await steps.must(steps.submit(id));
  await steps.must(steps.call(asManager, contract.reject, id, { reason: "买方证件不清晰" }));
  expect(await rowOf(id)).toMatchObject({ status: "rejected", reject_reason: "买方证件不清晰" });
  expect(await unitOf()).toMatchObject({ status: "available" });
  expect(await steps.approve(id)).toMatchObject({ code: 40902 });
  await steps.must(steps.submit(id));
});

test("without units the rooms are counted, and a taken number is another's", async () => {
  const { id: plainId } = await make.estate();
  const { id: one } = await make.room({ estate_id: plainId, total_count: 2, available_count: 1 });
  const place = { estate_id: plainId, unit_id: null, room_id: one, unit_no: "1203", area_sqm: 60 };
  const left = async () => (await db.select({ n: room.available_count }).from(room).where(eq(room.id, one)))[0]?.n;
  const id = await whole(place);
  await steps.must(steps.submit(id));
  expect(await left()).toBe(1);
  expect(await steps.submit(await whole(place))).toMatchObject({ code: 40922 });
  await steps.must(steps.approve(id));
  expect(await left()).toBe(0);
  expect(await steps.submit(await whole({ ...place, unit_no: "1204" }))).toMatchObject({ code: 40923 });
  await steps.must(steps.cancel(id, { cancel_type: "unsubscribe" }));
  expect(await left()).toBe(1);
});

test("what was on its way back to the buyer before a deal is cancelled still goes back", async () => {
  const id = await subscribed();
  const deposit = found((await steps.billOf(id)).list[0]).id;
  await steps.settle(deposit, "6000000");
  const refund = { reason: "多收", amount: "1000000" };
  await steps.must(steps.call(asFinance, billingContract.refund, deposit, refund));
  const plan = [{ amount: "5000000", due_at: today, note: null }];
  await steps.must(steps.cancel(id, { cancel_type: "unsubscribe", refund_plan: plan }));
  const back = (await linesOf(id)).filter(({ type }) => type === "refund");
  expect(back).toMatchObject(["1000000.00", "5000000.00"].map((amount) => ({ amount, status: "pending" })));
});

test("a cancelled deal leaves nothing behind: unit, counts, stage, report and lines", async () => {
  const { lead } = await reported();
  const { id } = await signed({ source_type: "agent", clue_id: lead.id });
  const plan = (amount: string) => [{ amount, due_at: today, note: null }];
  expect(fieldsOf(await steps.cancel(id, { cancel_type: "unsubscribe", refund_plan: [] }))).toEqual(["cancel_type"]);
  const tooMuch = { cancel_type: "return", refund_plan: plan("6000001") };
  expect(fieldsOf(await steps.cancel(id, tooMuch))).toEqual(["refund_plan"]);
  await steps.must(steps.cancel(id, { cancel_type: "return", refund_plan: plan("6000000") }));
  expect(await rowOf(id)).toMatchObject({
    ...{ status: "cancelled", cancelled_at: today, cancel_type: "return", commission_status: "none" },
  });
  expect(await unitOf()).toMatchObject({ status: "available", deal_id: null, sold_by: null });
  expect(await customerRow()).toMatchObject({ stage: "visited", deal_count: 0 });
  expect(await rowIn("clue", lead.id)).toMatchObject({ ...{ status: "cancelled", commission_amount: null } });
  const lines = await linesOf(id);
  expect(lines.map(({ type, status }) => `${type} ${status}`)).toEqual([
    ...["deposit confirmed", "final void", "dev_commission void", "agent_commission void", "refund pending"],
  ]);
  const refund = found(lines.at(-1));
  await steps.settle(refund.id, "6000000");
  expect(await rowOf(id)).toMatchObject({ received_total: "0.00", receivable_total: "0.00", pay_status: "unpaid" });
  expect((await linesOf(id)).map(({ status }) => status)).toEqual(["refunded", "void", "void", "void", "confirmed"]);
  expect(await openBusiness(db, customerId)).toMatchObject({ liveDeals: 0, deals: 1, unpaidBillings: 0 });
  // The unit is another deal's now, and the report is over.
  expect(fieldsOf(await steps.submit(await whole({ source_type: "agent", clue_id: lead.id })))).toEqual(["clue_id"]);
  await steps.must(steps.submit(await whole()));
});

test("a change of price and unit waits for its review, and the commissions follow", async () => {
  const { lead } = await reported();
  const other = await make.unit({ estate_id: estateId, room_id: roomId });
  const { id, final } = await signed({ source_type: "agent", clue_id: lead.id });
  const wanted = (edits: object) => steps.call(asSales, contract.change, id, { edits, reason: "客户换房" });
  expect(await wanted({ deal_price: "50000000" })).toMatchObject({
    data: { errors: [{ field: "deal_price", message: expect.stringMatching(/合计\d{2},\d{3},\d{3}日元，/) }] },
  });
  expect(await wanted({})).toMatchObject({ code: 42200 });
  await steps.must(steps.call(asSales, billingContract.void, final.id, { reason: "改为新价" }));
  await steps.must(wanted({ deal_price: "51000000", unit_id: other.id, list_price: "52000000" }));
  const asked = await recordOf(id, asManager);
  expect(asked.change?.changes).toContainEqual(
    expect.objectContaining({ label: "成交价", before: "60,000,000日元", after: "51,000,000日元" }),
  );
  expect(asked).toMatchObject({
    deal_price: "60000000.00",
    can: { review_change: true, contract: false, change: false },
  });
  expect(await wanted({ deal_price: "52000000" })).toMatchObject({ code: 40902 });
  await steps.must(steps.call(asManager, contract.changeReject, id, { reason: "价格有误" }));
  expect(await rowOf(id)).toMatchObject({ change_request: null, deal_price: "60000000.00" });
  await steps.must(wanted({ deal_price: "51000000", unit_id: other.id }));
  await steps.must(steps.call(asManager, contract.changeApprove, id));
  expect(await rowOf(id)).toMatchObject({
    ...{ deal_price: "51000000.00", unit_id: other.id, unit_no: other.unit_no, status: "contracted" },
    ...{ commission_receivable: "1500000.00", commission_payable: "1000000.00" },
  });
  expect(await unitOf()).toMatchObject({ status: "available", deal_id: null });
  expect(await unitOf(other.id)).toMatchObject({ status: "sold", deal_id: id });
  const standing = (await linesOf(id)).filter(({ status, type }) => status !== "void" && type.endsWith("commission"));
  expect(standing.map(({ amount }) => amount)).toEqual(["1500000.00", "1000000.00"]);
  expect((await asManager(contract.logs, { params: { id } })).data[0]).toMatchObject({ action: "change_approve" });
});

test("the list finds, sums and exports what its reader sees, in the columns that they may see", async () => {
  const facts = { customer_id: customerId, estate_id: estateId };
  const own = await make.deal({ ...facts, owner_id: sales.id, status: "subscribed", subscribed_at: today });
  const far = await make.deal({ ...facts, owner_id: rival.id, status: "contracted", contracted_at: today });
  await make.deal({ ...facts, owner_id: sales.id, deal_price: null, buyer_name: "何先生", created_at: days(-3) });
  const list = async (query: object, as = asManager) => (await as(contract.list, { query })).data;
  // What is sold is summed: a draft, what waits for its review and what was given up are found and not counted.
  const waits = await make.deal({ ...facts, owner_id: sales.id, status: "reviewing" });
  const gone = await make.deal({ ...facts, owner_id: sales.id, status: "cancelled" });
  expect(await list({})).toMatchObject({ total: 5, summary: { count: 2, amount_cny: "6000000.00" } });
  expect((await list({ status: ["reviewing", "cancelled"] })).summary).toEqual({ count: 0, amount_cny: "0.00" });
  await db.delete(deal).where(inArray(deal.id, [waits.id, gone.id]));
  expect((await list({ status: ["contracted"] })).list.map(({ id }) => id)).toEqual([far.id]);
  expect((await list({}, asSales)).list.map(({ id }) => id)).toHaveLength(2);
  expect((await list({ keyword: own.deal_no.toLowerCase() })).list.map(({ id }) => id)).toEqual([own.id]);
  expect((await list({ keyword: "何先" })).total).toBe(1);
  expect((await list({ subscribed_from: today, subscribed_to: today })).total).toBe(1);
  expect((await asManager(contract.list, { query: { group: "status" } })).data.groups).toHaveLength(3);
  expect((await list({ sort: "-amount_cny" })).list.at(-1)?.deal_price).toBeNull();
  expect((await asSales.unchecked(contract.list, { query: { commission_status: ["pending"] } })).code).toBe(40300);
  expect((await asChannel.unchecked(contract.list, { query: { pay_status: ["paid"] } })).code).toBe(40300);
  expect((await list({ pay_status: ["unpaid"], commission_status: ["none"] }, asFinance)).total).toBe(3);
  const seen = (await list({}, asSales)).list[0];
  expect(seen).toMatchObject({ commission_status: null, pay_status: "unpaid" });
  const reply = await asManager.file(contract.export, { query: { reason: "report" } });
  expect(reply.headers.get("content-disposition")).toContain("xlsx");
});

test("seller, manager, finance and channel each see exactly their fields, in list, record and spreadsheet", async () => {
  const { agent, lead } = await reported();
  const { id } = await make.deal({
    ...{ customer_id: customerId, estate_id: estateId, owner_id: sales.id, source_type: "agent", status: "cancelled" },
    ...{ clue_id: lead.id, agent_id: agent.id, commission_receivable: "1800000.00", commission_currency: "JPY" },
    ...{ commission_payable: "1200000.00", payable_currency: "JPY", cancel_type: "unsubscribe" },
    refund_plan: [{ amount: "6000000.00", due_at: today, note: null }],
  });
  const bill = [
    ...(["pay_status", "received_total", "receivable_total", "confirming_total", "open_total"] as const),
    ...(["refund_plan", "refundable"] as const),
  ] as const;
  const commission = ["commission", "commission_payable", "commission_receivable", "commission_status"] as const;
  const seenBy = async (as: As) => {
    const params = { id };
    const [row] = (await as(contract.list, {})).data.list;
    const record = (await as(contract.get, { params })).data;
    const all: readonly (keyof typeof record)[] = [...bill, ...commission];
    const has = (value: unknown) => value !== null && value !== undefined && JSON.stringify(value) !== "[]";
    const own = all.filter((name) => has(record[name]));
    // The row says no more than the record.
    expect(all.filter((name) => has(row?.[name as keyof typeof row]) && !own.includes(name))).toEqual([]);
    return own.sort();
  };
  const both = [...bill, ...commission].sort();
  expect(await seenBy(asSales)).toEqual([...bill].sort());
  expect(await seenBy(asChannel)).toEqual([...commission].sort());
  expect(await seenBy(asManager)).toEqual(both);
  expect(await seenBy(asFinance)).toEqual(both);
  for (const query of [
    { group: "commission_status" },
    { where: JSON.stringify({ op: "and", items: [{ field: "commission_payable", cmp: "gte", value: "1" }] }) },
  ])
    expect(await asSales.unchecked(contract.list, { query }), JSON.stringify(query)).toMatchObject({ code: 42200 });

  const headOf = async (permissions: ("deal:commission:view" | "deal:billing:view")[]) => {
    const codes = ["deal:deal:view", "deal:deal:export", ...permissions] as const;
    const asReader = await asNew({ permissions: codes, scope: "all" });
    const [values = []] = await cellsOf(await asReader.file(contract.export, { query: { reason: "report" } }));
    return values.filter((value) => /^(付款状态|已收合计|应收佣金|应付代理佣金|佣金状态)$/.test(String(value)));
  };
  expect(await headOf([])).toEqual([]);
  expect(await headOf(["deal:billing:view"])).toEqual(["付款状态", "已收合计"]);
  expect(await headOf(["deal:commission:view"])).toEqual(["佣金状态", "应收佣金", "应付代理佣金"]);
});

test("files are the caller's own, sealed, opened by an address of the reader's, and kept once they count", async () => {
  const id = await whole();
  const { attachments } = await recordOf(id);
  expect(attachments).toMatchObject([{ type: "subscribe_form", can: { delete: true } }]);
  const strange = await make.media({ uploader: rival.id, scene: "deal" });
  const send = (media_id: number) => steps.call(asSales, contract.attach, id, { items: [{ type: "id", media_id }] });
  expect(fieldsOf(await send(strange.id))).toEqual(["attachments"]);
  await steps.must(send(await steps.upload("deal")));
  await steps.must(steps.submit(id));
  const remaining = (await recordOf(id)).attachments;
  expect(remaining.map(({ can }) => can.delete)).toEqual([false, true]);
  expect((await asSales.unchecked(contract.detach, { params: { id: found(remaining[0]).id } })).code).toBe(40902);
  expect((await asSales(contract.detach, { params: { id: found(remaining[1]).id } })).data).toBeNull();
});

test("files that come with a change of a draft are added to it, or nothing of it is written", async () => {
  const id = await whole();
  const { version } = await recordOf(id);
  const save = (media_id: number) =>
    asSales.unchecked(contract.update, {
      params: { id },
      body: { ...body(), deal_price: "61000000", attachments: [{ type: "id", media_id }], version },
    });
  const strange = await make.media({ uploader: rival.id, scene: "deal" });
  expect(fieldsOf(await save(strange.id))).toEqual(["attachments"]);
  expect(await rowOf(id)).toMatchObject({ deal_price: "60000000.00", version });
  expect(await save(await steps.upload("deal"))).toMatchObject(ok);
  const { attachments, deal_price } = await recordOf(id);
  expect(attachments.map(({ type }) => type)).toEqual(["subscribe_form", "id"]);
  expect(deal_price).toBe("61000000.00");
  const logs = (await asSales(contract.logs, { params: { id } })).data;
  expect(logs.filter(({ action }) => action === "attach")).toMatchObject([{ note: "证件" }]);
});

test("a hidden phone that a manager sends back stays as it was; another customer's is their own", async () => {
  const { data: made } = await create({ buyer_phone_cc: "86", buyer_phone: "13812345678", buyer_name: "林女士" });
  const edited = async (given: object, as = asManager) => {
    const record = (await as(contract.get, { params: { id: made.id } })).data;
    const { version, buyer_phone, buyer_phone_cc, buyer_name } = record;
    const sent = { ...body(), version, buyer_phone, buyer_phone_cc, buyer_name, ...given };
    const reply = await as.unchecked(contract.update, { params: { id: made.id }, body: sent });
    expect(reply, JSON.stringify(reply)).toMatchObject(ok);
    return rowOf(made.id);
  };
  expect((await recordOf(made.id, asManager)).buyer_phone).toBe("138****5678");
  expect(await edited({ remark: "已核对" })).toMatchObject({ buyer_phone: "13812345678", remark: "已核对" });
  const other = await make.customer({ owner_id: sales.id, name: "何先生", phone: "13900001111" });
  const changed = { customer_id: other.id, buyer_name: "何先生", buyer_phone: null };
  expect(await edited(changed, asSales)).toMatchObject({ buyer_name: "何先生", buyer_phone: "13900001111" });
});

test("a loan's pay-out is recorded once, and bills of others are told of", async () => {
  const facts = { customer_id: customerId, estate_id: estateId, owner_id: sales.id, status: "contracted" } as const;
  const { id } = await make.deal({ ...facts, payment_method: "loan", contracted_at: today, unit_no: "L1" });
  expect((await asSales(contract.loanPaid, { params: { id }, body: {} })).data).toMatchObject({ loan_paid_at: today });
  expect(await steps.call(asSales, contract.loanPaid, id)).toMatchObject({ code: 40902 });
  const early = await make.deal({ ...facts, payment_method: "loan", contracted_at: today, unit_no: "L2" });
  const before = { at: days(-1).slice(0, 10) };
  expect(fieldsOf(await steps.call(asSales, contract.loanPaid, early.id, before))).toEqual(["at"]);
  await make.billing({ deal_id: id });
  expect(await openBusiness(db, customerId)).toMatchObject({ liveDeals: 2, unpaidBillings: 1 });
  expect((await asAdmin(contract.list, { query: { customer_id: customerId } })).data.total).toBe(2);
});

test("the papers of who buys stay while nobody types others, and are shown in full for a reason alone", async () => {
  const co_buyers = [
    { name: "林先生", id_type: "passport", id_no: "E11111111", share: 30 },
    { name: "林先生", id_type: "passport", id_no: "E22222222", share: 20 },
  ];
  const phone = { buyer_phone_cc: "86", buyer_phone: "13912345678" };
  const typed = { buyer_id_type: "passport", buyer_id_no: "E12345678", ...phone };
  const { id } = (await create({ ...typed, co_buyers })).data;
  const unshown = co_buyers.map((one) => ({ ...one, id_no: null }));
  const save = async (given: object, as = asSales) => {
    const form = { ...body(), ...typed, buyer_id_no: null, co_buyers: unshown, version: (await rowOf(id)).version };
    return as.unchecked(contract.update, { params: { id }, body: { ...form, ...given } });
  };
  const show = (as: As) => as.unchecked(contract.phone, { params: { id }, query: { reason: "follow_up" } });
  const papers = async () => {
    const { data } = await show(asAdmin);
    return [data.buyer_phone, data.buyer_id_no, ...data.co_buyers.map(({ id_no }) => id_no)];
  };
  const all = ["13912345678", "E12345678", "E11111111", "E22222222"];
  expect((await save({})).code).toBe(200);
  expect(await papers()).toEqual(all);
  // A user who sees it masked sends it back masked.
  const masked = await recordOf(id, asManager);
  expect(masked).toMatchObject({ buyer_phone: "139****5678", can: { reveal: true } });
  expect((await save({ buyer_phone: masked.buyer_phone }, asManager)).code).toBe(200);
  expect(await papers()).toEqual(all);
  expect(fieldsOf(await save({ buyer_phone: "138****5678" }))).toEqual(["buyer_phone"]);
  await save({ co_buyers: [{ ...unshown[0], name: "林小姐" }, unshown[1]] });
  expect(await papers()).toEqual(["13912345678", "E12345678", null, "E11111111"]);
  // Of another kind of paper, or of another customer, nothing that was typed is true any more.
  await save({ buyer_id_type: "residence" });
  expect((await papers())[1]).toBeNull();
  await save(typed);
  const { id: customer_id } = await make.customer({ owner_id: sales.id, phone: "13700000001", phone_cc: "86" });
  await save({ customer_id, buyer_phone: null });
  expect((await papers()).slice(0, 2)).toEqual(["13700000001", null]);

  const before = await countIn("operationLog", { action: "unmask" });
  expect(await show(asManager)).toMatchObject({
    code: 200,
    data: { co_buyers: [{ name: "林先生" }, { name: "林先生" }] },
  });
  const lines = await rowsIn("operationLog", { action: "unmask" });
  expect(lines).toHaveLength(before + 1);
  expect(lines.at(-1)).toMatchObject({ target_type: "deal", target_id: id, reason: expect.stringMatching(/./) });
});

test("a change of papers is told of, and nobody's number is another paper's", async () => {
  const id = await subscribed({
    ...{ buyer_id_type: "passport", buyer_id_no: "E12345678" },
    co_buyers: [{ name: "林先生", id_type: "passport", id_no: "E11111111", share: 30 }],
  });
  const change = async (edits: object) => {
    await steps.must(steps.call(asSales, contract.change, id, { edits, reason: "证件换发" }));
    const { changes } = found((await rowOf(id)).change_request);
    await steps.must(steps.call(asManager, contract.changeApprove, id));
    return changes.map(({ field, after }) => [field, after]);
  };
  expect(await change({ co_buyers: [{ name: "林先生", id_type: "passport", id_no: "E33333333", share: 30 }] })).toEqual(
    [["co_buyers", "林先生 30%（证件更新）"]],
  );
  await change({ buyer_id_type: "residence" });
  const { data } = await asAdmin(contract.phone, { params: { id }, query: { reason: "follow_up" } });
  expect(data).toMatchObject({ buyer_id_no: null, co_buyers: [{ id_no: "E33333333" }] });
});

test("a follow-up and a schedule name a deal of their customer, for who sees it", async () => {
  const own = await make.deal({ customer_id: customerId, estate_id: estateId, owner_id: sales.id, unit_no: "T1" });
  const other = await make.customer({ owner_id: sales.id });
  const elsewhere = { estate_id: estateId, owner_id: sales.id, unit_no: "T2" };
  const strangers = await make.deal({ ...elsewhere, customer_id: other.id });
  const hidden = await make.deal({ ...elsewhere, customer_id: customerId, owner_id: rival.id, unit_no: "T3" });
  const said = { customer_id: customerId, type: "call", content: "提醒客户下周补齐首付凭证", tracked_at: days(0) };
  const follow = (deal_id: number) => asSales.unchecked(trackingContract.create, { body: { ...said, deal_id } });
  expect((await follow(own.id)).code).toBe(200);
  expect(fieldsOf(await follow(strangers.id))).toEqual(["deal_id"]);
  expect((await follow(hidden.id)).code).toBe(40301);
  expect((await follow(999_999)).code).toBe(40400);
  const named = { id: own.id, name: own.deal_no };
  const notices = async (as: As) =>
    (await as(trackingContract.list, { query: { customer_id: customerId } })).data.list.map((row) => row.deal);
  expect(await notices(asSales)).toEqual([named]);
  const asService = await asNew({ role: "customer_service" });
  expect(await notices(asService)).toEqual([null]);

  const plan = { title: "签约提醒", type: "sign", start_at: days(1), customer_id: customerId };
  const put = (deal_id: number | null, given: object = {}) =>
    asSales.unchecked(scheduleContract.create, { body: { ...plan, deal_id, ...given } });
  const made = await put(own.id);
  expect(made).toMatchObject({ code: 200, data: { deal: named } });
  expect(fieldsOf(await put(strangers.id))).toEqual(["deal_id"]);
  expect(fieldsOf(await put(own.id, { customer_id: null }))).toEqual(["deal_id"]);
  expect((await put(hidden.id)).code).toBe(40301);
  const change = async (given: object) => {
    const form = { ...plan, deal_id: own.id, ...given };
    return (await asSales.unchecked(scheduleContract.update, { params: { id: made.data.id }, body: form })).data.deal;
  };
  expect(await change({ title: "签约" })).toEqual(named);
  expect(await change({ deal_id: null })).toBeNull();
  expect(await change({})).toEqual(named);
  // One that was given to somebody else stays where its reader cannot know of it.
  await updateIn("deal", own.id, { owner_id: rival.id });
  expect(await change({ deal_id: null })).toBeNull();
  expect(await rowsIn("schedule")).toMatchObject([{ deal_id: own.id }]);
  await updateIn("deal", own.id, { owner_id: sales.id });
  expect(await change({ customer_id: other.id, deal_id: null })).toBeNull();
  const summaries = await rowsIn("operationLog", { target_type: "schedule" });
  expect(JSON.stringify(summaries.map(({ changes }) => changes))).toContain(own.deal_no);
});

const [readers, sellers] = ["SM SR CM FI", "SM SR"] as const;
whoMay(
  api,
  contract,
  {
    ...{
      list: readers,
      get: readers,
      logs: readers,
      phone: "SM CS",
      create: sellers,
      update: sellers,
      remove: sellers,
    },
    ...{ submit: sellers, withdraw: sellers, approve: "SM", reject: "SM", contract: "SM", changeApprove: "SM" },
    ...{ changeReject: "SM", change: sellers, loanPaid: sellers, complete: sellers, cancel: "SM", attach: sellers },
    ...{ detach: sellers, open: "public", export: "SM FI" },
  },
  { "/Covenant/covenantList": readers },
);
