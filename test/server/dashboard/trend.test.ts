import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Grain } from "~/contract/dashboard/grain";
import { type TrendKey, trendFigures, trendKeys } from "~/contract/trend/trend-figures";
import { trendRows } from "~/contract/trend/trend-rows";
import { type Trends, trends } from "~/contract/trend/trends";
import type { estateAudit } from "~/server/database/tables/house/estate";
import { found } from "~/server/lib/call";
import { buildStats } from "~/server/resources/dashboard/stat-days";
import { testNow } from "~/test/support/factories";
import { setUp } from "~/test/support/set-up";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, asNew, updateIn, insertIn } = setUp();
const { sales, asAdmin, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  admin: { role: "super_admin" },
  manager: { role: "sales_manager", team: "一组" },
});

const november = { from: "2026-11-01", to: "2026-11-20" };
const at = (day: string, hour = "12") => `2026-${day}T${hour}:00:00+08:00`;

const totals = (reply: Trends) => Object.fromEntries(reply.totals.map(({ key, value }) => [key, value]));
const splits = (reply: Trends) =>
  Object.fromEntries(reply.splits.map(({ key, list }) => [key, list.map(({ label, count }) => `${label} ${count}`)]));
/** Each number of a table with how many rows it opens, where it counts them. */
async function opened(as: As, { tables }: Trends, query: object = november) {
  const all: [string, number | string | null | undefined, number][] = [];
  for (const { key, of, columns, rows } of tables)
    for (const { id, values } of rows)
      for (const [index, { key: column, metric, unit }] of columns.entries())
        if (metric && unit === "count")
          all.push([`${key} ${column}`, values[index], await rowsOf(as, metric, { ...query, [`${of}_id`]: id })]);
  return all;
}
/** The points of a series that are not 0 or nothing. */
const points = (reply: Trends, key: TrendKey, value: string | null = null) =>
  (reply.series.find((one) => one.key === key && one.value === value)?.points ?? []).flatMap((point) =>
    point.value ? `${point.date} ${point.value}` : [],
  );

async function rowsOf(as: As, metric: TrendKey, query: object = november): Promise<number> {
  // The kind's own endpoint knows the metric.
  const endpoint = trendRows[trendFigures[metric].rows] as typeof trendRows.customer;
  return (await as(endpoint, { query: { ...query, metric: metric as "customer_new" } })).data.total;
}

let audits = 0;
const makeAudit = (estate_id: number, given: Partial<typeof estateAudit.$inferInsert>) =>
  insertIn("estateAudit", {
    ...{ audit_no: `SH${++audits}`, estate_id, action: "create", submitter_name: "林", status: "approved" },
    ...{ submitted_at: at("11-01"), sla_due_at: at("11-03"), search_text: "" },
    snapshot: { fields: {}, rooms: [], album: [] },
    ...given,
  });

