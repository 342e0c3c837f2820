import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { agentUnregister, agentUnregisterIntake } from "~/contract/agent/agent-unregister";
import {
  agentAccount,
  agent as agentTable,
  agentUnregister as requestTable,
} from "~/server/database/tables/agent/agent";
import { message, operationLog, outbox } from "~/server/database/tables/system/system";
import { logCleanup } from "~/server/jobs/system/log-cleanup";
import { makeAccount, makeAgentRequest, makeAgentWith, makeLead, makeLogin } from "~/test/support/agent-rows";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeWebhook, testNow } from "~/test/support/factories";
import { machine } from "~/test/support/signed-call";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const { channel, other, admin, asChannel, asOther, asAdmin } = signedIn(api, {
  channel: { role: "channel_manager", name: "周渠道" },
  other: { role: "channel_manager" },
  admin: { role: "super_admin" },
});
const portal = machine(api);
let agent: Awaited<ReturnType<typeof makeAgentWith>>;
beforeEach(async () => {
  await portal.known();
  agent = await makeAgentWith(db, { manager_id: channel.id });
});

const reason = "公司业务调整";
const start = (body: object = {}, ask = asChannel) =>
  ask(agentUnregister.create, { body: { agent_id: agent.id, account_id: null, reason, ...body } });
const approve = (id: number, more: { reason?: string; force?: boolean } = {}, ask = asChannel) =>
  ask(agentUnregister.approve, { params: { id }, body: { reason: null, ...more } });
const reject = (id: number, ask = asChannel) =>
  ask(agentUnregister.reject, { params: { id }, body: { reason: "结算未完成" } });
const cancel = (id: number, ask = asChannel) =>
  ask(agentUnregister.cancel, { params: { id }, body: { reason: "代理改变主意" } });
const list = async (query: object = {}, ask = asChannel) => (await ask(agentUnregister.list, { query })).data.list;
const agentNow = async () => (await db.select().from(agentTable).where(eq(agentTable.id, agent.id)))[0];
const accountNow = async (id: number) => (await db.select().from(agentAccount).where(eq(agentAccount.id, id)))[0];
const requests = () => db.select().from(requestTable).orderBy(requestTable.id);

describe("the beginning", () => {
  test("puts the agent on its way out, once, and tells who decides", async () => {
    await makeWebhook(db, ["agent.unregister"]);
    const made = await start();
    expect(made).toMatchObject({ code: 200, data: { request_no: "DX2611200001" } });
    expect(await agentNow()).toMatchObject({ status: "deregistering", status_before: "active", version: 2 });
    expect(await requests()).toMatchObject([
      { target: "agent", status: "pending", applicant: "周渠道", created_by: channel.id, reason },
    ]);
    expect(await start()).toMatchObject({ code: 40900, message: "数据已存在：该代理的注销申请" });
    const { id } = await makeAccount(db, agent.id);
    expect(await start({ account_id: id })).toMatchObject({ code: 40902 });
    // The manager has begun it: the others get a message.
    expect(await db.select().from(message)).toMatchObject([
      { user_id: admin.id, category: "audit", title: "代理注销待审核：DX2611200001" },
    ]);
    expect(await db.select().from(outbox)).toMatchObject([
      { event: "webhook", payload: { event: "agent.unregister", data: { agent_no: agent.agent_no } } },
    ]);
    expect(await db.select().from(operationLog)).toMatchObject([
      { action: "create", module: "agent", target_type: "agent_unregister", target_name: "DX2611200001", reason },
    ]);
  });

  test("of many at once is one", async () => {
    const codes = (await Promise.all(Array.from({ length: 5 }, () => start()))).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 40900, 40900, 40900, 40900]);
  });

  test("of an account leaves the agent as it is; the main one, and what is not the agent's, does not go alone", async () => {
    const { id } = await makeAccount(db, agent.id);
    expect(await start({ account_id: id })).toMatchObject({ code: 200 });
    expect(await start({ account_id: id })).toMatchObject({ code: 40900, message: "数据已存在：该子账号的注销申请" });
    expect(await agentNow()).toMatchObject({ status: "active" });
    expect(await start({ account_id: agent.main.id })).toMatchObject({ code: 40902 });
    const foreign = await makeAgentWith(db, { manager_id: other.id });
    expect(await start({ account_id: foreign.main.id })).toMatchObject({ code: 40400 });
    const gone = await makeAccount(db, agent.id, { status: "deregistered" });
    expect(await start({ account_id: gone.id })).toMatchObject({ code: 40902, message: "该子账号已注销" });
  });

  test("is for agents in scope, and for those who are still there", async () => {
    expect(await start({}, asOther)).toMatchObject({ code: 40301 });
    expect(await start({ agent_id: 999_999 })).toMatchObject({ code: 40400 });
    expect(await start({ reason: "" })).toMatchObject({ code: 42200, data: { errors: [{ field: "reason" }] } });
    const gone = await makeAgentWith(db, { manager_id: channel.id, status: "deregistered" });
    expect(await start({ agent_id: gone.id })).toMatchObject({ code: 40902, message: "该代理已注销" });
  });
});

