import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { track } from "~/contract/inquiry/track";
import { trackerDaily, trackerVisit } from "~/server/database/tables/inquiry/tracker";
import { trackerRollup } from "~/server/jobs/inquiry/tracker-rollup";
import { flushVisits, mostVisitors } from "~/server/resources/inquiry/visit/collect";
import { resetDatabase } from "~/test/support/database";
import { testNow } from "~/test/support/factories";
import { setUp } from "~/test/support/set-up";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, runJob, rowsIn, insertIn } = setUp();
// Addresses come by the header.
api.services.trustsProxy = true;
const dayLength = 86_400_000;
const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

let now = testNow.getTime();
let id = 0;
beforeEach(async () => {
  await flushVisits(api.services);
  await resetDatabase(db);
  // The server remembers codes and the day's key for a while: each test has days of its own.
  now += 10 * dayLength;
  api.setClock(new Date(now));
  id = (await make.tracker()).id;
});

async function visit(body: object, ip = "203.0.113.7", headers: Record<string, string> = {}) {
  const response = await api.app.request("http://test.local/api/public/track", {
    method: "POST",
    headers: { "user-agent": browser, "x-forwarded-for": ip, ...headers },
    body: JSON.stringify({ code: "home-top", type: "pv", ...body }),
  });
  return response.status;
}
const rollUp = async () => {
  await flushVisits(api.services);
  return runJob(trackerRollup);
};
const daily = () => db.select().from(trackerDaily).where(eq(trackerDaily.tracker_id, id)).orderBy(trackerDaily.date);

test("visits are counted, a visitor once a day, and summed up as often as one likes", async () => {
  expect(await visit({})).toBe(204);
  for (const type of ["pv", "click", "impression"]) await visit({ type });
  await visit({}, "203.0.113.8");
  await visit({ visitor: "another person behind the same address" });
  // Only shown to them, which makes nobody a visitor.
  await visit({ type: "impression" }, "203.0.113.9");
  for (let turn = 0; turn < 2; turn++) {
    await rollUp();
    expect(await daily()).toMatchObject([{ pv: 4, uv: 3, clicks: 1, impressions: 2, is_reported: false }]);
  }
  await visit({});
  await rollUp();
  expect(await daily()).toMatchObject([{ pv: 5, uv: 3 }]);
  const remaining = JSON.stringify(await rowsIn("trackerVisit"));
  for (const personal of ["203.0.113", "Mozilla", "another"]) expect(remaining).not.toContain(personal);
});

test("nobody is recognised on another day, and visits go after two", async () => {
  const hashes = async () =>
    (await db.select().from(trackerVisit).orderBy(trackerVisit.date)).map((row) => row.visitor_hash);
  await visit({});
  await flushVisits(api.services);
  for (let days = 0; days < 2; days++) {
    now += dayLength;
    api.setClock(new Date(now));
    await visit({});
    await rollUp();
    const [first, second, ...others] = await hashes();
    expect([first === second, others]).toEqual([false, []]);
    expect(await rowsIn("visitSalt")).toHaveLength(1);
  }
  expect(await daily()).toMatchObject(Array(3).fill({ pv: 1, uv: 1 }));
});

test("crawlers, unknown codes and what is out of use are not counted; what is wrong is named", async () => {
  await insertIn("tracker", {
    ...{ code: "old-one", name: "旧", status: "disabled", platform: "web", channel: "seo", page_type: "home" },
    target_url: "https://www.example.com/",
  });
  const crawler = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
  expect(await visit({}, "203.0.113.20", { "user-agent": crawler })).toBe(204);
  expect(await visit({}, "203.0.113.20", { "user-agent": "" })).toBe(204);
  for (const code of ["old-one", "nowhere"]) expect(await visit({ code })).toBe(204);
  for (const wrong of [{ code: "No Code" }, { type: "dance" }, { visitor: "x".repeat(65) }])
    expect(await visit(wrong)).toBe(422);
  await rollUp();
  expect(await rowsIn("trackerVisit")).toEqual([]);
});

test("an address has 120 a minute, and an IPv6 household as many", async () => {
  const answers: number[] = [];
  for (let call = 0; call < 125; call++) answers.push(await visit({}, `2001:db8:7:9::${call + 1}`));
  expect(answers.filter((status) => status === 204)).toHaveLength(120);
  expect(answers.slice(120)).toEqual([429, 429, 429, 429, 429]);
  expect(await visit({}, "2001:db8:7:a::1")).toBe(204);
});

test("what a day's flood brings is counted, and not told apart", async () => {
  const [date] = new Date(now + 8 * 3_600_000).toISOString().split("T");
  await insertIn("trackerDaily", { tracker_id: id, date: date ?? "", uv: mostVisitors });
  for (let one = 1; one <= 3; one++) await visit({}, `203.0.113.${one + 100}`);
  await flushVisits(api.services);
  expect(await rowsIn("trackerVisit")).toMatchObject([{ visitor_hash: "", pv: 3 }]);
});

test("any page may call it, without a cookie", async () => {
  const origin = "https://www.example.com";
  const asked = await api.app.request("http://test.local/api/public/track", {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
  });
  expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  expect(asked.headers.get("access-control-allow-headers")).toBe("content-type");
  const sent = await api.app.request("http://test.local/api/public/track", {
    method: "POST",
    // As sendBeacon sends a text.
    headers: {
      origin,
      "user-agent": browser,
      "content-type": "text/plain;charset=UTF-8",
      "x-forwarded-for": "203.0.113.77",
    },
    body: JSON.stringify({ code: "home-top", type: "pv", page_url: `${origin}/jp` }),
  });
  expect([sent.status, sent.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  expect(sent.headers.get("set-cookie")).toBeNull();
  await rollUp();
  expect(await daily()).toMatchObject([{ pv: 1, uv: 1 }]);
});

whoMay(api, track, { track: "public" });