test("estates: what was approved, how long it took, what is online, and what came of each", async () => {
  const online = { publish_status: "online" } as const;
  const [one, other] = [await make.estate(online), await make.estate(online)];
  await make.estate({ ...online, country_code: "TH" });
  await db.execute(sql`update estate set price_min_cny = case country_code when 'TH' then 10000000 else 1500000 end`);
  await makeAudit(one.id, { submitted_at: at("11-02", "08"), reviewed_at: at("11-02", "12"), submitter_id: sales.id });
  await makeAudit(other.id, { action: "update", submitted_at: at("11-02"), reviewed_at: at("11-04") });
  await makeAudit(other.id, { status: "pending", submitted_at: at("11-05") });
  await insertIn("contentDaily", { kind: "estate", target_id: one.id, date: "2026-11-05", views: 40 });
  await make.inquiry({ estate_id: one.id, created_at: at("11-05") });
  const { id: agent_id } = await make.agentWith({ manager_id: sales.id });
  await make.clue({ agent_id, estate_id: one.id, created_at: at("11-06"), visited_at: at("11-07") });
  await buildStats({ services: api.services, at: testNow });
  const { data } = await asAdmin(trends.estate, { query: november });
  expect(totals(data)).toEqual({
    ...{ estate_new: 1, estate_online: 3, audit_submitted: 3, audit_approved: 2, audit_hours: 26 },
  });
  expect(points(data, "estate_new")).toEqual(["2026-11-02 1"]);
  expect(points(data, "audit_hours")).toEqual(["2026-11-02 4", "2026-11-04 48"]);
  // Taken as yesterday ended, and now; nothing is made up of the days before.
  expect(points(data, "estate_online")).toEqual(["2026-11-19 3", "2026-11-20 3"]);
  expect(splits(data)).toMatchObject({
    estate_country: ["日本 2", "泰国 1"],
    estate_price: ["100–200万 2", "1000万及以上 1"],
  });
  const [table] = data.tables;
  expect(table?.columns.map(({ label }) => label)).toEqual(["浏览", "询盘", "报备", "到访", "签约", "询盘率"]);
  expect(table?.rows).toEqual([{ id: one.id, name: one.name, values: [40, 1, 1, 1, 0, 2.5] }]);
  for (const key of ["estate_new", "estate_online", "audit_submitted", "audit_approved"] as const)
    expect([key, await rowsOf(asAdmin, key)]).toEqual([key, totals(data)[key]]);
  const numbers = await opened(asAdmin, data);
  expect(numbers.map(([column]) => column.split(" ")[1])).toEqual(["inquiries", "clues", "visits", "contracts"]);
  for (const [column, shown, rows] of numbers) expect([column, rows]).toEqual([column, shown]);
  expect(await rowsOf(asAdmin, "estate_country", { ...november, value: "TH" })).toBe(1);
  expect(await rowsOf(asAdmin, "estate_price", { ...november, value: "1" })).toBe(2);
  const { data: thai } = await asAdmin(trends.estate, { query: { ...november, country: "TH" } });
  expect([totals(thai).estate_online, totals(thai).audit_submitted, thai.tables[0]?.rows]).toEqual([1, 0, []]);
  // A user who sees no reviews opens none, and gets nothing of areas that are not theirs.
  const asEditor = await asNew({ role: "finance" });
  const { data: seen } = await asEditor(trends.estate, { query: november });
  expect([seen.totals, seen.series, seen.tables]).toEqual([[], [], []]);
  expect((await asEditor(trendRows.estate, { query: { metric: "estate_new" } })).code).toBe(40300);
});

test("customers: who came and went, how often they were followed up, and how long a contract took", async () => {
  const mine = { owner_id: sales.id, first_owner_id: sales.id };
  const wish = { level: "A", intent_country_codes: ["JP", "TH"] };
  const { id } = await make.customer({ ...mine, ...wish, created_at: at("11-02") });
  const { id: lost } = await make.customer({ ...mine, created_at: "2026-10-31T15:59:59Z" });
  await make.customer({ created_at: at("11-03"), level: "B" });
  await updateIn("customer", {}, { stage: "lost", lost_reason: "other", updated_at: at("11-09") });
  await updateIn("customer", {}, { stage: "new", updated_at: at("11-10") });
  expect(totals((await asAdmin(trends.customer, { query: november })).data).customer_lost).toBe(0);
  await make.customer({ ...mine, created_at: at("10-01"), stage: "lost", updated_at: at("11-09") });
  const moved = (action: string, given: object) =>
    insertIn("customerOwnerLog", { customer_id: id, action, at: at("11-11"), ...given });
  await moved("claim", { to_user: sales.id });
  await moved("release", { from_user: sales.id });
  await moved("claim", { to_user: sales.id });
  await moved("auto_release", { from_user: sales.id, customer_id: lost });
  for (const customer_id of [id, id, lost])
    await make.tracking({ customer_id, user_id: sales.id, tracked_at: at("11-12"), is_valid: false });
  const { id: estate_id } = await make.estate();
  const sold = { customer_id: id, estate_id, owner_id: sales.id };
  await make.deal({ ...sold, status: "contracted", contracted_at: "2026-11-12" });
  const { data } = await asManager(trends.customer, { query: november });
  expect(totals(data)).toEqual({
    ...{ customer_new: 1, customer_lost: 1, tracking_count: 3, tracking_each: 1.5, deal_cycle: 10 },
  });
  for (const key of ["pool_claimed", "pool_auto", "pool_manual"] as const)
    expect(points(data, key)).toEqual(["2026-11-11 1"]);
  expect(splits(data)).toMatchObject({ customer_level: ["A 高意向 1"], customer_country: ["日本 1", "泰国 1"] });
  expect(totals((await asAdmin(trends.customer, { query: november })).data).customer_new).toBe(2);
  for (const key of ["customer_new", "customer_lost", "tracking_count"] as const)
    expect([key, await rowsOf(asManager, key)]).toEqual([key, totals(data)[key]]);
  for (const key of ["pool_claimed", "pool_auto", "pool_manual", "deal_cycle"] as const)
    expect([key, await rowsOf(asManager, key)]).toEqual([key, 1]);
  expect(await rowsOf(asManager, "customer_country", { ...november, value: "TH" })).toBe(1);
  const narrowed = await asAdmin(trends.customer, { query: { ...november, country: "TH", user_id: sales.id } });
  expect(totals(narrowed.data)).toMatchObject({ customer_new: 1, tracking_count: 2, tracking_each: 2 });
});

