import { beforeEach, expect, test } from "vitest";
import { clue as contract } from "~/contract/clue/clue";
import { clueIntake } from "~/contract/clue/clue-intake";
import { judgement } from "~/contract/clue/judgement";
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
import type { deal } from "~/server/database/tables/deal/deal";
import type { user } from "~/server/database/tables/system/system";
import { clueExpire } from "~/server/jobs/clue/clue-expire";
import { found } from "~/server/lib/call";
import { openBusiness } from "~/server/resources/customer/customer/open-business";
import { blockOf } from "~/test/support/dashboard";
import { days } from "~/test/support/factories";
import { fieldsOf } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { machine } from "~/test/support/signed-call";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, runJob, asNew, setSetting, rowIn, rowsIn, updateIn } = setUp();
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
  agentId = (await make.agent({ manager_id: manager.id, name: "海川代理" })).id;
  otherAgentId = (await make.agent({ manager_id: other.id, name: "远山代理" })).id;
  estateId = (await make.estate()).id;
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
const rowOf = (id: number) => rowIn("clue", id);
/** A report at the estate: through our channel manager's agent unless it says otherwise. */
const report = (given: Partial<typeof clue.$inferInsert> = {}) =>
  make.clue({ agent_id: agentId, estate_id: estateId, ...given });
/** Another agent's report of the same phone. */
const rivalReport = (given: Partial<typeof clue.$inferInsert> = {}) =>
  report({ agent_id: otherAgentId, phone: "13812345678", ...given });
const photo = async (uploader: number) => (await make.media({ uploader, scene: "evidence" })).id;
const act =
  (name: "approve" | "reject" | "extend" | "appeal" | "cancel" | "subscribe" | "contract", given: object = {}) =>
  (id: number, body: object = {}, as = asManager) =>
    as.unchecked(contract[name], {
      params: { id },
      body: { ...(name === "approve" && { handler_id: sales.id }), ...given, ...body },
    });
const approve = act("approve");
const extend = act("extend", { reason: "客户出差" });
const cancel = act("cancel", { reason: "客户放弃购房" });
const reject = act("reject", { invalid_reason: "duplicate" });
const appeal = (id: number, media_ids: number[]) => act("appeal", { note: "客户书面声明", media_ids })(id);
const visit = async (id: number, body: object = {}, as = asSales) =>
  as.unchecked(contract.visit, {
    params: { id },
    body: { at: days(0), media_ids: [await photo(as === asSales ? sales.id : manager.id)], ...body },
  });
const sheetOf = async (id: number, as = asManager) => (await as(judgement.get, { params: { id } })).data;
const decide = async (id: number, body: object, as = asManager) =>
  as.unchecked(judgement.decide, { params: { id }, body: { reason: "已核对双方证据", version: 1, ...body } });
const expire = () => runJob(clueExpire);

test("a report is reviewed, becomes a customer of its handler, is visited, extended, and runs out", async () => {
  await make.webhook(["clue.created", "clue.reviewed"]);
  expect((await asManager(contract.check, { body: { ...facts() } })).data.collision).toBeNull();
  const made = await enter({ budget_min: "1000000", budget_currency: "JPY", purpose: "investment" });
  expect(made).toMatchObject({ code: 200, data: { status: "pending", collision: null, clue_no: "BB2611200001" } });
  const { id } = made.data;
  expect(await approve(id, { note: "已电话核实" })).toMatchObject({ code: 200, data: { status: "valid" } });
  const valid = await rowOf(id);
  expect(valid).toMatchObject({ handler_id: sales.id, protect_until: days(15), reviewed_by: manager.id });
  expect(await rowIn("customer", valid.customer_id)).toMatchObject({
    ...{ owner_id: sales.id, source: "agent", source_detail: "海川代理", agent_id: agentId, stage: "new" },
    ...{ phone_e164: "+8613812345678", intent_estate_ids: [estateId], budget_min: "1000000.00" },
  });
  expect((await visit(id)).data).toMatchObject({ status: "visited", protect_until: days(60), protect_days: 60 });
  expect((await rowIn("customer", valid.customer_id)).stage).toBe("visited");
  expect((await extend(id, { days: 10 })).data).toMatchObject({ protect_until: days(70) });
  expect(await extend(id, { days: 10 })).toMatchObject({ code: 40902 });
  api.setClock(new Date(Date.parse(days(67)) + 60_000));
  expect(await expire()).toBe("0 expired, 1 warned");
  expect(await expire()).toBe("0 expired, 0 warned");
  api.setClock(new Date(Date.parse(days(70)) + 60_000));
  expect(await expire()).toBe("1 expired, 0 warned");
  expect((await rowOf(id)).status).toBe("expired");
  const logs = (await (await api.as(sales.id))(contract.logs, { params: { id } })).data;
  expect(logs.map(({ action }) => action).reverse()).toEqual(["create", "approve", "visit", "extend", "expire"]);
  expect(logs.find(({ action }) => action === "visit")?.media).toHaveLength(1);
  const notices = await rowsIn("message");
  expect(notices.map(({ user_id, title }) => [user_id, title])).toEqual([
    [sales.id, "您有新的报备客户"],
    [manager.id, "报备客户已到访"],
    [sales.id, "报备保护期已延长"],
    [manager.id, "报备即将失效"],
    [sales.id, "报备即将失效"],
    [manager.id, "报备已失效"],
    [sales.id, "报备已失效"],
  ]);
  const sent = (await rowsIn("outbox")).map(({ payload }) => (payload as { event?: string }).event);
  expect(sent.filter(Boolean)).toEqual(["clue.created", "clue.reviewed"]);
  const lines = await rowsIn("operationLog", { target_type: "clue" });
  expect(lines.map(({ action }) => action)).toEqual(["create", "audit", "update", "update", "update"]);
});

