import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { customer as customerContract } from "~/contract/customer/customer";
import { tracking } from "~/contract/customer/tracking";
import { inquiry } from "~/contract/inquiry/inquiry";
import { search } from "~/contract/search/search";
import { batch } from "~/contract/shared/batch";
import { days, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { api, make, setSetting, rowIn, rowsIn, updateIn, insertIn } = setUp();

const { manager, sales, colleague, stranger, service, asManager, asSales, asColleague, asStranger, asService } =
  signedIn(api, {
    manager: { role: "sales_manager", team: "一组", accept_inquiry: false },
    sales: { role: "sales", team: "一组" },
    colleague: { role: "sales", team: "一组" },
    stranger: { role: "sales", team: "二组", accept_inquiry: false },
    service: { role: "customer_service", team: "客服", accept_inquiry: false },
  });

type ListQuery = Partial<z.output<typeof inquiry.list.query>>;
type Create = Parameters<typeof asSales<typeof inquiry.create>>[1];
const entered = { name: "王女士", phone_cc: "86", phone: "13812345678", kind: "estate", to_me: false } as const;
const enter = (as: As, more: Partial<NonNullable<Create>["body"]> = {}) =>
  as(inquiry.create, { body: { ...entered, ...more } });
const at = (id: number) => ({ params: { id } });
/** An act by its name, with what it says. */
const act =
  <Given extends object>(
    name: "claim" | "assign" | "contacted" | "invalid" | "close" | "reopen" | "convert" | "remark",
    given: object = {},
  ) =>
  (as: As, id: number, more?: Given) =>
    as.unchecked(inquiry[name], { ...at(id), body: { action: name, ...given, ...more } });
const claim = act("claim");
const contacted = act("contacted");
const invalid = act<{ blacklist?: boolean }>("invalid", { reason: "spam" });
const close = act("close", { reason: "不再需要" });
const assign = (as: As, id: number, assignee_id: number, reason: string | null = null) =>
  act("assign", { assignee_id, reason })(as, id);
const reopen = (as: As, id: number, assignee_id: number) => act("reopen", { reason: "又来电", assignee_id })(as, id);
const undo = (as: As, id: number) => as(inquiry.undoConvert, { ...at(id), body: { action: "undo_convert" } });
const caller = { name: "王女士", phone_cc: "86", phone: "13812345678", source: "site_inquiry" } as const;
const convert = (as: As, id: number, customer_id?: number) =>
  act("convert", customer_id ? { customer_id } : { customer: caller })(as, id);
const rowOf = (id: number) => rowIn("inquiry", id);
const customerOf = (id = 0) => rowIn("customer", id);
const stepsOf = async (id: number) => (await rowsIn("inquiryLog", { inquiry_id: id })).map(({ action }) => action);
const titlesOf = async (user_id: number) => (await rowsIn("message", { user_id })).map(({ title }) => title);

describe("what comes in", () => {
  test("goes to the people on duty in turn, who are told, and waits for an answer in working time", async () => {
    await make.webhook(["inquiry.created"]);
    const first = (await enter(asService)).data;
    const second = (await enter(asService, { phone: "13812345679" })).data;
    const owners = [await rowOf(first.id), await rowOf(second.id)].map((row) => row?.assignee_id);
    expect(new Set(owners)).toEqual(new Set([sales.id, colleague.id]));
    // A Friday noon, thirty minutes.
    expect(Date.parse((await rowOf(first.id))?.due_at ?? "")).toBe(testNow.getTime() + 30 * 60_000);
    expect(await titlesOf(sales.id)).toEqual(["您有新的询盘"]);
    expect(await rowsIn("outbox")).toHaveLength(2);
    expect(await stepsOf(first.id)).toEqual(["create", "auto_assign"]);
  });

  test("goes to whoever has the fewest open ones, or to nobody, as the house has set it", async () => {
    await setSetting("inquiry.assign_mode", "least_load");
    await make.inquiry({ assignee_id: sales.id });
    expect((await rowOf((await enter(asService)).data.id))?.assignee_id).toBe(colleague.id);
    await setSetting("inquiry.assign_mode", "manual");
    const { id } = (await enter(asService, { phone: "13812345670" })).data;
    expect(await rowOf(id)).toMatchObject({ status: "pending", assignee_id: null });
    expect(await titlesOf(manager.id)).toEqual(["有新的询盘待分配"]);
    // Nobody hears of their own act.
    expect(await titlesOf(service.id)).toEqual([]);
  });

  test("is one's own at once where one says so", async () => {
    const { id } = (await enter(asSales, { to_me: true })).data;
    expect((await asSales(inquiry.get, at(id))).data).toMatchObject({
      ...{ status: "assigned", assignee: { id: sales.id }, phone: "13812345678", is_masked: false },
      ...{ seconds_left: 1800, is_clock_running: true },
    });
  });

  test("of the same person, kind and estate is added to the earlier one within the window", async () => {
    const first = (await enter(asSales, { to_me: true })).data;
    const again = (await enter(asService, { phone: "138 1234 5678", content: "想看样板间" })).data;
    expect(again).toMatchObject({ id: first.id, is_merged: true });
    expect(await stepsOf(first.id)).toEqual(["create", "claim", "repeat"]);
    expect(await titlesOf(sales.id)).toContain("您的询盘客户再次咨询");
    expect((await enter(asService, { kind: "general" })).data.is_merged).toBe(false);
    api.setClock(new Date(testNow.getTime() + 25 * 3_600_000));
    expect((await enter(asService)).data.is_merged).toBe(false);
  });

  test("of the same WeChat in another width or case is the same person's, and found so", async () => {
    const wechat = "ｗｘ＿Ming\u200B01";
    const first = (await enter(asSales, { phone: null, wechat, to_me: true })).data;
    expect((await rowOf(first.id))?.wechat).toBe("wx_Ming01");
    for (const same of ["WX_MING01", "wx_ming０１", wechat])
      expect((await enter(asService, { phone: null, wechat: same })).data).toMatchObject({
        ...{ id: first.id, is_merged: true },
      });
    for (const keyword of ["WX_ming01", "ｗｘ＿ｍｉｎｇ０１"])
      expect((await asSales(inquiry.list, { query: { keyword } })).data.list).toMatchObject([{ id: first.id }]);
  });

  test("of somebody on the blacklist is invalid at once, and nobody is told", async () => {
    await insertIn("blacklist", { type: "phone", value: "+8613812345678", reason: "ads", effects: ["block_inquiry"] });
    const { id } = (await enter(asService)).data;
    expect(await rowOf(id)).toMatchObject({ status: "invalid", invalid_reason: "spam", assignee_id: null });
    expect(await rowsIn("message")).toEqual([]);
    expect((await enter(asService)).data).toMatchObject({ id, is_merged: true });
  });

  test("of an owned customer goes to their owner, and a lost one is heard of again", async () => {
    const lost = { stage: "lost", lost_reason: "price" };
    const { id: customerId } = await make.customer({ phone: "13812345678", owner_id: colleague.id, ...lost });
    const { id } = (await enter(asSales, { to_me: true })).data;
    expect(await rowOf(id)).toMatchObject({ assignee_id: colleague.id, customer_id: customerId, status: "assigned" });
    expect(await customerOf(customerId)).toMatchObject({ stage: "contacted", lost_reason: null, inquiry_count: 1 });
    expect(await stepsOf(id)).toEqual(["create", "match"]);
  });

  test("without a way to answer, or with a number that is none, is refused by its field", async () => {
    for (const phone of [null, "123"]) expect(await enter(asSales, { phone })).toMatchObject(refusedAt("phone"));
    expect(await enter(asSales, { estate_id: 99 })).toMatchObject(refusedAt("estate_id"));
    expect(await enter(asSales, { kind: "visa" })).toMatchObject(refusedAt("nationality"));
  });
});

describe("the states", () => {
  test("claim: the first has it, everybody else is told by whom", async () => {
    const { id } = await make.inquiry();
    expect((await claim(asSales, id)).data).toMatchObject({ status: "assigned", assignee: { id: sales.id } });
    expect(await claim(asStranger, id)).toMatchObject({ code: 40903, data: { assignee: sales.name } });
    expect((await claim(asSales, id)).code).toBe(40902);
    expect(await rowsIn("operationLog")).toMatchObject([{ action: "claim", target_id: id }]);
  });

  test("assign: to somebody of one's own, again only for a reason, and not once it has begun", async () => {
    const { id } = await make.inquiry();
    const assigned = { status: "assigned", assignee: { id: sales.id } };
    expect((await assign(asManager, id, sales.id)).data).toMatchObject(assigned);
    expect(await assign(asManager, id, colleague.id)).toMatchObject(refusedAt("reason"));
    expect((await assign(asManager, id, colleague.id, "请假")).data.assignee?.id).toBe(colleague.id);
    expect(await titlesOf(sales.id)).toEqual(["您有新的询盘", "您的询盘已改派"]);
    await contacted(asColleague, id);
    expect((await assign(asManager, id, sales.id, "请假")).code).toBe(40902);
  });

  test("contacted: once; how long it took is counted in working time", async () => {
    const { id } = await make.inquiry({ assignee_id: sales.id, waiting_since: days(-1) });
    // From Thursday noon to Friday noon: six and a half hours, and two and a half.
    expect((await contacted(asSales, id)).data).toMatchObject({ status: "processing", response_seconds: 9 * 3600 });
    expect((await contacted(asSales, id)).code).toBe(40902);
  });

  test("invalid: one's own, or as somebody who assigns; the contact is listed only by whom it is allowed", async () => {
    const own = await make.inquiry({ assignee_id: sales.id, phone: "13812345678" });
    expect((await invalid(asSales, own.id, { blacklist: true })).code).toBe(40300);
    expect((await invalid(asSales, own.id)).data).toMatchObject({ status: "invalid", invalid_reason: "spam" });
    const open = await make.inquiry({ phone: "13812345679" });
    expect((await invalid(asSales, open.id)).code).toBe(40300);
    expect((await invalid(asService, open.id, { blacklist: true })).data.status).toBe("invalid");
    expect(await rowsIn("blacklist")).toMatchObject([{ type: "phone", value: "+8613812345679" }]);
    expect((await invalid(asService, open.id)).code).toBe(40902);
    // Nobody without a contact can be kept out, and it is not offered.
    const nobody = await make.inquiry({ phone: null, wechat: null, email: null });
    const offered = async (id: number) => (await asService(inquiry.get, { params: { id } })).data.can.blacklist;
    expect([await offered(open.id), await offered(nobody.id)]).toEqual([true, false]);
    expect((await invalid(asService, nobody.id, { blacklist: true })).code).toBe(42200);
  });

  test("close: one's own or as the sellers' manager, from where work has begun; reopen begins its time anew", async () => {
    const { id } = await make.inquiry({ assignee_id: sales.id, is_overdue: true });
    expect((await close(asService, id)).code).toBe(40300);
    expect((await close(asSales, id)).data).toMatchObject({ status: "closed", close_reason: "不再需要" });
    expect((await close(asManager, id)).code).toBe(40902);
    const anew = { status: "assigned", is_overdue: false, close_reason: null, seconds_left: 1800 };
    expect((await reopen(asManager, id, colleague.id)).data).toMatchObject({ ...anew, assignee: { id: colleague.id } });
    expect((await reopen(asManager, id, colleague.id)).code).toBe(40902);
    const open = await make.inquiry();
    expect((await close(asManager, open.id)).code).toBe(40902);
  });

  test("convert makes the assignee's customer with source, tracking point and the calls until then; taken back it is gone again", async () => {
    const { id } = await make.inquiry({ assignee_id: sales.id, phone: "13812345678", tracker_id: 7 });
    expect((await convert(asManager, id)).code).toBe(40300);
    const next_at = new Date(testNow.getTime() + 86_400_000).toISOString();
    const call = { type: "call", result: "connected", content: "电话沟通，想看两居室", next_at };
    expect((await act("contacted", call)(asSales, id)).data.status).toBe("processing");
    expect(await rowsIn("schedule")).toMatchObject([{ inquiry_id: id, customer_id: null, user_id: sales.id }]);
    const { data } = await convert(asSales, id);
    const customerId = data.customer?.id ?? 0;
    expect(data).toMatchObject({ status: "converted", converted_created: true, can: { undo_convert: true } });
    expect(await customerOf(customerId)).toMatchObject({
      ...{ owner_id: sales.id, tracker_id: 7, inquiry_count: 1, source: "site_inquiry", tracking_count: 1 },
    });
    expect(await rowsIn("tracking")).toMatchObject([{ customer_id: customerId, inquiry_id: id, is_valid: true }]);
    expect(await rowsIn("schedule")).toMatchObject([{ customer_id: customerId }]);
    expect((await convert(asSales, id)).code).toBe(40902);
    // Somebody has been written of: they stay.
    expect((await undo(asSales, id)).data).toMatchObject({ status: "processing", customer: null });
    expect(await customerOf(customerId)).toMatchObject({ deleted_at: null, inquiry_count: 0 });
    expect((await convert(asSales, id)).code).toBe(40910);
    expect((await convert(asSales, id, customerId)).data).toMatchObject({ converted_created: false });
  });

  test("a customer whom a conversion made and nobody touched goes to the recycle bin with it, on the same day", async () => {
    const { id } = await make.inquiry({ assignee_id: sales.id, phone: "13812345678" });
    const { customer: made } = (await convert(asSales, id)).data;
    expect((await undo(asColleague, id)).code).toBe(40301);
    expect((await undo(asSales, id)).data.status).toBe("processing");
    expect((await customerOf(made?.id ?? 0))?.deleted_at).not.toBeNull();
    const yesterday = { status: "converted", customer_id: made?.id, converted_at: days(-1) } as const;
    const other = await make.inquiry({ assignee_id: sales.id, phone: "13812345671", ...yesterday });
    expect((await undo(asSales, other.id)).code).toBe(40905);
  });

  test("convert says whose customer it is already, and what may be done", async () => {
    const { id } = await make.inquiry({ assignee_id: sales.id, phone: "13812345678" });
    const { id: theirs } = await make.customer({ phone: "13812345678", owner_id: colleague.id });
    expect(await convert(asSales, id)).toMatchObject({ code: 40910, data: { owner: { id: colleague.id } } });
    expect((await convert(asSales, id, theirs)).code).toBe(40301);
    await updateIn("customer", theirs, { owner_id: null, pool_at: days(0) });
    expect((await convert(asSales, id)).code).toBe(40911);
    expect(await rowOf(id)).toMatchObject({ status: "assigned", customer_id: null });
  });

  test("customer service makes customers for the pool", async () => {
    const { id } = await make.inquiry({ assignee_id: service.id, phone: "13812345678" });
    const { data } = await convert(asService, id);
    expect(await customerOf(data.customer?.id ?? 0)).toMatchObject({ owner_id: null, pool_reason: "new_unassigned" });
    expect((await undo(asService, id)).data.status).toBe("processing");
  });

  test("the assignee's first follow-up of the linked customer begins it", async () => {
    const { id: customer_id } = await make.customer({ owner_id: sales.id });
    const { id } = await make.inquiry({ assignee_id: sales.id, customer_id });
    const call = { type: "call", content: "电话沟通，约了周末看房", tracked_at: days(0) } as const;
    const body = { customer_id, inquiry_id: id, ...call };
    expect((await asSales(tracking.create, { body })).code).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: "processing", response_seconds: 0 });
    const other = await make.inquiry({ assignee_id: sales.id });
    expect(await asSales(tracking.create, { body: { ...body, inquiry_id: other.id } })).toMatchObject(
      refusedAt("inquiry_id"),
    );
  });
});

