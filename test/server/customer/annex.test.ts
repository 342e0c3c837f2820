import { eq } from "drizzle-orm";
import ExcelJS from "exceljs";
import { beforeEach, describe, expect, test } from "vitest";
import { annex, requirement } from "~/contract/customer/requirement";
import { upload } from "~/contract/shared/upload";
import { createApp } from "~/server/app";
import { customer as customerTable } from "~/server/database/tables/customer/customer";
import { media, operationLog, session, user } from "~/server/database/tables/system/system";
import { createLog } from "~/server/lib/log";
import { sweepMedia } from "~/server/lib/media";
import { revealsLeft } from "~/server/resources/shared/reveal";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import {
  days,
  makeAnnex,
  makeCustomer,
  makeMedia,
  makeRequirement,
  makeTeam,
  makeUser,
  testNow,
} from "~/test/support/factories";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });

type Ask = Awaited<ReturnType<typeof api.as>>;
interface Person {
  id: number;
  ask: Ask;
  token: string;
}
let sales: Person;
let manager: Person;
let customerId: number;
let requirementId: number;

async function person(role: string, team_id?: number): Promise<Person> {
  const { id } = await makeUser(db, { role, team_id });
  return { id, ask: await api.as(id), token: await api.tokenOf(id) };
}

beforeEach(async () => {
  await resetDatabase(db);
  api.setClock(testNow);
  const team = await makeTeam(db);
  sales = await person("sales", team.id);
  manager = await person("sales_manager", team.id);
  customerId = (await makeCustomer(db, { owner_id: sales.id, name: "王伟" })).id;
  requirementId = (await makeRequirement(db, { customer_id: customerId, requirement_no: "XQ2611200001" })).id;
});

