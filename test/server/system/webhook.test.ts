import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { type WebhookEvent, webhook } from "~/contract/system/webhook";
import { webhookLog, webhook as webhookTable } from "~/server/database/tables/system/admin";
import { databaseFlag, message, operationLog, outbox } from "~/server/database/tables/system/system";
import { jobsOf } from "~/server/jobs/jobs";
import { emit } from "~/server/lib/emit";
import { webhookSender } from "~/server/outbox/outbox";
import { testApi } from "~/test/support/api";
import { testConnection, testDatabase } from "~/test/support/database";
import { makeCustomer, makeTeam, makeUser, setSetting, testNow } from "~/test/support/factories";
import { lifeOf } from "~/test/support/life-of";
import { startReceiver } from "~/test/support/receiver";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const pool = new pg.Pool({ ...testConnection(), max: 4 });
afterAll(() => pool.end());
// Two servers that share the work.
const [api, elsewhere] = [testApi(drizzle(pool), { now: testNow }), testApi(drizzle(pool))];
const begin = testNow.getTime();
const setClock = (seconds: number) => {
  for (const one of [api, elsewhere]) one.setClock(new Date(begin + seconds * 1_000));
};

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let status = 200;
let answer = '{"errcode":0,"errmsg":"ok"}';
beforeAll(async () => {
  receiver = await startReceiver(() => ({ status, body: answer }));
  for (const one of [api, elsewhere]) one.services.outward = receiver.outward;
});
afterAll(() => receiver.close());

const { admin, asAdmin } = signedIn(api, { admin: { role: "super_admin", name: "郑主管" } });

beforeEach(async () => {
  setClock(0);
  receiver.received.length = 0;
  [status, answer] = [200, '{"errcode":0,"errmsg":"ok"}'];
  await setSetting(db, "site.desk_base", "https://desk.example.com");
});

const botUrl = "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa";
const secret = "a secret of the receiver";
const bot = { name: "销售一群", provider: "wecom_bot" as const, url: botUrl, secret: null };
const custom = {
  name: "数据平台",
  provider: "custom" as const,
  url: "https://receiver.example.com:8443/hooks/crm?token=abcd1234",
  secret,
};
const events: WebhookEvent[] = ["customer.assigned"];
const create = (body: object = bot) => asAdmin.unchecked(webhook.create, { body: { events, ...body } });
const made = async (body: object = bot) => (await create(body)).data.id;
const get = async (id: number) => (await asAdmin(webhook.get, { params: { id } })).data;
const logs = async (id: number) => (await asAdmin(webhook.logs, { params: { id }, query: {} })).data.list;
const tell = (data: Record<string, string | number | null> = {}) =>
  db.transaction((tx) =>
    emit(tx, new Date(begin), "customer.assigned", {
      customer_id: 7,
      customer_no: "KH2611200001",
      customer_name: "王伟",
      owner: "林顾问",
      link: "/customer/editCustomerInfo/7",
      ...data,
    }),
  );
const rows = () => db.select().from(outbox).where(eq(outbox.event, "webhook")).orderBy(outbox.id);

describe("a webhook", () => {
  test("has its address masked and sealed, and its test in the log", async () => {
    const id = await made();
    const [row] = (await asAdmin(webhook.list, { query: {} })).data.list;
    expect(row).toMatchObject({ url: "https://qyapi.weixin.qq.com/…5aaa", fail_count: 0 });
    expect(JSON.stringify(await db.select().from(webhookTable))).not.toContain("weixin");
    const body = { name: "销售群", url: null, secret: null, events, version: 1 };
    const changed = await asAdmin(webhook.update, { params: { id }, body });
    expect(changed.data.url).toBe("https://qyapi.weixin.qq.com/…5aaa");
    await asAdmin(webhook.test, { params: { id } });
    const lines = await db.select().from(operationLog).orderBy(operationLog.id);
    expect(lines.at(-1)).toMatchObject({ action: "setting", summary: "测试发送Webhook：销售群，成功" });
    expect(JSON.stringify(lines)).not.toContain("0ec2sifa5aaa");
  });

  test("has a name of its own", async () => {
    await made();
    const other = await made(custom);
    const body = { name: bot.name, url: null, secret: null, events, version: 1 };
    expect((await asAdmin(webhook.update, { params: { id: other }, body })).code).toBe(40900);
  });
});

