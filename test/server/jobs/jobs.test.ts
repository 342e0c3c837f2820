import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerOwnerLog, customer as customerTable } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import {
  batch,
  batchRow,
  importTask,
  jobRun,
  message,
  operationLog,
  outbox,
  schedule,
  session,
} from "~/server/database/tables/system/system";
import { databaseCare } from "~/server/jobs/database-care";
import { jobsOf, standingJobs } from "~/server/jobs/jobs";
import { daily, type Job } from "~/server/jobs/scheduler";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import {
  makeCustomer,
  makeInquiry,
  makeSchedule,
  makeTeam,
  makeUser,
  makeWebhook,
  setSetting,
} from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";

const { db } = testDatabase();
const { db: together, pool } = testDatabase(4);
const api = testApi(together);
const proven = ["pool_release", "pool_warn", "log_cleanup", "inquiry_overdue"];
const jobs = jobsOf(
  api.services,
  standingJobs.filter(({ name }) => proven.includes(name)),
);
afterAll(() => jobs.stop());

let owner: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  await resetDatabase(db);
  owner = await makeUser(db, { role: "sales" });
});

/** Sets the clock to a moment and runs what is due then. */
async function runAt(moment: string) {
  const now = new Date(moment);
  api.setClock(now);
  await jobs.runDue(now);
}
const release = "2026-11-20T02:00:00+08:00";
const ago = (count: number, hours = 0) =>
  new Date(Date.parse(release) - (count * 24 + hours) * 3_600_000).toISOString();
const owned = (given: object = {}) =>
  makeCustomer(db, { owner_id: owner.id, created_at: ago(200), assigned_at: ago(1), ...given });
const rowOf = async (id: number) => (await db.select().from(customerTable).where(eq(customerTable.id, id)))[0];
const stillOwned = async (id: number) => (await rowOf(id))?.owner_id !== null;

describe("the nightly release", () => {
  test("takes many at once, each with its own reason, lines and messages, and leaves alone what is not about them", async () => {
    const leader = await makeUser(db, { role: "sales_manager", name: "组长" });
    const team = await makeTeam(db, { leader_id: leader.id });
    const other = await makeUser(db, { role: "sales", team_id: team.id, name: "陆一鸣" });
    const due = { assigned_at: ago(20), last_valid_tracking_at: ago(15), next_tracking_at: ago(-1) };
    const idle = await owned(due);
    const old = await owned({ owner_id: other.id, assigned_at: ago(90), last_valid_tracking_at: ago(2) });
    const spared = await owned({ assigned_at: ago(3) });
    const plans = [
      await makeSchedule(db, { user_id: owner.id, customer_id: idle.id }),
      await makeSchedule(db, { user_id: other.id, customer_id: idle.id }),
      await makeSchedule(db, { user_id: other.id, customer_id: old.id }),
      await makeSchedule(db, { user_id: owner.id, customer_id: spared.id }),
      await makeSchedule(db, { user_id: owner.id }),
    ];
    await runAt(release);
    const rows = await Promise.all([idle, old, spared].map(({ id }) => rowOf(id)));
    expect(rows).toMatchObject([
      {
        ...{ owner_id: null, last_owner_id: owner.id, pool_reason: "auto_no_follow", version: 2 },
        ...{ pool_at: "2026-11-20T02:00:00.000+08:00", next_tracking_at: null },
      },
      { owner_id: null, last_owner_id: other.id, pool_reason: "auto_no_deal" },
      { owner_id: owner.id, version: 1 },
    ]);
    const states = await db.select().from(schedule).orderBy(schedule.id);
    expect(states.map(({ id, status }) => [id, status])).toEqual(
      plans.map(({ id }, index) => [id, index === 0 || index === 2 ? "cancelled" : "pending"]),
    );
    expect(await db.select().from(customerOwnerLog).orderBy(customerOwnerLog.customer_id)).toMatchObject([
      {
        ...{ customer_id: idle.id, action: "auto_release", from_user: owner.id, to_user: null, by: null },
        reason: "auto_no_follow",
      },
      { customer_id: old.id, action: "auto_release", from_user: other.id, to_user: null, reason: "auto_no_deal" },
    ]);
    expect(await db.select().from(operationLog).orderBy(operationLog.id)).toMatchObject([
      {
        ...{ target_id: idle.id, target_name: idle.name, user_name: "系统", action: "release" },
        ...{ summary: `客户${idle.customer_no}自动释放到公海`, reason: "超时未跟进" },
      },
      { target_id: old.id, target_name: old.name, reason: "超时未成交" },
    ]);
    const shown = await db.select().from(message).orderBy(message.id);
    expect(shown).toMatchObject([
      { user_id: owner.id, link_id: idle.id, level: "warning", title: "客户已进公海" },
      { user_id: other.id, link_id: old.id },
      { user_id: leader.id, link_id: old.id },
    ]);
    const sentence = `客户【${old.customer_no}】${old.name}因超时未成交已自动释放到公海。`;
    expect(shown.slice(1).map(({ content }) => content)).toEqual([`您的${sentence}`, `陆一鸣的${sentence}`]);
  });

  test("leaves whom the rule spares", async () => {
    const old = { assigned_at: ago(100), last_valid_tracking_at: ago(100) };
    const spared = [
      await owned({ assigned_at: ago(14, 23) }),
      await owned({ assigned_at: ago(60), last_valid_tracking_at: ago(14, 23) }),
      await owned({ ...old, stage: "completed" }),
      await owned({ ...old, is_locked: true, locked_until: ago(-1) }),
      await owned({ ...old, deleted_at: ago(1) }),
    ];
    const lockEnded = await owned({ ...old, is_locked: true, locked_until: ago(0, 1) });
    await runAt(release);
    for (const { id } of spared) expect(await stillOwned(id)).toBe(true);
    expect(await stillOwned(lockEnded.id)).toBe(false);
  });

  test("rests while the pool is switched off, and ninety days of nothing count for nothing at zero", async () => {
    const { id } = await owned({ assigned_at: ago(100), last_valid_tracking_at: ago(1) });
    await setSetting(db, "pool.enabled", false);
    await runAt(release);
    await setSetting(db, "pool.enabled", true);
    await setSetting(db, "pool.no_deal_days", 0);
    await runAt("2026-11-21T02:00:00+08:00");
    expect(await stillOwned(id)).toBe(true);
  });

  test("that runs late decides as at its time, so nobody falls before the run he was told of", async () => {
    const due = await owned({ assigned_at: ago(15) });
    const laterThatDay = await owned({ assigned_at: ago(15, -3) });
    await runAt("2026-11-20T08:00:00+08:00");
    expect(await stillOwned(due.id)).toBe(false);
    expect(await stillOwned(laterThatDay.id)).toBe(true);
  });

  test("agrees with the days that the customer's page shows", async () => {
    const { id } = await owned({ assigned_at: ago(14) });
    const asOwner = async () => (await (await api.as(owner.id))(customer.get, { params: { id } })).data;
    api.setClock(new Date(release));
    expect(await asOwner()).toMatchObject({ idle_days: 14, days_to_pool: 1 });
    await runAt(release);
    expect(await stillOwned(id)).toBe(true);
    api.setClock(new Date("2026-11-21T01:59:59+08:00"));
    expect(await asOwner()).toMatchObject({ idle_days: 14, days_to_pool: 1 });
    await runAt("2026-11-21T02:00:00+08:00");
    expect(await stillOwned(id)).toBe(false);
  });
});

