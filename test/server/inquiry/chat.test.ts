import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { chat } from "~/contract/inquiry/chat";
import { inquiry } from "~/contract/inquiry/inquiry";
import { quickReply } from "~/contract/inquiry/quick-reply";
import { inquiry as inquiryTable } from "~/server/database/tables/inquiry/inquiry";
import { chatIdle } from "~/server/jobs/inquiry/chat-idle";
import { openBusiness } from "~/server/resources/customer/customer/open-business";
import { forgetInquiries } from "~/server/resources/inquiry/inquiry/of-customer";
import { visitorOf } from "~/test/support/chat";
import { testNow } from "~/test/support/factories";
import { lifeOf } from "~/test/support/life-of";
import { refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, runJob, rowIn, rowsIn, updateIn } = setUp();
const { services } = api;
const { sales, colleague, manager, stranger, finance, asSales, asColleague, asManager, asStranger, asService } =
  signedIn(api, {
    manager: { role: "sales_manager", team: "一组" },
    sales: { role: "sales", team: "一组" },
    colleague: { role: "sales", team: "一组" },
    stranger: { role: "sales", team: "二组", accept_inquiry: false },
    service: { role: "customer_service", team: "客服" },
    finance: { role: "finance" },
  });

const at = (id: number) => ({ params: { id } });
const say = (as: As, id: number, content: string, client_msg_id: string = randomUUID()) =>
  as(chat.send, { ...at(id), body: { content, client_msg_id } });
const transfer = (as: As, id: number, user_id: number) => as(chat.transfer, { ...at(id), body: { user_id } });
const listed = async (as: As, tab: "waiting" | "mine" | "ended", keyword?: string) =>
  (await as(chat.sessions, { query: { tab, keyword } })).data;
const idsIn = async (as: As, tab: "waiting" | "mine" | "ended") => (await listed(as, tab)).list.map(({ id }) => id);
const read = async (as: As, id: number) =>
  (await as(chat.messages, at(id))).data.list.map(({ sender, content }) => `${sender}: ${content}`);
const sessionOf = async (inquiry_id: number) => (await rowsIn("chatSession", { inquiry_id }))[0];
const rowOf = (id: number) => rowIn("inquiry", id);
const later = (minutes: number) => api.setClock(new Date(testNow.getTime() + minutes * 60_000));
const runIdle = async (minutes: number) => {
  later(minutes);
  return runJob(chatIdle);
};

/** A visitor who has said something, and the inquiry of it. */
async function waiting(content = "您好") {
  const visitor = visitorOf(services, "114.114.1.9");
  await visitor.begins({ page_url: "https://www.example.com/jp/7" });
  const { inquiry_id: id } = await visitor.says(content);
  return { visitor, id };
}

