import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Input } from "~/contract/endpoint";
import { notification } from "~/contract/notification/notification";
import { notificationInbox } from "~/contract/notification/notification-inbox";
import { message as messageContract } from "~/contract/shared/message";
import { createApp } from "~/server/app";
import { isoInstant } from "~/server/database/tables/columns";
import { notificationReaderDay, notificationReceipt } from "~/server/database/tables/notification/notification";
import { jobsOf } from "~/server/jobs/jobs";
import { notificationSend } from "~/server/jobs/notification/notification-send";
import { createLog } from "~/server/lib/log";
import { sealSetting } from "~/server/lib/settings";
import { notificationSender } from "~/server/resources/notification/send/sender";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { desk } from "~/test/support/desk";
import { makeCustomerUser, setSetting, testNow } from "~/test/support/factories";
import { startReceiver } from "~/test/support/receiver";
import { refusedAt } from "~/test/support/refused";
import { machine } from "~/test/support/signed-call";

const { db, api, editor, sales, writer, logLines, runJob, ...here } = desk(
  {
    editor: { role: "content_editor", name: "林编辑" },
    writer: { permissions: ["notification:info:view", "notification:info:edit"], scope: "all", name: "写作者" },
    sales: { role: "sales", team: "一部", name: "王<b>顾问" },
  },
  4,
);
/** A session does not last for weeks: each call has its own. */
const signedIn = (person: { id: number }, of: typeof here.asEditor): typeof of =>
  (async (...call: Parameters<typeof of>) => (await api.as(person.id))(...call)) as typeof of;
const asEditor = signedIn(editor, here.asEditor);
const asSales = signedIn(sales, here.asSales);
const asWriter = signedIn(writer, here.asWriter);
/** Another node on the same database. */
const other = testApi(testDatabase(4).db, { now: testNow });
const site = machine(api);
const base = "https://desk.example.com";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let status = 200;
beforeAll(async () => {
  receiver = await startReceiver(() => ({ status }));
  for (const one of [api, other]) one.services.outward = { ...receiver.outward, limit: 20_000 };
});
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.received.length = 0;
  status = 200;
  other.setClock(testNow);
  await setSetting(db, "notify.gateway_url", "https://receiver.example.com/notify");
  const secret = sealSetting(api.services, "notify.gateway_secret", "a secret of the gateway");
  await setSetting(db, "notify.gateway_secret", secret);
  await setSetting(db, "site.desk_base", base);
});

type Body = Input<typeof notification.create>["body"];
const bodyOf = (over: object = {}) =>
  ({
    ...{ title: "每周简报", content: "<p>请查收。</p>", channels: ["inbox"], scope: "custom", staff_ids: [sales.id] },
    ...over,
  }) as Body;
const add = async (over: object = {}, by = asEditor) => {
  const reply = await by(notification.create, { body: bodyOf(over) });
  expect(reply).toMatchObject({ code: 200 });
  return reply.data.id;
};
const get = async (id: number) => (await asEditor(notification.get, { params: { id } })).data;
type Act = "send" | "stop" | "recall" | "pause" | "resume" | "end";
const act = async (name: Act, id: number, by = asEditor) =>
  by(notification[name], { params: { id }, body: { version: (await get(id)).version } });
const start = async (id: number, send_at: string) =>
  asEditor(notification.schedule, { params: { id }, body: { version: (await get(id)).version, send_at } });
const at = (seconds: number) => isoInstant(testNow.getTime() + seconds * 1_000);
const hour = 3_600;
const day = 24 * hour;
const wait = (seconds: number) => {
  for (const one of [api, other]) one.setClock(new Date(testNow.getTime() + seconds * 1_000));
};
const run = () => notificationSender(api.services).runDue();
const sent = async (over: object = {}) => {
  const id = await add(over);
  expect(await act("send", id)).toMatchObject({ code: 200 });
  await run();
  return id;
};
const receipts = async (id: number) =>
  (await asEditor(notification.receipts, { params: { id }, query: { page_size: 100 } })).data.list;
