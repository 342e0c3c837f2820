import { and, eq, isNull, like } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setting } from "~/contract/system/setting";
import { staff } from "~/contract/system/staff";
import { team as teamContract } from "~/contract/system/team";
import { wecomSync } from "~/contract/system/wecom-sync";
import {
  databaseFlag,
  message,
  operationLog,
  outbox,
  role,
  wecomSync as runs,
  session,
  team,
  user,
  userRole,
} from "~/server/database/tables/system/system";
import { syncSender, wecomDaily } from "~/server/jobs/system/wecom-sync";
import { found } from "~/server/lib/call";
import { demoFlag } from "~/server/lib/settings";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeTeam, makeUser, setSetting, testNow } from "~/test/support/factories";
import { signedIn } from "~/test/support/signed-in";
import { corpId, fill, startWecomCompany } from "~/test/support/wecom-company";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const { admin, asAdmin, asKeeper } = signedIn(api, {
  admin: { role: "super_admin" },
  keeper: { permissions: ["system:wecom:sync", "system:setting:manage", "system:user:manage"], scope: "team" },
});

let wecom: Awaited<ReturnType<typeof startWecomCompany>>;
beforeEach(async () => {
  wecom = await startWecomCompany();
  await wecom.connect(api);
  fill(wecom.company, 200);
});
afterEach(() => wecom.close());

/** Later, so that no hour's count is in the way. */
let hours = 0;
const later = () => api.setClock(new Date(testNow.getTime() + ++hours * 2 * 3_600_000));
const preview = async () => (await asAdmin(wecomSync.preview, {})).data;
async function sync() {
  const { hash } = await preview();
  return asAdmin(wecomSync.run, { body: { hash: found(hash) } });
}
async function byItself() {
  later();
  await wecomDaily.run({ services: api.services, at: api.services.now(), signal: new AbortController().signal });
  await syncSender(api.services).runDue();
  return found((await db.select().from(runs).orderBy(runs.id)).at(-1));
}
const person = async (userid: string) => found((await db.select().from(user).where(eq(user.wecom_userid, userid)))[0]);
const teamOf = async (department: number) =>
  found((await db.select().from(team).where(eq(team.wecom_department_id, department)))[0]);
const member = (userid: string) => found(wecom.company.staff.get(userid));
const disabledByIt = async () =>
  (
    await db
      .select()
      .from(user)
      .where(and(like(user.wecom_userid, "u%"), eq(user.status, "disabled")))
  ).length;

async function mapAll(code = "sales") {
  await asAdmin(setting.update, { body: { items: [{ key: "wecom.role_map", value: `部门:1=${code}` }] } });
}