describe("the portal's door", () => {
  const wish = (body: object = {}, how = {}) =>
    portal.send(
      agentUnregisterIntake.request,
      { external_id: "u-1", agent_no: agent.agent_no, reason, applicant: "王店长", ...body },
      how,
    );

  test("takes a wish once, of an agent or of one of its people", async () => {
    const first = await wish({ applicant_phone: agent.main.login_phone });
    expect(first).toMatchObject({ code: 200, data: { is_new: true, request_no: "DX2611200001" } });
    expect((await wish({ applicant_phone: agent.main.login_phone }, { ahead: 1 })).data).toEqual({
      ...first.data,
      is_new: false,
    });
    expect(await wish({ reason: "另有原因" })).toMatchObject({ code: 40907 });
    expect(await wish({ external_id: "u-2" })).toMatchObject({ code: 40900 });
    expect(await requests()).toMatchObject([
      { applicant: "王店长", applicant_account_id: agent.main.id, created_by: null, target: "agent" },
    ]);
    expect((await db.select().from(message)).map(({ user_id }) => user_id).sort()).toEqual(
      [channel.id, admin.id].sort(),
    );
    expect(await db.select().from(operationLog)).toMatchObject([{ user_name: "系统", action: "create" }]);
    const second = await makeAgentWith(db, { manager_id: channel.id });
    const { id, login_phone } = await makeAccount(db, second.id);
    const body = { external_id: "u-3", agent_no: second.agent_no, account_phone: login_phone };
    expect(await wish(body)).toMatchObject({ code: 200 });
    expect((await requests())[1]).toMatchObject({ target: "account", agent_id: second.id, account_id: id });
  });

  test("says which field names nobody", async () => {
    const fieldsOf = async (body: object) => {
      const { data } = await wish(body);
      return (data as unknown as { errors: { field: string }[] }).errors.map(({ field }) => field);
    };
    const foreign = await makeAgentWith(db, { manager_id: other.id });
    expect(await fieldsOf({ agent_no: "DL0000000000" })).toEqual(["agent_no"]);
    expect(await fieldsOf({ account_phone: foreign.main.login_phone })).toEqual(["account_phone"]);
    expect(await fieldsOf({ applicant_phone: "13900000000" })).toEqual(["applicant_phone"]);
    expect(await requests()).toEqual([]);
    expect(await agentNow()).toMatchObject({ status: "active" });
  });
});

