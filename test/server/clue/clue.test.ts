import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { clue as contract } from "~/contract/clue/clue";
import { judgement } from "~/contract/clue/judgement";
import { publicClue } from "~/contract/clue/public-clue";
import { customer as customerContract } from "~/contract/customer/customer";
import { tracking } from "~/contract/customer/tracking";
import { estate as estateContract } from "~/contract/house/estate";
import { notification } from "~/contract/notification/notification";
import { notificationInbox } from "~/contract/notification/notification-inbox";
import { search } from "~/contract/search/search";
import { comment } from "~/contract/shared/comment";
import { staff } from "~/contract/system/staff";
import { timeline } from "~/contract/timeline/timeline";
import { clue, clueLog, judgement as sheetTable } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { deal } from "~/server/database/tables/deal/deal";
import { estate } from "~/server/database/tables/house/estate";
import { message, operationLog, outbox, user } from "~/server/database/tables/system/system";
import { clueExpire } from "~/server/jobs/clue/clue-expire";
import { found } from "~/server/lib/call";
import { openBusiness } from "~/server/resources/customer/customer/open-business";
import { makeAccount, makeAgent } from "~/test/support/agent";
import { makeLogin } from "~/test/support/agent-rows";
import { testApi } from "~/test/support/api";
import { makeClue } from "~/test/support/clue";
import { blockOf } from "~/test/support/dashboard";
import { testDatabase } from "~/test/support/database";
import { makeDeal } from "~/test/support/deal";
import { makeEstate } from "~/test/support/estate";
import {
  days,
  makeBlacklist,
  makeCustomer,
  makeMedia,
  makeTracking,
  makeUser,
  makeWebhook,
  setSetting,
  testNow,
} from "~/test/support/factories";
import { machine } from "~/test/support/signed-call";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const portal = machine(api);
const { admin, manager, other, sales, rival, service, asManager, asOther, asSales, asAdmin } = signedIn(api, {
  manager: { role: "channel_manager", name: "何渠道" },
  other: { role: "channel_manager", name: "吴渠道" },
  sales: { role: "sales", name: "周顾问" },
  rival: { role: "sales", name: "钱顾问" },
  admin: { role: "super_admin", name: "管理员" },
  service: { role: "customer_service", name: "孙客服" },
});

let agentId = 0;
let otherAgentId = 0;
let estateId = 0;
beforeEach(async () => {
  await portal.known();
  agentId = (await makeAgent(db, { manager_id: manager.id, name: "海川代理" })).id;
  otherAgentId = (await makeAgent(db, { manager_id: other.id, name: "远山代理" })).id;
  estateId = (await makeEstate(db)).id;
});

const facts = () => ({
  ...{ agent_id: agentId, estate_id: estateId, customer_name: "林女士", phone: "13812345678" },
  expected_visit_at: days(2),
});
const enter = async (given: object = {}) =>
  (await asManager.unchecked(contract.create, { body: { ...facts(), ...given } })) as Awaited<
    ReturnType<typeof asManager.unchecked<typeof contract.create>>
  >;
const entered = async (given: object = {}) => (await enter(given)).data.id;
const rowOf = async (id: number) => found((await db.select().from(clue).where(eq(clue.id, id)))[0]);
const photo = async (uploader: number) => (await makeMedia(db, { uploader, scene: "evidence" })).id;
const approve = (id: number, body: object = {}, as = asManager) =>
  as.unchecked(contract.approve, { params: { id }, body: { handler_id: sales.id, ...body } });
const visit = async (id: number, body: object = {}, as = asSales) =>
  as.unchecked(contract.visit, {
    params: { id },
    body: { at: days(0), media_ids: [await photo(as === asSales ? sales.id : manager.id)], ...body },
  });
const sheetOf = async (id: number, as = asManager) => (await as(judgement.get, { params: { id } })).data;
const decide = async (id: number, body: object, as = asManager) =>
  as.unchecked(judgement.decide, { params: { id }, body: { reason: "已核对双方证据", version: 1, ...body } });
const expire = () =>
  clueExpire.run({ services: api.services, at: api.services.now(), signal: new AbortController().signal });
const fieldsOf = (answer: { data: unknown }) =>
  ((answer.data as { errors?: { field: string }[] } | null)?.errors ?? []).map(({ field }) => field);

