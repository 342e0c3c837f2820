import { beforeEach, expect, test, vi } from "vitest";
import { type DashboardBlock, dashboard, dashboardBlocks } from "~/contract/dashboard/dashboard";
import { figureRows } from "~/contract/dashboard/figure-rows";
import { billing } from "~/contract/deal/billing";
import { deal } from "~/contract/deal/deal";
import type { DealStatus } from "~/contract/deal/deal-kinds";
import { errors } from "~/contract/errors";
import { transferRequest } from "~/server/database/tables/customer/customer";
import { makeAgent } from "~/test/support/agent";
import { testApi } from "~/test/support/api";
import { makeClue } from "~/test/support/clue";
import { blockOf } from "~/test/support/dashboard";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeBilling, makeDeal } from "~/test/support/deal";
import { makeEstate } from "~/test/support/estate";
import {
  days,
  makeCustomer,
  makeTeam,
  makeTracking,
  makeUnregister,
  makeUser,
  testNow,
} from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
type As = Awaited<ReturnType<typeof api.as>>;
let team: Awaited<ReturnType<typeof makeTeam>>;
let sales: Awaited<ReturnType<typeof makeUser>>;
let manager: Awaited<ReturnType<typeof makeUser>>;
let asSales: As;
let asManager: As;

beforeEach(async () => {
  await resetDatabase(db);
  team = await makeTeam(db);
  sales = await makeUser(db, { role: "sales", team_id: team.id });
  asSales = await api.as(sales.id);
  manager = await makeUser(db, { role: "sales_manager", team_id: team.id });
  asManager = await api.as(manager.id);
});

const at = (day: string) => `${day}T12:00:00+08:00`;
async function figures(as: As, query: object = {}) {
  const { list } = await blockOf(as, "kpi", query);
  return Object.fromEntries(list.map((one) => [one.key, one]));
}

test("without a range the figures are of this month up to today", async () => {
  const data = await blockOf(asSales, "kpi");
  expect(data).toMatchObject({ from: "2026-11-01", to: "2026-11-20" });
  expect(data.list.map((one) => one.key)).toEqual([
    ...["inquiry_new", "response_rate", "customer_new", "customer_active", "pool_size", "tracking_valid"],
    ...["clue_new", "clue_valid_rate", "visit_count", "subscribe_count", "contract_count", "contract_amount"],
    ...["estate_online", "estate_new"],
  ]);
});

test("a figure stands beside the range before, last year's, and its last seven days", async () => {
  const owner_id = sales.id;
  for (const day of ["2026-11-20", "2026-11-19", "2026-11-19", "2026-11-18", "2026-11-17", "2025-11-19"])
    await makeCustomer(db, { owner_id, created_at: at(day) });
  await makeCustomer(db, { last_owner_id: owner_id, deleted_at: days(0), created_at: at("2026-11-20") });
  await makeCustomer(db, {
    last_owner_id: owner_id,
    deleted_at: days(0),
    created_at: at("2026-11-20"),
    merged_to_id: 1,
  });
  const { customer_new } = await figures(asSales, { from: "2026-11-19", to: "2026-11-20" });
  expect(customer_new).toMatchObject({
    value: 4,
    prev: 2,
    ratio: 100,
    yoy: 1,
    yoy_ratio: 300,
    spark: [0, 0, 0, 1, 1, 2, 2],
    target: null,
  });
});

test("a new customer is of who had them first, whoever has them now; imported ones stand apart", async () => {
  const colleague = await makeUser(db, { role: "sales", team_id: team.id });
  const asColleague = await api.as(colleague.id);
  await makeCustomer(db, { owner_id: colleague.id, first_owner_id: sales.id });
  await makeCustomer(db, { owner_id: colleague.id, first_owner_id: null });
  await makeCustomer(db, { owner_id: colleague.id, is_imported: true });
  const undone = { is_imported: true, is_undone: true, deleted_at: days(0) };
  await makeCustomer(db, { last_owner_id: colleague.id, first_owner_id: colleague.id, ...undone });
  expect((await figures(asSales)).customer_new).toMatchObject({ value: 1, imported: 0 });
  expect((await figures(asColleague)).customer_new).toMatchObject({ value: 0, imported: 1 });
  expect((await figures(asManager)).customer_new).toMatchObject({ value: 1, imported: 1 });
});

