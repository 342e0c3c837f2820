import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { databaseFlag, outbox, user } from "~/server/database/tables/system/system";
import { type Message, notify } from "~/server/lib/notify";
import { sealSetting } from "~/server/lib/settings";
import type { Channel } from "~/server/outbox/channel";
import { messageSender } from "~/server/outbox/outbox";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeUser, setSetting } from "~/test/support/factories";
import { startPlatform } from "~/test/support/platform";

const { db } = testDatabase();
const { db: together } = testDatabase(4);
// Two servers that share the work.
const [api, elsewhere] = [testApi(together), testApi(together)];
const begin = Date.parse("2026-11-20T12:00:00+08:00");
const setClock = (seconds: number) => {
  for (const one of [api, elsewhere]) one.setClock(new Date(begin + seconds * 1_000));
};

/** How the platforms answer. */
let answers: Record<string, { status?: number; json: object }>;
let platform: Awaited<ReturnType<typeof startPlatform>>;
beforeAll(async () => {
  platform = await startPlatform(({ path }) => answers[path] ?? { status: 404, json: {} });
  for (const one of [api, elsewhere])
    one.services.platforms = { wecom: platform.url, slack: platform.url, limit: 2_000 };
});
afterAll(() => platform.close());
const received = () =>
  platform.asked
    .filter(({ path }) => path !== "/cgi-bin/gettoken")
    .map(({ path, headers, body }) => ({ path, authorization: headers.authorization, body: JSON.parse(body) }));

let mine: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  await resetDatabase(db);
  setClock(0);
  platform.asked.length = 0;
  answers = {
    "/cgi-bin/gettoken": { json: { errcode: 0, access_token: "company", expires_in: 7_200 } },
    "/cgi-bin/message/send": { json: { errcode: 0, errmsg: "ok" } },
    "/api/chat.postMessage": { json: { ok: true } },
  };
  mine = await makeUser(db, { wecom_userid: "lin", slack_user_id: "U42" });
  await setSetting(db, "wecom.corp_id", "ww1");
  await setSetting(db, "wecom.agent_id", "1000002");
  await setSetting(db, "wecom.secret", sealSetting(api.services, "wecom.secret", "hush"));
  await setSetting(db, "slack.bot_token", sealSetting(api.services, "slack.bot_token", "xoxb-1"));
  await setSetting(db, "site.desk_base", "https://desk.example.com");
});

const tell = (given: Partial<Message> = {}, chosen?: string[]) =>
  db.transaction(async (tx) => {
    if (chosen)
      await tx
        .update(user)
        .set({ preferences: { notify: { customer: chosen } } })
        .where(eq(user.id, mine.id));
    const base = { user_id: mine.id, category: "customer" as const, title: "您有新的客户", content: "客户王伟…" };
    await notify(tx, new Date(begin), null, [{ ...base, link: "/customer/editCustomerInfo/7", ...given }]);
  });
const rows = () => db.select().from(outbox).orderBy(outbox.id);

test("sends the title to WeCom and Slack, and nothing of the content", async () => {
  await tell({ title: "A & <B>" }, ["inbox", "wecom", "slack"]);
  await messageSender(api.services).runDue();
  const [row] = await rows();
  const url = `https://desk.example.com/customer/editCustomerInfo/7#message-${row?.payload.message_id}`;
  expect(received()).toHaveLength(2);
  expect(received()).toContainEqual({
    path: "/cgi-bin/message/send",
    authorization: undefined,
    body: {
      touser: "lin",
      agentid: 1000002,
      msgtype: "textcard",
      textcard: { title: "A & <B>", description: "客户消息，点击查看详情", url, btntxt: "查看" },
      enable_duplicate_check: 1,
      duplicate_check_interval: 1_800,
    },
  });
  expect(received()).toContainEqual({
    path: "/api/chat.postMessage",
    authorization: "Bearer xoxb-1",
    body: { channel: "U42", text: `A &amp; &lt;B&gt;\n<${url}|在新房工作台查看>`, unfurl_links: false },
  });
  expect(await rows()).toMatchObject([
    { status: "sent", attempts: 1, sent_at: "2026-11-20T12:00:00.000+08:00" },
    { status: "sent", attempts: 1 },
  ]);
  await messageSender(api.services).runDue();
  expect(received()).toHaveLength(2);
});

