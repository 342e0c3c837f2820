import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as chatInquiry from "~/app/routes/inquiry/chat/chat-inquiry";
import { estate } from "~/server/database/tables/house/estate";
import { chatMessage, chatSession, quickReply } from "~/server/database/tables/inquiry/chat";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { visitorOf } from "../../../support/chat";
import { makeEstate } from "../../../support/estate";
import { answer, enter, pick, routeTest } from "../../../support/route-test";

const { db, api, team, staff, open } = routeTest({ path: "/inquiry/chat-inquiry", module: chatInquiry });
const east = team();
const sales = staff({ role: "sales", team: east, name: "林顾问" });
const other = staff({ role: "sales", team: east, name: "赵顾问" });

async function waiting(content = "您好，想看港区的房子", page_url = "https://www.example.com/jp/7") {
  const visitor = visitorOf(api.services, "114.114.1.9");
  await visitor.begins({ page_url, page_title: "港区公寓" });
  const { inquiry_id: id } = await visitor.says(content);
  return { visitor, id };
}
const said = async () =>
  (await db.select().from(chatMessage).orderBy(chatMessage.id)).map(({ sender, type, content }) =>
    type === "text" ? `${sender}: ${content}` : `${sender}: [${type}]`,
  );
const log = () => screen.findByRole("log", { name: "消息" });

it("takes a conversation that waits by the first answer, and shows what comes", async () => {
  const { visitor, id } = await waiting();
  const { actor } = await open();
  const list = within(await screen.findByRole("region", { name: "会话列表" }));
  await actor.click(await list.findByRole("link", { name: /您好，想看港区的房子/ }));
  expect(await within(await log()).findByText("您好，想看港区的房子")).toBeDefined();
  const answer = await screen.findByRole("textbox", { name: "回复内容" });
  await enter(actor, answer, "您好，我是林顾问");
  // The key that ends a word in Safari.
  fireEvent.keyDown(answer, { key: "Enter", keyCode: 229 });
  expect(answer).toHaveProperty("value", "您好，我是林顾问");
  await actor.keyboard("{Enter}");
  expect(await within(await log()).findByText("您好，我是林顾问")).toBeDefined();
  await waitFor(async () =>
    expect(await said()).toEqual(["visitor: 您好，想看港区的房子", "system: joined", "staff: 您好，我是林顾问"]),
  );
  expect(answer).toHaveProperty("value", "");
  await visitor.says("两居有吗");
  // By the event stream.
  expect(await within(await log()).findByText("两居有吗")).toBeDefined();
  await waitFor(async () =>
    expect(await db.select().from(chatSession)).toMatchObject([{ assignee_id: sales.id, unread_count: 0 }]),
  );
  expect(id).toBeGreaterThan(0);
});

it("sends estates, and what one says often", async () => {
  const { id } = await waiting();
  await makeEstate(db, { name: "芝浦塔楼", publish_status: "online", audit_status: "approved" });
  await db.insert(quickReply).values({ user_id: sales.id, title: "问候", content: "您好，请问怎么称呼？" });
  const { actor } = await open(`?id=${id}`);
  const answer = await screen.findByRole("textbox", { name: "回复内容" });
  await enter(actor, answer, "/问");
  const replies = within(await screen.findByRole("region", { name: "快捷回复" }));
  await replies.findByRole("button", { name: /问候/ });
  // The first of what was found.
  await actor.keyboard("{Enter}");
  expect(answer).toHaveProperty("value", "您好，请问怎么称呼？");
  await actor.click(screen.getByRole("button", { name: "接入并发送" }));
  expect(await within(await log()).findByText("您好，请问怎么称呼？")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "发送房源" }));
  const picker = within(await screen.findByRole("dialog", { name: "发送房源" }));
  await actor.click(await picker.findByRole("button", { name: /芝浦塔楼/ }));
  expect(await within(await log()).findByText("芝浦塔楼")).toBeDefined();
  expect((await said()).slice(-2)).toEqual(["staff: 您好，请问怎么称呼？", "staff: [estate_card]"]);
  expect(await db.select().from(quickReply)).toMatchObject([{ used_count: 1 }]);
});

it("keeps the visitor's contact, gives the conversation away, and ends it", async () => {
  const { id } = await waiting();
  await db.update(inquiry).set({ assignee_id: sales.id, status: "processing" }).where(eq(inquiry.id, id));
  const { actor } = await open(`?tab=mine&id=${id}`);
  const card = within(await screen.findByRole("complementary", { name: "访客资料" }));
  expect(card.getByText("港区公寓")).toBeDefined();
  expect(card.getByText("中国")).toBeDefined();
  await actor.click(card.getByRole("button", { name: "登记联系方式" }));
  await answer(actor, "登记联系方式", "保存", { 称呼: "周女士", 微信: "zhou-88" });
  expect(await screen.findByText("联系方式已登记")).toBeDefined();
  expect(await card.findByText("zhou-88")).toBeDefined();
  expect(screen.getByRole("button", { name: "转客户" })).toBeDefined();

  await actor.click(screen.getByRole("button", { name: "结束会话" }));
  await answer(actor, "结束会话", "结束会话");
  expect(await screen.findByText("会话已结束", { selector: "p" })).toBeDefined();
  expect(await db.select().from(chatSession)).toMatchObject([{ chat_status: "ended", contact_left: true }]);
});

