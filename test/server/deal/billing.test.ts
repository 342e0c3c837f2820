import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { billing as contract } from "~/contract/deal/billing";
import { billsOf, plansOf } from "~/contract/deal/billing-record";
import { deal as dealContract } from "~/contract/deal/deal";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { message } from "~/server/database/tables/system/system";
import { billingDue } from "~/server/jobs/deal/billing-due";
import { found } from "~/server/lib/call";
import { makeAgent } from "~/test/support/agent";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { dealSteps, makeBilling, makeDeal } from "~/test/support/deal";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, setSetting, testNow } from "~/test/support/factories";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const { sales, rival, stranger, asManager, asSales, asRival, asFinance, asAdmin } = signedIn(api, {
  manager: { role: "sales_manager", name: "陈经理", team: "华东" },
  sales: { role: "sales", name: "周顾问", team: "华东" },
  rival: { role: "sales", name: "钱顾问", team: "华东" },
  stranger: { role: "sales", name: "孙顾问" },
  finance: { role: "finance", name: "冯财务" },
  admin: { role: "super_admin", name: "管理员" },
});
const today = days(0).slice(0, 10);
const on = (count: number) => days(count).slice(0, 10);

let id = 0;
let steps: ReturnType<typeof dealSteps>;
beforeEach(async () => {
  steps = dealSteps(db, { seller: asSales, manager: asManager, finance: asFinance, sellerId: sales.id });
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const { id: estate_id } = await makeEstate(db);
  id = (await makeDeal(db, { customer_id, estate_id, owner_id: sales.id, status: "subscribed", subscribed_at: today }))
    .id;
});

const line = (type: string, amount: string, given: object = {}) => ({ type, amount, due_at: today, ...given });
const add = (lines: object[], as = asSales) => as.unchecked(contract.create, { params: { id }, body: { lines } });
const rowOf = async (one: number) => found((await db.select().from(billing).where(eq(billing.id, one)))[0]);
const totals = async () => {
  const [row] = await db
    .select({ receivable: deal.receivable_total, received: deal.received_total, pay: deal.pay_status })
    .from(deal)
    .where(eq(deal.id, id));
  return found(row);
};
/** The four figures of the bill, which are those of the deal's row and of its sheet, and add up. */
const fourFigures = async () => {
  const names = ["receivable_total", "received_total", "confirming_total", "open_total"] as const;
  const of = (record: Readonly<Record<(typeof names)[number], string | null>>) => names.map((name) => record[name]);
  const bill = of(await steps.billOf(id));
  expect(of((await asFinance(dealContract.get, { params: { id } })).data)).toEqual(bill);
  expect((await asFinance(dealContract.list, {})).data.list.map(of)).toEqual([bill]);
  const [receivable, ...parts] = bill.map(Number);
  expect(parts.reduce((total, part) => total + part, 0)).toBe(receivable);
  return bill.map(Number);
};
const fieldsOf = ({ data }: { data: unknown }) =>
  ((data as { errors?: { field: string }[] } | null)?.errors ?? []).map(({ field }) => field);
const added = async (...lines: object[]) => (await add(lines)).data as unknown as { ids: number[] };
const one = async (...lines: object[]) => found((await added(...lines)).ids[0]);

