import { beforeEach, expect, test, vi } from "vitest";
import { chatPublic } from "~/contract/inquiry/chat-public";
import { appendMessage, lockChat } from "~/server/resources/inquiry/chat/message";
import { testApi } from "~/test/support/api";
import { resetDatabase } from "~/test/support/database";
import { testNow } from "~/test/support/factories";
import { phonePicture } from "~/test/support/media-files";
import { refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, setSetting, rowsIn } = setUp();
// A second server on the same database.
const elsewhere = testApi(db, { now: testNow });
for (const { services } of [api, elsewhere]) services.trustsProxy = true;
const base = "http://test.local/api/inquiry/chat/public";
const site = "https://www.example.com";
const night = new Date("2026-11-18T23:00:00+08:00");

/** An address of its own for each test, since tries are counted. */
let address = 0;
beforeEach(async () => {
  address += 1;
  for (const one of [api, elsewhere]) one.resetClock();
  await resetDatabase(db);
  await setSetting("site.origins", site);
  await make.user({ role: "customer_service" });
});

interface Ask {
  method?: string;
  body?: object | Uint8Array;
  headers?: Record<string, string>;
  at?: typeof api;
}
type Reply = {
  code: number;
  status: number;
  headers: Headers;
  data: Record<string, unknown> & { errors: { field: string }[] };
};

/** As the window calls, from our own origin, unless the headers say otherwise. */
async function ask(path: string, { method = "GET", body, headers = {}, at = api }: Ask = {}): Promise<Reply> {
  const isFile = body instanceof Uint8Array;
  const response = await at.app.request(base + path, {
    method,
    headers: {
      ...(method === "GET" ? { "sec-fetch-site": "same-origin" } : { origin: "http://test.local" }),
      "x-forwarded-for": `114.114.${address}.9`,
      ...headers,
    },
    ...(body ? { body: isFile ? new Uint8Array(body) : JSON.stringify(body) } : {}),
  });
  const isJson = response.headers.get("content-type")?.includes("json");
  const { code, data } = isJson ? await response.json() : { code: response.status, data: {} };
  return { code, data, status: response.status, headers: response.headers };
}

const begin = async (body: object = {}): Promise<string> =>
  String((await ask("/session", { method: "POST", body })).data.token);
const send = (token: string, content: string, client_msg_id: string = crypto.randomUUID(), headers = {}) =>
  ask(`/${token}/messages`, { method: "POST", body: { content, client_msg_id }, headers });
const list = async (token: string, after = 0) =>
  (await ask(`/${token}/messages?after_id=${after}`)).data.list as Record<string, unknown>[];
const patch = (token: string, what: string, body: object = {}) => ask(`/${token}/${what}`, { method: "PATCH", body });

test("a window opens, says and reads; the token is stored nowhere", async () => {
  const body = { tracker: "none", page_url: `${site}/jp`, language: "en" };
  const opened = await ask("/session", { method: "POST", body });
  expect(opened.data).toMatchObject({
    ...{ agent_online: true, contact_required: false, chat_status: "waiting" },
    greeting: expect.stringMatching(/^Hello/),
  });
  expect(opened.headers.get("set-cookie")).toBeNull();
  const token = String(opened.data.token);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await rowsIn("chatSession"))).not.toContain(token);
  expect(await list(token)).toEqual([]);
  const { data: first } = await send(token, "您好", "first-message");
  expect(await send(token, "别的", "first-message")).toMatchObject({ code: 40907 });
  await send(token, "想看两居");
  expect(await list(token)).toMatchObject([{ content: "您好", sender: "visitor" }, { content: "想看两居" }]);
  expect(await list(token, Number(first.id))).toMatchObject([{ content: "想看两居" }]);
  expect(await rowsIn("inquiry")).toMatchObject([{ kind: "chat", ip_region: "中国", page_url: `${site}/jp` }]);
});

test("only the window and the sites of the settings may call, and these are told so", async () => {
  const from = (origin: string) => ask("/session", { method: "POST", body: {}, headers: { origin } });
  expect(await from(site)).toMatchObject({ code: 200 });
  expect((await from(site)).headers.get("access-control-allow-origin")).toBe(site);
  for (const origin of ["https://evil.example", "null", ""])
    expect(await from(origin)).toMatchObject({ code: 40300, data: { errors: [{ field: "Origin" }] } });
  await setSetting("site.desk_base", "https://desk.example.com");
  expect(await from("https://desk.example.com")).toMatchObject({ code: 200 });
  const token = await begin();
  const elsewhere = { "sec-fetch-site": "cross-site" };
  expect((await ask(`/${token}/messages`, { headers: elsewhere })).code).toBe(40300);
  expect((await ask(`/${token}/messages`, { headers: { origin: site, ...elsewhere } })).code).toBe(200);
  const before = await api.app.request(`${base}/${token}/contact`, {
    method: "OPTIONS",
    headers: { origin: site, "access-control-request-method": "PATCH" },
  });
  expect(before.headers.get("access-control-allow-methods")).toContain("PATCH");
});

