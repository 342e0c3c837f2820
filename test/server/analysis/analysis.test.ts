import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { analysis, publicAnalysis } from "~/contract/analysis/analysis";
import { databaseFlag } from "~/server/database/tables/system/system";
import { briefingPush } from "~/server/jobs/analysis/briefing-push";
import { jobsOf } from "~/server/jobs/jobs";
import { testApi } from "~/test/support/api";
import { testNow } from "~/test/support/factories";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, runJob, setSetting, rowsIn, insertIn } = setUp();
const { asAdmin, asManager, manager, sales, asService } = signedIn(api, {
  admin: { role: "super_admin" },
  manager: { role: "sales_manager", team: "一部", name: "梁经理" },
  sales: { role: "sales", team: "一部", name: "陆顾问" },
  service: { role: "customer_service" },
});

// It is Friday, the 20th of November 2026.
const at = (day: string, hour = 12) => `2026-11-${day}T${String(hour).padStart(2, "0")}:00:00+08:00`;
let minutes = 0;
/** The api's answers are kept for five minutes, and the database is emptied before each test. */
const later = () => api.setClock(new Date(testNow.getTime() + ++minutes * 6 * 60_000));
const times = async (n: number, make: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < n; index++) await make(index);
};

async function overview() {
  later();
  return (await api.send(publicAnalysis.overview)).data;
}
async function briefing(query: object = {}) {
  later();
  return api.send(publicAnalysis.briefing, { query });
}

test("everybody sees the last month's counts as multiples of three, fewer and none as fewer, and shares of ten and more", async () => {
  const { id: tracker_id } = await make.tracker({ channel: "seo" });
  const { id: quiet } = await make.tracker({ channel: "direct", code: "quiet" });
  await insertIn("trackerDaily", [
    { tracker_id, date: "2026-10-31", uv: 20 },
    { tracker_id, date: "2026-10-01", uv: 5 },
    { tracker_id: quiet, date: "2026-10-02", uv: 2 },
    { tracker_id, date: "2026-09-30", uv: 100 },
    { tracker_id, date: "2026-11-01", uv: 100 },
  ]);
  const october = (day: string, hour = 12) => at(day, hour).replace("-11-", "-10-");
  // Thursday at eleven; two on a Friday, of which one leaves no way to reach them.
  const converted_at = october("29");
  await times(11, (index) =>
    make.inquiry({ created_at: october("29", 11), converted_at: index < 4 ? converted_at : at("02") }),
  );
  await make.inquiry({ created_at: october("30", 0), platform: "h5" });
  await make.inquiry({ created_at: october("30", 0), platform: "h5", phone: null, wechat: null, email: null });
  await make.inquiry({ created_at: october("30"), status: "invalid" });
  await make.inquiry({ created_at: at("01", 0) });
  const { figures, channels, hours, breakdowns, ...days } = await overview();
  expect(days).toEqual({ from: "2026-10-01", to: "2026-10-31", cell: 3 });
  expect(figures).toMatchObject({ uv: 27, inquiry_new: 12, user_new: null });
  // A sum since the beginning would tell of each month's rest.
  expect(figures.user_total).toBeUndefined();
  expect(figures.contact_rate).toEqual({ part: 12, whole: 12, value: 100 });
  expect(figures.convert_rate).toEqual({ part: 3, whole: 12, value: 25 });
  expect(figures.contract_rate).toEqual({ part: null, whole: null, value: null });
  const [seo] = channels.series;
  expect(channels.series).toHaveLength(1);
  expect([seo?.label, seo?.counts[0], seo?.counts[1], seo?.counts.at(-1)]).toEqual(["自然搜索", 3, null, 18]);
  expect(hours[3]?.[11]).toBe(9);
  expect([hours[4]?.[0], hours[4]?.[1]]).toEqual([null, null]);
  expect(breakdowns.platform).toEqual([{ key: "web", label: "PC网站", count: 9 }]);
});

test("no share is more than a hundred percent", async () => {
  await times(3, () => make.inquiry({ created_at: at("19"), converted_at: at("19") }));
  const { figures } = (await asManager(analysis.overview)).data;
  for (const key of ["contact_rate", "convert_rate"] as const)
    expect(figures[key]).toEqual({ part: 3, whole: 3, value: 100 });
});

test("staff's ranges are those of the desk, with today", async () => {
  later();
  const spanOf = async (range: string) => {
    const { from, to } = (await asManager.unchecked(analysis.overview, { query: { range } })).data;
    return `${from} ${to}`;
  };
  const begins = { today: "2026-11-20", week: "2026-11-14", month30: "2026-10-22", month: "2026-11-01" } as const;
  for (const [range, from] of Object.entries(begins)) expect(await spanOf(range)).toBe(`${from} 2026-11-20`);
});

