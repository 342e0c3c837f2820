import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ItemChoice, statement } from "~/contract/clue/statement";
import { type StatementStatus, statementStatuses } from "~/contract/clue/statement-kinds";
import { billing as billingContract } from "~/contract/deal/billing";
import { deal as dealContract } from "~/contract/deal/deal";
import { compareSigned, signedSum } from "~/contract/decimal";
import { search } from "~/contract/search/search";
import { comment, mentionOf } from "~/contract/shared/comment";
import type { agent as agentTable } from "~/server/database/tables/agent/agent";
import { found } from "~/server/lib/call";
import { seal } from "~/server/lib/seal";
import { bankPurpose } from "~/server/resources/agent/agent/view";
import { totalsOf } from "~/server/resources/statement/statement/write";
import { fieldsOf } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { cellsOf } from "~/test/support/sheet";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { api, make, rowIn, rowsIn, countIn, updateIn, insertIn } = setUp();
const people = signedIn(api, {
  manager: { role: "channel_manager", name: "何渠道", team: "渠道" },
  other: { role: "channel_manager", name: "吴渠道", team: "渠道" },
  payer: { role: "finance", name: "钱财务" },
  seller: { role: "sales" },
  head: { role: "super_admin" },
});
const { manager, payer, seller, asManager, asOther, asPayer, asSeller, asHead } = people;

const november = { period_from: "2026-11-01", period_to: "2026-11-30", currency: "JPY" };
const account = () => seal(api.services, bankPurpose, "6222000012345678");
const makeOwn = (given: Partial<typeof agentTable.$inferInsert> = {}) =>
  make.agent({ manager_id: manager.id, bank_account: account(), ...given });
const sale = (agent_id: number, given: Partial<Parameters<typeof make.sale>[0]> = {}) =>
  make.sale({ agent_id, owner_id: seller.id, ...given });
const preview = async (agent_id: number, more: object = {}) =>
  (await asManager(statement.preview, { body: { agent_id, ...november, ...more } })).data;
const choose = ({ clue_id, part, kind }: Pick<ItemChoice, "clue_id" | "part" | "kind">, more: object = {}) => ({
  ...{ clue_id, part, kind },
  ...more,
});
const create = (agent_id: number, items: object[], more: object = {}) =>
  asManager.unchecked(statement.create, { body: { agent_id, ...november, items, ...more } });
const stored = (id: number) => rowIn("accountStatement", id);

/** A statement of all that is due to an agent. */
async function drafted(agent_id: number, more: object = {}) {
  const items = (await preview(agent_id)).lines.map((line) => choose(line));
  return (await create(agent_id, items, more)).data.id;
}
type Act = "send" | "confirm" | "dispute" | "revise" | "invoice" | "uninvoice" | "pay" | "void";
async function act(id: number, name: Act) {
  const reason = { reason: "核对有误" };
  const file = async (scene?: "voucher") => (await make.file(payer.id, scene)).id;
  const body = await {
    ...{ send: () => ({}), revise: () => ({}), uninvoice: () => reason, void: () => reason },
    dispute: () => ({ note: "金额不对" }),
    confirm: async () => ({ confirm_by: "周联系", proof: [await file()] }),
    invoice: async () => ({ no: "INV-001", amount: (await stored(id)).payable_total, media_id: await file() }),
    pay: async () => ({ paid_at: "2026-11-20", voucher: [await file("voucher")] }),
  }[name]();
  return asPayer.unchecked(statement[name], { params: { id }, body });
}
/** Sends, has confirmed and pays a statement that asks for no invoice. */
async function settled(id: number) {
  for (const name of ["send", "confirm", "pay"] as const) expect((await act(id, name)).code).toBe(200);
}