test("what waits for one's decision is among the to-dos, with the list that holds it", async () => {
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const stranger = await makeUser(db, { role: "sales" });
  await db
    .insert(transferRequest)
    .values({ customer_id, applicant_id: stranger.id, owner_id: sales.id, reason: "老客户" });
  await makeUnregister(db);
  const counted = async (as: As) =>
    Object.fromEntries((await blockOf(as, "todo")).map(({ key, count }) => [key, count]));
  expect(await counted(asManager)).toMatchObject({ transfer: 1 });
  expect(await counted(asSales)).not.toHaveProperty("transfer");
  const asAdmin = await api.as((await makeUser(db, { role: "super_admin" })).id);
  expect(await counted(asAdmin)).toMatchObject({ transfer: 1, unregister: 1 });
});

test("deals to review and payments to confirm are as many as their lists find, in one's scope", async () => {
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const { id: estate_id } = await makeEstate(db);
  const stranger = await makeUser(db, { role: "sales" });
  const sold = (owner_id: number, status: DealStatus) => makeDeal(db, { customer_id, estate_id, owner_id, status });
  await sold(sales.id, "reviewing");
  await sold(stranger.id, "reviewing");
  // Nobody reviews what they sell, sell with somebody or have submitted.
  const waits = { customer_id, estate_id, status: "reviewing" } as const;
  await makeDeal(db, { ...waits, owner_id: manager.id });
  await makeDeal(db, { ...waits, owner_id: sales.id, co_owner_id: manager.id });
  await makeDeal(db, { ...waits, owner_id: sales.id, submitted_by: manager.id });
  const { id: deal_id } = await sold(sales.id, "subscribed");
  for (const status of ["paid", "paid", "pending", "confirmed", "void"] as const)
    await makeBilling(db, { deal_id, status });
  const asFinance = await api.as((await makeUser(db, { role: "finance" })).id);
  const counted = async (as: As) =>
    Object.fromEntries((await blockOf(as, "todo")).map(({ key, count }) => [key, count]));
  expect(await counted(asManager)).toMatchObject({ deal_review: 1 });
  expect(await counted(asFinance)).toMatchObject({ billing_confirm: 2 });
  expect(await counted(asSales)).not.toHaveProperty("deal_review");
  const { data } = await asManager(deal.list, { query: { reviewable: true } });
  expect(data.list.map(({ can, owner }) => [can.review, owner.id])).toEqual([[true, sales.id]]);
  const { data: others } = await asManager(deal.list, { query: { reviewable: false, status: ["reviewing"] } });
  expect(others.list.map(({ can }) => can.review)).toEqual([false, false, false]);
  expect((await asFinance(billing.list, { query: { status: ["paid"] } })).data.total).toBe(2);
});

test("who looks after agents counts the deals that these bring, as the list of deals shows them", async () => {
  const channel = await makeUser(db, { role: "channel_manager", team_id: (await makeTeam(db)).id });
  const asChannel = await api.as(channel.id);
  const { id: agent_id } = await makeAgent(db, { manager_id: channel.id });
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const { id: estate_id } = await makeEstate(db);
  const today = days(0).slice(0, 10);
  const signed = {
    ...{ customer_id, estate_id, owner_id: sales.id },
    status: "contracted",
    contracted_at: today,
  } as const;
  const own = await makeDeal(db, { ...signed, agent_id, subscribed_at: today });
  await makeDeal(db, signed);
  await makeBilling(db, {
    deal_id: own.id,
    type: "dev_commission",
    payer: "developer",
    amount: "100.00",
    currency: "CNY",
  });
  const seen = await figures(asChannel);
  expect(seen).toMatchObject({
    ...{ subscribe_count: { value: 1 }, contract_count: { value: 1 }, contract_amount: { value: 3_000_000 } },
    commission_receivable: { value: 100 },
  });
  const { data } = await asChannel(deal.list, { query: { contracted_from: today, contracted_to: today } });
  expect(data).toMatchObject({ total: 1, summary: { count: 1, amount_cny: "3000000.00" } });
  const rows = await asChannel(figureRows.deal, { query: { metric: "contract_count" } });
  expect(rows.data.list.map(({ id }) => id)).toEqual([own.id]);
  // Narrowed to people it is the channel manager's, not the seller's.
  expect((await figures(asChannel, { user_id: channel.id })).contract_count).toMatchObject({ value: 1 });
  expect((await figures(asManager)).contract_count).toMatchObject({ value: 2 });
});