it("leads to the site's pages alone, whatever a visitor says is one", async () => {
  const { id } = await waiting("您好", "javascript:alert(1)");
  await open(`?id=${id}`);
  const card = within(await screen.findByRole("complementary", { name: "访客资料" }));
  expect(card.getByText("港区公寓").closest("a")).toBeNull();
  expect(card.getByText("javascript:alert(1)").closest("a")).toBeNull();
});

it("gives the conversation to a colleague, and lets go of it", async () => {
  const { id } = await waiting();
  await db.update(inquiry).set({ assignee_id: sales.id, status: "processing" }).where(eq(inquiry.id, id));
  const { actor } = await open(`?tab=mine&id=${id}`);
  await actor.click(await screen.findByRole("button", { name: "转接" }));
  await answer(actor, "转接会话", "转接", { 转接给: pick(/赵顾问/) });
  expect(await screen.findByText("会话已转接")).toBeDefined();
  expect(await screen.findByText("选择一个会话开始回复")).toBeDefined();
  expect(await db.select().from(inquiry)).toMatchObject([{ assignee_id: other.id }]);
});

it("keeps what could not be sent, says why, and what was typed", async () => {
  const { id } = await waiting();
  const offline = await makeEstate(db, { name: "芝浦塔楼", publish_status: "online", audit_status: "approved" });
  const { actor, unmount } = await open(`?id=${id}`);
  await actor.click(await screen.findByRole("button", { name: "发送房源" }));
  const card = await within(await screen.findByRole("dialog", { name: "发送房源" })).findByRole("button", {
    name: /芝浦塔楼/,
  });
  await db.update(estate).set({ publish_status: "offline" }).where(eq(estate.id, offline.id));
  await actor.click(card);
  expect(await screen.findByText(/未发送：.*该房源不存在或未上线/)).toBeDefined();
  const answer = screen.getByRole("textbox", { name: "回复内容" });
  await enter(actor, answer, "打了一半");
  unmount();
  await db.update(estate).set({ publish_status: "online" }).where(eq(estate.id, offline.id));
  const again = await open(`?id=${id}`);
  await waitFor(() => expect(screen.getByRole("textbox", { name: "回复内容" })).toHaveProperty("value", "打了一半"));
  await again.actor.click(await screen.findByRole("button", { name: "重发" }));
  await waitFor(async () => expect((await said()).at(-1)).toBe("staff: [estate_card]"));
});

it("says whose it is by now, and what does not exist", async () => {
  const { id } = await waiting();
  await db.update(inquiry).set({ assignee_id: other.id, status: "processing" }).where(eq(inquiry.id, id));
  const { unmount } = await open(`?id=${id}`);
  expect(await screen.findByText("该会话已由其他同事接待")).toBeDefined();
  unmount();
  await open("?id=999999");
  expect(await screen.findByText("该会话不存在或已删除")).toBeDefined();
});

it("adds, changes and removes quick replies", async () => {
  const { id } = await waiting();
  const { actor } = await open(`?id=${id}`);
  await actor.click(await screen.findByRole("button", { name: "快捷回复" }));
  await actor.click(await screen.findByRole("button", { name: "管理" }));
  const drawer = within(await screen.findByRole("dialog", { name: "快捷回复" }));
  await actor.click(drawer.getByRole("button", { name: "新增快捷回复" }));
  const form = within(await screen.findByRole("dialog", { name: "新增快捷回复" }));
  await enter(actor, await form.findByLabelText(/^标题/), "营业时间");
  await enter(actor, await form.findByLabelText(/^内容/), "每天九点半到十八点半");
  expect(form.queryByLabelText(/全员共享/)).toBeNull();
  await actor.click(form.getByRole("button", { name: "保存" }));
  await actor.click(await drawer.findByRole("button", { name: "编辑营业时间" }));
  await answer(actor, "编辑快捷回复", "保存", { 标题: "营业时间表" });
  await actor.click(await drawer.findByRole("button", { name: "删除营业时间表" }));
  await answer(actor, "删除快捷回复", "删除");
  expect(await drawer.findByText("还没有快捷回复")).toBeDefined();
  expect(await db.select().from(quickReply)).toEqual([]);
});

it("is the list first on the phone, then the conversation with the way back", async () => {
  await waiting();
  const { actor } = await open("", { phone: true });
  await actor.click(await screen.findByRole("link", { name: /您好，想看港区的房子/ }));
  expect(await screen.findByRole("textbox", { name: "回复内容" })).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "访客资料" }));
  expect(await screen.findByRole("dialog", { name: "访客资料" })).toBeDefined();
  await actor.keyboard("{Escape}");
  await actor.click(screen.getByRole("button", { name: "返回会话列表" }));
  expect(await screen.findByRole("region", { name: "会话列表" })).toBeDefined();
});
