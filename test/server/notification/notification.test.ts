import { createHmac } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Input } from "~/contract/endpoint";
import { notification } from "~/contract/notification/notification";
import { notificationInbox } from "~/contract/notification/notification-inbox";
import { message as messageContract } from "~/contract/shared/message";
import { isoInstant } from "~/server/database/tables/columns";
import { notificationReceipt, notification as table } from "~/server/database/tables/notification/notification";
import { databaseFlag, media, message, role as roleTable } from "~/server/database/tables/system/system";
import { jobsOf } from "~/server/jobs/jobs";
import { notificationSend } from "~/server/jobs/notification/notification-send";
import { sweepMedia } from "~/server/lib/media";
import { demoFlag, sealSetting } from "~/server/lib/settings";
import { notificationSender } from "~/server/resources/notification/send/sender";
import { makeAccount, makeAgent } from "~/test/support/agent";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { desk } from "~/test/support/desk";
import {
  days,
  makeBlacklist,
  makeCustomer,
  makeCustomerUser,
  makeMedia,
  makeTeam,
  makeUser,
  setSetting,
  testNow,
} from "~/test/support/factories";
import { startPlatform } from "~/test/support/platform";
import { startReceiver } from "~/test/support/receiver";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { machine } from "~/test/support/signed-call";

const { db, api, editor, asEditor, asBoss, sales, asSales, asAdmin, logLines, runJob, whoMay } = desk(
  {
    admin: { role: "super_admin", name: "郑主管" },
    editor: { role: "content_editor", name: "林编辑" },
    boss: {
      permissions: ["notification:info:view", "notification:info:edit", "notification:info:send"],
      scope: "team",
      team: "一部",
      name: "何经理",
    },
    sales: { role: "sales", team: "一部", name: "王顾问" },
  },
  4,
);
/** Another node on the same database. */
const other = testApi(testDatabase(4).db, { now: testNow });
const site = machine(api);

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let answer: (count: number) => { status?: number } | "hang" | Promise<{ status?: number }>;
beforeAll(async () => {
  receiver = await startReceiver(() => answer(receiver.received.length) as { status?: number } | "hang");
  for (const one of [api, other]) one.services.outward = { ...receiver.outward, limit: 20_000 };
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  answer = () => ({ status: 200 });
});

type Body = Input<typeof notification.create>["body"];
const gatewaySecret = "a secret of the gateway";
const setUp = async () => {
  await setSetting(db, "notify.gateway_url", "https://receiver.example.com/notify?key=1");
  const sealed = sealSetting(api.services, "notify.gateway_secret", gatewaySecret);
  await setSetting(db, "notify.gateway_secret", sealed);
};
const bodyOf = (over: object = {}) =>
  ({ title: "系统维护公告", content: "<p>周六凌晨系统维护。</p>", channels: ["inbox"], ...over }) as Body;
const add = async (over: object = {}, by = asEditor) => {
  const reply = await by(notification.create, { body: bodyOf(over) });
  expect(reply).toMatchObject({ code: 200 });
  return reply.data.id;
};
const get = async (id: number) => (await asAdmin(notification.get, { params: { id } })).data;
type Act = "send" | "unschedule" | "stop" | "recall";
const act = async (name: Act, id: number, by = asEditor) =>
  by(notification[name], { params: { id }, body: { version: (await get(id)).version } });
const retry = async (id: number, with_unknown = false) =>
  asEditor(notification.retry, { params: { id }, body: { version: (await get(id)).version, with_unknown } });
const schedule = async (id: number, send_at: string) =>
  asEditor(notification.schedule, { params: { id }, body: { version: (await get(id)).version, send_at } });
const run = (one = api) => notificationSender(one.services).runDue();
const sent = async (over: object = {}) => {
  const id = await add(over);
  expect(await act("send", id)).toMatchObject({ code: 200, data: { status: "sending" } });
  await run();
  return id;
};
const receipts = async (id: number, query: object = {}) =>
  (await asAdmin(notification.receipts, { params: { id }, query: { page_size: 100, ...query } })).data.list;
const later = (seconds: number) => {
  for (const one of [api, other]) one.setClock(new Date(testNow.getTime() + seconds * 1_000));
};
const shown = (list: Awaited<ReturnType<typeof receipts>>) =>
  list.map(({ name, channel, status, reason }) => [name, channel, status, reason]);