describe("a delivery", () => {
  const again = (id: number, log_id: number) => asAdmin(webhook.again, { params: { id, log_id } });
  const sentIds = () => receiver.received.map(({ headers }) => headers["x-xinfang-delivery"]);

  test("is sent again under its own number, whatever became of it", async () => {
    const id = await made(custom);
    await tell();
    status = 500;
    await webhookSender(api.services).runDue();
    const [failed] = await logs(id);
    status = 200;
    setClock(60);
    expect((await again(id, failed?.id ?? 0)).data).toMatchObject({ is_sent: true, status_code: 200 });
    const [first, second] = receiver.received;
    expect(JSON.parse(second?.body ?? "")).toEqual(JSON.parse(first?.body ?? "null"));
    expect(new Set(sentIds()).size).toBe(1);
    expect(second?.headers["x-xinfang-signature"]).not.toBe(first?.headers["x-xinfang-signature"]);
    expect(await logs(id)).toMatchObject([
      { event: "customer.assigned", error: null, payload: failed?.payload },
      { error: "对方返回 HTTP 500" },
    ]);
    expect((await db.select().from(operationLog).orderBy(operationLog.id)).at(-1)).toMatchObject({
      ...{ action: "setting", target_type: "webhook", target_id: id },
      summary: "重发Webhook：数据平台，成功",
    });
    status = 500;
    expect((await again(id, failed?.id ?? 0)).data).toMatchObject({ is_sent: false, error: "对方返回 HTTP 500" });
    expect((await get(id)).fail_count).toBe(0);
  });

  test("is not sent to another webhook, nor to a disabled one", async () => {
    const [id, other] = [await made(custom), await made()];
    await asAdmin(webhook.test, { params: { id } });
    const [line] = await logs(id);
    expect((await again(other, line?.id ?? 0)).code).toBe(40400);
    expect((await again(id, 999_999)).code).toBe(40400);
    await asAdmin(webhook.disable, { params: { id } });
    expect(await again(id, line?.id ?? 0)).toMatchObject({ code: 40902, message: "Webhook已停用，请先启用" });
    expect(receiver.received).toHaveLength(1);
  });
});