test("with nothing to compare with the ratio is nothing", async () => {
  await makeCustomer(db, { owner_id: sales.id });
  expect((await figures(asSales)).customer_new).toMatchObject({ value: 1, prev: 0, ratio: null, yoy_ratio: null });
});

test("figures of now count as they are now, and ignore the range", async () => {
  for (const stage of ["new", "visited", "lost", "invalid", "completed"])
    await makeCustomer(db, { owner_id: sales.id, stage });
  await makeCustomer(db);
  const { customer_active, pool_size } = await figures(asSales, { from: "2020-01-01", to: "2020-01-02" });
  expect(customer_active).toMatchObject({ value: 2, prev: null, ratio: null, spark: [] });
  expect(pool_size).toMatchObject({ value: 1 });
});

test("each counts in his scope; a manager narrows to a team or a person of it", async () => {
  const below = await makeTeam(db, { parent_id: team.id });
  const junior = await makeUser(db, { role: "sales", team_id: below.id });
  const stranger = await makeUser(db, { role: "sales" });
  for (const { id: owner_id } of [sales, junior, junior, stranger]) await makeCustomer(db, { owner_id });
  const active = async (as: As, query = {}) => (await figures(as, query)).customer_active?.value;
  expect(await active(asSales)).toBe(1);
  expect(await active(asManager)).toBe(3);
  expect(await active(asManager, { team_id: below.id })).toBe(2);
  expect(await active(asManager, { team_id: team.id })).toBe(3);
  expect(await active(asManager, { user_id: sales.id })).toBe(1);
  expect(await active(asManager, { user_id: stranger.id })).toBe(0);
  expect(await active(await api.as((await makeUser(db, { role: "finance" })).id))).toBe(4);
});

test("only the figures and to-dos whose code one holds are there", async () => {
  const asEstate = await api.as((await makeUser(db, { role: "estate_manager" })).id);
  expect((await blockOf(asEstate, "kpi")).list.map(({ key }) => key)).toEqual(["estate_online", "estate_new"]);
  expect(await blockOf(asEstate, "todo")).toEqual([
    { key: "estate_audit", count: 0 },
    { key: "mansion_application", count: 0 },
    { key: "estate_rejected", count: 0 },
    { key: "estate_draft", count: 0 },
  ]);
  expect((await asEstate(figureRows.customer, { query: { metric: "pool_size" } })).code).toBe(40300);
  const asEditor = await api.as((await makeUser(db, { role: "content_editor" })).id);
  const { data } = await asEditor(dashboard.get);
  expect(data.todo?.data?.map(({ key }) => key)).toEqual([
    ...["article_draft", "article_scheduled", "special_draft", "banner_ending"],
  ]);
  const figures = Object.entries(data).filter(([block]) => !["today", "todo", "people"].includes(block));
  expect(figures.map(([block, answer]) => [block, answer?.error?.code])).toEqual(
    ["kpi", "target", "teams", "trend", "funnel", "rank"].map((block) => [block, 40300]),
  );
});

test("follow-ups count for their author, and the rows behind the figure are those counted", async () => {
  const colleague = await makeUser(db, { role: "sales", team_id: team.id });
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const write = (user_id: number, given: object = {}) => makeTracking(db, { customer_id, user_id, ...given });
  const mine = await write(sales.id);
  await write(sales.id, { is_valid: false });
  await write(sales.id, { deleted_at: days(0) });
  await write(sales.id, { tracked_at: days(-40) });
  await write(colleague.id);
  expect((await figures(asSales)).tracking_valid?.value).toBe(1);
  expect((await figures(asManager)).tracking_valid?.value).toBe(2);
  const { data } = await asSales(figureRows.tracking, { query: { metric: "tracking_valid" } });
  expect(data).toMatchObject({ total: 1, list: [{ id: mine.id, user: { id: sales.id } }] });
});