describe("its life", () => {
  test("is written, changed, scheduled, taken back, sent, read and recalled, and the log says so", async () => {
    const id = await add({ summary: "周六凌晨" });
    const body = { ...bodyOf({ title: "维护公告", scope: "custom", staff_ids: [sales.id] }), version: 1 };
    expect((await asEditor(notification.update, { params: { id }, body })).data).toMatchObject({
      ...{ title: "维护公告", version: 2, audience_text: "员工 · 王顾问" },
      can: { edit: true, send: true, stop: false, recall: false, retry: false, delete: true },
    });
    expect(await asEditor(notification.update, { params: { id }, body })).toMatchObject({
      code: 40901,
      data: { title: "维护公告", version: 2 },
    });
    expect(await schedule(id, isoInstant(testNow.getTime()))).toMatchObject(refusedAt("send_at"));
    expect((await schedule(id, days(1))).data).toMatchObject({ status: "scheduled", send_at: days(1) });
    expect(await asEditor(notification.update, { params: { id }, body: { ...body, version: 3 } })).toMatchObject({
      code: 40902,
    });
    expect(await asEditor(notification.remove, { params: { id } })).toMatchObject({ code: 40902 });
    expect((await act("unschedule", id)).data.status).toBe("draft");
    expect((await act("recall", id)).code).toBe(40902);
    expect((await act("send", id)).data).toMatchObject({ status: "sending", progress: { is_finding: true } });
    await run();
    expect(await get(id)).toMatchObject({
      ...{ status: "sent", target_count: 1, sent_count: 1, read_count: 0, failure: null },
      sent_by: { name: "林编辑" },
      progress: { total: 1, done: 1, is_finding: false },
      tally: [{ channel: "inbox", total: 1, sent: 1, read: 0, skipped: 0 }],
    });
    expect((await act("send", id)).code).toBe(40902);
    const [written] = (await asSales(messageContract.list, { query: {} })).data.list;
    expect(written).toMatchObject({
      ...{ title: "维护公告", category: "system", link: `/personal-center?notice=${id}`, link_id: id, read_at: null },
    });
    const mine = await asSales(notification.mine, { params: { id } });
    expect(mine.data).toMatchObject({ title: "维护公告", content: "<p>周六凌晨系统维护。</p>" });
    await asSales(notification.mine, { params: { id } });
    expect(await get(id)).toMatchObject({ read_count: 1, tally: [{ read: 1 }] });
    expect((await db.select().from(message))[0]?.read_at).not.toBeNull();
    expect(await receipts(id, { read: "yes" })).toMatchObject([{ name: "王顾问", of: "一部" }]);
    // Nobody else's.
    expect(await asEditor(notification.mine, { params: { id } })).toMatchObject({ code: 40400 });
    expect((await act("recall", id)).data).toMatchObject({ status: "recalled", can: { retry: false, copy: true } });
    expect(await asSales(notification.mine, { params: { id } })).toMatchObject({ code: 40400 });
    expect(await db.select().from(message)).toEqual([]);
    const lines = await logLines();
    expect(lines.map(({ action, summary }) => `${action} ${summary}`)).toEqual([
      "create 新增通知 系统维护公告",
      "update 编辑通知 维护公告",
      "publish 定时发送通知 维护公告",
      "update 取消定时发送通知 维护公告",
      "publish 发送通知 维护公告",
      "update 通知发送完成 维护公告：目标1人，送达1人",
      "update 撤回通知 维护公告",
    ]);
  });

  test("a copy is a draft of its own, and only drafts are deleted", async () => {
    const id = await sent({ scope: "custom", staff_ids: [sales.id], title: "长".repeat(60) });
    const copy = (await asEditor(notification.copy, { params: { id } })).data.id;
    expect(await get(copy)).toMatchObject({
      ...{ status: "draft", staff_ids: [sales.id], target_count: 0, title: `${"长".repeat(56)}（副本）` },
    });
    expect((await asEditor(notification.remove, { params: { id } })).code).toBe(40902);
    expect((await asEditor(notification.remove, { params: { id: copy } })).code).toBe(200);
    expect((await asEditor(notification.get, { params: { id: copy } })).code).toBe(40400);
  });

  test.each([
    [{ title: "" }, "title"],
    [{ title: "长".repeat(61) }, "title"],
    [{ content: "<p></p>" }, "content"],
    [{ content: "<script>alert(1)</script>" }, "content"],
    [{ channels: [] }, "channels"],
    [{ channels: ["push"] }, "channels"],
    [{ audience: "user", channels: ["wecom"] }, "channels"],
    [{ audience: "user", scope: "team", team_ids: [1] }, "scope"],
    [{ scope: "agent_level", agent_levels: ["S"] }, "scope"],
    [{ scope: "role" }, "role_ids"],
    [{ scope: "custom" }, "staff_ids"],
    [{ scope: "custom", staff_ids: [999_999] }, "staff_ids"],
    [{ scope: "custom", staff_ids: Array.from({ length: 501 }, (_, n) => n + 1) }, "staff_ids"],
    [{ scope: "filter" }, "filter"],
    [{ scope: "filter", filter: "stauts=enabled" }, "filter"],
    [{ scope: "filter", filter: "status=nobody" }, "filter"],
    [{ scope: "filter", filter: "page=2" }, "filter"],
    [{ send_mode: "scheduled" }, "send_at"],
    [{ link_url: "javascript:alert(1)" }, "link_url"],
    [{ cover_id: 999_999 }, "cover_id"],
  ])("%o is refused", async (over, field) => {
    expect(await asAdmin(notification.create, { body: bodyOf(over) })).toMatchObject({
      status: 422,
      data: { errors: [{ field }] },
    });
  });

  test("what the text holds beyond the editor's own is taken out, and its pictures are kept from the sweep", async () => {
    const file = { scene: "content", is_private: false, kind: "image", created_at: days(-9) };
    const [shownFile, cover, lost] = [
      await makeMedia(db, { uploader: editor.id, ...file }),
      await makeMedia(db, { uploader: editor.id, ...file, scene: "cover" }),
      await makeMedia(db, { uploader: editor.id, ...file }),
    ];
    const content = `<p onclick="x()">看图<img data-media-id="${shownFile.id}"></p><script>alert(1)</script>`;
    const id = await add({ content, cover_id: cover.id });
    const { content: safe, cover: address } = await get(id);
    expect(safe).not.toMatch(/script|onclick/);
    expect(safe).toContain(`data-media-id="${shownFile.id}"`);
    expect(address).toContain(`/api/upload/media/${cover.id}/`);
    await sweepMedia(api.services);
    const saved = await db.select({ id: media.id }).from(media).orderBy(media.id);
    expect(saved.map((one) => one.id)).toEqual([shownFile.id, cover.id]);
    expect(saved.map((one) => one.id)).not.toContain(lost.id);
  });

  test("is found by title, kind, audience, state and day", async () => {
    const id = await sent({ scope: "custom", staff_ids: [sales.id], type: "policy" });
    await add({ title: "用户活动", audience: "user", type: "activity" });
    const found = async (query: object) =>
      (await asEditor(notification.list, { query })).data.list.map(({ title }) => title);
    expect(await found({})).toEqual(["用户活动", "系统维护公告"]);
    expect(await found({ keyword: "活动" })).toEqual(["用户活动"]);
    expect(await found({ audience: ["staff"] })).toEqual(["系统维护公告"]);
    expect(await found({ status: ["sent"], type: ["policy"] })).toEqual(["系统维护公告"]);
    expect(await found({ send_from: "2026-11-20", send_to: "2026-11-20" })).toEqual(["系统维护公告"]);
    expect(await found({ send_from: "2026-11-21" })).toEqual([]);
    expect(await get(id)).toMatchObject({ send_at: isoInstant(testNow) });
  });
});