const shown = async (id: number) => (await receipts(id)).map((one) => [one.channel, one.status, one.reason]);
const told = () => receiver.received.map(({ body }) => JSON.parse(body));

const weekly = (over: object = {}) => ({ send_mode: "repeated", repeat: "weekly", send_at: at(hour), ...over });
/** The job and the sender, as they run at a moment. */
const turn = async (seconds: number) => {
  wait(seconds);
  const words = await runJob(notificationSend, api.services.now());
  await run();
  return words;
};
const occurrences = async (id: number) =>
  (await asEditor(notification.list, { query: { series_id: id, sort: "created_at" } })).data.list;

describe("a repeated notification", () => {
  test("goes out time after time, each with its own receipts, until its count; the log says so", async () => {
    const id = await add(weekly({ repeat_count: 2 }));
    expect(await get(id)).toMatchObject({ status: "draft", can: { send: false, schedule: true, pause: false } });
    // It goes out by its rule alone.
    expect(await act("send", id)).toMatchObject({ code: 40902 });
    expect((await start(id, at(hour))).data).toMatchObject({
      ...{ status: "repeating", next_at: at(hour), tally: [] },
      can: { edit: false, pause: true, end: true, resume: false, delete: false, retry: false, recall: false },
    });
    await turn(hour - 60);
    expect(await occurrences(id)).toEqual([]);
    await turn(hour);
    expect(await occurrences(id)).toMatchObject([
      { title: "每周简报", status: "sent", occurrence_no: 1, series_id: id, target_count: 1, sent_count: 1 },
    ]);
    expect(await get(id)).toMatchObject({ status: "repeating", occurrence_count: 1, next_at: at(hour + 7 * day) });
    expect(await asEditor(notification.remove, { params: { id } })).toMatchObject({ code: 40902 });
    await turn(hour + 7 * day);
    const [first, second] = await occurrences(id);
    expect(second).toMatchObject({ occurrence_no: 2, status: "sent" });
    await asSales(notification.mine, { params: { id: second?.id ?? 0 } });
    expect([(await get(first?.id ?? 0)).read_count, (await get(second?.id ?? 0)).read_count]).toEqual([0, 1]);
    expect(await get(id)).toMatchObject({ status: "ended", next_at: null, occurrence_count: 2, can: { copy: true } });
    await turn(hour + 14 * day);
    expect(await occurrences(id)).toHaveLength(2);
    expect((await logLines()).map(({ summary }) => summary)).toEqual([
      "新增通知 每周简报",
      "开始重复发送通知 每周简报",
      "重复发送通知 每周简报：第1次",
      "通知发送完成 每周简报：目标1人，送达1人",
      "重复发送通知 每周简报：第2次",
      "通知重复结束 每周简报：共2次",
      "通知发送完成 每周简报：目标1人，送达1人",
    ]);
    // A copy is a draft that repeats nothing.
    const copy = (await asEditor(notification.copy, { params: { id } })).data.id;
    expect(await get(copy)).toMatchObject({ status: "draft", send_mode: "now", repeat: null, series_id: null });
  });

  test("is paused, edited for what comes later, resumed at the next time, and ended by a person", async () => {
    const id = await add(weekly());
    await start(id, at(hour));
    await turn(hour);
    const body = async (over: object = {}) => ({ ...bodyOf(weekly(over)), version: (await get(id)).version });
    const change = async (over: object = {}, by = asEditor) =>
      by(notification.update, { params: { id }, body: await body(over) });
    expect(await change({ title: "新标题" })).toMatchObject({ code: 40902 });
    expect((await act("pause", id)).data).toMatchObject({ status: "paused", next_at: null, can: { edit: true } });
    expect(await act("pause", id)).toMatchObject({ code: 40902 });
    // The right to edit alone lets nothing go out.
    expect((await change({ title: "新标题" }, asWriter)).data).toMatchObject({ title: "新标题", status: "paused" });
    expect(await act("resume", id, asWriter)).toMatchObject({ code: 40300 });
    expect(await change({ send_mode: "now" })).toMatchObject(refusedAt("send_mode"));
    await turn(hour + 8 * day);
    expect(await occurrences(id)).toHaveLength(1);
    expect((await act("resume", id)).data).toMatchObject({ status: "repeating", next_at: at(hour + 14 * day) });
    await turn(hour + 14 * day);
    expect((await occurrences(id)).map(({ title, occurrence_no }) => [title, occurrence_no])).toEqual([
      ["每周简报", 1],
      ["新标题", 2],
    ]);
    expect((await act("end", id)).data).toMatchObject({ status: "ended", can: { edit: false, resume: false } });
    await turn(hour + 21 * day);
    expect(await occurrences(id)).toHaveLength(2);
    for (const name of ["pause", "resume", "end"] as const) expect(await act(name, id)).toMatchObject({ code: 40902 });
  });

  test("finds its readers each time, in the sight of who let it go out", async () => {
    const id = await add({ ...weekly(), audience: "user", scope: "all", staff_ids: [] });
    await makeCustomerUser(db, { nickname: "甲" });
    await start(id, at(hour));
    await turn(hour);
    await makeCustomerUser(db, { nickname: "乙" });
    await turn(hour + 7 * day);
    expect((await occurrences(id)).map(({ target_count }) => target_count)).toEqual([1, 2]);
    await db.execute(sql`update "user" set status = 'resigned' where id = ${editor.id}`);
    wait(hour + 14 * day);
    await runJob(notificationSend, api.services.now());
    await run();
    const { rows } = await db.execute(
      sql`select failure from notification where series_id = ${id} and occurrence_no = 3`,
    );
    expect(rows).toEqual([{ failure: "发送人已不在职，请由他人重新发送" }]);
  });

  test("goes out once by several nodes, and once after servers were at rest, unless its last day is over", async () => {
    const id = await add(weekly({ repeat: "daily", repeat_until: "2026-11-26" }));
    await start(id, at(hour));
    wait(hour + 2 * day);
    const nodes = [api, other].map(({ services }) => jobsOf(services, [notificationSend]));
    await Promise.all(nodes.map((node) => node.runDue(api.services.now())));
    await Promise.all(nodes.map((node) => node.stop()));
    expect(await occurrences(id)).toHaveLength(1);
    expect(await get(id)).toMatchObject({ next_at: at(hour + 3 * day) });
    await turn(20 * day);
    expect(await occurrences(id)).toHaveLength(1);
    expect(await get(id)).toMatchObject({ status: "ended", occurrence_count: 1 });
  });

  test("is refused without a rule or a first time, with an end before its beginning, and resumed only if a time is left", async () => {
    for (const [over, field] of [
      [{ repeat: null }, "repeat"],
      [{ send_at: null }, "send_at"],
      [{ repeat_count: 1 }, "repeat_count"],
      [{ repeat_until: "2026-11-01" }, "repeat_until"],
      [{ name_fallback: "" }, "name_fallback"],
    ] as const)
      expect([field, await asEditor(notification.create, { body: bodyOf(weekly(over)) })]).toMatchObject([
        field,
        refusedAt(field),
      ]);
    const id = await add(weekly({ repeat: "daily", repeat_until: "2026-11-21" }));
    expect(await start(id, at(5 * day))).toMatchObject(refusedAt("send_at"));
    expect(await start(id, at(-hour))).toMatchObject(refusedAt("send_at"));
    await start(id, at(hour));
    await act("pause", id);
    wait(5 * day);
    expect(await act("resume", id)).toMatchObject({ code: 42200, message: "重复已到截止日期或次数，请先修改" });
  });
});