describe("the morning's warning", () => {
  test("comes three days before, once, and again only when the clock has been started anew", async () => {
    const { id } = await owned({ assigned_at: ago(13) });
    await owned({ assigned_at: ago(10) });
    await makeWebhook(db, ["customer.pool_warning"]);
    await runAt("2026-11-20T09:00:00+08:00");
    await runAt("2026-11-21T09:00:00+08:00");
    const warnings = () => db.select().from(message).where(eq(message.title, "客户即将进公海"));
    expect(await warnings()).toMatchObject([{ user_id: owner.id, level: "warning", link_id: id }]);
    expect((await warnings())[0]?.content).toContain("将在2天后进公海");
    expect(await db.select().from(outbox)).toMatchObject([
      { event: "webhook", payload: { event: "customer.pool_warning", data: { customer_id: id, days: 2 } } },
    ]);
    await rowsOf(db).updateIn("customer", id, { last_valid_tracking_at: "2026-11-21T10:00:00+08:00" });
    await runAt("2026-12-04T09:00:00+08:00");
    expect((await warnings()).filter((row) => row.link_id === id)).toHaveLength(2);
  });
});

test("the cleaning drops what has been kept long enough, and nothing younger", async () => {
  const user_id = owner.id;
  const log = { user_name: "某人", module: "customer", action: "update", summary: "一" };
  const act = {
    act: "assign",
    target_type: "customer",
    permission: "customer:info:assign",
    user_id,
    count: 1,
  };
  const [old, young] = [1, -1];
  for (const edge of [old, young]) {
    await db.insert(operationLog).values({ ...log, created_at: ago(730, edge - 2) });
    await db.insert(message).values({ user_id, category: "system", title: "一", created_at: ago(180, edge - 2) });
    const saved = await db
      .insert(batch)
      .values({ ...act, created_at: ago(30, edge - 2) })
      .returning();
    const batch_id = saved[0]?.id ?? 0;
    await db.insert(batchRow).values({ batch_id, row_id: 1, before: {}, version_after: 2 });
    await db
      .insert(importTask)
      .values({ user_id, kind: "customer", name: "一.xlsx", file_key: "一", dry_run: false, batch_id });
    await db.insert(session).values({ id: `${edge}`, user_id, method: "password", expires_at: ago(7, edge - 2) });
  }
  await runAt("2026-11-20T04:00:00+08:00");
  for (const table of [operationLog, message, batch, batchRow, session])
    expect(await db.select().from(table)).toHaveLength(1);
  expect(await db.select().from(importTask).orderBy(importTask.id)).toMatchObject([
    { batch_id: null },
    { batch_id: expect.any(Number) },
  ]);
});

