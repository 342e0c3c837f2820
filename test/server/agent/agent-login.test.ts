import { beforeEach, describe, expect, test } from "vitest";
import { agentLogin, agentLoginIntake } from "~/contract/agent/agent-login";
import { logCleanup } from "~/server/jobs/system/log-cleanup";
import { days } from "~/test/support/factories";
import { fieldsOf } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { cellsOf } from "~/test/support/sheet";
import { machine } from "~/test/support/signed-call";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { api, make, runJob, rowIn, rowsIn, updateIn } = setUp();
const { channel, other, asChannel, asOther, asAdmin } = signedIn(api, {
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

let sent = 0;
/** The portal reports a sign-in; each has its own number. */
const tell = (body: object = {}, how = {}) => {
  const facts = { external_id: `l-${++sent}`, login_name: agent.main.login_phone, method: "password", at: days(0) };
  const notices = { ...facts, result: "success", ip: "1.2.4.8", device: "iPhone · 微信", ...body };
  return portal.send(agentLoginIntake.login, notices, how);
};
const logins = () => rowsIn("agentLoginLog");
const lastLogin = async () => (await rowIn("agentAccount", agent.main.id)).last_login_at;

describe("the door", () => {
  test("takes a sign-in once, moves the account's last one, and knows where the address is", async () => {
    const external_id = "once";
    const first = await tell({ external_id });
    expect(first).toMatchObject({ code: 200, data: { is_new: true } });
    expect((await tell({ external_id }, { ahead: 1 })).data).toEqual({ ...first.data, is_new: false });
    expect(await tell({ external_id, method: "sms" })).toMatchObject({ code: 40907 });
    expect(await logins()).toMatchObject([
      {
        ...{ agent_id: agent.id, account_id: agent.main.id, platform: "agent_portal", ip_region: "中国" },
        ...{ is_remote: false, result: "success", fail_reason: null },
      },
    ]);
    expect(await lastLogin()).toBe(days(0));
    // Told late, and failed ones, move it neither back nor on.
    await tell({ at: days(-2) });
    await tell({ result: "failed", fail_reason: "bad_password", at: days(0) });
    expect(await lastLogin()).toBe(days(0));
    expect(await rowsIn("operationLog")).toEqual([]);
  });

  test("finds the account however its phone is written, and keeps the tries of names that nobody has", async () => {
    const phone = agent.main.login_phone;
    for (const login_name of [`+86 ${phone}`, `0086${phone}`, `${phone.slice(0, 3)} ${phone.slice(3)}`])
      await tell({ login_name });
    expect((await logins()).map(({ account_id }) => account_id)).toEqual([agent.main.id, agent.main.id, agent.main.id]);
    expect(fieldsOf(await tell({ login_name: "13900000000" }))).toEqual(["login_name"]);
    expect(await tell({ login_name: "lisi", result: "failed", fail_reason: "not_found" })).toMatchObject({ code: 200 });
    expect((await logins()).at(-1)).toMatchObject({ agent_id: null, account_id: null, login_name: "lisi" });
  });

  test("answers before when the account's sessions have ended, as it is now", async () => {
    const external_id = "ended";
    expect((await tell({ external_id })).data).toMatchObject({ sessions_ended_at: null });
    await updateIn("agentAccount", agent.main.id, { sessions_ended_at: days(-1) });
    expect((await tell()).data).toMatchObject({ is_new: true, sessions_ended_at: days(-1) });
    expect((await tell({ external_id }, { ahead: 1 })).data).toMatchObject({
      ...{ is_new: false, sessions_ended_at: days(-1) },
    });
    const unknown = { login_name: "lisi", result: "failed", fail_reason: "not_found" };
    expect((await tell(unknown)).data).toMatchObject({ sessions_ended_at: null });
  });

  test("refuses what cannot be", async () => {
    for (const [body, field] of [
      [{ result: "failed" }, "fail_reason"],
      [{ fail_reason: "locked" }, "fail_reason"],
      [{ at: days(1) }, "at"],
      [{ at: days(-366) }, "at"],
      [{ method: "face" }, "method"],
      [{ platform: "tv" }, "platform"],
    ] as const)
      expect(fieldsOf(await tell(body))).toEqual([field]);
    expect(await logins()).toEqual([]);
  });

  test("marks a sign-in from a region of none of the account's last five", async () => {
    const at = (hour: number) => `2026-11-19T${String(hour).padStart(2, "0")}:00:00+08:00`;
    const from = async (ip: string | null, hour: number, body: object = {}) => {
      await tell({ ip, at: at(hour), ...body });
      return (await logins()).at(-1)?.is_remote;
    };
    // The first of all says nothing, nor does an address that nobody knows.
    expect(await from("8.8.8.8", 1)).toBe(false);
    expect(await from("203.0.113.9", 2)).toBe(false);
    expect(await from("1.2.4.8", 3)).toBe(true);
    // It was there lately.
    expect(await from("8.8.8.8", 4)).toBe(false);
    for (const hour of [5, 6, 7, 8, 9]) expect(await from("1.2.4.8", hour)).toBe(false);
    // Five have passed since, and failed ones are marked as well, but are no past.
    expect(await from("8.8.8.8", 10, { result: "failed", fail_reason: "bad_password" })).toBe(true);
    expect(await from("8.8.8.8", 11)).toBe(true);
    // Another account of the same agent has a past of its own.
    const { login_phone } = await make.accountOf(agent.id);
    expect(await from("8.8.8.8", 12, { login_name: login_phone })).toBe(false);
  });
});

describe("the list", () => {
  const list = async (query: object = {}, ask = asChannel) => (await ask(agentLogin.list, { query })).data;

  test("shows those of one's own agents, masked, the newest first, with what today has brought", async () => {
    const foreign = await make.agentWith({ manager_id: other.id });
    const own = { agent_id: agent.id, account_id: agent.main.id };
    const old = await make.login({ ...own, at: days(-1), is_remote: true, platform: "h5" });
    const failed = await make.login({ ...own, at: days(0), result: "failed", fail_reason: "locked" });
    const theirs = await make.login({ agent_id: foreign.id, account_id: foreign.main.id, at: days(0) });
    const nobody = await make.login({ at: days(0), result: "failed", fail_reason: "not_found" });
    const page = await list();
    expect(page.list).toMatchObject([
      {
        ...{ id: failed.id, agent: { id: agent.id, name: agent.name }, account: { name: "王店长" } },
        ...{ login_name: "199****0001", result: "failed", fail_reason: "locked", is_remote: false },
      },
      { id: old.id, is_remote: true },
    ]);
    expect(page.summary).toEqual({ logins: 0, failed: 1, remote: 0 });
    const idsOf = async (query: object, ask = asChannel) => (await list(query, ask)).list.map(({ id }) => id);
    expect(await idsOf({}, asOther)).toEqual([theirs.id]);
    expect(await idsOf({}, asAdmin)).toEqual([nobody.id, theirs.id, failed.id, old.id]);
    expect((await list({}, asAdmin)).summary).toEqual({ logins: 1, failed: 2, remote: 0 });
    for (const query of [{ result: ["failed"] }, { at_from: "2026-11-20" }])
      expect(await idsOf(query)).toEqual([failed.id]);
    for (const query of [{ platform: ["h5"] }, { remote: true }]) expect(await idsOf(query)).toEqual([old.id]);
    expect(await idsOf({ account_id: foreign.main.id })).toEqual([]);
    expect(await idsOf({ agent_id: foreign.id }, asAdmin)).toEqual([theirs.id]);
    const query = { reason: "report", result: ["failed"] };
    const cells = await cellsOf(await (await api.as(channel.id)).file(agentLogin.export, { query }));
    expect(cells[1]?.slice(1, 6)).toEqual([agent.name, "王店长", "199****0001", "代理端", "密码"]);
    expect(await rowsIn("operationLog")).toMatchObject([
      { action: "export", summary: "导出代理登录记录1条", reason: expect.any(String), module: "agent" },
    ]);
  });
});

test("a year later a sign-in goes, and its number with it", async () => {
  await tell({ external_id: "old", at: days(-364) });
  await tell({ external_id: "new", at: days(-100) });
  await runJob(logCleanup, new Date(days(2)));
  expect(await logins()).toMatchObject([{ at: days(-100) }]);
});

whoMay(api, agentLogin, { all: "CM" }, { "/agent/agentLogin": "CM" });
whoMay(api, agentLoginIntake, { all: "public" });