const pdf = Buffer.from(`%PDF-1.7\n${"passport of WANG WEI ".repeat(20)}\n%%EOF`);
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const kinds = {
  pdf: "application/pdf",
  png: "image/png",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

async function send(by: Person, bytes: Buffer, mime = kinds.pdf, filename = "scan.PDF") {
  const asked = await by.ask(upload.token, { body: { scene: "annex", filename, size: bytes.length, mime } });
  if (asked.code !== 200) return asked;
  const body = new Blob([new Uint8Array(bytes)]);
  const headers = { authorization: `Bearer ${by.token}` };
  await api.app.request(asked.data.upload_url, { method: "PUT", headers, body });
  return by.ask(upload.complete, { body: { media_id: asked.data.media_id } });
}
async function sent(by = sales, bytes = pdf, mime = kinds.pdf): Promise<number> {
  const reply = await send(by, bytes, mime);
  if (!("id" in reply.data)) throw new Error(`the upload was refused: ${reply.message}`);
  return reply.data.id;
}
const facts = { category: "passport" as const, name: "护照首页", expire_at: null, remark: null };
const same = { ...facts, media_id: null };
const verify = { action: "verify" as const, verified: "verified" as const, verify_note: null };
const create = (media_id: number, by = sales, given: object = {}) =>
  by.ask(annex.create, { body: { ...facts, requirement_id: requirementId, media_id, ...given } });
const added = async () => (await create(await sent())).data.id;
const listed = async (by = sales, query: object = { requirement_id: requirementId }) =>
  (await by.ask(annex.list, { query })).data.list;
const only = async (by = sales) => {
  const [row] = await listed(by);
  if (!row) throw new Error("no annex");
  return row;
};
const opened = (url: string) => api.app.request(url);
const openings = () => db.select().from(operationLog).where(eq(operationLog.action, "unmask")).orderBy(operationLog.id);
const fileOf = async (id: number) => (await db.select().from(media).where(eq(media.id, id)))[0];
const fieldsOf = (reply: { data: unknown }) =>
  (reply.data as { errors: { field: string; message: string }[] }).errors.map(({ field, message }) => [field, message]);

describe("an annex", () => {
  test("is added, renamed, verified and removed with its file, each in the log", async () => {
    const media_id = await sent();
    const { data } = await create(media_id, sales, { expire_at: "2026-11-19", remark: "原件已看" });
    expect(await only()).toMatchObject({
      id: data.id,
      name: "护照首页",
      category: "passport",
      mime: kinds.pdf,
      size: pdf.length,
      verified: "unverified",
      expire_at: "2026-11-19",
      is_expired: true,
      customer: { name: "王伟" },
      requirement: { name: "XQ2611200001" },
      created_by: { id: sales.id },
      can: { edit: true, delete: true },
    });
    const params = { id: data.id };
    const renamed = await sales.ask(annex.update, { params, body: { ...same, category: "visa", name: "在留卡正面" } });
    expect(renamed.data).toMatchObject({ category: "visa", name: "在留卡正面", expire_at: null, is_expired: false });
    const verified = await manager.ask(annex.verify, { params, body: verify });
    expect(verified.data).toMatchObject({
      verified: "verified",
      verified_by: { id: manager.id },
      verified_at: "2026-11-20T12:00:00.000+08:00",
    });
    expect((await sales.ask(requirement.get, { params: { id: requirementId } })).data.annex_count).toBe(1);
    expect((await sales.ask(annex.remove, { params })).code).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await fileOf(media_id))?.status).toBe("removed");
    await sweepMedia(api.services);
    expect(await fileOf(media_id)).toBeUndefined();
    const lines = await db
      .select()
      .from(operationLog)
      .where(eq(operationLog.target_type, "requirement_annex"))
      .orderBy(operationLog.id);
    expect(lines.map(({ action }) => action)).toEqual(["create", "update", "audit", "delete"]);
    expect(lines[1]?.changes).toContainEqual({
      field: "category",
      label: "附件类型",
      before: "护照",
      after: "在留卡/签证",
    });
  });

  test("that is rejected needs a word why", async () => {
    const id = await added();
    const bare = await manager.ask(annex.verify, { params: { id }, body: { ...verify, verified: "rejected" } });
    expect(fieldsOf(bare)).toEqual([["verify_note", "请输入核验说明"]]);
    const told = { ...verify, verified: "rejected" as const, verify_note: "照片模糊" };
    expect((await manager.ask(annex.verify, { params: { id }, body: told })).data).toMatchObject({
      verified: "rejected",
      verify_note: "照片模糊",
    });
  });

  test("whose file is changed is not verified any more, and the old file goes", async () => {
    const first = await sent();
    const { id } = (await create(first)).data;
    const { url } = await only();
    await manager.ask(annex.verify, { params: { id }, body: verify });
    const media_id = await sent(sales, png, kinds.png);
    const reply = await sales.ask(annex.update, { params: { id }, body: { ...facts, media_id } });
    expect(reply.data).toMatchObject({ verified: "unverified", verified_by: null, verified_at: null, mime: kinds.png });
    expect((await fileOf(first))?.status).toBe("removed");
    expect((await opened(url)).status).toBe(404);
    expect((await opened(reply.data.url)).status).toBe(200);
  });

  test("is one of twenty at most", async () => {
    for (let n = 0; n < 20; n++)
      await makeAnnex(db, {
        requirement_id: requirementId,
        media_id: (await makeMedia(db, { uploader: sales.id })).id,
      });
    const reply = await create(await sent());
    expect([reply.code, fieldsOf(reply)]).toEqual([42200, [["media_id", "每条需求最多20个附件"]]]);
  });

  test("of a closed requirement stays as it is, but may be removed", async () => {
    const id = await added();
    const media_id = await sent();
    await sales.ask(requirement.close, { params: { id: requirementId }, body: { action: "close" } });
    expect((await create(media_id)).code).toBe(40902);
    expect((await sales.ask(annex.update, { params: { id }, body: same })).code).toBe(40902);
    expect((await sales.ask(annex.verify, { params: { id }, body: verify })).code).toBe(40902);
    expect((await only()).can).toEqual({ edit: false, delete: true });
    expect((await sales.ask(annex.remove, { params: { id } })).code).toBe(200);
  });

  test("is found by requirement, customer, category and verification", async () => {
    await added();
    const other = await makeRequirement(db, { customer_id: customerId });
    const file = await makeMedia(db, { uploader: sales.id, scene: "annex" });
    await makeAnnex(db, {
      requirement_id: other.id,
      media_id: file.id,
      category: "asset",
      verified: "verified",
      name: "存款证明",
    });
    expect(await listed(sales, { customer_id: customerId })).toHaveLength(2);
    expect((await listed()).map(({ name }) => name)).toEqual(["护照首页"]);
    expect((await listed(sales, { category: ["asset"] })).map(({ name }) => name)).toEqual(["存款证明"]);
    expect((await listed(sales, { verified: ["verified"] })).map(({ name }) => name)).toEqual(["存款证明"]);
  });
});

