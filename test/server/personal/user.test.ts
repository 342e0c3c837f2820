import { describe, expect, it, test } from "vitest";
import { user } from "~/contract/personal/user";
import { option } from "~/contract/shared/option";
import { system } from "~/contract/system/system";
import { message, schedule } from "~/server/database/tables/system/system";
import { desk } from "~/test/support/desk";
import { makeCustomer, makeTeam, makeUser } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";

const { db, api, sales, asSales, whoMay } = desk({ sales: { role: "sales" } });
test("a menu has no empty group: what is in it, the tests of each page prove", async () => {
  const menuOf = async (role: string) => {
    const asUser = await api.as((await makeUser(db, { role })).id);
    return (await asUser(user.menus)).data;
  };
  const groupsOf = async (role: string) => (await menuOf(role)).map(({ path }) => path);
  expect(await groupsOf("sales")).toEqual([
    "/dashboard",
    "/analysis",
    "/inquiry",
    "/customer",
    "/Covenant",
    "/house",
    "/clue",
  ]);
  expect(await groupsOf("finance")).toEqual([
    "/dashboard",
    "/analysis",
    "/agent",
    "/customer",
    "/Covenant",
    "/clue",
    "/regionalManage",
  ]);
  for (const role of ["sales", "finance", "content_editor"])
    expect((await menuOf(role)).filter(({ path, children }) => path !== "/dashboard" && !children.length)).toEqual([]);
});

test("the profile gives the union of permissions, and counts what is held against the cap", async () => {
  await makeCustomer(db, { owner_id: sales.id });
  await makeCustomer(db, { owner_id: sales.id, is_locked: true });
  await makeCustomer(db, { owner_id: sales.id, stage: "lost" });
  const { data } = await asSales(user.profile);
  expect(data).toMatchObject({ customer_count: 2, customer_cap: 200, lock_count: 1, must_change_password: false });
  expect(data.permissions).toContain("customer:pool:claim");
  expect(data.permissions).not.toContain("customer:info:assign");
});

test("the dashboard's arrangement is kept, and nothing else of the preferences changes with it", async () => {
  const columns = { "/a": { order: ["name"], hidden: [] } };
  await asSales(user.update, { body: { preferences: { columns } } });
  expect((await asSales(user.profile)).data.preferences.dashboard).toEqual({ order: [], hidden: [] });
  const dashboard = { order: ["trend", "kpi"], hidden: ["rank"] };
  const { data } = await asSales(user.update, { body: { preferences: { dashboard } } });
  expect(data.preferences).toMatchObject({ dashboard, columns });
  await asSales(user.update, { body: { preferences: { columns: {} } } });
  expect((await asSales(user.profile)).data.preferences.dashboard).toEqual(dashboard);
  const wrong = { preferences: { dashboard: { order: Array.from({ length: 61 }, String), hidden: [] } } };
  expect((await asSales(user.update, { body: wrong })).code).toBe(42200);
});

test("a column choice is kept per screen: saving one leaves the others alone", async () => {
  const choice = { order: ["name"], hidden: [] };
  await asSales(user.update, { body: { preferences: { columns: { "/a": choice } } } });
  await asSales(user.update, { body: { preferences: { columns: { "/b": choice } } } });
  await asSales(user.update, { body: { preferences: {} } });
  expect((await asSales(user.profile)).data.preferences.columns).toEqual({ "/a": choice, "/b": choice });
});

test("unread counts are of one's own messages and of schedules due by the end of today", async () => {
  const other = await makeUser(db, { role: "sales" });
  api.setClock(new Date("2026-11-20T15:30:00Z"));
  const base = { user_id: sales.id, title: "回访", type: "call" } as const;
  await db.insert(schedule).values([
    { ...base, start_at: "2026-11-20T23:59:00+08:00" },
    { ...base, start_at: "2026-11-18T10:00:00+08:00" },
    { ...base, start_at: "2026-11-21T00:00:00+08:00" },
    { ...base, start_at: "2026-11-20T10:00:00+08:00", status: "done" },
  ]);
  await db.insert(message).values([
    { user_id: sales.id, category: "customer", title: "一" },
    { user_id: sales.id, category: "customer", title: "二", read_at: "2026-11-20T10:00:00+08:00" },
    { user_id: other.id, category: "customer", title: "三" },
  ]);
  expect((await asSales(user.statistics)).data).toEqual({ total_schedule: 2, total_mail: 1 });
});

