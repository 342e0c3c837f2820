import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { agent } from "~/contract/agent/agent";
import { search } from "~/contract/search/search";
import { batch } from "~/contract/shared/batch";
import { comment } from "~/contract/shared/comment";
import { option } from "~/contract/shared/option";
import { staff } from "~/contract/system/staff";
import { agentAccount, agent as table } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { operationLog } from "~/server/database/tables/system/system";
import { checkPassword } from "~/server/identity/password-rule";
import { found } from "~/server/lib/call";
import { makeAccount, makeAgent } from "~/test/support/agent";
import { agentFacts, mainFacts } from "~/test/support/agent-facts";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import { days, makeMedia, testNow } from "~/test/support/factories";
import { cellsOf } from "~/test/support/sheet";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const people = signedIn(api, {
  manager: { role: "channel_manager", name: "何渠道", team: "渠道" },
  other: { role: "channel_manager", name: "吴渠道", team: "渠道" },
  payer: { role: "finance", name: "钱财务" },
  admin: { role: "super_admin" },
});
const { manager, other, asManager, asOther, asPayer, asAdmin } = people;

const create = (body: object = {}) =>
  asManager.unchecked(agent.create, { body: { ...agentFacts, ...mainFacts, manager_id: manager.id, ...body } });
const rowOf = async (id: number) => found((await db.select().from(table).where(eq(table.id, id)))[0]);
const makeClue = async (agent_id: number, given: Partial<typeof clue.$inferInsert> = {}) =>
  db.insert(clue).values({
    ...{ agent_id, source: "manual", estate_id: (await makeEstate(db)).id, customer_name: "王客户", phone_cc: "86" },
    ...{
      clue_no: `BB${agent_id}${Math.random()}`,
      phone_mode: "full",
      phone: "13911112222",
      phone_e164: "+8613911112222",
    },
    ...{ phone_prefix: "139", phone_suffix: "2222", protect_mode: "report_deal", created_at: days(0) },
    ...{ protect_report_days: 15, protect_visit_days: 60, ...given },
  });

test("a new agent has its main account, whose password is told once, and a bank account that is sealed", async () => {
  const bank_account = "6222 0000 1234 5678";
  const made = (await create({ bank_name: "东京银行", bank_account })).data;
  expect(made.agent_no).toMatch(/^DL\d{10}$/);
  const { id } = made;
  const [account] = await db.select().from(agentAccount);
  expect(account).toMatchObject({ agent_id: id, is_main: true, role: "main", name: "周主号", parent_id: null });
  expect(await checkPassword(found(account).password_hash, made.initial_password)).toBe(true);
  const detail = (await asManager(agent.get, { params: { id } })).data;
  expect(detail).toMatchObject({
    status: "active",
    manager: { id: manager.id, name: "何渠道" },
    account_count: 1,
    bank_account_masked: "****5678",
    main_account: { name: "周主号" },
    commission_value: "3.00",
    can: { edit: true, disable: true, enable: false },
  });
  const kept = await db.select().from(operationLog);
  for (const secret of ["0000 1234", made.initial_password]) {
    expect(JSON.stringify(detail)).not.toContain(secret);
    expect(JSON.stringify([await rowOf(id), kept])).not.toContain(secret);
  }
  expect((await asPayer(agent.bank, { params: { id } })).data).toMatchObject({ bank_name: "东京银行", bank_account });
  const looks = await db.select().from(operationLog).where(eq(operationLog.action, "unmask"));
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
  const strange = await makeMedia(db, { uploader: other.id, scene: "agreement" });
  const fieldsOf = async (body: object) => {
    const { data } = await create({ ...again, ...body });
    return (data as unknown as { errors: { field: string }[] }).errors.map(({ field }) => field);
  };
  expect(await fieldsOf({ type: "company" })).toEqual(["license_no"]);
  expect(await fieldsOf({ cooperation_to: "2026-01-01", commission_value: "101" })).toEqual([
    "cooperation_to",
    "commission_value",
  ]);
  expect(await fieldsOf({ commission_mode: "fixed", commission_value: "5" })).toEqual(["commission_currency"]);
  expect(await fieldsOf({ contact_phone: "1" })).toEqual(["contact_phone"]);
  expect(await fieldsOf({ manager_id: people.payer.id })).toEqual(["manager_id"]);
  // A channel manager sees agents of their own alone: one of somebody else's would be gone at once.
  expect(await fieldsOf({ manager_id: other.id })).toEqual(["manager_id"]);
  expect(await fieldsOf({ contract_media_ids: [strange.id] })).toEqual(["contract_media_ids"]);
  expect(await fieldsOf({ main_phone: "1" })).toEqual(["main_phone"]);
  expect(await db.$count(table)).toBe(1);
});

