import { expect, test } from "vitest";
import { user } from "~/contract/personal/user";
import { target } from "~/contract/system/target";
import type { deal } from "~/server/database/tables/deal/deal";
import { blockOf } from "~/test/support/dashboard";
import { makeDeal } from "~/test/support/deal";
import { desk } from "~/test/support/desk";
import { makeEstate } from "~/test/support/estate";
import { makeCustomer, makeTracking, makeUser } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import type { As } from "~/test/support/signed-in";

const { db, api, lin, zhou, stranger, asManager, asLin, asAdmin, whoMay, logLines } = desk({
  manager: { role: "sales_manager", team: "华东", name: "王经理" },
  lin: { role: "sales", team: "华东", name: "林顾问" },
  zhou: { role: "sales", team: "华东", name: "周顾问" },
  stranger: { role: "sales", team: "华南", name: "外队" },
  finance: { role: "finance", team: "华东", name: "财务" },
  admin: { role: "super_admin", name: "管理员" },
});

const month = "2026-11";
const ofUser = (id: number, metric: string, value: string | null) => ({ dim: "user", user_id: id, metric, value });
const ofTeam = (id: number | null, metric: string, value: string | null) => ({
  dim: "team",
  team_id: id,
  metric,
  value,
});
const set = (as: As, items: object[], at = month) => as.unchecked(target.update, { body: { month: at, items } });
const rows = async (as: As, at = month) => (await as(target.list, { query: { month: at } })).data.list;
const rowOf = async (as: As, name: string, at = month) => (await rows(as, at)).find((row) => row.name === name);

test("a month is set, changed and emptied cell by cell, with one line of the log in words", async () => {
  const first = [ofTeam(lin.team_id, "tracking_valid", "120"), ofUser(lin.id, "contract_amount", "8000000.50")];
  const more = ofUser(lin.id, "customer_new", "8");
  expect((await set(asManager, [...first, more])).data).toEqual({ changed: 3, removed: 0 });
  expect((await set(asManager, first)).data).toEqual({ changed: 0, removed: 0 });
  const second = [ofUser(lin.id, "contract_amount", "9000000"), ofUser(lin.id, "customer_new", null)];
  expect((await set(asManager, second)).data).toEqual({ changed: 1, removed: 1 });
  expect((await rowOf(asManager, "林顾问"))?.cells).toMatchObject({
    contract_amount: { value: "9000000", actual: 0, rate: 0 },
    customer_new: { value: null, rate: null },
  });
  const lines = await logLines();
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({
    action: "setting",
    summary: "设置2026-11月度目标（2项）",
    changes: [
      { label: "林顾问 签约金额", before: "8000000.50", after: "9000000" },
      { label: "林顾问 新增客户", before: "8", after: null },
    ],
  });
});

test("each sees his scope: the manager his team and its sellers, a seller himself, the head everybody", async () => {
  const names = async (as: As) => (await rows(as)).map(({ dim, name }) => `${dim} ${name}`);
  expect(await names(asManager)).toEqual(["team 华东", "user 王经理", "user 林顾问", "user 周顾问"]);
  expect(await names(asLin)).toEqual(["user 林顾问"]);
  expect(await names(asAdmin)).toEqual([
    ...["team 华东", "user 王经理", "user 林顾问", "user 周顾问", "team 华南", "user 外队", "user 管理员"],
  ]);
});

test("foreign teams and people are refused, all of the request with them", async () => {
  const own = ofUser(lin.id, "customer_new", "8");
  for (const foreign of [ofUser(stranger.id, "customer_new", "8"), ofTeam(stranger.team_id, "customer_new", "8")])
    expect(await set(asManager, [own, foreign])).toMatchObject({ code: 40301 });
  expect((await rowOf(asManager, "林顾问"))?.cells.customer_new.value).toBeNull();
  expect(await set(asAdmin, [ofUser(987_654, "customer_new", "8")])).toMatchObject({ code: 40301 });
});