describe("whom it reaches", () => {
  const estimate = async (aim: object, by = asAdmin) => (await by(notification.estimate, { body: aim as never })).data;
  const reached = async (over: object) => (await receipts(await sent(over))).map(({ name }) => name).sort();

  test("colleagues by role, by team with those below, by the list's filters; who has left is not among them", async () => {
    const above = await makeTeam(db);
    const below = await makeTeam(db, { parent_id: above.id });
    await makeUser(db, { name: "甲", team_id: above.id, role: "finance" });
    await makeUser(db, { name: "乙", team_id: below.id, role: "finance", status: "disabled" });
    await makeUser(db, { name: "丙", team_id: below.id, status: "resigned" });
    const [finance] = await db.select().from(roleTable).where(eq(roleTable.code, "finance"));
    const role_ids = [finance?.id ?? 0];
    expect(await estimate({ scope: "role", role_ids })).toMatchObject({
      ...{ count: 2, is_capped: false, skipped: [{ reason: "disabled", count: 1 }] },
      reachable: [
        { channel: "inbox", count: 1 },
        { channel: "wecom", count: 0 },
        { channel: "email", count: 1 },
        { channel: "sms", count: 0 },
      ],
    });
    expect(await reached({ scope: "role", role_ids })).toEqual(["甲", "乙"].sort());
    expect(await reached({ scope: "team", team_ids: [above.id] })).toEqual(["甲", "乙"].sort());
    const byList = await asAdmin(notification.create, {
      body: bodyOf({ scope: "filter", filter: `?role_id=${finance?.id}&status=enabled&page=2&sort=name` }),
    });
    await act("send", byList.data.id, asAdmin);
    await run();
    expect((await receipts(byList.data.id)).map(({ name }) => name)).toEqual(["甲"]);
    expect((await estimate({ scope: "all" })).count).toBe(6);
    // The list's own code is required: otherwise its filters would reveal people the user may not look up.
    expect(await asEditor(notification.estimate, { body: { scope: "filter", filter: "keyword=甲" } })).toMatchObject(
      refusedAt("filter"),
    );
  });

  test("nobody reaches more people than they see: not to estimate, and not to send", async () => {
    await makeUser(db, { name: "外部", role: "sales" });
    const mine = await makeAgent(db, { manager_id: sales.id, level: "S" });
    const foreign = await makeAgent(db, { manager_id: editor.id, level: "S" });
    await makeAccount(db, { agent_id: mine.id, name: "本部代理" });
    await makeAccount(db, { agent_id: foreign.id, name: "他部代理" });
    expect((await estimate({ scope: "all" }, asBoss)).count).toBe(2);
    const aim = { audience: "agent", scope: "agent_level", agent_levels: ["S"] };
    expect((await estimate(aim, asBoss)).count).toBe(1);
    expect((await estimate(aim)).count).toBe(2);
    const id = await add(aim, asBoss);
    await act("send", id, asBoss);
    await run();
    expect((await receipts(id)).map(({ name, of }) => [name, of])).toEqual([["本部代理", mine.name]]);
    const named = await add({ scope: "custom", staff_ids: [editor.id] }, asBoss);
    expect(await act("send", named, asBoss)).toMatchObject({ code: 42200, message: "没有符合条件的接收人" });
  });

  test("whoever is not to be contacted, is leaving, disabled, or has no address is passed over and listed", async () => {
    await setUp();
    const user = (nickname: string, given: object = {}) =>
      makeCustomerUser(db, { nickname, country_code: "CN", ...given });
    await user("可达", { email: "ke@example.com" });
    await user("无邮箱", { email: null });
    await user("注销中", { status: "unregistering" });
    await user("已禁用", { status: "disabled" });
    await user("已注销", { status: "unregistered" });
    await user("外国", { country_code: "JP" });
    const byPhone = await user("黑号码");
    const about = await makeCustomer(db);
    await user("黑客户", { customer_id: about.id });
    const effects = ["no_contact" as const];
    await makeBlacklist(db, { type: "phone", value: byPhone.phone_e164 ?? "", effects });
    await makeBlacklist(db, { type: "wechat", value: "someone", customer_id: about.id, effects });
    // Over, or of another effect: neither keeps anybody out.
    const free = await user("已解除", { email: "jie@example.com" });
    await makeBlacklist(db, { type: "email", value: "jie@example.com", effects, expire_at: days(-1) });
    await makeBlacklist(db, { type: "user", value: String(free.id), effects: ["block_login"] });
    const aim = { audience: "user", scope: "country", countries: ["CN"] };
    const { count, skipped } = await estimate(aim);
    expect([count, Object.fromEntries(skipped.map(({ reason, count: n }) => [reason, n]))]).toEqual([
      7,
      { unregistering: 1, disabled: 1, no_contact: 2 },
    ]);
    const id = await sent({ ...aim, channels: ["inbox", "email"] });
    expect(shown(await receipts(id, { status: ["skipped"] })).sort()).toEqual(
      [
        ["已禁用", "email", "skipped", "disabled"],
        ["已禁用", "inbox", "skipped", "disabled"],
        ["无邮箱", "email", "skipped", "no_address"],
        ["注销中", "email", "skipped", "unregistering"],
        ["注销中", "inbox", "skipped", "unregistering"],
        ["黑号码", "email", "skipped", "no_contact"],
        ["黑号码", "inbox", "skipped", "no_contact"],
        ["黑客户", "email", "skipped", "no_contact"],
        ["黑客户", "inbox", "skipped", "no_contact"],
      ].sort(),
    );
    const grouped = await asAdmin(notification.receipts, { params: { id }, query: { group: "status" } });
    expect(grouped.data.groups).toEqual([
      { value: "skipped", count: 9, count_capped: false },
      { value: "sent", count: 5, count_capped: false },
    ]);
    const where = { op: "and" as const, items: [{ field: "reason", cmp: "in" as const, value: ["no_contact"] }] };
    const narrow = await asAdmin(notification.receipts, { params: { id }, query: { where, status: ["skipped"] } });
    expect(narrow).toMatchObject({ code: 200, data: { total: 4 } });
    const unread = { op: "and" as const, items: [{ field: "read_at", cmp: "empty" as const }] };
    const open = await asAdmin(notification.receipts, { params: { id }, query: { where: unread } });
    expect(open).toMatchObject({ code: 200, data: { total: 14 } });
    expect(await get(id)).toMatchObject({ status: "sent", target_count: 7, sent_count: 3 });
    expect(receiver.received).toHaveLength(2);
    expect(shown(await receipts(id, { keyword: "黑号", channel: ["inbox"] }))).toHaveLength(1);
  });

  test("the demo sends nothing out", async () => {
    await db.insert(databaseFlag).values(demoFlag).onConflictDoNothing();
    await makeCustomerUser(db, { nickname: "演示", email: "demo@example.com" });
    expect((await asEditor(notification.channels)).data.every(({ is_ready }) => is_ready)).toBe(true);
    const id = await sent({ audience: "user", channels: ["inbox", "email"] });
    expect(shown(await receipts(id))).toEqual([
      ["演示", "inbox", "sent", null],
      ["演示", "email", "skipped", "demo"],
    ]);
    await db.delete(databaseFlag).where(eq(databaseFlag.name, demoFlag.name));
  });
});