describe("an event", () => {
  test("goes to those that are subscribed at that moment, masked and signed", async () => {
    await made(custom);
    await made({ ...bot, events: ["deal.contracted"] });
    const disabled = await made({ ...bot, name: "停用群" });
    await asAdmin(webhook.disable, { params: { id: disabled } });
    await tell({ phone: "13812345678" });
    await made({ ...bot, name: "后来的群" });
    await webhookSender(api.services).runDue();
    expect(receiver.received).toHaveLength(1);
    const [{ headers, body, path, host }] = receiver.received as [(typeof receiver.received)[number]];
    expect([host, path]).toEqual(["receiver.example.com:8443", "/hooks/crm?token=abcd1234"]);
    const sent = JSON.parse(body);
    expect(sent).toEqual({
      id: headers["x-xinfang-delivery"],
      event: "customer.assigned",
      at: "2026-11-20T12:00:00.000+08:00",
      text: "【客户分配】客户KH2611200001（王**）已由林顾问跟进",
      data: {
        customer_id: 7,
        customer_no: "KH2611200001",
        customer_name: "王**",
        owner: "林顾问",
        phone: "138****5678",
      },
      link: "https://desk.example.com/customer/editCustomerInfo/7",
    });
    expect(headers["x-xinfang-event"]).toBe("customer.assigned");
    const timestamp = String(begin / 1_000);
    expect(headers["x-xinfang-timestamp"]).toBe(timestamp);
    const digest = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    expect(headers["x-xinfang-signature"]).toBe(`sha256=${digest}`);
    expect(await rows()).toMatchObject([{ status: "sent", attempts: 1 }]);
    expect(JSON.stringify(await rows())).not.toContain("王伟");
    expect(await db.select().from(webhookLog)).toMatchObject([{ status_code: 200, error: null, payload: sent }]);
  });

  test("is one plain sentence for WeCom and Slack", async () => {
    await made();
    await made({ name: "slack", provider: "slack", url: "https://hooks.slack.com/services/T/B/x", secret: null });
    await tell({ owner: "<!channel> & Co" });
    await webhookSender(api.services).runDue();
    const bodies = receiver.received.map(({ host, body }) => ({ host, ...JSON.parse(body) }));
    const link = "https://desk.example.com/customer/editCustomerInfo/7";
    const sentence = "【客户分配】客户KH2611200001（王**）已由<!channel> & Co跟进";
    expect(bodies).toContainEqual({
      host: "qyapi.weixin.qq.com",
      msgtype: "text",
      text: { content: `${sentence}\n${link}` },
    });
    const escaped = "【客户分配】客户KH2611200001（王**）已由&lt;!channel&gt; &amp; Co跟进";
    expect(bodies).toContainEqual({
      host: "hooks.slack.com",
      text: `${escaped}\n<${link}|在新房工作台查看>`,
      unfurl_links: false,
    });
  });

  test("of an assignment leaves with it, for each of a bulk; one that was refused tells of nothing", async () => {
    await made();
    const team = await makeTeam(db);
    const manager = await makeUser(db, { role: "sales_manager", team_id: team.id });
    const sales = await makeUser(db, { role: "sales", team_id: team.id, name: "林顾问" });
    const ids = [(await makeCustomer(db)).id, (await makeCustomer(db)).id];
    const asManager = await api.as(manager.id);
    const body = { ids, user_id: sales.id, reason: null, force: false };
    expect((await asManager(customer.assignBatch, { body })).data.success).toEqual(ids);
    expect((await asManager(customer.assignBatch, { body })).data.failed).toHaveLength(2);
    expect((await rows()).map(({ payload }) => payload.data)).toMatchObject(
      ids.map((customer_id) => ({ customer_id, owner: "林顾问" })),
    );
  });

  test("is tried again after 10, 60 and 300 seconds, with a line in the log for each try", async () => {
    const id = await made();
    [status, answer] = [200, '{"errcode":93000,"errmsg":"invalid webhook url"}'];
    await tell();
    const sender = webhookSender(api.services);
    const triesAt: number[] = [];
    for (const second of [0, 9, 10, 69, 70, 369, 370, 1_000]) {
      setClock(second);
      const before = receiver.received.length;
      await sender.runDue();
      if (receiver.received.length > before) triesAt.push(second);
    }
    expect(triesAt).toEqual([0, 10, 70, 370]);
    expect(await rows()).toMatchObject([{ status: "failed", attempts: 4 }]);
    const lines = await logs(id);
    expect(lines.map(({ error }) => error)).toEqual(Array(4).fill("企业微信返回错误 93000"));
    expect(await get(id)).toMatchObject({ fail_count: 1, last_status_code: 200, last_sent_at: lines[0]?.at });
    [status, answer] = [200, '{"errcode":0}'];
    await tell();
    await sender.runDue();
    expect((await get(id)).fail_count).toBe(0);
  });

  test("that is lost for the twentieth time in a row disables its webhook and tells the administrators", async () => {
    const id = await made(custom);
    status = 500;
    await db.update(webhookTable).set({ fail_count: 18 });
    await tell();
    await tell();
    await tell();
    await db.update(outbox).set({ attempts: 3 });
    await webhookSender(api.services).runDue();
    const lost = await get(id);
    expect(lost).toMatchObject({ status: "disabled", last_status_code: 500 });
    // The third was on its way as well, or came to a webhook that was disabled already.
    expect([20, 21]).toContain(lost?.fail_count);
    expect(await db.select().from(message)).toMatchObject([
      { user_id: admin.id, category: "system", title: "Webhook已自动停用", level: "warning" },
    ]);
    await tell();
    expect(await rows()).toHaveLength(3);
    expect((await asAdmin(webhook.enable, { params: { id } })).data).toMatchObject({
      status: "enabled",
      fail_count: 0,
    });
  });

  test("waits where twenty went to a WeCom group within the minute, from whichever server", async () => {
    await made();
    for (let count = 0; count < 24; count++) await tell({ customer_id: count });
    await Promise.all([webhookSender(api.services).runDue(), webhookSender(elsewhere.services).runDue()]);
    expect(receiver.received).toHaveLength(20);
    const waiting = (await rows()).filter(({ status }) => status === "pending");
    expect(waiting.map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0]);
    setClock(59);
    await webhookSender(api.services).runDue();
    expect(receiver.received).toHaveLength(20);
    setClock(60);
    await webhookSender(api.services).runDue();
    const sent = receiver.received.map(({ body }) => body);
    expect(sent).toHaveLength(24);
    expect((await rows()).every(({ status }) => status === "sent")).toBe(true);
  });

  test("is not sent for a webhook that was disabled or deleted meanwhile, and never from a demo", async () => {
    const [one, two] = [await made(), await made(custom)];
    await tell();
    await asAdmin(webhook.disable, { params: { id: one } });
    await asAdmin(webhook.remove, { params: { id: two } });
    await webhookSender(api.services).runDue();
    await asAdmin(webhook.enable, { params: { id: one } });
    await db.insert(databaseFlag).values({ name: "demo", value: "1" });
    await tell();
    await webhookSender(api.services).runDue();
    expect((await rows()).map(({ status }) => status)).toEqual(["skipped", "skipped", "skipped"]);
    expect(receiver.received).toEqual([]);
  });
});

