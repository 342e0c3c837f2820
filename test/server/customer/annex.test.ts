import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { annex, requirement } from "~/contract/customer/requirement";
import { createApp } from "~/server/app";
import { media, operationLog, session } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { createLog } from "~/server/lib/log";
import { sweepMedia } from "~/server/lib/media";
import { revealsLeft } from "~/server/resources/shared/reveal";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeAnnex, makeCustomer, makeMedia, makeRequirement, makeUser, testNow } from "~/test/support/factories";
import { workbook } from "~/test/support/imports";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";
import { announce, complete, put } from "~/test/support/uploads";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowIn, rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

const { sales, manager, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});
let customerId: number;
let requirementId: number;
beforeEach(async () => {
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

async function send(bytes: Buffer, mime = kinds.pdf, by = asSales) {
  const asked = await announce(by, "annex", bytes.length, mime, { filename: "scan.PDF" });
  if (asked.code !== 200) return asked;
  await put(by, asked.data.upload_url, bytes);
  return complete(by, asked.data.media_id);
}
async function sent(by = asSales, bytes = pdf, mime = kinds.pdf): Promise<number> {
  const reply = await send(bytes, mime, by);
  if (!("id" in reply.data)) throw new Error(`the upload was refused: ${reply.message}`);
  return reply.data.id;
}
const facts = { category: "passport", name: "护照首页" };
const create = (media_id: number, given: object = {}) =>
  asSales.unchecked(annex.create, { body: { ...facts, requirement_id: requirementId, media_id, ...given } });
const update = (id: number, given: object = {}) =>
  asSales.unchecked(annex.update, { params: { id }, body: { ...facts, ...given } });
const verify = (id: number, given: object = {}, by = asManager) =>
  by.unchecked(annex.verify, { params: { id }, body: { action: "verify", verified: "verified", ...given } });
const remove = (id: number, by = asSales) => by(annex.remove, { params: { id } });
const closeRequirement = () => asSales(requirement.close, { params: { id: requirementId }, body: { action: "close" } });
const added = async () => (await create(await sent())).data.id;
const listed = async (by = asSales, query: object = { requirement_id: requirementId }) =>
  (await by(annex.list, { query })).data.list;
const only = async (by = asSales) => found((await listed(by))[0]);
const opened = (url: string) => api.app.request(url);
const statusOf = async (url: string) => (await opened(url)).status;
const openings = () => rowsIn("operationLog", eq(operationLog.action, "unmask"));
const fileOf = (id: number) => rowIn("media", id);
/** A file that was sent before. */
const makeFile = async (given: object = {}) =>
  (await makeMedia(db, { uploader: sales.id, scene: "annex", created_at: days(0), ...given })).id;

describe("an annex", () => {
  test("is added, renamed, verified and removed with its file, each in the log", async () => {
    const media_id = await sent();
    const { id } = (await create(media_id, { expire_at: "2026-11-19", remark: "原件已看" })).data;
    expect(await only()).toMatchObject({
      ...{ ...facts, id, mime: kinds.pdf, size: pdf.length, verified: "unverified", expire_at: "2026-11-19" },
      ...{ is_expired: true, customer: { name: "王伟" }, requirement: { name: "XQ2611200001" } },
      ...{ created_by: { id: sales.id }, can: { edit: true, delete: true } },
    });
    const renamed = { category: "visa", name: "在留卡正面", expire_at: null };
    expect((await update(id, renamed)).data).toMatchObject({ ...renamed, is_expired: false });
    const verified = { verified: "verified", verified_by: { id: manager.id }, verified_at: days(0) };
    expect((await verify(id)).data).toMatchObject(verified);
    expect((await asSales(requirement.get, { params: { id: requirementId } })).data.annex_count).toBe(1);
    expect((await remove(id)).code).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await fileOf(media_id)).status).toBe("removed");
    await sweepMedia(api.services);
    expect(await rowsIn("media")).toEqual([]);
    const lines = await rowsIn("operationLog", eq(operationLog.target_type, "requirement_annex"));
    expect(lines.map(({ action }) => action)).toEqual(["create", "update", "audit", "delete"]);
    const change = { field: "category", label: "附件类型", before: "护照", after: "在留卡/签证" };
    expect(lines[1]?.changes).toContainEqual(change);
  });

  test("that is rejected needs a word why", async () => {
    const id = await added();
    expect(await verify(id, { verified: "rejected" })).toMatchObject(refusedAt("verify_note", "请输入核验说明"));
    const rejected = { verified: "rejected", verify_note: "照片模糊" };
    expect((await verify(id, rejected)).data).toMatchObject(rejected);
  });

  test("whose file is changed is not verified any more, and the old file goes", async () => {
    const first = await sent();
    const { id } = (await create(first)).data;
    const { url } = await only();
    await verify(id);
    const { data } = await update(id, { media_id: await sent(asSales, png, kinds.png) });
    expect(data).toMatchObject({ verified: "unverified", verified_by: null, verified_at: null, mime: kinds.png });
    expect((await fileOf(first)).status).toBe("removed");
    expect([await statusOf(url), await statusOf(data.url)]).toEqual([404, 200]);
  });

  test("is one of twenty at most", async () => {
    for (let n = 0; n < 20; n++) await makeAnnex(db, { requirement_id: requirementId, media_id: await makeFile() });
    expect(await create(await sent())).toMatchObject(refusedAt("media_id", "每条需求最多20个附件"));
  });

  test("of a closed requirement stays as it is, but may be removed", async () => {
    const id = await added();
    const media_id = await sent();
    await closeRequirement();
    for (const reply of [await create(media_id), await update(id), await verify(id)]) expect(reply.code).toBe(40902);
    expect((await only()).can).toEqual({ edit: false, delete: true });
    expect((await remove(id)).code).toBe(200);
  });

  test("is found by requirement, customer, category and verification", async () => {
    await added();
    const { id: requirement_id } = await makeRequirement(db, { customer_id: customerId });
    const asset = { category: "asset", verified: "verified", name: "存款证明" };
    await makeAnnex(db, { requirement_id, media_id: await makeFile(), ...asset });
    for (const [query, names] of [
      [{ customer_id: customerId }, ["存款证明", "护照首页"]],
      [{ requirement_id: requirementId }, ["护照首页"]],
      [{ category: ["asset"] }, ["存款证明"]],
      [{ verified: ["verified"] }, ["存款证明"]],
    ] as const)
      expect((await listed(asSales, query)).map(({ name }) => name).sort()).toEqual(names);
  });
});