test("a try that WeCom takes after all ends the matter; one it cannot deliver is not repeated", async () => {
  answers["/cgi-bin/message/send"] = { json: { errcode: 45009, errmsg: "api freq out of limit" } };
  await tell();
  await tell({ title: "另一条" }, ["slack"]);
  answers["/api/chat.postMessage"] = { json: { ok: false, error: "channel_not_found" } };
  const sender = messageSender(api.services);
  await sender.runDue();
  answers["/cgi-bin/message/send"] = { json: { errcode: 0 } };
  setClock(10);
  await sender.runDue();
  expect((await rows()).map(({ status, attempts }) => [status, attempts])).toEqual([
    ["sent", 2],
    ["failed", 1],
  ]);
});

test("two servers send each message once", async () => {
  for (let count = 0; count < 9; count++) await tell({ title: `第${count}条` });
  await Promise.all([messageSender(api.services).runDue(), messageSender(elsewhere.services).runDue()]);
  expect(received().map(({ body }) => JSON.stringify(body)).length).toBe(9);
  expect(new Set(received().map(({ body }) => JSON.stringify(body))).size).toBe(9);
  expect((await rows()).every(({ status }) => status === "sent")).toBe(true);
});

test("what a server had taken when it died is sent by the next, in the same words", async () => {
  const bodies: string[] = [];
  let isDead = true;
  const channel: Channel = {
    event: "message.wecom",
    perMinute: 10,
    isConfigured: async () => true,
    addressOf: ({ wecom_userid }) => wecom_userid,
    async send(_services, address, note, url) {
      bodies.push(JSON.stringify({ address, note, url }));
      // Its server is no more: nobody hears how it ended.
      return isDead ? new Promise<boolean>(() => undefined) : true;
    },
  };
  await tell();
  void messageSender(api.services, [channel]).runDue();
  await expect.poll(() => bodies.length).toBe(1);
  isDead = false;
  const next = messageSender(elsewhere.services, [channel]);
  setClock(59);
  await next.runDue();
  expect(bodies).toHaveLength(1);
  setClock(60);
  await next.runDue();
  expect(bodies).toHaveLength(2);
  expect(new Set(bodies).size).toBe(1);
  expect(await rows()).toMatchObject([{ status: "sent", attempts: 2 }]);
});

test("one reader gets at most so many in a minute; the rest waits without counting as tried", async () => {
  for (let count = 0; count < 12; count++) await tell({ title: `第${count}条` });
  await messageSender(api.services).runDue();
  expect(received()).toHaveLength(10);
  const waiting = (await rows()).filter(({ status }) => status === "pending");
  expect(waiting).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
  for (const { next_at } of waiting) expect(Date.parse(next_at)).toBeGreaterThan(begin);
});

test("nothing goes out for who has unbound himself or left, where nothing is configured, and never from a demo", async () => {
  await tell();
  await db.update(user).set({ wecom_userid: null }).where(eq(user.id, mine.id));
  await messageSender(api.services).runDue();
  await db.update(user).set({ wecom_userid: "lin", status: "resigned" }).where(eq(user.id, mine.id));
  await tell();
  await messageSender(api.services).runDue();
  await db.update(user).set({ status: "enabled" }).where(eq(user.id, mine.id));
  await setSetting(db, "wecom.agent_id", "");
  await tell();
  await messageSender(api.services).runDue();
  await setSetting(db, "wecom.agent_id", "1000002");
  await db.insert(databaseFlag).values({ name: "demo", value: "1" });
  await tell();
  await messageSender(api.services).runDue();
  expect((await rows()).map(({ status }) => status)).toEqual(["skipped", "skipped", "skipped", "skipped"]);
  expect(received()).toEqual([]);
});

test("webhooks' events are left to their own sender", async () => {
  await db
    .insert(outbox)
    .values({ event: "webhook", payload: { webhook_id: 1 }, next_at: new Date(begin).toISOString() });
  await messageSender(api.services).runDue();
  expect(await rows()).toMatchObject([{ status: "pending", attempts: 0 }]);
});