describe("a conversation", () => {
  test("is everybody's while it waits; whoever answers first has it, and has responded", async () => {
    const { visitor, id } = await waiting();
    await visitor.says("想看港区的房子");
    for (const as of [asSales, asColleague, asStranger, asManager, asService]) {
      expect(await idsIn(as, "waiting")).toEqual([id]);
      expect((await listed(as, "waiting")).counts).toEqual({ waiting: 1, mine: 0, unread: 0 });
    }
    later(2);
    expect(await say(asSales, id, "您好，我是顾问")).toMatchObject({
      data: { sender: "staff", staff: { id: sales.id }, content: "您好，我是顾问" },
    });
    expect(await say(asColleague, id, "我来")).toMatchObject({ code: 40903, data: { assignee: sales.name } });
    expect(await rowOf(id)).toMatchObject({
      ...{ status: "processing", assignee_id: sales.id, response_seconds: 120 },
    });
    expect(await sessionOf(id)).toMatchObject({
      ...{ chat_status: "open", unread_count: 0, waiting_since: null, assignee_id: sales.id, message_count: 3 },
    });
    expect(await read(asSales, id)).toEqual([
      "visitor: 您好",
      "visitor: 想看港区的房子",
      "system: joined",
      "staff: 您好，我是顾问",
    ]);
    expect(await idsIn(asSales, "mine")).toEqual([id]);
    expect((await asManager(chat.get, at(id))).data.can).toMatchObject({ reply: false, transfer: true });
    const summary = `接入会话${(await rowOf(id)).inquiry_no}`;
    expect(await rowsIn("operationLog", { summary })).toMatchObject([{ user_id: sales.id }]);
  });

  test("of two first answers at the same moment one has it", async () => {
    const { id } = await waiting();
    const codes = await Promise.all([asSales, asColleague, asService].map((as) => say(as, id, "我来")));
    expect(codes.map(({ code }) => code).sort()).toEqual([200, 40903, 40903]);
    expect((await rowsIn("chatMessage", { sender: "staff" })).length).toBe(1);
  });

  test("sent again a message is the same one, also at the same moment; its number bears nothing else", async () => {
    const { id } = await waiting();
    const answers = await Promise.all([1, 2, 3].map(() => say(asSales, id, "在的", "one-message")));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await say(asSales, id, "别的", "one-message")).toMatchObject({ code: 40907 });
    expect(await say(asSales, id, "短", "1")).toMatchObject({ code: 42200 });
    await asSales(chat.end, at(id));
    // Its answer was lost, and it is over by now: it was said.
    expect(await say(asSales, id, "在的", "one-message")).toMatchObject({ code: 200 });
    expect(await say(asSales, id, "还有")).toMatchObject({ code: 40902 });
  });

  test("is read on from a message, and back from one, without gaps", async () => {
    const { visitor, id } = await waiting();
    for (let n = 0; n < 60; n++) await visitor.says(`第${n}句`);
    const last = (await asService(chat.messages, at(id))).data;
    expect([last.list.length, last.has_more, last.list.at(-1)?.content]).toEqual([50, true, "第59句"]);
    const before = await asService(chat.messages, { ...at(id), query: { before_id: last.list[0]?.id } });
    const { list, has_more } = before.data;
    expect([list.length, has_more, list.at(-1)?.content]).toEqual([11, false, "第9句"]);
    const after = await asService(chat.messages, { ...at(id), query: { after_id: last.list.at(-2)?.id } });
    expect(after.data).toMatchObject({ list: [{ content: "第59句" }], has_more: false });
    const all = await asService(chat.messages, { ...at(id), query: { after_id: 0 } });
    expect([all.data.list.length, all.data.has_more]).toEqual([50, true]);
  });

  test("is unread until its assignee has read it; who looks on leaves it so", async () => {
    const { visitor, id } = await waiting();
    await say(asSales, id, "您好");
    await visitor.says("价格多少");
    expect((await listed(asSales, "mine")).counts.unread).toBe(1);
    await asManager(chat.read, at(id));
    expect(await sessionOf(id)).toMatchObject({ unread_count: 1 });
    await asSales(chat.read, at(id));
    expect(await sessionOf(id)).toMatchObject({ unread_count: 0, waiting_since: expect.any(String) });
  });

  test("bears pictures, files and online estates, of one's own sending", async () => {
    const { id } = await waiting();
    const own = { scene: "chat", uploader: sales.id, status: "ready" } as const;
    const picture = await make.media({ ...own, kind: "image", mime: "image/png" });
    const paper = await make.media({ ...own, kind: "doc", mime: "application/pdf" });
    const another = await make.media({ ...own, uploader: colleague.id });
    const { id: estate_id } = await make.estate({ publish_status: "online", audit_status: "approved" });
    const { id: hidden } = await make.estate({ publish_status: "offline", audit_status: "approved" });
    const send = (body: object) =>
      asSales.unchecked(chat.send, { ...at(id), body: { client_msg_id: randomUUID(), ...body } });
    expect(await send({ type: "image", media_id: picture.id })).toMatchObject({
      data: { type: "image", file: { id: picture.id, url: expect.stringContaining("/file/") } },
    });
    expect(await send({ type: "file", media_id: paper.id })).toMatchObject({ data: { file: { name: paper.name } } });
    expect(await send({ type: "estate_card", estate_id })).toMatchObject({ data: { card: { id: estate_id } } });
    for (const wrong of [
      ...[{ type: "image", media_id: paper.id }, { type: "image", media_id: another.id }, { type: "text" }],
      ...[{ type: "estate_card", estate_id: hidden }, { type: "estate_card" }],
    ])
      expect(await send(wrong)).toMatchObject({ code: 42200 });
  });

  test("goes to a colleague who is there, by whoever has it or gives inquiries to others", async () => {
    const { id } = await waiting();
    await say(asSales, id, "您好");
    for (const to of [sales.id, 999_999]) expect(await transfer(asSales, id, to)).toMatchObject(refusedAt("user_id"));
    expect(await transfer(asSales, id, stranger.id)).toMatchObject(refusedAt("user_id", "该员工当前不在岗"));
    expect(await transfer(asSales, id, finance.id)).toMatchObject(refusedAt("user_id", "该员工不能回复在线咨询"));
    expect(await transfer(asManager, id, stranger.id)).toMatchObject({ code: 40301 });
    expect((await transfer(asSales, id, colleague.id)).code).toBe(200);
    expect(await idsIn(asColleague, "mine")).toEqual([id]);
    expect(await rowsIn("message", { user_id: colleague.id })).toMatchObject([
      { title: "有转接给您的在线咨询", link: `/inquiry/chat-inquiry?id=${id}` },
    ]);
    expect((await read(asColleague, id)).at(-1)).toBe("system: transferred");
    expect(await rowOf(id)).toMatchObject({ status: "processing", assignee_id: colleague.id });
    // Their manager takes it over.
    expect((await transfer(asManager, id, manager.id)).code).toBe(200);
    expect((await say(asManager, id, "我来接待")).code).toBe(200);
  });

  test("ends by whoever has it; a visitor's further word opens it again, with whoever had it", async () => {
    const { visitor, id } = await waiting();
    await say(asSales, id, "您好");
    expect(await asSales(chat.end, at(id))).toMatchObject({ data: { chat_status: "ended", can: { reply: false } } });
    expect(await asSales(chat.end, at(id))).toMatchObject({ code: 40902 });
    expect(await transfer(asSales, id, colleague.id)).toMatchObject({ code: 40902 });
    expect(await idsIn(asSales, "ended")).toEqual([id]);
    // The list shows that it is over; the entry has the last message.
    expect((await listed(asSales, "ended")).list[0]?.last).toMatchObject({ sender: "staff", content: "您好" });
    await visitor.says("还有一个问题");
    expect(await sessionOf(id)).toMatchObject({ chat_status: "waiting", assignee_id: sales.id });
    expect([await idsIn(asSales, "waiting"), await idsIn(asSales, "mine")]).toEqual([[], [id]]);
    expect((await say(asSales, id, "请说")).code).toBe(200);
    expect(await sessionOf(id)).toMatchObject({ chat_status: "open" });
  });

  test("opened again while whoever had it is not there, it waits for anybody", async () => {
    const { visitor, id } = await waiting();
    await say(asSales, id, "您好");
    await asSales(chat.end, at(id));
    await db.execute(`update "user" set accept_inquiry = false where id = ${sales.id}`);
    await visitor.says("还在吗");
    expect(await rowOf(id)).toMatchObject({ status: "pending", assignee_id: null });
    expect(await idsIn(asColleague, "waiting")).toEqual([id]);
    expect((await say(asColleague, id, "我来")).code).toBe(200);
    expect(await transfer(asColleague, id, sales.id)).toMatchObject(refusedAt("user_id", "该员工当前不在岗"));
  });

  test("keeps the visitor's contacts for its assignee, and never an address", async () => {
    const { id } = await waiting();
    const leave = (as: As, phone: string) =>
      as(chat.contact, { ...at(id), body: { name: "周女士", phone_cc: "86", phone } });
    expect(await leave(asService, "13800000001")).toMatchObject({ code: 40300 });
    await say(asSales, id, "方便留个电话吗");
    await make.blacklist({ type: "phone", value: "+8613900000009", effects: ["block_inquiry"] });
    expect(await leave(asSales, "13900000009")).toMatchObject({ code: 40918 });
    expect(await leave(asSales, "12")).toMatchObject({ code: 42200 });
    const left = await leave(asSales, "13800000001");
    expect(left).toMatchObject({
      data: { phone: "13800000001", contact_left: true, ip_region: "中国", name: "周女士" },
    });
    const seen = await asService(chat.get, at(id));
    expect(seen).toMatchObject({ data: { phone: "138****0001", pages: [{ url: "https://www.example.com/jp/7" }] } });
    const whole = await asService(inquiry.get, at(id));
    for (const reply of [left, seen, whole]) expect(JSON.stringify(reply.data)).not.toContain("114.114");
    expect(JSON.stringify(await rowsIn("operationLog"))).not.toContain("114.114");
    expect((await listed(asService, "waiting", "周")).list).toEqual([]);
    expect((await asService(chat.sessions, { query: { tab: "mine", keyword: "周" } })).data.list).toEqual([]);
  });

  test("becomes a customer's, who has something open until it is over", async () => {
    const { id: customer_id } = await make.customer({ owner_id: sales.id });
    const { id } = await waiting();
    await say(asSales, id, "您好");
    expect((await asSales(inquiry.convert, { ...at(id), body: { action: "convert", customer_id } })).code).toBe(200);
    const { data } = await asSales(chat.get, at(id));
    expect(data).toMatchObject({ customer: { id: customer_id }, can: { convert: false } });
    expect(await openBusiness(db, customer_id)).toMatchObject({ openChats: 1 });
    expect((await say(asSales, id, "已为您登记")).code).toBe(200);
    await asSales(chat.end, at(id));
    expect(await openBusiness(db, customer_id)).toMatchObject({ openChats: 0 });
  });

  test("is over with its inquiry, which closes its token", async () => {
    const { visitor, id } = await waiting();
    await say(asSales, id, "您好");
    await asSales(inquiry.close, { ...at(id), body: { action: "close", reason: "不再需要" } });
    expect(await sessionOf(id)).toMatchObject({ chat_status: "ended", ended_at: expect.any(String) });
    await expect(visitor.says("还在吗")).rejects.toMatchObject({ code: 40400 });
  });

  test("waits again when whoever had it leaves and nobody takes over", async () => {
    const { id } = await waiting();
    await say(asSales, id, "您好");
    // As a handover does.
    await updateIn("inquiry", id, { assignee_id: null, status: "pending" });
    expect(await rowOf(id)).toMatchObject({ status: "pending", assignee_id: null });
    expect(await idsIn(asColleague, "waiting")).toEqual([id]);
    expect((await say(asColleague, id, "我来")).code).toBe(200);
  });
});