describe("a turn", () => {
  const at = new Date("2026-11-20T09:30:00+08:00");
  const minutesOn = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
  const jobOf = (run: Job["run"]): Job => ({ name: "probe", lastTurn: daily("09:00"), run });

  test("is run by one of two servers", async () => {
    let runs = 0;
    const job = jobOf(async () => `run ${++runs}`);
    const servers = [jobsOf(api.services, [job]), jobsOf(api.services, [job])];
    await Promise.all(servers.map((one) => one.runDue(at)));
    await servers[0]?.runDue(minutesOn(60));
    expect(runs).toBe(1);
    await servers[1]?.runDue(minutesOn(24 * 60));
    expect(runs).toBe(2);
    expect(await db.select().from(jobRun).orderBy(jobRun.turn)).toMatchObject([
      { job: "probe", turn: "2026-11-20T09:00:00.000+08:00", result: "done: run 1" },
      { turn: "2026-11-21T09:00:00.000+08:00", result: "done: run 2" },
    ]);
    for (const one of servers) await one.stop();
  });

  test("that failed is tried again after five minutes", async () => {
    const results = ["broken", "mended"];
    const job = jobOf(async () => {
      const result = results.shift();
      if (result === "broken") throw new Error("broken");
      return String(result);
    });
    // The failure is meant to be logged here.
    const server = jobsOf({ ...api.services, log: pino({ level: "silent" }) }, [job]);
    for (const minutes of [0, 4, 5, 10]) {
      api.setClock(minutesOn(minutes));
      await server.runDue(minutesOn(minutes));
      const [row] = await db.select().from(jobRun);
      expect(row?.result).toBe(minutes < 5 ? "failed: broken" : "done: mended");
    }
    await server.stop();
  });

  test("does not begin once the server stops", async () => {
    let runs = 0;
    const server = jobsOf(api.services, [jobOf(async () => `run ${++runs}`)]);
    await server.stop();
    await server.runDue(at);
    expect(runs).toBe(0);
  });
});

test("an event that nobody fetched for a week has expired, and is dropped after a month", async () => {
  const event = { event: "customer.assigned", payload: {} };
  await db.insert(outbox).values([
    { ...event, created_at: ago(31), status: "sent" },
    { ...event, created_at: ago(31) },
    { ...event, created_at: ago(8) },
    { ...event, created_at: ago(8), status: "sent" },
    { ...event, created_at: ago(6) },
  ]);
  await runAt("2026-11-20T04:00:00+08:00");
  const left = await db.select().from(outbox).where(eq(outbox.event, "customer.assigned")).orderBy(outbox.id);
  expect(left.map((row) => row.status)).toEqual(["expired", "sent", "pending"]);
});

test("the embedded database is told each night how large its tables have become", async () => {
  for (let made = 0; made < 3; made++) await makeCustomer(db, { owner_id: owner.id });
  const { signal } = new AbortController();
  expect(await databaseCare.run({ services: api.services, at: new Date(), signal })).toMatch(/^\d+ tables$/);
  const { rows } = await pool.query("select reltuples::int as known from pg_class where oid = 'customer'::regclass");
  expect(rows).toEqual([{ known: 3 }]);
});

describe("inquiries that nobody answers in time", () => {
  test("turn late, which their assignee, the leader and those who assign are told once", async () => {
    const leader = await makeUser(db, { role: "sales_manager" });
    const team = await makeTeam(db, { leader_id: leader.id });
    const sales = await makeUser(db, { role: "sales", team_id: team.id });
    await makeWebhook(db, ["inquiry.overdue"]);
    const due_at = "2026-11-20T10:00:00+08:00";
    const { id } = await makeInquiry(db, { assignee_id: sales.id, due_at });
    await makeInquiry(db, { due_at });
    await makeInquiry(db, { assignee_id: sales.id, status: "processing", due_at });
    await runAt("2026-11-20T09:55:00+08:00");
    expect(await db.select().from(message)).toEqual([]);
    await runAt("2026-11-20T10:05:00+08:00");
    await runAt("2026-11-20T10:10:00+08:00");
    const shown = await db.select().from(message).orderBy(message.id);
    expect(shown.map(({ user_id, title }) => [user_id, title])).toEqual([
      [sales.id, "您的询盘已超时"],
      [leader.id, "团队询盘超时未响应"],
      [leader.id, "有询盘超时待分配"],
    ]);
    expect(await db.select().from(outbox)).toHaveLength(2);
    const [row] = await db.select().from(inquiry).where(eq(inquiry.id, id));
    expect(row).toMatchObject({ is_overdue: true, version: 1 });
  });
});
