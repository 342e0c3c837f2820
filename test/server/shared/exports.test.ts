import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerImport } from "~/contract/customer/customer-import";
import { tracking } from "~/contract/customer/tracking";
import { type Endpoint, pathOf } from "~/contract/endpoint";
import { type DownloadLink, download } from "~/contract/shared/download";
import { exportTask } from "~/contract/shared/export-task";
import { record } from "~/contract/system/record";
import { operationLog, session, exportTask as table, userRole } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { heldWhileSent } from "~/server/resources/shared/export/held-while-sent";
import { sweepExports } from "~/server/resources/shared/export/keep";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeTracking, testNow } from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";
import { cellsOf } from "~/test/support/sheet";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const { admin, manager, other, sales, editor, asAdmin, asManager, asOther } = signedIn(api, {
  admin: { role: "super_admin" },
  manager: { role: "sales_manager" },
  other: { role: "sales_manager" },
  sales: { role: "sales" },
  editor: { role: "content_editor" },
});

/** The names in a spreadsheet, its first line and its last left out. */
const namesIn = async (answer: Response, column = 2) =>
  (await cellsOf(answer)).slice(1, -1).map((row) => row[column - 1]);
const ask = (as: As, query: object = {}, endpoint: Endpoint = customer.exportPool) =>
  as.file(endpoint, { query: { reason: "report", ...query } });
/** Exports as a user does, to the last byte. */
async function exported(...asked: Parameters<typeof ask>) {
  const response = await ask(...asked);
  expect(response.status).toBe(200);
  return response.arrayBuffer();
}
const listed = async (as: As) => (await as(exportTask.list)).data.list;

test("only the chosen rows of what the filter finds are exported, wherever rows are", async () => {
  const [chen, li] = [await makeCustomer(db, { name: "陈海" }), await makeCustomer(db, { name: "李娜", level: "A" })];
  await makeCustomer(db, { name: "王强", level: "A" });
  const mine = await makeCustomer(db, { name: "周宁", owner_id: admin.id });
  await makeCustomer(db, { name: "吴越", owner_id: admin.id });
  const of = { customer_id: mine.id, user_id: admin.id };
  const first = await makeTracking(db, { ...of, content: "第一次" });
  await makeTracking(db, { ...of, content: "第二次" });
  const both = [chen.id, li.id];
  for (const [query, names] of [
    [{ ids: both, sort: "created_at" }, ["陈海", "李娜"]],
    [{ ids: both, level: ["A"] }, ["李娜"]],
    // Of another tab, or out of sight: none.
    [{ ids: [mine.id] }, []],
  ] as const)
    expect(await namesIn(await ask(asAdmin, query))).toEqual(names);
  const owned = await ask(asAdmin, { ids: [mine.id, chen.id], view: "owned" }, customer.export);
  expect(await namesIn(owned)).toEqual(["周宁"]);
  expect(await namesIn(await ask(asAdmin, { ids: [first.id] }, tracking.export), 7)).toEqual(["第一次"]);
  const lines = await rowsIn("operationLog", eq(operationLog.action, "export"));
  expect(lines[0]?.changes).toContainEqual({ field: "ids", label: "所选记录", before: null, after: "2条" });
  const day = { created_from: "2026-11-20", created_to: "2026-11-20" };
  const line = await ask(asAdmin, { ids: [lines[0]?.id], ...day }, record.export);
  expect(await namesIn(line, 6)).toEqual(["导出公海客户2条"]);
  const many = { reason: "report", ids: Array.from({ length: 501 }, (_, index) => index + 1) };
  expect(await asAdmin(customer.exportPool, { query: many })).toMatchObject({ code: 42200 });
});