test("a report is reviewed, becomes a customer of its handler, is visited, extended, and runs out", async () => {
  await makeWebhook(db, ["clue.created", "clue.reviewed"]);
  expect((await asManager(contract.check, { body: { ...facts() } })).data.collision).toBeNull();
  const made = await enter({ budget_min: "1000000", budget_currency: "JPY", purpose: "investment" });
  expect(made).toMatchObject({ code: 200, data: { status: "pending", collision: null, clue_no: "BB2611200001" } });
  const { id } = made.data;
  expect(await approve(id, { note: "已电话核实" })).toMatchObject({ code: 200, data: { status: "valid" } });
  const valid = await rowOf(id);
  expect(valid).toMatchObject({ handler_id: sales.id, protect_until: days(15), reviewed_by: manager.id });
  const [about] = await db
    .select()
    .from(customer)
    .where(eq(customer.id, found(valid.customer_id)));
  expect(about).toMatchObject({
    ...{ owner_id: sales.id, source: "agent", source_detail: "海川代理", agent_id: agentId, stage: "new" },
    ...{ phone_e164: "+8613812345678", intent_estate_ids: [estateId], budget_min: "1000000.00" },
  });
  expect((await visit(id)).data).toMatchObject({ status: "visited", protect_until: days(60), protect_days: 60 });
  const [moved] = await db
    .select()
    .from(customer)
    .where(eq(customer.id, found(valid.customer_id)));
  expect(moved?.stage).toBe("visited");
  const extended = { params: { id }, body: { days: 10, reason: "客户出差" } };
  expect((await asManager(contract.extend, extended)).data).toMatchObject({ protect_until: days(70) });
  expect(await asManager.unchecked(contract.extend, extended)).toMatchObject({ code: 40902 });
  api.setClock(new Date(Date.parse(days(67)) + 60_000));
  expect(await expire()).toBe("0 expired, 1 warned");
  expect(await expire()).toBe("0 expired, 0 warned");
  api.setClock(new Date(Date.parse(days(70)) + 60_000));
  expect(await expire()).toBe("1 expired, 0 warned");
  expect((await rowOf(id)).status).toBe("expired");
  const logs = (await (await api.as(sales.id))(contract.logs, { params: { id } })).data;
  expect(logs.map(({ action }) => action).reverse()).toEqual(["create", "approve", "visit", "extend", "expire"]);
  expect(logs.find(({ action }) => action === "visit")?.media).toHaveLength(1);
  const told = await db.select().from(message).orderBy(message.id);
  expect(told.map(({ user_id, title }) => [user_id, title])).toEqual([
    [sales.id, "您有新的报备客户"],
    [manager.id, "报备客户已到访"],
    [sales.id, "报备保护期已延长"],
    [manager.id, "报备即将失效"],
    [sales.id, "报备即将失效"],
    [manager.id, "报备已失效"],
    [sales.id, "报备已失效"],
  ]);
  const sent = (await db.select().from(outbox).orderBy(outbox.id)).map(
    ({ payload }) => (payload as { event?: string }).event,
  );
  expect(sent.filter(Boolean)).toEqual(["clue.created", "clue.reviewed"]);
  const lines = await db
    .select()
    .from(operationLog)
    .where(eq(operationLog.target_type, "clue"))
    .orderBy(operationLog.id);
  expect(lines.map(({ action }) => action)).toEqual(["create", "audit", "update", "update", "update"]);
});

test("what is not let in is told by its field", async () => {
  const account = await makeAccount(db, { agent_id: agentId, can_report: false });
  const stranger = await makeAccount(db, { agent_id: otherAgentId });
  const gone = await makeAgent(db, { manager_id: manager.id, status: "disabled" });
  const closed = await makeEstate(db, { allow_agent: false });
  const offline = await makeEstate(db, { publish_status: "offline" });
  const sold = await makeEstate(db, { sale_status: "sold_out" });
  const cases: [object, string][] = [
    [{ agent_id: gone.id }, "agent_id"],
    [{ agent_id: 999_999 }, "agent_id"],
    [{ account_id: account.id }, "account_id"],
    [{ account_id: stranger.id }, "account_id"],
    [{ estate_id: closed.id }, "estate_id"],
    [{ estate_id: offline.id }, "estate_id"],
    [{ estate_id: sold.id }, "estate_id"],
    [{ phone: "123" }, "phone"],
    [{ phone: "abc12350127" }, "phone"],
    [{ phone: "12345678901" }, "phone"],
    [{ phone: "138****5678" }, "phone"],
    [{ phone: "13**5678" }, "phone"],
    [{ expected_visit_at: days(0) }, "expected_visit_at"],
    [{ budget_min: "5", budget_currency: "XXX" }, "budget_currency"],
    [{ budget_min: "9", budget_max: "5", budget_currency: "JPY" }, "budget_max"],
  ];
  for (const [given, name] of cases) {
    const answer = await enter(given);
    expect([name, answer.code, fieldsOf(answer)]).toEqual([name, 42200, [name]]);
  }
  await makeBlacklist(db, { type: "phone", value: "+8613812345678" });
  expect(await enter()).toMatchObject({ code: 40918 });
  expect(await db.select().from(clue)).toEqual([]);
});

test("an account reports so often a day, by whichever door", async () => {
  await setSetting(db, "clue.daily_cap_per_account", 2);
  const account = await makeAccount(db, { agent_id: agentId });
  const send = (external_id: string, phone: string, ahead = 0) => {
    const { agent_id: _, ...body } = facts();
    return portal.send(publicClue.signed, { ...body, phone, account_id: account.id, external_id }, { ahead });
  };
  const first = await send("P-1", "13812345678");
  expect(first).toMatchObject({ code: 200, data: { is_new: true, status: "pending", collision: null } });
  expect((await send("P-1", "13812345678", 1)).data).toMatchObject({ id: first.data.id, is_new: false });
  expect(await send("P-1", "13812345679")).toMatchObject({ code: 40907 });
  expect((await send("P-2", "13812345679")).code).toBe(200);
  expect(fieldsOf(await send("P-3", "13812345670"))).toEqual(["account_id"]);
  expect(fieldsOf(await enter({ account_id: account.id }))).toEqual(["account_id"]);
  const [log] = await db.select().from(clueLog).orderBy(clueLog.id);
  expect(log).toMatchObject({ action: "create", account_id: account.id, by: null });
  expect(await db.select().from(message).where(eq(message.user_id, manager.id))).toHaveLength(2);
});

test("without a collision one passes by itself where the setting says so, and goes to whoever has the fewest", async () => {
  await setSetting(db, "clue.auto_pass", true);
  const first = await enter();
  expect(first.data.status).toBe("valid");
  const second = await enter({ phone: "13812345670" });
  const handlers = [(await rowOf(first.data.id)).handler_id, (await rowOf(second.data.id)).handler_id];
  expect([...handlers].sort()).toEqual([sales.id, rival.id].sort());
  expect((await enter({ agent_id: otherAgentId })).data).toMatchObject({
    status: "pending",
    collision: { type: "agent_dup", certain: true },
  });
});