describe("what one sees", () => {
  test("one's own in full, nobody's masked, a stranger's not at all", async () => {
    const own = await make.inquiry({ assignee_id: sales.id, phone: "13812345678" });
    const open = await make.inquiry({ phone: "13912345678" });
    const theirs = await make.inquiry({ assignee_id: stranger.id });
    const { data } = await asSales(inquiry.list);
    expect(data.list.map(({ id }) => id)).toEqual([open.id, own.id]);
    expect(data.list.map(({ phone }) => phone)).toEqual(["139****5678", "13812345678"]);
    expect(data.tabs).toEqual({ all: 2, pending: 1, mine: 1, overdue: 0, converted: 0, invalid: 0 });
    expect((await asSales(search.find, { query: { keyword: own.inquiry_no } })).data.inquiries).toMatchObject([
      { id: own.id },
    ]);
    expect((await asSales(search.find, { query: { keyword: theirs.inquiry_no } })).data.inquiries).toEqual([]);
    expect((await asManager(inquiry.phone, { ...at(own.id), query: { reason: "follow_up" } })).data.phone).toBe(
      "13812345678",
    );
    expect((await asSales(inquiry.phone, { ...at(open.id), query: { reason: "follow_up" } })).code).toBe(40300);
  });

  test("late ones, and those that the filters name", async () => {
    const rental = { kind: "rental", ext: { rent_kind: "entrust" } } as const;
    const late = await make.inquiry({ assignee_id: sales.id, due_at: days(-1), ...rental });
    await make.inquiry({ assignee_id: sales.id });
    const only = async (query: object) => (await asSales(inquiry.list, { query })).data.list.map(({ id }) => id);
    for (const query of [{ view: "overdue" }, { kind: ["rental"] }, { overdue: true }, { keyword: late.name ?? "" }])
      expect(await only(query)).toEqual([late.id]);
    expect(await only({ responded: true })).toEqual([]);
  });

  test("a word together with what narrows it finds what both find, whoever asks", async () => {
    let count = 0;
    for (const assignee of [undefined, sales, colleague, stranger])
      for (const status of ["assigned", "processing", "converted", "invalid", "closed"] as const)
        for (const [kind, name] of [
          ["estate", "王建国"],
          ["rental", "李王建"],
          ["visa", "王国建"],
        ] as const)
          await make.inquiry({
            ...{ kind, name, status: assignee ? status : "pending", due_at: days(kind === "rental" ? -1 : 1) },
            ext: kind === "visa" ? { case_stage: status === "closed" ? "withdrawn" : "engaged" } : {},
            inquiry_no: `XJ261120${8000 + count++}`,
            ...(assignee ? { assignee_id: assignee.id } : {}),
          });
    const filters = [
      ...(["mine", "pending", "overdue", "converted", "invalid"] as const).map((view) => ({ view })),
      { assignee_id: colleague.id },
      { assignee_id: stranger.id },
      { status: ["processing", "pending"] },
      { kind: ["rental"] },
      { view: "mine", kind: ["visa", "rental"], status: ["invalid"] },
      { case_stage: ["engaged"] },
    ] satisfies ListQuery[];
    let some = 0;
    for (const as of [asSales, asManager, asService]) {
      const found = async (query: ListQuery) =>
        (await as(inquiry.list, { query: { ...query, page_size: 100 } })).data.list.map(({ id }) => id);
      for (const keyword of ["王", "王建", "建国", "XJ2611", "2611", "XJ2611208011"]) {
        const named = new Set(await found({ keyword }));
        for (const filter of filters) {
          const both = (await found(filter)).filter((id) => named.has(id));
          expect([filter, keyword, await found({ ...filter, keyword })]).toEqual([filter, keyword, both]);
          some += both.length;
        }
      }
    }
    expect(some).toBeGreaterThan(200);
  });

  test("an edit keeps what was masked, and says who has changed it meanwhile", async () => {
    const { id } = await make.inquiry({ assignee_id: sales.id, phone: "13812345678", ext: { want_viewing: true } });
    const body = { content: "想看房", phone: "138****5678", layout: "2LDK", version: 1 } as const;
    const edited = { content: "想看房", layout: "2LDK", want_viewing: true };
    expect((await asManager(inquiry.update, { ...at(id), body })).data).toMatchObject(edited);
    expect(await rowOf(id)).toMatchObject({ phone: "13812345678", version: 2 });
    expect((await asSales(inquiry.update, { ...at(id), body })).code).toBe(40901);
    expect((await act("remark", { remark: "重点" })(asSales, id)).data.remark).toBe("重点");
    expect((await asSales(inquiry.logs, at(id))).data.map(({ action }) => action)).toEqual(["remark", "edit"]);
  });

  test("the other inquiries of the same person", async () => {
    const one = await make.inquiry({ assignee_id: sales.id, phone: "13812345678" });
    const two = await make.inquiry({ assignee_id: sales.id, phone: "13812345678", kind: "general" });
    expect((await asSales(inquiry.related, at(one.id))).data.map(({ id }) => id)).toEqual([two.id]);
  });
});

