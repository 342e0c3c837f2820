import { encrypt, getSignature } from "@wecom/crypto";
import { beforeEach, expect, test } from "vitest";
import { outbox } from "~/server/database/tables/system/system";
import { sealSetting } from "~/server/lib/settings";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { setSetting, testNow } from "~/test/support/factories";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const token = "QDG6eK";
const key = "jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C";
const corpId = "ww12345";
const changed =
  "<xml><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[change_contact]]></Event><ChangeType>update_user</ChangeType></xml>";

beforeEach(async () => {
  await resetDatabase(db);
  api.resetClock();
  await setSetting(db, "wecom.corp_id", corpId);
  await setSetting(db, "wecom.callback_token", sealSetting(api.services, "wecom.callback_token", token));
  await setSetting(db, "wecom.callback_aes_key", sealSetting(api.services, "wecom.callback_aes_key", key));
});

interface Sent {
  message?: string;
  id?: string;
  at?: Date;
  nonce?: string;
  signature?: string;
  body?: (sealed: string) => string;
}

const plainBody = (sealed: string) =>
  `<xml><ToUserName>${corpId}</ToUserName><Encrypt><![CDATA[${sealed}]]></Encrypt></xml>`;

/** What WeCom sends, and what is answered. */
async function send({
  message = changed,
  id = corpId,
  at = testNow,
  nonce = "n1",
  signature,
  body = plainBody,
}: Sent = {}) {
  const sealed = encrypt(key, message, id, Buffer.alloc(16, 7));
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const msg_signature = signature ?? getSignature(token, timestamp, nonce, sealed);
  const query = new URLSearchParams({ msg_signature, timestamp, nonce });
  const answer = await api.app.request(`http://test.local/api/wecom/callback?${query}`, {
    method: "POST",
    body: body(sealed),
  });
  return { status: answer.status, text: await answer.text() };
}
const waiting = () => db.select().from(outbox);

test("WeCom's own question is answered with what it sealed", async () => {
  const echostr = encrypt(key, "hello 1", corpId);
  const timestamp = String(testNow.getTime() / 1000);
  const ask = async (msg_signature: string) => {
    const query = new URLSearchParams({ msg_signature, timestamp, nonce: "n", echostr });
    const answer = await api.app.request(`http://test.local/api/wecom/callback?${query}`);
    return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
  };
  expect(await ask(getSignature(token, timestamp, "n", echostr))).toEqual({
    status: 200,
    type: expect.stringMatching(/^text\/plain/),
    text: "hello 1",
  });
  expect(await ask("0".repeat(40))).toMatchObject({ status: 403 });
});

test("a change of the tree is answered at once and worked once", async () => {
  expect(await send()).toEqual({ status: 200, text: "success" });
  expect(await waiting()).toMatchObject([{ event: "wecom.sync", payload: { kind: "callback" }, status: "pending" }]);
  // More of them before it begins are one.
  await send({ nonce: "n2" });
  expect(await waiting()).toHaveLength(1);
  await db.update(outbox).set({ status: "sent" });
  expect(await send()).toEqual({ status: 200, text: "success" });
  expect(await waiting()).toHaveLength(1);
  await send({ nonce: "n3" });
  expect(await waiting()).toHaveLength(2);
});

test("other events change nothing", async () => {
  expect(await send({ message: "<xml><Event>enter_agent</Event></xml>" })).toEqual({ status: 200, text: "success" });
  expect(await waiting()).toEqual([]);
});

test.each<[string, Sent, number]>([
  ["a wrong signature", { signature: "a".repeat(40) }, 403],
  ["a signature of another length", { signature: "a" }, 403],
  ["another company's message", { id: "ww99999" }, 403],
  ["one of six minutes ago", { at: new Date(testNow.getTime() - 360_000) }, 403],
  ["one of in six minutes", { at: new Date(testNow.getTime() + 360_000) }, 403],
  ["what is no XML", { body: (sealed) => sealed }, 403],
  [
    "a document type",
    { body: (sealed) => `<!DOCTYPE xml [<!ENTITY e "${sealed}">]><xml><Encrypt>&e;</Encrypt></xml>` },
    403,
  ],
  ["an entity", { body: () => "<xml><Encrypt>&e;</Encrypt></xml>" }, 403],
  ["more than 64 KB", { body: (sealed) => `${plainBody(sealed)}${" ".repeat(65_536)}` }, 413],
])("%s is refused", async (_name, sent, status) => {
  expect(await send(sent)).toMatchObject({ status });
  expect(await waiting()).toEqual([]);
});

test("without a token or a key nothing is taken", async () => {
  await setSetting(db, "wecom.callback_token", "");
  expect(await send()).toMatchObject({ status: 403 });
});