test("colleagues are picked by name, code and team, with how full they are", async () => {
  const team = await makeTeam(db, { name: "华东" });
  const manager = await makeUser(db, { role: "sales_manager" });
  const seller = await makeUser(db, { role: "sales", name: "陆一鸣", team_id: team.id });
  await makeUser(db, { role: "sales", name: "陆离职", team_id: team.id, status: "resigned" });
  await makeCustomer(db, { owner_id: seller.id });
  const asManager = await api.as(manager.id);
  const found = await asManager(user.options, {
    query: { keyword: "陆", perm: "customer:pool:claim", team_id: team.id },
  });
  expect(found.data).toMatchObject([
    { id: seller.id, value: seller.id, label: "陆一鸣", team: "华东", customer_count: 1, cap: 200 },
  ]);
  expect((await asManager(user.options, { query: { perm: "system:role:manage" } })).data).toEqual([]);
});

test("options come from the dictionary and from tables, several scenes at once", async () => {
  const { data } = await asSales(option.community, {
    query: { scenes: ["release_reason", "countries", "phone_codes"] },
  });
  expect(data.release_reason?.length).toBeGreaterThan(2);
  expect(data.countries?.slice(0, 10).map((item) => item.value)).toContain("JP");
  expect(data.phone_codes?.find((item) => item.value === "81")?.label).toBe("+81 日本");
});

test("an unknown scene is refused on its field", async () => {
  expect(await asSales.unchecked(option.community, { query: { scenes: "passwords" } })).toMatchObject(
    refusedAt("scenes"),
  );
  expect((await asSales(option.community, { query: {} })).data).toEqual({});
});

test("the public configuration needs no token and holds no secret", async () => {
  const { data } = await api.send(system.publicConfig);
  expect(data).toMatchObject({
    site_name: "新房工作台",
    sso: null,
    wecom: false,
    default_lang: "zh",
    languages: ["zh"],
  });
  expect(data.upload_limits).toMatchObject({ "upload.image_mb": 10 });
});

describe("saved views", () => {
  const view = { id: "v1", name: "本周到期", query: "view=warning", shared: true, columns: null };

  it("are one's own per list, and the team's where they are shared", async () => {
    const team = await makeTeam(db);
    const [mine, colleague, stranger] = [
      await makeUser(db, { team_id: team.id, name: "甲" }),
      await makeUser(db, { team_id: team.id, name: "乙" }),
      await makeUser(db, { team_id: (await makeTeam(db)).id }),
    ];
    const asMine = await api.as(mine.id);
    await asMine(user.update, { body: { preferences: { views: { "customer-own": [view] } } } });
    await asMine(user.update, { body: { preferences: { views: { other: [{ ...view, shared: false }] } } } });
    const seen = async (id: number, screen: string) =>
      (await (await api.as(id))(user.views, { query: { screen } })).data;
    expect(await seen(mine.id, "customer-own")).toEqual([{ ...view, owner: { id: mine.id, name: "甲" }, own: true }]);
    expect(await seen(colleague.id, "customer-own")).toMatchObject([{ id: "v1", own: false, owner: { name: "甲" } }]);
    expect(await seen(colleague.id, "other")).toEqual([]);
    expect(await seen(stranger.id, "customer-own")).toEqual([]);
    expect((await asMine(user.profile)).data.preferences.views).toMatchObject({ "customer-own": [view] });
  });

  it("are at most twenty a list, with names of their own", async () => {
    const save = (views: (typeof view)[]) =>
      asSales(user.update, { body: { preferences: { views: { list: views } } } });
    const many = Array.from({ length: 21 }, (_, index) => ({ ...view, id: `v${index}`, name: `视图${index}` }));
    expect(await save(many)).toMatchObject({ status: 422, code: 42200 });
    expect(await save([view, { ...view, id: "v2" }])).toMatchObject({ status: 422 });
    expect(await save([{ ...view, name: "很".repeat(21) }])).toMatchObject({ status: 422 });
    expect(await save(many.slice(0, 20))).toMatchObject({ code: 200 });
  });
});

whoMay(user, { all: "any" });