test("a plan's lines are the price, are paid in parts, confirmed, and never changed then", async () => {
  const [plan] = (await asSales(contract.plans, {})).data;
  expect(plan?.name).toBe("全款");
  const facts = { deal_price: "60000000.00", currency: "JPY", digits: 0, subscribed_at: today };
  const { ids } = await added(...billsOf(found(plan).lines, facts));
  expect(await totals()).toEqual({ receivable: "60000000.00", received: "0.00", pay: "unpaid" });
  expect(fieldsOf(await add([line("other", "1")]))).toEqual(["amount"]);
  // Fees are no part of the price.
  expect(await add([line("tax_fee", "300000")])).toMatchObject({ code: 200 });
  const deposit = found(ids[0]);
  for (const [amount, given, field] of [
    ["6000001", {}, "amount"],
    ["1000.5", {}, "amount"],
    ["1000", { paid_at: on(1) }, "paid_at"],
    ["1000", { voucher: [999] }, "voucher"],
    ["1000", { voucher: [] }, "voucher"],
  ] as const)
    expect([amount, fieldsOf(await steps.pay(deposit, amount, given))]).toEqual([amount, [field]]);
  await steps.must(steps.pay(deposit, "4000000"));
  const [paid, rest] = [
    await rowOf(deposit),
    (await db.select().from(billing).where(eq(billing.split_of, deposit)))[0],
  ];
  expect(paid).toMatchObject({ status: "paid", amount: "4000000.00", paid_amount: "4000000.00" });
  expect(rest).toMatchObject({ status: "pending", amount: "2000000.00", due_at: paid.due_at, type: "deposit" });
  expect(await steps.pay(deposit, "1000")).toMatchObject({ code: 40902 });

  await steps.must(steps.call(asFinance, contract.return, deposit, { reason: "凭证不清晰" }));
  expect(await rowOf(deposit)).toMatchObject({
    status: "pending",
    paid_at: null,
    voucher_ids: [],
    reason: "凭证不清晰",
  });
  await steps.settle(deposit, "4000000");
  expect(await totals()).toMatchObject({ received: "4000000.00", pay: "partial" });
  const { version } = await rowOf(deposit);
  const body = { ...line("deposit", "1"), version };
  expect(await asSales.unchecked(contract.update, { params: { id: deposit }, body })).toMatchObject({ code: 40902 });
  for (const act of [contract.void, contract.return])
    expect(
      await steps.call(act === contract.void ? asSales : asFinance, act, deposit, { reason: "试试" }),
    ).toMatchObject({
      code: 40902,
    });
  expect(await steps.call(asFinance, contract.confirm, found(rest).id)).toMatchObject({ code: 40902 });
  expect((await db.select().from(message)).map(({ title }) => title)).toContain("账单被财务退回");
});

test("what is not let in is refused", async () => {
  expect(await add([line("deposit", "100", { currency: "CNY" })])).toMatchObject({ code: 40924 });
  expect(fieldsOf(await add([line("deposit", "0")]))).toEqual(["lines.0.amount"]);
  expect(fieldsOf(await add([line("deposit", "100", { direction: "out", payer: "company", payee: "agent" })]))).toEqual(
    ["lines.0.payer"],
  );
  const payout = line("other", "100", { direction: "out", payer: "company", payee: "agent" });
  expect(await add([payout])).toMatchObject({ code: 40300 });
  expect(await add([payout], asManager)).toMatchObject({ code: 200 });
  const deposit = await one(line("deposit", "100"));
  expect(
    await asSales.unchecked(contract.update, {
      params: { id: deposit },
      body: { ...line("deposit", "200"), version: 9 },
    }),
  ).toMatchObject({ code: 40901 });
  const saved = await asSales.unchecked(contract.update, {
    params: { id: deposit },
    body: { ...line("deposit", "200"), version: 1 },
  });
  expect(saved.data).toMatchObject({ amount: "200.00", version: 2 });
  await steps.must(steps.call(asSales, contract.void, deposit, { reason: "录入有误" }));
  expect(await totals()).toMatchObject({ receivable: "0.00" });
  await db.update(deal).set({ status: "cancelled" }).where(eq(deal.id, id));
  expect(await add([line("deposit", "100")])).toMatchObject({ code: 40902 });
});