describe("the list", () => {
  test("is divided into what waits and what is done, within one's scope, and searched", async () => {
    const foreign = await makeAgentWith(db, { manager_id: other.id, name: "恒岳国际地产" });
    const late = await makeAgentRequest(db, { agent_id: agent.id, created_at: days(-1) });
    const account = await makeAccount(db, agent.id, { name: "孙经纪" });
    const early = await makeAgentRequest(db, { agent_id: agent.id, account_id: account.id, created_at: days(-3) });
    const done = await makeAgentRequest(db, { agent_id: agent.id, status: "rejected", reviewed_at: days(0) });
    const theirs = await makeAgentRequest(db, { agent_id: foreign.id });
    await makeLead(db, { agent_id: agent.id, account_id: agent.main.id, status: "visited" });
    await makeLead(db, { agent_id: agent.id, status: "expired" });
    const idsOf = async (query: object, ask = asChannel) => (await list(query, ask)).map(({ id }) => id);
    expect(await list()).toMatchObject([
      { id: early.id, target: "account", account: { name: "孙经纪" }, checks: { clues: 0 } },
      {
        ...{ id: late.id, agent: { name: agent.name, agent_no: agent.agent_no }, checks: { clues: 1 } },
        can: { audit: true, force: false, cancel: true },
      },
    ]);
    expect(await list({ status: "done" })).toMatchObject([{ id: done.id, can: { audit: false, cancel: false } }]);
    expect((await asChannel(agentUnregister.count)).data).toEqual({ pending: 2, done: 1 });
    expect((await asAdmin(agentUnregister.count)).data).toEqual({ pending: 3, done: 1 });
    expect(await idsOf({}, asOther)).toEqual([theirs.id]);
    expect(await idsOf({ keyword: early.request_no })).toEqual([early.id]);
    expect(await idsOf({ keyword: "孙经纪" })).toEqual([early.id]);
    expect(await idsOf({ keyword: "恒岳" }, asAdmin)).toEqual([theirs.id]);
    expect(await idsOf({ agent_id: foreign.id }, asAdmin)).toEqual([theirs.id]);
    expect((await list({}, asAdmin))[0]).toMatchObject({ can: { force: true } });
  });
});

