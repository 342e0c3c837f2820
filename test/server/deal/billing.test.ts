import { beforeEach, expect, test } from "vitest";
import { billing as contract } from "~/contract/deal/billing";
import { billsOf, plansOf } from "~/contract/deal/billing-record";
import { deal as dealContract } from "~/contract/deal/deal";
import { billingDue } from "~/server/jobs/deal/billing-due";
import { found } from "~/server/lib/call";
import { dealSteps } from "~/test/support/deal";
import { days } from "~/test/support/factories";
import { fieldsOf } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, runJob, setSetting, rowIn, rowsIn, updateIn } = setUp();
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
  const { id: customer_id } = await make.customer({ owner_id: sales.id });
  const { id: estate_id } = await make.estate();
  id = (await make.deal({ customer_id, estate_id, owner_id: sales.id, status: "subscribed", subscribed_at: today })).id;
});

const line = (type: string, amount: string, given: object = {}) => ({ type, amount, due_at: today, ...given });
const add = (lines: object[], as = asSales) => as.unchecked(contract.create, { params: { id }, body: { lines } });
const rowOf = (one: number) => rowIn("billing", one);
const totals = async () => {
  const { receivable_total: receivable, received_total: received, pay_status: pay } = await rowIn("deal", id);
  return { receivable, received, pay };
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
  const [paid, rest] = [await rowOf(deposit), (await rowsIn("billing", { split_of: deposit }))[0]];
  expect(paid).toMatchObject({ status: "paid", amount: "4000000.00", paid_amount: "4000000.00" });
  expect(rest).toMatchObject({ status: "pending", amount: "2000000.00", due_at: paid.due_at, type: "deposit" });
  expect(await steps.pay(deposit, "1000")).toMatchObject({ code: 40902 });

  await steps.must(steps.call(asFinance, contract.return, deposit, { reason: "凭证不清晰" }));
  const returned = { status: "pending", paid_at: null, voucher_ids: [], reason: "凭证不清晰" };
  expect(await rowOf(deposit)).toMatchObject(returned);
  await steps.settle(deposit, "4000000");
  expect(await totals()).toMatchObject({ received: "4000000.00", pay: "partial" });
  const { version } = await rowOf(deposit);
  const body = { ...line("deposit", "1"), version };
  expect(await asSales.unchecked(contract.update, { params: { id: deposit }, body })).toMatchObject({ code: 40902 });
  for (const act of [contract.void, contract.return])
    expect(
      await steps.call(act === contract.void ? asSales : asFinance, act, deposit, { reason: "试试" }),
    ).toMatchObject({ code: 40902 });
  expect(await steps.call(asFinance, contract.confirm, found(rest).id)).toMatchObject({ code: 40902 });
  expect((await rowsIn("message")).map(({ title }) => title)).toContain("账单被财务退回");
});

test("what is not let in is refused", async () => {
  expect(await add([line("deposit", "100", { currency: "CNY" })])).toMatchObject({ code: 40924 });
  expect(fieldsOf(await add([line("deposit", "0")]))).toEqual(["lines.0.amount"]);
  const out = { direction: "out", payer: "company", payee: "agent" };
  expect(fieldsOf(await add([line("deposit", "100", out)]))).toEqual(["lines.0.payer"]);
  const payout = line("other", "100", out);
  expect(await add([payout])).toMatchObject({ code: 40300 });
  expect(await add([payout], asManager)).toMatchObject({ code: 200 });
  const deposit = await one(line("deposit", "100"));
  const save = (version: number) =>
    asSales.unchecked(contract.update, { params: { id: deposit }, body: { ...line("deposit", "200"), version } });
  expect(await save(9)).toMatchObject({ code: 40901 });
  expect((await save(1)).data).toMatchObject({ amount: "200.00", version: 2 });
  await steps.must(steps.call(asSales, contract.void, deposit, { reason: "录入有误" }));
  expect(await totals()).toMatchObject({ receivable: "0.00" });
  await updateIn("deal", id, { status: "cancelled" });
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
  const commission = { type: "agent_commission", period_no: 1, condition: "loan" } as const;
  await make.billing({ deal_id: id });
  await make.billing({ deal_id: id, direction: "out", payer: "company", payee: "agent", ...commission });
  await make.billing({ deal_id: id, type: "dev_commission", payer: "developer", status: "paid" });
  const types = async (as: As) => (await steps.billOf(id, as)).list.map(({ type }) => type).sort();
  for (const as of [asFinance, asManager])
    expect(await types(as)).toEqual(["agent_commission", "deposit", "dev_commission"]);
  expect(await types(asSales)).toEqual(["deposit"]);
  const list = async (query: object, as = asFinance) => (await as(contract.list, { query })).data;
  expect((await list({})).total).toBe(3);
  expect((await list({}, asSales)).total).toBe(1);
  expect((await list({ type: ["deposit"], status: ["pending"], overdue: "0" })).total).toBe(1);
  expect((await list({ status: ["paid"] })).list).toMatchObject([{ can: { confirm: true, pay: false } }]);
  api.setClock(new Date(Date.parse(days(5))));
  expect((await list({ overdue: "1", keyword: "林女" })).list).toHaveLength(2);
  expect((await steps.billOf(id)).overdue_total).toBe("6000000.00");
  const hidden = (await list({ type: ["agent_commission"] })).list[0];
  expect(hidden).toMatchObject({ is_due: false, condition: "loan", can: { pay: false } });
  expect(await steps.pay(found(hidden).id, "1", {}, asAdmin)).toMatchObject({ code: 40902 });
  expect((await steps.call(asSales, contract.void, found(hidden).id, { reason: "不该有" })).code).toBe(40301);
});