describe("a statement's life", () => {
  test("what is due is gathered, adjusted, sent, confirmed, invoiced and paid; bill, deal and report follow", async () => {
    const own = await makeOwn();
    const first = await sale(own.id);
    await sale(own.id, { deal: { contracted_at: "2026-10-20" } });
    const lines = (await preview(own.id)).lines;
    expect(lines).toMatchObject([
      { due_at: "2026-10-20", is_carried: true },
      {
        ...{ clue_id: first.clue.id, deal_id: first.deal.id, customer_name: first.deal.buyer_name, part: 1 },
        ...{ basis: "57000000.00", rate: 2, amount: "1140000.00", due_at: "2026-11-05", is_carried: false },
      },
    ]);
    const items = lines.map((line, index) =>
      choose(line, index === 0 ? { adjust_amount: "-40000", adjust_reason: "车费代付", note: "已说明" } : {}),
    );
    const made = (await create(own.id, items, { tax_rate: 10 })).data;
    expect(made.statement_no).toMatch(/^DZ202611\d{4}$/);
    const { id } = made;
    const detail = (await asManager(statement.get, { params: { id } })).data;
    expect(detail).toMatchObject({
      ...{ status: "draft", item_count: 2, total_amount: "2280000.00", adjust_total: "-40000.00" },
      // Inside: 2,240,000 × 10/110.
      ...{ payable_total: "2240000.00", tax_amount: "203636.00", tax_rate: 10 },
      ...{ agent: { id: own.id }, manager: { name: "何渠道" }, bank_account_masked: "****5678" },
      items: [{ adjust_amount: "-40000.00", adjust_reason: "车费代付", note: "已说明" }, {}],
      can: { edit: true, send: true, confirm: false, pay: false, void: false },
    });
    const ofBill = () => rowIn("billing", found(first.bills[0]).id);
    expect(await ofBill()).toMatchObject({ statement_id: id, status: "pending" });
    // In a statement it is due no more.
    expect((await preview(own.id)).lines).toEqual([]);

    await act(id, "send");
    expect(await stored(id)).toMatchObject({ status: "sent", sent_at: expect.anything() });
    await act(id, "confirm");
    const short = await make.file(payer.id);
    const invoice = { no: "INV-1", amount: "2240001", media_id: short.id };
    expect(fieldsOf(await asPayer(statement.invoice, { params: { id }, body: invoice }))).toEqual(["amount"]);
    await act(id, "invoice");
    await act(id, "uninvoice");
    expect(await stored(id)).toMatchObject({ status: "confirmed", invoice_no: null, uninvoice_reason: "核对有误" });
    await act(id, "invoice");
    const paid = await act(id, "pay");
    expect(paid.data).toMatchObject({ status: "paid", paid_at: "2026-11-20", paid_by: { name: "钱财务" } });
    expect(await ofBill()).toMatchObject({ status: "confirmed", paid_amount: "1140000.00", confirmed_by: payer.id });
    expect(await rowIn("clue", first.clue.id)).toMatchObject({
      ...{ status: "settled", statement_id: id, commission_amount: "1140000.00", commission_currency: "JPY" },
      settled_at: expect.stringMatching(/^2026-11-20/),
    });
    expect((await rowsIn("clueLog", { clue_id: first.clue.id })).at(-1)).toMatchObject({
      action: "settle",
      to_status: "settled",
    });
    expect(await rowIn("deal", first.deal.id)).toMatchObject({ commission_status: "settled" });
    const summaries = (await asManager(statement.logs, { params: { id } })).data.map(({ summary }) => summary);
    expect(summaries.at(0)).toContain("付款对账单");
    expect(summaries).toHaveLength(7);
  });

  test("a commission in parts is an item for each, due by its own condition; the report is settled with the last", async () => {
    const own = await makeOwn({ settle_cycle: "per_deal", invoice_required: false });
    const parts = [
      { percent: 60, amount: "684000.00", condition: "contract" as const },
      { percent: 40, amount: "456000.00", condition: "delivery" as const },
    ];
    const { clue: report, deal: sold } = await sale(own.id, { parts });
    expect((await preview(own.id)).lines).toMatchObject([{ part: 1, rate: 1.2, amount: "684000.00" }]);
    const first = await drafted(own.id);
    await settled(first);
    const states = async () => [
      (await rowIn("clue", report.id)).status,
      (await rowIn("deal", sold.id)).commission_status,
    ];
    expect(await states()).toEqual(["contracted", "partial"]);
    expect((await preview(own.id)).lines).toEqual([]);
    await updateIn("deal", sold.id, { status: "completed", delivered_at: "2026-11-18" });
    expect((await preview(own.id)).lines).toMatchObject([{ part: 2, due_at: "2026-11-18" }]);
    const second = await drafted(own.id);
    await settled(second);
    expect(await states()).toEqual(["settled", "settled"]);
    expect(await rowIn("clue", report.id)).toMatchObject({ statement_id: second, commission_amount: "1140000.00" });
  });

  test("down payments count once all of them are confirmed, loans and deliveries by their days", async () => {
    const own = await makeOwn();
    const { deal: sold } = await sale(own.id, { parts: [{ condition: "down_payment" }] });
    await sale(own.id, { parts: [{ condition: "loan" }] });
    const buyers = { direction: "in", type: "down_payment", payer: "buyer", payee: "company" } as const;
    const line = { deal_id: sold.id, ...buyers, amount: "6000000.00", currency: "JPY", due_at: "2026-11-10" };
    await insertIn("billing", [
      { ...line, billing_no: "ZD1", status: "confirmed", confirmed_at: "2026-11-12T10:00:00+08:00" },
      { ...line, billing_no: "ZD2", status: "pending" },
    ]);
    expect((await preview(own.id)).lines).toEqual([]);
    const confirmed = { status: "confirmed" as const, confirmed_at: "2026-11-15T23:30:00+08:00" };
    await updateIn("billing", { billing_no: "ZD2" }, confirmed);
    expect((await preview(own.id)).lines).toMatchObject([{ deal_id: sold.id, due_at: "2026-11-15" }]);
    expect((await preview(own.id, { period_to: "2026-11-14" })).lines).toEqual([]);
  });

  test("what never comes, as the loan of who pays in full, is due with the keys", async () => {
    const own = await makeOwn();
    const { deal: sold } = await sale(own.id, { parts: [{ condition: "loan" }, { condition: "down_payment" }] });
    expect((await preview(own.id)).lines).toEqual([]);
    const due = async () =>
      (await asPayer(billingContract.ofDeal, { params: { id: sold.id } })).data.list.map(({ is_due }) => is_due);
    expect(await due()).toEqual([false, false]);
    await updateIn("deal", sold.id, { status: "completed", delivered_at: "2026-11-18" });
    expect((await preview(own.id)).lines).toMatchObject([
      { part: 1, due_at: "2026-11-18" },
      { part: 2, due_at: "2026-11-18" },
    ]);
    expect(await due()).toEqual([true, true]);
  });

  test("sending counts anew and freezes; what is not due any more is named; a dispute leads back to the draft", async () => {
    const own = await makeOwn();
    const { bills, deal: sold } = await sale(own.id);
    const gone = await sale(own.id);
    const id = await drafted(own.id);
    await updateIn("billing", found(bills[0]).id, { amount: "1200000.00" });
    await updateIn("deal", gone.deal.id, { status: "cancelled", cancelled_at: "2026-11-19" });
    const refused = await act(id, "send");
    expect(refused).toMatchObject({ code: 40902, message: expect.stringContaining(found(gone.deal.unit_no)) });
    const { items, version } = (await asManager(statement.get, { params: { id } })).data;
    const remaining = items.filter(({ deal_id }) => deal_id === sold.id).map((item) => choose(item));
    const changed = await asManager(statement.update, { params: { id }, body: { items: remaining, version } });
    expect(changed.data).toMatchObject({ item_count: 1, total_amount: "1200000.00", version: version + 1 });
    const stale = await asManager(statement.update, { params: { id }, body: { items: remaining, version } });
    expect(stale).toMatchObject({ code: 40901, data: { version: version + 1 } });
    await act(id, "send");
    // From here on it stays as it is.
    await updateIn("billing", found(bills[0]).id, { amount: "1300000.00" });
    await act(id, "dispute");
    const disputed = { status: "disputed", total_amount: "1200000.00", dispute_note: "金额不对" };
    expect(await stored(id)).toMatchObject(disputed);
    await act(id, "revise");
    await act(id, "send");
    expect(await stored(id)).toMatchObject({ status: "sent", total_amount: "1300000.00", dispute_note: null });
  });

  test("what was paid of a deal that is cancelled afterwards is taken off the next statement", async () => {
    const own = await makeOwn({ settle_cycle: "per_deal", invoice_required: false });
    const { deal: sold, clue: report } = await sale(own.id);
    const [line] = (await preview(own.id)).lines;
    // What a statement has taken off was never paid, and what a lower price has brought back already is not asked for again.
    const made = await create(own.id, [choose(found(line), { adjust_amount: "-40000", adjust_reason: "车费代付" })]);
    await settled(made.data.id);
    await insertIn("billing", {
      ...{ billing_no: "ZD-lower", deal_id: sold.id, direction: "in", type: "agent_commission", payer: "agent" },
      ...{ payee: "company", amount: "100000.00", paid_amount: "100000.00", currency: "JPY", due_at: "2026-11-18" },
      status: "confirmed",
    });
    const body = { cancel_type: "return", reason: "客户资金不足" };
    const cancelled = await asHead.unchecked(dealContract.cancel, { params: { id: sold.id }, body });
    expect(cancelled.data).toMatchObject({ status: "cancelled" });
    const back = { clue_id: report.id, part: 2, kind: "clawback" as const };
    expect((await preview(own.id)).lines).toMatchObject([{ ...back, amount: "-1000000.00", due_at: "2026-11-20" }]);
    expect(fieldsOf(await create(own.id, [back]))).toEqual(["items"]);
    await sale(own.id, { parts: [{ amount: "1500000.00" }] });
    const next = await drafted(own.id);
    expect(await stored(next)).toMatchObject({ total_amount: "500000.00", payable_total: "500000.00" });
    await settled(next);
    const returned = await rowsIn("billing", { deal_id: sold.id, direction: "in", statement_id: next });
    expect(returned).toMatchObject([
      { payer: "agent", paid_amount: "1000000.00", status: "confirmed", statement_id: next, method: "offset" },
    ]);
    expect((await preview(own.id)).lines).toEqual([]);
  });

  test("a void one frees its items and its period, for whoever makes the next", async () => {
    const own = await makeOwn();
    await sale(own.id);
    const id = await drafted(own.id);
    const [line] = (await asManager(statement.get, { params: { id } })).data.items;
    const again = choose(found(line));
    expect((await preview(own.id)).present).toMatchObject({ id });
    expect(await create(own.id, [again])).toMatchObject({ code: 40925 });
    await sale(own.id);
    const [second] = (await preview(own.id)).lines;
    expect(await create(own.id, [choose(found(second))])).toMatchObject({ code: 40900 });
    expect(await act(id, "void")).toMatchObject({ data: { status: "void", void_reason: "核对有误" } });
    expect((await preview(own.id)).lines).toHaveLength(2);
    expect((await create(own.id, [again])).code).toBe(200);
  });
});

