import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Editor } from "@tiptap/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as informationEdit from "~/app/routes/notification/information-edit";
import * as informationList from "~/app/routes/notification/information-list";
import * as personalCenter from "~/app/routes/personal/personal-center";
import type { Input } from "~/contract/endpoint";
import { type NotificationRow, notification } from "~/contract/notification/notification";
import type { ReceiptStatus } from "~/contract/notification/notification-kinds";
import { notificationReceipt, notification as table } from "~/server/database/tables/notification/notification";
import { makeAgentWith } from "../../../support/agent-rows";
import { makeUser } from "../../../support/factories";
import { narrowBy } from "../../../support/narrow";
import { type Actor, answer, chooseOption, dialog, routeTest } from "../../../support/route-test";

const listPath = "/notification/information-list";
const path = `${listPath}/information-edit`;
const Others = { [listPath]: () => <p>通知列表页</p>, [path]: () => <p>通知表单页</p> };
const { db, api, staff, open } = routeTest({ path, module: informationEdit, others: { [listPath]: Others[listPath] } });
const editor = staff({ role: "content_editor", name: "林编辑" });
const onList = { path: listPath, module: informationList, others: { [path]: Others[path] } };

type Body = Input<typeof notification.create>["body"];
const row = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];

async function make(over: Partial<Body> = {}) {
  const as = await api.as(editor.id);
  const body = { title: "年会通知", content: "<p>请各位同事准时参加。</p>", channels: ["inbox"], ...over } as Body;
  return (await as(notification.create, { body })).data.id;
}

/** A notification that was sent. */
async function makeSent(
  receipts: readonly Partial<typeof notificationReceipt.$inferInsert>[],
  over: Partial<typeof table.$inferInsert> = {},
) {
  const id = await make({ title: "已发的通知" });
  const list: (typeof notificationReceipt.$inferInsert)[] = receipts.map((one, index) => ({
    ...{ notification_id: id, recipient_type: "staff", recipient_id: editor.id, channel: "inbox", status: "sent" },
    ...(index && { recipient_id: index + 10_000 }),
    ...one,
  })) as never;
  if (list.length) await db.insert(notificationReceipt).values(list);
  const count = (status: ReceiptStatus) => list.filter((one) => one.status === status).length;
  await db
    .update(table)
    .set({
      ...{ status: "sent", send_at: "2026-03-01T02:00:00Z", found_to: null, sent_by: editor.id },
      ...{ receipt_count: list.length, done_count: list.length, target_count: list.length },
      ...{ sent_count: count("sent"), failed_count: count("failed"), unknown_count: count("unknown") },
      read_count: list.filter((one) => one.read_at).length,
      ...over,
    } as never)
    .where(eq(table.id, id));
  return id;
}

const input = (label: RegExp) => screen.findByLabelText(label, { selector: "input, textarea" });
const type = async (label: RegExp, value: string) => fireEvent.change(await input(label), { target: { value } });
/** As a person does: not while what was pressed before is under way. */
const press = async (actor: Actor, label: string) =>
  actor.click(await screen.findByText(label, { selector: "[data-form-foot] button:enabled *" }));
const chip = async (actor: Actor, label: string) =>
  actor.click(await screen.findByLabelText(label, { selector: "input" }));

/** The editor in the page, as the library keeps it at its element. */
async function write(html: string) {
  const element = await screen.findByLabelText("内容", { selector: "[contenteditable]" });
  (element as HTMLElement & { editor: Editor }).editor.commands.insertContent(html);
}

/** An act of a row, or of the head of a form or a drawer. */
async function choose(actor: Actor, title: string, act: string) {
  await screen.findAllByText(new RegExp(title), { selector: "td *, h2" });
  const near = screen.queryAllByText(act, { selector: "tr button, tr a, [data-acts] button *, [data-acts] a" })[0];
  if (near) return actor.click(near);
  await actor.click((await screen.findAllByLabelText(new RegExp(`^${title}.*的更多操作$`)))[0] as Element);
  await actor.click(await screen.findByRole("menuitem", { name: act }));
}