describe("the file of an annex", () => {
  const unusable = [["media_id", "文件不存在、未上传完成或已被使用，请重新上传"]];

  test("is the caller's own, complete, of this kind, fresh, and of one annex only", async () => {
    const mine = { uploader: sales.id, scene: "annex", created_at: days(0) };
    const wrong = [
      await sent(manager),
      (await makeMedia(db, { ...mine, status: "uploading" })).id,
      (await makeMedia(db, { ...mine, scene: "tracking" })).id,
      (await makeMedia(db, { ...mine, created_at: days(-1.01) })).id,
      987_654,
    ];
    for (const media_id of wrong) expect(fieldsOf(await create(media_id))).toEqual(unusable);
    const media_id = await sent();
    expect((await create(media_id)).code).toBe(200);
    expect(fieldsOf(await create(media_id))).toEqual(unusable);
  });

  test("is what it says: 41500 for another content, and for a kind that is not taken", async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet("资产").addRow(["存款", 100]);
    const sheet = Buffer.from(await book.xlsx.writeBuffer());
    expect((await send(sales, sheet, kinds.xlsx)).code).toBe(200);
    for (const [bytes, mime] of [
      [sheet, kinds.docx],
      [png, kinds.pdf],
      [pdf, kinds.png],
      [pdf, kinds.xlsx],
      [Buffer.from("PK\x03\x04 no archive at all"), kinds.docx],
      [pdf, "application/zip"],
    ] as const)
      expect([mime, (await send(sales, bytes, mime)).code]).toEqual([mime, 41500]);
  });

  test("lies sealed on the disk", async () => {
    const media_id = await sent();
    const file = await fileOf(media_id);
    const onDisk = Buffer.from((await api.services.storage.head(file?.key ?? "", 100_000)) ?? []);
    expect(onDisk.length).toBeGreaterThan(pdf.length);
    expect(onDisk.includes("WANG WEI")).toBe(false);
    expect(onDisk.includes("PDF")).toBe(false);
    expect(file).toMatchObject({ size: pdf.length, kind: "doc" });
  });

  test("has no address but the annex's", async () => {
    const asked = await sales.ask(upload.token, {
      body: { scene: "annex", filename: "scan.pdf", size: pdf.length, mime: kinds.pdf },
    });
    expect(asked.data.url).toBe("");
    const reply = await send(sales, pdf);
    expect(reply.data).toMatchObject({ url: "" });
    expect((await sales.ask(upload.signed, { params: { id: await sent() } })).code).toBe(40301);
  });

  test("sent twice is two files, so that each goes with its annex", async () => {
    const first = await fileOf(await sent());
    const again = await sales.ask(upload.token, {
      body: { scene: "annex", filename: "a.pdf", size: pdf.length, mime: kinds.pdf, sha256: first?.sha256 ?? "" },
    });
    expect(again.data.exists).toBeUndefined();
  });
});

