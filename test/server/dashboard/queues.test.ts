import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { clue } from "~/contract/clue/clue";
import { statement } from "~/contract/clue/statement";
import { type Todo, todos } from "~/contract/dashboard/metrics";
import { billing } from "~/contract/deal/billing";
import { readQuery } from "~/contract/read-query";
import { accountStatement } from "~/server/database/tables/clue/statement";
import { jobRun, role, userRole } from "~/server/database/tables/system/system";
import { makeAgent } from "~/test/support/agent";
import { testApi } from "~/test/support/api";
import { makeClue } from "~/test/support/clue";
import { blockOf } from "~/test/support/dashboard";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeBilling, makeDeal } from "~/test/support/deal";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeInquiry, makeTeam, makeUser, testNow } from "~/test/support/factories";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
type As = Awaited<ReturnType<typeof api.as>>;

beforeEach(() => resetDatabase(db));

const counted = async (as: As) =>
  Object.fromEntries((await blockOf(as, "todo")).map(({ key, count }) => [key, count])) as Partial<
    Record<Todo, number>
  >;
const as = async (role: string, given: object = {}) => api.as((await makeUser(db, { role, ...given })).id);
/** What a queue's own address asks its list for. */
const searchOf = (key: Todo) => new URLSearchParams(todos[key].to?.split("?")[1]);

test("a channel manager's queues are as many as their lists find", async () => {
  const manager = await makeUser(db, { role: "channel_manager" });
  const { id: agent_id } = await makeAgent(db, { manager_id: manager.id });
  const { id: estate_id } = await makeEstate(db);
  const report = (given: object) => makeClue(db, { agent_id, estate_id, ...given });
  await report({ expected_visit_at: days(1) });
  await report({ expected_visit_at: days(-1), protect_until: days(1) });
  await report({ expected_visit_at: days(1), status: "visited" });
  await report({});
  await report({ status: "pending" });
  const asManager = await api.as(manager.id);
  const found = await counted(asManager);
  expect(found).toMatchObject({ clue_pending: 1, clue_visit: 2, clue_expiring: 1 });
  for (const key of ["clue_pending", "clue_visit", "clue_expiring"] as const) {
    const { data } = await asManager(clue.list, { query: readQuery(searchOf(key), clue.list) });
    expect([key, data.total]).toEqual([key, found[key]]);
  }
});

test("finance has what is to be paid, confirmed and settled, and nothing of the sellers'", async () => {
  const sales = await makeUser(db, { role: "sales" });
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id, next_tracking_at: days(-1) });
  const { id: estate_id } = await makeEstate(db);
  const { id: deal_id } = await makeDeal(db, { customer_id, estate_id, owner_id: sales.id, status: "subscribed" });
  await makeBilling(db, { deal_id, status: "pending", due_at: days(-3).slice(0, 10) });
  await makeBilling(db, { deal_id, status: "pending", due_at: days(0).slice(0, 10) });
  await makeBilling(db, { deal_id, status: "paid", due_at: days(-3).slice(0, 10) });
  const { id: agent_id } = await makeAgent(db, { manager_id: sales.id });
  for (const [index, status] of (["draft", "sent", "disputed", "confirmed", "invoiced", "paid"] as const).entries())
    await db.insert(accountStatement).values({
      ...{ statement_no: `DZ${index}`, agent_id, settle_cycle: "monthly", item_count: 1, currency: "CNY", status },
      ...{ period_from: "2026-10-01", period_to: `2026-10-2${index}`, total_amount: "1.00", adjust_total: "0.00" },
      ...{ tax_amount: "0.00", payable_total: "1.00" },
    });
  const asFinance = await as("finance");
  const found = await counted(asFinance);
  expect(found).toEqual({ statement_disputed: 1, billing_confirm: 1, billing_overdue: 1, statement_pay: 2 });
  for (const key of ["billing_confirm", "billing_overdue"] as const)
    expect((await asFinance(billing.list, { query: readQuery(searchOf(key), billing.list) })).data.total).toBe(
      found[key],
    );
  for (const key of ["statement_disputed", "statement_pay"] as const)
    expect((await asFinance(statement.list, { query: readQuery(searchOf(key), statement.list) })).data.total).toBe(
      found[key],
    );
});

test("an estate manager has what was returned and what is not handed in; who sees estates only has neither", async () => {
  await makeEstate(db, { audit_status: "rejected" });
  await makeEstate(db, { audit_status: "draft" });
  await makeEstate(db, { audit_status: "draft" });
  expect(await counted(await as("estate_manager"))).toMatchObject({ estate_rejected: 1, estate_draft: 2 });
  expect(await counted(await as("sales"))).not.toHaveProperty("estate_draft");
});

test("an administrator is told of jobs whose last run has failed", async () => {
  const run = (job: string, turn: string, ended_at: string, result: string) =>
    db.insert(jobRun).values({ job, turn, started_at: ended_at, ended_at, result });
  await run("pool-release", "1", days(-2), "failed: gone");
  await run("pool-release", "2", days(-1), "done: 3");
  await run("stat-daily", "1", days(-1), "failed: no room");
  const todo = await blockOf(await as("super_admin"), "todo");
  expect(todo).toContainEqual({ key: "job_failed", count: 1, note: "stat-daily" });
  expect(await counted(await as("sales_manager"))).not.toHaveProperty("job_failed");
});

test("somebody of several roles has the queues of all of them, each once", async () => {
  const both = await makeUser(db, { role: "channel_manager" });
  const [second] = await db.select({ id: role.id }).from(role).where(eq(role.code, "finance"));
  await db.insert(userRole).values({ user_id: both.id, role_id: second?.id ?? 0 });
  const keys = (await blockOf(await api.as(both.id), "todo")).map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
  expect(keys).toEqual(expect.arrayContaining(["clue_pending", "billing_confirm", "statement_disputed"]));
});

test("who leads people sees of each what is late, never spoken to, and how long inquiries wait; nobody else does", async () => {
  const team = await makeTeam(db);
  const manager = await makeUser(db, { role: "sales_manager", team_id: team.id });
  const [busy, idle] = [
    await makeUser(db, { role: "sales", name: "何静", team_id: team.id }),
    await makeUser(db, { role: "sales", name: "吴磊", team_id: team.id }),
  ];
  const stranger = await makeUser(db, { role: "sales" });
  const own = (owner_id: number, given: object) => makeCustomer(db, { owner_id, assigned_at: days(-40), ...given });
  await own(busy.id, { next_tracking_at: days(-1) });
  await own(busy.id, { next_tracking_at: days(-2) });
  await own(busy.id, { next_tracking_at: days(1) });
  await own(idle.id, { assigned_at: days(-2), last_tracking_at: null });
  await own(idle.id, { assigned_at: days(-2), last_tracking_at: days(-1) });
  await own(stranger.id, { next_tracking_at: days(-1) });
  await makeInquiry(db, { assignee_id: idle.id, created_at: days(-1), response_seconds: 600 });
  await makeInquiry(db, { assignee_id: idle.id, created_at: days(-2), response_seconds: 1200 });
  const asManager = await api.as(manager.id);
  expect(await blockOf(asManager, "people")).toEqual([
    { id: busy.id, name: "何静", overdue: 2, untouched: 0, response_seconds: null },
    { id: idle.id, name: "吴磊", overdue: 0, untouched: 1, response_seconds: 900 },
  ]);
  expect(await blockOf(await api.as(busy.id), "people")).toEqual([]);
  expect(await blockOf(await as("finance"), "people")).toEqual([]);
});