test("lines are found by whose their deal is now, and by the agent whom it came through", async () => {
  const agent = await make.agent({ manager_id: sales.id });
  const { customer_id, estate_id } = await rowIn("deal", id);
  const sell = (owner_id: number, agent_id: number | null = null) =>
    make.deal({ customer_id, estate_id, owner_id, agent_id, status: "subscribed" });
  // Of another team's, and of no team's who came through the seller's agent.
  const [foreign, brought] = [await sell(stranger.id), await sell(stranger.id, agent.id)];
  const bill = async (deal_id: number, given = {}) => (await make.billing({ deal_id, ...given })).id;
  const [late, own] = [await bill(id, { due_at: on(-3) }), await bill(id, { status: "confirmed", paid_at: today })];
  const [other, through] = [await bill(foreign.id, { due_at: on(-2) }), await bill(brought.id, { due_at: on(-1) })];
  const list = async (query: object, as = asFinance) =>
    (await as(contract.list, { query })).data.list.map(({ id: one }) => one);
  expect(await list({})).toEqual([late, other, through, own]);
  for (const as of [asSales, asManager]) {
    const cases: [query: object, ids: number[]][] = [
      [{}, [late, through, own]],
      [{ sort: "-due_at", due_to: on(-1) }, [through, late]],
      [{ overdue: "1", type: ["deposit"] }, [late, through]],
      [{ overdue: "0" }, [own]],
      [{ paid_from: today }, [own]],
      [{ owner_id: sales.id }, [late, own]],
      [{ owner_id: stranger.id }, [through]],
      [{ agent_id: agent.id }, [through]],
      [{ estate_id, keyword: "林女", status: ["pending"] }, [late, through]],
    ];
    for (const [query, ids] of cases) expect([query, await list(query, as)]).toEqual([query, ids]);
  }
  expect(await list({ owner_id: stranger.id })).toEqual([other, through]);
  expect(await list({ owner_id: stranger.id, agent_id: agent.id })).toEqual([through]);
  expect(await list({ deal_id: foreign.id })).toEqual([other]);
  expect(await list({}, asRival)).toEqual([]);
  await updateIn("deal", id, { owner_id: rival.id });
  expect(await list({}, asRival)).toEqual([late, own]);
  expect(await list({}, asSales)).toEqual([through]);
  await updateIn("deal", brought.id, { deleted_at: days(0) });
  expect(await list({}, asSales)).toEqual([]);
  expect(await list({})).toEqual([late, other, own]);
  expect(await list({ agent_id: agent.id })).toEqual([]);
  expect(await list({ estate_id })).toEqual([late, other, own]);
});

test("what is late comes first, then what waits by its day, and all that is found is summed by currency", async () => {
  const bill = async (given: Parameters<typeof make.billing>[0]) => (await make.billing(given)).id;
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
  const { data: none } = await asRival(contract.list, { query: {} });
  expect(none).toMatchObject({ sums: [], counts: { pending: 0, paid: 0 } });
});

test("sellers are told before, on and after the day, once each", async () => {
  await setSetting("deal.due_warn_days", 3);
  await make.billing({ deal_id: id, due_at: on(3) });
  await make.billing({ deal_id: id, due_at: on(3), status: "paid" });
  expect(await runJob(billingDue)).toBe("1 told");
  for (const day of [0, 2, 3, 5, 6, 9]) {
    api.setClock(new Date(Date.parse(days(day))));
    expect([day, await runJob(billingDue)]).toEqual([day, `${day === 3 || day === 6 ? 1 : 0} told`]);
  }
  const titles = ["账单即将到期", "账单今日到期", "账单已逾期"];
  expect(await rowsIn("message")).toMatchObject(titles.map((title) => ({ user_id: sales.id, title })));
});

test("plans whose parts make no whole are none", async () => {
  const plan = { plan: "两期", type: "deposit", percent: 30, due: "subscribed", days: 0 } as const;
  await setSetting("deal.billing_template", [plan]);
  // What does not fit its definition is the default.
  expect((await asSales(contract.plans, {})).data).toHaveLength(3);
  await setSetting("deal.billing_template", [plan, { ...plan, type: "final", percent: 70, due: "delivery" }]);
  expect((await asSales(contract.plans, {})).data.map(({ name }) => name)).toEqual(["两期"]);
  expect(plansOf([])).toEqual([]);
  expect((await asSales(dealContract.get, { params: { id } })).data.refundable).toBe("0.00");
});

const roles = "SM SR FI";
whoMay(api, contract, {
  ...{ list: roles, ofDeal: roles, create: roles, update: roles, pay: roles, void: roles, plans: roles },
  ...{ confirm: "FI", return: "FI", refund: "FI" },
});
