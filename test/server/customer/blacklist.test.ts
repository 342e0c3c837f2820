import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { blacklist } from "~/contract/customer/blacklist";
import { customer } from "~/contract/customer/customer";
import { tracking } from "~/contract/customer/tracking";
import { auth } from "~/contract/sign-in/auth";
import { operationLog } from "~/server/database/tables/system/system";
import { hashPassword } from "~/server/identity/password-rule";
import { jobsOf } from "~/server/jobs/jobs";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import {
  days,
  makeBlacklist,
  makeCustomer,
  makeCustomerUser,
  makeMedia,
  makeUser,
  testNow,
} from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowIn, rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

const { service, sales, asService, asSales } = signedIn(api, {
  service: { role: "customer_service", name: "周客服" },
  sales: { role: "sales" },
});

// What a caller might send, right or wrong.
const create = (body: object) => asService.unchecked(blacklist.create, { body: { reason: "harassment", ...body } });
const change = (id: number, body: object) => asService.unchecked(blacklist.update, { params: { id }, body });
const list = async (query: object = {}) => (await asService(blacklist.list, { query })).data.list;
const entryOf = async (id: number) => (await asService(blacklist.get, { params: { id } })).data;
const remove = (id: number, reason = "已和解") => asService(blacklist.remove, { params: { id }, body: { reason } });
const rows = () => rowsIn("blacklist");
const isFlagged = async (id: number) => (await rowIn("customer", id)).is_blacklisted;