test("bad input is refused on its field", async () => {
  const wrong: [item: object, field: string][] = [
    [ofUser(lin.id, "customer_new", "8.5"), "value"],
    [ofUser(lin.id, "customer_new", "-1"), "value"],
    [ofUser(lin.id, "contract_amount", "1.234"), "value"],
    [ofUser(lin.id, "profit", "1"), "metric"],
    [{ ...ofUser(lin.id, "customer_new", "8"), team_id: lin.team_id }, "dim"],
    [{ dim: "team", user_id: lin.id, metric: "customer_new", value: "8" }, "dim"],
  ];
  for (const [item, field] of wrong) expect(await set(asManager, [item])).toMatchObject(refusedAt(`items.0.${field}`));
  expect(await set(asManager, [])).toMatchObject({ code: 42200 });
  expect(await set(asManager, [ofUser(lin.id, "customer_new", "8")], "2026-13")).toMatchObject(refusedAt("month"));
});

test("a month is copied where nothing stands, in the scope, without those who have left", async () => {
  await set(asManager, [ofTeam(lin.team_id, "visit_count", "30"), ofUser(lin.id, "customer_new", "8")], "2026-10");
  const left = await makeUser(db, { role: "sales", team_id: lin.team_id, status: "resigned" });
  await set(asAdmin, [ofUser(stranger.id, "customer_new", "9"), ofUser(left.id, "customer_new", "9")], "2026-10");
  await set(asManager, [ofUser(lin.id, "customer_new", "10")]);
  const copy = (as: As) => as(target.copy, { body: { from: "2026-10", to: month } });
  expect((await copy(asManager)).data).toEqual({ copied: 1, kept: 1 });
  expect((await rowOf(asManager, "林顾问"))?.cells.customer_new.value).toBe("10");
  expect((await rowOf(asManager, "华东"))?.cells.visit_count.value).toBe("30");
  expect((await copy(asAdmin)).data).toEqual({ copied: 1, kept: 2 });
  expect(await asManager(target.copy, { body: { from: month, to: month } })).toMatchObject({ code: 42200 });
});

test("beside a target stands what was reached in the month, of a team the sum of its people", async () => {
  const at = (day: string) => `${day}T12:00:00+08:00`;
  const both = await makeCustomer(db, { owner_id: lin.id, created_at: at("2026-11-02") });
  await makeCustomer(db, { owner_id: zhou.id, created_at: at("2026-11-30") });
  await makeCustomer(db, { owner_id: zhou.id, created_at: at("2026-10-31") });
  for (const { id } of [lin, zhou])
    await makeTracking(db, { customer_id: both.id, user_id: id, type: "visit", tracked_at: at("2026-11-03") });
  await set(asManager, [
    ofTeam(lin.team_id, "customer_new", "3"),
    ofUser(lin.id, "customer_new", "8"),
    ofUser(zhou.id, "visit_count", "0"),
  ]);
  expect((await rowOf(asManager, "华东"))?.cells).toMatchObject({
    customer_new: { value: "3", actual: 2, rate: 66.7 },
    // One customer came to both of them, and counts for each.
    visit_count: { value: null, actual: 2, rate: null },
    tracking_valid: { actual: 2 },
  });
  expect((await rowOf(asManager, "林顾问"))?.cells).toMatchObject({
    customer_new: { actual: 1, rate: 12.5 },
    visit_count: { actual: 1 },
    contract_count: { actual: 0 },
  });
  expect((await rowOf(asManager, "周顾问"))?.cells).toMatchObject({
    visit_count: { value: "0", actual: 1, rate: null },
  });
});

