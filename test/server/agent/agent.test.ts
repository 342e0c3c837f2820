import { expect, test } from "vitest";
import { agent } from "~/contract/agent/agent";
import { agentAccount as accounts } from "~/contract/agent/agent-account";
import { search } from "~/contract/search/search";
import { batch } from "~/contract/shared/batch";
import { comment } from "~/contract/shared/comment";
import { option } from "~/contract/shared/option";
import { staff } from "~/contract/system/staff";
import type { agent as agentTable } from "~/server/database/tables/agent/agent";
import { checkPassword } from "~/server/identity/password-rule";
import { found } from "~/server/lib/call";
import { agentFacts, mainFacts } from "~/test/support/agent-facts";
import { days } from "~/test/support/factories";
import { fieldsOf } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { cellsOf } from "~/test/support/sheet";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { api, make, rowIn, rowsIn, countIn, updateIn } = setUp();
const people = signedIn(api, {
  manager: { role: "channel_manager", name: "何渠道", team: "渠道" },
  other: { role: "channel_manager", name: "吴渠道", team: "渠道" },
  payer: { role: "finance", name: "钱财务" },
  admin: { role: "super_admin" },
});
const { manager, other, asManager, asOther, asPayer, asAdmin } = people;

const create = (body: object = {}) =>
  asManager.unchecked(agent.create, { body: { ...agentFacts, ...mainFacts, manager_id: manager.id, ...body } });
const rowOf = (id: number) => rowIn("agent", id);
const report = async (agent_id: number, given: object = {}) => make.lead({ agent_id, created_at: days(0), ...given });

test("a new agent has its main account, whose password is told once, and a bank account that is sealed", async () => {
  const bank_account = "6222 0000 1234 5678";
  const made = (await create({ bank_name: "东京银行", bank_account })).data;
  expect(made.agent_no).toMatch(/^DL\d{10}$/);
  const { id } = made;
  const [account] = await rowsIn("agentAccount");
  expect(account).toMatchObject({ agent_id: id, is_main: true, role: "main", name: "周主号", parent_id: null });
  expect(await checkPassword(found(account).password_hash, made.initial_password)).toBe(true);
  const detail = (await asManager(agent.get, { params: { id } })).data;
  expect(detail).toMatchObject({
    ...{ status: "active", manager: { id: manager.id, name: "何渠道" }, account_count: 1, commission_value: "3.00" },
    ...{ bank_account_masked: "****5678", main_account: { name: "周主号" } },
    can: { edit: true, disable: true, enable: false },
  });
  const remaining = await rowsIn("operationLog");
  for (const secret of ["0000 1234", made.initial_password]) {
    expect(JSON.stringify(detail)).not.toContain(secret);
    expect(JSON.stringify([await rowOf(id), remaining])).not.toContain(secret);
  }
  expect((await asPayer(agent.bank, { params: { id } })).data).toMatchObject({ bank_name: "东京银行", bank_account });
  const looks = await rowsIn("operationLog", { action: "unmask" });
  expect(looks).toMatchObject([{ target_type: "agent", target_id: id, user_name: "钱财务" }]);
  // What is left empty in the form stays.
  const change = { params: { id }, body: { ...agentFacts, manager_id: manager.id, name: "海川国际", version: 1 } };
  expect((await asManager(agent.update, change)).data).toMatchObject({ name: "海川国际", version: 2 });
  expect((await asPayer(agent.bank, { params: { id } })).data).toMatchObject({ bank_account });
  expect(await asManager(agent.update, change)).toMatchObject({ code: 40901, data: { version: 2 } });
});

