import { beforeEach, expect, test } from "vitest";
import { dashboard } from "~/contract/dashboard/dashboard";
import { figureRows } from "~/contract/dashboard/figure-rows";
import { stepsOf } from "~/contract/dashboard/funnel";
import { type Metric, metrics } from "~/contract/dashboard/metrics";
import { type PlaceRank, type Rank, ranks } from "~/contract/dashboard/rank";
import { target } from "~/server/database/tables/system/admin";
import { buildStats } from "~/server/resources/dashboard/stat-days";
import { makeAgentWith, makeLogin } from "~/test/support/agent-rows";
import { testApi } from "~/test/support/api";
import { makeClue } from "~/test/support/clue";
import { blockOf } from "~/test/support/dashboard";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeBilling, makeDeal } from "~/test/support/deal";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeInquiry, makeTeam, makeTracking, makeUser, testNow } from "~/test/support/factories";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
type As = Awaited<ReturnType<typeof api.as>>;
let team: Awaited<ReturnType<typeof makeTeam>>;
let sales: Awaited<ReturnType<typeof makeUser>>;
let asSales: As;
let asAdmin: As;

beforeEach(async () => {
  await resetDatabase(db);
  team = await makeTeam(db);
  sales = await makeUser(db, { role: "sales", team_id: team.id });
  asSales = await api.as(sales.id);
  asAdmin = await api.as((await makeUser(db, { role: "super_admin" })).id);
});

/** The month of `testNow`, 2026-11-20, up to that day. */
const november = { from: "2026-11-01", to: "2026-11-20" };
const at = (day: string) => `2026-${day}T12:00:00+08:00`;

async function figures(as: As, query: object = november) {
  const { list } = await blockOf(as, "kpi", query);
  return Object.fromEntries(list.map((one) => [one.key, one]));
}

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
  await makeInquiry(db, { ...mine, response_seconds: 30 * 60 });
  await makeInquiry(db, { ...mine, response_seconds: 30 * 60 + 1 });
  await makeInquiry(db, { ...mine });
  await makeInquiry(db, { ...mine, status: "invalid" });
  await makeInquiry(db, { ...mine, kind: "report", response_seconds: 5 });
  await makeInquiry(db, { ...mine, created_at: "2026-10-31T15:59:59Z" });
  await makeInquiry(db, { ...mine, created_at: "2026-10-31T16:00:00Z", response_seconds: 9 });
  await makeInquiry(db, { created_at: at("11-10") });
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
  const { id: agent_id } = await makeAgentWith(db, { manager_id: sales.id });
  const { id: estate_id } = await makeEstate(db);
  const lead = { agent_id, estate_id, handler_id: sales.id, created_at: at("11-05") };
  for (const status of ["valid", "expired", "invalid"] as const)
    await makeClue(db, { ...lead, status, reviewed_at: at("11-06") });
  await makeClue(db, { ...lead, status: "pending" });
  await makeClue(db, { ...lead, status: "valid", created_at: at("10-30"), reviewed_at: at("11-01") });
  const { clue_new, clue_valid_rate } = await figures(asAdmin);
  expect(clue_new?.value).toBe(4);
  expect(clue_valid_rate?.value).toBe(75);
  expect(await rowsOf(asAdmin, "clue_new")).toBe(4);
  expect(await rowsOf(asAdmin, "clue_valid_rate")).toBe(3);
});

