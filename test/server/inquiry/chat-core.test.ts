import { expect, test } from "vitest";
import { visitorOf } from "~/test/support/chat";
import { testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";

const { api, make, rowsIn } = setUp();
const { services } = api;
const sessions = () => rowsIn("chatSession");
const inquiries = () => rowsIn("inquiry");
const said = async () => (await rowsIn("chatMessage")).map(({ sender, content }) => `${sender}: ${content}`);

signedIn(api, { service: { role: "customer_service" } });

test("an open window is no inquiry; the first word makes one, sent twice it is the same", async () => {
  const visitor = visitorOf(services, "114.114.1.9");
  await visitor.begins({ page_url: "https://www.example.com/jp/7?utm_source=bing", page_title: "港区公寓" });
  expect(await inquiries()).toEqual([]);
  const first = await visitor.says("您好", "first-message");
  expect(await visitor.says("您好", "first-message")).toEqual(first);
  await expect(visitor.says("别的", "first-message")).rejects.toMatchObject({ code: 40907 });
  await visitor.says("有人吗");
  expect(await inquiries()).toMatchObject([
    { kind: "chat", status: "pending", assignee_id: null, content: "您好", utm_source: "bing", platform: "web" },
  ]);
  expect(await sessions()).toMatchObject([
    { chat_status: "waiting", message_count: 2, unread_count: 2, arrival: null, pages: [{ title: "港区公寓" }] },
  ]);
  expect(await said()).toEqual(["visitor: 您好", "visitor: 有人吗"]);
  const [{ id } = { id: 0 }] = await inquiries();
  expect(await rowsIn("message")).toMatchObject([
    { title: "有新的在线咨询待接入", link: `/inquiry/chat-inquiry?id=${id}` },
  ]);
});

test("of first words at the same moment one makes the inquiry, and none is lost", async () => {
  const visitor = visitorOf(services);
  await visitor.begins();
  await Promise.all(["一", "二", "三"].map((content) => visitor.says(content)));
  expect(await inquiries()).toHaveLength(1);
  expect((await said()).sort()).toEqual(["visitor: 一", "visitor: 三", "visitor: 二"]);
});

test("with nobody there a contact comes first; it finds the customer, and their owner is told", async () => {
  const owner = await make.user({ role: "sales" });
  await make.customer({ owner_id: owner.id, phone: "13800000001" });
  // A night.
  api.setClock(new Date("2026-11-18T23:00:00+08:00"));
  const visitor = visitorOf(services);
  await visitor.begins();
  await expect(visitor.says("有人吗")).rejects.toMatchObject(refusedAt("contact"));
  await expect(visitor.leaves({ phone: "12" })).rejects.toMatchObject({ code: 42200 });
  await visitor.leaves({ name: "周女士", phone: "13800000001" });
  await visitor.says("想看港区的两居");
  expect(await inquiries()).toMatchObject([
    { name: "周女士", status: "assigned", assignee_id: owner.id, phone_e164: "+8613800000001" },
  ]);
  expect(await sessions()).toMatchObject([{ assignee_id: owner.id, contact_left: true, chat_status: "waiting" }]);
});

test("a contact that is left later links the customer and goes to their owner", async () => {
  const owner = await make.user({ role: "sales" });
  const { id } = await make.customer({ owner_id: owner.id, wechat: "zhou-88" });
  const visitor = visitorOf(services);
  await visitor.begins();
  await visitor.says("您好");
  await visitor.leaves({ wechat: "zhou-88" });
  await visitor.leaves({ email: "zhou@example.com" });
  expect(await inquiries()).toMatchObject([
    { customer_id: id, assignee_id: owner.id, status: "assigned", wechat: "zhou-88", email: "zhou@example.com" },
  ]);
  expect(await said()).toEqual(["visitor: 您好", "system: contact_left"]);
});

test("who is on the blacklist by address or contact is refused, and counted", async () => {
  const visitor = visitorOf(services, "114.114.1.9");
  await visitor.begins();
  await visitor.says("您好");
  await make.blacklist({ type: "ip", value: "114.114.1.9", effects: ["block_inquiry"] });
  await make.blacklist({ type: "phone", value: "+8613900000009", effects: ["block_inquiry"] });
  await expect(visitor.says("再来")).rejects.toMatchObject({ code: 40918 });
  await expect(visitorOf(services, "114.114.1.9").begins()).rejects.toMatchObject({ code: 40918 });
  const other = visitorOf(services, "114.114.2.9");
  await other.begins();
  await expect(other.leaves({ phone: "13900000009" })).rejects.toMatchObject({ code: 40918 });
  expect(await inquiries()).toHaveLength(1);
});

test("a day after the last word the token has ended; until then what is over is opened again", async () => {
  const visitor = visitorOf(services);
  await visitor.begins();
  await visitor.says("您好");
  await visitor.ends();
  expect(await sessions()).toMatchObject([{ chat_status: "ended", waiting_since: null }]);
  await visitor.rates(4);
  api.setClock(new Date(testNow.getTime() + 23 * 3_600_000));
  await visitor.leaves({ email: "zhou@example.com" });
  await visitor.says("还在吗");
  expect(await sessions()).toMatchObject([{ chat_status: "waiting", satisfaction: 4, ended_at: null }]);
  expect(await said()).toEqual([
    ...["visitor: 您好", "system: ended_visitor", "system: contact_left", "system: reopened", "visitor: 还在吗"],
  ]);
  api.setClock(new Date(testNow.getTime() + 48 * 3_600_000));
  await expect(visitor.says("还在吗")).rejects.toMatchObject({ code: 40400 });
});

test("pages are kept, the last twenty, before there is an inquiry and after", async () => {
  const visitor = visitorOf(services);
  await visitor.begins({ page_url: "https://www.example.com/" });
  await visitor.sees("https://www.example.com/jp/1", "一");
  await visitor.says("您好");
  for (let n = 2; n < 25; n++) await visitor.sees(`https://www.example.com/jp/${n}`, String(n));
  await visitor.sees("https://www.example.com/jp/24", "24");
  const [{ pages } = { pages: [] }] = await sessions();
  expect(pages).toHaveLength(20);
  expect(pages[0]).toMatchObject({ title: "24" });
});