describe("what leaves the house", () => {
  const toUsers = async (count: number) => {
    for (let n = 0; n < count; n++) await makeCustomerUser(db, { nickname: `用户${n}`, email: `u${n}@example.com` });
    return { audience: "user", channels: ["email"] };
  };
  const ids = () => receiver.received.map(({ body }) => JSON.parse(body).id as string);

  test("needs the gateway, which says so before anybody sends", async () => {
    const id = await add(await toUsers(1));
    expect((await asEditor(notification.channels)).data).toContainEqual({
      ...{ channel: "email", is_ready: false, note: "未配置外发网关" },
    });
    for (const reply of [await act("send", id), await schedule(id, days(1))])
      expect(reply).toMatchObject({
        ...{ code: 42200, message: "未配置外发网关，不能发送邮件" },
        data: { errors: [{ field: "channels" }] },
      });
    expect(await get(id)).toMatchObject({ status: "draft" });
  });

  test("is signed, and a retry of what failed goes out under the same number", async () => {
    await setUp();
    await setSetting(db, "site.desk_base", "https://desk.example.com");
    answer = (count) => ({ status: count === 1 ? 400 : 200 });
    const id = await sent({ ...(await toUsers(2)), link_url: "https://example.com/a" });
    expect(await get(id)).toMatchObject({ status: "sent", sent_count: 1, failed_count: 1, can: { retry: true } });
    const [first] = receiver.received;
    const { "x-xinfang-signature": sign, "x-xinfang-timestamp": timestamp } = first?.headers ?? {};
    expect(sign).toBe(
      `sha256=${createHmac("sha256", gatewaySecret).update(`${timestamp}.${first?.body}`).digest("hex")}`,
    );
    expect(first).toMatchObject({ path: "/notify?key=1", headers: { "x-xinfang-event": "notification.email" } });
    const written = JSON.parse(first?.body ?? "");
    expect(written).toMatchObject({
      ...{ id: first?.headers["x-xinfang-delivery"], channel: "email", notification: { id, type: "system" } },
      ...{ title: "系统维护公告", text: "周六凌晨系统维护。", html: "<p>周六凌晨系统维护。</p>" },
      ...{
        to: { audience: "user", email: expect.stringContaining("@example.com") },
        link: expect.stringMatching(/^https:\/\/desk\.example\.com\/n\/[\w-]{22}$/),
      },
    });
    const [failed] = await receipts(id, { status: ["failed"] });
    expect(failed).toMatchObject({ error: "网关返回 HTTP 400", attempts: 1 });
    expect((await retry(id)).data).toMatchObject({ status: "sending", failed_count: 0 });
    await run();
    const again = await receipts(id, { keyword: failed?.name });
    expect(again).toMatchObject([{ status: "sent", attempts: 2, error: null }]);
    expect(await get(id)).toMatchObject({ status: "sent", sent_count: 2, progress: { total: 2, done: 2 } });
    expect(ids()).toHaveLength(3);
    expect(new Set(ids()).size).toBe(2);
    expect(await retry(id)).toMatchObject({ code: 42200, message: "没有需要重试的接收人" });
  });

  test("without an answer nobody knows, and only a person sends it again", async () => {
    await setUp();
    answer = () => "hang";
    api.services.outward = { ...receiver.outward, limit: 1_000 };
    const id = await sent(await toUsers(1));
    api.services.outward = { ...receiver.outward, limit: 20_000 };
    expect(await get(id)).toMatchObject({ status: "failed", failure: "没有送达任何接收人", unknown_count: 1 });
    answer = () => ({ status: 200 });
    await run();
    expect(await retry(id)).toMatchObject({ code: 42200 });
    expect(receiver.received).toHaveLength(1);
    expect((await retry(id, true)).code).toBe(200);
    await run();
    expect(await get(id)).toMatchObject({ status: "sent", sent_count: 1, unknown_count: 0 });
    expect(new Set(ids()).size).toBe(1);
  });

  test("what was on its way when its server died is unknown; the rest is sent by another", async () => {
    await setUp();
    const id = await add(await toUsers(30));
    await act("send", id);
    // As a server leaves it that dies between the call and its answer.
    await rowsOf(db).updateIn("notification", id, {
      runner: "dead",
      beat_at: isoInstant(testNow),
      found_to: null,
      receipt_count: 30,
      target_count: 30,
    });
    await db.execute(sql`insert into notification_receipt (notification_id, recipient_type, recipient_id, channel, status)
      select ${id}, 'user', id, 'email', case when row_number() over (order by id) <= 20 then 'sending' else 'pending' end from customer_user`);
    later(30);
    await run(other);
    expect(receiver.received).toEqual([]);
    later(61);
    await run(other);
    expect(receiver.received).toHaveLength(10);
    expect(await get(id)).toMatchObject({
      ...{ status: "sent", sent_count: 10, unknown_count: 20, progress: { total: 30, done: 30 } },
      tally: [{ sent: 10, unknown: 20, pending: 0 }],
    });
    await run();
    expect(receiver.received).toHaveLength(10);
  });

  test("a gateway that is down ends the sending with its reason, so that the rest is not tried in vain", async () => {
    await setUp();
    answer = () => ({ status: 503 });
    const id = await sent(await toUsers(45));
    expect(receiver.received).toHaveLength(20);
    expect(await get(id)).toMatchObject({ status: "failed", failure: "网关返回 HTTP 503", failed_count: 20 });
    answer = () => ({ status: 200 });
    expect((await retry(id)).code).toBe(200);
    await run();
    expect(await get(id)).toMatchObject({ status: "sent", sent_count: 45, failed_count: 0 });
    expect(new Set(ids()).size).toBe(45);
  });

  test("stopped in the middle it waits, and goes on where it was; recalled, the rest is left out", async () => {
    await setUp();
    const aim = await toUsers(50);
    const stopAt = (id: number, name: "stop" | "recall") => {
      let stopping: Promise<unknown> | undefined;
      answer = () => {
        stopping ??= act(name, id);
        return { status: 200 };
      };
      return { done: () => stopping };
    };
    const id = await add(aim);
    await act("send", id);
    const stopped = stopAt(id, "stop");
    await run();
    await stopped.done();
    await run();
    const { status, sent_count } = await get(id);
    expect(status).toBe("stopped");
    expect(sent_count).toBeLessThan(50);
    expect(sent_count).toBe(receiver.received.length);
    expect((await retry(id)).data.status).toBe("sending");
    const recalled = stopAt(id, "recall");
    await run();
    await recalled.done();
    const after = await get(id);
    expect(after).toMatchObject({ status: "recalled", progress: { total: 50, done: 50 } });
    expect(after.sent_count).toBe(receiver.received.length);
    const rest = await receipts(id, { reason: ["recalled"] });
    expect(rest).toHaveLength(50 - after.sent_count);
    expect(new Set(ids()).size).toBe(receiver.received.length);
  });

  test("a test goes to who asks for it alone, by each channel, and says what does not work", async () => {
    await setUp();
    await makeCustomerUser(db, { email: "someone@example.com" });
    const id = await add({ audience: "user", channels: ["inbox", "email", "push", "sms"] });
    const { data } = await asEditor(notification.test, { params: { id } });
    expect(data).toEqual([
      { channel: "inbox", is_sent: true, error: null },
      { channel: "email", is_sent: true, error: null },
      { channel: "push", is_sent: false, error: expect.stringContaining("不能测试") },
      { channel: "sms", is_sent: false, error: "您没有填写手机号" },
    ]);
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { title: "【测试】系统维护公告", to: { email: editor.email } },
    ]);
    expect(await db.select().from(message)).toMatchObject([{ user_id: editor.id, title: "【测试】系统维护公告" }]);
    expect(await db.select().from(notificationReceipt)).toEqual([]);
    const staff = await add({ channels: ["wecom"] });
    expect((await asEditor(notification.test, { params: { id: staff } })).data).toEqual([
      { channel: "wecom", is_sent: false, error: "未配置企业微信应用" },
    ]);
  });
});

