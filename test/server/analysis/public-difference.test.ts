import fc from "fast-check";
import { expect, test } from "vitest";
import { publicAnalysis } from "~/contract/analysis/analysis";
import type { BriefingType } from "~/contract/analysis/briefing-types";
import { trackerDaily } from "~/server/database/tables/inquiry/tracker";
import { publicTelling } from "~/server/resources/analysis/telling";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeDeal } from "~/test/support/deal";
import { makeEstate } from "~/test/support/estate";
import {
  makeBehavior,
  makeCustomer,
  makeCustomerUser,
  makeInquiry,
  makeTracking,
  makeUser,
  setSetting,
  testNow,
} from "~/test/support/factories";
import { makeTracker } from "~/test/support/tracker";

const { db } = testDatabase();
const cell = 3;

/** Every number of an answer by its path, but what is no count: shares (`value`), growth, minutes, and the cell itself. */
function numbersIn(answer: unknown, path = ""): Map<string, number> {
  if (typeof answer === "number") return new Map([[path, answer]]);
  if (typeof answer !== "object" || answer === null) return new Map();
  return new Map(
    Object.entries(answer).flatMap(([key, value]) =>
      ["value", "inquiry_growth", "response_minutes", "cell"].includes(key)
        ? []
        : [...numbersIn(value, `${path}/${key}`)],
    ),
  );
}

/** To one decimal: a half may go up or down, as binary fractions do. */
function expectTold(told: number | null, exact: number | null): void {
  if (exact === null) expect(told).toBeNull();
  else expect(Math.abs((told ?? Number.NaN) - exact)).toBeLessThanOrEqual(0.050_001);
}

test("what is told is the count without its remainder, and shares follow from what is told", () => {
  const size = fc.integer({ min: 1, max: 20 });
  const count = fc.integer({ min: 0, max: 500 });
  fc.assert(
    fc.property(size, count, count, (cell, part, whole) => {
      const telling = publicTelling(cell);
      const told = telling.count(part);
      expect(told === null ? part > 0 && part < cell : told % cell === 0 && part - told < cell).toBe(true);
      const ratio = telling.ratio(part, whole, 100);
      const isTold = ratio.part !== null && ratio.whole !== null && ratio.whole >= 10;
      expectTold(ratio.value, isTold ? ((ratio.part ?? 0) / (ratio.whole ?? 1)) * 100 : null);
      const [now, before] = [telling.count(part), telling.count(whole)];
      const grown = now !== null && before !== null && before >= 10 ? (now / before - 1) * 100 : null;
      expectTold(telling.growth(part, whole), grown);
    }),
  );
});

test("the difference of any two counts that anybody is told is a multiple of the small cell, whatever is added between", async () => {
  await resetDatabase(db);
  await setSetting(db, "analytics.small_cell", cell);
  // The same rows each time.
  const random = fc.sample(fc.noBias(fc.nat(999_999)), { seed: 7, numRuns: 5_000 });
  const next = () => (random.pop() ?? 0) / 1_000_000;
  const whole = (most: number) => Math.floor(next() * most);
  const pick = <T>(list: readonly T[]): T => list[whole(list.length)] as T; // within the list
  const moment = () => new Date(testNow.getTime() - whole(45 * 24 * 60) * 60_000).toISOString();
  const sales = await makeUser(db, { role: "sales", name: "私名顾问" });
  const { id: estate_id } = await makeEstate(db);
  const { id: tracker_id } = await makeTracker(db);
  const account = await makeCustomerUser(db, { nickname: "私名用户", email: "secret-person@demo.test" });
  const first = await makeCustomer(db, { owner_id: sales.id, name: "私名客户", wechat: "secret_wechat" });
  const adders = [
    () =>
      makeInquiry(db, {
        ...{ name: "私名访客", created_at: moment(), platform: pick(["web", "h5", "wecom"]) },
        ...{ kind: pick(["estate", "visa", "report"] as const), status: pick(["pending", "invalid"] as const) },
        ...{ response_seconds: pick([null, 60, 4_000]), converted_at: pick([null, moment()]) },
      }),
    () =>
      makeCustomer(db, {
        ...{ name: "私名客户", created_at: moment(), owner_id: sales.id, birth_year: 1950 + whole(60) },
        ...{ country_code: pick(["CN", "JP"]), intent_country_codes: pick([["JP"], ["JP", "TH"], []]) },
        ...{
          purposes: pick([["self_use"], ["education"]]),
          budget_max: `${1 + whole(2000)}0000.00`,
          budget_currency: "CNY",
        },
      }),
    () =>
      makeTracking(db, {
        customer_id: first.id,
        user_id: sales.id,
        tracked_at: moment(),
        type: pick(["visit", "call"]),
      }),
    () => makeDeal(db, { customer_id: first.id, estate_id, owner_id: sales.id, contracted_at: moment().slice(0, 10) }),
    () => makeCustomerUser(db, { registered_at: moment(), nickname: "私名用户" }),
    () =>
      makeBehavior(db, {
        ...{ customer_user_id: account.id, at: moment(), target_type: "estate", target_id: estate_id },
        ...{ type: pick(["view_estate", "login", "search"]), keyword: "私名用户13912345678" },
      }),
    () =>
      db
        .insert(trackerDaily)
        .values({ tracker_id, date: moment().slice(0, 10), uv: whole(40) })
        .onConflictDoNothing(),
  ];
  for (let row = 0; row < 160; row++) await pick(adders)();

  /** What can be asked, by whoever asks everything. */
  async function answers() {
    // A new server has kept nothing.
    const api = testApi(db, { now: testNow });
    const ranges = ["today", "week", "month30", "month"] as const;
    const asked: readonly [BriefingType, string][] = [
      ...(["2026-11-19", "2026-11-18", "2026-11-02"].map((date) => ["day", date]) as [BriefingType, string][]),
      ...(["2026-11-19", "2026-11-12"].map((date) => ["week", date]) as [BriefingType, string][]),
      ...(["2026-11-19", "2026-10-20"].map((date) => ["month", date]) as [BriefingType, string][]),
    ];
    const all: unknown[] = [];
    for (const range of ranges) all.push((await api.send(publicAnalysis.overview, { query: { range } })).data);
    for (const [type, date] of asked)
      all.push((await api.send(publicAnalysis.briefing, { query: { type, date } })).data);
    return all;
  }
  const told = [await answers()];
  for (const add of adders) {
    await add();
    told.push(await answers());
  }
  const numbers = told.flat().flatMap((answer) => [...numbersIn(answer)]);
  expect(numbers.length).toBeGreaterThan(1_000);
  const values = [...new Set(numbers.map(([, value]) => value))];
  expect(values.length).toBeGreaterThan(5);
  const odd = values.flatMap((one) => values.filter((other) => (one - other) % cell !== 0));
  expect(odd).toEqual([]);
  const text = JSON.stringify(told);
  for (const secret of [sales.name, "私名", "secret", "139", "1990000", first.customer_no, account.user_no, "@"])
    expect(text.includes(secret) ? secret : "").toBe("");
});