test("what stands against sending and paying is said in list and record before it is refused", async () => {
  const seen = async (id: number) => {
    const record = (await asPayer(statement.get, { params: { id } })).data;
    const row = (await asPayer(statement.list, {})).data.list.find((one) => one.id === id);
    expect(row?.blocked).toEqual(record.blocked);
    return record.blocked;
  };
  const own = await makeOwn({ invoice_required: false, bank_account: null });
  const { deal: sold, bills } = await sale(own.id);
  await sale(own.id);
  const id = await drafted(own.id);
  expect(await seen(id)).toEqual({});
  const cancelled = async (status: "contracted" | "cancelled") => updateIn("deal", sold.id, { status });
  await cancelled("cancelled");
  expect(await seen(id)).toEqual({ send: expect.stringContaining(`${sold.unit_no}已不符合结佣条件`) });
  expect(await act(id, "send")).toMatchObject({ code: 40902, message: (await seen(id)).send });
  await cancelled("contracted");
  // What is to be given back meanwhile is more than all the rest.
  const lower = { adjust_amount: "-1140000", adjust_reason: "已另行支付" };
  const items = (await asPayer(statement.get, { params: { id } })).data.items.map((item) => choose(item, lower));
  const { version } = await stored(id);
  expect((await asManager(statement.update, { params: { id }, body: { items, version } })).code).toBe(200);
  const amountOf = (amount: string) => updateIn("billing", found(bills[0]).id, { amount });
  await amountOf("1000000.00");
  expect(await seen(id)).toEqual({ send: "应付合计不能小于0，请减少冲回或调整，留待下期" });
  expect(await act(id, "send")).toMatchObject({ code: 40902, message: (await seen(id)).send });
  await amountOf("1140000.00");
  for (const name of ["send", "confirm"] as const) expect((await act(id, name)).code).toBe(200);

  expect(await seen(id)).toEqual({ pay: "该代理还没有登记收款账户，不能付款" });
  expect(await act(id, "pay")).toMatchObject({ code: 40902, message: (await seen(id)).pay });
  await updateIn("agent", own.id, { bank_account: account() });
  expect(await seen(id)).toEqual({});
  for (const change of [() => amountOf("1200000.00"), () => cancelled("cancelled")]) {
    await change();
    expect(await seen(id)).toEqual({ pay: expect.stringContaining(`${sold.unit_no}的成交或账单已变更`) });
    expect(await act(id, "pay")).toMatchObject({ code: 40902, message: (await seen(id)).pay });
    await amountOf("1140000.00");
    await cancelled("contracted");
  }
  expect((await act(id, "pay")).code).toBe(200);
  expect(await seen(id)).toEqual({});
});