test("staff with the code see the same counted exactly, and also where the public one is closed", async () => {
  await times(4, () => make.inquiry({ created_at: at("19") }));
  await setSetting("analytics.public_enabled", false);
  later();
  expect(await api.send(publicAnalysis.overview)).toMatchObject({ code: 40303, status: 403, message: "看板未开放" });
  expect((await briefing()).code).toBe(40303);
  expect((await asManager(analysis.overview)).data).toMatchObject({ cell: 1, figures: { inquiry_new: 4 } });
});

test("customers, users and what they looked for are divided by hand", async () => {
  const october = (day: string) => at(day).replace("-11-", "-10-");
  const estate = await make.estate({ name: "云汀·湾岸塔甲" });
  const offline = await make.estate({ publish_status: "offline" });
  const district_id = estate.district_id;
  await times(4, (index) =>
    make.customer({
      ...{
        created_at: october("18"),
        owner_id: sales.id,
        birth_year: 1990,
        purposes: ["self_use"],
        country_code: "JP",
      },
      ...{ intent_country_codes: index ? ["JP"] : ["JP", "TH"], intent_district_ids: [district_id], district_id },
      ...{ budget_max: "1500000.00", budget_currency: "CNY" },
    }),
  );
  const { id: customer_id } = await make.customer({ created_at: october("17"), owner_id: sales.id });
  await make.deal({ customer_id, estate_id: estate.id, owner_id: sales.id, contracted_at: "2026-10-19" });
  await make.customer({ created_at: october("17"), is_imported: true, birth_year: 1950 });
  await times(3, () => make.requirement({ customer_id, layouts: ["2LDK"], created_at: october("18") }));
  await times(4, async (index) => {
    const registered_at = index < 3 ? october("15") : "2026-01-01T00:00:00+08:00";
    const { id } = await make.customerUser({ registered_at });
    const seen = { customer_user_id: id, at: october("19") };
    for (const target_id of [estate.id, estate.id, offline.id])
      await make.behavior({ ...seen, type: "view_estate", target_type: "estate", target_id });
    for (const keyword of ["湾岸", " 湾岸 ", index ? "港区" : "我叫王某", "13800001111"])
      await make.behavior({ ...seen, type: "search", keyword });
  });
  const visa = { kind: "visa" as const, created_at: october("19") };
  await times(3, () => make.inquiry({ ...visa, ext: { case_stage: "engaged" } }));
  const { figures, breakdowns } = await overview();
  expect(figures).toMatchObject({ user_new: 3, dau: null });
  expect(breakdowns).toMatchObject({
    user: [
      { key: "new", count: 3 },
      { key: "before", count: null },
    ],
    // Only groups of three or more.
    country: [{ key: "JP", label: "日本", count: 3 }],
    city: [{ label: "东京都", count: 3 }],
    purpose: [{ key: "self_use", label: "自住", count: 3 }],
    layout: [{ key: "2LDK", count: 3 }],
    region: [{ label: "东京都", count: 3 }],
    // A keyword of only one person is not shown, nor is a number.
    keyword: [
      { label: "港区", count: 3 },
      { label: "湾岸", count: 3 },
    ],
    // What is not online is not named.
    estate: [{ label: "云汀·湾岸塔甲", count: 3 }],
  });
  // Cases go on after their month.
  expect(breakdowns.visa).toBeUndefined();
  expect(breakdowns.budget?.filter(({ count }) => count !== null)).toEqual([
    { key: "b200", label: "100–200万", count: 3 },
  ]);
  expect(breakdowns.age?.filter(({ count }) => count !== null)).toMatchObject([{ key: "a39", count: 3 }]);
  api.setClock(new Date("2026-11-01T00:30:00+08:00"));
  const exact = (await asManager(analysis.overview, { query: { range: "month30" } })).data;
  expect(exact.figures).toMatchObject({ contract_rate: { part: 1, whole: 5, value: 20 }, user_total: 4, dau: 0 });
  expect(exact.figures.estates_each).toEqual({ part: 8, whole: 4, value: 2 });
  expect(exact.breakdowns.visa).toEqual([{ key: "engaged", label: "已委托", count: 3 }]);
  expect(exact.breakdowns.keyword?.map(({ label }) => label)).toEqual(["湾岸", "港区", "我叫王某"]);
});

test("an answer holds for five minutes, a minute takes sixty of one address, and no search engine lists it", async () => {
  // A separate server, with its own counts and kept answers.
  const server = testApi(db, { now: testNow });
  const ask = async () => server.app.request("http://test.local/api/figures/public/overview");
  const first = await ask();
  expect(first.headers.get("x-robots-tag")).toBe("noindex");
  await times(3, () => make.inquiry({ created_at: "2026-10-20T09:00:00+08:00" }));
  const count = async () => (await (await ask()).json()).data.figures.inquiry_new;
  expect(await count()).toBeNull();
  server.setClock(new Date(testNow.getTime() + 300_000));
  expect(await count()).toBe(3);
  await times(60, () => ask());
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("x-robots-tag")).toBe("noindex");
});