test("what is not let in is told by its field", async () => {
  const account = await make.account({ agent_id: agentId, can_report: false });
  const stranger = await make.account({ agent_id: otherAgentId });
  const gone = await make.agent({ manager_id: manager.id, status: "disabled" });
  const closed = await make.estate({ allow_agent: false });
  const offline = await make.estate({ publish_status: "offline" });
  const sold = await make.estate({ sale_status: "sold_out" });
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
  await make.blacklist({ type: "phone", value: "+8613812345678" });
  expect(await enter()).toMatchObject({ code: 40918 });
  expect(await rowsIn("clue")).toEqual([]);
});

test("an account reports so often a day, by whichever door", async () => {
  await setSetting("clue.daily_cap_per_account", 2);
  const account = await make.account({ agent_id: agentId });
  const send = (external_id: string, phone: string, ahead = 0) => {
    const { agent_id: _, ...body } = facts();
    return portal.send(clueIntake.signed, { ...body, phone, account_id: account.id, external_id }, { ahead });
  };
  const first = await send("P-1", "13812345678");
  expect(first).toMatchObject({ code: 200, data: { is_new: true, status: "pending", collision: null } });
  expect((await send("P-1", "13812345678", 1)).data).toMatchObject({ id: first.data.id, is_new: false });
  expect(await send("P-1", "13812345679")).toMatchObject({ code: 40907 });
  expect((await send("P-2", "13812345679")).code).toBe(200);
  expect(fieldsOf(await send("P-3", "13812345670"))).toEqual(["account_id"]);
  expect(fieldsOf(await enter({ account_id: account.id }))).toEqual(["account_id"]);
  const [log] = await rowsIn("clueLog");
  expect(log).toMatchObject({ action: "create", account_id: account.id, by: null });
  expect(await rowsIn("message", { user_id: manager.id })).toHaveLength(2);
});

