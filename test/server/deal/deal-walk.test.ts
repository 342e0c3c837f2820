import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { billing as billingContract } from "~/contract/deal/billing";
import { deal as contract } from "~/contract/deal/deal";
import { distance, sum } from "~/contract/decimal";
import { estate } from "~/server/database/tables/house/estate";
import { found } from "~/server/lib/call";
import { openBusiness } from "~/server/resources/customer/customer/open-business";
import { resetDatabase } from "~/test/support/database";
import { dealSteps } from "~/test/support/deal";
import { days } from "~/test/support/factories";
import { setUp } from "~/test/support/set-up";
import type { As } from "~/test/support/signed-in";

const { db, api, make, asNew, rowIn, rowsIn } = setUp();
const today = days(0).slice(0, 10);

/** What the tables forbid, as queries that find nothing. */
const forbidden = {
  "a unit that is not its deal's": sql`select 1 from unit u left join deal d on d.unit_id = u.id and d.status in ('reviewing', 'subscribed', 'contracted', 'completed')
    where u.status <> case when d.id is null then 'available' when d.status = 'reviewing' then 'reserved' else 'sold' end or u.deal_id is distinct from d.id`,
  "two deals of one unit": sql`select 1 from deal where status in ('reviewing', 'subscribed', 'contracted', 'completed') group by unit_id having count(*) > 1`,
  "more asked than the price": sql`select 1 from deal d where d.deal_price < (select sum(case when direction = 'in' then amount else -amount end)
    from billing b where b.deal_id = d.id and (b.payer = 'buyer' or b.payee = 'buyer') and b.status <> 'void')`,
  "more paid back than came in": sql`select 1 from deal d where (select coalesce(sum(amount) filter (where type = 'refund'), 0) from billing b
    where b.deal_id = d.id and b.status <> 'void') > (select coalesce(sum(amount), 0) from billing b where b.deal_id = d.id and b.payer = 'buyer'
    and b.status in ('confirmed', 'refunded'))`,
  "totals that are not those of the lines": sql`select 1 from deal d where d.received_total <>
    (select coalesce(sum(case when direction = 'in' then amount else -amount end), 0) from billing b where b.deal_id = d.id
      and ((b.payer = 'buyer' and b.status in ('confirmed', 'refunded')) or (b.payee = 'buyer' and b.status = 'confirmed')))`,
  "four figures that do not add up": sql`select 1 from deal d where d.receivable_total <> d.received_total +
    (select coalesce(sum(amount), 0) from billing b where b.deal_id = d.id and b.direction = 'in' and b.payer = 'buyer' and b.status in ('pending', 'paid'))`,
  "a report that is not its deal's": sql`select 1 from clue l join deal d on d.id = l.deal_id
    where l.status <> case d.status when 'completed' then 'contracted' else d.status end`,
  "a signed deal without its commissions": sql`select 1 from deal d where d.status in ('contracted', 'completed') and d.commission_receivable <>
    (select coalesce(sum(amount), 0) from billing b where b.deal_id = d.id and b.type = 'dev_commission' and b.status <> 'void')`,
  "an agent's commission that is not its deal's": sql`select 1 from deal d where d.status in ('contracted', 'completed') and coalesce(d.commission_payable, 0) <>
    (select coalesce(sum(case when direction = 'out' then amount else -amount end), 0) from billing b where b.deal_id = d.id and b.type = 'agent_commission'
      and b.status <> 'void')`,
  "a cancelled deal with a line that somebody is still to pay": sql`select 1 from billing b join deal d on d.id = b.deal_id
    where d.status = 'cancelled' and b.status = 'pending' and b.type <> 'refund'`,
  "a customer whose stage is not that of their deals": sql`select 1 from customer c where c.stage <> coalesce((select (array['subscribed', 'contracted', 'completed'])
    [max(array_position(array['subscribed', 'contracted', 'completed'], d.status))] from deal d where d.customer_id = c.id
      and d.status in ('subscribed', 'contracted', 'completed')), 'visited')`,
  "a wanted change of a deal that cannot change": sql`select 1 from deal where change_request is not null and status not in ('subscribed', 'contracted')`,
  "a count that is not theirs": sql`select 1 from customer c where deal_count <> (select count(*) from deal d where d.customer_id = c.id
    and d.status in ('subscribed', 'contracted', 'completed'))`,
};

/** Which of them a query finds, asked of all at once. */
async function broken(): Promise<string[]> {
  const all = Object.entries(forbidden).map(
    ([rule, query]) => sql`select ${rule}::text as rule where exists (${query})`,
  );
  const { rows } = await db.execute<{ rule: string }>(sql.join(all, sql` union all `));
  return rows.map(({ rule }) => rule);
}