test("what no two agents share is refused, and what a form says wrongly is told at its field", async () => {
  await create();
  const again = { name: "别家", contact_phone: "13900000003", main_phone: "13900000004" };
  expect(await create({ ...again, name: "海川置业" })).toMatchObject({ message: "数据已存在：代理名称" });
  expect(await create({ ...again, contact_phone: "13900000001" })).toMatchObject({ message: "数据已存在：联系电话" });
  expect(await create({ ...again, main_phone: "13900000002" })).toMatchObject({ message: "数据已存在：登录手机号" });
  const strange = await make.media({ uploader: other.id, scene: "agreement" });
  const cases: [body: object, ...fields: string[]][] = [
    [{ type: "company" }, "license_no"],
    [{ cooperation_to: "2026-01-01", commission_value: "101" }, "cooperation_to", "commission_value"],
    [{ commission_mode: "fixed", commission_value: "5" }, "commission_currency"],
    [{ contact_phone: "1" }, "contact_phone"],
    [{ manager_id: people.payer.id }, "manager_id"],
    // A channel manager sees agents of their own alone: one of somebody else's would be gone at once.
    [{ manager_id: other.id }, "manager_id"],
    [{ contract_media_ids: [strange.id] }, "contract_media_ids"],
    [{ main_phone: "1" }, "main_phone"],
  ];
  for (const [body, ...fields] of cases) expect(fieldsOf(await create({ ...again, ...body }))).toEqual(fields);
  expect(await countIn("agent")).toBe(1);
});

test("an agent that is disabled is signed out while its leads go on, and one that has ended goes on when its end is put off", async () => {
  const { id } = await make.agent({ manager_id: manager.id });
  await make.account({ agent_id: id });
  await report(id, { status: "valid" });
  const acts = { params: { id } };
  expect(await asManager(agent.enable, acts)).toMatchObject({ code: 40902 });
  const off = await asManager(agent.disable, { ...acts, body: { reason: "违规报备" } });
  expect(off.data).toMatchObject({ status: "disabled", status_reason: "违规报备", can: { enable: true } });
  expect(await rowsIn("agentAccount")).toMatchObject([
    { status: "enabled", sessions_ended_at: expect.stringMatching(/^2026/) },
  ]);
  expect(await rowsIn("clue")).toMatchObject([{ status: "valid" }]);
  expect((await asManager(agent.enable, acts)).data).toMatchObject({ status: "active", status_reason: null });
  await updateIn("agent", {}, { status: "expired", cooperation_to: "2026-06-30" });
  expect(await asManager(agent.disable, { ...acts, body: { reason: "不再合作" } })).toMatchObject({ code: 40902 });
  const { version } = await rowOf(id);
  const body = { ...agentFacts, manager_id: manager.id, version };
  expect((await asManager(agent.update, { ...acts, body })).data).toMatchObject({ status: "active" });
  await updateIn("agent", {}, { status: "deregistered" });
  expect(await asManager(agent.update, { ...acts, body: { ...body, version: version + 2 } })).toMatchObject({
    code: 40902,
  });
  const verbs = (await asManager(agent.logs, acts)).data.map(({ summary }) => summary.slice(0, 2));
  expect(verbs).toEqual(["恢复", "编辑", "启用", "停用"]);
});