describe("what is refused", () => {
  test("bad input is said at its field, and money without a reason is not moved", async () => {
    const own = await makeOwn();
    await sale(own.id);
    await sale(own.id, { parts: [{ currency: "CNY", amount: "50000.50" }] });
    const { lines, others } = await preview(own.id);
    expect(others).toEqual([{ currency: "CNY", count: 1 }]);
    const [line] = lines;
    const item = (more: object = {}) => choose(found(line), more);
    const adjusted = (adjust_amount: string) => [item({ adjust_amount, adjust_reason: "试试" })];
    const cases: [items: object[], field: string, more?: object][] = [
      [[], "items"],
      [[item(), item()], "items"],
      [[item({ adjust_amount: "-1" })], "items.0.adjust_reason"],
      [adjusted("1.234"), "items.0.adjust_amount"],
      // Yen have no decimals, and no more is taken off than there is.
      [adjusted("0.5"), "items"],
      [adjusted("-2000000"), "items"],
      [[item({ part: 2 })], "items"],
      [[item()], "period_to", { period_to: "2026-10-01" }],
    ];
    for (const [items, field, more] of cases) expect(fieldsOf(await create(own.id, items, more))).toEqual([field]);
    const [yuan] = (await preview(own.id, { currency: "CNY" })).lines;
    expect(await create(own.id, [choose(found(yuan))])).toMatchObject({ code: 40924 });
    expect(await countIn("accountStatement")).toBe(0);
  });

  test("files are one's own, an invoice is asked for, and days to come are none", async () => {
    const own = await makeOwn();
    await sale(own.id);
    const id = await drafted(own.id);
    await act(id, "send");
    const strange = await make.file(manager.id);
    const confirm = (proof: number[]) =>
      asPayer.unchecked(statement.confirm, { params: { id }, body: { confirm_by: "周", proof } });
    for (const proof of [[strange.id], []]) expect(fieldsOf(await confirm(proof))).toEqual(["proof"]);
    await act(id, "confirm");
    expect(await act(id, "pay")).toMatchObject({ code: 40902 });
    await act(id, "invoice");
    const { id: file } = await make.file(payer.id, "voucher");
    const early = await asPayer(statement.pay, { params: { id }, body: { paid_at: "2026-11-21", voucher: [file] } });
    expect(fieldsOf(early)).toEqual(["paid_at"]);
    expect(await stored(id)).toMatchObject({ status: "invoiced", paid_at: null });
    expect((await asPayer(statement.send, { params: { id }, body: { version: 1 } })).code).toBe(40901);
  });

  test("another channel manager's agents are not seen, by whatever way", async () => {
    const own = await makeOwn();
    await sale(own.id);
    await drafted(own.id);
    expect((await asOther(statement.list)).data).toMatchObject({ total: 0, tabs: { all: 0 } });
    expect((await asPayer(statement.list, { query: { keyword: own.name, view: "draft" } })).data.total).toBe(1);
    expect((await asPayer(statement.list, { query: { period_from: "2026-12-01" } })).data.total).toBe(0);
  });
});