test("a company of 200 in three levels comes in, and follows what changes between two runs", async () => {
  await mapAll();
  const seen = await preview();
  expect(seen).toMatchObject({
    status: "done",
    counts: { "team.create": 25, "person.create": 200 },
    reasons: ["首次同步须人工确认"],
  });
  expect(await db.$count(team)).toBe(0);
  expect(seen.views).toHaveLength(200);
  expect(await sync()).toMatchObject({ code: 200, data: { kind: "person", counts: { "person.create": 200 } } });
  expect(await db.$count(team)).toBe(25);
  expect(await person("u000")).toMatchObject({
    name: "成员0",
    email: "u000@company.test",
    phone_e164: "+8613800000000",
    status: "enabled",
    wecom_corp_id: corpId,
    password_hash: "",
  });
  const group = await teamOf(21);
  expect(group).toMatchObject({ name: "小组1", parent_id: (await teamOf(2)).id, leader_id: (await person("u000")).id });
  expect((await person("u000")).team_id).toBe(group.id);
  const tree = (await asAdmin(teamContract.list, {})).data.list;
  expect(tree.map(({ depth }) => depth).filter((depth) => depth > 1)).toEqual([]);

  wecom.company.staff.set("u001", { ...member("u001"), name: "成员甲", department: [61] });
  wecom.company.staff.delete("u002");
  wecom.company.staff.set("new1", { userid: "new1", name: "新成员", department: [33] });
  wecom.company.departments.set(21, { id: 21, name: "小组2", parentid: 2 });
  wecom.company.departments.set(22, { id: 22, name: "小组1", parentid: 2 });
  wecom.company.departments.set(7, { id: 7, name: "新部门", parentid: 1 });
  await makeUser(db, { name: "手工", wecom_userid: "hand" });
  await db
    .insert(session)
    .values({ id: "s2", user_id: (await person("u002")).id, method: "wecom", expires_at: "2030-01-01T00:00:00+08:00" });
  expect(await byItself()).toMatchObject({
    kind: "daily",
    status: "done",
    counts: { "team.create": 1, "team.update": 3, "person.create": 1, "person.update": 1, "person.disable": 1 },
  });
  expect(await person("u001")).toMatchObject({ name: "成员甲", team_id: (await teamOf(61)).id });
  expect(await person("u002")).toMatchObject({ status: "disabled" });
  expect(await db.select().from(session).where(eq(session.id, "s2"))).toMatchObject([{ ended_at: expect.any(String) }]);
  expect(await teamOf(21)).toMatchObject({ name: "小组2" });
  expect(await person("hand")).toMatchObject({ status: "enabled" });
  const lines = await db.select().from(operationLog).where(like(operationLog.summary, "企业微信同步停用员工%"));
  expect(lines).toMatchObject([{ user_name: "系统", summary: "企业微信同步停用员工：成员2（已不在企业微信）" }]);
  expect(await byItself()).toMatchObject({ status: "done", counts: {} });

  // People who return wait for a person.
  wecom.company.staff.set("u002", {
    userid: "u002",
    name: "成员2",
    department: [23],
    mobile: "13800000002",
    email: "u002@company.test",
  });
  expect(await byItself()).toMatchObject({ counts: { "person.return": 1 } });
  expect(await person("u002")).toMatchObject({ status: "disabled" });
});

