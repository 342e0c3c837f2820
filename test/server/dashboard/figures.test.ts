import { expect, test } from "vitest";
import { dashboard } from "~/contract/dashboard/dashboard";
import { figureRows } from "~/contract/dashboard/figure-rows";
import { stepsOf } from "~/contract/dashboard/funnel";
import { type Metric, metrics } from "~/contract/dashboard/metrics";
import { type PlaceRank, type Rank, ranks } from "~/contract/dashboard/rank";
import { buildStats } from "~/server/resources/dashboard/stat-days";
import { blockOf, figuresOf } from "~/test/support/dashboard";
import { days, testNow } from "~/test/support/factories";
import { setUp } from "~/test/support/set-up";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { api, make, asNew, insertIn } = setUp();
const { sales, asSales, asAdmin } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  admin: { role: "super_admin" },
});

/** The month of `testNow`, 2026-11-20, up to that day. */
const november = { from: "2026-11-01", to: "2026-11-20" };
const at = (day: string) => `2026-${day}T12:00:00+08:00`;

const figures = (as: As, query: object = november) => figuresOf(as, query);

/** How many rows a figure opens. */
async function rowsOf(as: As, metric: Metric, query: object = november): Promise<number> {
  // The kind's own endpoint knows the metric.
  const { data } = await as(figureRows[metrics[metric].rows] as typeof figureRows.inquiry, {
    query: { ...query, metric: metric as "inquiry_new" },
  });
  return data.total;
}

test("inquiries are counted but the invalid ones, and answered in time by the working clock; a report is not waited for", async () => {
  const mine = { assignee_id: sales.id, created_at: at("11-10") };
  await make.inquiry({ ...mine, response_seconds: 30 * 60 });
  await make.inquiry({ ...mine, response_seconds: 30 * 60 + 1 });
  await make.inquiry({ ...mine });
  await make.inquiry({ ...mine, status: "invalid" });
  await make.inquiry({ ...mine, kind: "report", response_seconds: 5 });
  await make.inquiry({ ...mine, created_at: "2026-10-31T15:59:59Z" });
  await make.inquiry({ ...mine, created_at: "2026-10-31T16:00:00Z", response_seconds: 9 });
  await make.inquiry({ created_at: at("11-10") });
  const own = await figures(asSales);
  // Before the first is October, by the clock of Shanghai.
  expect(own.inquiry_new).toMatchObject({ value: 5, prev: 1, ratio: 400 });
  expect(own.response_rate).toMatchObject({ value: 40, prev: 0, ratio: 40 });
  expect(await rowsOf(asSales, "inquiry_new")).toBe(5);
  expect(await rowsOf(asSales, "response_rate")).toBe(2);
  expect((await figures(asAdmin)).inquiry_new?.value).toBe(6);
});

test("a percentage of nothing is nothing, and is compared with nothing", async () => {
  const { response_rate, clue_valid_rate } = await figures(asAdmin);
  expect(response_rate).toMatchObject({ value: null, prev: null, ratio: null, yoy_ratio: null });
  expect(clue_valid_rate).toMatchObject({ value: null, spark: [null, null, null, null, null, null, null] });
});

test("leads are counted when they come, and when they are reviewed by whether they were ever valid", async () => {
  const { id: agent_id } = await make.agentWith({ manager_id: sales.id });
  const { id: estate_id } = await make.estate();
  const lead = { agent_id, estate_id, handler_id: sales.id, created_at: at("11-05") };
  for (const status of ["valid", "expired", "invalid"] as const)
    await make.clue({ ...lead, status, reviewed_at: at("11-06") });
  await make.clue({ ...lead, status: "pending" });
  await make.clue({ ...lead, status: "valid", created_at: at("10-30"), reviewed_at: at("11-01") });
  const { clue_new, clue_valid_rate } = await figures(asAdmin);
  expect(clue_new?.value).toBe(4);
  expect(clue_valid_rate?.value).toBe(75);
  expect(await rowsOf(asAdmin, "clue_new")).toBe(4);
  expect(await rowsOf(asAdmin, "clue_valid_rate")).toBe(3);
});