test("a review is offered the adviser by the setting, never one who is disabled, off duty or full", async () => {
  const person = (id: number, given: Partial<typeof user.$inferInsert>) =>
    db.update(user).set(given).where(eq(user.id, id));
  const waiting = await makeClue(db, { agent_id: agentId, estate_id: estateId, status: "pending" });
  const proposed = async () => {
    const { list } = (await asManager(contract.list, { query: { view: "pending" } })).data;
    const detail = (await asManager(contract.get, { params: { id: waiting.id } })).data.suggested_handler;
    const [row] = list.filter(({ id }) => id === waiting.id);
    expect(row?.suggested_handler).toEqual(detail);
    return detail?.id ?? null;
  };
  expect(await proposed()).toBeNull();
  const given = { agent_id: agentId, estate_id: estateId, status: "valid" } as const;
  await makeClue(db, { ...given, handler_id: sales.id, created_at: days(-9) });
  await makeClue(db, { ...given, handler_id: rival.id, created_at: days(-3) });
  await makeClue(db, { ...given, agent_id: otherAgentId, handler_id: sales.id, created_at: days(-1) });
  expect(await proposed()).toBe(rival.id);
  for (const bad of [{ status: "disabled" }, { accept_inquiry: false }, { customer_cap: 0 }] as const) {
    await person(rival.id, bad);
    expect([bad, await proposed()]).toEqual([bad, null]);
    await person(rival.id, { status: "enabled", accept_inquiry: true, customer_cap: null });
  }
  // Else, with nothing at hand, it would be the administrator's.
  await person(admin.id, { accept_inquiry: false });
  await setSetting(db, "clue.suggest_handler", "least_load");
  expect(await proposed()).toBe(rival.id);
  await person(rival.id, { customer_cap: 0 });
  expect(await proposed()).toBe(sales.id);
  await person(sales.id, { accept_inquiry: false });
  expect(await proposed()).toBeNull();
  await setSetting(db, "clue.suggest_handler", "none");
  await person(sales.id, { accept_inquiry: true });
  expect(await proposed()).toBeNull();
  // The customer's owner takes them to their visit, only while at work; it takes no room in the cap.
  await makeCustomer(db, { phone: waiting.phone, phone_e164: waiting.phone_e164, owner_id: sales.id });
  await person(sales.id, { customer_cap: 1 });
  expect(await proposed()).toBe(sales.id);
  await setSetting(db, "clue.suggest_handler", "last");
  await person(rival.id, { customer_cap: null });
  await person(sales.id, { accept_inquiry: false });
  expect(await proposed()).toBeNull();
});

test("full and masked phones find each other, and only equal ones are certain", async () => {
  const { id: masking } = await makeEstate(db, { report_phone_mode: "first3_last4" });
  const full = "13812345678";
  const masked = "138****5678";
  const matrix: [string, string, boolean | null][] = [
    [full, full, true],
    [full, masked, false],
    [masked, full, false],
    [masked, masked, false],
    [full, "13899995678", null],
    [masked, "138****5679", null],
    [masked, "139****5678", null],
  ];
  for (const [theirs, ours, certain] of matrix) {
    await db.delete(sheetTable);
    await db.delete(clueLog);
    await db.delete(clue);
    await makeClue(db, { agent_id: otherAgentId, estate_id: masking, phone: theirs });
    const { data } = await enter({ estate_id: masking, phone: ours });
    expect([theirs, ours, data.collision?.certain ?? null]).toEqual([theirs, ours, certain]);
    expect(data.collision?.type ?? null).toBe(certain === null ? null : "agent_dup");
  }
  // Elsewhere it is nobody's.
  expect((await enter({ phone: full })).data.collision).toBeNull();
});

test("what collides: reports that still count, our own active customers, the blacklist, one's own reports", async () => {
  const collision = async (given: object = {}) =>
    (await asManager(contract.check, { body: { ...facts(), ...given } })).data.collision;
  const old = await makeClue(db, {
    agent_id: otherAgentId,
    estate_id: estateId,
    phone: "13812345678",
    protect_until: days(-1),
  });
  expect(await collision()).toBeNull();
  for (const status of ["expired", "invalid", "cancelled", "settled"] as const) {
    await db
      .update(clue)
      .set({ status, protect_until: days(9) })
      .where(eq(clue.id, old.id));
    expect([status, await collision()]).toEqual([status, null]);
  }
  for (const status of ["pending", "valid", "visited", "subscribed", "contracted"] as const) {
    await db
      .update(clue)
      .set({ status, protect_until: days(9) })
      .where(eq(clue.id, old.id));
    expect([status, (await collision())?.type]).toEqual([status, "agent_dup"]);
  }
  await db.update(clue).set({ agent_id: agentId }).where(eq(clue.id, old.id));
  expect(await collision()).toMatchObject({ type: "self_dup" });
  await db.update(clue).set({ status: "invalid" }).where(eq(clue.id, old.id));
  const own = await makeCustomer(db, { owner_id: sales.id, phone: "13812345678", created_at: days(-200) });
  expect(await collision()).toBeNull();
  await makeTracking(db, { customer_id: own.id, user_id: sales.id, tracked_at: days(-20) });
  expect(await collision()).toMatchObject({ type: "own_customer", certain: true });
  // A customer of this agent is no collision.
  await db.update(customer).set({ agent_id: agentId }).where(eq(customer.id, own.id));
  expect(await collision()).toBeNull();
  await db.update(customer).set({ agent_id: null, owner_id: null }).where(eq(customer.id, own.id));
  expect(await collision()).toBeNull();
  await makeBlacklist(db, { type: "phone", value: "+8613812345678" });
  expect(await collision()).toMatchObject({ type: "blacklist", certain: true });
});