describe("an entry", () => {
  test("is made, shown with its value masked, changed, removed and made again", async () => {
    const made = await create({ type: "phone", value: "138 1234 5678", detail: "反复骚扰", expire_at: days(30) });
    expect(made).toMatchObject({ status: 200 });
    const { id } = made.data;
    expect(await list()).toMatchObject([
      {
        ...{ id, type: "phone", value: "138****5678", reason: "harassment", effect: ["block_inquiry"] },
        ...{ operator: { name: "周客服" }, status: "active", hit_count: 0, can: { edit: true, remove: true } },
      },
    ]);
    const facts = { reason: "fraud", effect: ["block_inquiry", "no_contact"], expire_at: null };
    expect((await change(id, { ...facts, detail: "冒充买家" })).data).toMatchObject(facts);
    expect((await remove(id, "误加，已核实")).code).toBe(200);
    expect(await entryOf(id)).toMatchObject({
      ...{ status: "removed", removed_by: { name: "周客服" }, removed_reason: "误加，已核实" },
      can: { edit: false, remove: false },
    });
    expect(await create({ type: "phone", value: "+86 13812345678" })).toMatchObject({ status: 200 });
    expect(await rows()).toHaveLength(2);
    const lines = await rowsIn("operationLog");
    expect(lines.map(({ action, summary }) => [action, summary])).toEqual([
      ["create", "加入黑名单：手机号 138****5678"],
      ["update", "编辑黑名单：手机号 138****5678"],
      ["delete", "移出黑名单：手机号 138****5678"],
      ["create", "加入黑名单：手机号 138****5678"],
    ]);
    expect(lines[1]?.changes).toMatchObject([
      { label: "原因", before: "骚扰", after: "欺诈" },
      { label: "说明" },
      { label: "拦截项", after: "拦截询盘、禁止联系" },
      { label: "到期时间" },
    ]);
  });

  test.each([
    ["phone", "0081-90-1234-5678", "+819012345678", "+81 901****5678"],
    ["email", " Spam@Example.COM ", "spam@example.com", "s****@example.com"],
    ["wechat", "Ad_Agent_88", "ad_agent_88", "ad****8"],
    ["ip", "2001:0DB8:0:0::1", "2001:db8::1", "2001:db8::1"],
    ["ip", "::ffff:203.0.113.9", "203.0.113.9", "203.0.113.9"],
  ])("keeps a value in its one form: %s %s", async (type, value, kept, shown) => {
    const { data } = await create({ type, value });
    expect(await rows()).toMatchObject([{ type, value: kept }]);
    expect(await entryOf(data.id)).toMatchObject({ value: shown });
  });

  test.each([
    ["phone", "12345"],
    ["email", "not an address"],
    ["wechat", "两 个 词"],
    ["ip", "300.1.2.3"],
    ["ip", "010.1"],
    ["user", "U9999999999"],
    ["phone", ""],
  ])("is refused with a value that is none: %s %j", async (type, value) => {
    const reply = await create({ type, value });
    expect(reply).toMatchObject(refusedAt(expect.stringMatching(/^value|customer_user_id$/)));
    expect(await rows()).toEqual([]);
  });

  test("of a registered user is kept by his row and shown by his number, however he was named", async () => {
    const account = await makeCustomerUser(db);
    const { data } = await create({ type: "user", value: account.user_no });
    expect(await rows()).toMatchObject([{ value: String(account.id), customer_user_id: account.id }]);
    expect(await entryOf(data.id)).toMatchObject({
      value: account.user_no,
      customer_user: { id: account.id, name: account.nickname },
    });
    expect(await create({ type: "user", customer_user_id: account.id })).toMatchObject({ code: 40900 });
  });

  test("in force stands alone: another of the value is 40900 until it has run out", async () => {
    await makeBlacklist(db, { type: "email", value: "spam@example.com", expire_at: days(1) });
    const again = await create({ type: "email", value: "SPAM@example.com" });
    expect(again).toMatchObject({ code: 40900, message: "数据已存在：邮箱 s****@example.com" });
    api.setClock(new Date(days(2)));
    expect(await create({ type: "email", value: "SPAM@example.com" })).toMatchObject({ code: 200 });
    expect(await rows()).toMatchObject([{ status: "expired" }, { status: "active" }]);
  });

  test("out of force is not changed, and none is removed without a reason", async () => {
    const { id } = await makeBlacklist(db, { type: "ip", value: "203.0.113.9", status: "removed" });
    const over = await makeBlacklist(db, { type: "ip", value: "203.0.113.10", expire_at: days(-0.1) });
    for (const one of [id, over.id])
      expect(await change(one, { reason: "fraud", effect: ["block_inquiry"] })).toMatchObject({ code: 40902 });
    expect(await remove(id)).toMatchObject({ code: 40902 });
    expect(await remove(over.id, "")).toMatchObject(refusedAt("reason"));
  });

  test("ends in the future, does something, for a reason of the dictionary and with pictures of one's own", async () => {
    const foreign = await makeMedia(db, { uploader: sales.id, scene: "evidence" });
    const own = await makeMedia(db, { uploader: service.id, scene: "evidence" });
    const base = { type: "ip", value: "203.0.113.9" };
    for (const wrong of [{ expire_at: days(-1) }, { effect: [] }, { reason: "whim" }, { evidence_ids: [foreign.id] }])
      expect(await create({ ...base, ...wrong })).toMatchObject(refusedAt(Object.keys(wrong)[0] ?? ""));
    const { data } = await create({ ...base, evidence_ids: [own.id] });
    const url = expect.stringContaining("/api/upload/");
    expect((await entryOf(data.id)).evidence).toMatchObject([{ id: own.id, url }]);
  });

  test("is read by sellers, who do nothing with it", async () => {
    await makeBlacklist(db, { type: "phone", value: "+8613812345678" });
    expect((await asSales(blacklist.list)).data.list).toMatchObject([
      { value: "138****5678", can: { edit: false, remove: false } },
    ]);
  });
});

