import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerImport } from "~/contract/customer/customer-import";
import { pathOf } from "~/contract/endpoint";
import { type DownloadLink, download } from "~/contract/shared/download";
import { downloadLink, operationLog, session, userRole } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeCustomer, testNow } from "~/test/support/factories";
import { tableRows } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowsIn } = tableRows(db);
const api = testApi(db, { now: testNow });
const exporter = { permissions: ["customer:pool:view", "customer:info:export"] } as const;
const { user, other, sales } = signedIn(api, { user: exporter, other: exporter, sales: { role: "sales" } });

const path = `${pathOf(customer.exportPool)}?reason=report&level=A`;

async function ask(by: { id: number }, address: string) {
  const headers = { authorization: `Bearer ${await api.tokenOf(by.id)}` };
  const response = await api.app.request(address, { headers });
  return { status: response.status, body: await response.json() };
}
const linkFor = async (by = user): Promise<DownloadLink> => (await ask(by, `${path}&link=1`)).body.data;
/** Opens it as a browser does that knows no token. */
const open = (url: string) => api.app.request(url);
const codeOf = async (url: string) => (await (await open(url)).json()).code;

test("a link gives the file out once, as its asker would have got it, and names him in the log", async () => {
  for (const level of ["A", "B"]) await makeCustomer(db, { level });
  const { url, expires_at } = await linkFor();
  expect(expires_at).toBe("2026-11-20T12:01:00.000+08:00");
  expect(await rowsIn(operationLog)).toEqual([]);
  const [saved] = await rowsIn(downloadLink);
  expect(saved).toMatchObject({ user_id: user.id, request: path });
  expect(JSON.stringify(saved)).not.toContain(url.split("/").at(-1));
  const response = await open(url);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toContain("attachment");
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  expect(await rowsIn(operationLog)).toMatchObject([{ user_id: user.id, summary: "导出公海客户1条" }]);
  expect(await codeOf(url)).toBe(40400);
});

test("of two who open it at once one gets it", async () => {
  const { url } = await linkFor();
  const answers = await Promise.all([open(url), open(url)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
});

test("late, unknown, of an ended session or without the permission any more it is none", async () => {
  const { url: late } = await linkFor();
  api.setClock(new Date(testNow.getTime() + 60_000));
  for (const url of [late, "/api/download/nothing"]) expect(await codeOf(url)).toBe(40400);
  const { url: signedOut } = await linkFor();
  await db.update(session).set({ ended_at: testNow.toISOString() }).where(eq(session.user_id, user.id));
  expect(await codeOf(signedOut)).toBe(40400);
  const { url: robbed } = await linkFor(other);
  await db.delete(userRole).where(eq(userRole.user_id, other.id));
  expect(await codeOf(robbed)).toBe(40300);
});

test("it is made only for who may call, with a query that fits, and of nothing but files", async () => {
  expect((await ask(user, `${pathOf(customer.exportPool)}?link=1&level=Z`)).body).toMatchObject({
    ...{ code: 42200, data: { errors: [{ field: "level" }, { field: "reason" }] } },
  });
  expect((await ask(user, `${pathOf(customerImport.template)}?link=1`)).status).toBe(403);
  expect((await ask(user, "/api/user/profile?link=1")).body.data.id).toBe(user.id);
  expect((await open(`${path}&link=1`)).status).toBe(401);
});

test("a path's number is checked when it is redeemed, too", async () => {
  const { body } = await ask(sales, `${pathOf(customerImport.errors, { id: 1 })}?link=1`);
  expect(await codeOf(body.data.url)).toBe(40400);
});

whoMay(api, download, { redeem: "public" });
