import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { clue } from "~/contract/clue/clue";
import { statement } from "~/contract/clue/statement";
import { type DashboardBlock, dashboard, dashboardBlocks } from "~/contract/dashboard/dashboard";
import { figureRows } from "~/contract/dashboard/figure-rows";
import { type Todo, todos } from "~/contract/dashboard/metrics";
import { billing } from "~/contract/deal/billing";
import { deal } from "~/contract/deal/deal";
import type { DealStatus } from "~/contract/deal/deal-kinds";
import { errors } from "~/contract/errors";
import { readQuery } from "~/contract/read-query";
import { role } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { blockOf, figuresOf as figures, queuesOf } from "~/test/support/dashboard";
import { days, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, asNew, insertIn } = setUp();
const { sales, manager, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

const at = (day: string) => `${day}T12:00:00+08:00`;

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
    await make.customer({ owner_id, created_at: at(day) });
  const gone = { last_owner_id: owner_id, deleted_at: days(0), created_at: at("2026-11-20") };
  await make.customer(gone);
  await make.customer({ ...gone, merged_to_id: 1 });
  const { customer_new } = await figures(asSales, { from: "2026-11-19", to: "2026-11-20" });
  expect(customer_new).toMatchObject({
    ...{ value: 4, prev: 2, ratio: 100, yoy: 1, yoy_ratio: 300, target: null },
    spark: [0, 0, 0, 1, 1, 2, 2],
  });
});

test("a new customer is of who had them first, whoever has them now; imported ones stand apart", async () => {
  const colleague = await make.user({ role: "sales", team_id: sales.team_id });
  const asColleague = await api.as(colleague.id);
  await make.customer({ owner_id: colleague.id, first_owner_id: sales.id });
  await make.customer({ owner_id: colleague.id, first_owner_id: null });
  await make.customer({ owner_id: colleague.id, is_imported: true });
  const undone = { is_imported: true, is_undone: true, deleted_at: days(0) };
  await make.customer({ last_owner_id: colleague.id, first_owner_id: colleague.id, ...undone });
  expect((await figures(asSales)).customer_new).toMatchObject({ value: 1, imported: 0 });
  expect((await figures(asColleague)).customer_new).toMatchObject({ value: 0, imported: 1 });
  expect((await figures(asManager)).customer_new).toMatchObject({ value: 1, imported: 1 });
});

test("what waits for one's decision is among the to-dos, with the list that holds it", async () => {
  const { id: customer_id } = await make.customer({ owner_id: sales.id });
  const stranger = await make.user({ role: "sales" });
  await insertIn("transferRequest", { customer_id, applicant_id: stranger.id, owner_id: sales.id, reason: "老客户" });
  await make.unregister();
  expect(await queuesOf(asManager)).toMatchObject({ transfer: 1 });
  expect(await queuesOf(asSales)).not.toHaveProperty("transfer");
  expect(await queuesOf(await asNew({ role: "super_admin" }))).toMatchObject({ transfer: 1, unregister: 1 });
});

test("deals to review and payments to confirm are as many as their lists find, in one's scope", async () => {
  const stranger = await make.user({ role: "sales" });
  const sold = (owner_id: number, status: DealStatus, given: object = {}) =>
    make.ownDeal({ owner_id, status, ...given });
  await sold(sales.id, "reviewing");
  await sold(stranger.id, "reviewing");
  // Nobody reviews what they sell, sell with somebody or have submitted.
  await sold(manager.id, "reviewing");
  for (const given of [{ co_owner_id: manager.id }, { submitted_by: manager.id }])
    await sold(sales.id, "reviewing", given);
  const { id: deal_id } = await sold(sales.id, "subscribed");
  for (const status of ["paid", "paid", "pending", "confirmed", "void"] as const)
    await make.billing({ deal_id, status });
  const asFinance = await asNew({ role: "finance" });
  expect(await queuesOf(asManager)).toMatchObject({ deal_review: 1 });
  expect(await queuesOf(asFinance)).toMatchObject({ billing_confirm: 2 });
  expect(await queuesOf(asSales)).not.toHaveProperty("deal_review");
  const { data } = await asManager(deal.list, { query: { reviewable: true } });
  expect(data.list.map(({ can, owner }) => [can.review, owner.id])).toEqual([[true, sales.id]]);
  const { data: others } = await asManager(deal.list, { query: { reviewable: false, status: ["reviewing"] } });
  expect(others.list.map(({ can }) => can.review)).toEqual([false, false, false]);
  expect((await asFinance(billing.list, { query: { status: ["paid"] } })).data.total).toBe(2);
});