describe("the list", () => {
  test("finds whole values and the end of a number, whom an entry is about, and states; never a part of a masked value", async () => {
    const about = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
    const one = await makeBlacklist(db, { type: "phone", value: "+8613812345678", customer_id: about.id });
    await makeBlacklist(db, { type: "email", value: "spam@example.com", status: "removed" });
    await makeBlacklist(db, { type: "ip", value: "203.0.113.9", expire_at: days(-1) });
    for (const keyword of ["13812345678", "+86 138 1234 5678", "5678", "王伟", about.customer_no])
      expect(await list({ keyword })).toMatchObject([{ id: one.id, customer: { id: about.id, name: "王伟" } }]);
    expect(await list({ status: ["expired"] })).toMatchObject([{ status: "expired", can: { edit: false } }]);
    for (const [query, types] of [
      [{ keyword: "138123" }, []],
      [{ keyword: "1234" }, []],
      [{ keyword: "spam" }, []],
      [{ keyword: "SPAM@example.com" }, ["email"]],
      [{ status: ["active"] }, ["phone"]],
      [{ status: ["expired"] }, ["ip"]],
      [{ status: ["removed", "expired"] }, ["email", "ip"]],
      [{ type: ["ip", "phone"] }, ["ip", "phone"]],
      [{ reason: ["ads"] }, []],
    ] as const)
      expect((await list(query)).map(({ type }) => type).sort(), JSON.stringify(query)).toEqual(types);
  });

  test("tells a seller the number alone of a customer of somebody else, and finds him by that alone", async () => {
    const about = await makeCustomer(db, { name: "王伟", owner_id: service.id });
    await makeBlacklist(db, { type: "phone", value: "+8613812345678", customer_id: about.id });
    const asked = async (keyword?: string) => (await asSales(blacklist.list, { query: { keyword } })).data.list;
    expect(await asked()).toMatchObject([{ customer: { id: about.id, name: about.customer_no } }]);
    expect(await asked("王伟")).toEqual([]);
    expect(await asked(about.customer_no)).toHaveLength(1);
  });
});

describe("the customer", () => {
  test("is listed by both numbers of his record without anybody knowing them, and flagged until the last is removed", async () => {
    const about = await makeCustomer(db, { owner_id: sales.id, phone: "13812345678", phone2: "13987654321" });
    const { data } = await create({ type: "phone", customer_id: about.id, effect: ["no_contact"] });
    expect(await rows()).toMatchObject([
      { id: data.id, value: "+8613812345678", customer_id: about.id },
      { value: "+8613987654321", customer_id: about.id },
    ]);
    expect(await isFlagged(about.id)).toBe(true);
    const detail = await asSales(customer.get, { params: { id: about.id } });
    expect(detail.data).toMatchObject({ is_blacklisted: true, forbidden: ["no_contact"], version: about.version });
    for (const { id } of await rows()) {
      expect(await isFlagged(about.id)).toBe(true);
      await remove(id);
    }
    expect(await isFlagged(about.id)).toBe(false);
  });

  test("has what is listed, or 422; and is one whom the caller sees", async () => {
    const about = await makeCustomer(db, { owner_id: sales.id });
    const inPool = await makeCustomer(db);
    expect(await create({ type: "email", customer_id: about.id })).toMatchObject(refusedAt("type", "该客户没有邮箱"));
    expect(await create({ type: "phone", customer_id: inPool.id })).toMatchObject(refusedAt("customer_id"));
  });

  test("follows whichever way an entry names him: a contact, himself, the registered user that he is", async () => {
    const byContact = await makeCustomer(db, { wechat: "Ad_Agent_88" });
    const byAccount = await makeCustomer(db);
    const account = await makeCustomerUser(db, { customer_id: byAccount.id });
    const other = await makeCustomer(db);
    await create({ type: "wechat", value: "ad_agent_88" });
    const { data } = await create({ type: "user", value: account.user_no });
    expect(await isFlagged(byContact.id)).toBe(true);
    expect(await isFlagged(byAccount.id)).toBe(true);
    expect(await isFlagged(other.id)).toBe(false);
    await remove(data.id);
    expect(await isFlagged(byAccount.id)).toBe(false);
    expect(await isFlagged(byContact.id)).toBe(true);
  });

  test("is flagged when an edit gives him a listed contact, and freed when it is taken away", async () => {
    const about = await makeCustomer(db, { owner_id: sales.id });
    await makeBlacklist(db, { type: "email", value: "spam@example.com" });
    const save = async (email: string | null) => {
      const { data } = await asSales(customer.get, { params: { id: about.id } });
      // What is read has more than the form.
      return asSales.unchecked(customer.update, { params: { id: about.id }, body: { ...data, email } });
    };
    expect((await save("Spam@example.com")).code).toBe(200);
    expect(await isFlagged(about.id)).toBe(true);
    expect((await save(null)).code).toBe(200);
    expect(await isFlagged(about.id)).toBe(false);
  });

  test("who is not to be contacted is not called, only heard", async () => {
    const about = await makeCustomer(db, { owner_id: sales.id, phone: "13812345678" });
    await makeBlacklist(db, { type: "phone", value: "+8613812345678", effects: ["no_contact"] });
    const write = (type: string, direction: string) =>
      asSales.unchecked(tracking.create, {
        body: { customer_id: about.id, type, direction, content: "客户来电询问进度", tracked_at: days(0) },
      });
    for (const type of ["call", "wechat", "wecom", "email", "sms"])
      expect(await write(type, "out")).toMatchObject(refusedAt("type"));
    expect(await write("call", "in")).toMatchObject({ code: 200 });
    expect(await write("visit", "out")).toMatchObject({ code: 200 });
  });
});