test("an agent that is disabled is signed out while its leads go on, and one that has ended goes on when its end is put off", async () => {
  const { id } = await makeAgent(db, { manager_id: manager.id });
  await makeAccount(db, { agent_id: id });
  await makeClue(id, { status: "valid" });
  const acts = { params: { id } };
  expect(await asManager(agent.enable, acts)).toMatchObject({ code: 40902 });
  const off = await asManager(agent.disable, { ...acts, body: { reason: "违规报备" } });
  expect(off.data).toMatchObject({ status: "disabled", status_reason: "违规报备", can: { enable: true } });
  expect(await db.select().from(agentAccount)).toMatchObject([
    { status: "enabled", sessions_ended_at: expect.stringMatching(/^2026/) },
  ]);
  expect(await db.select().from(clue)).toMatchObject([{ status: "valid" }]);
  expect((await asManager(agent.enable, acts)).data).toMatchObject({ status: "active", status_reason: null });
  await db.update(table).set({ status: "expired", cooperation_to: "2026-06-30" });
  expect(await asManager(agent.disable, { ...acts, body: { reason: "不再合作" } })).toMatchObject({ code: 40902 });
  const { version } = await rowOf(id);
  const body = { ...agentFacts, manager_id: manager.id, version };
  expect((await asManager(agent.update, { ...acts, body })).data).toMatchObject({ status: "active" });
  await db.update(table).set({ status: "deregistered" });
  expect(await asManager(agent.update, { ...acts, body: { ...body, version: version + 2 } })).toMatchObject({
    code: 40902,
  });
  expect((await asManager(agent.logs, acts)).data.map(({ summary }) => summary.split("：")[0]?.slice(0, 2))).toEqual([
    "恢复",
    "编辑",
    "启用",
    "停用",
  ]);
});

test("each sees agents of their own, by name, number, contact and the end of the phone; figures are of ninety days", async () => {
  const { id } = await makeAgent(db, {
    manager_id: manager.id,
    name: "青山地产",
    level: "S",
    cooperation_to: "2026-11-30",
  });
  await makeAgent(db, { manager_id: other.id, name: "白河地产", country_code: "TH" });
  await makeClue(id, { status: "valid" });
  await makeClue(id, { status: "contracted" });
  await makeClue(id, { status: "invalid" });
  await makeClue(id, { status: "valid", created_at: days(-100) });
  const row = await rowOf(id);
  const names = async (as: typeof asManager, query: object) =>
    (await as(agent.list, { query })).data.list.map(({ name }) => name).sort();
  expect(await names(asManager, {})).toEqual(["青山地产"]);
  expect(await names(asOther, {})).toEqual(["白河地产"]);
  expect(await names(asPayer, {})).toEqual(["白河地产", "青山地产"]);
  expect(await names(asPayer, { keyword: "山地" })).toEqual(["青山地产"]);
  expect(await names(asPayer, { keyword: row.agent_no.toLowerCase() })).toEqual(["青山地产"]);
  expect(await names(asPayer, { keyword: row.contact_phone_last4 })).toEqual(["青山地产"]);
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
    clues: 4,
    open_clues: 3,
    contracted: 1,
    last_clue_at: expect.stringContaining("+08:00"),
    last_login_at: null,
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
  const one = await makeAgent(db, { manager_id: manager.id });
  const two = await makeAgent(db, { manager_id: manager.id });
  const far = await makeAgent(db, { manager_id: other.id });
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
  const { id } = await makeAgent(db, { manager_id: manager.id });
  const busy = await makeAgent(db, { manager_id: manager.id });
  await makeAccount(db, { agent_id: id });
  await makeClue(busy.id);
  expect(await asManager(agent.remove, { params: { id: busy.id } })).toMatchObject({ code: 40904 });
  expect(await asManager(agent.remove, { params: { id } })).toMatchObject({ code: 200 });
  expect(await db.select().from(agentAccount)).toMatchObject([{ deleted_at: expect.any(String) }]);
  const leave = (body: object) => asAdmin.unchecked(staff.handover, { params: { id: manager.id }, body });
  expect(await leave({ to: "pool" })).toMatchObject({ code: 42200 });
  expect(await leave({ to: "user", target_user_id: people.payer.id })).toMatchObject({ code: 42200 });
  const { list } = (await leave({ to: "user", target_user_id: other.id })).data;
  expect(list.find(({ resource }: { resource: string }) => resource === "agent")).toMatchObject({ count: 1 });
  expect(await rowOf(busy.id)).toMatchObject({ manager_id: other.id });
});

test("an export holds the list in words with its reason, and keeps phones masked", async () => {
  const { agent_no } = await makeAgent(db, { manager_id: manager.id, name: "青山地产", contact_phone: "13900001234" });
  await makeAgent(db, { manager_id: other.id });
  expect(await asManager.unchecked(agent.export, { query: {} })).toMatchObject({ code: 42200 });
  const lines = await cellsOf(await asManager.file(agent.export, { query: { reason: "report" } }));
  // The last line says who took it.
  expect(lines.slice(1, -1).map((line) => line.slice(0, 9))).toEqual([
    [agent_no, "青山地产", "个人", "普通", "JP", null, "周联系", "139****1234", "何渠道"],
  ]);
  const [line] = await db.select().from(operationLog).where(eq(operationLog.action, "export"));
  expect(line).toMatchObject({ module: "agent", reason: "内部报表" });
});

whoMay(
  api,
  agent,
  {
    ...{ list: "SA SM CM FI", get: "SA SM CM FI", overview: "SA SM CM FI", logs: "SA SM CM FI" },
    ...{ options: "SA SM CM FI", export: "SA SM CM FI", bank: "SA FI" },
    ...{ create: "SA CM", update: "SA CM", remove: "SA CM", manager: "SA CM", managerBatch: "SA CM" },
    ...{ enable: "SA CM", disable: "SA CM" },
  },
  { "/agent/list": "SA SM CM FI" },
);
