import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { agentAccount as contract } from "~/contract/agent/agent-account";
import { agent as agentTable, agentAccount as table } from "~/server/database/tables/agent/agent";
import { checkPassword } from "~/server/identity/password-rule";
import { found } from "~/server/lib/call";
import { makeAccount, makeAgent } from "~/test/support/agent";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { testNow } from "~/test/support/factories";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const { manager, asManager, asPayer } = signedIn(api, {
  manager: { role: "channel_manager" },
  payer: { role: "finance" },
});

const facts = { name: "田中", login_phone_cc: "86", login_phone: "13900000009", role: "agent" as const };
const rowOf = async (id: number) => found((await db.select().from(table).where(eq(table.id, id)))[0]);
async function started(given: Partial<typeof agentTable.$inferInsert> = {}) {
  const { id: agent_id } = await makeAgent(db, { manager_id: manager.id, account_limit: 3, ...given });
  const main = await makeAccount(db, { agent_id, name: "周主号" });
  return { agent_id, main };
}

test("accounts are added up to the limit, each with a password that is told once", async () => {
  const { agent_id, main } = await started();
  const add = (login_phone: string) =>
    asManager(contract.create, { params: { agent_id }, body: { ...facts, login_phone } });
  const { id, initial_password } = (await add("13900000009")).data;
  expect(await checkPassword((await rowOf(id)).password_hash, initial_password)).toBe(true);
  expect(await rowOf(id)).toMatchObject({ parent_id: main.id, role: "agent", is_main: false, can_report: true });
  expect(await add("13900000009")).toMatchObject({ code: 40900, message: "数据已存在：登录手机号" });
  expect(await add("12")).toMatchObject({ code: 42200, data: { errors: [{ field: "login_phone" }] } });
  await add("13900000010");
  expect(await add("13900000011")).toMatchObject({ code: 40926, message: "子账号已达上限（3）" });
  // Two at once take one place.
  await db.update(agentTable).set({ account_limit: 4 });
  const both = await Promise.all([add("13900000012"), add("13900000013")]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 40926]);
  // An end frees its place.
  await db.update(table).set({ status: "deregistered" }).where(eq(table.id, id));
  expect(await add("13900000014")).toMatchObject({ code: 200 });
  const page = (await asManager(contract.list, { params: { agent_id }, query: { status: ["enabled"] } })).data;
  expect(page).toMatchObject({ used: 4, limit: 4, total: 4, list: [{ name: "周主号", is_main: true }, {}, {}, {}] });
  expect((await asPayer(contract.list, { params: { agent_id } })).data.list[1]).toMatchObject({
    login_phone: expect.stringMatching(/^139\*{4}\d{4}$/),
    can: { edit: false, reset: false },
  });
});

test("an account is changed, disabled and given a new password, and is signed out by that", async () => {
  const { agent_id } = await started();
  const { id } = await makeAccount(db, { agent_id, is_main: false });
  const at = { params: { agent_id, id } };
  const change = { ...at, body: { ...facts, name: "佐藤", role: "manager" as const, version: 1 } };
  expect((await asManager(contract.update, change)).data).toMatchObject({ name: "佐藤", role: "manager", version: 2 });
  expect(await asManager(contract.update, change)).toMatchObject({ code: 40901 });
  expect((await rowOf(id)).sessions_ended_at).not.toBeNull();
  await db.update(table).set({ sessions_ended_at: null });
  const off = await asManager(contract.disable, { ...at, body: { reason: "已离职" } });
  expect(off.data).toMatchObject({
    status: "disabled",
    status_reason: "已离职",
    can: { enable: true, transfer: false },
  });
  expect((await rowOf(id)).sessions_ended_at).not.toBeNull();
  expect(await asManager(contract.disable, { ...at, body: { reason: "已离职" } })).toMatchObject({ code: 40902 });
  expect((await asManager(contract.enable, at)).data).toMatchObject({ status: "enabled", status_reason: null });
  const { initial_password } = (await asManager(contract.resetPassword, at)).data;
  expect(await checkPassword((await rowOf(id)).password_hash, initial_password)).toBe(true);
  expect((await asManager(contract.get, at)).data).not.toHaveProperty("password_hash");
});

test("there is one main account: it is handed over, and is the last to go", async () => {
  const { agent_id, main } = await started();
  const sub = await makeAccount(db, { agent_id, is_main: false, parent_id: main.id });
  const third = await makeAccount(db, { agent_id, is_main: false, parent_id: main.id });
  const at = (id: number) => ({ params: { agent_id, id } });
  expect(await asManager(contract.remove, at(main.id))).toMatchObject({
    code: 40902,
    message: "请先移交主账号，再删除",
  });
  expect(await asManager(contract.transferMain, at(main.id))).toMatchObject({ code: 40902 });
  expect((await asManager(contract.transferMain, at(sub.id))).data).toMatchObject({ is_main: true, role: "main" });
  expect(await rowOf(main.id)).toMatchObject({ is_main: false, role: "manager", parent_id: sub.id });
  expect(await rowOf(third.id)).toMatchObject({ parent_id: sub.id });
  expect(await asManager(contract.remove, at(main.id))).toMatchObject({ code: 200 });
  expect(await asManager(contract.get, at(main.id))).toMatchObject({ code: 40400 });
  // Another agent's account is none of this one's.
  const elsewhere = await makeAgent(db, { manager_id: manager.id });
  const strange = { params: { agent_id: elsewhere.id, id: sub.id } };
  for (const act of [contract.get, contract.enable, contract.remove, contract.transferMain, contract.resetPassword])
    expect(await asManager.unchecked(act, strange)).toMatchObject({ code: 40400 });
  await db.update(agentTable).set({ status: "deregistered" }).where(eq(agentTable.id, agent_id));
  const gone = { params: { agent_id }, body: { ...facts } };
  expect(await asManager(contract.create, gone)).toMatchObject({ code: 40902 });
});

whoMay(api, contract, {
  ...{ list: "SA SM CM FI", get: "SA SM CM FI", create: "SA CM", update: "SA CM", remove: "SA CM" },
  ...{ enable: "SA CM", disable: "SA CM", resetPassword: "SA CM", transferMain: "SA CM" },
});