test("without a collision one passes by itself where the setting says so, and goes to whoever has the fewest", async () => {
  await setSetting("clue.auto_pass", true);
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
  const person = (id: number, given: Partial<typeof user.$inferInsert>) => updateIn("user", id, given);
  const waiting = await report({ status: "pending" });
  const proposed = async () => {
    const { list } = (await asManager(contract.list, { query: { view: "pending" } })).data;
    const detail = (await asManager(contract.get, { params: { id: waiting.id } })).data.suggested_handler;
    const [row] = list.filter(({ id }) => id === waiting.id);
    expect(row?.suggested_handler).toEqual(detail);
    return detail?.id ?? null;
  };
  expect(await proposed()).toBeNull();
  const given = { agent_id: agentId, estate_id: estateId, status: "valid" } as const;
  await make.clue({ ...given, handler_id: sales.id, created_at: days(-9) });
  await make.clue({ ...given, handler_id: rival.id, created_at: days(-3) });
  await make.clue({ ...given, agent_id: otherAgentId, handler_id: sales.id, created_at: days(-1) });
  expect(await proposed()).toBe(rival.id);
  for (const bad of [{ status: "disabled" }, { accept_inquiry: false }, { customer_cap: 0 }] as const) {
    await person(rival.id, bad);
    expect([bad, await proposed()]).toEqual([bad, null]);
    await person(rival.id, { status: "enabled", accept_inquiry: true, customer_cap: null });
  }
  // Else, with nothing at hand, it would be the administrator's.
  await person(admin.id, { accept_inquiry: false });
  await setSetting("clue.suggest_handler", "least_load");
  expect(await proposed()).toBe(rival.id);
  await person(rival.id, { customer_cap: 0 });
  expect(await proposed()).toBe(sales.id);
  await person(sales.id, { accept_inquiry: false });
  expect(await proposed()).toBeNull();
  await setSetting("clue.suggest_handler", "none");
  await person(sales.id, { accept_inquiry: true });
  expect(await proposed()).toBeNull();
  // The customer's owner takes them to their visit, only while at work; it takes no room in the cap.
  await make.customer({ phone: waiting.phone, phone_e164: waiting.phone_e164, owner_id: sales.id });
  await person(sales.id, { customer_cap: 1 });
  expect(await proposed()).toBe(sales.id);
  await setSetting("clue.suggest_handler", "last");
  await person(rival.id, { customer_cap: null });
  await person(sales.id, { accept_inquiry: false });
  expect(await proposed()).toBeNull();
});

test("full and masked phones find each other, and only equal ones are certain", async () => {
  const { id: masking } = await make.estate({ report_phone_mode: "first3_last4" });
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
    await make.clue({ agent_id: otherAgentId, estate_id: masking, phone: theirs });
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
  const old = await rivalReport({ protect_until: days(-1) });
  expect(await collision()).toBeNull();
  for (const status of ["expired", "invalid", "cancelled", "settled"] as const) {
    await updateIn("clue", old.id, { status, protect_until: days(9) });
    expect([status, await collision()]).toEqual([status, null]);
  }
  for (const status of ["pending", "valid", "visited", "subscribed", "contracted"] as const) {
    await updateIn("clue", old.id, { status, protect_until: days(9) });
    expect([status, (await collision())?.type]).toEqual([status, "agent_dup"]);
  }
  await updateIn("clue", old.id, { agent_id: agentId });
  expect(await collision()).toMatchObject({ type: "self_dup" });
  await updateIn("clue", old.id, { status: "invalid" });
  const own = await make.customer({ owner_id: sales.id, phone: "13812345678", created_at: days(-200) });
  expect(await collision()).toBeNull();
  await make.tracking({ customer_id: own.id, user_id: sales.id, tracked_at: days(-20) });
  expect(await collision()).toMatchObject({ type: "own_customer", certain: true });
  // A customer of this agent is no collision.
  await updateIn("customer", own.id, { agent_id: agentId });
  expect(await collision()).toBeNull();
  await updateIn("customer", own.id, { agent_id: null, owner_id: null });
  expect(await collision()).toBeNull();
  await make.blacklist({ type: "phone", value: "+8613812345678" });
  expect(await collision()).toMatchObject({ type: "blacklist", certain: true });
});

test("a certain collision is decided by the rule; against it a super_admin says why", async () => {
  const theirs = await rivalReport();
  const { data: made } = await enter();
  expect(made.collision).toMatchObject({ type: "agent_dup", certain: true, protect_until: days(15) });
  const { id } = made;
  expect(await approve(id)).toMatchObject({ code: 40921, message: "该客户已被其他渠道报备（保护期至2026-12-05）" });
  expect(await reject(id)).toMatchObject({ code: 40902 });
  const { sheet } = await sheetOf(id);
  expect(sheet).toMatchObject({ no: 1, version: 1, certain: true, rule_result: "other", verdict: null });
  expect(sheet?.rule_sentence).toContain(theirs.clue_no);
  expect(sheet?.parties).toMatchObject([
    { kind: "clue", is_this: true, who: "海川代理", id },
    { kind: "clue", is_this: false, who: "远山代理", id: theirs.id, protect_until: days(15) },
  ]);
  expect(sheet?.timeline.map(({ kind, party }) => [kind, party])).toContainEqual(["report", 0]);
  expect(await decide(id, { verdict: "this" })).toMatchObject({ code: 40300 });
  const stale = await decide(id, { verdict: "other", version: 7 });
  expect(stale).toMatchObject({ code: 40901, data: { sheet: { version: 1 } } });
  const decided = await decide(id, { verdict: "other" });
  expect(decided.data.sheet).toMatchObject({ verdict: "other", version: 2, can: { decide: false } });
  expect(await decide(id, { verdict: "this", version: 2 }, asAdmin)).toMatchObject({ code: 40902 });
  expect(await approve(id, {}, asAdmin)).toMatchObject({ code: 40902 });
  expect((await reject(id)).data).toMatchObject({ status: "invalid", can: { appeal: true } });
  // Frozen: later changes are on no decided sheet.
  const frozen = (await sheetOf(id)).sheet;
  await updateIn("clue", theirs.id, { status: "visited", visited_at: days(0) });
  expect((await sheetOf(id)).sheet?.parties).toEqual(frozen?.parties);
});