test("who looks after agents counts the deals that these bring, as the list of deals shows them", async () => {
  const channel = await make.user({ role: "channel_manager", team_id: (await make.team()).id });
  const asChannel = await api.as(channel.id);
  const { id: agent_id } = await make.agent({ manager_id: channel.id });
  const today = days(0).slice(0, 10);
  const signed = { owner_id: sales.id, status: "contracted", contracted_at: today } as const;
  const own = await make.ownDeal({ ...signed, agent_id, subscribed_at: today });
  await make.ownDeal(signed);
  const line = { deal_id: own.id, type: "dev_commission", payer: "developer" } as const;
  await make.billing({ ...line, amount: "100.00", currency: "CNY" });
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
  await make.customer({ owner_id: sales.id });
  expect((await figures(asSales)).customer_new).toMatchObject({ value: 1, prev: 0, ratio: null, yoy_ratio: null });
});

test("figures of now count as they are now, and ignore the range", async () => {
  for (const stage of ["new", "visited", "lost", "invalid", "completed"])
    await make.customer({ owner_id: sales.id, stage });
  await make.customer();
  const { customer_active, pool_size } = await figures(asSales, { from: "2020-01-01", to: "2020-01-02" });
  expect(customer_active).toMatchObject({ value: 2, prev: null, ratio: null, spark: [] });
  expect(pool_size).toMatchObject({ value: 1 });
});

test("each counts in his scope; a manager narrows to a team or a person of it", async () => {
  const below = await make.team({ parent_id: sales.team_id });
  const junior = await make.user({ role: "sales", team_id: below.id });
  const stranger = await make.user({ role: "sales" });
  for (const { id: owner_id } of [sales, junior, junior, stranger]) await make.customer({ owner_id });
  const active = async (as: As, query = {}) => (await figures(as, query)).customer_active?.value;
  expect(await active(asSales)).toBe(1);
  expect(await active(asManager)).toBe(3);
  expect(await active(asManager, { team_id: below.id })).toBe(2);
  expect(await active(asManager, { team_id: sales.team_id })).toBe(3);
  expect(await active(asManager, { user_id: sales.id })).toBe(1);
  expect(await active(asManager, { user_id: stranger.id })).toBe(0);
  expect(await active(await asNew({ role: "finance" }))).toBe(4);
});

test("only the figures and to-dos whose code one holds are there", async () => {
  const asEstate = await asNew({ role: "estate_manager" });
  expect((await blockOf(asEstate, "kpi")).list.map(({ key }) => key)).toEqual(["estate_online", "estate_new"]);
  expect(Object.entries(await queuesOf(asEstate))).toEqual(
    ["estate_audit", "mansion_application", "estate_rejected", "estate_draft"].map((key) => [key, 0]),
  );
  expect((await asEstate(figureRows.customer, { query: { metric: "pool_size" } })).code).toBe(40300);
  const asEditor = await asNew({ role: "content_editor" });
  const { data } = await asEditor(dashboard.get);
  expect(data.todo?.data?.map(({ key }) => key)).toEqual([
    ...["article_review", "investment_review", "video_review", "report_review", "special_review"],
    ...["article_draft", "article_scheduled", "special_draft", "banner_ending"],
  ]);
  const { as_of: _, ...blocks } = data;
  const figures = Object.entries(blocks).filter(([block]) => !["today", "todo", "people"].includes(block));
  expect(figures.map(([block, answer]) => [block, answer?.error?.code])).toEqual(
    ["kpi", "target", "teams", "trend", "funnel", "rank"].map((block) => [block, 40300]),
  );
});