test("deals are counted gross by their day, with those given back beside, and come to CNY by the contract's rate", async () => {
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const { id: estate_id } = await makeEstate(db);
  const sold = { customer_id, estate_id, owner_id: sales.id };
  const signed = { ...sold, status: "contracted" as const, subscribed_at: "2026-10-20", contracted_at: "2026-11-02" };
  await makeDeal(db, signed);
  await makeDeal(db, { ...signed, status: "cancelled", contracted_at: "2026-11-01", cancelled_at: "2026-11-20" });
  await makeDeal(db, { ...sold, status: "cancelled", subscribed_at: "2026-11-03", cancelled_at: "2026-11-04" });
  await makeDeal(db, { ...signed, owner_id: (await makeUser(db)).id });
  await makeDeal(db, { ...signed, deleted_at: days(0) });
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
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const { id: estate_id } = await makeEstate(db);
  const { id: deal_id } = await makeDeal(db, { customer_id, estate_id, owner_id: sales.id, status: "contracted" });
  const line = {
    deal_id,
    type: "dev_commission",
    payer: "developer",
    amount: "1000000.00",
    fx_rate_to_cny: "0.05",
  } as const;
  await makeBilling(db, { ...line, due_at: "2026-11-20" });
  const paid = { ...line, due_at: "2026-10-31", paid_at: "2026-11-01", paid_amount: "1000000.00" };
  await makeBilling(db, { ...paid, status: "confirmed" });
  await makeBilling(db, { ...paid, status: "paid" });
  await makeBilling(db, { ...line, due_at: "2026-11-02", status: "void" });
  await makeBilling(db, { ...line, type: "deposit", payer: "buyer", due_at: "2026-11-02" });
  const asFinance = await api.as((await makeUser(db, { role: "finance" })).id);
  const { commission_receivable, commission_received } = await figures(asFinance);
  expect(commission_receivable).toMatchObject({ value: 50_000, prev: 100_000, ratio: -50 });
  // What is due adds up, whenever it was paid.
  expect(commission_receivable?.parts).toEqual({ received: 0, confirming: 0, open: 50_000 });
  const { commission_receivable: due } = await figures(asFinance, { from: "2026-10-31", to: "2026-11-20" });
  expect(due).toMatchObject({ value: 150_000, parts: { received: 50_000, confirming: 50_000, open: 50_000 } });
  expect(commission_received?.value).toBe(50_000);
  expect(await rowsOf(asFinance, "commission_receivable")).toBe(1);
  expect(await rowsOf(asFinance, "commission_received")).toBe(1);
  // A user who may not see commissions has no card and no rows.
  const cs = await api.as((await makeUser(db, { role: "customer_service" })).id);
  expect(Object.keys(await figures(cs))).not.toContain("commission_received");
  expect((await cs(figureRows.billing, { query: { metric: "commission_received" } })).code).toBe(40300);
});

test("estates that are online now, and agents who signed in or reported", async () => {
  await makeEstate(db, { publish_status: "online", audit_status: "approved" });
  await makeEstate(db, { publish_status: "offline" });
  const { id: estate_id } = await makeEstate(db, { publish_status: "online", deleted_at: days(0) });
  const busy = await makeAgentWith(db, { manager_id: sales.id });
  const there = await makeAgentWith(db, { manager_id: sales.id });
  const away = await makeAgentWith(db, { manager_id: sales.id });
  await makeClue(db, { agent_id: busy.id, estate_id, created_at: at("11-03") });
  await makeLogin(db, { agent_id: busy.id, at: at("11-03"), result: "success" });
  await makeLogin(db, { agent_id: there.id, at: at("11-04"), result: "success" });
  await makeLogin(db, { agent_id: away.id, at: at("11-04"), result: "failed" });
  const { estate_online, agent_active } = await figures(asAdmin);
  expect(estate_online).toMatchObject({ value: 1, prev: null, ratio: null, spark: [] });
  expect(agent_active?.value).toBe(2);
  expect(await rowsOf(asAdmin, "agent_active")).toBe(2);
  expect(await rowsOf(asAdmin, "estate_online")).toBe(1);
});

test("every figure that counts is as many as its rows, whoever asks", async () => {
  const { id: estate_id } = await makeEstate(db, { publish_status: "online" });
  const agent = await makeAgentWith(db, { manager_id: sales.id });
  for (const [index, day] of ["11-01", "11-05", "11-20", "10-31"].entries()) {
    const owner_id = index % 2 ? sales.id : (await makeUser(db, { role: "sales" })).id;
    const { id: customer_id } = await makeCustomer(db, { owner_id, created_at: at(day) });
    await makeTracking(db, { customer_id, user_id: owner_id, type: "visit", tracked_at: at(day) });
    await makeInquiry(db, { assignee_id: owner_id, created_at: at(day) });
    await makeClue(db, { agent_id: agent.id, estate_id, handler_id: owner_id, created_at: at(day) });
    const signed = { subscribed_at: `2026-${day}`, contracted_at: `2026-${day}` };
    await makeDeal(db, { customer_id, estate_id, owner_id, status: "contracted", ...signed });
  }
  const counts = (Object.keys(metrics) as Metric[]).filter((key) => metrics[key].unit === "count");
  for (const as of [asSales, asAdmin]) {
    const shown = await figures(as);
    for (const key of counts) if (shown[key]) expect([key, await rowsOf(as, key)]).toEqual([key, shown[key].value]);
  }
});