describe("nothing is lost", () => {
  test("by a half answer, an error code, a limit of calls, or no answer", async () => {
    await mapAll();
    await sync();
    const failed = async () => {
      const run = await byItself();
      await db.update(outbox).set({ status: "done" });
      expect(run.status).toBe("failed");
      expect(await disabledByIt()).toBe(0);
      return run.reasons;
    };
    wecom.company.leftOut.add("u003");
    expect(await failed()).toEqual(["企业微信的应答不完整"]);
    wecom.company.leftOut.clear();
    wecom.company.staff.delete("u004");
    for (const path of ["department/list", "department/simplelist", "user/list", "user/list_id"]) {
      wecom.company.errors.set(`/cgi-bin/${path}`, 45009);
      expect(await failed()).toEqual(["企业微信限制了调用频率，请稍后再试"]);
      wecom.company.errors.clear();
    }
    wecom.company.errors.set("/cgi-bin/user/list", 60020);
    expect(await failed()).toEqual(["服务器的IP不在企业微信的可信IP中"]);
    expect((await asAdmin(wecomSync.preview, {})).message).toBe("服务器的IP不在企业微信的可信IP中");
    wecom.company.errors.clear();
    await setSetting(db, "wecom.secret", "");
    expect(await asAdmin(wecomSync.preview, {})).toMatchObject({ code: 40902 });
    const told = await db.select().from(message).where(eq(message.title, "企业微信同步失败"));
    expect(told.map((one) => one.user_id)).toEqual(told.map(() => admin.id));
    expect(told.length).toBeGreaterThan(0);
  });

  test("by a smaller visible range: departments that are there stay, and so do their people", async () => {
    await mapAll();
    await sync();
    wecom.company.unseen.add(2);
    expect(await byItself()).toMatchObject({
      status: "stopped",
      reasons: [expect.stringContaining("可见范围变小：45个")],
    });
    expect(await disabledByIt()).toBe(0);
    expect(await sync()).toMatchObject({ code: 200 });
    expect(await disabledByIt()).toBe(0);
    expect(await teamOf(2)).toMatchObject({ status: "enabled" });
  });

  test("by many who leave at once, in one run or in an hour; a person confirms", async () => {
    await mapAll();
    await sync();
    for (let number = 100; number < 107; number++) wecom.company.staff.delete(`u${number}`);
    expect(await byItself()).toMatchObject({ status: "done", counts: { "person.disable": 7 } });
    for (let number = 107; number < 112; number++) wecom.company.staff.delete(`u${number}`);
    const hour = api.services.now();
    await db.transaction((tx) => tx.insert(outbox).values({ event: "wecom.sync", payload: { kind: "callback" } }));
    await db.update(outbox).set({ next_at: hour.toISOString() });
    await syncSender(api.services).runDue();
    expect(found((await db.select().from(runs).orderBy(runs.id)).at(-1))).toMatchObject({
      kind: "callback",
      status: "stopped",
      reasons: ["一小时内将停用12人，超过9人"],
    });
    expect(await disabledByIt()).toBe(7);
    expect(await sync()).toMatchObject({ code: 200 });
    expect(await disabledByIt()).toBe(12);
  });

  test("by another company: its links end with the old number, and a person confirms the new one", async () => {
    await mapAll();
    await sync();
    await db.insert(runs).values({ kind: "daily", status: "done", corp_id: "wwOther" });
    expect(await byItself()).toMatchObject({ status: "stopped", reasons: ["企业ID与上次同步不同"] });
    await asAdmin(setting.update, { body: { items: [{ key: "wecom.corp_id", value: "wwNew" }] } });
    expect(await db.$count(user, eq(user.wecom_corp_id, corpId))).toBe(0);
    expect(await db.$count(team, isNull(team.wecom_department_id))).toBe(25);
  });

  test("by super_admin leaving: their row is said, the run goes on", async () => {
    await mapAll();
    await sync();
    const head = await person("u010");
    const [all] = await db.select().from(role).where(eq(role.code, "super_admin"));
    await db.insert(userRole).values({ user_id: head.id, role_id: found(all).id });
    wecom.company.staff.delete("u010");
    wecom.company.staff.delete("u011");
    expect(await byItself()).toMatchObject({ status: "done", counts: { "person.disable": 1, "person.refuse": 1 } });
    expect(await person("u010")).toMatchObject({ status: "enabled" });
  });
});

test("a field that WeCom does not give empties none of ours", async () => {
  await mapAll();
  await sync();
  wecom.company.isPersonal = false;
  for (const [userid, one] of wecom.company.staff)
    wecom.company.staff.set(userid, { ...one, is_leader_in_dept: undefined });
  expect(await byItself()).toMatchObject({ status: "done", counts: {} });
  expect(await person("u005")).toMatchObject({ email: "u005@company.test", phone: "13800000005" });
  expect((await teamOf(21)).leader_id).toBe((await person("u000")).id);
  fill(wecom.company, 201);
  expect(await byItself()).toMatchObject({ counts: { "person.create": 1 } });
  expect(await person("u200")).toMatchObject({ email: null, phone: null });
  const shown = await asAdmin(staff.list, { query: { keyword: "成员200" } });
  expect(shown.data.list).toMatchObject([{ email: null, can: { reset: false, edit: true } }]);
});