test("leads: by what has become of them, how many were valid, how long each step took, and who brought them", async () => {
  const agent = await make.agentWith({ manager_id: sales.id });
  const estate = await make.estate();
  const lead = { agent_id: agent.id, estate_id: estate.id, handler_id: sales.id, created_at: at("11-02", "08") };
  await make.clue({ ...lead, status: "pending" });
  await make.clue({ ...lead, status: "invalid", invalid_reason: "no_answer", reviewed_at: at("11-02", "10") });
  await make.clue({ ...lead, status: "visited", reviewed_at: at("11-02", "12"), visited_at: at("11-04", "08") });
  const signed = { reviewed_at: at("11-03", "08"), visited_at: at("11-06", "08"), subscribed_at: at("11-07") };
  await make.clue({ ...lead, ...signed, status: "contracted", contracted_at: at("11-11", "08") });
  const { data } = await asAdmin(trends.clue, { query: november });
  expect(totals(data)).toEqual({ clue_status: 4, clue_valid_rate: 66.7, review_hours: 4, visit_days: 3, sign_days: 5 });
  expect(points(data, "clue_status", "pending")).toEqual(["2026-11-02 1"]);
  expect(points(data, "clue_status", "settled")).toEqual([]);
  expect(points(data, "clue_valid_rate")).toEqual(["2026-11-02 50", "2026-11-03 100"]);
  expect(splits(data)).toEqual({ clue_invalid: ["无法接通 1"] });
  const values = [4, 2, 2, 1, 1, 0, 50, 25];
  expect(data.tables).toMatchObject([
    { label: "房源转化", rows: [{ id: estate.id, name: estate.name, values }] },
    { label: "代理转化", rows: [{ id: agent.id, name: agent.name, values }] },
  ]);
  const numbers = await opened(asAdmin, data);
  expect(numbers).toHaveLength(12);
  for (const [column, shown, rows] of numbers) expect([column, rows]).toEqual([column, shown]);
  expect(await rowsOf(asAdmin, "clue_status")).toBe(4);
  expect(await rowsOf(asAdmin, "clue_status", { ...november, value: "contracted" })).toBe(1);
  expect(await rowsOf(asAdmin, "clue_valid_rate")).toBe(2);
  expect(await rowsOf(asAdmin, "clue_invalid", { ...november, value: "no_answer" })).toBe(1);
});