test("a certain collision is decided by the rule; against it a super_admin says why", async () => {
  const theirs = await makeClue(db, { agent_id: otherAgentId, estate_id: estateId, phone: "13812345678" });
  const { data: made } = await enter();
  expect(made.collision).toMatchObject({ type: "agent_dup", certain: true, protect_until: days(15) });
  const { id } = made;
  expect(await approve(id)).toMatchObject({ code: 40921, message: "该客户已被其他渠道报备（保护期至2026-12-05）" });
  const grounds = { params: { id }, body: { invalid_reason: "duplicate" as const } };
  expect(await asManager.unchecked(contract.reject, grounds)).toMatchObject({ code: 40902 });
  const { sheet } = await sheetOf(id);
  expect(sheet).toMatchObject({ no: 1, version: 1, certain: true, rule_result: "other", verdict: null });
  expect(sheet?.rule_sentence).toContain(theirs.clue_no);
  expect(sheet?.parties).toMatchObject([
    { kind: "clue", is_this: true, who: "海川代理", id },
    { kind: "clue", is_this: false, who: "远山代理", id: theirs.id, protect_until: days(15) },
  ]);
  expect(sheet?.timeline.map(({ kind, party }) => [kind, party])).toContainEqual(["report", 0]);
  expect(await decide(id, { verdict: "this" })).toMatchObject({ code: 40300 });
  expect(await decide(id, { verdict: "other", version: 7 })).toMatchObject({
    code: 40901,
    data: { sheet: { version: 1 } },
  });
  expect(await decide(id, { verdict: "other" })).toMatchObject({
    code: 200,
    data: { sheet: { verdict: "other", version: 2, can: { decide: false } } },
  });
  expect(await decide(id, { verdict: "this", version: 2 }, asAdmin)).toMatchObject({ code: 40902 });
  expect(await approve(id, {}, asAdmin)).toMatchObject({ code: 40902 });
  expect((await asManager(contract.reject, grounds)).data).toMatchObject({ status: "invalid", can: { appeal: true } });
  // Frozen: later changes are on no decided sheet.
  const frozen = (await sheetOf(id)).sheet;
  await db
    .update(clue)
    .set({ status: "visited", visited_at: days(0) })
    .where(eq(clue.id, theirs.id));
  expect((await sheetOf(id)).sheet?.parties).toEqual(frozen?.parties);
});

test("an appeal is heard once, in time, with something new, and opens the next sheet", async () => {
  await makeClue(db, { agent_id: otherAgentId, estate_id: estateId, phone: "13812345678" });
  const id = await entered();
  const used = await photo(manager.id);
  await decide(id, { verdict: "other", media_ids: [used] });
  await asManager(contract.reject, { params: { id }, body: { invalid_reason: "duplicate", note: "先报备者优先" } });
  const appeal = (media_ids: number[]) =>
    asManager.unchecked(contract.appeal, { params: { id }, body: { note: "客户书面声明", media_ids } });
  expect(fieldsOf(await appeal([]))).toEqual(["media_ids"]);
  expect(fieldsOf(await appeal([used]))).toEqual(["media_ids"]);
  api.setClock(new Date(Date.parse(days(3)) + 60_000));
  expect(await appeal([await photo(manager.id)])).toMatchObject({ code: 40902 });
  api.setClock(new Date(Date.parse(days(2))));
  expect((await appeal([await photo(manager.id)])).data).toMatchObject({ status: "pending", is_overdue: false });
  const { sheet, earlier } = await sheetOf(id);
  expect(sheet).toMatchObject({ no: 2, version: 1, verdict: null });
  expect(earlier).toMatchObject([{ no: 1, verdict: "other", media: [{ id: used }] }]);
  expect(await approve(id, { force_reason: "客户书面确认由海川接待" })).toMatchObject({ code: 40921 });
  const forced = await approve(id, { force_reason: "客户书面确认由海川接待" }, asAdmin);
  expect(forced.data).toMatchObject({ status: "valid", force_reason: "客户书面确认由海川接待" });
  expect((await sheetOf(id)).sheet).toMatchObject({ no: 2, verdict: "this", decided_by: { name: "管理员" } });
  expect(
    await asManager.unchecked(contract.appeal, { params: { id }, body: { note: "再来", media_ids: [1] } }),
  ).toMatchObject({
    code: 40902,
  });
});

test("whose report does not count is told in the portal's inbox, the main account where staff entered it", async () => {
  const main = await makeAccount(db, { agent_id: agentId });
  const account = await makeAccount(db, { agent_id: agentId, is_main: false });
  const refuse = async (given: object) => {
    const { id, clue_no } = (await enter(given)).data;
    const body = { invalid_reason: "wrong_number", note: "王顾问已核实" } as const;
    expect(await asManager(contract.reject, { params: { id }, body })).toMatchObject({ code: 200 });
    return clue_no;
  };
  const inbox = async (id: number) => {
    const { data } = await portal.send(notificationInbox.list, undefined, { query: { audience: "agent", id } });
    return data.list.map(({ title, content }) => [title, content]);
  };
  const theirs = await refuse({ account_id: account.id });
  const entered = await refuse({ phone: "13812340000" });
  const { name } = found((await db.select().from(estate).where(eq(estate.id, estateId)))[0]);
  const told = (no: string) => [
    `报备未通过：${no}`,
    `<p>报备${no}（${name}）审核未通过：号码无效。3天内可提交新的证据申诉一次。</p>`,
  ];
  expect([await inbox(account.id), await inbox(main.id)]).toEqual([[told(theirs)], [told(entered)]]);
  // Nobody's among those that people write.
  expect((await asAdmin(notification.list, {})).data).toMatchObject({ total: 0, list: [] });
});