test("deals are counted gross by their day, with those given back beside, and come to CNY by the contract's rate", async () => {
  const sold = { owner_id: sales.id };
  const signed = { ...sold, status: "contracted" as const, subscribed_at: "2026-10-20", contracted_at: "2026-11-02" };
  await make.ownDeal(signed);
  await make.ownDeal({ ...signed, status: "cancelled", contracted_at: "2026-11-01", cancelled_at: "2026-11-20" });
  await make.ownDeal({ ...sold, status: "cancelled", subscribed_at: "2026-11-03", cancelled_at: "2026-11-04" });
  await make.ownDeal({ ...signed, owner_id: (await make.user()).id });
  await make.ownDeal({ ...signed, deleted_at: days(0) });
  const own = await figures(asSales);
  expect(own.subscribe_count).toMatchObject({ value: 1, prev: 2, cancelled: 2 });
  expect(own.contract_count).toMatchObject({ value: 2, cancelled: 1, spark: [0, 0, 0, 0, 0, 0, 0] });
  // 60,000,000 yen at 0.05, each.
  expect(own.contract_amount?.value).toBe(6_000_000);
  expect((await figures(asAdmin)).contract_count?.value).toBe(3);
  for (const key of ["subscribe_count", "contract_count", "contract_amount"] as const)
    expect([key, await rowsOf(asSales, key)]).toEqual([key, key === "subscribe_count" ? 1 : 2]);
});

test("developers' commissions are due by their day and received when finance has confirmed them", async () => {
  const { id: deal_id } = await make.ownDeal({ owner_id: sales.id, status: "contracted" });
  const sum = { amount: "1000000.00", fx_rate_to_cny: "0.05" };
  const line = { deal_id, type: "dev_commission", payer: "developer", ...sum } as const;
  await make.billing({ ...line, due_at: "2026-11-20" });
  const paid = { ...line, due_at: "2026-10-31", paid_at: "2026-11-01", paid_amount: "1000000.00" };
  await make.billing({ ...paid, status: "confirmed" });
  await make.billing({ ...paid, status: "paid" });
  await make.billing({ ...line, due_at: "2026-11-02", status: "void" });
  await make.billing({ ...line, type: "deposit", payer: "buyer", due_at: "2026-11-02" });
  const asFinance = await asNew({ role: "finance" });
  const { commission_receivable, commission_received } = await figures(asFinance);
  expect(commission_receivable).toMatchObject({ value: 50_000, prev: 100_000, ratio: -50 });
  // What is due adds up, whenever it was paid.
  expect(commission_receivable?.parts).toEqual({ received: 0, confirming: 0, open: 50_000 });
  const { commission_receivable: due } = await figures(asFinance, { from: "2026-10-31", to: "2026-11-20" });
  expect(due).toMatchObject({ value: 150_000, parts: { received: 50_000, confirming: 50_000, open: 50_000 } });
  expect(commission_received?.value).toBe(50_000);
  expect(await rowsOf(asFinance, "commission_receivable")).toBe(1);
  expect(await rowsOf(asFinance, "commission_received")).toBe(1);
  // A user who may not see commissions has no card.
  const cs = await asNew({ role: "customer_service" });
  expect(Object.keys(await figures(cs))).not.toContain("commission_received");
});

test("estates that are online now, and agents who signed in or reported", async () => {
  await make.estate({ publish_status: "online", audit_status: "approved" });
  await make.estate({ publish_status: "offline" });
  const { id: estate_id } = await make.estate({ publish_status: "online", deleted_at: days(0) });
  const busy = await make.agentWith({ manager_id: sales.id });
  const there = await make.agentWith({ manager_id: sales.id });
  const away = await make.agentWith({ manager_id: sales.id });
  await make.clue({ agent_id: busy.id, estate_id, created_at: at("11-03") });
  await make.login({ agent_id: busy.id, at: at("11-03"), result: "success" });
  await make.login({ agent_id: there.id, at: at("11-04"), result: "success" });
  await make.login({ agent_id: away.id, at: at("11-04"), result: "failed" });
  const { estate_online, agent_active } = await figures(asAdmin);
  expect(estate_online).toMatchObject({ value: 1, prev: null, ratio: null, spark: [] });
  expect(agent_active?.value).toBe(2);
  expect(await rowsOf(asAdmin, "agent_active")).toBe(2);
  expect(await rowsOf(asAdmin, "estate_online")).toBe(1);
});