describe("the reader's name", () => {
  const named = {
    title: "{姓名}，您好",
    summary: "{姓名}的通知",
    content: '<p>尊敬的{姓名}：<a href="https://a.example/{姓名}">看</a></p>',
  };

  test("is theirs in the inbox and in what leaves, escaped; who has none is called as it says", async () => {
    await site.known();
    const someone = await makeCustomerUser(db, { nickname: "<i>甲&", email: "jia@example.com" });
    const nobody = await makeCustomerUser(db, { nickname: null, email: "wu@example.com" });
    const aim = { audience: "user", staff_ids: [], user_ids: [someone.id, nobody.id], channels: ["inbox", "email"] };
    await sent({ ...named, ...aim, name_fallback: "客户" });
    const mails = Object.fromEntries(told().map((one) => [one.to.email, one]));
    expect(mails["jia@example.com"]).toMatchObject({
      title: "<i>甲&，您好",
      html: expect.stringContaining("尊敬的&lt;i&gt;甲&amp;："),
    });
    expect(mails["jia@example.com"].html).not.toContain("<i>");
    expect(mails["jia@example.com"].html).not.toMatch(/href="[^"]*甲/);
    expect(mails["wu@example.com"]).toMatchObject({ title: "客户，您好", text: "尊敬的客户：看" });
    const inbox = await site.send(notificationInbox.list, undefined, { query: { audience: "user", id: someone.id } });
    expect(inbox.data.list).toMatchObject([
      { title: "<i>甲&，您好", summary: "<i>甲&的通知", content: expect.stringContaining("&lt;i&gt;甲&amp;") },
    ]);
  });

  test("is a colleague's in their message, their page and a test", async () => {
    const id = await sent(named);
    const [message] = (await asSales(messageContract.list, { query: {} })).data.list;
    expect(message).toMatchObject({ title: "王<b>顾问，您好" });
    const mine = (await asSales(notification.mine, { params: { id } })).data;
    expect(mine).toMatchObject({ title: "王<b>顾问，您好", summary: "王<b>顾问的通知" });
    expect(mine.content).toContain("尊敬的王&lt;b&gt;顾问：");
    await asEditor(notification.test, { params: { id } });
    const [mark] = (await asEditor(messageContract.list, { query: {} })).data.list;
    expect(mark).toMatchObject({ title: "【测试】林编辑，您好" });
  });
});