const acts = [
  ...(["submit", "withdraw", "approve", "reject", "contract", "complete", "cancel", "pay", "confirm"] as const),
  ...(["return", "refund", "void", "add", "change", "change_approve", "change_reject"] as const),
];
type Act = (typeof acts)[number];
const walk = fc.record({
  /** How far the agent's deal has come before: by chance alone few would be signed. */
  from: fc.constantFrom("draft", "subscribed", "contracted"),
  steps: fc.array(
    fc.record({
      act: fc.constantFrom(...acts),
      deal: fc.nat(1),
      line: fc.nat(5),
      amount: fc.integer({ min: 1, max: 400 }),
    }),
    { minLength: 12, maxLength: 24 },
  ),
});

/** Acts whose amount somebody types, which may be too much. */
const typed: ReadonlySet<Act> = new Set(["cancel", "pay", "refund", "add", "change"]);

/** Whether the page offers an act on a deal, or on a line of its bill, to the user who does it. */
async function offered(act: Act, id: number, line: number, people: Record<"asSeller" | "asManager" | "asFinance", As>) {
  const { asSeller, asManager, asFinance } = people;
  const seen = async (as: As) => (await as(contract.get, { params: { id } })).data;
  const own = await seen(asSeller);
  const led = await seen(asManager);
  const lineFor = async (as: As) =>
    (await as(billingContract.ofDeal, { params: { id } })).data.list.find((one) => one.id === line)?.can;
  const ofDeal = {
    submit: own.can.submit && own.missing.length === 0,
    withdraw: own.can.withdraw,
    complete: own.can.complete && own.blocked.complete === undefined,
    change: own.can.change,
    add: own.can.bill,
    approve: led.can.review && led.blocked.approve === undefined,
    reject: led.can.review,
    contract: led.can.contract && led.blocked.contract === undefined,
    cancel: led.can.cancel,
    change_approve: led.can.review_change && led.blocked.review_change === undefined,
    change_reject: led.can.review_change,
  };
  if (act in ofDeal) return ofDeal[act as keyof typeof ofDeal];
  const ofLine = act as "pay" | "void" | "confirm" | "return" | "refund";
  return (await lineFor(ofLine === "pay" || ofLine === "void" ? asSeller : asFinance))?.[ofLine] ?? false;
}