describe("chat_idle", () => {
  test("ends what nobody says anything in; who waits for an answer is not forgotten", async () => {
    const quiet = await waiting("一");
    const asked = await waiting("二");
    const unseen = await waiting("三");
    const reachable = await waiting("四");
    for (const { id } of [quiet, asked]) await say(asSales, id, "您好");
    await asked.visitor.says("还有一个问题");
    await reachable.visitor.leaves({ wechat: "zhou-88" });
    await visitorOf(services).begins();
    const states = async () =>
      Promise.all([quiet, asked, unseen, reachable].map(async ({ id }) => (await sessionOf(id))?.chat_status));
    expect(await runIdle(29)).toBe("0 ended, 0 silent");
    expect(await runIdle(31)).toBe("1 ended, 0 silent");
    expect(await states()).toEqual(["ended", "open", "waiting", "waiting"]);
    expect((await read(asSales, quiet.id)).at(-1)).toBe("system: ended_idle");
    expect(await runIdle(24 * 60 + 1)).toBe("2 ended, 1 silent");
    expect(await states()).toEqual(["ended", "ended", "ended", "waiting"]);
    expect(await rowsIn("inquiryLog", { action: "chat_end" })).toHaveLength(3);
  });
});

test("what tells who asked goes with the customer, files too", async () => {
  const { id } = await waiting();
  const picture = await make.media({ scene: "chat", uploader: sales.id });
  await asSales(chat.send, { ...at(id), body: { type: "image", media_id: picture.id, client_msg_id: randomUUID() } });
  await db.transaction((tx) => forgetInquiries(tx, eq(inquiryTable.id, id)));
  expect(await rowsIn("chatMessage")).toMatchObject(Array(3).fill({ content: null, media_id: null }));
  expect(await sessionOf(id)).toMatchObject({ pages: [], chat_status: "ended" });
  expect(await rowsIn("media", { id: picture.id })).toMatchObject([{ status: "removed" }]);
});