test("a funnel is of the cohort of the range, and its steps open as many rows as they count", async () => {
  const { id: agent_id } = await make.agentWith({ manager_id: sales.id });
  const { id: estate_id } = await make.estate();
  const lead = { agent_id, estate_id, handler_id: sales.id, created_at: at("11-05"), reviewed_at: at("11-06") };
  const visited = { ...lead, visited_at: days(0) };
  const signed = { ...visited, subscribed_at: days(0), contracted_at: days(0) };
  await make.clue({ ...lead, status: "invalid" });
  await make.clue({ ...lead, status: "expired" });
  await make.clue({ ...visited, status: "visited" });
  await make.clue({ ...signed, status: "contracted" });
  // Signed without having been there: it stops where it has not been.
  await make.clue({ ...signed, visited_at: null, status: "contracted" });
  await make.clue({ ...signed, created_at: at("10-31"), status: "contracted" });
  const data = await blockOf(asAdmin, "funnel", { ...november, funnel: "clue" });
  expect(data.steps.map(({ count }) => count)).toEqual([5, 4, 2, 1, 1, 0]);
  expect(data.steps[2]).toMatchObject({ label: "到访", of_previous: 50, of_first: 40 });
  expect(data.steps[0]).toMatchObject({ of_previous: null, of_first: null });
  for (const [index, metric] of stepsOf("clue").entries()) {
    const { data: rows } = await asAdmin(figureRows.clue, { query: { ...november, metric } });
    expect([metric, rows.total]).toEqual([metric, data.steps[index]?.count]);
  }
});

test("an inquiry's funnel goes on with the customer that it became", async () => {
  const { id: customer_id } = await make.customer({ owner_id: sales.id });
  const { id: estate_id } = await make.estate();
  const mine = { assignee_id: sales.id, created_at: at("11-05") };
  const converted = { ...mine, status: "converted" as const, first_response_at: at("11-05"), customer_id };
  await make.inquiry({ created_at: at("11-05") });
  await make.inquiry(mine);
  await make.inquiry({ ...mine, first_response_at: at("11-06") });
  await make.inquiry(converted);
  await make.inquiry({ ...mine, status: "invalid" });
  await make.tracking({ customer_id, user_id: sales.id, type: "visit", tracked_at: at("11-04") });
  const counts = async () =>
    (await blockOf(asAdmin, "funnel", { ...november, funnel: "inquiry" })).steps.map(({ count }) => count);
  // The visit was before the inquiry.
  expect(await counts()).toEqual([4, 3, 2, 1, 0, 0]);
  await make.tracking({ customer_id, user_id: sales.id, type: "visit", tracked_at: at("11-06") });
  await make.deal({ customer_id, estate_id, owner_id: sales.id, status: "contracted", contracted_at: "2026-11-07" });
  expect(await counts()).toEqual([4, 3, 2, 1, 1, 1]);
});

test("ranks: the highest first, of equals who was there earlier; who sees himself alone is told no other's name", async () => {
  const other = await make.user({ role: "sales", name: "何静", team_id: sales.team_id });
  const third = await make.user({ role: "sales", name: "吴磊" });
  const { id: customer_id } = await make.customer({ owner_id: sales.id });
  const track = (user_id: number, day: string) =>
    make.tracking({ customer_id, user_id, is_valid: true, tracked_at: at(day) });
  for (const day of ["11-09", "10-31"]) await track(sales.id, day);
  await track(other.id, "11-08");
  for (const day of ["11-10", "11-02"]) await track(third.id, day);
  const places = async (as: As, limit?: number) =>
    (await blockOf(as, "rank", { ...november, rank: "tracking_valid", ...(limit && { limit }) })).list;
  expect((await places(asAdmin)).map(({ place, name, value }) => [place, name, value])).toEqual([
    [1, "吴磊", 2],
    [2, "何静", 1],
    [3, sales.name, 1],
  ]);
  const asManager = await asNew({ role: "sales_manager", team_id: sales.team_id });
  expect((await places(asManager)).map(({ name }) => name)).toEqual(["何静", sales.name]);
  expect(await places(asSales, 1)).toEqual([
    { place: 1, id: null, name: null, value: 2, is_own: false },
    { place: 3, id: sales.id, name: sales.name, value: 1, is_own: true },
  ]);
  // A user who has done nothing yet is behind all others, whatever is shown of them.
  const idle = await make.user({ role: "sales", name: "季新人" });
  expect((await places(await api.as(idle.id), 1)).at(-1)).toEqual({
    ...{ place: 4, id: idle.id, name: "季新人", value: 0, is_own: true },
  });
  expect(await places(asAdmin)).toHaveLength(3);
});