describe("the file of an annex", () => {
  const unusable = refusedAt("media_id", "文件不存在、未上传完成或已被使用，请重新上传");

  test("is the caller's own, complete, of this kind, fresh, and of one annex only", async () => {
    const wrong = [{ status: "uploading" }, { scene: "tracking" }, { created_at: days(-1.01) }];
    const files = [await sent(asManager), 987_654, ...(await Promise.all(wrong.map(makeFile)))];
    for (const media_id of files) expect(await create(media_id)).toMatchObject(unusable);
    const media_id = await sent();
    expect((await create(media_id)).code).toBe(200);
    expect(await create(media_id)).toMatchObject(unusable);
  });

  test("is what it says: 41500 for another content, and for a kind that is not taken", async () => {
    const sheet = Buffer.from(await workbook([["存款", 100]]));
    expect((await send(sheet, kinds.xlsx)).code).toBe(200);
    for (const [bytes, mime] of [
      [sheet, kinds.docx],
      [png, kinds.pdf],
      [pdf, kinds.png],
      [pdf, kinds.xlsx],
      [Buffer.from("PK\x03\x04 no archive at all"), kinds.docx],
      [pdf, "application/zip"],
    ] as const)
      expect((await send(bytes, mime)).code, mime).toBe(41500);
  });

  test("lies sealed on the disk", async () => {
    const media_id = await sent();
    const file = await fileOf(media_id);
    const onDisk = Buffer.from((await api.services.storage.head(file.key, 100_000)) ?? []);
    expect(onDisk.length).toBeGreaterThan(pdf.length);
    for (const word of ["WANG WEI", "PDF"]) expect(onDisk.includes(word)).toBe(false);
    expect(file).toMatchObject({ size: pdf.length, kind: "doc" });
  });

  test("has no address but the annex's", async () => {
    expect((await announce(asSales, "annex", pdf.length, kinds.pdf)).data.url).toBe("");
    expect((await send(pdf)).data).toMatchObject({ url: "" });
  });

  test("sent twice is two files, so that each goes with its annex", async () => {
    const { sha256 } = await fileOf(await sent());
    expect((await announce(asSales, "annex", pdf.length, kinds.pdf, { sha256 })).data.exists).toBeUndefined();
  });
});