describe("clicks", () => {
  const link = "https://www.example.com/新盘?a=1&b=2";
  const person = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15";
  const open = (path: string, init: { method?: string; ua?: string } = {}) =>
    api.app.request(`http://desk.local${path}`, {
      method: init.method ?? "GET",
      headers: { "user-agent": init.ua ?? person },
    });
  let readers = 0;
  const mailed = async (over: object = {}) => {
    const reader = await makeCustomerUser(db, { nickname: "甲", email: `jia${++readers}@example.com` });
    const aim = { audience: "user", staff_ids: [], user_ids: [reader.id], channels: ["inbox", "email"] };
    const id = await sent({ ...aim, link_url: link, ...over });
    return { id, reader, path: String(told().at(-1).link).replace(base, "") };
  };

  test("lead to the stored link alone without a session, and count on the receipt and once per person", async () => {
    const { id, path } = await mailed();
    expect(path).toMatch(/^\/n\/[\w-]{22}$/);
    const reply = await open(`${path}?to=https://evil.example`);
    expect([reply.status, reply.headers.get("location"), reply.headers.get("cache-control")]).toEqual([
      ...[302, new URL(link).href, "no-store"],
    ]);
    expect([reply.headers.get("referrer-policy"), reply.headers.get("set-cookie"), await reply.text()]).toEqual([
      ...["no-referrer", null, ""],
    ]);
    await open(path);
    const [, mail] = await receipts(id);
    expect(mail).toMatchObject({ channel: "email", click_count: 2, clicked_at: isoInstant(testNow) });
    expect(await get(id)).toMatchObject({ click_count: 1, read_count: 0, tally: [{ clicked: 0 }, { clicked: 1 }] });
  });

  test("of programs, previews and questions for the head are led on without counting", async () => {
    const { id, path } = await mailed();
    for (const init of [{ ua: "Googlebot/2.1" }, { ua: "" }, { method: "HEAD" }])
      expect((await open(path, init)).status).toBe(302);
    expect(await get(id)).toMatchObject({ click_count: 0 });
  });

  test("by an unknown token, of one that was recalled, or without a link are answered as any unknown page", async () => {
    const { id, path } = await mailed();
    const missing = await open("/nowhere-at-all");
    const same = async (address: string) => {
      const reply = await open(address);
      expect([address, reply.status, await reply.text()]).toEqual([
        address,
        missing.status,
        await missing.clone().text(),
      ]);
    };
    const turned = path.slice(0, 8) + (path[8] === "A" ? "B" : "A") + path.slice(9);
    for (const address of ["/n/x", `${path}x`, turned, `/n/${"A".repeat(22)}`]) await same(address);
    await act("recall", id);
    await same(path);
    const { id: plain } = await mailed({ link_url: null });
    const [one] = await db.select().from(notificationReceipt).where(eq(notificationReceipt.notification_id, plain));
    await same(`/n/${Buffer.from(String(one?.delivery_id).replaceAll("-", ""), "hex").toString("base64url")}`);
  });

  test("count in the desk and in the inbox of sites as well; the log has no token", async () => {
    await site.known();
    const { reader, id } = await mailed();
    const inbox = await site.send(notificationInbox.list, undefined, { query: { audience: "user", id: reader.id } });
    const [row] = inbox.data.list;
    expect(row).toMatchObject({ link_url: link, click_url: expect.stringContaining(`${base}/n/`) });
    await open(String(row?.click_url).replace(base, ""));
    expect(await get(id)).toMatchObject({ click_count: 1 });
    const own = await sent({ link_url: link });
    const mine = (await asSales(notification.mine, { params: { id: own } })).data;
    expect(mine.click_url).toMatch(/^\/n\/[\w-]{22}$/);
    const lines: string[] = [];
    const app = createApp({ ...api.services, log: createLog("info", { write: (text) => void lines.push(text) }) });
    await app.request(`http://desk.local${mine.click_url}`, { headers: { "user-agent": person } });
    expect(lines.map((text) => JSON.parse(text).path)).toEqual(["/n/…"]);
    expect(await get(own)).toMatchObject({ click_count: 1 });
  });

  test("are not counted where nobody knows the desk's address: the link leaves as it is", async () => {
    await setSetting(db, "site.desk_base", "");
    await mailed();
    expect(told()).toMatchObject([{ link }]);
  });
});