test("a random walk never leaves a state that the tables forbid, and cancelling everything leaves nothing", async () => {
  await fc.assert(
    fc.asyncProperty(walk, async ({ from: begun, steps }) => {
      await resetDatabase(db);
      const { id: team_id } = await make.team();
      const seller = await make.user({ role: "sales", team_id });
      const manager = await make.user({ role: "sales_manager", team_id });
      const asFinance = await asNew({ role: "finance" });
      const channel = await make.user({ role: "channel_manager" });
      const [asSeller, asManager] = [await api.as(seller.id), await api.as(manager.id)];
      const go = dealSteps(db, { seller: asSeller, manager: asManager, finance: asFinance, sellerId: seller.id });
      const { id: estate_id } = await make.estate();
      const { id: room_id } = await make.room({ estate_id });
      const flat = await make.unit({ estate_id, room_id });
      const about = await make.customer({ owner_id: seller.id, stage: "visited" });
      const { id: agent_id } = await make.agent({ manager_id: channel.id });
      const lead = { customer_id: about.id, handler_id: seller.id, status: "visited", visited_at: days(-1) } as const;
      const clue = await make.clue({ agent_id, estate_id, ...lead });
      const ids: number[] = [];
      for (const from of [{ source_type: "agent", clue_id: clue.id, agent_id }, { source_type: "direct" }] as const) {
        const place = { estate_id, room_id, unit_id: flat.id, building: flat.building, unit_no: flat.unit_no };
        const row = { customer_id: about.id, owner_id: seller.id, deal_price: "1000.00", ...place, ...from };
        const commission = { commission_receivable: "30.00", commission_currency: "JPY" };
        const { id } = await make.deal({ ...row, ...commission, receivable_total: "1000.00" });
        for (const type of ["subscribe_form", "contract", "delivery"] as const)
          await make.attachment(id, type, seller.id);
        await make.billing({ deal_id: id, amount: "300.00" });
        await make.billing({ deal_id: id, amount: "700.00", type: "final" });
        ids.push(id);
      }
      const [sold] = ids;
      if (sold && begun !== "draft") {
        await go.must(go.submit(sold));
        await go.must(go.approve(sold));
      }
      if (sold && begun === "contracted") {
        const [deposit] = (await go.billOf(sold)).list;
        await go.settle(found(deposit).id, "300");
        await go.must(go.contract(sold));
      }
      expect(await broken()).toEqual([]);
      for (const { act, deal: which, line, amount } of steps) {
        const id = found(ids[which]);
        const lines = await rowsIn("billing", { deal_id: id });
        const one = lines[line % Math.max(1, lines.length)]?.id ?? 0;
        const row = await rowIn("deal", id);
        const reason = { reason: "随机走步" };
        const isOffered = await offered(act, id, one, { asSeller, asManager, asFinance });
        const reply = await {
          submit: () => go.submit(id),
          withdraw: () => go.call(asSeller, contract.withdraw, id),
          approve: () => go.approve(id),
          reject: () => go.call(asManager, contract.reject, id, reason),
          contract: () => go.contract(id),
          complete: () => go.complete(id),
          cancel: () =>
            go.cancel(id, {
              cancel_type: row?.status === "contracted" ? "return" : "unsubscribe",
              refund_plan: [{ amount: String(amount), due_at: today, note: null }],
            }),
          pay: () => go.pay(one, String(amount)),
          confirm: () => go.call(asFinance, billingContract.confirm, one),
          return: () => go.call(asFinance, billingContract.return, one, reason),
          refund: () => go.call(asFinance, billingContract.refund, one, { ...reason, amount: String(amount) }),
          void: () => go.call(asSeller, billingContract.void, one, reason),
          // Up or down by what a plan may leave room for.
          change: () =>
            go.call(asSeller, contract.change, id, { edits: { deal_price: String(800 + amount) }, ...reason }),
          change_approve: () => go.call(asManager, contract.changeApprove, id),
          change_reject: () => go.call(asManager, contract.changeReject, id, reason),
          add: () =>
            asSeller.unchecked(billingContract.create, {
              params: { id },
              body: { lines: [{ type: "interim", amount: String(amount), due_at: today }] },
            }),
        }[act]();
        expect([200, 40301, 40902, 40922, 42200]).toContain(reply.code);
        // Nothing is offered that is refused, but for what somebody types, and nothing is done that is not offered.
        const isTyped = reply.code === 42200 && typed.has(act);
        expect([act, isOffered, reply]).toEqual([act, reply.code === 200 || (isTyped && isOffered), reply]);
        expect([act, await broken()]).toEqual([act, []]);
      }
      const ended: number[] = [];
      for (const id of ids) {
        const row = await rowIn("deal", id);
        // What was paid goes back in full, but for what is on its way back already.
        const lines = await rowsIn("billing", { deal_id: id });
        const amounts = (of: (line: (typeof lines)[number]) => boolean) => lines.filter(of).map(({ amount }) => amount);
        const got = amounts(
          ({ payer, status }) => payer === "buyer" && (status === "confirmed" || status === "refunded"),
        );
        const back = amounts(({ type, status }) => type === "refund" && status !== "void");
        const left = row && row.status !== "completed" ? distance(sum("0.00", ...got), sum("0.00", ...back)) : "0.00";
        if (row?.status === "subscribed" || row?.status === "contracted") ended.push(id);
        const refund_plan = !/[1-9]/.test(left) ? [] : [{ amount: left, due_at: today, note: null }];
        if (row?.status === "reviewing") await go.must(go.call(asSeller, contract.withdraw, id));
        if (row?.status === "subscribed") await go.must(go.cancel(id, { cancel_type: "unsubscribe", refund_plan }));
        if (row?.status === "contracted") await go.must(go.cancel(id, { cancel_type: "return", refund_plan }));
      }
      expect(await broken()).toEqual([]);
      const [done] = await rowsIn("deal", { status: "completed" });
      if (done) return;
      expect(await rowIn("unit", flat.id)).toMatchObject({ status: "available", deal_id: null });
      expect(await rowIn("customer", about.id)).toMatchObject({ stage: "visited", deal_count: 0 });
      expect((await db.select({ n: estate.deal_count }).from(estate))[0]).toEqual({ n: 0 });
      // What came in and is to go back of those is nothing, and nobody is owed a commission.
      const owed = await db.execute<{ left: string; commissions: string }>(sql`select
        coalesce(sum(case when payer = 'buyer' and status in ('confirmed', 'refunded') then amount when type = 'refund' and status <> 'void' then -amount end)
          filter (where deal_id = any(${sql.param(ended)}::bigint[])), 0)::text as left,
        count(*) filter (where type in ('dev_commission', 'agent_commission') and status <> 'void')::text as commissions
        from billing b where exists (select 1 from deal d where d.id = b.deal_id and d.status = 'cancelled')`);
      expect(owed.rows[0]).toEqual({ left: expect.stringMatching(/^0(\.00)?$/), commissions: "0" });
      expect(await openBusiness(db, about.id)).toMatchObject({ liveDeals: 0 });
    }),
    { numRuns: 6, endOnFailure: true },
  );
});