describe("to colleagues by WeCom", () => {
  let wecom: Awaited<ReturnType<typeof startPlatform>>;
  let errcode = 0;
  beforeAll(async () => {
    wecom = await startPlatform(({ path }) => {
      if (path === "/cgi-bin/gettoken") return { json: { errcode: 0, access_token: "company", expires_in: 7_200 } };
      return errcode === -1 ? { status: 502, json: {} } : { json: { errcode, errmsg: "" } };
    });
    api.services.platforms = { wecom: wecom.url, limit: 2_000 };
  });
  afterAll(() => wecom.close());

  test("as a card that opens it; whoever is not bound is passed over, a refusal fails, and silence is unknown", async () => {
    const aim = { scope: "role", channels: ["wecom"] };
    const [role] = await db.select().from(roleTable).where(eq(roleTable.code, "finance"));
    const role_ids = [role?.id ?? 0];
    await makeUser(db, { name: "甲", role: "finance", wecom_userid: "jia" });
    await makeUser(db, { name: "乙", role: "finance" });
    const closed = await add({ ...aim, role_ids });
    expect(await act("send", closed)).toMatchObject({ code: 42200, message: "未配置企业微信应用，不能发送企业微信" });
    await setSetting(db, "wecom.corp_id", "ww1");
    await setSetting(db, "wecom.agent_id", "1000002");
    await setSetting(db, "wecom.secret", sealSetting(api.services, "wecom.secret", "hush"));
    await setSetting(db, "site.desk_base", "https://desk.example.com");
    errcode = 0;
    const id = await sent({ ...aim, role_ids });
    expect(shown(await receipts(id))).toEqual([
      ["甲", "wecom", "sent", null],
      ["乙", "wecom", "skipped", "no_address"],
    ]);
    const cards = wecom.asked
      .filter(({ path }) => path === "/cgi-bin/message/send")
      .map(({ body }) => JSON.parse(body));
    expect(cards).toMatchObject([
      {
        ...{ touser: "jia", agentid: 1000002, msgtype: "textcard" },
        textcard: {
          title: "系统维护公告",
          description: "周六凌晨系统维护。",
          url: `https://desk.example.com/personal-center?notice=${id}`,
        },
      },
    ]);
    for (const [code, status] of [
      [60111, "failed"],
      [40056, "failed"],
      [-1, "unknown"],
    ] as const) {
      errcode = code;
      expect(await receipts(await sent({ ...aim, role_ids }), { keyword: "甲" })).toMatchObject([{ status }]);
    }
  });
});