describe("opening", () => {
  test("shows a PDF in place, and leaves one line of who opened what, each time", async () => {
    const id = await added();
    const { url } = await only(asManager);
    const response = await opened(url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": kinds.pdf,
      "content-disposition": `inline; filename="download"; filename*=UTF-8''${encodeURIComponent("护照首页.PDF")}`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/^sandbox; default-src 'none'/),
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
    await opened(url);
    const lines = await openings();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      ...{ user_id: manager.id, module: "customer", summary: "打开附件护照首页（XQ2611200001）" },
      ...{ target_type: "requirement_annex", target_id: id },
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
    const media_id = await makeFile({ scene: "tracking", kind: "doc", mime: kinds.xlsx });
    await api.services.storage.write((await fileOf(media_id)).key, new Blob(["sheet"]).stream(), 100);
    await makeAnnex(db, { requirement_id: requirementId, media_id });
    const response = await opened((await only()).url);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
  });

  test("late, altered or made for another annex is 40400 and leaves no line", async () => {
    await added();
    const { url, id } = await only();
    const other = await added();
    const later = url.replace(/\.\d{13}\./, ".9999999999999.");
    for (const wrong of [url.replace(`/annex/${id}/`, `/annex/${other}/`), `${url}x`, later])
      expect(await statusOf(wrong)).toBe(404);
    api.setClock(new Date(testNow.getTime() + 10 * 60_000 + 1));
    expect(await statusOf(url)).toBe(404);
    expect(await openings()).toEqual([]);
  });

  test("ends with the session, the person's work here, and the customer's scope", async () => {
    await added();
    const [theirs, mine] = [(await only(asManager)).url, (await only()).url];
    await db
      .update(session)
      .set({ ended_at: days(0) })
      .where(eq(session.user_id, manager.id));
    expect(await statusOf(theirs)).toBe(404);
    const other = await makeUser(db, { role: "sales" });
    await updateIn("customer", customerId, { owner_id: other.id });
    expect(await statusOf(mine)).toBe(403);
    await updateIn("customer", customerId, { owner_id: sales.id });
    expect(await statusOf(mine)).toBe(200);
    await updateIn("user", sales.id, { status: "disabled" });
    expect(await statusOf(mine)).toBe(404);
    expect(await openings()).toHaveLength(1);
  });

  test("a file that somebody changed on the disk is refused", async () => {
    await added();
    const { url } = await only();
    const [row] = await rowsIn("media", eq(media.scene, "annex"));
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

test("lists leave out what is outside the customer's scope, and in the recycle bin", async () => {
  await added();
  expect(await listed(await api.as((await makeUser(db, { role: "sales" })).id))).toEqual([]);
  await updateIn("customer", customerId, { owner_id: null, last_owner_id: sales.id, deleted_at: days(0) });
  expect(await listed(asManager)).toEqual([]);
});

whoMay(api, annex, {
  list: "SM SR CS",
  create: "SM SR CS",
  update: "SM SR CS",
  verify: { roles: "SM SR CS", body: { action: "verify" } },
  remove: "SM SR CS",
  open: "public",
});