test("a statement goes to a spreadsheet with its sums, to the last digit", async () => {
  const own = await makeOwn();
  const { deal: sold } = await sale(own.id);
  const id = await drafted(own.id);
  const rows = (await cellsOf(await asPayer.file(statement.export, { params: { id } }))).map((row) =>
    JSON.stringify(row),
  );
  expect(rows[1]).toContain(sold.deal_no);
  expect(rows.join("\n")).toContain('"应付合计",1140000,"JPY"');
});

test("a statement is found by its number and its agent, and talked about, by who sees it", async () => {
  const own = await makeOwn({ name: "海川置业" });
  await sale(own.id);
  const id = await drafted(own.id);
  const { statement_no } = await stored(id);
  const foundBy = async (as: typeof asPayer, keyword: string) =>
    (await as(search.find, { query: { keyword } })).data.statements.map((one) => one.id);
  for (const keyword of [statement_no.toLowerCase(), "海川"]) {
    for (const as of [asPayer, asManager]) expect(await foundBy(as, keyword)).toEqual([id]);
    for (const as of [asOther, asSeller]) expect(await foundBy(as, keyword)).toEqual([]);
  }
  const about = { owner_type: "account_statement", owner_id: id } as const;
  const said = { ...about, content: `请核对发票抬头 ${mentionOf(manager.id)}` };
  expect(await asPayer.unchecked(comment.create, { body: said })).toMatchObject({ code: 200 });
  expect((await asManager(comment.list, { query: about })).data.list).toMatchObject([{ author: { id: payer.id } }]);
  expect(await asOther.unchecked(comment.list, { query: about })).toMatchObject({ code: 40301 });
  const [notices] = await rowsIn("message", { user_id: manager.id });
  expect(notices).toMatchObject({ title: "有人在对账单评论中提到您" });
  expect(notices?.link).toContain(`/clue/accountStatement?open=${id}`);
});