test("agents: new ones, busy ones, those without a report for ninety days, and what they brought", async () => {
  const manager = await make.user({ role: "channel_manager", team_id: sales.team_id });
  const busy = await make.agentWith({ manager_id: manager.id, created_at: at("11-03"), level: "S" });
  const gone = await make.agentWith({ manager_id: manager.id, created_at: at("01-03"), level: "B" });
  const back = await make.agentWith({ manager_id: manager.id, created_at: at("01-03"), level: "B" });
  const { id: estate_id } = await make.estate();
  // Ninety days after 7 August it is 5 November.
  await make.clue({ agent_id: gone.id, estate_id, created_at: at("08-07") });
  await make.clue({ agent_id: back.id, estate_id, created_at: at("08-07") });
  await make.clue({ agent_id: back.id, estate_id, created_at: at("11-05", "23") });
  for (const result of ["success", "success", "failed"] as const)
    await make.login({ agent_id: busy.id, at: at("11-04"), result });
  const as = await api.as(manager.id);
  const { data } = await as(trends.agent, { query: november });
  expect(totals(data)).toEqual({ agent_new: 1, agent_active: 2, agent_churned: 1, agent_login: 2 });
  expect(points(data, "agent_churned")).toEqual(["2026-11-05 1"]);
  expect(splits(data)).toEqual({ agent_level: ["普通 2", "战略 1"] });
  const [brought, ...others] = found(data.tables[0]).rows;
  expect([brought?.name, brought?.values[0], brought?.values.at(-1)]).toEqual([back.name, 1, "2026-11-05"]);
  expect(others).toEqual([]);
  for (const key of ["agent_new", "agent_active", "agent_churned", "agent_login"] as const)
    expect([key, await rowsOf(as, key)]).toEqual([key, totals(data)[key]]);
  const seen = await opened(as, data);
  expect(seen.map(([column]) => column)).toEqual(["agents clues", "agents visits", "agents contracts"]);
  for (const [column, shown, rows] of seen) expect([column, rows]).toEqual([column, shown]);
  // Another manager's agents are none of his.
  const other = await asNew({ role: "channel_manager" });
  expect(totals((await other(trends.agent, { query: november })).data)).toEqual({
    ...{ agent_new: 0, agent_active: 0, agent_churned: 0, agent_login: 0 },
  });
});

test("days up to a month, weeks from Monday up to half a year, then months; as one asks", async () => {
  await make.customer({ created_at: at("11-01") });
  await make.customer({ created_at: at("11-03") });
  const read = async (query: { from: string; to: string; grain?: Grain }) =>
    (await asAdmin(trends.customer, { query })).data;
  const weeks = await read({ from: "2026-10-28", to: "2026-12-01" });
  const bounds = weeks.series[0]?.points.map(({ date, to, value }) => [date, to, value]);
  expect([weeks.grain, bounds?.slice(0, 2), bounds?.at(-1)]).toEqual([
    "week",
    [
      ["2026-10-28", "2026-11-01", 1],
      ["2026-11-02", "2026-11-08", 1],
    ],
    ["2026-11-30", "2026-12-01", 0],
  ]);
  const months = await read({ from: "2026-01-15", to: "2026-11-20" });
  expect([months.grain, points(months, "customer_new")]).toEqual(["month", ["2026-11-01 2"]]);
  expect(months.series[0]?.points[0]).toEqual({ date: "2026-01-15", to: "2026-01-31", value: 0 });
  expect((await read({ ...november, grain: "month" })).series[0]?.points).toHaveLength(1);
  // Summed up or not, it is the same.
  await buildStats({ services: api.services, at: testNow });
  const summed = await read({ from: "2026-10-28", to: "2026-12-01" });
  expect(points(summed, "customer_new")).toEqual(["2026-10-28 1", "2026-11-02 1"]);
  expect((await asAdmin(trends.customer, { query: { from: "2025-01-01", to: "2026-11-20" } })).code).toBe(42200);
  expect((await asAdmin(trends.customer, { query: { country: "japan" } })).code).toBe(42200);
});

test("where there is nothing, nothing is divided: every figure answers, and opens no rows", async () => {
  for (const page of ["estate", "customer", "clue", "agent"] as const) {
    const { data } = await asAdmin(trends[page], { query: november });
    for (const { value } of data.totals) expect([0, null]).toContain(value);
    for (const { points: all } of data.series) expect(all).toHaveLength(20);
  }
  for (const key of trendKeys) expect([key, await rowsOf(asAdmin, key)]).toEqual([key, 0]);
});

whoMay(api, trends, { all: "SM CM EM FI" }, {});
whoMay(
  api,
  trendRows,
  {
    estate: { roles: "SM CM EM", query: { metric: "estate_new" } },
    audit: { roles: "EM", query: { metric: "audit_submitted" } },
    customer: { roles: "SM FI", query: { metric: "customer_new" } },
    tracking: { roles: "SM", query: { metric: "tracking_count" } },
    deal: { roles: "SM CM FI", query: { metric: "deal_cycle" } },
    inquiry: { roles: "SM", query: { metric: "estate_inquiries" } },
    clue: { roles: "SM CM FI", query: { metric: "clue_status" } },
    agent: { roles: "SM CM FI", query: { metric: "agent_new" } },
    login: { roles: "CM", query: { metric: "agent_login" } },
  },
  {},
);