test("bulk acts answer row by row and can be taken back", async () => {
  const one = await make.inquiry();
  const two = await make.inquiry({ assignee_id: sales.id, status: "processing" });
  const ids = [one.id, two.id];
  const assigned = (await asManager(inquiry.assignBatch, { body: { ids, assignee_id: colleague.id, reason: null } }))
    .data;
  expect(assigned).toMatchObject({ success: [one.id], failed: [{ id: two.id, code: 40902 }] });
  expect((await asManager(batch.undo, at(assigned.batch_id ?? 0))).data.success).toEqual([one.id]);
  expect(await rowOf(one.id)).toMatchObject({ status: "pending", assignee_id: null });
  const spoilt = (await asManager(inquiry.invalidBatch, { body: { ids, reason: "peer" } })).data;
  expect(spoilt.success).toEqual(ids);
  await reopen(asManager, one.id, sales.id);
  const undone = (await asManager(batch.undo, at(spoilt.batch_id ?? 0))).data;
  expect(undone).toMatchObject({ success: [two.id], failed: [{ id: one.id, code: 40901 }] });
  expect(await rowOf(two.id)).toMatchObject({ status: "processing", invalid_reason: null });
});

test("open ones go with their customer, and with the one who leaves", async () => {
  const { id: customerId } = await make.customer({ owner_id: sales.id });
  const { id } = await make.inquiry({ assignee_id: sales.id, customer_id: customerId });
  const body = { action: "assign", user_id: colleague.id, reason: "调整", force: false } as const;
  expect((await asManager(customerContract.assign, { ...at(customerId), body })).code).toBe(200);
  expect(await rowOf(id)).toMatchObject({ assignee_id: colleague.id, status: "assigned" });
});

const [workers, givers] = ["SA SM SR CS", "SA SM CS"] as const;
const toWorkers = (action: string) => ({ roles: workers, body: { action } });
whoMay(
  api,
  inquiry,
  {
    ...{ list: workers, get: workers, logs: workers, related: workers, create: workers, update: workers },
    ...{ phone: givers, assignBatch: givers, invalidBatch: workers, export: "SA SM", claim: toWorkers("claim") },
    assign: { roles: givers, body: { action: "assign" } },
    reopen: { roles: givers, body: { action: "reopen" } },
    ...{ contacted: toWorkers("contacted"), convert: toWorkers("convert"), undoConvert: toWorkers("undo_convert") },
    ...{ invalid: toWorkers("invalid"), close: toWorkers("close"), remark: toWorkers("remark") },
  },
  { "/inquiry/all-inquiry": workers, "/inquiry/estate-inquiry": workers, "/inquiry/rental": workers },
);
