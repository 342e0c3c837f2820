import { beforeEach, describe, expect, test } from "vitest";
import { agentUnregister, agentUnregisterIntake } from "~/contract/agent/agent-unregister";
import { message, outbox } from "~/server/database/tables/system/system";
import { logCleanup } from "~/server/jobs/system/log-cleanup";
import { days, testNow } from "~/test/support/factories";
import { fieldsOf } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { machine } from "~/test/support/signed-call";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, runJob, rowIn, rowsIn, updateIn } = setUp();
const { channel, other, admin, asChannel, asOther, asAdmin } = signedIn(api, {
  channel: { role: "channel_manager", name: "周渠道" },
  other: { role: "channel_manager" },
  admin: { role: "super_admin" },
});
const portal = machine(api);
let agent: Awaited<ReturnType<typeof make.agentWith>>;
beforeEach(async () => {
  await portal.known();
  agent = await make.agentWith({ manager_id: channel.id });
});

const reason = "公司业务调整";
const start = (body: object = {}, ask = asChannel) =>
  ask(agentUnregister.create, { body: { agent_id: agent.id, account_id: null, reason, ...body } });
const act =
  (name: "approve" | "reject" | "cancel", reason: string | null) =>
  (id: number, more: { reason?: string; force?: boolean } = {}, ask = asChannel) =>
    ask.unchecked(agentUnregister[name], { params: { id }, body: { reason, ...more } });
const approve = act("approve", null);
const reject = act("reject", "结算未完成");
const cancel = act("cancel", "代理改变主意");
const list = async (query: object = {}, ask = asChannel) => (await ask(agentUnregister.list, { query })).data.list;
const agentNow = () => rowIn("agent", agent.id);
const accountNow = (id: number) => rowIn("agentAccount", id);
const requests = () => rowsIn("agentUnregister");

describe("the beginning", () => {
  test("puts the agent on its way out, once, and tells who decides", async () => {
    await make.webhook(["agent.unregister"]);
    expect(await start()).toMatchObject({ code: 200, data: { request_no: "DX2611200001" } });
    expect(await agentNow()).toMatchObject({ status: "deregistering", status_before: "active", version: 2 });
    expect(await requests()).toMatchObject([
      { target: "agent", status: "pending", applicant: "周渠道", created_by: channel.id, reason },
    ]);
    expect(await start()).toMatchObject({ code: 40900, message: "数据已存在：该代理的注销申请" });
    const { id } = await make.accountOf(agent.id);
    expect(await start({ account_id: id })).toMatchObject({ code: 40902 });
    // The manager has begun it: the others get a message.
    expect(await rowsIn("message")).toMatchObject([
      { user_id: admin.id, category: "audit", title: "代理注销待审核：DX2611200001" },
    ]);
    expect(await rowsIn("outbox")).toMatchObject([
      { event: "webhook", payload: { event: "agent.unregister", data: { agent_no: agent.agent_no } } },
    ]);
    expect(await rowsIn("operationLog")).toMatchObject([
      { action: "create", module: "agent", target_type: "agent_unregister", target_name: "DX2611200001", reason },
    ]);
  });

  test("of many at once is one", async () => {
    const codes = (await Promise.all(Array.from({ length: 5 }, () => start()))).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 40900, 40900, 40900, 40900]);
  });

  test("of an account leaves the agent as it is; the main one, and what is not the agent's, does not go alone", async () => {
    const { id } = await make.accountOf(agent.id);
    expect(await start({ account_id: id })).toMatchObject({ code: 200 });
    expect(await start({ account_id: id })).toMatchObject({ code: 40900, message: "数据已存在：该子账号的注销申请" });
    expect(await agentNow()).toMatchObject({ status: "active" });
    expect(await start({ account_id: agent.main.id })).toMatchObject({ code: 40902 });
    const foreign = await make.agentWith({ manager_id: other.id });
    expect(await start({ account_id: foreign.main.id })).toMatchObject({ code: 40400 });
    const gone = await make.accountOf(agent.id, { status: "deregistered" });
    expect(await start({ account_id: gone.id })).toMatchObject({ code: 40902, message: "该子账号已注销" });
  });

  test("says why, and is for those who are still there", async () => {
    expect(await start({ reason: "" })).toMatchObject({ code: 42200, data: { errors: [{ field: "reason" }] } });
    const gone = await make.agentWith({ manager_id: channel.id, status: "deregistered" });
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
    expect((await rowsIn("message")).map(({ user_id }) => user_id).sort()).toEqual([channel.id, admin.id].sort());
    expect(await rowsIn("operationLog")).toMatchObject([{ user_name: "系统", action: "create" }]);
    const second = await make.agentWith({ manager_id: channel.id });
    const { id, login_phone } = await make.accountOf(second.id);
    const body = { external_id: "u-3", agent_no: second.agent_no, account_phone: login_phone };
    expect(await wish(body)).toMatchObject({ code: 200 });
    expect((await requests())[1]).toMatchObject({ target: "account", agent_id: second.id, account_id: id });
  });

  test("says which field names nobody", async () => {
    const foreign = await make.agentWith({ manager_id: other.id });
    const wrong = { agent_no: "DL0000000000", account_phone: foreign.main.login_phone, applicant_phone: "13900000000" };
    for (const [field, value] of Object.entries(wrong))
      expect(fieldsOf(await wish({ [field]: value }))).toEqual([field]);
    expect(await requests()).toEqual([]);
    expect(await agentNow()).toMatchObject({ status: "active" });
  });
});