test("each sees agents of their own, by name, number, contact and the end of the phone; figures are of ninety days", async () => {
  const green = { name: "青山地产", level: "S", cooperation_to: "2026-11-30" } as const;
  const { id } = await make.agent({ manager_id: manager.id, ...green });
  await make.agent({ manager_id: other.id, name: "白河地产", country_code: "TH" });
  for (const status of ["valid", "contracted", "invalid"]) await report(id, { status });
  await report(id, { status: "valid", created_at: days(-100) });
  const row = await rowOf(id);
  const names = async (as: typeof asManager, query: object) =>
    (await as(agent.list, { query })).data.list.map(({ name }) => name).sort();
  expect(await names(asManager, {})).toEqual(["青山地产"]);
  expect(await names(asOther, {})).toEqual(["白河地产"]);
  expect(await names(asPayer, {})).toEqual(["白河地产", "青山地产"]);
  for (const keyword of ["山地", row.agent_no.toLowerCase(), row.contact_phone_last4])
    expect(await names(asPayer, { keyword })).toEqual(["青山地产"]);
  // Part of a number that is masked for the asker finds nothing.
  expect(await names(asPayer, { keyword: row.contact_phone })).toEqual([]);
  expect(await names(asManager, { keyword: row.contact_phone })).toEqual(["青山地产"]);
  expect(await names(asManager, { keyword: row.contact_phone.slice(0, 8) })).toEqual([]);
  expect(await names(asPayer, { expiring: true })).toEqual(["青山地产"]);
  expect(await names(asPayer, { level: ["S"], country: ["TH"] })).toEqual([]);
  expect(await names(asPayer, { manager_id: other.id, status: ["active"] })).toEqual(["白河地产"]);
  const where = JSON.stringify({ op: "and", items: [{ field: "name", cmp: "contains", value: "白河" }] });
  expect((await asPayer.unchecked(agent.list, { query: { where, group: "level" } })).data).toMatchObject({
    list: [{ name: "白河地产", contact_phone: expect.stringMatching(/^138\*{4}\d{4}$/), can: { edit: false } }],
    groups: [{ value: "B", count: 1 }],
  });
  const [mine] = (await asManager(agent.list, { query: {} })).data.list;
  expect(mine).toMatchObject({ report_count: 3, valid_count: 2, contract_count: 1, contact_phone: row.contact_phone });
  expect((await asManager(agent.overview, { params: { id } })).data).toMatchObject({
    ...{ clues: 4, open_clues: 3, contracted: 1, last_clue_at: expect.stringContaining("+08:00"), last_login_at: null },
  });
  expect((await asManager(agent.options, { query: {} })).data).toMatchObject([{ name: "青山地产" }]);
  const { agents } = (await asOther(option.community, { query: { scenes: ["agents"], keyword: "青山" } })).data;
  expect(agents).toMatchObject([{ value: id, label: "青山地产" }]);
  expect((await asManager(search.find, { query: { keyword: "地产" } })).data.agents).toMatchObject([{ id }]);
  const said = { owner_type: "agent" as const, owner_id: id, content: "续约了吗" };
  expect(await asManager(comment.create, { body: said })).toMatchObject({ code: 200 });
  expect(await asOther(comment.create, { body: said })).toMatchObject({ code: 40301 });
});

test("several agents are given to a colleague at once, and taken back as long as nobody has changed them", async () => {
  const one = await make.agent({ manager_id: manager.id });
  const two = await make.agent({ manager_id: manager.id });
  const far = await make.agent({ manager_id: other.id });
  const give = (manager_id: number) =>
    asManager(agent.managerBatch, { body: { ids: [one.id, two.id, far.id], manager_id } });
  expect((await give(people.payer.id)).data.failed.map(({ code }) => code)).toEqual([42200, 42200, 40301]);
  const { success, failed, batch_id } = (await give(other.id)).data;
  expect([success, failed]).toMatchObject([[one.id, two.id], [{ id: far.id, code: 40301 }]]);
  expect(await rowOf(one.id)).toMatchObject({ manager_id: other.id });
  await asOther(agent.disable, { params: { id: two.id }, body: { reason: "核查资料" } });
  const undone = (await asManager(batch.undo, { params: { id: found(batch_id) } })).data;
  expect(undone).toMatchObject({ success: [one.id], failed: [{ id: two.id, code: 40901 }] });
  expect(await rowOf(one.id)).toMatchObject({ manager_id: manager.id });
  // One by one: it has left the caller's sight by that, and is answered all the same.
  const moved = await asManager(agent.manager, { params: { id: one.id }, body: { manager_id: other.id } });
  expect(moved.data).toMatchObject({ manager: { name: "吴渠道" } });
  expect(await asManager(agent.get, { params: { id: one.id } })).toMatchObject({ code: 40301 });
});