test("a funnel is of the cohort of the range, and its steps open as many rows as they count", async () => {
  const { id: agent_id } = await makeAgentWith(db, { manager_id: sales.id });
  const { id: estate_id } = await makeEstate(db);
  const lead = { agent_id, estate_id, handler_id: sales.id, created_at: at("11-05"), reviewed_at: at("11-06") };
  const visited = { ...lead, visited_at: days(0) };
  const signed = { ...visited, subscribed_at: days(0), contracted_at: days(0) };
  await makeClue(db, { ...lead, status: "invalid" });
  await makeClue(db, { ...lead, status: "expired" });
  await makeClue(db, { ...visited, status: "visited" });
  await makeClue(db, { ...signed, status: "contracted" });
  // Signed without having been there: it stops where it has not been.
  await makeClue(db, { ...signed, visited_at: null, status: "contracted" });
  await makeClue(db, { ...signed, created_at: at("10-31"), status: "contracted" });
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
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const { id: estate_id } = await makeEstate(db);
  const mine = { assignee_id: sales.id, created_at: at("11-05") };
  const converted = { ...mine, status: "converted" as const, first_response_at: at("11-05"), customer_id };
  await makeInquiry(db, { created_at: at("11-05") });
  await makeInquiry(db, mine);
  await makeInquiry(db, { ...mine, first_response_at: at("11-06") });
  await makeInquiry(db, converted);
  await makeInquiry(db, { ...mine, status: "invalid" });
  await makeTracking(db, { customer_id, user_id: sales.id, type: "visit", tracked_at: at("11-04") });
  const counts = async () =>
    (await blockOf(asAdmin, "funnel", { ...november, funnel: "inquiry" })).steps.map(({ count }) => count);
  // The visit was before the inquiry.
  expect(await counts()).toEqual([4, 3, 2, 1, 0, 0]);
  await makeTracking(db, { customer_id, user_id: sales.id, type: "visit", tracked_at: at("11-06") });
  await makeDeal(db, { customer_id, estate_id, owner_id: sales.id, status: "contracted", contracted_at: "2026-11-07" });
  expect(await counts()).toEqual([4, 3, 2, 1, 1, 1]);
});

test("a funnel without the area's code is refused, and so are its rows", async () => {
  const asEditor = await api.as((await makeUser(db, { role: "estate_manager" })).id);
  const { data } = await asEditor(dashboard.get, { query: { blocks: ["funnel"], funnel: "clue" } });
  expect(data).toEqual({ funnel: { data: null, error: { code: 40300, message: expect.any(String) } } });
  expect((await asEditor(figureRows.clue, { query: { metric: "clue_visited" } })).code).toBe(40300);
});