test("a visit whose time nobody chose is of the server's now", async () => {
  const made = await enter();
  await approve(made.data.id);
  expect((await visit(made.data.id, { at: undefined })).code).toBe(200);
  expect((await rowOf(made.data.id)).visited_at).toBe(isoInstant(api.services.now()));
});

test("a masked match is evidence, never a refusal, and makes no customer before the visit", async () => {
  const { id: masking } = await makeEstate(db, { report_phone_mode: "first3_last4" });
  const owned = await makeCustomer(db, {
    owner_id: rival.id,
    phone: "13899995678",
    name: "赵保密",
    created_at: days(-9),
  });
  await makeTracking(db, {
    customer_id: owned.id,
    user_id: rival.id,
    content: "客户想看两居，预算八百万",
    tracked_at: days(-3),
  });
  const id = await entered({ estate_id: masking, phone: "138****5678" });
  expect(await rowOf(id)).toMatchObject({ collision: "own_customer", collision_certain: false, phone_e164: null });
  expect(await approve(id)).toMatchObject({ code: 40902, message: "存在撞单，请先完成判定单" });
  const { sheet } = await sheetOf(id);
  expect(sheet).toMatchObject({ certain: false, rule_result: "own", can: { decide: true, override: true } });
  expect(sheet?.rule_sentence).toContain("不能单凭此判为无效");
  // Of our customer: owner, dates, kinds of contact.
  expect(sheet?.parties[1]).toMatchObject({ kind: "customer", id: null, no: null, who: "钱顾问" });
  expect(JSON.stringify(sheet)).not.toMatch(/赵保密|八百万|13899995678/);
  expect(sheet?.timeline.find(({ kind }) => kind === "contact")).toMatchObject({ text: "电话 · 钱顾问", detail: null });
  const seen = (await sheetOf(id, asAdmin)).sheet;
  expect(seen?.parties[1]).toMatchObject({ id: owned.id, no: owned.customer_no });
  expect(seen?.timeline.find(({ kind }) => kind === "contact")?.detail).toContain("八百万");
  expect((await decide(id, { verdict: "this" })).code).toBe(200);
  expect((await approve(id)).data).toMatchObject({ status: "valid", customer: null });
  const wrong: [object, string][] = [
    [{}, "phone"],
    [{ phone: "13912345678" }, "phone"],
    [{ phone: "138****5678" }, "phone"],
    [{ phone: "13812345678", at: days(1) }, "at"],
    [{ phone: "13812345678", media_ids: [] }, "media_ids"],
    [{ phone: "13812345678", media_ids: [await photo(rival.id)] }, "media_ids"],
  ];
  for (const [given, name] of wrong) expect([name, fieldsOf(await visit(id, given))]).toEqual([name, [name]]);
  const visited = await visit(id, { phone: "13812345678" });
  expect(visited.data).toMatchObject({ status: "visited", phone: "13812345678", phone_mode: "first3_last4" });
  const [made] = await db
    .select()
    .from(customer)
    .where(eq(customer.id, found((await rowOf(id)).customer_id)));
  expect(made).toMatchObject({ phone_e164: "+8613812345678", owner_id: sales.id, stage: "visited", agent_id: agentId });
});

test("at the visit the full number may show whose it is", async () => {
  const { id: masking } = await makeEstate(db, { report_phone_mode: "first3_last4" });
  const id = await entered({ estate_id: masking, phone: "138****5678" });
  await approve(id);
  // Somebody else's report of the full number passed meanwhile, which came before it.
  const theirs = await makeClue(db, { agent_id: otherAgentId, estate_id: masking, phone: "13812345678" });
  expect(await visit(id, { phone: "13812345678" })).toMatchObject({ code: 40921 });
  await db.update(clue).set({ status: "cancelled" }).where(eq(clue.id, theirs.id));
  const owned = await makeCustomer(db, { owner_id: rival.id, phone: "13812345678", created_at: days(-10) });
  expect(await visit(id, { phone: "13812345678" })).toMatchObject({ code: 40902 });
  expect((await decide(id, { verdict: "this", version: 0 })).code).toBe(200);
  expect((await visit(id, { phone: "13812345678" })).code).toBe(200);
  expect((await rowOf(id)).customer_id).toBe(owned.id);
  const [after] = await db.select().from(customer).where(eq(customer.id, owned.id));
  expect(after).toMatchObject({ owner_id: rival.id, agent_id: agentId, stage: "visited" });
});

test("the customer who is there already is linked: the pool's goes to the handler, one at their cap to nobody", async () => {
  const pooled = await makeCustomer(db, { phone: "13812345678", stage: "lost", lost_reason: "price" });
  const id = await entered();
  expect((await approve(id)).data).toMatchObject({ status: "valid", customer: { id: pooled.id } });
  const [taken] = await db.select().from(customer).where(eq(customer.id, pooled.id));
  expect(taken).toMatchObject({ owner_id: sales.id, stage: "contacted", agent_id: agentId });
  await setSetting(db, "customer.cap", 1);
  const full = await entered({ phone: "13812345670" });
  expect(await approve(full)).toMatchObject({ code: 40913 });
  expect((await rowOf(full)).status).toBe("pending");
  expect((await approve(full, { handler_id: rival.id })).code).toBe(200);
  const gone = await makeCustomer(db, {
    phone: "13812345671",
    last_owner_id: rival.id,
    deleted_at: days(-1),
    created_at: days(-300),
  });
  const managed = await entered({ phone: "13812345671" });
  expect((await approve(managed, { handler_id: manager.id })).code).toBe(200);
  const [back] = await db.select().from(customer).where(eq(customer.id, gone.id));
  expect(back).toMatchObject({ deleted_at: null, owner_id: null, pool_reason: "restored" });
});