test("the log tells a filter of several conditions in words, and not how the list was grouped", async () => {
  await makeCustomer(db, { name: "陈海", level: "A" });
  const items = [
    { field: "level", cmp: "in", value: ["A", "B"] },
    {
      op: "or",
      items: [
        { field: "name", cmp: "contains", value: "陈" },
        { field: "tracking_count", cmp: "gte", value: 3 },
      ],
    },
  ];
  await exported(asAdmin, { where: { op: "and", items }, group: "level" });
  const [line] = await rowsIn("operationLog", eq(operationLog.action, "export"));
  expect(line?.changes?.filter(({ field }) => field !== "sort" && field !== "view")).toEqual([
    {
      field: "where",
      label: "组合条件",
      before: null,
      after: "同时符合：客户等级 是 A 高意向、B 中意向；（符合其一：客户姓名 包含 陈；跟进次数 不小于 3）",
    },
  ]);
});

test("an export is kept: listed with its state, its file for its maker and super administrators, made anew on request", async () => {
  await makeCustomer(db, { name: "陈海", level: "A" });
  await makeCustomer(db, { name: "王强", level: "B" });
  const sent = await exported(asManager, { level: ["A"], page: 1 });
  const [row] = await listed(asManager);
  expect(row).toMatchObject({
    ...{ title: "公海客户", status: "done", row_count: 1, reason: "内部报表", size: sent.byteLength },
    ...{ file_name: "公海客户-20261120.xlsx", user: { id: manager.id }, can: { download: true, again: true } },
  });
  const params = { id: row?.id ?? 0 };
  const file = (as: As) => as.file(exportTask.file, { params });
  expect(await (await file(asManager)).arrayBuffer()).toEqual(sent);
  expect((await file(asAdmin)).status).toBe(200);
  // Each time that it leaves is a line.
  const summaries = (await rowsIn("operationLog")).map(({ summary }) => summary);
  expect(summaries).toEqual(["导出公海客户1条", "下载导出文件：公海客户1条", "下载导出文件：公海客户1条"]);

  await makeCustomer(db, { name: "李娜", level: "A" });
  const { url } = (await asManager(exportTask.again, { params })).data;
  expect(await namesIn(await api.app.request(url))).toEqual(expect.arrayContaining(["陈海", "李娜"]));
  expect((await listed(asManager)).map(({ row_count }) => row_count)).toEqual([2, 1]);
  expect([await listed(asOther), (await listed(asAdmin)).length]).toEqual([[], 2]);
});

test("what is kept on the disk cannot be read there", async () => {
  await makeCustomer(db, { name: "陈海" });
  const sent = await exported(asManager);
  const [{ file_key } = { file_key: null }] = await rowsIn("exportTask");
  const stored = new Response(await api.services.storage.read(file_key ?? ""));
  const bytes = Buffer.from(await stored.arrayBuffer());
  expect(bytes.length).toBeGreaterThan(sent.byteLength);
  expect(bytes.subarray(0, 4).toString()).toBe("XFS1");
});

test("one that was stopped has failed; old ones go with their files, and those of a dead server end", async () => {
  await makeCustomer(db);
  const response = await ask(asManager);
  expect(await listed(asManager)).toMatchObject([{ status: "running", can: { again: false } }]);
  await response.body?.cancel();
  expect(await listed(asManager)).toMatchObject([
    { status: "failed", message: "下载已停止", size: null, can: { download: false, again: true } },
  ]);

  await exported(asManager);
  const { id, file_key } = found((await rowsIn("exportTask", eq(table.status, "done")))[0]);
  await ask(asManager);
  const later = (hours: number) => new Date(testNow.getTime() + hours * 3_600_000);
  await sweepExports(api.services, later(2));
  const statuses = (await rowsIn("exportTask")).map(({ status }) => status);
  expect(statuses).toEqual(["failed", "done", "failed"]);
  await updateIn("exportTask", id, { created_at: days(-8) });
  expect(await listed(asManager)).toHaveLength(2);
  await sweepExports(api.services, later(2));
  expect(await db.$count(table, eq(table.id, id))).toBe(0);
  expect(await api.services.storage.has(file_key ?? "")).toBe(false);
});

test("of one person the newest twenty files are kept", async () => {
  for (let count = 0; count < 21; count++) await exported(asManager);
  const { list } = (await asManager(exportTask.list, { query: { page_size: 50 } })).data;
  expect(list.filter(({ can }) => can.download)).toHaveLength(20);
  expect(list.at(-1)).toMatchObject({ status: "expired", can: { download: false, again: true } });
});