test("a briefing tells a whole month in a sentence, without amounts; none of days to come or long ago", async () => {
  const { id: customer_id } = await make.customer({ owner_id: sales.id });
  const { id: estate_id } = await make.estate();
  const october = (day: string) => at(day).replace("-11-", "-10-");
  await times(10, () => make.inquiry({ created_at: "2026-09-30T12:00:00+08:00" }));
  const answered = (seconds: number, first_response_at = october("18")) => ({
    ...{ created_at: october("18"), assignee_id: sales.id, response_seconds: seconds, first_response_at },
  });
  await times(13, (index) => make.inquiry(index < 2 ? { created_at: october("18") } : answered(22 * 60 + index)));
  await times(4, () => make.tracking({ customer_id, user_id: sales.id, tracked_at: october("16") }));
  await make.tracking({ customer_id, user_id: sales.id, tracked_at: october("17"), type: "visit", is_valid: false });
  const signed = { subscribed_at: "2026-10-16", contracted_at: "2026-10-31", owner_id: sales.id };
  await times(3, () => make.deal({ customer_id, estate_id, ...signed }));
  await make.inquiry({ created_at: at("01") });
  const { data } = await briefing();
  expect(data).toMatchObject({ type: "month", from: "2026-10-01", to: "2026-10-31", cell: 3 });
  expect(data.figures).toEqual({
    // It is compared with the calendar's month before, not with as many days.
    ...{ inquiry_new: 12, inquiry_prev: 9, inquiry_growth: null, responded: 9, response_minutes: null },
    ...{ tracking_valid: 3, visit_count: null, subscribe_count: 3, contract_count: 3 },
  });
  expect(data.sentences).toEqual(["本月新增询盘12，有效跟进3次，带看<3组，认购3套，签约3套。"]);
  expect(JSON.stringify(data)).not.toContain(sales.name);
  // An answer of November is none of October's.
  await make.inquiry(answered(60, at("02")));
  expect((await briefing()).data.figures.responded).toBe(9);
  await make.inquiry(answered(21 * 60));
  const more = (await briefing({ date: "2026-10-05" })).data;
  expect(more.figures).toMatchObject({ inquiry_new: 15, responded: 12, response_minutes: 25 });
  expect(more.sentences[0]).toContain("首次响应中位数25分钟");
  // None shows a month that is not over, neither by its day nor by its week.
  const past = { type: "month", from: "2026-10-01", to: "2026-10-31" };
  const day = { type: "day", date: "2026-11-19" };
  for (const query of [{ date: "2026-11-19" }, day, { type: "week", date: "2026-10-19" }])
    expect((await briefing(query)).data).toMatchObject(past);
  expect((await briefing({ date: "2026-09-01" })).data).toMatchObject({ from: "2026-09-01", to: "2026-09-30" });
  for (const date of ["2026-11-20", "2025-11-01"]) expect((await briefing({ date })).code).toBe(42200);
});