describe("the same number or address", () => {
  const proposed = async () => {
    fill(wecom.company, 3);
    return (await preview()).proposals;
  };

  test("is a proposal, and nobody's account until a person says so", async () => {
    const sales = await makeUser(db, {
      name: "旧人",
      phone_cc: "86",
      phone: "13800000001",
      phone_e164: "+8613800000001",
    });
    const other = await makeUser(db, { name: "同邮", email: "u002@company.test" });
    expect(await proposed()).toEqual([
      { userid: "u001", name: "成员1", user: { id: sales.id, name: "旧人" }, by: "phone" },
      { userid: "u002", name: "成员2", user: { id: other.id, name: "同邮" }, by: "email" },
    ]);
    await sync();
    expect(await db.$count(user, eq(user.wecom_userid, "u001"))).toBe(0);
    await preview();
    expect(await asAdmin(wecomSync.link, { body: { userid: "u001", user_id: other.id } })).toMatchObject({
      code: 40902,
    });
    expect(await asAdmin(wecomSync.link, { body: { userid: "u001", user_id: sales.id } })).toMatchObject({ code: 200 });
    expect(await asAdmin(wecomSync.part, { body: { userid: "u002" } })).toMatchObject({ code: 200 });
    expect((await asAdmin(wecomSync.state, {})).data.open).toMatchObject({ hash: null, proposals: [] });
    await sync();
    expect(await person("u001")).toMatchObject({ id: sales.id, name: "成员1", wecom_corp_id: null, status: "enabled" });
    expect(await person("u002")).toMatchObject({ email: null, phone: "13800000002" });
    wecom.company.staff.delete("u001");
    await sync();
    expect(await person("u001")).toMatchObject({ status: "enabled" });
  });

  test("is not linked by who has fewer rights than the account", async () => {
    await db.update(user).set({ email: "u001@company.test" }).where(eq(user.id, admin.id));
    await proposed();
    await asKeeper(wecomSync.preview, {});
    const body = { userid: "u001", user_id: admin.id };
    expect(await asKeeper(wecomSync.link, { body })).toMatchObject({ code: 40300 });
  });
});

describe("roles", () => {
  const save = (as: typeof asAdmin, value: string) =>
    as(setting.update, { body: { items: [{ key: "wecom.role_map", value }] } });
  const rolesOf = async (userid: string) =>
    (
      await db
        .select({ code: role.code })
        .from(userRole)
        .innerJoin(role, eq(role.id, userRole.role_id))
        .where(eq(userRole.user_id, (await person(userid)).id))
        .orderBy(role.code)
    ).map(({ code }) => code);

  test("are given by department and tag, never super_admin, never beyond who maps them", async () => {
    expect(await save(asAdmin, "部门:2=super_admin")).toMatchObject({
      code: 42200,
      data: { errors: [{ field: "wecom.role_map", message: "不能对应超级管理员" }] },
    });
    expect(await save(asAdmin, "部门:2=nobody")).toMatchObject({ code: 42200 });
    expect(await save(asAdmin, "二部=sales")).toMatchObject({ code: 42200 });
    expect(await save(asKeeper, "部门:2=sales_manager")).toMatchObject({ code: 42200 });
    await save(asAdmin, "部门:2=sales,标签:9=finance");
    wecom.company.tags.set(9, ["u000", "u004"]);
    await sync();
    expect(await rolesOf("u000")).toEqual(["finance", "sales"]);
    expect(await rolesOf("u004")).toEqual(["finance"]);
    expect(await rolesOf("u005")).toEqual([]);
    expect(await person("u005")).toMatchObject({ status: "disabled" });
    // What a person set stays, what the rules gave follows them.
    const { id } = await person("u000");
    const [seo] = await db.select().from(role).where(eq(role.code, "seo_editor"));
    await db.insert(userRole).values({ user_id: id, role_id: found(seo).id });
    wecom.company.tags.set(9, ["u004"]);
    await byItself();
    expect(await rolesOf("u000")).toEqual(["sales", "seo_editor"]);
  });

  test("of a mapper who lost their own rights are given no more", async () => {
    const boss = await makeUser(db, { role: "super_admin" });
    await api.send(
      setting.update,
      { body: { items: [{ key: "wecom.role_map", value: "部门:1=sales" }] } },
      await api.tokenOf(boss.id),
    );
    await db.update(user).set({ status: "disabled" }).where(eq(user.id, boss.id));
    fill(wecom.company, 2);
    await sync();
    expect(await rolesOf("u000")).toEqual([]);
  });
});