describe("quick replies", () => {
  const add = (as: As, title: string, is_shared = false) =>
    as(quickReply.create, { body: { title, content: `${title}的内容`, sort: 1, is_shared }, key: randomUUID() });
  const titles = async (as: As, query = {}) =>
    (await as(quickReply.list, { query })).data.list.map(({ title }) => title);

  test("are one's own, or everybody's, which those who give inquiries to others keep", async () => {
    await add(asSales, "问候");
    expect(await add(asSales, "营业时间", true)).toMatchObject({ code: 40300 });
    const { id: shared } = (await add(asManager, "营业时间", true)).data;
    expect([await titles(asSales), await titles(asColleague)]).toEqual([["问候", "营业时间"], ["营业时间"]]);
    expect(await titles(asSales, { keyword: "候" })).toEqual(["问候"]);
    expect(await titles(asSales, { shared: true })).toEqual(["营业时间"]);
    const body = { title: "您好", content: "您好，有什么可以帮您？", sort: 2 };
    expect(await asSales(quickReply.update, { ...at(shared), body })).toMatchObject({ code: 40300 });
    expect(await asSales(quickReply.remove, at(shared))).toMatchObject({ code: 40300 });
    expect((await asManager(quickReply.update, { ...at(shared), body })).code).toBe(200);
    expect((await asService(quickReply.remove, at(shared))).code).toBe(200);
    expect(await titles(asSales)).toEqual(["问候"]);
  });

  test("are counted when they are used, one's own and everybody's", async () => {
    const { id } = await waiting();
    const { id: own } = (await add(asSales, "问候")).data;
    const { id: another } = (await add(asColleague, "我的")).data;
    for (const quick_reply_id of [own, another])
      await asSales(chat.send, { ...at(id), body: { content: "您好", quick_reply_id, client_msg_id: randomUUID() } });
    const counts = await rowsIn("quickReply");
    expect(counts.map(({ used_count }) => used_count)).toEqual([1, 0]);
  });
});

whoMay(api, chat, { all: "SM SR CS" }, { "/inquiry/chat-inquiry": "SM SR CS" });
lifeOf(api, quickReply, {
  by: asSales,
  facts: { title: "问候", content: "您好", sort: 1 },
  shown: { is_shared: false, used_count: 0, can: { edit: true, delete: true } },
  change: { title: "您好", content: "您好，有什么可以帮您？", sort: 2 },
  named: "快捷回复 问候",
  namedAfter: "快捷回复 您好",
  changes: [
    ["标题", "问候", "您好"],
    ["内容", "您好", "您好，有什么可以帮您？"],
    ["排序", "1", "2"],
  ],
  outside: { as: asColleague, code: 40301 },
  isUnversioned: true,
  roles: { all: "SM SR CS" },
});