test("ranks: the highest first, of equals who was there earlier; who sees himself alone is told no other's name", async () => {
  const other = await makeUser(db, { role: "sales", name: "何静", team_id: team.id });
  const third = await makeUser(db, { role: "sales", name: "吴磊" });
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const track = (user_id: number, day: string) =>
    makeTracking(db, { customer_id, user_id, is_valid: true, tracked_at: at(day) });
  for (const [user_id, day] of [
    [sales.id, "11-09"],
    [other.id, "11-08"],
    [third.id, "11-10"],
    [third.id, "11-02"],
  ] as const)
    await track(user_id, day);
  await track(sales.id, "10-31");
  const places = async (as: As, limit?: number) =>
    (await blockOf(as, "rank", { ...november, rank: "tracking_valid", ...(limit && { limit }) })).list;
  expect((await places(asAdmin)).map(({ place, name, value }) => [place, name, value])).toEqual([
    [1, "吴磊", 2],
    [2, "何静", 1],
    [3, sales.name, 1],
  ]);
  const asManager = await api.as((await makeUser(db, { role: "sales_manager", team_id: team.id })).id);
  expect((await places(asManager)).map(({ name }) => name)).toEqual(["何静", sales.name]);
  expect(await places(asSales, 1)).toEqual([
    { place: 1, id: null, name: null, value: 2, is_own: false },
    { place: 3, id: sales.id, name: sales.name, value: 1, is_own: true },
  ]);
  // A user who has done nothing yet is behind all others, whatever is shown of them.
  const idle = await makeUser(db, { role: "sales", name: "季新人" });
  expect((await places(await api.as(idle.id), 1)).at(-1)).toEqual({
    ...{ place: 4, id: idle.id, name: "季新人", value: 0, is_own: true },
  });
  expect(await places(asAdmin)).toHaveLength(3);
});

test("a ranking is of those to whom one narrows it; who sees himself alone singles nobody out", async () => {
  const other = await makeUser(db, { role: "sales", name: "何静", team_id: team.id });
  const third = await makeUser(db, { role: "sales", name: "吴磊" });
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  for (const { id: user_id } of [sales, other, third])
    await makeTracking(db, { customer_id, user_id, is_valid: true, tracked_at: at("11-09") });
  const ranked = async (as: As, narrow: object) =>
    (await blockOf(as, "rank", { ...november, rank: "tracking_valid", ...narrow })).list.map(({ name }) => name);
  expect((await ranked(asAdmin, { team_id: team.id })).sort()).toEqual(["何静", sales.name].sort());
  expect(await ranked(asAdmin, { user_id: third.id })).toEqual(["吴磊"]);
  expect(await ranked(asSales, { user_id: third.id })).toHaveLength(3);
  const [calm, busy] = [
    await makeAgentWith(db, { manager_id: third.id }),
    await makeAgentWith(db, { manager_id: sales.id }),
  ];
  const { id: estate_id } = await makeEstate(db);
  for (const { id: agent_id } of [calm, busy]) await makeClue(db, { agent_id, estate_id, created_at: at("11-03") });
  const agents = await blockOf(asAdmin, "rank", { ...november, rank: "agent_clues", user_id: sales.id });
  expect(agents.list.map(({ id }) => id)).toEqual([busy.id]);
});