test("what waits today is counted, and its rows are the same customers", async () => {
  const base = { owner_id: sales.id, assigned_at: days(-1), created_at: days(-30) };
  const late = await makeCustomer(db, { ...base, next_tracking_at: days(-2) });
  const tonight = await makeCustomer(db, { ...base, next_tracking_at: "2026-11-20T23:59:00+08:00" });
  await makeCustomer(db, { ...base, next_tracking_at: "2026-11-21T00:00:00+08:00" });
  const falling = await makeCustomer(db, { ...base, assigned_at: days(-13) });
  await makeCustomer(db, { ...base, assigned_at: days(-13), is_locked: true });
  await makeCustomer(db, { ...base, assigned_at: days(-13), stage: "completed" });
  expect(await blockOf(asSales, "todo")).toEqual([
    { key: "inquiry_overdue", count: 0 },
    { key: "chat_waiting", count: 0 },
    { key: "tracking_today", count: 2 },
    { key: "pool_warning", count: 1 },
    { key: "clue_visit", count: 0 },
  ]);
  const rows = async (metric: "tracking_today" | "pool_warning") =>
    (await asManager(figureRows.customer, { query: { metric } })).data.list;
  expect((await rows("tracking_today")).map((row) => row.id)).toEqual([late.id, tonight.id]);
  expect(await rows("pool_warning")).toMatchObject([{ id: falling.id, idle_days: 13, days_to_pool: 2 }]);
});

test("the rows behind a figure of customers are those counted in the range", async () => {
  const inside = await makeCustomer(db, { owner_id: sales.id, created_at: at("2026-11-10") });
  await makeCustomer(db, { owner_id: sales.id, created_at: at("2026-10-10") });
  const { data } = await asSales(figureRows.customer, { query: { metric: "customer_new", from: "2026-11-01" } });
  expect(data).toMatchObject({ total: 1, list: [{ id: inside.id }] });
});

test("a range that is turned round or longer than 366 days is refused", async () => {
  for (const from of ["0001-01-01", "1899-12-31"])
    expect(await asSales(dashboard.get, { query: { from } })).toMatchObject(refusedAt("from"));
  expect((await asSales(dashboard.get, { query: { from: "1900-01-01", to: "1900-01-02" } })).code).toBe(200);
  for (const query of [
    { from: "2026-11-02", to: "2026-11-01" },
    { from: "2025-11-01", to: "2026-11-02" },
  ])
    expect(await asSales(dashboard.get, { query })).toMatchObject(refusedAt("to"));
  expect((await asSales(dashboard.get, { query: { from: "2025-11-01", to: "2026-11-01" } })).code).toBe(200);
});

test("visits count customers, once each however often they come, and the rows are those customers", async () => {
  const colleague = await makeUser(db, { role: "sales", team_id: team.id });
  const visit = { user_id: sales.id, type: "visit" };
  const often = await makeCustomer(db, { owner_id: sales.id });
  for (const tracked_at of [days(-1), days(-1), days(0)])
    await makeTracking(db, { ...visit, customer_id: often.id, tracked_at });
  const later = await makeCustomer(db, { owner_id: sales.id });
  await makeTracking(db, { ...visit, customer_id: later.id, is_valid: false });
  await makeTracking(db, { ...visit, customer_id: later.id, tracked_at: days(-30) });
  const other = await makeCustomer(db, { owner_id: colleague.id });
  await makeTracking(db, { ...visit, customer_id: other.id, user_id: colleague.id });
  for (const given of [{ type: "call" }, { deleted_at: days(0) }, { tracked_at: days(-30) }])
    await makeTracking(db, { ...visit, customer_id: (await makeCustomer(db)).id, ...given });
  expect((await figures(asSales)).visit_count).toMatchObject({ value: 2, prev: 2, spark: [0, 0, 0, 0, 0, 1, 2] });
  expect((await figures(asManager)).visit_count?.value).toBe(3);
  expect((await figures(asManager, { user_id: colleague.id })).visit_count?.value).toBe(1);
  const { data } = await asSales(figureRows.customer, { query: { metric: "visit_count" } });
  expect(data).toMatchObject({ total: 2, list: [{ id: later.id }, { id: often.id }] });
});