it("writes a notification, counts its readers as the audience changes, previews it and sends it after asking", async () => {
  await makeUser(db, { role: "sales", name: "赵销售" });
  const { actor, place } = await open("");
  await type(/^标题/, "东京新盘上线");
  await write("<p>湾岸新盘本周开放预约。</p>");
  expect(await screen.findByText("约 2人")).toBeDefined();
  await chip(actor, "按角色");
  expect(screen.queryByText("约 2人")).toBeNull();
  expect(await screen.findByText("选好角色后估算人数")).toBeDefined();
  await chooseOption(actor, await input(/^角色/), "销售顾问");
  await waitFor(() => expect(screen.getByText("约 1人")).toBeDefined());
  // What a reader will see, in a document in which nothing runs.
  const frame = await screen.findByTitle("通知正文");
  await waitFor(() => expect(frame.getAttribute("srcdoc")).toContain("湾岸新盘本周开放预约"));
  expect(frame.getAttribute("sandbox")).not.toContain("allow-scripts");

  await press(actor, "发送");
  const asked = await dialog("发送通知");
  expect(await asked.findByText(/《东京新盘上线》将立即发给：员工 · 销售顾问/)).toBeDefined();
  expect(asked.getByText("渠道：站内信（1个）")).toBeDefined();
  expect(await asked.findByText("约 1人")).toBeDefined();
  await actor.click(asked.getByText("发送", { selector: "button *" }));
  expect(await screen.findByText("已开始发送")).toBeDefined();
  expect(place.href).toMatch(/\?id=\d+/);
  expect((await db.select().from(table))[0]).toMatchObject({ status: "sending", title: "东京新盘上线" });
  expect(await screen.findByText("发送后的通知不能修改")).toBeDefined();
});

it("changes a draft", async () => {
  const id = await make();
  const { actor } = await open(`?id=${id}`);
  await type(/^标题/, "年会改期");
  await press(actor, "存草稿");
  await waitFor(async () => expect(await row(id)).toMatchObject({ title: "年会改期", status: "draft" }));
});

it("narrows agents by their list's own filters, and offers no channel that would be refused", async () => {
  await makeAgentWith(db, { manager_id: editor.id, level: "S" });
  await makeAgentWith(db, { manager_id: editor.id, level: "C" });
  const { actor } = await open("", { role: "super_admin" });
  await chip(actor, "代理");
  await chip(actor, "按列表条件");
  const filters = within(await screen.findByRole("group", { name: "代理列表的筛选条件" }));
  const panel = await narrowBy(actor, "等级");
  await actor.click(panel.getByRole("checkbox", { name: "战略" }));
  await actor.keyboard("{Escape}");
  expect(await filters.findByText("等级：战略")).toBeDefined();
  expect(await screen.findByText("约 1人")).toBeDefined();
  const sms = screen.getByLabelText("短信", { selector: "input" });
  expect(sms).toHaveProperty("disabled", true);
  expect(screen.getByText(/notify\.gateway_url/)).toBeDefined();
  expect(screen.getByText("去设置").getAttribute("href")).toBe("/system/setCenter?tab=connection");
  expect(screen.queryByLabelText("企业微信", { selector: "input" })).toBeNull();
  await type(/^标题/, "给代理的通知");
  await write("<p>新的佣金政策。</p>");
  await press(actor, "存草稿");
  await waitFor(async () =>
    expect((await db.select().from(table))[0]).toMatchObject({ audience: "agent", scope: "filter", filter: "level=S" }),
  );
});

it("lists notifications with their acts: schedule, send, copy, delete", async () => {
  const id = await make();
  const { actor, place } = await open("", onList);
  await choose(actor, "年会通知", "定时");
  await answer(actor, "定时发送通知", "定时发送");
  await waitFor(async () => expect(await row(id)).toMatchObject({ status: "scheduled" }));
  await screen.findByText("待发送", { selector: "td *" });
  await choose(actor, "年会通知", "取消定时");
  await screen.findByText("草稿", { selector: "td *" });
  await choose(actor, "年会通知", "发给自己测试");
  await answer(actor, "发给自己测试", "关闭");
  await choose(actor, "年会通知", "删除");
  await answer(actor, "删除通知", "删除");
  await waitFor(() => expect(screen.queryByText("年会通知")).toBeNull());

  const other = await make({ title: "第二则通知" });
  await actor.click(screen.getByRole("tab", { name: "草稿" }));
  await choose(actor, "第二则通知", "发送");
  await answer(actor, "发送通知", "发送");
  await waitFor(async () => expect(await row(other)).toMatchObject({ status: "sending" }));
  await actor.click(screen.getByRole("tab", { name: "全部" }));
  await screen.findByText("发送中", { selector: "td *" });
  await choose(actor, "第二则通知", "停止发送");
  await answer(actor, "停止发送通知", "停止发送");
  await waitFor(async () => expect(await row(other)).toMatchObject({ status: "stopped" }));
  await screen.findByText("已停止", { selector: "td *" });
  await choose(actor, "第二则通知", "继续发送");
  await answer(actor, "继续发送", "发送");
  await waitFor(async () => expect(await row(other)).toMatchObject({ status: "sending" }));
  await screen.findByText("停止发送");
  await choose(actor, "第二则通知", "复制");
  await waitFor(() => expect(place.href).toContain(path));
});