test("a ranking is of those to whom one narrows it; who sees himself alone singles nobody out", async () => {
  const other = await make.user({ role: "sales", name: "何静", team_id: sales.team_id });
  const third = await make.user({ role: "sales", name: "吴磊" });
  const { id: customer_id } = await make.customer({ owner_id: sales.id });
  for (const { id: user_id } of [sales, other, third])
    await make.tracking({ customer_id, user_id, is_valid: true, tracked_at: at("11-09") });
  const ranked = async (as: As, narrow: object) =>
    (await blockOf(as, "rank", { ...november, rank: "tracking_valid", ...narrow })).list.map(({ name }) => name);
  expect((await ranked(asAdmin, { team_id: sales.team_id })).sort()).toEqual(["何静", sales.name].sort());
  expect(await ranked(asAdmin, { user_id: third.id })).toEqual(["吴磊"]);
  expect(await ranked(asSales, { user_id: third.id })).toHaveLength(3);
  const [calm, busy] = [await make.agentWith({ manager_id: third.id }), await make.agentWith({ manager_id: sales.id })];
  const { id: estate_id } = await make.estate();
  for (const { id: agent_id } of [calm, busy]) await make.clue({ agent_id, estate_id, created_at: at("11-03") });
  const agents = await blockOf(asAdmin, "rank", { ...november, rank: "agent_clues", user_id: sales.id });
  expect(agents.list.map(({ id }) => id)).toEqual([busy.id]);
});

test("figures of one country: its estates', agents of it, customers who look for it; as many as their rows, and beside no target", async () => {
  for (const [country_code, times] of [
    ["JP", 1],
    ["TH", 2],
  ] as const) {
    const { id: estate_id } = await make.estate({ country_code, publish_status: "online" });
    const { id: agent_id } = await make.agentWith({ manager_id: sales.id, country_code });
    for (let n = 0; n < times; n += 1) {
      const created_at = at("11-05");
      const owned = { owner_id: sales.id, first_owner_id: sales.id, intent_country_codes: [country_code] };
      const { id: customer_id } = await make.customer({ ...owned, created_at });
      await make.customer({ intent_country_codes: [country_code], created_at });
      await make.tracking({ customer_id, user_id: sales.id, type: "visit", is_valid: true, tracked_at: created_at });
      await make.inquiry({ assignee_id: sales.id, estate_id, created_at, response_seconds: 60 });
      const review = { status: "valid" as const, reviewed_at: created_at };
      await make.clue({ agent_id, estate_id, handler_id: sales.id, created_at, ...review });
      const signed = { subscribed_at: "2026-11-05", contracted_at: "2026-11-06", status: "contracted" as const };
      const { id: deal_id } = await make.deal({ customer_id, estate_id, owner_id: sales.id, ...signed });
      const line = { deal_id, type: "dev_commission", payer: "developer", fx_rate_to_cny: "1" } as const;
      await make.billing({ ...line, amount: "100.00", due_at: "2026-11-07" });
    }
  }
  await make.inquiry({ assignee_id: sales.id, created_at: at("11-05") });
  await insertIn("target", { month: "2026-11", dim: "user", user_id: sales.id, metric: "contract_count", value: "4" });
  // Summed up or counted, of a country alone it is what the rows are.
  await buildStats({ services: api.services, at: testNow });
  const thai = { ...november, country: "TH" };
  const shown = await figures(asAdmin, thai);
  expect(Object.fromEntries(Object.entries(shown).map(([key, { value }]) => [key, value]))).toMatchObject({
    ...{ inquiry_new: 2, response_rate: 100, customer_new: 4, customer_active: 2, pool_size: 2, tracking_valid: 2 },
    ...{ clue_new: 2, clue_valid_rate: 100, visit_count: 2, subscribe_count: 2, contract_count: 2 },
    ...{ commission_receivable: 200, estate_online: 1, agent_active: 1 },
  });
  for (const [as, query] of [
    [asAdmin, thai],
    [asAdmin, november],
    [asSales, november],
  ] as const)
    for (const [key, { value }] of Object.entries(await figures(as, query)))
      if (metrics[key as Metric].unit === "count")
        expect([key, await rowsOf(as, key as Metric, query)]).toEqual([key, value]);
  expect((await figures(asSales, november)).contract_count).toMatchObject({ value: 3, target: 4 });
  expect((await figures(asSales, thai)).contract_count).toMatchObject({ value: 2, target: null });
  const { series } = await blockOf(asAdmin, "trend", thai);
  expect(series.map(({ key, points }) => [key, points.reduce((sum, { value }) => sum + value, 0)])).toEqual([
    ...[["inquiry_new", 2] as const, ["clue_new", 2] as const, ["contract_count", 2] as const],
    ...[["customer_new", 4] as const, ["tracking_valid", 2] as const],
  ]);
  const { steps } = await blockOf(asAdmin, "funnel", { ...thai, funnel: "inquiry" });
  expect(steps[0]?.count).toBe(2);
  for (const rank of ["contract_amount", "tracking_valid", "agent_clues", "estate_inquiries"] as const)
    expect([rank, (await blockOf(asAdmin, "rank", { ...thai, rank })).list.length]).toEqual([rank, 1]);
});