test("each act is for its state", async () => {
  const id = await entered();
  expect(await visit(id, {}, asManager)).toMatchObject({ code: 40902 });
  expect(await approve(id, { handler_id: 999_999 })).toMatchObject({ code: 42200 });
  expect(fieldsOf(await approve(id, { handler_id: service.id }))).toEqual(["handler_id"]);
  expect(await approve(id, { version: 9 })).toMatchObject({ code: 40901, data: { id, version: 1 } });
  await approve(id);
  expect(await approve(id)).toMatchObject({ code: 40902 });
  expect((await asSales.unchecked(contract.get, { params: { id } })).data).toMatchObject({
    ...{ phone: "13812345678", is_masked: false },
    can: { visit: true, approve: false, cancel: false },
  });
  const most = { params: { id }, body: { days: 16, reason: "客户出差" } };
  expect(fieldsOf(await asManager.unchecked(contract.extend, most))).toEqual(["days"]);
  expect((await asManager(contract.cancel, { params: { id }, body: { reason: "客户放弃购房" } })).data.status).toBe(
    "cancelled",
  );
  expect(await asManager.unchecked(contract.cancel, { params: { id }, body: { reason: "再取消" } })).toMatchObject({
    code: 40902,
  });
});

test("an expired report comes back once, unless another's has taken the customer", async () => {
  const mine = await makeClue(db, {
    agent_id: agentId,
    estate_id: estateId,
    phone: "13812345678",
    status: "expired",
    protect_until: days(-2),
    visited_at: days(-30),
  });
  const theirs = await makeClue(db, {
    agent_id: otherAgentId,
    estate_id: estateId,
    phone: "13812345678",
  });
  const renew = () =>
    asManager.unchecked(contract.extend, { params: { id: mine.id }, body: { days: 5, reason: "客户回国再看" } });
  const refused = await renew();
  expect(refused).toMatchObject({
    code: 40921,
    message: expect.stringMatching(/（(保护期至\d{4}-\d\d-\d\d|待审核)）$/),
  });
  expect(await hindrances(mine.id)).toEqual({ renew: refused.message });
  await db.update(clue).set({ status: "cancelled" }).where(eq(clue.id, theirs.id));
  expect(await hindrances(mine.id)).toEqual({});
  expect((await renew()).data).toMatchObject({ status: "visited", protect_until: days(5) });
  await db.update(clue).set({ status: "expired" }).where(eq(clue.id, mine.id));
  expect(await renew()).toMatchObject({ code: 40902 });
});

test("a sheet tells each of an agent's sign-ins once, though several reports of theirs stand on it", async () => {
  for (const ago of [3, 2])
    await makeClue(db, {
      agent_id: otherAgentId,
      estate_id: estateId,
      phone: "13812345678",
      created_at: days(-ago / 24),
    });
  for (const ago of [5, 4, 1]) await makeLogin(db, { agent_id: otherAgentId, at: days(-ago / 24) });
  const { sheet } = await sheetOf(await entered());
  const logins = sheet?.timeline.filter(({ kind }) => kind === "login").map(({ at }) => at);
  expect(logins).toEqual([days(-5 / 24), days(-4 / 24), days(-1 / 24)]);
});

test("bulk passes only what collides with nothing", async () => {
  const clear = await entered();
  await makeClue(db, { agent_id: otherAgentId, estate_id: estateId, phone: "13812345670" });
  const dirty = await entered({ phone: "13812345670" });
  const answer = await asManager(contract.approveBatch, { body: { ids: [clear, dirty], handler_id: sales.id } });
  expect(answer.data).toMatchObject({ success: [clear], failed: [{ id: dirty, code: 40902 }] });
});

test("what still runs, and what is invalid, has the order that is asked for", async () => {
  const make = (given: Partial<typeof clue.$inferInsert>) =>
    makeClue(db, { agent_id: agentId, estate_id: estateId, ...given });
  const [first, second] = [
    await make({ status: "visited", created_at: days(-3), visited_at: days(-1), reviewed_at: days(-2) }),
    await make({ status: "visited", created_at: days(-4), visited_at: days(-2), reviewed_at: days(-1) }),
  ];
  const [old, young] = [
    await make({ status: "invalid", created_at: days(-6) }),
    await make({ status: "invalid", created_at: days(-5) }),
  ];
  const ids = async (query: object, as = asManager) =>
    (await as(contract.list, { query })).data.list.map(({ id }) => id);
  for (const as of [asManager, asAdmin]) {
    expect(await ids({ view: "visited", sort: "visited_at" }, as)).toEqual([second.id, first.id]);
    expect(await ids({ view: "visited", sort: "reviewed_at" }, as)).toEqual([first.id, second.id]);
    expect(await ids({ view: "visited", sort: "-reviewed_at" }, as)).toEqual([second.id, first.id]);
    expect(await ids({ view: "visited" }, as)).toEqual([first.id, second.id]);
    expect(await ids({ view: "invalid", sort: "protect_until" }, as)).toEqual([old.id, young.id]);
    expect(await ids({ view: "invalid", sort: "-protect_until" }, as)).toEqual([young.id, old.id]);
  }
});