test("a lead's visit counts for who took the customer there, beside their follow-ups", async () => {
  const { id: agent_id } = await makeAgent(db, { manager_id: (await makeUser(db)).id });
  const { id: estate_id } = await makeEstate(db);
  const seen = await makeCustomer(db, { owner_id: sales.id });
  const brought = await makeCustomer(db, { owner_id: sales.id });
  await makeTracking(db, { user_id: sales.id, type: "visit", customer_id: seen.id });
  const lead = { agent_id, estate_id, handler_id: sales.id, status: "visited", visited_at: days(-1) } as const;
  for (const customer_id of [seen.id, brought.id]) await makeClue(db, { ...lead, customer_id });
  await makeClue(db, { ...lead, customer_id: (await makeCustomer(db)).id, visited_at: days(-40) });
  await makeClue(db, { ...lead, customer_id: (await makeCustomer(db)).id, handler_id: (await makeUser(db)).id });
  expect((await figures(asSales)).visit_count).toMatchObject({ value: 2, spark: [0, 0, 0, 0, 0, 2, 1] });
  expect((await figures(asManager)).visit_count?.value).toBe(2);
  const { data } = await asSales(figureRows.customer, { query: { metric: "visit_count" } });
  expect(data.list.map(({ id }) => id)).toEqual([brought.id, seen.id]);
});

test("one call brings the blocks that it names; one that fails keeps nothing from the others", async () => {
  await makeCustomer(db, { owner_id: sales.id });
  const asService = await api.as((await makeUser(db, { role: "customer_service" })).id);
  const query = { blocks: ["kpi", "rank", "funnel", "todo"] as DashboardBlock[] };
  const { code, data } = await asService(dashboard.get, { query });
  expect(code).toBe(200);
  expect(Object.keys(data).sort()).toEqual(["funnel", "kpi", "rank", "todo"]);
  // Customer service ranks nobody.
  expect(data.rank).toEqual({ data: null, error: { code: 40300, message: errors[40300].message } });
  expect(data.kpi).toMatchObject({ error: null, data: { from: "2026-11-01", to: "2026-11-20" } });
  expect(data.todo?.error).toBeNull();
  // Its first funnel is the one whose code it holds.
  expect(data.funnel?.data?.type).toBe("inquiry");
  expect((await asSales(dashboard.get, { query: { blocks: ["rank"] } })).data.rank?.data?.type).toBe("contract_amount");
  expect(Object.keys((await asSales(dashboard.get)).data)).toHaveLength(dashboardBlocks.length);
  expect((await asSales.unchecked(dashboard.get, { query: { blocks: "kpi,nothing" } })).code).toBe(42200);
});

test("a block whose statement takes too long, or breaks, says so in its own place", async () => {
  const broken = testApi(db, { now: testNow });
  const logged = vi.spyOn(broken.services.log, "error").mockImplementation(() => undefined);
  const tooLong = new Proxy(db, {
    get: (target, name) =>
      name === "select"
        ? () => {
            throw Object.assign(new Error("cancelled"), { code: "57014" });
          }
        : name === "execute"
          ? () => Promise.reject(new Error("broken"))
          : Reflect.get(target, name),
  });
  broken.services.lists = tooLong;
  const as = await broken.as(sales.id);
  const { data } = await as(dashboard.get, { query: { blocks: ["today", "kpi", "trend"] } });
  expect(data.today).toMatchObject({ data: null, error: { code: 42200, message: "请缩小筛选范围" } });
  expect(data.kpi).toMatchObject({ data: null, error: { code: 50000 } });
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ block: "kpi" }), "block failed");
});

test("figures can be narrowed to the teams of one's scope", async () => {
  const below = await makeTeam(db, { parent_id: team.id });
  await makeTeam(db);
  expect((await blockOf(asManager, "teams")).map(({ id }) => id)).toEqual([team.id, below.id]);
  expect(await blockOf(asSales, "teams")).toEqual([]);
  const asFinance = await api.as((await makeUser(db, { role: "finance" })).id);
  expect(await blockOf(asFinance, "teams")).toHaveLength(3);
});

whoMay(api, dashboard, { get: "any" }, { "/dashboard": "any" });
