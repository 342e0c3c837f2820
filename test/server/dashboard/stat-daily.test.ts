import { type SQL, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { figureRows } from "~/contract/dashboard/figure-rows";
import type { FunnelStep } from "~/contract/dashboard/funnel";
import { type Metric, metrics } from "~/contract/dashboard/metrics";
import { buildStats, mendStats } from "~/server/resources/dashboard/stat-days";
import { blockOf, figuresOf as figures, isSame, recounted } from "~/test/support/dashboard";
import { resetDatabase } from "~/test/support/database";
import { makeInquiry, testNow } from "~/test/support/factories";
import { chance, rounds } from "~/test/support/seed";
import { setUp } from "~/test/support/set-up";
import type { As } from "~/test/support/signed-in";

const { db, api, make, asNew, setSetting, rowsIn, updateIn } = setUp();

beforeEach(() => resetDatabase(db));

const build = (at = testNow) => buildStats({ services: api.services, at });
const march = { from: "2026-03-01", to: "2026-03-31" };

/** Each step of the inquiries' funnel with how many have reached it. */
async function inquirySteps(as: As, query: object) {
  const { steps } = await blockOf(as, "funnel", { ...query, funnel: "inquiry" });
  // The steps of that funnel.
  return steps.map(({ key, count }) => [key as FunnelStep<"inquiry">, count] as const);
}
const count = async (from: SQL) => (await db.execute<{ n: number }>(sql`select count(*)::int as n ${from}`)).rows[0]?.n;

describe("days that are over", () => {
  test("are read as they were summed up, until a write changes them", async () => {
    const asAdmin = await asNew({ role: "super_admin" });
    const sales = await make.user({ role: "sales" });
    // The first is the last moment of February, by the clock of Shanghai.
    await make.inquiry({ assignee_id: sales.id, created_at: "2026-02-28T15:59:59Z" });
    const { id } = await make.inquiry({ assignee_id: sales.id, created_at: "2026-02-28T16:00:00Z" });
    await build();
    expect(await count(sql`from stat_dirty`)).toBe(0);
    const value = async () => (await figures(asAdmin, march)).inquiry_new?.value;
    expect(await value()).toBe(1);
    // What is summed up is what is read: nothing else tells a wrong sum.
    await db.execute(sql`update stat_daily set value = 41 where metric = 'inquiry_new' and date = '2026-03-01'`);
    expect(await value()).toBe(41);
    await db.execute(sql`update inquiry set status = 'invalid' where id = ${id}`);
    expect(await value()).toBe(0);
    // A write that no figure counts leaves the day alone.
    const marks = await count(sql`from stat_dirty`);
    await db.execute(sql`update inquiry set remark = '已核对' where id = ${id}`);
    expect(await count(sql`from stat_dirty`)).toBe(marks);
    await build();
    expect([await value(), await count(sql`from stat_dirty`)]).toEqual([0, 0]);
    // Safe to run again.
    await build();
    expect(await value()).toBe(0);
  });

  test("an inquiry's later steps count on the day on which it came, and days that have changed are summed up anew before the night", async () => {
    const asAdmin = await asNew({ role: "super_admin" });
    const sales = await make.user({ role: "sales" });
    const { id: customer_id } = await make.customer({ owner_id: sales.id });
    const came = "2026-03-05T12:00:00+08:00";
    const { id } = await make.inquiry({ assignee_id: sales.id, created_at: came, first_response_at: came });
    const steps = async () => (await inquirySteps(asAdmin, march)).map(([, count]) => count);
    const summed = async () =>
      (
        await db.execute<{ metric: string }>(sql`select metric from stat_daily
          where date = '2026-03-05' and dim_type = 'staff' and value = 1 and metric in ('inquiry_converted', 'inquiry_visited', 'inquiry_contracted') order by 1`)
      ).rows.map(({ metric }) => metric);
    const mend = () => mendStats({ services: api.services, at: testNow });
    await build();
    expect([await steps(), await summed()]).toEqual([[1, 1, 1, 0, 0, 0], []]);
    await db.execute(sql`update inquiry set status = 'converted', customer_id = ${customer_id} where id = ${id}`);
    await make.tracking({ customer_id, user_id: sales.id, type: "visit", tracked_at: "2026-11-10T12:00:00+08:00" });
    expect([await steps(), await summed()]).toEqual([[1, 1, 1, 1, 1, 0], []]);
    // Of the inquiry's five steps, and of the visit.
    expect(await mend()).toBe("6 days");
    expect(await steps()).toEqual([1, 1, 1, 1, 1, 0]);
    expect(await summed()).toEqual(["inquiry_converted", "inquiry_visited"]);
    const { id: estate_id } = await make.estate();
    const signed = { customer_id, estate_id, owner_id: sales.id, status: "contracted" as const };
    await make.deal({ ...signed, subscribed_at: "2026-11-12", contracted_at: "2026-11-15" });
    expect(await steps()).toEqual([1, 1, 1, 1, 1, 1]);
    await mend();
    expect(await steps()).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await summed()).toEqual(["inquiry_contracted", "inquiry_converted", "inquiry_visited"]);
    expect(await count(sql`from stat_dirty where date < '2026-11-20'`)).toBe(0);
    // Nothing has changed since.
    expect(await mend()).toBe("0 days");
  });

  test("a mark lives and dies with the write that made it", async () => {
    await build();
    const undone = db.transaction(async (tx) => {
      await makeInquiry(tx as never, { created_at: "2026-03-05T12:00:00+08:00" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await count(sql`from stat_dirty`)).toBe(0);
    await make.inquiry({ created_at: "2026-03-05T12:00:00+08:00" });
    expect(await count(sql`from stat_dirty where date = '2026-03-05' and metric = 'inquiry_new'`)).toBe(1);
  });

  test("another limit for answers counts the percentage anew, without a new sum", async () => {
    const asAdmin = await asNew({ role: "super_admin" });
    const at = { created_at: "2026-03-05T12:00:00+08:00" };
    await make.inquiry({ ...at, response_seconds: 20 * 60 });
    await make.inquiry({ ...at, response_seconds: 5 * 60 });
    await build();
    const rate = async () => (await figures(asAdmin, march)).response_rate?.value;
    expect(await rate()).toBe(100);
    await setSetting("inquiry.response_minutes", 10);
    expect(await rate()).toBe(50);
  });

  test("what is now is taken once, as the day before ended", async () => {
    await make.customer();
    await build();
    const taken = () =>
      db.execute(sql`select date::text, dim_type, value::int from stat_daily where metric = 'pool_size'`);
    const once = [{ date: "2026-11-19", dim_type: "nobody", value: 1 }];
    expect((await taken()).rows).toEqual(once);
    await make.customer();
    await build();
    expect((await taken()).rows).toEqual(once);
    await build(new Date(testNow.getTime() + 86_400_000));
    expect((await taken()).rows).toHaveLength(2);
  });

  test("what was taken of what is now is its line, with now at its end; days of which nothing was taken have none", async () => {
    const asAdmin = await asNew({ role: "super_admin" });
    await make.customer();
    const line = async () => (await figures(asAdmin, march)).pool_size?.spark;
    expect(await line()).toEqual([]);
    await build(new Date(testNow.getTime() - 2 * 86_400_000));
    await make.customer();
    await build();
    await make.customer();
    expect(await line()).toEqual([null, null, null, 1, null, 2, 3]);
  });
});

test("whatever is written, and however late, each figure is what its rows come to: of the whole, of a team, of a person", async () => {
  const { upTo, among: one } = chance();
  const [north, south] = [await make.team(), await make.team()];
  const lower = await make.team({ parent_id: north.id });
  const people = await Promise.all(
    [north, north, south, lower, south].map(({ id: team_id }) => make.user({ role: "sales", team_id })),
  );
  const managers = [
    await make.user({ role: "super_admin" }),
    await make.user({ role: "sales_manager", team_id: north.id }),
    await make.user({ role: "finance" }),
    await make.user({ role: "channel_manager", team_id: south.id }),
    people[2],
  ];
  const seesInquiries = [managers[0], managers[1], managers[4]];
  const agents = await Promise.all([people[0], people[2]].map((by) => make.agentWith({ manager_id: by?.id ?? 0 })));
  const { id: estate_id } = await make.estate();
  // Days on both sides of midnight in Shanghai, four months of them, a week ahead too.
  const day = () => new Date(testNow.getTime() + (7 - upTo(119)) * 86_400_000).toISOString().slice(0, 10);
  const moment = () => `${day()}T${one(["15:59:59", "16:00:00", "03:00:00", "23:59:59"])}Z`;
  const person = () => one([...people.map(({ id }) => id), null]);
  const someone = () => one(people).id;

  const customers: number[] = [];
  const deals: number[] = [];
  const makers: (() => Promise<unknown>)[] = [
    () =>
      make.inquiry({
        ...{ assignee_id: person(), created_at: moment(), kind: one(["estate", "visa", "report"]) },
        ...{
          status: one(["pending", "processing", "invalid", "converted", "converted"]),
          response_seconds: one([null, 60, 99_999]),
        },
        ...{ customer_id: one([...customers, null]), first_response_at: one([moment(), moment(), null]) },
      }),
    async () => {
      const owner = person();
      const given = { owner_id: owner, first_owner_id: owner, created_at: moment(), is_imported: upTo(3) === 0 };
      customers.push((await make.customer(given)).id);
    },
    () =>
      make.tracking({
        ...{ customer_id: one(customers), user_id: someone(), tracked_at: moment() },
        ...{ type: one(["phone", "visit"]), is_valid: upTo(2) > 0 },
      }),
    () =>
      make.clue({
        ...{ agent_id: one(agents).id, estate_id, handler_id: person(), created_at: moment(), reviewed_at: moment() },
        ...{ status: one(["valid", "invalid", "expired", "pending"]), visited_at: one([null, moment()]) },
        customer_id: one(customers),
      }),
    async () => {
      const given = { customer_id: one(customers), estate_id, owner_id: someone(), status: "contracted" as const };
      const dates = { subscribed_at: day(), contracted_at: one([null, day()]), cancelled_at: one([null, day()]) };
      deals.push((await make.deal({ ...given, ...dates, deal_price: `${1 + upTo(8_999_999)}.33` })).id);
    },
    () =>
      make.billing({
        ...{ deal_id: one(deals), type: "dev_commission", payer: "developer", amount: `${1 + upTo(99_998)}.77` },
        ...{ due_at: day(), paid_at: one([null, day()]), status: one(["pending", "confirmed", "void"]) },
        fx_rate_to_cny: one([null, "0.04712345"]),
      }),
  ];
  const write = async (times: number) => {
    for (let round = 0; round < times; round++) for (const maker of makers) await maker();
  };
  /** Some of a table's rows get another value. */
  const change = (table: string, set: SQL) =>
    db.execute(sql`update ${sql.raw(table)} set ${set} where id % 5 = ${upTo(4)}`);
  const changes: (() => Promise<unknown>)[] = [
    () => change("inquiry", sql`assignee_id = ${someone()}`),
    () => change("inquiry", sql`created_at = ${moment()}`),
    () => change("inquiry", sql`status = ${one(["invalid", "closed"])}`),
    () => change("inquiry", sql`response_seconds = ${one([1, 99_999])}`),
    () => change("inquiry", sql`kind = ${one(["visa", "estate"])}`),
    () => change("inquiry", sql`status = 'converted', first_response_at = ${moment()}`),
    () => change("inquiry", sql`customer_id = ${one(customers)}`),
    () => change("customer", sql`is_undone = is_imported`),
    () => change("tracking", sql`type = ${one(["visit", "phone"])}`),
    () => change("tracking", sql`customer_id = ${one(customers)}`),
    () => change("clue", sql`visited_at = ${one([null, moment()])}, customer_id = ${one(customers)}`),
    () => change("deal", sql`customer_id = ${one(customers)}`),
    () => change("inquiry", sql`deleted_at = ${one([null, moment()])}`),
    () => change("customer", sql`merged_to_id = ${one([null, customers[0]])}`),
    () => change("customer", sql`created_at = ${moment()}`),
    () => change("tracking", sql`is_valid = not is_valid`),
    () => change("tracking", sql`deleted_at = ${moment()}`),
    () => change("tracking", sql`tracked_at = ${moment()}, user_id = ${someone()}`),
    () => change("clue", sql`status = ${one(["invalid", "valid"])}`),
    () => change("clue", sql`handler_id = ${person()}`),
    () => change("clue", sql`reviewed_at = ${one([null, moment()])}`),
    () => change("deal", sql`owner_id = ${someone()}`),
    () => change("deal", sql`contracted_at = ${day()}`),
    () => change("deal", sql`subscribed_at = ${one([null, day()])}`),
    () => change("deal", sql`cancelled_at = ${one([null, day()])}`),
    () => change("deal", sql`deleted_at = ${one([null, moment()])}`),
    () => change("deal", sql`fx_rate_to_cny = ${one(["0.05", "0.04"])}`),
    () => change("billing", sql`status = ${one(["confirmed", "void"])}`),
    () => change("billing", sql`amount = amount + 1, due_at = ${day()}`),
    () => change("billing", sql`paid_at = ${day()}, paid_amount = ${one([null, "12.34"])}`),
    () => updateIn("currency", {}, { rate_to_cny: one(["0.05", "0.046"]) }),
    () => db.execute(sql`delete from billing where id % 7 = ${upTo(6)}`),
    () => db.execute(sql`delete from inquiry where id % 7 = ${upTo(6)}`),
    // A person of another team from today on.
    () => db.execute(sql`update "user" set team_id = ${one([north.id, south.id, lower.id])} where id = ${someone()}`),
  ];

  const options = [{}, { team_id: north.id }, { user_id: people[0]?.id }];
  async function all(query: object) {
    const found = [];
    for (const by of managers.slice(0, rounds(2, managers.length))) {
      const as = await api.as(by?.id ?? 0);
      for (const narrow of options)
        found.push({
          ...{ by: by?.id, as, narrow, shown: await figures(as, { ...query, ...narrow }) },
          steps: seesInquiries.includes(by) ? await inquirySteps(as, { ...query, ...narrow }) : [],
        });
    }
    return found;
  }

  /** Against the same without a day that is summed up, and against the rows of some. */
  async function compare() {
    const query = { from: day(), to: "2026-11-27" };
    const summed = await all(query);
    await db.execute(sql`update stat_built set basis = '-' || basis`);
    const counted = await all(query);
    await db.execute(sql`update stat_built set basis = substr(basis, 2)`);
    const values = (list: typeof summed) => list.map(({ as: _, ...rest }) => rest);
    expect(values(summed)).toEqual(values(counted));
    for (const { by, as, narrow, steps } of summed)
      for (const [step, count] of steps) {
        const { data } = await as(figureRows.inquiry, { query: { ...query, ...narrow, metric: step } });
        expect([by, narrow, step, data.total]).toEqual([by, narrow, step, count]);
      }
    const rates = new Map((await rowsIn("currency")).map((one) => [one.code, one.rate_to_cny]));
    for (const { by, as, narrow, shown } of summed)
      for (const key of Object.keys(shown) as Metric[]) {
        // Some of them: counting the rows anew is what takes its time.
        if (metrics[key].unit === "percent" || upTo(rounds(11, 2))) continue;
        const found = await recounted(as, key, { ...query, ...narrow }, rates);
        expect([by, narrow, key, isSame(found, shown[key]?.value)]).toEqual([by, narrow, key, true]);
      }
  }

  await write(12);
  await build();
  await write(2);
  for (const act of changes.slice(0, 20)) await act();
  await compare();
  await build();
  for (const act of changes.slice(20)) await act();
  await compare();
  await build();
  expect(await count(sql`from stat_dirty where date < '2026-11-20'`)).toBe(0);
  await compare();
});