test("figures of one country: its estates', agents of it, customers who look for it; as many as their rows, and beside no target", async () => {
  for (const [country_code, times] of [
    ["JP", 1],
    ["TH", 2],
  ] as const) {
    const { id: estate_id } = await makeEstate(db, { country_code, publish_status: "online" });
    const { id: agent_id } = await makeAgentWith(db, { manager_id: sales.id, country_code });
    for (let n = 0; n < times; n += 1) {
      const created_at = at("11-05");
      const owned = { owner_id: sales.id, first_owner_id: sales.id, intent_country_codes: [country_code] };
      const { id: customer_id } = await makeCustomer(db, { ...owned, created_at });
      await makeCustomer(db, { intent_country_codes: [country_code], created_at });
      await makeTracking(db, { customer_id, user_id: sales.id, type: "visit", is_valid: true, tracked_at: created_at });
      await makeInquiry(db, { assignee_id: sales.id, estate_id, created_at, response_seconds: 60 });
      const review = { status: "valid" as const, reviewed_at: created_at };
      await makeClue(db, { agent_id, estate_id, handler_id: sales.id, created_at, ...review });
      const signed = { subscribed_at: "2026-11-05", contracted_at: "2026-11-06", status: "contracted" as const };
      const { id: deal_id } = await makeDeal(db, { customer_id, estate_id, owner_id: sales.id, ...signed });
      const line = { deal_id, type: "dev_commission", payer: "developer", fx_rate_to_cny: "1" } as const;
      await makeBilling(db, { ...line, amount: "100.00", due_at: "2026-11-07" });
    }
  }
  await makeInquiry(db, { assignee_id: sales.id, created_at: at("11-05") });
  await db
    .insert(target)
    .values({ month: "2026-11", dim: "user", user_id: sales.id, metric: "contract_count", value: "4" });
  // Summed up or counted, of a country alone it is what the rows are.
  await buildStats({ services: api.services, at: testNow });
  const thai = { ...november, country: "TH" };
  const shown = await figures(asAdmin, thai);
  expect(Object.fromEntries(Object.entries(shown).map(([key, { value }]) => [key, value]))).toMatchObject({
    ...{ inquiry_new: 2, response_rate: 100, customer_new: 4, customer_active: 2, pool_size: 2, tracking_valid: 2 },
    ...{ clue_new: 2, clue_valid_rate: 100, visit_count: 2, subscribe_count: 2, contract_count: 2 },
    ...{ commission_receivable: 200, estate_online: 1, agent_active: 1 },
  });
  for (const key of Object.keys(shown) as Metric[])
    if (metrics[key].unit === "count")
      expect([key, await rowsOf(asAdmin, key, thai)]).toEqual([key, shown[key]?.value]);
  expect((await figures(asSales, november)).contract_count).toMatchObject({ value: 3, target: 4 });
  expect((await figures(asSales, thai)).contract_count).toMatchObject({ value: 2, target: null });
  const { series } = await blockOf(asAdmin, "trend", thai);
  expect(series.map(({ key, points }) => [key, points.reduce((sum, { value }) => sum + value, 0)])).toEqual([
    ...[["inquiry_new", 2] as const, ["clue_new", 2] as const, ["contract_count", 2] as const],
    ...[["customer_new", 4] as const, ["tracking_valid", 2] as const],
  ]);
  const { steps } = await blockOf(asAdmin, "funnel", { ...thai, funnel: "inquiry" });
  expect(steps[0]?.count).toBe(2);
  for (const [rank, first] of [
    ["contract_amount", 1],
    ["tracking_valid", 1],
    ["agent_clues", 1],
    ["estate_inquiries", 1],
  ] as const)
    expect([rank, (await blockOf(asAdmin, "rank", { ...thai, rank })).list.length]).toEqual([rank, first]);
});

test("agents and estates are ranked by what came of them", async () => {
  const busy = await makeAgentWith(db, { manager_id: sales.id });
  const calm = await makeAgentWith(db, { manager_id: sales.id });
  const { id: estate_id, name } = await makeEstate(db);
  for (const agent_id of [busy.id, busy.id, calm.id])
    await makeClue(db, { agent_id, estate_id, created_at: at("11-03") });
  await makeClue(db, {
    agent_id: calm.id,
    estate_id,
    created_at: at("10-03"),
    contracted_at: at("11-03"),
    status: "contracted",
  });
  await makeInquiry(db, { estate_id, created_at: at("11-03") });
  await makeInquiry(db, { created_at: at("11-03") });
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
  const asOther = await api.as((await makeUser(db, { role: "channel_manager" })).id);
  expect(await opened(asOther, "agent_clues", { agent_id: busy.id })).toBe(0);
  const asEditor = await api.as((await makeUser(db, { role: "estate_manager" })).id);
  expect(await opened(asEditor, "estate_inquiries", { estate_id })).toBe(40300);
});

test("funnels and rankings are for the roles that hold their codes", async () => {
  const roles = {
    SM: "sales_manager",
    SR: "sales",
    CM: "channel_manager",
    EM: "estate_manager",
    FI: "finance",
    CS: "customer_service",
  };
  const open: Record<string, string[]> = { funnel: [], rank: [] };
  for (const [sign, role] of Object.entries(roles)) {
    const as = await api.as((await makeUser(db, { role })).id);
    const query = {
      blocks: ["funnel" as const, "rank" as const],
      funnel: "clue" as const,
      rank: "contract_amount" as const,
    };
    const { data } = await as(dashboard.get, { query });
    for (const name of ["funnel", "rank"] as const) if (data[name]?.error?.code !== 40300) open[name]?.push(sign);
  }
  expect(open).toEqual({ funnel: ["SM", "SR", "CM", "FI"], rank: ["SM", "SR", "CM", "FI"] });
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