describe("the review", () => {
  test("lets an agent go at once with all its people, and what was asked for one of them", async () => {
    const account = await makeAccount(db, agent.id);
    const alone = await makeAgentRequest(db, { agent_id: agent.id, account_id: account.id });
    const { data: made } = await start();
    expect(await approve(made.id)).toMatchObject({
      code: 200,
      data: { status: "completed", checks: { clues: 0 }, reviewer: { id: channel.id }, can: { audit: false } },
    });
    expect(await agentNow()).toMatchObject({ status: "deregistered", status_before: null, deregistered_at: days(0) });
    for (const id of [agent.main.id, account.id])
      expect(await accountNow(id)).toMatchObject({ status: "deregistered", sessions_ended_at: days(0) });
    expect((await requests()).map(({ id, status }) => [id, status])).toEqual([
      [alone.id, "completed"],
      [made.id, "completed"],
    ]);
    for (const act of [approve, reject, cancel]) expect(await act(made.id)).toMatchObject({ code: 40902 });
    expect(await start()).toMatchObject({ code: 40902 });
    expect((await db.select().from(operationLog).orderBy(operationLog.id)).at(-1)).toMatchObject({
      ...{ action: "audit", target_id: made.id, user_id: channel.id },
      summary: `通过代理注销DX2611200001（${agent.agent_no} ${agent.name}）`,
    });
  });

  test("lets one account go, and the others stay", async () => {
    const account = await makeAccount(db, agent.id);
    const { data: made } = await start({ account_id: account.id });
    expect(await approve(made.id)).toMatchObject({ data: { status: "completed" } });
    expect(await accountNow(account.id)).toMatchObject({ status: "deregistered", deregistered_at: days(0) });
    expect(await accountNow(agent.main.id)).toMatchObject({ status: "enabled" });
    expect(await agentNow()).toMatchObject({ status: "active" });
  });

  test.each([
    ["rejected", reject, "已驳回"],
    ["cancelled", cancel, "已撤回"],
  ] as const)("that ends %s gives the agent its state back, and tells its manager", async (status, act, result) => {
    await makeWebhook(db, ["agent.unregister"]);
    await db.update(agentTable).set({ status: "disabled" }).where(eq(agentTable.id, agent.id));
    const { data: made } = await start();
    await db.delete(message);
    await db.delete(outbox);
    expect(await act(made.id, asAdmin)).toMatchObject({ data: { status, review_reason: expect.any(String) } });
    expect(await db.select().from(outbox)).toMatchObject([
      { payload: { event: "agent.unregister", data: { request_no: made.request_no, result } } },
    ]);
    expect(await agentNow()).toMatchObject({ status: "disabled", status_before: null });
    expect(await db.select().from(message)).toMatchObject([{ user_id: channel.id, category: "audit" }]);
    expect(await start()).toMatchObject({ code: 200 });
  });

  test("finds a cooperation over that ended meanwhile", async () => {
    await db.update(agentTable).set({ cooperation_to: "2026-11-21" }).where(eq(agentTable.id, agent.id));
    const { data: made } = await start();
    api.setClock(new Date(testNow.getTime() + 2 * 86_400_000));
    await cancel(made.id);
    expect(await agentNow()).toMatchObject({ status: "expired" });
  });

  test("waits for open leads, which a super_admin alone may pass over, with a reason", async () => {
    const account = await makeAccount(db, agent.id);
    for (const status of ["valid", "contracted"] as const) await makeLead(db, { agent_id: agent.id, status });
    await makeLead(db, { agent_id: agent.id, account_id: account.id, status: "subscribed" });
    for (const status of ["pending", "invalid", "settled"] as const) await makeLead(db, { agent_id: agent.id, status });
    const { data: alone } = await start({ account_id: account.id });
    expect(await approve(alone.id)).toMatchObject({ code: 40920, message: "存在未结业务：报备1、对账单0、成交0" });
    const { data: made } = await start();
    expect(await approve(made.id)).toMatchObject({
      ...{ code: 40920, message: "存在未结业务：报备3、对账单0、成交0" },
      data: { checks: { clues: 3 } },
    });
    expect(await approve(made.id, { force: true, reason: "代理坚持" })).toMatchObject({ code: 40300 });
    expect(await approve(made.id, { force: true }, asAdmin)).toMatchObject({ code: 42200 });
    expect(await agentNow()).toMatchObject({ status: "deregistering" });
    expect(await approve(made.id, { force: true, reason: "代理书面坚持" }, asAdmin)).toMatchObject({
      data: { status: "completed", review_reason: "代理书面坚持", checks: { clues: 3 } },
    });
  });

  test("is for agents in scope, and one of two that come at once has it", async () => {
    const { data: made } = await start();
    for (const act of [reject, cancel]) expect(await act(made.id, asOther)).toMatchObject({ code: 40301 });
    expect(await approve(made.id, {}, asOther)).toMatchObject({ code: 40301 });
    expect(await approve(999_999)).toMatchObject({ code: 40400 });
    const codes = (await Promise.all([approve(made.id), reject(made.id, asAdmin)])).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 40902]);
  });
});

test("the phones of who has gone are free after thirty days, and what is left of them is masked", async () => {
  const { data: made } = await start();
  await approve(made.id);
  await makeLogin(db, {
    account_id: agent.main.id,
    agent_id: agent.id,
    login_name: agent.main.login_phone,
    at: days(0),
  });
  const cleanAfter = (count: number) => {
    const at = new Date(testNow.getTime() + count * 86_400_000);
    return logCleanup.run({ services: api.services, at, signal: new AbortController().signal });
  };
  await cleanAfter(30);
  expect(await accountNow(agent.main.id)).toMatchObject({ login_phone_e164: agent.main.login_phone_e164 });
  await cleanAfter(31);
  const masked = /^199\*{4}\d{4}$/;
  expect(await accountNow(agent.main.id)).toMatchObject({
    ...{ login_phone_e164: null, login_phone: expect.stringMatching(masked) },
  });
  expect(await agentNow()).toMatchObject({ contact_phone_e164: null, contact_phone: expect.stringMatching(masked) });
  const again = await makeAgentWith(db, { manager_id: channel.id, contact_phone_e164: agent.contact_phone_e164 });
  await makeAccount(db, again.id, { login_phone_e164: agent.main.login_phone_e164 });
});

whoMay(api, agentUnregister, { all: "CM" }, { "/agent/agentUnregister": "CM" });
whoMay(api, agentUnregisterIntake, { all: "public" });