describe("opening", () => {
  test("shows a PDF in place, and leaves one line of who opened what, each time", async () => {
    const id = await added();
    const { url } = await only(manager);
    const response = await opened(url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(kinds.pdf);
    expect(response.headers.get("content-disposition")).toBe(
      `inline; filename="download"; filename*=UTF-8''${encodeURIComponent("护照首页.PDF")}`,
    );
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
    await opened(url);
    const lines = await openings();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      user_id: manager.id,
      module: "customer",
      summary: "打开附件护照首页（XQ2611200001）",
      target_type: "requirement_annex",
      target_id: id,
    });
  });

  test("is not counted among the numbers that may be shown a day", async () => {
    await added();
    const call = { db, user: { id: sales.id }, services: api.services } as Parameters<typeof revealsLeft>[0];
    const before = await revealsLeft(call);
    await opened((await only()).url);
    expect(await revealsLeft(call)).toBe(before);
  });

  test("saves a sheet instead of showing it", async () => {
    const file = await makeMedia(db, { uploader: sales.id, scene: "tracking", kind: "doc", mime: kinds.xlsx });
    await api.services.storage.write(file.key, new Blob(["sheet"]).stream(), 100);
    await makeAnnex(db, { requirement_id: requirementId, media_id: file.id });
    const response = await opened((await only()).url);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
  });

  test("late, altered or made for another annex is 40400 and leaves no line", async () => {
    await added();
    const { url, id } = await only();
    const other = await added();
    expect((await opened(url.replace(`/annex/${id}/`, `/annex/${other}/`))).status).toBe(404);
    expect((await opened(`${url}x`)).status).toBe(404);
    expect((await opened(url.replace(/\.\d{13}\./, ".9999999999999."))).status).toBe(404);
    api.setClock(new Date(testNow.getTime() + 10 * 60_000 + 1));
    expect((await opened(url)).status).toBe(404);
    expect(await openings()).toEqual([]);
  });

  test("ends with the session, the person's work here, and the customer's scope", async () => {
    await added();
    const theirs = (await only(manager)).url;
    const mine = (await only()).url;
    await db
      .update(session)
      .set({ ended_at: days(0) })
      .where(eq(session.user_id, manager.id));
    expect((await opened(theirs)).status).toBe(404);
    const other = await makeUser(db, { role: "sales" });
    await db.update(customerTable).set({ owner_id: other.id }).where(eq(customerTable.id, customerId));
    expect((await opened(mine)).status).toBe(403);
    await db.update(customerTable).set({ owner_id: sales.id }).where(eq(customerTable.id, customerId));
    expect((await opened(mine)).status).toBe(200);
    await db.update(user).set({ status: "disabled" }).where(eq(user.id, sales.id));
    expect((await opened(mine)).status).toBe(404);
    expect(await openings()).toHaveLength(1);
  });

  test("a file that somebody changed on the disk is refused", async () => {
    await added();
    const { url } = await only();
    const [row] = await db.select().from(media).where(eq(media.scene, "annex"));
    const key = row?.key ?? "";
    const sealed = Buffer.from((await api.services.storage.head(key, 100_000)) ?? []);
    sealed.writeUInt8(sealed.readUInt8(40) ^ 1, 40);
    await api.services.storage.write(key, new Blob([new Uint8Array(sealed)]).stream(), 100_000);
    // What is wrong with it is for the server's log, here unheard.
    const app = createApp({ ...api.services, log: createLog("silent") });
    expect((await app.request(url)).status).toBe(500);
    expect(await openings()).toEqual([]);
  });
});

describe("who may", () => {
  test("outside the customer's scope lists leave out", async () => {
    await added();
    expect(await listed(await person("sales"))).toEqual([]);
  });

  test("in the recycle bin nothing is changed", async () => {
    const id = await added();
    await db
      .update(customerTable)
      .set({ owner_id: null, last_owner_id: sales.id, deleted_at: days(0) })
      .where(eq(customerTable.id, customerId));
    expect((await manager.ask(annex.remove, { params: { id } })).code).toBe(40902);
    expect(await listed(manager)).toEqual([]);
  });
});

whoMay(api, annex, {
  list: "SM SR CS",
  create: "SM SR CS",
  update: "SM SR CS",
  verify: { roles: "SM SR CS", body: { action: "verify" } },
  remove: "SM SR CS",
  open: "public",
});