test("what was signed counts for whoever owns the deal, on the day of its contract and as its rate was frozen", async () => {
  const { id: customer_id } = await makeCustomer(db, { owner_id: lin.id });
  const { id: estate_id } = await makeEstate(db);
  const sold = (owner_id: number, given: Partial<typeof deal.$inferInsert>) =>
    makeDeal(db, { customer_id, estate_id, owner_id, status: "contracted", contracted_at: "2026-11-03", ...given });
  await sold(lin.id, { deal_price: "60000000.00", fx_rate_to_cny: "0.05000000" });
  // Gross: what was cancelled later had been signed (domain D.2).
  await sold(lin.id, { deal_price: "100.10", currency: "CNY", fx_rate_to_cny: "1", status: "cancelled" });
  await sold(zhou.id, { contracted_at: "2026-11-30", deal_price: "0.05", currency: "CNY", fx_rate_to_cny: "1" });
  await sold(zhou.id, { contracted_at: "2026-10-31" });
  await sold(zhou.id, { contracted_at: "2026-12-01" });
  await sold(zhou.id, { contracted_at: null, status: "subscribed" });
  await sold(lin.id, { deleted_at: "2026-11-05T00:00:00+08:00" });
  await sold(stranger.id, {});
  await set(asManager, [ofTeam(lin.team_id, "contract_count", "4"), ofUser(lin.id, "contract_amount", "6000000")]);
  expect((await rowOf(asManager, "华东"))?.cells).toMatchObject({
    contract_count: { value: "4", actual: 3, rate: 75 },
    contract_amount: { actual: 3_000_100.15 },
  });
  expect((await rowOf(asLin, "林顾问"))?.cells).toMatchObject({
    contract_count: { actual: 2 },
    contract_amount: { value: "6000000", actual: 3_000_100.1, rate: 50 },
  });
  expect((await rowOf(asManager, "周顾问"))?.cells.contract_count.actual).toBe(1);
  expect((await rowOf(asAdmin, "华南"))?.cells.contract_count.actual).toBe(1);
  // The user's own page says the same, and what is under way.
  expect((await asLin(user.summary)).data).toMatchObject({
    deal_count: 1,
    targets: [{ metric: "contract_amount", value: "6000000", actual: 3_000_100.1 }],
  });
  const own = (await asManager(user.summary)).data;
  expect(own).toMatchObject({ deal_count: 0, targets: [] });
  const asEditor = await api.as((await makeUser(db, { role: "content_editor" })).id);
  expect((await asEditor(user.summary)).data.deal_count).toBeNull();
  // Nearly reached is not reached.
  await set(asManager, [ofUser(lin.id, "contract_amount", "3000100.11")]);
  expect((await rowOf(asLin, "林顾问"))?.cells.contract_amount.rate).toBe(99.9);
});

test("the dashboard's figures and its block say what share of the month's target is reached", async () => {
  await makeCustomer(db, { owner_id: lin.id, created_at: "2026-11-02T12:00:00+08:00" });
  await set(asManager, [ofTeam(lin.team_id, "customer_new", "4"), ofUser(lin.id, "customer_new", "2")]);
  const figure = async (as: As, query: object = {}) =>
    (await blockOf(as, "kpi", query)).list.find(({ key }) => key === "customer_new");
  expect(await figure(asLin)).toMatchObject({ value: 1, target: 2, target_rate: 50 });
  expect(await figure(asManager)).toMatchObject({ value: 1, target: 4, target_rate: 25 });
  expect(await figure(asManager, { user_id: lin.id })).toMatchObject({ target: 2, target_rate: 50 });
  expect(await figure(asManager, { user_id: stranger.id })).toMatchObject({ target: null });
  expect(await figure(asAdmin)).toMatchObject({ target: 4, target_rate: 25 });
  const week = { from: "2026-11-10", to: "2026-11-20" };
  expect(await figure(asManager, week)).toMatchObject({ target: null, target_rate: null });
  const block = await blockOf(asManager, "target", { month });
  expect(block.list.map(({ name }) => name)).toEqual(["华东", "王经理", "林顾问", "周顾问"]);
});

whoMay(target, {
  list: "SM SR CM EM FI CS",
  update: "SM",
  copy: "SM",
});