test("an appeal is heard once, in time, with something new, and opens the next sheet", async () => {
  await rivalReport();
  const id = await entered();
  const used = await photo(manager.id);
  await decide(id, { verdict: "other", media_ids: [used] });
  await reject(id, { note: "先报备者优先" });
  for (const media of [[], [used]]) expect(fieldsOf(await appeal(id, media))).toEqual(["media_ids"]);
  api.setClock(new Date(Date.parse(days(3)) + 60_000));
  expect(await appeal(id, [await photo(manager.id)])).toMatchObject({ code: 40902 });
  api.setClock(new Date(Date.parse(days(2))));
  expect((await appeal(id, [await photo(manager.id)])).data).toMatchObject({ status: "pending", is_overdue: false });
  const { sheet, earlier } = await sheetOf(id);
  expect(sheet).toMatchObject({ no: 2, version: 1, verdict: null });
  expect(earlier).toMatchObject([{ no: 1, verdict: "other", media: [{ id: used }] }]);
  expect(await approve(id, { force_reason: "客户书面确认由海川接待" })).toMatchObject({ code: 40921 });
  const forced = await approve(id, { force_reason: "客户书面确认由海川接待" }, asAdmin);
  expect(forced.data).toMatchObject({ status: "valid", force_reason: "客户书面确认由海川接待" });
  expect((await sheetOf(id)).sheet).toMatchObject({ no: 2, verdict: "this", decided_by: { name: "管理员" } });
  expect(await appeal(id, [1])).toMatchObject({ code: 40902 });
});

test("whose report does not count is told in the portal's inbox, the main account where staff entered it", async () => {
  const main = await make.account({ agent_id: agentId });
  const account = await make.account({ agent_id: agentId, is_main: false });
  const refuse = async (given: object) => {
    const { id, clue_no } = (await enter(given)).data;
    expect((await reject(id, { invalid_reason: "wrong_number", note: "王顾问已核实" })).code).toBe(200);
    return clue_no;
  };
  const inbox = async (id: number) =>
    (await portal.send(notificationInbox.list, undefined, { query: { audience: "agent", id } })).data.list;
  const theirs = await refuse({ account_id: account.id });
  const entered = await refuse({ phone: "13812340000" });
  const { name } = await rowIn("estate", estateId);
  for (const [id, no] of [
    [account.id, theirs],
    [main.id, entered],
  ] as const) {
    const content = `<p>报备${no}（${name}）审核未通过：号码无效。3天内可提交新的证据申诉一次。</p>`;
    expect(await inbox(id)).toMatchObject([{ title: `报备未通过：${no}`, content }]);
  }
  // Nobody's among those that people write.
  expect((await asAdmin(notification.list, {})).data).toMatchObject({ total: 0, list: [] });
});

test("a masked match is evidence, never a refusal, and makes no customer before the visit", async () => {
  const { id: masking } = await make.estate({ report_phone_mode: "first3_last4" });
  const secret = { phone: "13899995678", name: "赵保密", created_at: days(-9) };
  const owned = await make.customer({ owner_id: rival.id, ...secret });
  const call = { content: "客户想看两居，预算八百万", tracked_at: days(-3) };
  await make.tracking({ customer_id: owned.id, user_id: rival.id, ...call });
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
  const made = { phone_e164: "+8613812345678", owner_id: sales.id, stage: "visited", agent_id: agentId };
  expect(await rowIn("customer", (await rowOf(id)).customer_id)).toMatchObject(made);
});

