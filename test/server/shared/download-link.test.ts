import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerImport } from "~/contract/customer/customer-import";
import { pathOf } from "~/contract/endpoint";
import type { DownloadLink } from "~/contract/shared/download";
import { download } from "~/contract/shared/download";
import { downloadLink, operationLog, session, userRole } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeCustomer, makeUser, testNow } from "~/test/support/factories";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
beforeEach(async () => {
  await resetDatabase(db);
  api.setClock(testNow);
});

const exporter = () => makeUser(db, { permissions: ["customer:pool:view", "customer:info:export"] });
const path = `${pathOf(customer.exportPool)}?reason=report&level=A`;

async function ask(token: string, address: string) {
  const response = await api.app.request(address, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}

async function linkFor(userId: number): Promise<DownloadLink> {
  const { body } = await ask(await api.tokenOf(userId), `${path}&link=1`);
  return body.data;
}

/** Opens it as a browser does that knows no token. */
const open = (url: string) => api.app.request(url);
const refused = async (url: string) => (await open(url)).json();

test("a link gives the file out once, as its asker would have got it, and names him in the log", async () => {
  const user = await exporter();
  await makeCustomer(db, { level: "A" });
  await makeCustomer(db, { level: "B" });
  const { url, expires_at } = await linkFor(user.id);
  expect(expires_at).toBe("2026-11-20T12:01:00.000+08:00");
  expect(await db.select().from(operationLog)).toEqual([]);
  const [kept] = await db.select().from(downloadLink);
  expect(kept).toMatchObject({ user_id: user.id, request: path });
  expect(JSON.stringify(kept)).not.toContain(url.split("/").at(-1));
  const response = await open(url);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toContain("attachment");
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  expect(await db.select().from(operationLog)).toMatchObject([{ user_id: user.id, summary: "导出公海客户1条" }]);
  expect(await refused(url)).toMatchObject({ code: 40400 });
});

test("of two who open it at once one gets it", async () => {
  const { url } = await linkFor((await exporter()).id);
  const answers = await Promise.all([open(url), open(url)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
});

test("late, unknown, of an ended session or without the permission any more it is none", async () => {
  const user = await exporter();
  const { url: late } = await linkFor(user.id);
  api.setClock(new Date(testNow.getTime() + 60_000));
  expect(await refused(late)).toMatchObject({ code: 40400 });
  expect(await refused("/api/download/nothing")).toMatchObject({ code: 40400 });
  const { url: signedOut } = await linkFor(user.id);
  await db.update(session).set({ ended_at: testNow.toISOString() }).where(eq(session.user_id, user.id));
  expect(await refused(signedOut)).toMatchObject({ code: 40400 });
  const other = await exporter();
  const { url: robbed } = await linkFor(other.id);
  await db.delete(userRole).where(eq(userRole.user_id, other.id));
  expect(await refused(robbed)).toMatchObject({ code: 40300 });
});

test("it is made only for who may call, with a query that fits, and of nothing but files", async () => {
  const user = await exporter();
  const token = await api.tokenOf(user.id);
  expect((await ask(token, `${pathOf(customer.exportPool)}?link=1&level=Z`)).body).toMatchObject({
    code: 42200,
    data: { errors: [{ field: "level" }, { field: "reason" }] },
  });
  expect((await ask(token, `${pathOf(customerImport.template)}?link=1`)).status).toBe(403);
  expect((await ask(token, "/api/user/profile?link=1")).body.data.id).toBe(user.id);
  expect((await api.app.request(`${path}&link=1`)).status).toBe(401);
});

test("a path's number is checked when it is redeemed, too", async () => {
  const user = await makeUser(db, { role: "sales" });
  const address = `${pathOf(customerImport.errors, { id: 1 })}?link=1`;
  const { body } = await ask(await api.tokenOf(user.id), address);
  expect(await refused(body.data.url)).toMatchObject({ code: 40400 });
});

whoMay(api, download, {
  redeem: "public",
});