describe("quiet hours", () => {
  const users = async (count: number) => {
    for (let n = 0; n < count; n++) await makeCustomerUser(db, { nickname: `用户${n}`, email: `u${n}@example.com` });
    return { audience: "user", scope: "all", staff_ids: [], channels: ["inbox", "email"] };
  };
  /** As the clock of Shanghai says it, so many seconds from now. */
  const clock = (seconds: number) =>
    new Date(testNow.getTime() + seconds * 1_000 + 8 * hour * 1_000).toISOString().slice(11, 16);
  const quiet = (from: number, to: number) => setSetting(db, "notify.quiet_hours", `${clock(from)}-${clock(to)}`);

  test("leave the inbox at once, and hold back the rest with its retries until they end", async () => {
    await quiet(-hour, 2 * hour);
    const id = await sent(await users(2));
    expect(await get(id)).toMatchObject({ status: "sending", sent_count: 2, wait_until: at(2 * hour) });
    expect(receiver.received).toEqual([]);
    wait(2 * hour - 1);
    await run();
    expect(receiver.received).toEqual([]);
    status = 400;
    wait(2 * hour);
    await run();
    expect(receiver.received).toHaveLength(2);
    expect(await get(id)).toMatchObject({ status: "sent", failed_count: 2, wait_until: null });
    // A retry in the next night waits as well.
    status = 200;
    wait(day);
    const { version } = await get(id);
    await asEditor(notification.retry, { params: { id }, body: { version, with_unknown: false } });
    await run();
    expect(receiver.received).toHaveLength(2);
    expect(await get(id)).toMatchObject({ status: "sending", wait_until: at(day + 2 * hour) });
    wait(day + 2 * hour);
    await run();
    expect(await get(id)).toMatchObject({ status: "sent", failed_count: 0 });
    expect(receiver.received).toHaveLength(4);
  });

  test("over midnight end in the morning; one that waits is recalled; what is in the inbox alone does not wait", async () => {
    await quiet(-hour, 20 * hour);
    const aim = await users(1);
    const id = await sent(aim);
    expect(await get(id)).toMatchObject({ status: "sending", wait_until: at(20 * hour) });
    await act("recall", id);
    wait(20 * hour);
    await run();
    expect(receiver.received).toEqual([]);
    wait(0);
    expect(await get(await sent({ ...aim, channels: ["inbox"] }))).toMatchObject({ status: "sent" });
  });

  test("that are no more hold nothing back", async () => {
    await quiet(-hour, 2 * hour);
    const id = await sent(await users(1));
    await setSetting(db, "notify.quiet_hours", "");
    await run();
    expect(await get(id)).toMatchObject({ status: "sent" });
    expect(receiver.received).toHaveLength(1);
  });
});