test("what is asked for is received, waits for finance or is yet to come, whatever becomes of a line", async () => {
  const [deposit = 0, final = 0] = (await added(line("deposit", "6000000"), line("final", "54000000"))).ids;
  expect(await fourFigures()).toEqual([60_000_000, 0, 0, 60_000_000]);
  await steps.must(steps.pay(deposit, "4000000"));
  expect(await fourFigures()).toEqual([60_000_000, 0, 4_000_000, 56_000_000]);
  await steps.confirm(deposit);
  expect(await fourFigures()).toEqual([60_000_000, 4_000_000, 0, 56_000_000]);
  const refund = (await steps.must(
    steps.call(asFinance, contract.refund, deposit, { reason: "多收退回", amount: "1000000" }),
  )) as { id: number };
  // A refund is named next to them until it is paid.
  expect((await steps.billOf(id)).refund_total).toBe("1000000.00");
  expect(await fourFigures()).toEqual([60_000_000, 4_000_000, 0, 56_000_000]);
  await steps.must(steps.pay(refund.id, "1000000"));
  expect(await fourFigures()).toEqual([60_000_000, 4_000_000, 0, 56_000_000]);
  await steps.confirm(refund.id);
  expect(await fourFigures()).toEqual([59_000_000, 3_000_000, 0, 56_000_000]);
  await steps.must(steps.pay(final, "50000000"));
  await steps.must(steps.call(asFinance, contract.return, final, { reason: "凭证不清晰" }));
  await steps.must(steps.call(asSales, contract.void, final, { reason: "改为新价" }));
  expect(await fourFigures()).toEqual([9_000_000, 3_000_000, 0, 6_000_000]);
  expect((await steps.billOf(id)).refund_total).toBe("0.00");
});

test("a refund is a line of its own, at most what is left of what came in", async () => {
  const deposit = await one(line("deposit", "6000000"));
  await steps.settle(deposit, "6000000");
  const refund = (body: object) => steps.call(asFinance, contract.refund, deposit, { reason: "多收退回", ...body });
  expect(fieldsOf(await refund({ amount: "6000001" }))).toEqual(["amount"]);
  const first = (await steps.must(refund({ amount: "1000000" }))) as { id: number; type: string; refund_of: object };
  expect(first).toMatchObject({ type: "refund", direction: "out", payee: "buyer", refund_of: { id: deposit } });
  expect(await totals()).toMatchObject({ receivable: "6000000.00", received: "6000000.00" });
  await steps.settle(first.id, "1000000");
  expect(await totals()).toMatchObject({ receivable: "5000000.00", received: "5000000.00" });
  expect((await rowOf(deposit)).status).toBe("confirmed");
  const rest = (await steps.must(refund({}))) as { id: number; amount: string };
  expect(rest.amount).toBe("5000000.00");
  expect(fieldsOf(await refund({}))).toEqual(["amount"]);
  await steps.settle(rest.id, "5000000");
  expect((await rowOf(deposit)).status).toBe("refunded");
  expect(await totals()).toEqual({ receivable: "0.00", received: "0.00", pay: "unpaid" });
});

test("each sees their lines: finance all, a seller what the buyer pays", async () => {
  const commission = {
    direction: "out",
    type: "agent_commission",
    payer: "company",
    payee: "agent",
    period_no: 1,
  } as const;
  await makeBilling(db, { deal_id: id });
  await makeBilling(db, { deal_id: id, ...commission, condition: "loan" });
  await makeBilling(db, { deal_id: id, type: "dev_commission", payer: "developer", status: "paid" });
  const types = async (as = asFinance) => (await steps.billOf(id, as)).list.map(({ type }) => type).sort();
  expect(await types()).toEqual(["agent_commission", "deposit", "dev_commission"]);
  expect(await types(asManager)).toEqual(["agent_commission", "deposit", "dev_commission"]);
  expect(await types(asSales)).toEqual(["deposit"]);
  const list = async (query: object, as = asFinance) => (await as(contract.list, { query })).data;
  expect((await list({})).total).toBe(3);
  expect((await list({}, asSales)).total).toBe(1);
  expect((await list({}, asRival)).total).toBe(0);
  expect((await list({ type: ["deposit"], status: ["pending"], overdue: "0" })).total).toBe(1);
  expect((await list({ status: ["paid"] })).list).toMatchObject([{ can: { confirm: true, pay: false } }]);
  api.setClock(new Date(Date.parse(days(5))));
  expect((await list({ overdue: "1", keyword: "林女" })).list).toHaveLength(2);
  expect((await steps.billOf(id)).overdue_total).toBe("6000000.00");
  const hidden = (await list({ type: ["agent_commission"] })).list[0];
  expect(hidden).toMatchObject({ is_due: false, condition: "loan", can: { pay: false } });
  expect(await steps.pay(found(hidden).id, "1", {}, asAdmin)).toMatchObject({ code: 40902 });
  expect(await steps.call(asSales, contract.void, found(hidden).id, { reason: "不该有" })).toMatchObject({
    code: 40301,
  });
});

