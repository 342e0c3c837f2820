import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addressOf } from "~/contract/endpoint";
import { publicReport } from "~/contract/resource/public-resource";
import { report } from "~/contract/resource/report";
import { contentDaily } from "~/server/database/tables/content/content";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { reportDownload, report as reportTable } from "~/server/database/tables/resource/resource";
import { operationLog } from "~/server/database/tables/system/system";
import { contentRollup } from "~/server/jobs/content/content-rollup";
import { forgetInquiries } from "~/server/resources/inquiry/inquiry/of-customer";
import { desk } from "~/test/support/desk";
import { makeMedia } from "~/test/support/factories";
import { pdf } from "~/test/support/media-files";
import { cellsOf } from "~/test/support/sheet";
import { makeTracker } from "~/test/support/tracker";

const { db, api, editor, asEditor, asAdmin, at, runJob, logLines } = desk({
  editor: { role: "content_editor", name: "林编辑" },
  admin: { role: "super_admin" },
});
api.services.trustsProxy = true;

async function live(over: object = {}): Promise<number> {
  const key = `report/2026-11/${Math.random()}`;
  const bytes = pdf(3);
  await api.services.storage.write(key, new Blob([new Uint8Array(bytes)]).stream(), bytes.length);
  const own = {
    uploader: editor.id,
    scene: "report",
    kind: "doc",
    mime: "application/pdf",
    name: "季报.pdf",
    pages: 3,
  };
  const file_id = (await makeMedia(db, { ...own, key, size: bytes.length })).id;
  const cover_id = (await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false })).id;
  const body = { title: "东京新房季报", period: "2026Q3", category: "price" as const, cover_id, file_id, ...over };
  const { id } = (await asEditor(report.create, { body })).data;
  expect((await asEditor(report.publish, { params: { id }, body: { version: 1 } })).code).toBe(200);
  return id;
}