test("at the visit the full number may show whose it is", async () => {
  const { id: masking } = await make.estate({ report_phone_mode: "first3_last4" });
  const id = await entered({ estate_id: masking, phone: "138****5678" });
  await approve(id);
  // Somebody else's report of the full number passed meanwhile, which came before it.
  const theirs = await make.clue({ agent_id: otherAgentId, estate_id: masking, phone: "13812345678" });
  expect(await visit(id, { phone: "13812345678" })).toMatchObject({ code: 40921 });
  await updateIn("clue", theirs.id, { status: "cancelled" });
  const owned = await make.customer({ owner_id: rival.id, phone: "13812345678", created_at: days(-10) });
  expect(await visit(id, { phone: "13812345678" })).toMatchObject({ code: 40902 });
  expect((await decide(id, { verdict: "this", version: 0 })).code).toBe(200);
  // A visit whose time nobody chose is of the server's now.
  expect((await visit(id, { phone: "13812345678", at: undefined })).code).toBe(200);
  expect(await rowOf(id)).toMatchObject({ customer_id: owned.id, visited_at: days(0) });
  const linked = { owner_id: rival.id, agent_id: agentId, stage: "visited" };
  expect(await rowIn("customer", owned.id)).toMatchObject(linked);
});

test("the customer who is there already is linked: the pool's goes to the handler, one at their cap to nobody", async () => {
  const pooled = await make.customer({ phone: "13812345678", stage: "lost", lost_reason: "price" });
  const id = await entered();
  expect((await approve(id)).data).toMatchObject({ status: "valid", customer: { id: pooled.id } });
  const taken = { owner_id: sales.id, stage: "contacted", agent_id: agentId };
  expect(await rowIn("customer", pooled.id)).toMatchObject(taken);
  await setSetting("customer.cap", 1);
  const full = await entered({ phone: "13812345670" });
  expect(await approve(full)).toMatchObject({ code: 40913 });
  expect((await rowOf(full)).status).toBe("pending");
  expect((await approve(full, { handler_id: rival.id })).code).toBe(200);
  const recycled = { last_owner_id: rival.id, deleted_at: days(-1), created_at: days(-300) };
  const gone = await make.customer({ phone: "13812345671", ...recycled });
  const managed = await entered({ phone: "13812345671" });
  expect((await approve(managed, { handler_id: manager.id })).code).toBe(200);
  const back = { deleted_at: null, owner_id: null, pool_reason: "restored" };
  expect(await rowIn("customer", gone.id)).toMatchObject(back);
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
  expect(fieldsOf(await extend(id, { days: 16 }))).toEqual(["days"]);
  expect((await cancel(id)).data.status).toBe("cancelled");
  expect(await cancel(id)).toMatchObject({ code: 40902 });
});

test("an expired report comes back once, unless another's has taken the customer", async () => {
  const over = { status: "expired", protect_until: days(-2), visited_at: days(-30) } as const;
  const mine = await report({ phone: "13812345678", ...over });
  const theirs = await rivalReport();
  const renew = () => extend(mine.id, { days: 5 });
  const refused = await renew();
  expect(refused.code).toBe(40921);
  expect(refused.message).toMatch(/（(保护期至\d{4}-\d\d-\d\d|待审核)）$/);
  expect(await hindrances(mine.id)).toEqual({ renew: refused.message });
  await updateIn("clue", theirs.id, { status: "cancelled" });
  expect(await hindrances(mine.id)).toEqual({});
  expect((await renew()).data).toMatchObject({ status: "visited", protect_until: days(5) });
  await updateIn("clue", mine.id, { status: "expired" });
  expect(await renew()).toMatchObject({ code: 40902 });
});

test("a sheet tells each of an agent's sign-ins once, though several reports of theirs stand on it", async () => {
  for (const ago of [3, 2]) await rivalReport({ created_at: days(-ago / 24) });
  for (const ago of [5, 4, 1]) await make.login({ agent_id: otherAgentId, at: days(-ago / 24) });
  const { sheet } = await sheetOf(await entered());
  const logins = sheet?.timeline.filter(({ kind }) => kind === "login").map(({ at }) => at);
  expect(logins).toEqual([days(-5 / 24), days(-4 / 24), days(-1 / 24)]);
});

test("bulk passes only what collides with nothing", async () => {
  const clear = await entered();
  await rivalReport({ phone: "13812345670" });
  const dirty = await entered({ phone: "13812345670" });
  const answer = await asManager(contract.approveBatch, { body: { ids: [clear, dirty], handler_id: sales.id } });
  expect(answer.data).toMatchObject({ success: [clear], failed: [{ id: dirty, code: 40902 }] });
});

