import { expect, test } from "vitest";
import { tracking } from "~/contract/customer/tracking";
import type { Today } from "~/contract/dashboard/blocks";
import { dashboard } from "~/contract/dashboard/dashboard";
import { schedule } from "~/contract/schedule/schedule";
import { blockOf } from "~/test/support/dashboard";
import { days } from "~/test/support/factories";
import { setUp } from "~/test/support/set-up";
import { type As, signedIn } from "~/test/support/signed-in";

const { api, make, asNew } = setUp();
const { sales, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

// It is noon.
const at = (time: string) => `2026-11-20T${time}:00+08:00`;
const own = (given: object = {}) =>
  make.customer({ owner_id: sales.id, created_at: days(-30), assigned_at: days(-1), ...given });
const today = (as: As, query: { scope?: Today["scope"] } = {}) => blockOf(as, "today", query);
const parts = ["tracking_late", "tracking_today", "schedule_late", "schedule_today", "pool"] as const;
const idsOf = (day: Today) =>
  Object.fromEntries(parts.map((part) => [part, day[part]?.list.map(({ id }) => id) ?? null]));

test("the day: what is late by its time, what is still to come, and whom the pool takes", async () => {
  const late = await own({ next_tracking_at: at("09:00") });
  const older = await own({ next_tracking_at: days(-3) });
  const tonight = await own({ next_tracking_at: at("23:59") });
  await own({ next_tracking_at: "2026-11-21T00:00:00+08:00" });
  const falling = await own({ assigned_at: days(-13) });
  const sooner = await own({ assigned_at: days(-14) });
  // Already in the list by its follow-up.
  const both = await own({ assigned_at: days(-14), next_tracking_at: at("18:00") });
  const visit = await make.schedule({ user_id: sales.id, type: "visit", start_at: at("15:00") });
  const missed = await make.schedule({ user_id: sales.id, start_at: at("11:00") });
  const going = await make.schedule({ user_id: sales.id, start_at: at("11:00"), end_at: at("13:00") });
  const wholeDay = await make.schedule({ user_id: sales.id, start_at: at("00:00"), all_day: true });
  const yesterday = await make.schedule({ user_id: sales.id, start_at: days(-1), all_day: true });
  for (const given of [{ status: "done" as const }, { status: "cancelled" as const }, { start_at: days(1) }])
    await make.schedule({ user_id: sales.id, start_at: at("14:00"), ...given });
  const day = await today(asSales);
  expect(day).toMatchObject({ scope: "mine", has_team: false });
  expect(idsOf(day)).toEqual({
    tracking_late: [older.id, late.id],
    tracking_today: [both.id, tonight.id],
    schedule_late: [yesterday.id, missed.id],
    schedule_today: [wholeDay.id, going.id, visit.id],
    pool: [sooner.id, falling.id],
  });
  expect(day.schedule_late.list.every(({ is_overdue }) => is_overdue)).toBe(true);
  expect(day.schedule_today.list.some(({ is_overdue }) => is_overdue)).toBe(false);
  expect(day.pool?.list[0]).toMatchObject({ days_to_pool: 1, is_warned: true });
});

test("a next follow-up and the schedule that stands for it are one line; another schedule with the customer stays", async () => {
  const { id: customer_id } = await own({ next_tracking_at: at("15:00") });
  const about = { user_id: sales.id, customer_id, start_at: at("15:00") };
  await make.schedule({ ...about, is_plan: true });
  const visit = await make.schedule({ ...about, type: "visit" });
  const day = await today(asSales);
  expect(idsOf(day)).toMatchObject({ tracking_today: [customer_id], schedule_today: [visit.id] });
  expect(day.schedule_today.list[0]).toMatchObject({ about: { id: customer_id, can: { track: true } } });
});

test("what has been done is gone from the day: a follow-up that is written, a schedule that is finished", async () => {
  const { id: customer_id } = await own({ next_tracking_at: at("09:00") });
  const { id } = await make.schedule({ user_id: sales.id, start_at: at("15:00") });
  const body = { customer_id, type: "call" as const, content: "电话沟通预算与看房时间安排", tracked_at: at("11:50") };
  expect((await asSales(tracking.create, { body })).code).toBe(200);
  expect((await asSales(schedule.done, { params: { id }, body: { action: "done", result: null } })).code).toBe(200);
  expect(Object.values(idsOf(await today(asSales)))).toEqual(parts.map(() => []));
});

test("one's own numbers may be called; a colleague's are masked, and nobody outside the scope is there", async () => {
  const mine = await own({ next_tracking_at: at("15:00"), phone: "13812345678" });
  const stranger = await make.user({ role: "sales" });
  const { id: theirs } = await make.customer({ owner_id: stranger.id, next_tracking_at: at("15:00") });
  await make.schedule({ user_id: stranger.id, start_at: at("15:00") });
  // With a customer that he does not see.
  const { id: blind } = await make.schedule({ user_id: sales.id, customer_id: theirs, start_at: at("16:00") });
  const day = await today(asSales);
  expect(day.tracking_today?.list).toMatchObject([{ id: mine.id, phone: "13812345678" }]);
  expect(day.schedule_today.list).toMatchObject([{ id: blind, about: null }]);
  const manager = await today(asManager);
  expect(manager).toMatchObject({ scope: "team", has_team: true });
  expect(manager.tracking_today?.list).toMatchObject([
    { id: mine.id, phone: "138****5678", owner: { id: sales.id }, can: { reveal: true } },
  ]);
  expect(manager.schedule_today.list.map(({ id }) => id)).toEqual([blind]);
  expect(idsOf(await today(asManager, { scope: "mine" }))).toMatchObject({ tracking_today: [], schedule_today: [] });
  expect(idsOf(await today(asSales, { scope: "team" }))).toMatchObject({ tracking_today: [mine.id] });
});

test("who only reads customers has no day of theirs: finance is told of no seller's follow-ups", async () => {
  await own({ next_tracking_at: at("15:00") });
  await own({ assigned_at: days(-14) });
  const asFinance = await asNew({ role: "finance" });
  const none = { has_team: false, tracking_late: null, tracking_today: null, pool: null };
  expect(await today(asFinance)).toMatchObject(none);
  const keys = (await blockOf(asFinance, "todo")).map(({ key }) => key);
  expect(keys).toEqual(["statement_disputed", "billing_confirm", "billing_overdue", "statement_pay"]);
});

test("a line says what was last written of its customer, to who may read it", async () => {
  const { id: customer_id } = await own({ next_tracking_at: at("15:00") });
  const write = (given: object) => make.tracking({ customer_id, user_id: sales.id, ...given });
  await write({ tracked_at: days(-3), content: "先看总价四千万以下的" });
  await write({ tracked_at: days(-2), content: `答应周五给报价${"。".repeat(200)}` });
  await write({ tracked_at: days(-1), content: "写错了", deleted_at: days(0) });
  const note = async (as: As) => (await today(as)).tracking_today?.list[0]?.last_note;
  expect(await note(asSales)).toMatch(/^答应周五给报价。+$/);
  expect(await note(asSales)).toHaveLength(120);
  const permissions = ["customer:info:view", "customer:tracking:create"] as const;
  const asBlind = await asNew({ permissions, scope: "all" });
  expect((await today(asBlind, { scope: "team" })).tracking_today?.list).toMatchObject([{ last_note: null }]);
});

test("a part is bounded, and says how many it has", async () => {
  for (let n = 0; n < 22; n += 1) await own({ next_tracking_at: days(-1), name: `客户${n}` });
  const { tracking_late } = await today(asSales);
  expect(tracking_late).toMatchObject({ total: 22, total_capped: false });
  expect(tracking_late?.list).toHaveLength(20);
});

test("parts that one may not see are not there; everybody has a day", async () => {
  const estates = await make.user({ role: "estate_manager" });
  await make.schedule({ user_id: estates.id, start_at: at("15:00") });
  await own({ next_tracking_at: at("15:00") });
  const day = await today(await api.as(estates.id));
  expect(day).toMatchObject({ scope: "mine", tracking_late: null, tracking_today: null, pool: null });
  expect(day.schedule_today.total).toBe(1);
  const asEditor = await asNew({ role: "content_editor" });
  expect((await today(asEditor)).schedule_today.total).toBe(0);
  expect((await asSales.unchecked(dashboard.get, { query: { scope: "everybody" } })).code).toBe(42200);
});

test("the chart has each of the last thirty days, counted as the figures are", async () => {
  const { id: customer_id } = await own({ created_at: days(-2) });
  await own({ created_at: days(-29) });
  await own({ created_at: days(-30) });
  const write = (given: object) => make.tracking({ customer_id, user_id: sales.id, ...given });
  for (const tracked_at of [at("00:00"), at("11:00"), "2026-11-19T23:59:59+08:00"]) await write({ tracked_at });
  await write({ tracked_at: at("11:00"), is_valid: false });
  const data = await blockOf(asSales, "trend");
  expect(data).toMatchObject({ from: "2026-10-22", to: "2026-11-20" });
  const of = Object.fromEntries(data.series.map(({ key, points }) => [key, points]));
  expect(of.tracking_valid).toHaveLength(30);
  expect(of.tracking_valid?.slice(-2)).toEqual([
    { date: "2026-11-19", value: 1 },
    { date: "2026-11-20", value: 2 },
  ]);
  expect(of.customer_new?.filter(({ value }) => value)).toEqual([
    { date: "2026-10-22", value: 1 },
    { date: "2026-11-18", value: 1 },
  ]);
  const colleague = await make.user({ role: "sales", team_id: sales.team_id });
  await write({ user_id: colleague.id, tracked_at: at("10:00") });
  const last = async (as: As, query = {}) =>
    (await blockOf(as, "trend", query)).series.find(({ key }) => key === "tracking_valid")?.points.at(-1)?.value;
  // Of the days that are asked for, be they as few as they may.
  const week = await blockOf(asSales, "trend", { from: "2026-11-14", to: "2026-11-20" });
  expect([week.from, week.to, week.series[0]?.points.length]).toEqual(["2026-11-14", "2026-11-20", 7]);
  expect(await last(asSales)).toBe(2);
  expect(await last(asManager)).toBe(3);
  expect(await last(asManager, { user_id: colleague.id })).toBe(1);
  const asEstate = await asNew({ role: "estate_manager" });
  expect((await blockOf(asEstate, "trend")).series).toEqual([]);
  const query = { from: "2024-01-01", to: "2026-01-01" };
  expect(await asSales(dashboard.get, { query })).toMatchObject({ code: 42200 });
});