test("lists find by number, name and phone, masked or full, and count their tabs; phones are shown to whose they are", async () => {
  const full = await makeClue(db, {
    agent_id: agentId,
    estate_id: estateId,
    phone: "13812345678",
    customer_name: "欧阳若兰",
    handler_id: sales.id,
  });
  const masked = await makeClue(db, {
    agent_id: agentId,
    estate_id: estateId,
    phone: "138****5678",
    status: "pending",
    created_at: days(-2),
  });
  const far = await makeClue(db, { agent_id: otherAgentId, estate_id: estateId, phone: "13812345678" });
  const list = async (query: object, as = asManager) => (await as(contract.list, { query })).data;
  const ids = async (query: object, as = asManager) =>
    (await list(query, as)).list.map(({ id }) => id).sort((a, b) => a - b);
  for (const keyword of ["138****5678", "13812345678", "5678", "+86 138 1234 5678"])
    expect([keyword, await ids({ keyword })]).toEqual([keyword, [full.id, masked.id]]);
  expect(await ids({ keyword: "若兰" })).toEqual([full.id]);
  expect(await ids({ keyword: full.clue_no.toLowerCase() })).toEqual([full.id]);
  expect(await ids({ keyword: "138****5678" }, asAdmin)).toEqual([full.id, masked.id, far.id]);
  expect(await ids({ keyword: "13812345678" }, asSales)).toEqual([full.id]);
  for (const as of [asManager, asSales]) expect(await ids({ keyword: "1381234" }, as)).toEqual([]);
  expect((await list({ view: "pending" })).tabs).toMatchObject({ all: 2, pending: 1, valid: 1, expired: 0 });
  expect((await list({ view: "pending", overdue: "1" })).list).toMatchObject([
    { id: masked.id, is_overdue: true, phone: "138****5678", is_masked: false },
  ]);
  expect(await ids({ manager_id: other.id }, asAdmin)).toEqual([far.id]);
  await db
    .update(clue)
    .set({ protect_until: days(2) })
    .where(eq(clue.id, full.id));
  expect(await ids({ expiring: "1" })).toEqual([full.id]);
  const [shown] = (await list({ keyword: "若兰" }, asAdmin)).list;
  expect(shown).toMatchObject({ phone: "138****5678", is_masked: true, can: { reveal: true } });
  const revealed = await asAdmin(contract.phone, { params: { id: full.id }, query: { reason: "follow_up" } });
  expect(revealed.data).toMatchObject({ phone: "13812345678", left: 49 });
  const unmask = await db.select().from(operationLog).where(eq(operationLog.action, "unmask"));
  expect(unmask).toMatchObject([{ target_type: "clue", target_id: full.id }]);
  expect((await asManager(search.find, { query: { keyword: "若兰" } })).data.clues).toMatchObject([
    { id: full.id, status: "valid" },
  ]);
  expect(await blockOf(asManager, "todo")).toContainEqual({ key: "clue_pending", count: 1 });
  expect((await asManager(estateContract.get, { params: { id: estateId } })).data.clue_count).toBe(3);
});

test("a keyword finds those of one's agents and those that one handles, each once, in order and by tab", async () => {
  const named = { estate_id: estateId, customer_name: "欧阳若兰" };
  const both = await makeClue(db, { ...named, agent_id: agentId, handler_id: manager.id, created_at: days(-3) });
  const handled = await makeClue(db, {
    ...named,
    agent_id: otherAgentId,
    handler_id: manager.id,
    created_at: days(-2),
  });
  const theirs = await makeClue(db, { ...named, agent_id: otherAgentId, handler_id: sales.id });
  await makeClue(db, { ...named, agent_id: agentId, customer_name: "钱若男" });
  const waiting = await makeClue(db, { ...named, agent_id: agentId, status: "pending" });
  const page = async (query: object, as = asManager) =>
    (await as(contract.list, { query: { keyword: "若兰", ...query } })).data;
  const found = async (query: object) => {
    const { list, total, tabs } = await page(query);
    return [list.map(({ id }) => id), total, tabs.pending];
  };
  expect(await found({})).toEqual([[waiting.id, handled.id, both.id], 3, 1]);
  expect(await found({ page: 2, page_size: 10, sort: "created_at" })).toEqual([[], 3, 1]);
  expect(await found({ view: "valid", sort: "created_at" })).toEqual([[both.id, handled.id], 2, 1]);
  expect(await found({ handler_id: manager.id })).toEqual([[handled.id, both.id], 2, 1]);
  expect(await found({ keyword: "龘靐" })).toEqual([[], 0, 1]);
  expect(await found({ status: ["pending", "expired"] })).toEqual([[waiting.id], 1, 1]);
  expect(await found({ view: "valid", status: ["pending"] })).toEqual([[], 0, 1]);
  const everybodys = await page({ view: "valid", group: "status" }, asAdmin);
  expect(everybodys.list.map(({ id }) => id)).toEqual([theirs.id, handled.id, both.id]);
  expect(everybodys.groups).toMatchObject([{ value: "valid", count: 3 }]);
});

