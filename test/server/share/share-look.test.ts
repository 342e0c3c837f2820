import { expect, test } from "vitest";
import { share } from "~/contract/share/share";
import { desk } from "~/test/support/desk";
import { chrome, shareDesk } from "~/test/support/share";

const here = desk({
  sales: { role: "sales", name: "林顾问", team: "东京" },
  successor: { role: "sales", name: "陈接手", team: "东京" },
});
const { api, make, rowsIn, rowIn, updateIn, sales, successor, asSales } = here;
const { estate, send, withAddress, wait, request, documentOf, comeAnew } = shareDesk(here);

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.50";

async function sent(more: object = {}) {
  await withAddress();
  return send(asSales, { kind: "estate", estate_ids: [(await estate()).id], ...more });
}

interface Looking {
  ua?: string;
  headers?: Record<string, string>;
  after?: number;
  seconds?: number;
  estates?: number[];
}

/** Opens the page, and tells of it as its script does after so many seconds; what tells of the same page again. */
async function look(path: string, { ua = chrome, headers = {}, after = 3, seconds = 3, estates = [] }: Looking = {}) {
  const page = await documentOf(await request(path, { headers: { "user-agent": ua, ...headers } }));
  const { visit = "", open = "" } = page.querySelector("main")?.dataset ?? {};
  const tell = async (said: { seconds: number; estates?: number[]; visit?: string }) =>
    request(open, {
      method: "POST",
      headers: { "user-agent": ua, ...headers },
      body: JSON.stringify({ visit, estates: [], ...said }),
    });
  wait(after);
  expect((await tell({ seconds, estates })).status).toBe(204);
  return tell;
}
const countOf = async (id: number) => {
  const { open_count, visitor_count } = await rowIn("share", id);
  return [open_count, visitor_count];
};

test("a look counts once it was told, at its share, with how long it was and what was seen", async () => {
  const { id, path } = await sent();
  const [estateId = 0] = (await rowIn("share", id)).estate_ids;
  // To load a page is no look yet.
  await request(path);
  expect(await countOf(id)).toEqual([0, 0]);
  const tell = await look(path, { estates: [estateId, 999], ua: phone });
  expect(await countOf(id)).toEqual([1, 1]);
  // The page tells of itself again when it ends; an exaggeration is what can be.
  wait(37);
  await tell({ seconds: 40, estates: [estateId] });
  wait(3_600);
  await tell({ seconds: 1e9 });
  expect(await countOf(id)).toEqual([1, 1]);
  const { data } = await asSales(share.get, { params: { id } });
  expect(data).toMatchObject({
    ...{ open_count: 1, visitor_count: 1, first_opened_at: "2026-11-20T12:00:03.000+08:00", version: 1 },
    opens: [{ seconds: 1_800, device: "mobile", estates: [{ id: estateId }] }],
  });
  const [row] = await rowsIn("shareOpen");
  expect(row?.visitor_hash).toMatch(/^[\w-]{22}$/);
});

test("visitors of a day are told apart by address and browser, and nobody is known on another day", async () => {
  const { id, path } = await sent();
  await look(path);
  await look(path);
  expect(await countOf(id)).toEqual([2, 1]);
  await look(path, { ua: phone });
  comeAnew();
  await look(path);
  expect(await countOf(id)).toEqual([4, 3]);
  wait(86_400);
  await look(path);
  expect(await countOf(id)).toEqual([5, 4]);
  expect(new Set((await rowsIn("shareOpen")).map(({ visitor_hash }) => visitor_hash)).size).toBe(4);
});

test.each<[what: string, how: Looking]>([
  ["a crawler", { ua: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }],
  ["a preview of a link", { ua: "facebookexternalhit/1.1" }],
  ["WeChat's own look", { ua: "WeChatShareExtensionNew/8.0" }],
  ["WeChat's fetcher", { ua: "MicroMessenger Client" }],
  ["QQ's", { ua: "Mozilla/5.0 QQ-URL-Manager" }],
  ["nobody's browser", { ua: "" }],
  ["a page loaded ahead", { headers: { "sec-purpose": "prefetch;prerender" } }],
  ["less than three seconds", { after: 2 }],
])("%s does not count", async (_, how) => {
  const { id, path } = await sent();
  await look(path, how);
  expect([await countOf(id), await rowsIn("shareOpen"), await rowsIn("message")]).toEqual([[0, 0], [], []]);
});

test("who is signed in here does not count; who was, and has left, does", async () => {
  const { id, path } = await sent();
  const cookie = { cookie: `other=1; access_token=${await api.tokenOf(successor.id)}` };
  await look(path, { headers: cookie });
  expect(await countOf(id)).toEqual([0, 0]);
  await updateIn("user", successor.id, { status: "resigned" });
  await look(path, { headers: cookie });
  await look(path, { headers: { cookie: "access_token=nonsense" } });
  expect(await countOf(id)).toEqual([2, 1]);
});

test("a look of another share, one that was made up, an old one and too many are passed over in silence", async () => {
  const [first, second] = [await sent(), await sent()];
  const tell = await look(first.path);
  const other = await look(second.path);
  const [{ visit = "" } = {}] = await rowsIn("shareOpen", { share_id: second.id });
  for (const wrong of [visit, "1.2.3.4.x", ""]) expect((await tell({ seconds: 5, visit: wrong })).status).toBe(204);
  expect((await request(`${first.path}/open`, { method: "POST", body: "{" })).status).toBe(204);
  expect((await request(`${first.path}/open`, { method: "POST", body: "x".repeat(5_000) })).status).toBe(413);
  expect([await countOf(first.id), await countOf(second.id)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  await asSales(share.withdraw, { params: { id: first.id } });
  wait(60);
  await tell({ seconds: 60 });
  wait(25 * 3_600);
  await other({ seconds: 60 });
  expect((await rowsIn("shareOpen")).map(({ seconds }) => seconds)).toEqual([3, 3]);
});

test("the first look of a day is told to the consultant, of today's; it names no client outside", async () => {
  const customer = await make.customer({ owner_id: sales.id, name: "欧阳若兰" });
  const { path, share_no } = await sent({ customer_id: customer.id });
  for (let turn = 0; turn < 3; turn++) await look(path);
  const messages = () => rowsIn("message");
  expect(await messages()).toMatchObject([
    {
      ...{ user_id: sales.id, category: "customer", title: "您分享的链接有人查看" },
      ...{ link: `/customer/editCustomerInfo/${customer.id}`, link_id: customer.id },
      content: expect.stringContaining(share_no),
    },
  ]);
  wait(86_400);
  await updateIn("user", sales.id, { status: "resigned" });
  await updateIn("customer", customer.id, { owner_id: successor.id });
  await look(path);
  await look(path);
  expect((await messages()).map(({ user_id }) => user_id)).toEqual([sales.id, successor.id]);
  expect(JSON.stringify(await messages())).not.toContain("欧阳");
});