test("what still runs, and what is invalid, has the order that is asked for", async () => {
  const visited = (created: number, at: number, reviewed: number) =>
    report({ status: "visited", created_at: days(created), visited_at: days(at), reviewed_at: days(reviewed) });
  const [first, second] = [await visited(-3, -1, -2), await visited(-4, -2, -1)];
  const invalid = (day: number) => report({ status: "invalid", created_at: days(day) });
  const [old, young] = [await invalid(-6), await invalid(-5)];
  const ids = async (query: object, as = asManager) =>
    (await as(contract.list, { query })).data.list.map(({ id }) => id);
  for (const as of [asManager, asAdmin])
    for (const [view, sort, ...order] of [
      ["visited", "visited_at", second, first],
      ["visited", "reviewed_at", first, second],
      ["visited", "-reviewed_at", second, first],
      ["visited", undefined, first, second],
      ["invalid", "protect_until", old, young],
      ["invalid", "-protect_until", young, old],
    ] as const)
      expect([view, sort, await ids({ view, sort }, as)]).toEqual([view, sort, order.map(({ id }) => id)]);
});

test("lists find by number, name and phone, masked or full, and count their tabs; phones are shown to whose they are", async () => {
  const full = await report({ phone: "13812345678", customer_name: "欧阳若兰", handler_id: sales.id });
  const masked = await report({ phone: "138****5678", status: "pending", created_at: days(-2) });
  const far = await rivalReport();
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
  await updateIn("clue", full.id, { protect_until: days(2) });
  expect(await ids({ expiring: "1" })).toEqual([full.id]);
  const [shown] = (await list({ keyword: "若兰" }, asAdmin)).list;
  expect(shown).toMatchObject({ phone: "138****5678", is_masked: true, can: { reveal: true } });
  const revealed = await asAdmin(contract.phone, { params: { id: full.id }, query: { reason: "follow_up" } });
  expect(revealed.data).toMatchObject({ phone: "13812345678", left: 49 });
  const unmask = await rowsIn("operationLog", { action: "unmask" });
  expect(unmask).toMatchObject([{ target_type: "clue", target_id: full.id }]);
  expect((await asManager(search.find, { query: { keyword: "若兰" } })).data.clues).toMatchObject([
    { id: full.id, status: "valid" },
  ]);
  expect(await blockOf(asManager, "todo")).toContainEqual({ key: "clue_pending", count: 1 });
  expect((await asManager(estateContract.get, { params: { id: estateId } })).data.clue_count).toBe(3);
});

test("a keyword finds those of one's agents and those that one handles, each once, in order and by tab", async () => {
  const named = { customer_name: "欧阳若兰", handler_id: manager.id };
  const both = await report({ ...named, created_at: days(-3) });
  const handled = await report({ ...named, agent_id: otherAgentId, created_at: days(-2) });
  const theirs = await report({ ...named, agent_id: otherAgentId, handler_id: sales.id });
  await report({ customer_name: "钱若男" });
  const waiting = await report({ ...named, handler_id: null, status: "pending" });
  const page = async (query: object, as = asManager) =>
    (await as(contract.list, { query: { keyword: "若兰", ...query } })).data;
  const cases: [query: object, ids: number[], total: number][] = [
    [{}, [waiting.id, handled.id, both.id], 3],
    [{ page: 2, page_size: 10, sort: "created_at" }, [], 3],
    [{ view: "valid", sort: "created_at" }, [both.id, handled.id], 2],
    [{ handler_id: manager.id }, [handled.id, both.id], 2],
    [{ keyword: "龘靐" }, [], 0],
    [{ status: ["pending", "expired"] }, [waiting.id], 1],
    [{ view: "valid", status: ["pending"] }, [], 0],
  ];
  for (const [query, ids, count] of cases) {
    const { list, total, tabs } = await page(query);
    expect([query, list.map(({ id }) => id), total, tabs.pending]).toEqual([query, ids, count, 1]);
  }
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
  const call = { customer_id: customerId, type: "call", content: "约好周六到访看样板间", tracked_at: days(0) };
  const followUp = (clue_id: number) => asSales.unchecked(tracking.create, { body: { ...call, clue_id } });
  expect((await followUp(id)).code).toBe(200);
  const notices = async (as: typeof asSales) =>
    (await as(tracking.list, { query: { customer_id: customerId } })).data.list.map((row) => row.clue);
  expect(await notices(asSales)).toEqual([{ id, name: (await rowOf(id)).clue_no }]);
  // A user who sees no leads is told of none.
  const asService = await asNew({ role: "customer_service" });
  expect(await notices(asService)).toEqual([null]);
  const stranger = await report();
  expect(fieldsOf(await followUp(stranger.id))).toEqual(["clue_id"]);
  const about = { owner_type: "clue", owner_id: id } as const;
  expect((await asManager(comment.create, { body: { ...about, content: "请尽快安排" } })).code).toBe(200);
  expect((await asOther(comment.list, { query: about })).code).toBe(40301);
  const target = await make.customer({ owner_id: sales.id });
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
  expect((await rowsIn("clueLog")).at(-1)).toMatchObject({ action: "handover", note: "钱顾问" });
});