test("follow-ups count for their author, and the rows behind the figure are those counted", async () => {
  const colleague = await make.user({ role: "sales", team_id: sales.team_id });
  const { id: customer_id } = await make.customer({ owner_id: sales.id });
  const write = (user_id: number, given: object = {}) => make.tracking({ customer_id, user_id, ...given });
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
  const late = await make.customer({ ...base, next_tracking_at: days(-2) });
  const tonight = await make.customer({ ...base, next_tracking_at: "2026-11-20T23:59:00+08:00" });
  await make.customer({ ...base, next_tracking_at: "2026-11-21T00:00:00+08:00" });
  const falling = await make.customer({ ...base, assigned_at: days(-13) });
  await make.customer({ ...base, assigned_at: days(-13), is_locked: true });
  await make.customer({ ...base, assigned_at: days(-13), stage: "completed" });
  const waiting = { inquiry_overdue: 0, chat_waiting: 0, tracking_today: 2, pool_warning: 1, clue_visit: 0 };
  expect(Object.entries(await queuesOf(asSales))).toEqual(Object.entries(waiting));
  const rows = async (metric: "tracking_today" | "pool_warning") =>
    (await asManager(figureRows.customer, { query: { metric } })).data.list;
  expect((await rows("tracking_today")).map((row) => row.id)).toEqual([late.id, tonight.id]);
  expect(await rows("pool_warning")).toMatchObject([{ id: falling.id, idle_days: 13, days_to_pool: 2 }]);
});

test("a range that is turned round or longer than 366 days is refused", async () => {
  for (const from of ["0001-01-01", "1899-12-31"])
    expect(await asSales(dashboard.get, { query: { from } })).toMatchObject(refusedAt("from"));
  expect((await asSales(dashboard.get, { query: { from: "1900-01-01", to: "1900-01-02" } })).code).toBe(200);
  for (const [from, to] of Object.entries({ "2026-11-02": "2026-11-01", "2025-11-01": "2026-11-02" }))
    expect(await asSales(dashboard.get, { query: { from, to } })).toMatchObject(refusedAt("to"));
  expect((await asSales(dashboard.get, { query: { from: "2025-11-01", to: "2026-11-01" } })).code).toBe(200);
});

test("visits count customers, once each however often they come, and the rows are those customers", async () => {
  const colleague = await make.user({ role: "sales", team_id: sales.team_id });
  const visit = { user_id: sales.id, type: "visit" };
  const often = await make.customer({ owner_id: sales.id });
  for (const tracked_at of [days(-1), days(-1), days(0)])
    await make.tracking({ ...visit, customer_id: often.id, tracked_at });
  const later = await make.customer({ owner_id: sales.id });
  await make.tracking({ ...visit, customer_id: later.id, is_valid: false });
  await make.tracking({ ...visit, customer_id: later.id, tracked_at: days(-30) });
  const other = await make.customer({ owner_id: colleague.id });
  await make.tracking({ ...visit, customer_id: other.id, user_id: colleague.id });
  for (const given of [{ type: "call" }, { deleted_at: days(0) }, { tracked_at: days(-30) }])
    await make.tracking({ ...visit, customer_id: (await make.customer()).id, ...given });
  expect((await figures(asSales)).visit_count).toMatchObject({ value: 2, prev: 2, spark: [0, 0, 0, 0, 0, 1, 2] });
  expect((await figures(asManager)).visit_count?.value).toBe(3);
  expect((await figures(asManager, { user_id: colleague.id })).visit_count?.value).toBe(1);
  const { data } = await asSales(figureRows.customer, { query: { metric: "visit_count" } });
  expect(data).toMatchObject({ total: 2, list: [{ id: later.id }, { id: often.id }] });
});