test("a token that nobody was given opens nothing", async () => {
  const none = "x".repeat(43);
  for (const reply of [
    await ask(`/${none}/messages`),
    await send(none, "您好"),
    await patch(none, "contact", { phone: "13800000001" }),
    await patch(none, "end"),
    await patch(none, "rate", { satisfaction: 5 }),
    await patch(none, "page", { url: site, title: "" }),
    await ask(`/${none}/upload?filename=a.png`, { method: "POST", body: new Uint8Array(8) }),
    await ask(`/${none}/file/1`),
    await ask(`/${none}/events`),
  ])
    expect(reply).toMatchObject({ code: 40400, status: 404 });
  // A window that has said nothing can neither end nor be rated.
  const token = await begin();
  expect(await patch(token, "end")).toMatchObject({ code: 40400 });
  expect(await patch(token, "rate", { satisfaction: 5 })).toMatchObject({ code: 40400 });
});

test("what is wrong with what is sent is said", async () => {
  const token = await begin();
  const say = (body: object) => ask(`/${token}/messages`, { method: "POST", body });
  const client_msg_id = "12345678";
  expect(await say({ content: "您好" })).toMatchObject(refusedAt("client_msg_id"));
  expect(await say({ client_msg_id })).toMatchObject(refusedAt("content"));
  expect(await say({ client_msg_id, content: "长".repeat(2_001) })).toMatchObject({ code: 42200 });
  expect(await say({ client_msg_id, type: "file", media_id: 1 })).toMatchObject({ code: 42200 });
  expect(await say({ client_msg_id, type: "image", media_id: 999 })).toMatchObject(refusedAt("media_id"));
  expect(await say({ client_msg_id, content: "x".repeat(70_000) })).toMatchObject({ code: 41300 });
  expect(await patch(token, "contact", { name: "周" })).toMatchObject(refusedAt("phone"));
  expect(await patch(token, "contact", { phone: "12" })).toMatchObject(refusedAt("phone"));
  await send(token, "您好");
  expect(await patch(token, "rate", { satisfaction: 6 })).toMatchObject({ code: 42200 });
  for (const url of ["", "javascript:alert(1)", "data:text/html,x", "/jp"])
    expect(await patch(token, "page", { url, title: "" })).toMatchObject({ code: 42200 });
  expect(await patch(token, "page", { url: site, title: "" })).toMatchObject({ code: 200 });
  await make.blacklist({ type: "ip", value: `114.114.${address}.9`, effects: ["block_inquiry"] });
  expect(await ask("/session", { method: "POST", body: {} })).toMatchObject({ code: 40918 });
  expect(await rowsIn("chatMessage")).toHaveLength(1);
});

test("twenty messages a minute; windows, too, are counted by their address", async () => {
  const token = await begin();
  const codes = await Promise.all(Array.from({ length: 22 }, (_, n) => send(token, `第${n}条`)));
  expect(codes.filter(({ code }) => code === 200)).toHaveLength(20);
  expect(codes.filter(({ code }) => code === 42900)).toHaveLength(2);
  const opened = await Promise.all(Array.from({ length: 20 }, () => ask("/session", { method: "POST", body: {} })));
  expect(opened.filter(({ code }) => code === 42900)).toHaveLength(1);
});

test("at night a contact comes first, then what was said goes out; the end and the rating follow", async () => {
  for (const one of [api, elsewhere]) one.setClock(night);
  const opened = await ask("/session", { method: "POST", body: { language: "zh" } });
  const greeting = expect.stringContaining("联系方式");
  expect(opened.data).toMatchObject({ agent_online: false, contact_required: true, greeting });
  const token = String(opened.data.token);
  expect(await send(token, "有人吗")).toMatchObject(refusedAt("contact"));
  expect(await patch(token, "contact", { name: "周女士", phone_cc: "86", phone: "13800000001" })).toMatchObject({
    code: 200,
    data: { contact_left: true, contact_required: false },
  });
  expect(await send(token, "有人吗")).toMatchObject({ code: 200 });
  expect(await patch(token, "end")).toMatchObject({ data: { chat_status: "ended" } });
  expect(await patch(token, "rate", { satisfaction: 4 })).toMatchObject({ data: { satisfaction: 4 } });
  expect(await send(token, "还有一个问题")).toMatchObject({ code: 200 });
  expect(await list(token)).toHaveLength(5);
});