test("one to which nothing refers is deleted with its accounts; who leaves hands theirs to a colleague", async () => {
  const { id } = await make.agent({ manager_id: manager.id });
  const busy = await make.agent({ manager_id: manager.id });
  await make.account({ agent_id: id });
  await report(busy.id);
  expect(await asManager(agent.remove, { params: { id: busy.id } })).toMatchObject({ code: 40904 });
  expect(await asManager(agent.remove, { params: { id } })).toMatchObject({ code: 200 });
  expect(await rowsIn("agentAccount")).toMatchObject([{ deleted_at: expect.any(String) }]);
  const leave = (body: object) => asAdmin.unchecked(staff.handover, { params: { id: manager.id }, body });
  expect(await leave({ to: "pool" })).toMatchObject({ code: 42200 });
  expect(await leave({ to: "user", target_user_id: people.payer.id })).toMatchObject({ code: 42200 });
  const { list } = (await leave({ to: "user", target_user_id: other.id })).data;
  expect(list.find(({ resource }: { resource: string }) => resource === "agent")).toMatchObject({ count: 1 });
  expect(await rowOf(busy.id)).toMatchObject({ manager_id: other.id });
});

test("an export holds the list in words with its reason, and keeps phones masked", async () => {
  const { agent_no } = await make.agent({ manager_id: manager.id, name: "青山地产", contact_phone: "13900001234" });
  await make.agent({ manager_id: other.id });
  expect(await asManager.unchecked(agent.export, { query: {} })).toMatchObject({ code: 42200 });
  const lines = await cellsOf(await asManager.file(agent.export, { query: { reason: "report" } }));
  // The last line says who took it.
  expect(lines.slice(1, -1).map((line) => line.slice(0, 9))).toEqual([
    [agent_no, "青山地产", "个人", "普通", "JP", null, "周联系", "139****1234", "何渠道"],
  ]);
  const [line] = await rowsIn("operationLog", { action: "export" });
  expect(line).toMatchObject({ module: "agent", reason: "内部报表" });
});

const accountFacts = { name: "田中", login_phone_cc: "86", login_phone: "13900000009", role: "agent" as const };
const accountRow = (id: number) => rowIn("agentAccount", id);
async function started(given: Partial<typeof agentTable.$inferInsert> = {}) {
  const { id: agent_id } = await make.agent({ manager_id: manager.id, account_limit: 3, ...given });
  const main = await make.account({ agent_id, name: "周主号" });
  return { agent_id, main };
}

test("accounts are added up to the limit, each with a password that is told once", async () => {
  const { agent_id, main } = await started();
  const add = (login_phone: string) =>
    asManager(accounts.create, { params: { agent_id }, body: { ...accountFacts, login_phone } });
  const { id, initial_password } = (await add("13900000009")).data;
  expect(await checkPassword((await accountRow(id)).password_hash, initial_password)).toBe(true);
  expect(await accountRow(id)).toMatchObject({ parent_id: main.id, role: "agent", is_main: false, can_report: true });
  expect(await add("13900000009")).toMatchObject({ code: 40900, message: "数据已存在：登录手机号" });
  expect(await add("12")).toMatchObject({ code: 42200, data: { errors: [{ field: "login_phone" }] } });
  await add("13900000010");
  expect(await add("13900000011")).toMatchObject({ code: 40926, message: "子账号已达上限（3）" });
  // Two at once take one place.
  await updateIn("agent", {}, { account_limit: 4 });
  const both = await Promise.all([add("13900000012"), add("13900000013")]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 40926]);
  // An end frees its place.
  await updateIn("agentAccount", id, { status: "deregistered" });
  expect(await add("13900000014")).toMatchObject({ code: 200 });
  const page = (await asManager(accounts.list, { params: { agent_id }, query: { status: ["enabled"] } })).data;
  expect(page).toMatchObject({ used: 4, limit: 4, total: 4, list: [{ name: "周主号", is_main: true }, {}, {}, {}] });
  const masked = { login_phone: expect.stringMatching(/^139\*{4}\d{4}$/), can: { edit: false, reset: false } };
  expect((await asPayer(accounts.list, { params: { agent_id } })).data.list[1]).toMatchObject(masked);
});