test("a file is stored in step with its reader, who gets it also where it cannot be stored", async () => {
  let made = 0;
  const source = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (made++ < 5) controller.enqueue(new Uint8Array([made]));
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  const endings: unknown[] = [];
  const stored: number[] = [];
  const keeping = {
    end: async (ending: object) => void endings.push(ending),
    onError: (error: unknown) => void endings.push(error),
  };
  const reader = heldWhileSent(source(), {
    ...keeping,
    store: async (copy) => {
      for (const one = copy.getReader(); ; ) {
        const { value } = await one.read();
        if (!value) return { size: stored.length, sha256: "" };
        stored.push(...value);
      }
    },
  }).getReader();
  expect((await reader.read()).value).toEqual(new Uint8Array([1]));
  // Nothing is read ahead of the one who takes it.
  expect(made).toBe(1);
  while (!(await reader.read()).done);
  expect(stored).toEqual([1, 2, 3, 4, 5]);
  expect(endings).toEqual([{ status: "done", stored: { size: 5, sha256: "" } }]);

  made = 0;
  const full = new Error("no room");
  const second = await new Response(
    heldWhileSent(source(), { ...keeping, store: () => Promise.reject(full) }),
  ).arrayBuffer();
  expect(second.byteLength).toBe(5);
  expect(endings.slice(1)).toEqual([full, { status: "done", stored: undefined }]);
});

// Links that open a file once.

const path = `${pathOf(customer.exportPool)}?reason=report&level=A`;

async function fetched(by: { id: number }, address: string) {
  const headers = { authorization: `Bearer ${await api.tokenOf(by.id)}` };
  const response = await api.app.request(address, { headers });
  return { status: response.status, body: await response.json() };
}
const linkFor = async (by = manager): Promise<DownloadLink> => (await fetched(by, `${path}&link=1`)).body.data;
/** Opens it as a browser does that knows no token. */
const open = (url: string) => api.app.request(url);
const codeOf = async (url: string) => (await (await open(url)).json()).code;

test("a link gives the file out once, as its asker would have got it, and names him in the log", async () => {
  for (const level of ["A", "B"]) await makeCustomer(db, { level });
  const { url, expires_at } = await linkFor();
  expect(expires_at).toBe("2026-11-20T12:01:00.000+08:00");
  expect(await rowsIn("operationLog")).toEqual([]);
  const [saved] = await rowsIn("downloadLink");
  expect(saved).toMatchObject({ user_id: manager.id, request: path });
  expect(JSON.stringify(saved)).not.toContain(url.split("/").at(-1));
  const response = await open(url);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toContain("attachment");
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  expect(await rowsIn("operationLog")).toMatchObject([{ user_id: manager.id, summary: "导出公海客户1条" }]);
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
  await db.update(session).set({ ended_at: testNow.toISOString() }).where(eq(session.user_id, manager.id));
  expect(await codeOf(signedOut)).toBe(40400);
  const { url: robbed } = await linkFor(other);
  await db.delete(userRole).where(eq(userRole.user_id, other.id));
  expect(await codeOf(robbed)).toBe(40300);
});

test("it is made only for who may call, with a query that fits, and of nothing but files", async () => {
  expect((await fetched(manager, `${pathOf(customer.exportPool)}?link=1&level=Z`)).body).toMatchObject({
    ...{ code: 42200, data: { errors: [{ field: "level" }, { field: "reason" }] } },
  });
  expect((await fetched(editor, `${pathOf(customerImport.template)}?link=1`)).status).toBe(403);
  expect((await fetched(manager, "/api/user/profile?link=1")).body.data.id).toBe(manager.id);
  expect((await open(`${path}&link=1`)).status).toBe(401);
});

test("a path's number is checked when it is redeemed, too", async () => {
  const { body } = await fetched(sales, `${pathOf(customerImport.errors, { id: 1 })}?link=1`);
  expect(await codeOf(body.data.url)).toBe(40400);
});

whoMay(api, exportTask, { all: "any" });
whoMay(api, download, { redeem: "public" });