test("a picture is taken by its bytes, made anew, shown by the one who sent it, and read by the conversation alone", async () => {
  const token = await begin();
  const upload = (body: Uint8Array, to = token) => ask(`/${to}/upload?filename=IMG_1.jpg`, { method: "POST", body });
  const picture = await phonePicture({ width: 60, height: 40 });
  const { data, code } = await upload(picture);
  expect(code).toBe(200);
  const media_id = Number(data.media_id);
  const drawn = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>");
  expect(await upload(drawn)).toMatchObject({ code: 41500 });
  expect(await upload(picture.subarray(0, 400))).toMatchObject({ code: 42200 });
  await setSetting("upload.image_mb", 1);
  expect(await upload(new Uint8Array(1024 * 1024 + 1))).toMatchObject({ code: 41300 });
  // Not another's, and not before it is in a message.
  const other = await begin();
  const show = (to: string, client_msg_id: string) =>
    ask(`/${to}/messages`, { method: "POST", body: { type: "image", media_id, client_msg_id } });
  expect(await show(other, "of-another")).toMatchObject({ code: 42200 });
  expect(await ask(`/${token}/file/${media_id}`)).toMatchObject({ code: 40400 });
  const shown = await show(token, "a-picture");
  const url = `/api/inquiry/chat/public/${token}/file/${media_id}`;
  expect(shown).toMatchObject({ code: 200, data: { type: "image", file: { id: media_id, url } } });
  const read = await api.app.request(`http://test.local${url}`, { headers: { "sec-fetch-site": "same-origin" } });
  expect(read.headers.get("content-type")).toBe("image/jpeg");
  expect(read.headers.get("content-security-policy")).toContain("sandbox");
  const bytes = Buffer.from(await read.arrayBuffer());
  expect(bytes.includes("Telephone")).toBe(false);
  expect(await ask(`/${other}/file/${media_id}`)).toMatchObject({ code: 40400 });
  expect(await rowsIn("media")).toMatchObject([
    { scene: "chat", is_private: true, status: "ready", uploader: null },
    // Was no picture, and is swept.
    { status: "uploading" },
  ]);
});

test("the stream tells of what staff say at any server, and of nobody else's conversation", async () => {
  const token = await begin();
  const { data: first } = await send(token, "您好");
  const stranger = await begin();
  await send(stranger, "别人");
  const response = await elsewhere.app.request(`${base}/${token}/events`, {
    headers: { "sec-fetch-site": "same-origin", "accept-encoding": "gzip" },
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const reader = response.body?.getReader();
  let text = "";
  const heard = async (): Promise<object> => {
    for (;;) {
      const [, data] = /^event: chat\ndata: (.*)\n\n/.exec(text) ?? [];
      if (data) {
        text = text.slice(text.indexOf("\n\n") + 2);
        return JSON.parse(data);
      }
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) throw new Error("the stream has ended");
      text += new TextDecoder().decode(value);
    }
  };
  expect(await heard()).toMatchObject({ message_id: first.id, chat_status: "waiting" });
  await send(stranger, "还是别人");
  const { data: second } = await send(token, "在吗");
  expect(await heard()).toMatchObject({ message_id: second.id });
  const { id: staff_id } = await make.user({ role: "customer_service" });
  const said = { sender: "staff", type: "text", content: "在的", media_id: null, estate_id: null } as const;
  const [{ id } = { id: 0 }] = await rowsIn("inquiry");
  await db.transaction(async (tx) => {
    const at = { db: tx, services: api.services };
    await appendMessage(at, await lockChat(tx, id), { ...said, staff_id, client_msg_id: "of-staff" });
  });
  await vi.waitFor(async () => expect(await heard()).toMatchObject({ chat_status: "open" }));
  await reader?.cancel();
  const streams = await Promise.all(Array.from({ length: 7 }, () => api.app.request(`${base}/${token}/events`)));
  expect(streams.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 429]);
  for (const one of streams) await one.body?.cancel();
});

test("no line of the log has a token", async () => {
  const info = vi.spyOn(api.services.log, "info");
  const token = await begin();
  await send(token, "您好");
  const lines = JSON.stringify(info.mock.calls);
  info.mockRestore();
  expect(lines).toContain("/chat/public/…/messages");
  expect(lines).not.toContain(token);
});

whoMay(api, chatPublic, { all: "public" });
