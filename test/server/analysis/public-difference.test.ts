import fc from "fast-check";
import { expect, test } from "vitest";
import { publicAnalysis } from "~/contract/analysis/analysis";
import { isoInstant } from "~/server/database/tables/columns";
import { trackerDaily } from "~/server/database/tables/inquiry/tracker";
import { publicTelling } from "~/server/resources/analysis/telling";
import { testApi } from "~/test/support/api";
import { resetDatabase } from "~/test/support/database";
import { testNow } from "~/test/support/factories";
import { setUp } from "~/test/support/set-up";

const { db, make, setSetting, rowsIn, updateIn } = setUp();
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
function expectTold(sent: number | null, exact: number | null): void {
  if (exact === null) expect(sent).toBeNull();
  else expect(Math.abs((sent ?? Number.NaN) - exact)).toBeLessThanOrEqual(0.050_001);
}

test("what is told is the count without its remainder, and shares follow from what is told", () => {
  const size = fc.integer({ min: 1, max: 20 });
  const count = fc.integer({ min: 0, max: 500 });
  fc.assert(
    fc.property(size, count, count, (cell, part, whole) => {
      const telling = publicTelling(cell);
      const sent = telling.count(part);
      const isFew = part < cell && cell > 1;
      expect(sent === null ? isFew : !isFew && sent % cell === 0 && part - sent < cell).toBe(true);
      const ratio = telling.ratio(part, whole, 100);
      const isTold = ratio.part !== null && ratio.whole !== null && ratio.whole >= 10;
      expectTold(ratio.value, isTold ? ((ratio.part ?? 0) / (ratio.whole ?? 1)) * 100 : null);
      const [now, before] = [telling.count(part), telling.count(whole)];
      const grown = now !== null && before !== null && before >= 10 ? (now / before - 1) * 100 : null;
      expectTold(telling.growth(part, whole), grown);
    }),
  );
});

// The same rows each time.
const random = fc.sample(fc.noBias(fc.nat(999_999)), { seed: 7, numRuns: 9_000 });
const next = () => (random.pop() ?? 0) / 1_000_000;
const whole = (most: number) => Math.floor(next() * most);
const pick = <T>(list: readonly T[]): T => list[whole(list.length)] as T; // within the list

/** A house, and what may be added to it: one row of each kind that is counted, of any moment. */
async function makeHouse() {
  await resetDatabase(db);
  await setSetting("analytics.small_cell", cell);
  const sales = await make.user({ role: "sales", name: "私名顾问" });
  const { id: estate_id } = await make.estate();
  const { id: tracker_id } = await make.tracker();
  const long = { created_at: "2025-01-01T00:00:00+08:00" };
  const account = await make.customerUser({
    ...{ nickname: "私名用户", email: "secret-person@demo.test" },
    registered_at: long.created_at,
  });
  const first = await make.customer({ ...long, owner_id: sales.id, name: "私名客户", wechat: "secret_wechat" });
  const adders: ((at: string) => Promise<unknown>)[] = [
    (at) =>
      make.inquiry({
        ...{ name: "私名访客", created_at: at, platform: pick(["web", "h5", "wecom"]) },
        ...{ kind: pick(["estate", "visa", "report"] as const), status: pick(["pending", "invalid"] as const) },
        ...pick([
          {},
          { response_seconds: 60, first_response_at: at },
          { response_seconds: 4_000, first_response_at: at },
        ]),
        converted_at: pick([null, at]),
      }),
    (at) =>
      make.customer({
        ...{ name: "私名客户", created_at: at, owner_id: sales.id, birth_year: 1950 + whole(60) },
        ...{ country_code: pick(["CN", "JP"]), intent_country_codes: pick([["JP"], ["JP", "TH"], []]) },
        ...{ purposes: pick([["self_use"], ["education"]]) },
        ...{ budget_max: `${1 + whole(2000)}0000.00`, budget_currency: "CNY" },
      }),
    (at) => make.tracking({ customer_id: first.id, user_id: sales.id, tracked_at: at, type: pick(["visit", "call"]) }),
    (at) => {
      const day = at.slice(0, 10);
      const signed = pick([{ subscribed_at: day }, { subscribed_at: day, contracted_at: day }]);
      return make.deal({ customer_id: first.id, estate_id, owner_id: sales.id, ...signed });
    },
    (at) => make.customerUser({ registered_at: at, nickname: "私名用户" }),
    (at) =>
      make.behavior({
        ...{ customer_user_id: account.id, at, target_type: "estate", target_id: estate_id },
        ...{ type: pick(["view_estate", "login", "search"]), keyword: "私名用户13912345678" },
      }),
    (at) =>
      db
        .insert(trackerDaily)
        .values({ tracker_id, date: at.slice(0, 10), uv: 1 })
        .onConflictDoNothing(),
  ];
  return { adders, secrets: [sales.name, first.customer_no, account.user_no] };
}