test("an account is changed, disabled and given a new password, and is signed out by that", async () => {
  const { agent_id } = await started();
  const { id } = await make.account({ agent_id, is_main: false });
  const at = { params: { agent_id, id } };
  const change = { ...at, body: { ...accountFacts, name: "佐藤", role: "manager" as const, version: 1 } };
  expect((await asManager(accounts.update, change)).data).toMatchObject({ name: "佐藤", role: "manager", version: 2 });
  expect(await asManager(accounts.update, change)).toMatchObject({ code: 40901 });
  expect((await accountRow(id)).sessions_ended_at).not.toBeNull();
  await updateIn("agentAccount", {}, { sessions_ended_at: null });
  const off = await asManager(accounts.disable, { ...at, body: { reason: "已离职" } });
  const disabled = { status: "disabled", status_reason: "已离职", can: { enable: true, transfer: false } };
  expect(off.data).toMatchObject(disabled);
  expect((await accountRow(id)).sessions_ended_at).not.toBeNull();
  expect(await asManager(accounts.disable, { ...at, body: { reason: "已离职" } })).toMatchObject({ code: 40902 });
  expect((await asManager(accounts.enable, at)).data).toMatchObject({ status: "enabled", status_reason: null });
  const { initial_password } = (await asManager(accounts.resetPassword, at)).data;
  expect(await checkPassword((await accountRow(id)).password_hash, initial_password)).toBe(true);
  expect((await asManager(accounts.get, at)).data).not.toHaveProperty("password_hash");
});

test("there is one main account: it is handed over, and is the last to go", async () => {
  const { agent_id, main } = await started();
  const sub = await make.account({ agent_id, is_main: false, parent_id: main.id });
  const third = await make.account({ agent_id, is_main: false, parent_id: main.id });
  const at = (id: number) => ({ params: { agent_id, id } });
  const refused = { code: 40902, message: "请先移交主账号，再删除" };
  expect(await asManager(accounts.remove, at(main.id))).toMatchObject(refused);
  expect(await asManager(accounts.transferMain, at(main.id))).toMatchObject({ code: 40902 });
  expect((await asManager(accounts.transferMain, at(sub.id))).data).toMatchObject({ is_main: true, role: "main" });
  expect(await accountRow(main.id)).toMatchObject({ is_main: false, role: "manager", parent_id: sub.id });
  expect(await accountRow(third.id)).toMatchObject({ parent_id: sub.id });
  expect(await asManager(accounts.remove, at(main.id))).toMatchObject({ code: 200 });
  expect(await asManager(accounts.get, at(main.id))).toMatchObject({ code: 40400 });
  // Another agent's account is none of this one's.
  const elsewhere = await make.agent({ manager_id: manager.id });
  const strange = { params: { agent_id: elsewhere.id, id: sub.id } };
  for (const act of [accounts.get, accounts.enable, accounts.remove, accounts.transferMain, accounts.resetPassword])
    expect(await asManager.unchecked(act, strange)).toMatchObject({ code: 40400 });
  await updateIn("agent", agent_id, { status: "deregistered" });
  const gone = { params: { agent_id }, body: { ...accountFacts } };
  expect(await asManager(accounts.create, gone)).toMatchObject({ code: 40902 });
});

const [readers, writers] = ["SA SM CM FI", "SA CM"] as const;
whoMay(
  api,
  agent,
  {
    ...{ list: readers, get: readers, overview: readers, logs: readers, options: readers, export: readers },
    ...{ bank: "SA FI", create: writers, update: writers, remove: writers, manager: writers, managerBatch: writers },
    ...{ enable: writers, disable: writers },
  },
  { "/agent/list": readers },
);
whoMay(api, accounts, {
  ...{ list: readers, get: readers, create: writers, update: writers, remove: writers },
  ...{ enable: writers, disable: writers, resetPassword: writers, transferMain: writers },
});