test("staff see it by consultant, with amounts and targets, within their scope", async () => {
  const other = await make.user({ role: "sales", name: "韩外部" });
  const { id: customer_id } = await make.customer({ owner_id: sales.id, created_at: at("16") });
  const { id: estate_id } = await make.estate();
  const signed = { subscribed_at: "2026-11-17", contracted_at: "2026-11-18", customer_id, estate_id };
  await make.deal({ ...signed, owner_id: sales.id });
  await make.deal({ ...signed, owner_id: other.id });
  await times(2, () => make.tracking({ customer_id, user_id: sales.id, tracked_at: at("17") }));
  await make.tracking({ customer_id, user_id: sales.id, tracked_at: at("17"), type: "visit", is_valid: false });
  const asked = { assignee_id: sales.id, created_at: at("16") };
  await make.inquiry({ ...asked, response_seconds: 60 });
  await make.inquiry({ ...asked, is_overdue: true });
  const moved = { customer_id, at: at("17") };
  await insertIn("customerOwnerLog", [
    { ...moved, action: "claim", to_user: sales.id, by: sales.id },
    { ...moved, action: "auto_release", from_user: sales.id },
    { ...moved, action: "release", from_user: sales.id },
    { ...moved, action: "claim", to_user: other.id, by: other.id, at: at("20") },
  ]);
  const month = { month: "2026-11", metric: "contract_amount", value: "12000000.00" };
  await insertIn("target", [
    { ...month, dim: "user", user_id: sales.id },
    { ...month, dim: "team", team_id: sales.team_id },
  ]);
  const query = { type: "week" as const, date: "2026-11-19" };
  const { data } = await asManager(analysis.briefing, { query });
  expect(data.rows.map(({ name }) => name).sort()).toEqual([manager.name, sales.name].sort());
  expect(data.rows.find(({ id }) => id === sales.id)).toMatchObject({
    ...{ name: "陆顾问", team: { name: "一部" }, customer_new: 1, claimed: 1, tracking_valid: 2, tracked_customers: 1 },
    ...{ visit_count: 1, subscribe_count: 1, contract_count: 1, contract_amount: 3_000_000, response_rate: 50 },
    ...{ overdue: 1, dropped: 1, target_rate: 25 },
  });
  expect(data).toMatchObject({ cell: 1, contract_amount: 3_000_000, target_rate: 25, figures: { inquiry_new: 2 } });
  expect(data.sentences).toEqual([
    "本周新增询盘2，首次响应中位数1分钟，有效跟进2次，带看1组，认购1套，签约1套，金额300万元。",
    "本月签约目标完成25%。",
  ]);
  expect((await asAdmin(analysis.briefing, { query })).data.contract_amount).toBe(6_000_000);
  // Customer service sees no deals: no amount, and nothing of them in the table.
  const service = (await asService(analysis.briefing, { query })).data;
  expect(service.contract_amount).toBeNull();
  expect(service.rows.find(({ id }) => id === sales.id)).toMatchObject({ tracking_valid: 2, contract_count: null });
});

const notes = async () =>
  (await rowsIn("outbox", { event: "webhook" })).map(
    ({ payload }) => payload as { webhook_id: number; event: string; data: Record<string, string>; link: string },
  );

test("a briefing is pushed to a webhook that takes them, once for a key, and the log says so", async () => {
  const [takes, silent] = [await make.webhook(["briefing.daily"]), await make.webhook(["clue.created"])];
  expect((await asManager(analysis.briefing)).data.webhooks).toEqual([{ id: takes.id, name: takes.name }]);
  const body = { webhook_id: takes.id, type: "day" as const, date: "2026-11-19" };
  expect((await asManager(analysis.push, { body, key: "push-0001" })).data).toEqual({ is_queued: true });
  await asManager(analysis.push, { body, key: "push-0001" });
  expect(await notes()).toMatchObject([
    {
      ...{ webhook_id: takes.id, event: "briefing.daily" },
      data: { period: "销售日报 2026-11-19（梁经理的数据范围）", by: "梁经理" },
      link: "/analysis/salesBriefing?type=day&date=2026-11-19",
    },
  ]);
  const [line] = await rowsIn("operationLog", { module: "analysis" });
  expect(line?.summary).toContain(takes.name);
  expect((await asManager(analysis.push, { body: { ...body, webhook_id: silent.id } })).code).toBe(40400);
  expect((await asManager(analysis.push, { body: { ...body, date: "2026-11-20" } })).code).toBe(42200);
  await db.insert(databaseFlag).values({ name: "demo", value: "1" }).onConflictDoNothing();
  expect((await asManager(analysis.push, { body })).data).toEqual({ is_queued: false });
  await db.delete(databaseFlag).where(eq(databaseFlag.name, "demo"));
});

test("the morning's briefings go out once, each on its day, as the settings say", async () => {
  const { id } = await make.webhook(["briefing.daily"]);
  const jobs = jobsOf(api.services, [briefingPush]);
  const runAt = async (moment: string) => {
    api.setClock(new Date(moment));
    await jobs.runDue(new Date(moment));
  };
  await runAt("2026-11-23T09:00:00+08:00");
  expect(await notes()).toEqual([]);
  await setSetting("briefing.auto_types", ["day", "week", "month"]);
  // Monday; and once more, as after a server that died behind it.
  for (let turn = 0; turn < 2; turn++) await runJob(briefingPush);
  await runAt("2026-12-01T09:00:00+08:00");
  await jobs.stop();
  expect((await notes()).map(({ webhook_id, data }) => [webhook_id, data.period])).toEqual([
    [id, "销售日报 2026-11-22"],
    [id, "销售周报 2026-11-16 至 2026-11-22"],
    [id, "销售日报 2026-11-30"],
    [id, "销售月报 2026-11-01 至 2026-11-30"],
  ]);
});

whoMay(
  api,
  { ...analysis, publicOverview: publicAnalysis.overview, publicBriefing: publicAnalysis.briefing },
  { overview: "SM CS", briefing: "SM CS", push: "SM CS", publicOverview: "public", publicBriefing: "public" },
  { "/analysis/overview": "any", "/analysis/salesBriefing": "any" },
);