describe("by itself", () => {
  test("whoever watches hears how far it is", async () => {
    const id = await add({ scope: "custom", staff_ids: [sales.id] });
    const listen = async (userId: number) => {
      const headers = { authorization: `Bearer ${await api.tokenOf(userId)}` };
      return api.app.request(`http://test.local/api/user/events?topics=notice_progress:${id}`, { headers });
    };
    expect((await listen(sales.id)).status).toBe(403);
    const reader = (await listen(editor.id)).body?.getReader();
    await act("send", id);
    await run();
    const decoder = new TextDecoder();
    let heard = "";
    while (!heard.includes('"status":"sent"')) heard += decoder.decode((await reader?.read())?.value, { stream: true });
    expect(heard).toContain("event: notice_progress");
    expect(heard).toContain(`"id":${id}`);
    await reader?.cancel();
  });

  test("a scheduled one is begun by one of the nodes, once, when its time has come", async () => {
    const id = await add({ scope: "custom", staff_ids: [sales.id] });
    await schedule(id, isoInstant(testNow.getTime() + 60_000));
    const nodes = [api, other].map(({ services }) => jobsOf(services, [notificationSend]));
    await Promise.all(nodes.map((node) => node.runDue(testNow)));
    expect(await get(id)).toMatchObject({ status: "scheduled" });
    later(60);
    await Promise.all(nodes.map((node) => node.runDue(api.services.now())));
    await Promise.all([run(), run(other)]);
    expect(await get(id)).toMatchObject({ status: "sent", target_count: 1, sent_count: 1 });
    expect(await db.select().from(message)).toHaveLength(1);
    const lines = (await logLines()).filter(({ summary }) => summary === "定时发送通知 系统维护公告");
    // By the user who scheduled it, and by the job.
    expect(lines.map(({ user_name }) => user_name)).toEqual(["林编辑", "系统"]);
    await Promise.all(nodes.map((node) => node.stop()));
  });

  test("whose sender has left is not sent in nobody's name", async () => {
    const id = await add({ scope: "custom", staff_ids: [sales.id] });
    await schedule(id, isoInstant(testNow.getTime() + 60_000));
    await db.execute(sql`update "user" set status = 'resigned' where id = ${editor.id}`);
    later(60);
    await runJob(notificationSend, api.services.now());
    await run();
    const failed = (await asAdmin(notification.get, { params: { id } })).data;
    expect(failed).toMatchObject({ status: "failed", failure: "发送人已不在职，请由他人重新发送" });
    const body = { version: failed.version };
    expect((await asAdmin(notification.retry, { params: { id }, body })).code).toBe(200);
    await run();
    expect(await get(id)).toMatchObject({ status: "sent", sent_count: 1 });
  });

  test("what a dead server had on its way of one that was stopped is unknown by the job", async () => {
    const id = await add({ scope: "custom", staff_ids: [sales.id] });
    const gone = { status: "stopped" as const, runner: "dead", beat_at: days(-1), receipt_count: 1 };
    await db.update(table).set(gone).where(eq(table.id, id));
    await db.insert(notificationReceipt).values({
      ...{ notification_id: id, recipient_type: "staff", recipient_id: sales.id, channel: "email", status: "sending" },
    });
    expect(await runJob(notificationSend)).toBe("0 begun, 1 ended");
    expect(await get(id)).toMatchObject({ unknown_count: 1, progress: { total: 1, done: 1 } });
    expect(await runJob(notificationSend)).toBe("0 begun, 0 ended");
  });
});