test("a lead's visit counts for who took the customer there, beside their follow-ups", async () => {
  const { id: agent_id } = await make.agent({ manager_id: (await make.user()).id });
  const { id: estate_id } = await make.estate();
  const seen = await make.customer({ owner_id: sales.id });
  const brought = await make.customer({ owner_id: sales.id });
  await make.tracking({ user_id: sales.id, type: "visit", customer_id: seen.id });
  const lead = { agent_id, estate_id, handler_id: sales.id, status: "visited", visited_at: days(-1) } as const;
  for (const customer_id of [seen.id, brought.id]) await make.clue({ ...lead, customer_id });
  await make.clue({ ...lead, customer_id: (await make.customer()).id, visited_at: days(-40) });
  await make.clue({ ...lead, customer_id: (await make.customer()).id, handler_id: (await make.user()).id });
  expect((await figures(asSales)).visit_count).toMatchObject({ value: 2, spark: [0, 0, 0, 0, 0, 2, 1] });
  expect((await figures(asManager)).visit_count?.value).toBe(2);
  const { data } = await asSales(figureRows.customer, { query: { metric: "visit_count" } });
  expect(data.list.map(({ id }) => id)).toEqual([brought.id, seen.id]);
});

test("one call brings the blocks that it names; one that fails keeps nothing from the others", async () => {
  await make.customer({ owner_id: sales.id });
  const asService = await asNew({ role: "customer_service" });
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
  const below = await make.team({ parent_id: sales.team_id });
  await make.team();
  expect((await blockOf(asManager, "teams")).map(({ id }) => id)).toEqual([sales.team_id, below.id]);
  expect(await blockOf(asSales, "teams")).toEqual([]);
  const asFinance = await asNew({ role: "finance" });
  expect(await blockOf(asFinance, "teams")).toHaveLength(3);
});

/** What a queue's own address asks its list for. */
const searchOf = (key: Todo) => new URLSearchParams(todos[key].to?.split("?")[1]);

test("a channel manager's queues are as many as their lists find", async () => {
  const manager = await make.user({ role: "channel_manager" });
  const { id: agent_id } = await make.agent({ manager_id: manager.id });
  const { id: estate_id } = await make.estate();
  const report = (given: object) => make.clue({ agent_id, estate_id, ...given });
  await report({ expected_visit_at: days(1) });
  await report({ expected_visit_at: days(-1), protect_until: days(1) });
  await report({ expected_visit_at: days(1), status: "visited" });
  await report({});
  await report({ status: "pending" });
  const asManager = await api.as(manager.id);
  const found = await queuesOf(asManager);
  expect(found).toMatchObject({ clue_pending: 1, clue_visit: 2, clue_expiring: 1 });
  for (const key of ["clue_pending", "clue_visit", "clue_expiring"] as const) {
    const { data } = await asManager(clue.list, { query: readQuery(searchOf(key), clue.list) });
    expect([key, data.total]).toEqual([key, found[key]]);
  }
});

test("finance has what is to be paid, confirmed and settled, and nothing of the sellers'", async () => {
  const sales = await make.user({ role: "sales" });
  const { id: customer_id } = await make.customer({ owner_id: sales.id, next_tracking_at: days(-1) });
  const { id: estate_id } = await make.estate();
  const { id: deal_id } = await make.deal({ customer_id, estate_id, owner_id: sales.id, status: "subscribed" });
  await make.billing({ deal_id, status: "pending", due_at: days(-3).slice(0, 10) });
  await make.billing({ deal_id, status: "pending", due_at: days(0).slice(0, 10) });
  await make.billing({ deal_id, status: "paid", due_at: days(-3).slice(0, 10) });
  const { id: agent_id } = await make.agent({ manager_id: sales.id });
  for (const [index, status] of (["draft", "sent", "disputed", "confirmed", "invoiced", "paid"] as const).entries())
    await insertIn("accountStatement", {
      ...{ statement_no: `DZ${index}`, agent_id, settle_cycle: "monthly", item_count: 1, currency: "CNY", status },
      ...{ period_from: "2026-10-01", period_to: `2026-10-2${index}`, total_amount: "1.00", adjust_total: "0.00" },
      ...{ tax_amount: "0.00", payable_total: "1.00" },
    });
  const asFinance = await asNew({ role: "finance" });
  const found = await queuesOf(asFinance);
  expect(found).toEqual({ statement_disputed: 1, billing_confirm: 1, billing_overdue: 1, statement_pay: 2 });
  for (const key of ["billing_confirm", "billing_overdue", "statement_disputed", "statement_pay"] as const) {
    const { list } = key.startsWith("billing") ? billing : statement;
    const { data } = await asFinance.unchecked(list, { query: readQuery(searchOf(key), list) });
    expect([key, data.total]).toEqual([key, found[key]]);
  }
});