test("lines are found by whose their deal is now, and by the agent whom it came through", async () => {
  const agent = await makeAgent(db, { manager_id: sales.id });
  const { customer_id, estate_id } = found((await db.select().from(deal).where(eq(deal.id, id)))[0]);
  const make = (owner_id: number, agent_id: number | null = null) =>
    makeDeal(db, { customer_id, estate_id, owner_id, agent_id, status: "subscribed" });
  // Of another team's, and of no team's who came through the seller's agent.
  const [foreign, brought] = [await make(stranger.id), await make(stranger.id, agent.id)];
  const bill = async (deal_id: number, given = {}) => (await makeBilling(db, { deal_id, ...given })).id;
  const [late, own] = [await bill(id, { due_at: on(-3) }), await bill(id, { status: "confirmed", paid_at: today })];
  const [other, through] = [await bill(foreign.id, { due_at: on(-2) }), await bill(brought.id, { due_at: on(-1) })];
  const list = async (query: object, as = asFinance) =>
    (await as(contract.list, { query })).data.list.map(({ id: one }) => one);
  expect(await list({})).toEqual([late, other, through, own]);
  for (const as of [asSales, asManager]) {
    expect(await list({}, as)).toEqual([late, through, own]);
    expect(await list({ sort: "-due_at", due_to: on(-1) }, as)).toEqual([through, late]);
    expect(await list({ overdue: "1", type: ["deposit"] }, as)).toEqual([late, through]);
    expect(await list({ overdue: "0" }, as)).toEqual([own]);
    expect(await list({ paid_from: today }, as)).toEqual([own]);
    expect(await list({ owner_id: sales.id }, as)).toEqual([late, own]);
    expect(await list({ owner_id: stranger.id }, as)).toEqual([through]);
    expect(await list({ agent_id: agent.id }, as)).toEqual([through]);
    expect(await list({ estate_id, keyword: "林女", status: ["pending"] }, as)).toEqual([late, through]);
  }
  expect(await list({ owner_id: stranger.id })).toEqual([other, through]);
  expect(await list({ owner_id: stranger.id, agent_id: agent.id })).toEqual([through]);
  expect(await list({ deal_id: foreign.id })).toEqual([other]);
  expect(await list({}, asRival)).toEqual([]);
  await db.update(deal).set({ owner_id: rival.id }).where(eq(deal.id, id));
  expect(await list({}, asRival)).toEqual([late, own]);
  expect(await list({}, asSales)).toEqual([through]);
  await db
    .update(deal)
    .set({ deleted_at: days(0) })
    .where(eq(deal.id, brought.id));
  expect(await list({}, asSales)).toEqual([]);
  expect(await list({})).toEqual([late, other, own]);
  expect(await list({ agent_id: agent.id })).toEqual([]);
  expect(await list({ estate_id })).toEqual([late, other, own]);
});