let visitor = 0;
async function download(id: number, body: object = {}, ip = `2.3.4.${++visitor}`) {
  const answer = await api.app.request(`http://desk.local${addressOf(publicReport.download, { params: { id } })}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": ip, "user-agent": "Mozilla/5.0 (iPhone)" },
    body: JSON.stringify(body),
  });
  return { ...((await answer.json()) as { code: number; data: { url: string; errors: { field: string }[] } }), answer };
}
const fieldsOf = ({ data }: Awaited<ReturnType<typeof download>>) => data.errors.map(({ field }) => field);
const counted = async (id: number) => {
  const [row] = await db.select().from(reportTable).where(eq(reportTable.id, id));
  const [daily] = await db.select().from(contentDaily).where(eq(contentDaily.target_id, id));
  return [row?.download_count, daily?.downloads ?? 0, row?.version];
};

test("a contact becomes an inquiry of the report, by the one way in, and the file's address works for a minute", async () => {
  const id = await live();
  const point = await makeTracker(db, { code: "report-page", name: "报告页" });
  const contact = { name: "王先生", phone_cc: "86", phone: "19900001234", email: "wang@demo.test" };
  const body = { ...contact, tracker: "report-page" };
  const { code, data, answer } = await download(id, body);
  expect([code, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  const file = await api.app.request(data.url);
  expect([file.status, Buffer.from(await file.arrayBuffer()).equals(pdf(3))]).toEqual([200, true]);
  expect(file.headers.get("content-disposition")).toContain("attachment");
  const [asked] = await db.select().from(inquiry);
  expect(asked).toMatchObject({
    ...{ kind: "report", name: "王先生", phone_e164: "+8619900001234", tracker_id: point.id, device: "mobile" },
    ...{ content_kind: "report", content_id: id, ext: { report_id: id, report_title: "东京新房季报" } },
  });
  expect(await db.select().from(reportDownload)).toMatchObject([
    { report_id: id, name: "王先生", inquiry_id: asked?.id, tracker_id: point.id, platform: "web" },
  ]);
  // A forgotten customer is forgotten here too.
  const rollBack = new Error("only looked at");
  const looked = db.transaction(async (tx) => {
    await forgetInquiries(tx, eq(inquiry.id, asked?.id ?? 0));
    expect(await tx.select().from(reportDownload)).toMatchObject([
      { report_id: id, name: null, phone: null, phone_e164: null, email: null },
    ]);
    throw rollBack;
  });
  await expect(looked).rejects.toBe(rollBack);
  // Again: a line of the same inquiry, and another download.
  await download(id, body);
  expect([(await db.select().from(inquiry)).length, await counted(id)]).toEqual([1, [2, 2, 2]]);
  api.setClock(at(1.01));
  expect((await api.app.request(data.url)).status).toBe(404);
  await runJob(contentRollup, at(2));
  expect(await db.select().from(contentDaily)).toMatchObject([{ downloads: 2, inquiries: 1 }]);
});

test("what is missing or wrong is said at its field, and nothing is written", async () => {
  const id = await live();
  expect(fieldsOf(await download(id))).toEqual(["phone"]);
  expect(fieldsOf(await download(id, { name: "王" }))).toEqual(["phone"]);
  expect(fieldsOf(await download(id, { phone_cc: "86", phone: "123" }))).toEqual(["phone"]);
  expect(fieldsOf(await download(id, { email: "nobody" }))).toEqual(["email"]);
  expect(fieldsOf(await download(id, { email: "a@demo.test", website: "x" }))).toEqual(["website"]);
  expect([await db.select().from(inquiry), await db.select().from(reportDownload), await counted(id)]).toEqual([
    ...[[], [], [0, 0, 2]],
  ]);
  // An e-mail is contact enough.
  expect((await download(id, { email: "a@demo.test" })).code).toBe(200);
});

test("one that asks for no contact is handed out without; only while it is public, and ten times a minute", async () => {
  const id = await live({ need_contact: false });
  expect((await download(id)).code).toBe(200);
  expect([(await db.select().from(inquiry)).length, await counted(id)]).toEqual([0, [1, 1, 2]]);
  await asEditor(report.offline, { params: { id }, body: { version: 2 } });
  expect((await download(id)).code).toBe(40400);
  await asEditor(report.schedule, { params: { id }, body: { version: 3, publish_at: at(5).toISOString() } });
  expect((await download(id)).code).toBe(40400);
  api.setClock(at(5));
  expect((await download(id)).code).toBe(200);
  const codes: number[] = [];
  for (let times = 0; times < 11; times++) codes.push((await download(id, {}, "9.9.9.9")).code);
  expect(codes.at(-1)).toBe(42900);
});

test("of several who download at once each is counted", async () => {
  const id = await live();
  const all = Array.from({ length: 5 }, (_, n) => download(id, { phone_cc: "86", phone: `1990000100${n}` }));
  expect((await Promise.all(all)).map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
  expect([await counted(id), (await db.select().from(inquiry)).length]).toEqual([[5, 5, 2], 5]);
});

test("the log shows masked contacts and leads to inquiries that the reader may see; its export gives its reason", async () => {
  const id = await live();
  const open = await live({ title: "年报", need_contact: false });
  await download(id, { name: "王先生", phone_cc: "86", phone: "19900001234" });
  api.setClock(at(1));
  await download(open);
  const { data } = await asEditor(report.downloads, {});
  expect(data.list).toMatchObject([
    { report: { id: open, name: "年报" }, phone: null, inquiry: null },
    { report: { id }, name: "王先生", phone: "199****1234", inquiry: { can_view: false } },
  ]);
  expect((await asAdmin(report.downloads, {})).data.list[1]?.inquiry).toMatchObject({ can_view: true });
  const ids = async (query: object) =>
    (await asEditor(report.downloads, { query })).data.list.map((row) => row.report.id);
  expect(await ids({ report_id: id })).toEqual([id]);
  expect(await ids({ has_inquiry: false })).toEqual([open]);
  expect(await ids({ platform: ["h5"] })).toEqual([]);
  expect(await ids({ at_from: "2026-11-21" })).toEqual([]);

  const read = (query: object) => asEditor.file(report.exportDownloads, { query });
  expect((await (await read({})).json()).code).toBe(42200);
  const answer = await read({ reason: "report", report_id: String(id) });
  const rows = await cellsOf(answer);
  expect(rows.slice(0, 2).map((row) => row.slice(1, 4))).toEqual([
    ["报告", "姓名", "手机号"],
    ["东京新房季报", "王先生", "199****1234"],
  ]);
  const [line] = await logLines(sql`${operationLog.action} = 'export'`);
  expect(line?.reason).toBeTruthy();
});