test("teams: too deep joins the fourth level, a clash gets the number, what vanished is disabled, hand-made ones stay", async () => {
  await mapAll();
  fill(wecom.company, 0);
  wecom.company.departments.clear();
  for (const [id, parentid] of [
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 4],
    [6, 5],
    [7, 6],
  ] as const)
    wecom.company.departments.set(id, { id, name: `层${id}`, parentid });
  wecom.company.departments.set(8, { id: 8, name: "销售部", parentid: 1 });
  wecom.company.staff.set("deep", { userid: "deep", name: "深", department: [7] });
  wecom.company.staff.set("top", { userid: "top", name: "总", department: [1] });
  const hand = await makeTeam(db, { name: "销售部" });
  await sync();
  expect((await person("deep")).team_id).toBe((await teamOf(5)).id);
  expect((await person("top")).team_id).toBeNull();
  expect(await db.$count(team, eq(team.wecom_department_id, 6))).toBe(0);
  expect(await teamOf(8)).toMatchObject({ name: "销售部（8）" });
  wecom.company.departments.delete(8);
  await sync();
  expect(await teamOf(8)).toMatchObject({ status: "disabled", name: "销售部（8）" });
  expect(await db.select().from(team).where(eq(team.id, hand.id))).toMatchObject([
    { status: "enabled", name: "销售部" },
  ]);
  wecom.company.departments.set(8, { id: 8, name: "销售部", parentid: 1 });
  expect(await sync()).toMatchObject({ data: { counts: { "team.enable": 1 } } });
});

describe("a preview", () => {
  test("is carried out within half an hour, as it was seen, and not otherwise", async () => {
    const { hash } = await preview();
    const run = () => asAdmin(wecomSync.run, { body: { hash: found(hash) } });
    wecom.company.staff.delete("u150");
    expect(await run()).toMatchObject({ code: 40902, message: "企业微信或员工数据已变化，请重新预览" });
    expect(await db.$count(team)).toBe(0);
    fill(wecom.company, 200);
    api.setClock(new Date(testNow.getTime() + 31 * 60_000));
    expect(await run()).toMatchObject({ code: 40902, message: "预览已过期，请重新预览" });
    expect(await asAdmin(wecomSync.run, { body: { hash: "0".repeat(64) } })).toMatchObject({ code: 40902 });
    expect(await asAdmin(wecomSync.state, {})).toMatchObject({ data: { open: null, runs: [], linked: 0 } });
  });

  test("tells whose view of records changes", async () => {
    await mapAll("sales_manager");
    await sync();
    wecom.company.staff.set("u001", { ...member("u001"), department: [21] });
    const { views } = await preview();
    const inBoth = [...wecom.company.staff.values()].filter((_, index) => [0, 1].includes(index % 20));
    expect(views.toSorted()).toEqual(inBoth.map(({ name }) => name).toSorted());
  });
});

test("the sync is off with its reason: demo data, missing secrets, or the setting", async () => {
  const reason = async () => (await asAdmin(wecomSync.state, {})).data.off_reason;
  expect(await reason()).toBeNull();
  expect(await asAdmin(wecomSync.test, {})).toMatchObject({ data: { departments: 26, members: 200 } });
  await setSetting(db, "wecom.sync_enabled", false);
  expect(await reason()).toContain("未开启");
  await setSetting(db, "wecom.contact_secret", "");
  expect(await reason()).toContain("通讯录密钥");
  await db.insert(databaseFlag).values(demoFlag);
  expect(await reason()).toBe("演示数据不连接企业微信");
  expect(await asAdmin(wecomSync.preview, {})).toMatchObject({ code: 40902, message: "演示数据不连接企业微信" });
  expect(await asAdmin(wecomSync.test, {})).toMatchObject({ code: 40902 });
  await db.delete(databaseFlag);
});

whoMay(api, wecomSync, { all: "SA" });