describe("the inbox of the site and the portal", () => {
  test("is read by signed calls, page by page, until something is recalled", async () => {
    await site.known();
    const reader = await makeCustomerUser(db);
    const aim = { audience: "user", scope: "custom", user_ids: [reader.id] };
    const first = await sent({ ...aim, title: "第一条" });
    const second = await sent({ ...aim, title: "第二条", is_top: true });
    const query = { audience: "user", id: reader.id };
    const read = async (more: object = {}) =>
      (await site.send(notificationInbox.list, undefined, { query: { ...query, ...more } })).data;
    const page = await read({ page_size: 1 });
    expect(page).toMatchObject({
      ...{ unread: 2, list: [{ notification_id: second, title: "第二条", is_top: true, read_at: null }] },
      next_before_id: page.list[0]?.receipt_id,
    });
    const rest = await read({ before_id: page.next_before_id });
    expect(rest).toMatchObject({ list: [{ notification_id: first }], next_before_id: null });
    const params = { receipt_id: page.list[0]?.receipt_id ?? 0 };
    expect((await site.send(notificationInbox.read, {}, { params })).data.read_at).toBe(isoInstant(testNow));
    later(60);
    // Read once, and the first time counts.
    expect((await site.send(notificationInbox.read, {}, { params })).data.read_at).toBe(isoInstant(testNow));
    expect(await get(second)).toMatchObject({ read_count: 1 });
    expect(await read({ unread: "1" })).toMatchObject({ unread: 1, list: [{ notification_id: first }] });
    await act("recall", first);
    expect(await read({ unread: "1" })).toMatchObject({ unread: 0, list: [] });
    expect((await read()).list).toHaveLength(1);
    // Somebody else's inbox is another one, and so is an agent's of the same number.
    expect((await read({ id: reader.id + 1 })).list).toEqual([]);
    expect((await read({ audience: "agent" })).list).toEqual([]);
  });

  test("nobody reads it unsigned, or by the signature of another address; a colleague's is not there", async () => {
    await site.known();
    const id = await sent({ scope: "custom", staff_ids: [sales.id] });
    expect(await api.send(notificationInbox.list, { query: { audience: "user", id: 1 } })).toMatchObject({
      status: 422,
    });
    const wrong = { query: { audience: "user", id: 1 }, key: "another key of sixteen characters" };
    expect(await site.send(notificationInbox.list, undefined, wrong)).toMatchObject({ code: 40300 });
    const timestamp = String(Math.floor(testNow.getTime() / 1000));
    const path = "/api/notification/inbox";
    const sign = createHmac("sha256", "a-key-of-sixteen-characters-or-more")
      .update(`GET${path}?audience=user&id=1${timestamp}`)
      .digest("hex");
    const ask = (search: string) =>
      api.app.request(`http://test.local${path}${search}`, {
        headers: { "X-App-Key": "site", "X-Timestamp": timestamp, "X-Sign": sign },
      });
    expect((await ask("?audience=user&id=1")).status).toBe(200);
    expect((await ask("?audience=user&id=2")).status).toBe(403);
    const [one] = await db.select().from(notificationReceipt).where(eq(notificationReceipt.notification_id, id));
    const params = { receipt_id: one?.id ?? 0 };
    expect(await site.send(notificationInbox.read, {}, { params })).toMatchObject({ code: 40400 });
  });
});

whoMay(
  notification,
  {
    ...{ list: "CE", get: "CE", create: "CE", update: "CE", remove: "CE", channels: "CE", estimate: "CE", copy: "CE" },
    ...{ test: "CE", send: "CE", schedule: "CE", unschedule: "CE", stop: "CE", recall: "CE", retry: "CE" },
    ...{ pause: "CE", resume: "CE", end: "CE", receipts: "CE", mine: "any" },
  },
  { "/notification/information-list": "CE" },
);
whoMay(notificationInbox, { all: "public" });