it("shows receipts by person and channel, narrows them, repeats what nobody knows when somebody says so, and recalls", async () => {
  const id = await makeSent([
    { read_at: "2026-03-01T03:00:00Z", sent_at: "2026-03-01T02:00:10Z" },
    { channel: "sms", status: "skipped", reason: "no_contact" },
    { channel: "sms", status: "failed", error: "网关返回 500", attempts: 3 },
    { channel: "sms", status: "unknown" },
  ]);
  const { actor, place } = await open(`?receipts=${id}`, { ...onList, ready: () => screen.findByRole("dialog") });
  const drawer = await dialog("已发的通知");
  const list = within(await drawer.findByRole("region", { name: "发送明细" }));
  expect(await list.findByText("林编辑")).toBeDefined();
  expect(list.getByText("禁止联系")).toBeDefined();
  expect(list.getByText("网关返回 500（已试 3 次）")).toBeDefined();
  expect(drawer.getByText(/有 1 条结果未知/)).toBeDefined();
  expect(drawer.getByText(/已读率 100%/)).toBeDefined();
  const panel = await narrowBy(actor, "状态", list);
  await actor.click(panel.getByLabelText("结果未知"));
  await waitFor(() => expect(list.queryByText("林编辑")).toBeNull());
  expect(place.href).toContain("receipt_status=unknown");
  await actor.click(list.getByRole("button", { name: "筛选" }));
  await actor.click(drawer.getByRole("tab", { name: "内容" }));
  expect((await drawer.findByTitle("通知正文")).getAttribute("srcdoc")).toContain("请各位同事准时参加");

  await choose(actor, "已发的通知", "重试失败");
  const asked = await dialog("重试失败");
  await actor.click(await asked.findByRole("switch", { name: /结果未知的也重发/ }));
  await actor.click(asked.getByText("发送", { selector: "button *" }));
  await waitFor(async () => expect(await row(id)).toMatchObject({ status: "sending" }));
  const states = await db.select({ status: notificationReceipt.status }).from(notificationReceipt);
  expect(states.map(({ status }) => status).sort()).toEqual(["pending", "pending", "sent", "skipped"]);
  await drawer.findByText("发送中");
  await choose(actor, "已发的通知", "撤回");
  await answer(actor, "撤回通知", "撤回");
  await waitFor(async () => expect(await row(id)).toMatchObject({ status: "recalled" }));
  // Once the question is gone.
  await actor.click(await drawer.findByLabelText("关闭"));
  await waitFor(() => expect(place.href).not.toContain("receipt"));
});

it("shows on the phone what has gone out and its receipts as cards", async () => {
  const id = await makeSent([{ read_at: "2026-03-01T03:00:00Z" }]);
  const { actor } = await open("", { ...onList, phone: true });
  await actor.click(await screen.findByText("已发的通知"));
  const drawer = await dialog("已发的通知");
  expect(await drawer.findByText("林编辑", { selector: "li *" })).toBeDefined();
  expect(drawer.queryByRole("table")).toBeNull();
  expect((await row(id)) as unknown as NotificationRow).toMatchObject({ status: "sent" });
});

it("opens a notification that a message leads to, which counts as read", async () => {
  const id = await makeSent([{}]);
  await open(`?notice=${id}`, {
    ...{ path: "/personal-center", module: personalCenter, others: {} },
    ready: () => screen.findByRole("dialog"),
  });
  const drawer = await dialog("通知");
  expect(await drawer.findByRole("heading", { name: "已发的通知" })).toBeDefined();
  expect(drawer.getByTitle("通知正文").getAttribute("srcdoc")).toContain("请各位同事准时参加");
  expect((await db.select().from(notificationReceipt))[0]?.read_at).not.toBeNull();
});

it("writes a notification that repeats and calls its readers by name, and starts it after asking", async () => {
  const id = await make({ send_mode: "repeated", repeat: "daily", send_at: "2099-03-02T01:00:00Z" });
  const { actor } = await open(`?id=${id}`);
  await type(/^标题/, "{姓名}，周会提醒");
  await type(/^姓名缺省/, "同事");
  await type(/^链接/, "https://www.example.com/meeting");
  await write("<p>请 {姓名} 准时参加。</p>");
  const preview = within(await screen.findByRole("region", { name: "预览" }));
  expect(await preview.findByText("林编辑，周会提醒")).toBeDefined();
  expect(await preview.findByText("姓名以您为例；没有姓名的接收人称为“同事”。")).toBeDefined();
  await waitFor(async () =>
    expect((await screen.findByTitle("通知正文")).getAttribute("srcdoc")).toContain("请 林编辑 准时参加"),
  );
  await chip(actor, "立即");
  await waitFor(() => expect(screen.queryByLabelText(/^最多次数/)).toBeNull());
  await chip(actor, "重复");
  expect(await screen.findByText(/以后按它的时刻、星期或日期重复/)).toBeDefined();
  await chooseOption(actor, await input(/^重复周期/), "每周");
  await type(/^最多次数/, "10");
  await press(actor, "开始重复");
  const asked = await dialog("开始重复");
  expect(
    await asked.findByText(/每周，从2099-03-02 09:00起，最多10次，每次发给当时符合条件的：员工 · 全部/),
  ).toBeDefined();
  await actor.click(asked.getByText("开始重复", { selector: "button *" }));
  expect(await screen.findByText("已开始重复")).toBeDefined();
  expect((await db.select().from(table))[0]).toMatchObject({
    ...{ status: "repeating", repeat: "weekly", repeat_count: 10, name_fallback: "同事" },
    next_at: expect.stringContaining("2099-03-02"),
  });
  expect(await screen.findByText("重复中的通知不能修改")).toBeDefined();
});