describe("in force", () => {
  test("keeps staff from signing in from an address, whichever way it is written, and counts it", async () => {
    const user = await makeUser(db, { password_hash: await hashPassword("secret words") });
    const entry = await makeBlacklist(db, { type: "ip", value: "203.0.113.9", effects: ["block_inquiry"] });
    const signIn = async (from: string) => {
      const body = JSON.stringify({ email: user.email, password: "secret words", remember: false });
      const call = { method: "POST", headers: { "content-type": "application/json" }, body };
      const socket = { remoteAddress: from, remotePort: 1, remoteFamily: "IPv4" };
      const response = await api.app.request(auth.login.path, call, { incoming: { socket } });
      return ((await response.json()) as { code: number }).code;
    };
    expect(await signIn("203.0.113.9")).toBe(200);
    await updateIn("blacklist", entry.id, { effects: ["block_login"] });
    for (const from of ["203.0.113.9", "::ffff:203.0.113.9"]) expect(await signIn(from)).toBe(40300);
    expect(await signIn("203.0.113.10")).toBe(200);
    expect(await rows()).toMatchObject([{ hit_count: 2 }]);
  });

  test("runs out by the nightly job, once, and frees whom no other entry is about", async () => {
    const about = await makeCustomer(db, { phone: "13812345678", email: "spam@example.com" });
    await create({ type: "phone", value: "13812345678", expire_at: days(1) });
    await create({ type: "email", value: "spam@example.com" });
    const other = await makeCustomer(db, { phone: "13987654321" });
    await create({ type: "phone", value: "13987654321", expire_at: days(1) });
    const jobs = jobsOf(api.services);
    const later = new Date("2026-11-22T00:40:00+08:00");
    api.setClock(later);
    await jobs.runDue(later);
    await jobs.runDue(later);
    await jobs.stop();
    expect((await rows()).map(({ status }) => status)).toEqual(["expired", "active", "expired"]);
    expect(await isFlagged(about.id)).toBe(true);
    expect(await isFlagged(other.id)).toBe(false);
    const lines = await rowsIn("operationLog", eq(operationLog.user_name, "系统"));
    expect(lines.filter(({ target_type }) => target_type === "blacklist")).toHaveLength(2);
  });
});

whoMay(
  api,
  blacklist,
  { list: "SM SR CM CS", get: "SM SR CM CS", create: "CS", update: "CS", remove: "CS" },
  { "/customer/blackList": "SM SR CM CS" },
);