test("sums are exactly those of the items, and the tax is inside", () => {
  const cents = fc.integer({ min: -5_000_000_000, max: 5_000_000_000 });
  const text = (value: number) =>
    `${value < 0 ? "-" : ""}${Math.floor(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, "0")}`;
  const rates = fc.integer({ min: 0, max: 3_000 }).map((hundredths) => hundredths / 100);
  fc.assert(
    fc.property(fc.array(fc.tuple(cents, cents), { maxLength: 40 }), rates, (pairs, rate) => {
      const items = pairs.map(([amount, adjust]) => ({ amount: text(amount), adjust_amount: text(adjust) }));
      const totals = totalsOf(items, rate, 2);
      const whole = pairs.reduce((sum, [amount, adjust]) => sum + BigInt(amount) + BigInt(adjust), 0n);
      expect(compareSigned(totals.payable_total, text(Number(whole)))).toBe(0);
      expect(compareSigned(signedSum(totals.total_amount, totals.adjust_total), totals.payable_total)).toBe(0);
      const tax = Number(totals.tax_amount) * 100;
      expect(Math.abs(tax - (Number(whole) * rate) / (100 + rate))).toBeLessThanOrEqual(0.5001);
    }),
  );
});

/** Domain C.6, by hand. */
const table: Record<StatementStatus, Partial<Record<Act, StatementStatus>>> = {
  draft: { send: "sent", void: "void" },
  sent: { confirm: "confirmed", dispute: "disputed", void: "void" },
  disputed: { revise: "draft", void: "void" },
  confirmed: { invoice: "invoiced", void: "void" },
  invoiced: { uninvoice: "confirmed", pay: "paid" },
  paid: {},
  void: {},
};

test("a random walk never leaves the domain's table, and refused acts change nothing", async () => {
  const names = ["send", "confirm", "dispute", "revise", "invoice", "uninvoice", "pay", "void"] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 6, maxLength: 12 }), async (walk) => {
      const own = await makeOwn({ settle_cycle: "per_deal" });
      const { bills, clue: report } = await sale(own.id);
      const id = await drafted(own.id);
      let status: StatementStatus = "draft";
      for (const name of walk) {
        const before = await stored(id);
        const next: StatementStatus | undefined = table[status][name];
        const { code } = await act(id, name);
        expect([status, name, code]).toEqual([status, name, next ? 200 : 40902]);
        if (!next) expect(await stored(id)).toEqual(before);
        status = next ?? status;
        expect((await stored(id)).status).toBe(status);
      }
      const bill = await rowIn("billing", found(bills[0]).id);
      const lead = await rowIn("clue", report.id);
      const [item] = await rowsIn("statementItem", { statement_id: id });
      expect([bill?.status, bill?.statement_id, lead?.status, item?.is_live]).toEqual(
        status === "paid"
          ? ["confirmed", id, "settled", true]
          : ["pending", status === "void" ? null : id, "contracted", status !== "void"],
      );
      // Sums are those of the items, in each state.
      expect((await stored(id)).payable_total).toBe(signedSum(found(item).amount, found(item).adjust_amount));
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

test("every state of the table is one of the contract's", () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(statementStatuses).sort());
});

const readers = "SA CM FI";
whoMay(
  api,
  statement,
  {
    ...{ list: readers, get: readers, logs: readers, export: readers, preview: readers, create: readers },
    ...{ update: readers, send: readers, confirm: readers, dispute: readers, revise: readers, invoice: readers },
    ...{ uninvoice: "SA FI", pay: "SA FI", void: "SA FI" },
  },
  { "/clue/accountStatement": readers },
);