describe("the cap per reader and day", () => {
  const aimed = async () => {
    const reader = await makeCustomerUser(db, { nickname: "甲", email: "jia@example.com" });
    return {
      audience: "user",
      staff_ids: [],
      user_ids: [reader.id],
      channels: ["inbox", "email", "sms"],
      type: "activity",
    };
  };
  const through = [
    ["inbox", "sent", null],
    ["email", "sent", null],
    ["sms", "sent", null],
  ];

  test("counts notifications, not channels or tries; beyond it the inbox alone has it, and the receipt says why", async () => {
    await setSetting(db, "notify.daily_cap", 1);
    const aim = await aimed();
    status = 400;
    const first = await sent(aim);
    status = 200;
    const second = await sent(aim);
    expect(await shown(second)).toEqual([
      ["inbox", "sent", null],
      ["email", "skipped", "daily_cap"],
      ["sms", "skipped", "daily_cap"],
    ]);
    expect(await get(second)).toMatchObject({
      status: "sent",
      sent_count: 1,
      failed_count: 0,
      progress: { total: 3, done: 3 },
    });
    // What was let through once may be tried again.
    const { version } = await get(first);
    await asEditor(notification.retry, { params: { id: first }, body: { version, with_unknown: false } });
    await run();
    expect(await shown(first)).toEqual(through);
    expect(await db.select().from(notificationReaderDay)).toMatchObject([{ count: 1 }]);
    wait(day);
    expect(await shown(await sent(aim))).toEqual(through);
  });

  test("is not for system notices, nor where it is 0", async () => {
    const aim = await aimed();
    for (const cap of [0, 1]) {
      await setSetting(db, "notify.daily_cap", cap);
      for (let n = 0; n < 2; n++) expect(await shown(await sent({ ...aim, type: "system" }))).toEqual(through);
    }
    expect(await db.select().from(notificationReaderDay)).toEqual([]);
  });

  test("holds where two nodes send at once", async () => {
    await setSetting(db, "notify.daily_cap", 2);
    const aim = await aimed();
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await add({ ...aim, channels: ["email"] }));
    for (const id of ids) await act("send", id);
    await Promise.all([run(), notificationSender(other.services).runDue()]);
    expect(receiver.received).toHaveLength(2);
  });
});