describe("a test", () => {
  test("goes out at once and says what was answered, also of a disabled webhook; a failure does not count", async () => {
    const id = await made(custom);
    await asAdmin(webhook.disable, { params: { id } });
    answer = "taken with thanks";
    const reply = await asAdmin(webhook.test, { params: { id } });
    expect(reply.data).toMatchObject({ is_sent: true, status_code: 200, answer: "taken with thanks", error: null });
    status = 404;
    const refused = await asAdmin(webhook.test, { params: { id } });
    expect(refused.data).toMatchObject({ is_sent: false, status_code: 404, error: "对方返回 HTTP 404" });
    expect(await get(id)).toMatchObject({ status: "disabled", fail_count: 0, last_status_code: 404 });
    expect(await logs(id)).toMatchObject([
      { event: "test", status_code: 404, error: "对方返回 HTTP 404" },
      { event: "test", status_code: 200, error: null, payload: { event: "test" } },
    ]);
  });

  test("says that nothing is sent into our own network, and is limited as events are", async () => {
    const id = await made();
    api.services.outward = { ...receiver.outward, isAllowed: undefined };
    const closed = await asAdmin(webhook.test, { params: { id } });
    api.services.outward = receiver.outward;
    expect(closed.data).toMatchObject({ is_sent: false, status_code: null, error: "不能发往内网或保留地址" });
    for (let count = 0; count < 19; count++) await asAdmin(webhook.test, { params: { id } });
    expect((await asAdmin(webhook.test, { params: { id } })).code).toBe(42900);
    expect(receiver.received).toHaveLength(19);
  });
});

test("the log is kept for thirty days", async () => {
  const id = await made();
  await asAdmin(webhook.test, { params: { id } });
  const nightly = async (now: string) => {
    const jobs = jobsOf(api.services);
    await jobs.runDue(new Date(now));
    await jobs.stop();
  };
  await nightly("2026-12-20T04:00:00+08:00");
  expect(await db.select().from(webhookLog)).toHaveLength(1);
  await nightly("2026-12-21T04:00:00+08:00");
  expect(await db.select().from(webhookLog)).toHaveLength(0);
});

lifeOf(api, webhook, {
  by: asAdmin,
  facts: { events, ...bot },
  shown: { url: "https://qyapi.weixin.qq.com/…5aaa", status: "enabled", fail_count: 0 },
  change: { name: "销售群", url: null, secret: null },
  shownAfter: { url: "https://qyapi.weixin.qq.com/…5aaa" },
  named: "Webhook：销售一群",
  namedAfter: "Webhook：销售群",
  changes: [["名称", "销售一群", "销售群"]],
  unique: "销售一群",
  wrong: [
    [{ url: "http://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx" }, "url", "须为 https 地址"],
    [
      { url: "https://qyapi.weixin.qq.com.example.com/cgi-bin/webhook/send?key=693a91f6-7xxx" },
      "url",
      "企业微信群机器人",
    ],
    [{ url: "https://qyapi.weixin.qq.com/cgi-bin/message/send?key=693a91f6-7xxx" }, "url", "企业微信群机器人"],
    [{ ...custom, provider: "slack" }, "url", "hooks.slack.com"],
    [{ ...custom, url: "https://user:pass@receiver.example.com/" }, "url", "用户名或密码"],
    [{ ...custom, url: "https://receiver.example.com:22/" }, "url", "端口"],
    [{ ...custom, url: "https://0x7f000001/" }, "url", "IP"],
    [{ ...custom, url: "https://[::1]/" }, "url", "IP"],
    [{ ...custom, url: "https://crm.internal/" }, "url", "内网"],
    [{ ...custom, url: "not an address" }, "url", "https"],
    [{ ...custom, secret: null }, "secret", "请输入签名密钥"],
    [{ ...custom, secret: "short" }, "secret", "至少16个字"],
    [{ events: [] }, "events", "请选择事件"],
    [{ events: ["customer.born"] }, "events", "请选择事件"],
    [{ name: "" }, "name", "请输入名称"],
    [{ provider: "mail" }, "provider", "请选择类型"],
  ],
  roles: { all: "SA" },
});