test("a customer has its leads: on the time line, in follow-ups, in what is open, and by merge", async () => {
  const id = await entered();
  await approve(id);
  const customerId = found((await rowOf(id)).customer_id);
  expect(await openBusiness(db, customerId)).toMatchObject({ openClues: 1 });
  const line = await asSales(timeline.list, { params: { id: customerId }, query: { kind: ["clue"] } });
  expect(line.data.list).toMatchObject([{ kind: "clue", clue: { id, agent: { name: "海川代理" }, status: "valid" } }]);
  const followUp = (clue_id: number) =>
    asSales.unchecked(tracking.create, {
      body: { customer_id: customerId, clue_id, type: "call", content: "约好周六到访看样板间", tracked_at: days(0) },
    });
  expect((await followUp(id)).code).toBe(200);
  const told = async (as: typeof asSales) =>
    (await as(tracking.list, { query: { customer_id: customerId } })).data.list.map((row) => row.clue);
  expect(await told(asSales)).toEqual([{ id, name: (await rowOf(id)).clue_no }]);
  // A user who sees no leads is told of none.
  const asService = await api.as((await makeUser(db, { role: "customer_service" })).id);
  expect(await told(asService)).toEqual([null]);
  const stranger = await makeClue(db, { agent_id: agentId, estate_id: estateId });
  expect(fieldsOf(await followUp(stranger.id))).toEqual(["clue_id"]);
  expect(
    (await asManager.unchecked(comment.create, { body: { owner_type: "clue", owner_id: id, content: "请尽快安排" } }))
      .code,
  ).toBe(200);
  expect(await asOther.unchecked(comment.list, { query: { owner_type: "clue", owner_id: id } })).toMatchObject({
    code: 40301,
  });
  const target = await makeCustomer(db, { owner_id: sales.id });
  await asAdmin(customerContract.merge, { params: { id: target.id }, body: { from_id: customerId, version: 1 } });
  expect((await rowOf(id)).customer_id).toBe(target.id);
});

test("who leaves hands over the leads that they take to their visit", async () => {
  const id = await entered();
  await approve(id);
  const preview = (await asAdmin(staff.handoverPreview, { params: { id: sales.id } })).data;
  expect(preview.list).toContainEqual({ resource: "clue", label: "对接报备", count: 1 });
  await asAdmin(staff.handover, { params: { id: sales.id }, body: { target_user_id: rival.id } });
  expect((await rowOf(id)).handler_id).toBe(rival.id);
  expect((await db.select().from(clueLog).orderBy(clueLog.id)).at(-1)).toMatchObject({
    action: "handover",
    note: "钱顾问",
  });
});

/** What list and record say against the acts on a report. */
async function hindrances(id: number) {
  const { blocked } = (await asManager(contract.get, { params: { id } })).data;
  const row = (await asManager(contract.list, {})).data.list.find((one) => one.id === id);
  expect(row?.blocked).toEqual(blocked);
  return blocked;
}

test("a report is brought to where its own deal stands, and is not cancelled beside it", async () => {
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const lead = await makeClue(db, {
    ...{ agent_id: agentId, estate_id: estateId, customer_id, handler_id: sales.id },
    ...{ status: "visited", visited_at: days(-1) },
  });
  const { id } = lead;
  const sold = { customer_id, estate_id: estateId, owner_id: sales.id, agent_id: agentId, unit_no: "801" };
  const own = await makeDeal(db, { ...sold, clue_id: id, status: "reviewing" });
  const { id: foreign } = await makeDeal(db, { ...sold, status: "subscribed", unit_no: "802" });
  const follow = (endpoint: typeof contract.subscribe | typeof contract.contract, body: object, as = asManager) =>
    as.unchecked(endpoint, { params: { id }, body: { deal_id: own.id, ...body } });
  const put = (values: Partial<typeof deal.$inferInsert>) => db.update(deal).set(values).where(eq(deal.id, own.id));
  const cancel = () => asManager.unchecked(contract.cancel, { params: { id }, body: { reason: "客户放弃购房" } });
  const hindered = { deal: "该报备已有进行中的成交", cancel: expect.stringContaining(own.deal_no) };

  expect(await follow(contract.subscribe, {})).toMatchObject({ code: 40902 });
  expect(await hindrances(id)).toEqual(hindered);
  expect(await cancel()).toMatchObject({ code: 40902, message: (await hindrances(id)).cancel });
  await put({ status: "draft" });
  expect(await hindrances(id)).toEqual({});
  await put({ status: "subscribed", commission_payable: "1180000.00", payable_currency: "JPY" });
  expect(fieldsOf(await follow(contract.subscribe, { deal_id: foreign }))).toEqual(["deal_id"]);
  expect(fieldsOf(await follow(contract.subscribe, { at: days(1) }))).toEqual(["at"]);
  expect(fieldsOf(await follow(contract.subscribe, { at: days(-2) }))).toEqual(["at"]);
  expect((await follow(contract.subscribe, { at: days(-0.5) })).code).toBe(200);
  expect(await rowOf(id)).toMatchObject({ status: "subscribed", deal_id: own.id, subscribed_at: days(-0.5) });
  expect(await follow(contract.subscribe, {})).toMatchObject({ code: 40902 });
  expect(await follow(contract.contract, {})).toMatchObject({ code: 40902 });
  await put({ status: "contracted" });
  expect((await follow(contract.contract, {})).code).toBe(200);
  expect(await rowOf(id)).toMatchObject({
    ...{ status: "contracted", contracted_at: days(0), commission_amount: "1180000.00", commission_currency: "JPY" },
  });
  expect(await cancel()).toMatchObject({ code: 40902 });
  await put({ status: "cancelled" });
  expect((await cancel()).code).toBe(200);
});

whoMay(
  api,
  contract,
  {
    list: "SA SM SR CM FI",
    get: "SA SM SR CM FI",
    logs: "SA SM SR CM FI",
    check: "SA CM",
    create: "SA CM",
    phone: "SA SM CS",
    approve: "SA CM",
    reject: "SA CM",
    visit: "SA SR CM",
    subscribe: "SA CM",
    contract: "SA CM",
    cancel: "SA CM",
    extend: "SA CM",
    appeal: "SA CM",
    approveBatch: "SA CM",
    export: "SA CM",
  },
  { "/clue/feedback": "SA SM SR CM FI" },
);
whoMay(api, judgement, { get: "SA SM SR CM FI", decide: "SA CM" });
whoMay(api, publicClue, { all: "public" });