test("agents and estates are ranked by what came of them", async () => {
  const busy = await make.agentWith({ manager_id: sales.id });
  const calm = await make.agentWith({ manager_id: sales.id });
  const { id: estate_id, name } = await make.estate();
  for (const agent_id of [busy.id, busy.id, calm.id]) await make.clue({ agent_id, estate_id, created_at: at("11-03") });
  const signed = { created_at: at("10-03"), contracted_at: at("11-03"), status: "contracted" } as const;
  await make.clue({ agent_id: calm.id, estate_id, ...signed });
  await make.inquiry({ estate_id, created_at: at("11-03") });
  await make.inquiry({ created_at: at("11-03") });
  const first = async (type: Rank) =>
    (await blockOf(asAdmin, "rank", { ...november, rank: type })).list.map(({ id, value }) => [id, value]);
  expect(await first("agent_clues")).toEqual([
    [busy.id, 2],
    [calm.id, 1],
  ]);
  expect(await first("agent_contracts")).toEqual([[calm.id, 1]]);
  expect((await blockOf(asAdmin, "rank", { ...november, rank: "estate_inquiries" })).list).toMatchObject([
    { id: estate_id, name, value: 1 },
  ]);
  // Each place opens the rows that it counts.
  const opened = async (as: As, metric: PlaceRank, whose: object) => {
    const rows = ranks[metric].rows;
    // The kind's own endpoint knows the ranking.
    const endpoint = figureRows[rows] as typeof figureRows.clue;
    const query = { ...november, ...whose, metric: metric as "agent_clues" };
    const { code, data } = await as.unchecked(endpoint, { query });
    return code === 200 ? (data as { total: number }).total : code;
  };
  expect(await opened(asAdmin, "agent_clues", { agent_id: busy.id })).toBe(2);
  expect(await opened(asAdmin, "agent_clues", { agent_id: calm.id })).toBe(1);
  expect(await opened(asAdmin, "agent_contracts", { agent_id: calm.id })).toBe(1);
  expect(await opened(asAdmin, "estate_inquiries", { estate_id })).toBe(1);
  expect(await opened(asAdmin, "estate_inquiries", { agent_id: calm.id })).toBe(42200);
  const asOther = await asNew({ role: "channel_manager" });
  expect(await opened(asOther, "agent_clues", { agent_id: busy.id })).toBe(0);
  const asEditor = await asNew({ role: "estate_manager" });
  expect(await opened(asEditor, "estate_inquiries", { estate_id })).toBe(40300);
});

test("funnels and rankings are for the roles that hold their codes", async () => {
  const open = ["sales_manager", "sales", "channel_manager", "finance"];
  for (const role of [...open, "estate_manager", "customer_service"]) {
    const query = { blocks: "funnel,rank", funnel: "clue", rank: "contract_amount" };
    const { data } = await (await asNew({ role })).unchecked(dashboard.get, { query });
    const answers = [data.funnel, data.rank].map((answer) => answer?.error?.code !== 40300);
    expect([role, ...answers]).toEqual([role, open.includes(role), open.includes(role)]);
  }
});

whoMay(
  api,
  figureRows,
  {
    customer: "SM SR CM EM FI CS",
    tracking: { roles: "SM SR CS", query: { metric: "tracking_valid" } },
    inquiry: { roles: "SM SR CS", query: { metric: "inquiry_new" } },
    clue: { roles: "SM SR CM FI", query: { metric: "clue_new" } },
    deal: { roles: "SM SR CM FI", query: { metric: "contract_count" } },
    billing: { roles: "SM CM FI", query: { metric: "commission_received" } },
    estate: { roles: "SM SR CM EM CS", query: { metric: "estate_new" } },
    agent: { roles: "SM CM FI", query: { metric: "agent_active" } },
  },
  {},
);