/** What list and record say against the acts on a report. */
async function hindrances(id: number) {
  const { blocked } = (await asManager(contract.get, { params: { id } })).data;
  const row = (await asManager(contract.list, {})).data.list.find((one) => one.id === id);
  expect(row?.blocked).toEqual(blocked);
  return blocked;
}

test("a report is brought to where its own deal stands, and is not cancelled beside it", async () => {
  const { id: customer_id } = await make.customer({ owner_id: sales.id });
  const lead = await make.clue({
    ...{ agent_id: agentId, estate_id: estateId, customer_id, handler_id: sales.id },
    ...{ status: "visited", visited_at: days(-1) },
  });
  const { id } = lead;
  const sold = { customer_id, estate_id: estateId, owner_id: sales.id, agent_id: agentId, unit_no: "801" };
  const own = await make.deal({ ...sold, clue_id: id, status: "reviewing" });
  const { id: foreign } = await make.deal({ ...sold, status: "subscribed", unit_no: "802" });
  const follow = (name: "subscribe" | "contract", body: object = {}) => act(name, { deal_id: own.id })(id, body);
  const put = (values: Partial<typeof deal.$inferInsert>) => updateIn("deal", own.id, values);
  const hindered = { deal: "该报备已有进行中的成交", cancel: expect.stringContaining(own.deal_no) };

  expect(await follow("subscribe")).toMatchObject({ code: 40902 });
  expect(await hindrances(id)).toEqual(hindered);
  expect(await cancel(id)).toMatchObject({ code: 40902, message: (await hindrances(id)).cancel });
  await put({ status: "draft" });
  expect(await hindrances(id)).toEqual({});
  await put({ status: "subscribed", commission_payable: "1180000.00", payable_currency: "JPY" });
  expect(fieldsOf(await follow("subscribe", { deal_id: foreign }))).toEqual(["deal_id"]);
  expect(fieldsOf(await follow("subscribe", { at: days(1) }))).toEqual(["at"]);
  expect(fieldsOf(await follow("subscribe", { at: days(-2) }))).toEqual(["at"]);
  expect((await follow("subscribe", { at: days(-0.5) })).code).toBe(200);
  expect(await rowOf(id)).toMatchObject({ status: "subscribed", deal_id: own.id, subscribed_at: days(-0.5) });
  expect(await follow("subscribe")).toMatchObject({ code: 40902 });
  expect(await follow("contract")).toMatchObject({ code: 40902 });
  await put({ status: "contracted" });
  expect((await follow("contract")).code).toBe(200);
  expect(await rowOf(id)).toMatchObject({
    ...{ status: "contracted", contracted_at: days(0), commission_amount: "1180000.00", commission_currency: "JPY" },
  });
  expect(await cancel(id)).toMatchObject({ code: 40902 });
  await put({ status: "cancelled" });
  expect((await cancel(id)).code).toBe(200);
});

const [readers, keepers] = ["SA SM SR CM FI", "SA CM"] as const;
whoMay(
  api,
  contract,
  {
    ...{ list: readers, get: readers, logs: readers, phone: "SA SM CS", visit: "SA SR CM", check: keepers },
    ...{ create: keepers, approve: keepers, reject: keepers, subscribe: keepers, contract: keepers },
    ...{ cancel: keepers, extend: keepers, appeal: keepers, approveBatch: keepers, export: keepers },
  },
  { "/clue/feedback": readers },
);
whoMay(api, judgement, { get: "SA SM SR CM FI", decide: "SA CM" });
whoMay(api, clueIntake, { all: "public" });