test("an estate manager has what was returned and what is not handed in; who sees estates only has neither", async () => {
  await make.estate({ audit_status: "rejected" });
  await make.estate({ audit_status: "draft" });
  await make.estate({ audit_status: "draft" });
  expect(await queuesOf(await asNew({ role: "estate_manager" }))).toMatchObject({
    estate_rejected: 1,
    estate_draft: 2,
  });
  expect(await queuesOf(await asNew({ role: "sales" }))).not.toHaveProperty("estate_draft");
});

test("an administrator is told of jobs whose last run has failed", async () => {
  const run = (job: string, turn: string, ended_at: string, result: string) =>
    insertIn("jobRun", { job, turn, started_at: ended_at, ended_at, result });
  await run("pool-release", "1", days(-2), "failed: gone");
  await run("pool-release", "2", days(-1), "done: 3");
  await run("stat-daily", "1", days(-1), "failed: no room");
  const todo = await blockOf(await asNew({ role: "super_admin" }), "todo");
  expect(todo).toContainEqual({ key: "job_failed", count: 1, note: "stat-daily" });
  expect(await queuesOf(await asNew({ role: "sales_manager" }))).not.toHaveProperty("job_failed");
});

test("somebody of several roles has the queues of all of them, each once", async () => {
  const both = await make.user({ role: "channel_manager" });
  const [second] = await db.select({ id: role.id }).from(role).where(eq(role.code, "finance"));
  await insertIn("userRole", { user_id: both.id, role_id: second?.id ?? 0 });
  const keys = (await blockOf(await api.as(both.id), "todo")).map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
  expect(keys).toEqual(expect.arrayContaining(["clue_pending", "billing_confirm", "statement_disputed"]));
});

test("who leads people sees of each what is late, never spoken to, and how long inquiries wait; nobody else does", async () => {
  const team = await make.team();
  const manager = await make.user({ role: "sales_manager", team_id: team.id });
  const busy = await make.user({ role: "sales", name: "何静", team_id: team.id });
  const idle = await make.user({ role: "sales", name: "吴磊", team_id: team.id });
  const stranger = await make.user({ role: "sales" });
  const own = (owner_id: number, given: object) => make.customer({ owner_id, assigned_at: days(-40), ...given });
  await own(busy.id, { next_tracking_at: days(-1) });
  await own(busy.id, { next_tracking_at: days(-2) });
  await own(busy.id, { next_tracking_at: days(1) });
  await own(idle.id, { assigned_at: days(-2), last_tracking_at: null });
  await own(idle.id, { assigned_at: days(-2), last_tracking_at: days(-1) });
  await own(stranger.id, { next_tracking_at: days(-1) });
  await make.inquiry({ assignee_id: idle.id, created_at: days(-1), response_seconds: 600 });
  await make.inquiry({ assignee_id: idle.id, created_at: days(-2), response_seconds: 1200 });
  const asManager = await api.as(manager.id);
  expect(await blockOf(asManager, "people")).toEqual([
    { id: busy.id, name: "何静", overdue: 2, untouched: 0, response_seconds: null },
    { id: idle.id, name: "吴磊", overdue: 0, untouched: 1, response_seconds: 900 },
  ]);
  expect(await blockOf(await api.as(busy.id), "people")).toEqual([]);
  expect(await blockOf(await asNew({ role: "finance" }), "people")).toEqual([]);
});

whoMay(api, dashboard, { get: "any" }, { "/dashboard": "any" });