/** A moment of the last so many days, before today. */
const moment = (most: number) =>
  isoInstant(new Date("2026-11-19T23:00:00+08:00").getTime() - whole(most * 24 * 60) * 60_000);

/** All that one client can ask on a day. */
async function answersOn(now: Date) {
  // A new server has kept nothing.
  const api = testApi(db, { now });
  const all = [(await api.send(publicAnalysis.overview)).data as { from: string; to: string }];
  for (const back of [1, 2, 9, 19, 20, 21, 30, 45, 60]) {
    const date = isoInstant(now.getTime() - back * 86_400_000).slice(0, 10);
    all.push((await api.send(publicAnalysis.briefing, { query: { date } })).data);
  }
  return all;
}
const dayLater = (count: number) => new Date(testNow.getTime() + count * 86_400_000);

test("the difference of any two counts that anybody is told is a multiple of the small cell, whatever is added between", async () => {
  const { adders, secrets } = await makeHouse();
  for (let row = 0; row < 260; row++) await pick(adders)(moment(75));
  const sent = [await answersOn(testNow)];
  for (const add of adders) {
    await add("2026-10-12T10:00:00+08:00");
    sent.push(await answersOn(testNow));
  }
  const numbers = sent.flat().flatMap((answer) => [...numbersIn(answer)]);
  expect(numbers.length).toBeGreaterThan(400);
  const values = [...new Set(numbers.map(([, value]) => value))];
  expect(values.length).toBeGreaterThan(5);
  const odd = values.flatMap((one) => values.filter((other) => (one - other) % cell !== 0));
  expect(odd).toEqual([]);
  const text = JSON.stringify(sent);
  for (const secret of [...secrets, "私名", "secret", "139", "1990000", "@"])
    expect(text.includes(secret) ? secret : "").toBe("");
});

test("one or two of anything are told as none is, also by what is said beside it and by what is left out", async () => {
  const { adders } = await makeHouse();
  const none = await answersOn(testNow);
  for (let round = 1; round < cell; round++) {
    for (const add of adders) await add(`2026-10-1${round}T10:00:00+08:00`);
    expect(await answersOn(testNow)).toEqual(none);
  }
});

test("any two answers, asked on whichever days, are of the same month or of months apart", async () => {
  const { adders } = await makeHouse();
  for (let row = 0; row < 40; row++) await pick(adders)(moment(75));
  const spans = new Set<string>();
  for (const day of [0, 1, 7, 10, 11, 12, 40, 42])
    for (const { from, to } of await answersOn(dayLater(day))) spans.add(`${from} ${to}`);
  expect([...spans].sort()).toEqual([
    "2026-09-01 2026-09-30",
    "2026-10-01 2026-10-31",
    "2026-11-01 2026-11-30",
    "2026-12-01 2026-12-31",
  ]);
});

test("what is done today is told by no answer until its month is over, so that asking every day dates nothing", async () => {
  const { adders } = await makeHouse();
  for (let row = 0; row < 200; row++) await pick(adders)(moment(75));
  const before = await answersOn(testNow);
  // What came in October is answered, converted and signed now.
  await updateIn("inquiry", { converted_at: null }, { converted_at: isoInstant(testNow.getTime()) });
  await updateIn(
    "inquiry",
    { response_seconds: null },
    { response_seconds: 60, first_response_at: isoInstant(testNow.getTime()), ext: { case_stage: "engaged" } },
  );
  const { id: estate_id } = await make.estate();
  for (const { id, owner_id } of await rowsIn("customer"))
    await make.deal({ customer_id: id, owner_id: owner_id ?? 0, estate_id, contracted_at: "2026-11-20" });
  for (const add of adders) for (let times = 0; times < 4; times++) await add("2026-11-20T11:00:00+08:00");
  expect(await answersOn(testNow)).toEqual(before);
});