test("what is late comes first, then what waits by its day, and all that is found is summed by currency", async () => {
  const bill = async (given: Parameters<typeof makeBilling>[1]) => (await makeBilling(db, given)).id;
  const paid = { status: "paid", paid_at: today, due_at: on(-5) } as const;
  const old = await bill({ deal_id: id, status: "confirmed", due_at: on(-9), amount: "1000000.00" });
  const waiting = await bill({ deal_id: id, ...paid });
  const next = await bill({ deal_id: id, due_at: on(2), amount: "1200.00", currency: "USD" });
  const late = await bill({ deal_id: id, due_at: on(-1), amount: "800000.00" });
  await bill({ deal_id: id, status: "void", due_at: on(-8), amount: "5.00" });
  const out = { direction: "out", type: "refund", payer: "company", payee: "buyer" } as const;
  const back = await bill({ deal_id: id, ...out, due_at: on(-2), amount: "300.00", currency: "USD" });
  const { list, sums, counts } = (await asFinance(contract.list, { query: {} })).data;
  const live = list.filter(({ status }) => status !== "void").map(({ id: one }) => one);
  expect(live).toEqual([back, late, waiting, next, old]);
  expect(sums).toEqual([
    { direction: "in", currency: "JPY", amount: "7800000.00", late: "800000.00" },
    { direction: "in", currency: "USD", amount: "1200.00", late: "0.00" },
    { direction: "out", currency: "USD", amount: "300.00", late: "300.00" },
  ]);
  expect(counts).toEqual({ pending: 3, paid: 1 });
  const filtered = (await asFinance(contract.list, { query: { status: ["confirmed"] } })).data;
  expect(filtered.sums).toEqual([{ direction: "in", currency: "JPY", amount: "1000000.00", late: "0.00" }]);
  expect((await asRival(contract.list, { query: {} })).data).toMatchObject({
    sums: [],
    counts: { pending: 0, paid: 0 },
  });
});

test("sellers are told before, on and after the day, once each", async () => {
  await setSetting(db, "deal.due_warn_days", 3);
  await makeBilling(db, { deal_id: id, due_at: on(3) });
  await makeBilling(db, { deal_id: id, due_at: on(3), status: "paid" });
  const run = () =>
    billingDue.run({ services: api.services, at: api.services.now(), signal: new AbortController().signal });
  expect(await run()).toBe("1 told");
  expect(await run()).toBe("0 told");
  for (const [day, told] of [
    [2, 0],
    [3, 1],
    [5, 0],
    [6, 1],
    [9, 0],
  ] as const) {
    api.setClock(new Date(Date.parse(days(day))));
    expect([day, await run()]).toEqual([day, `${told} told`]);
  }
  const rows = await db.select().from(message).orderBy(message.id);
  expect(rows.map(({ user_id, title }) => [user_id, title])).toEqual([
    [sales.id, "账单即将到期"],
    [sales.id, "账单今日到期"],
    [sales.id, "账单已逾期"],
  ]);
});

test("plans whose parts make no whole are none", async () => {
  const plan = { plan: "两期", type: "deposit", percent: 30, due: "subscribed", days: 0 } as const;
  await setSetting(db, "deal.billing_template", [plan]);
  // What does not fit its definition is the default.
  expect((await asSales(contract.plans, {})).data).toHaveLength(3);
  await setSetting(db, "deal.billing_template", [plan, { ...plan, type: "final", percent: 70, due: "delivery" }]);
  expect((await asSales(contract.plans, {})).data.map(({ name }) => name)).toEqual(["两期"]);
  expect(plansOf([])).toEqual([]);
  expect((await asSales(dealContract.get, { params: { id } })).data.refundable).toBe("0.00");
});

whoMay(api, contract, {
  ...{
    list: "SM SR FI",
    ofDeal: "SM SR FI",
    create: "SM SR FI",
    update: "SM SR FI",
    pay: "SM SR FI",
    void: "SM SR FI",
  },
  ...{ confirm: "FI", return: "FI", refund: "FI", plans: "SM SR FI" },
});