it("pauses, resumes and ends one that repeats, and shows what has gone out of it", async () => {
  const first = "2026-03-02T01:00:00Z";
  const rule = { send_mode: "repeated", repeat: "weekly", send_at: first } as const;
  const id = await make({ title: "周报提醒", ...rule });
  const going = { status: "repeating", next_at: "2099-03-02T01:00:00Z", occurrence_count: 1, sent_by: editor.id };
  await db
    .update(table)
    .set(going as never)
    .where(eq(table.id, id));
  const link = { link_url: "https://www.example.com/a", series_id: id, occurrence_no: 1, click_count: 1 };
  const clicked = { clicked_at: "2026-03-01T04:00:00Z", click_count: 3 };
  const once = await makeSent([clicked], { ...link, title: "周报提醒" });
  const { actor, place } = await open("?status=repeating", onList);
  expect(await screen.findByText("下次 2099-03-02 09:00")).toBeDefined();
  expect(screen.getByText("已发 1 次")).toBeDefined();
  expect(screen.queryByText("第1次")).toBeNull();
  await actor.click(screen.getByText("周报提醒", { selector: "td *" }));
  const drawer = await dialog("周报提醒");
  expect(await drawer.findByText(/每周，从2026-03-02 09:00起/)).toBeDefined();
  const list = within(await drawer.findByRole("list", { name: "各次发送" }));
  expect(list.getByText(/目标 1人 · 送达 1人 · 已读 0人/)).toBeDefined();

  await choose(actor, "周报提醒", "暂停");
  await answer(actor, "暂停重复通知", "暂停");
  await waitFor(async () => expect(await row(id)).toMatchObject({ status: "paused", next_at: null }));
  await drawer.findByText("已暂停");
  await choose(actor, "周报提醒", "恢复");
  await answer(actor, "恢复重复通知", "恢复");
  await waitFor(async () => expect(await row(id)).toMatchObject({ status: "repeating" }));
  await drawer.findByText("重复中");
  await choose(actor, "周报提醒", "结束重复");
  await answer(actor, "结束重复通知", "结束重复");
  await waitFor(async () => expect(await row(id)).toMatchObject({ status: "ended" }));
  await drawer.findByText("已结束");

  await actor.click(list.getByText("第1次"));
  await waitFor(() => expect(place.href).toContain(`receipts=${once}`));
  // Another drawer of the same title takes the place of this one.
  expect(await screen.findByText(/（共 3 次）/)).toBeDefined();
  expect(screen.getByText("点击 1")).toBeDefined();
});

it("edits a paused one without sending it, and says that a waiting one is held back by quiet hours", async () => {
  const id = await make({ title: "周报提醒", send_mode: "repeated", repeat: "daily", send_at: "2026-03-02T01:00:00Z" });
  await db.update(table).set({ status: "paused", sent_by: editor.id }).where(eq(table.id, id));
  const { actor } = await open(`?id=${id}`);
  expect(await screen.findByText(/修改只影响恢复后的发送/)).toBeDefined();
  expect(screen.queryByText("开始重复", { selector: "[data-form-foot] *" })).toBeNull();
  await type(/^标题/, "日报提醒");
  await press(actor, "存草稿");
  await waitFor(async () => expect(await row(id)).toMatchObject({ title: "日报提醒", status: "paused" }));
});

it("says of one that rests until when, and why a receipt was left out by the cap", async () => {
  const id = await makeSent([{}, { channel: "email", status: "skipped", reason: "daily_cap" }], {
    ...{ status: "sending", wait_until: "2099-03-02T00:00:00Z", runner: "another", beat_at: "2099-03-02T00:00:00Z" },
  });
  await open(`?receipts=${id}`, { ...onList, ready: () => screen.findByRole("dialog") });
  const drawer = await dialog("已发的通知");
  expect(await drawer.findByText("通知静默时段：站内信已送达，其他渠道 2099-03-02 08:00 起发送。")).toBeDefined();
  expect(drawer.getByText("超过当日上限")).toBeDefined();
});