describe("the list", () => {
  test("is divided into what waits and what is done, within one's scope, and searched", async () => {
    const foreign = await make.agentWith({ manager_id: other.id, name: "恒岳国际地产" });
    const late = await make.agentRequest({ agent_id: agent.id, created_at: days(-1) });
    const account = await make.accountOf(agent.id, { name: "孙经纪" });
    const early = await make.agentRequest({ agent_id: agent.id, account_id: account.id, created_at: days(-3) });
    const done = await make.agentRequest({ agent_id: agent.id, status: "rejected", reviewed_at: days(0) });
    const theirs = await make.agentRequest({ agent_id: foreign.id });
    await make.lead({ agent_id: agent.id, account_id: agent.main.id, status: "visited" });
    await make.lead({ agent_id: agent.id, status: "expired" });
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
    for (const keyword of [early.request_no, "孙经纪"]) expect(await idsOf({ keyword })).toEqual([early.id]);
    for (const query of [{ keyword: "恒岳" }, { agent_id: foreign.id }])
      expect(await idsOf(query, asAdmin)).toEqual([theirs.id]);
    expect((await list({}, asAdmin))[0]).toMatchObject({ can: { force: true } });
  });
});

describe("the review", () => {
  test("lets an agent go at once with all its people, and what was asked for one of them", async () => {
    const account = await make.accountOf(agent.id);
    const alone = await make.agentRequest({ agent_id: agent.id, account_id: account.id });
    const { data: made } = await start();
    expect(await approve(made.id)).toMatchObject({
      code: 200,
      data: { status: "completed", checks: { clues: 0 }, reviewer: { id: channel.id }, can: { audit: false } },
    });
    expect(await agentNow()).toMatchObject({ status: "deregistered", status_before: null, deregistered_at: days(0) });
    for (const id of [agent.main.id, account.id])
      expect(await accountNow(id)).toMatchObject({ status: "deregistered", sessions_ended_at: days(0) });
    expect(await requests()).toMatchObject([alone, made].map(({ id }) => ({ id, status: "completed" })));
    for (const end of [approve, reject, cancel]) expect(await end(made.id)).toMatchObject({ code: 40902 });
    expect(await start()).toMatchObject({ code: 40902 });
    expect((await rowsIn("operationLog")).at(-1)).toMatchObject({
      ...{ action: "audit", target_id: made.id, user_id: channel.id },
      summary: `通过代理注销DX2611200001（${agent.agent_no} ${agent.name}）`,
    });
  });

  test("lets one account go, and the others stay", async () => {
    const account = await make.accountOf(agent.id);
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
    await make.webhook(["agent.unregister"]);
    await updateIn("agent", agent.id, { status: "disabled" });
    const { data: made } = await start();
    await db.delete(message);
    await db.delete(outbox);
    expect(await act(made.id, {}, asAdmin)).toMatchObject({ data: { status, review_reason: expect.any(String) } });
    expect(await rowsIn("outbox")).toMatchObject([
      { payload: { event: "agent.unregister", data: { request_no: made.request_no, result } } },
    ]);
    expect(await agentNow()).toMatchObject({ status: "disabled", status_before: null });
    expect(await rowsIn("message")).toMatchObject([{ user_id: channel.id, category: "audit" }]);
    expect(await start()).toMatchObject({ code: 200 });
  });

  test("finds a cooperation over that ended meanwhile", async () => {
    await updateIn("agent", agent.id, { cooperation_to: "2026-11-21" });
    const { data: made } = await start();
    api.setClock(new Date(testNow.getTime() + 2 * 86_400_000));
    await cancel(made.id);
    expect(await agentNow()).toMatchObject({ status: "expired" });
  });

  test("waits for open leads, which a super_admin alone may pass over, with a reason", async () => {
    const account = await make.accountOf(agent.id);
    for (const status of ["valid", "contracted", "pending", "invalid", "settled"] as const)
      await make.lead({ agent_id: agent.id, status });
    await make.lead({ agent_id: agent.id, account_id: account.id, status: "subscribed" });
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
    for (const end of [approve, reject, cancel]) expect(await end(made.id, {}, asOther)).toMatchObject({ code: 40301 });
    expect(await approve(999_999)).toMatchObject({ code: 40400 });
    const codes = (await Promise.all([approve(made.id), reject(made.id, {}, asAdmin)])).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 40902]);
  });
});

test("the phones of who has gone are free after thirty days, and what is left of them is masked", async () => {
  const { data: made } = await start();
  await approve(made.id);
  const { id: account_id, login_phone: login_name } = agent.main;
  await make.login({ account_id, agent_id: agent.id, login_name, at: days(0) });
  const cleanAfter = (count: number) => runJob(logCleanup, new Date(days(count)));
  await cleanAfter(30);
  expect(await accountNow(agent.main.id)).toMatchObject({ login_phone_e164: agent.main.login_phone_e164 });
  await cleanAfter(31);
  const masked = /^199\*{4}\d{4}$/;
  expect(await accountNow(agent.main.id)).toMatchObject({
    ...{ login_phone_e164: null, login_phone: expect.stringMatching(masked) },
  });
  expect(await agentNow()).toMatchObject({ contact_phone_e164: null, contact_phone: expect.stringMatching(masked) });
  const again = await make.agentWith({ manager_id: channel.id, contact_phone_e164: agent.contact_phone_e164 });
  await make.accountOf(again.id, { login_phone_e164: agent.main.login_phone_e164 });
});

whoMay(api, agentUnregister, { all: "CM" }, { "/agent/agentUnregister": "CM" });
whoMay(api, agentUnregisterIntake, { all: "public" });
