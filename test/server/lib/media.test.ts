import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { upload } from "~/contract/shared/upload";
import { accountStatement, developerCompare } from "~/server/database/tables/clue/statement";
import { album } from "~/server/database/tables/house/property";
import { country, district } from "~/server/database/tables/region/geography";
import { media, operationLog } from "~/server/database/tables/system/system";
import { every } from "~/server/jobs/scheduler";
import { mediaSweep } from "~/server/jobs/shared/media-sweep";
import { dropMedia, sweepMedia } from "~/server/lib/media";
import { makeAgent } from "~/test/support/agent";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeAttachment, makeBilling, makeDeal } from "~/test/support/deal";
import { makeEstate } from "~/test/support/estate";
import {
  days,
  makeAnnex,
  makeCustomer,
  makeMedia,
  makeRequirement,
  makeUser,
  put,
  testNow,
} from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
let uploader: number;
beforeEach(async () => {
  await resetDatabase(db);
  uploader = (await makeUser(db, { role: "sales" })).id;
});

const stored = async (key: string) => {
  await api.services.storage.write(key, new Blob(["bytes"]).stream(), 100);
  return key;
};
const isThere = async (key: string) => (await api.services.storage.head(key, 1)) !== undefined;
const rowOf = async (id: number) => (await db.select().from(media).where(eq(media.id, id)))[0];

test("a file that was given up has no address any more, and is gone with the next sweep", async () => {
  const key = await stored("tracking/given-up");
  const other = await stored("tracking/kept");
  const { id } = await makeMedia(db, { uploader, key });
  const saved = await makeMedia(db, { uploader, key: other });
  const ask = await api.as(uploader);
  const { url } = (await ask(upload.signed, { params: { id } })).data;
  expect((await api.app.request(url)).status).toBe(200);
  await db.transaction((tx) => dropMedia(tx, [id]));
  expect((await api.app.request(url)).status).toBe(404);
  expect((await ask(upload.signed, { params: { id } })).code).toBe(40400);
  expect(await isThere(key)).toBe(true);
  expect(await sweepMedia(api.services)).toBe(1);
  expect([await isThere(key), await rowOf(id)]).toEqual([false, undefined]);
  expect([await isThere(other), (await rowOf(saved.id))?.status]).toEqual([true, "ready"]);
});

test("the log keeps no name of a file that is gone", async () => {
  const key = await stored("tracking/named");
  const { id } = await makeMedia(db, { uploader, key, name: "王伟护照.png" });
  const line = await put(db, operationLog, {
    ...{ user_id: uploader, user_name: "员工", module: "upload", action: "create", summary: "上传附件" },
    ...{ target_type: "media", target_id: id, target_name: "王伟护照.png" },
  });
  await dropMedia(db, [id]);
  await sweepMedia(api.services);
  const [gone] = await db.select().from(operationLog).where(eq(operationLog.id, line.id));
  expect(gone?.target_name).toBe("已删除文件");
});

test("giving up no file changes none", async () => {
  const { id } = await makeMedia(db, { uploader });
  await dropMedia(db, []);
  expect((await rowOf(id))?.status).toBe("ready");
});

test("an upload that was not completed, or was refused, is swept after a day", async () => {
  const key = await stored("tracking/half");
  const old = await makeMedia(db, { uploader, key, status: "uploading", created_at: days(-1.1) });
  const refused = await makeMedia(db, { uploader, status: "blocked", created_at: days(-1.1) });
  const fresh = await makeMedia(db, { uploader, status: "uploading", created_at: days(-0.9) });
  expect(await sweepMedia(api.services)).toBe(2);
  expect([await rowOf(old.id), await rowOf(refused.id), await isThere(key)]).toEqual([undefined, undefined, false]);
  expect(await rowOf(fresh.id)).toBeDefined();
});

test("an annex that no requirement took is swept after a day, one that was taken stays", async () => {
  const { id: customer_id } = await makeCustomer(db, { owner_id: uploader });
  const { id: requirement_id } = await makeRequirement(db, { customer_id });
  const old = { uploader, scene: "annex", created_at: days(-2) };
  const left = await makeMedia(db, old);
  const taken = await makeAnnex(db, { requirement_id, media_id: (await makeMedia(db, old)).id });
  const picture = await makeMedia(db, { uploader, created_at: days(-2) });
  expect(await mediaSweep.run({ services: api.services, at: testNow, signal: new AbortController().signal })).toBe(
    "1 removed",
  );
  expect(await rowOf(left.id)).toBeUndefined();
  expect(await rowOf(taken.media_id)).toBeDefined();
  expect(await rowOf(picture.id)).toBeDefined();
});

test("papers of deals, bills and statements stay where one has taken them; others may still be taken for a week", async () => {
  const { id: customer_id } = await makeCustomer(db, { owner_id: uploader });
  const { id: estate_id } = await makeEstate(db);
  const { id: agent_id } = await makeAgent(db, { manager_id: uploader });
  const make = async (scene: string, age = -9) => (await makeMedia(db, { uploader, scene, created_at: days(age) })).id;
  const left = [await make("deal"), await make("voucher"), await make("statement")];
  const [slip, proof, invoice, paidSlip, sheet] = [
    await make("voucher"),
    await make("statement"),
    await make("statement"),
    await make("voucher"),
    await make("statement"),
  ];
  const fresh = [await make("deal", -6), await make("voucher", -6), await make("statement", -6)];
  const { id: deal_id } = await makeDeal(db, { customer_id, estate_id, owner_id: uploader });
  const paper = await makeAttachment(db, deal_id, "contract", uploader);
  await rowsOf(db).updateIn("media", paper.media_id, { created_at: days(-9) });
  await makeBilling(db, { deal_id, voucher_ids: [slip] });
  await db.insert(accountStatement).values({
    ...{ statement_no: "DZ2026110001", agent_id, settle_cycle: "monthly", currency: "JPY", item_count: 0 },
    ...{ period_from: "2026-11-01", period_to: "2026-11-30", proof_ids: [proof], voucher_ids: [paidSlip] },
    ...{ total_amount: "0", adjust_total: "0", tax_amount: "0", payable_total: "0", invoice_media_id: invoice },
  });
  const about = { developer: "云汀地产", period: "2026-11", currency: "JPY", headings: {} };
  await db.insert(developerCompare).values({ ...about, media_id: sheet });
  expect(await sweepMedia(api.services)).toBe(left.length);
  expect(await Promise.all(left.map(rowOf))).toEqual([undefined, undefined, undefined]);
  for (const id of [paper.media_id, slip, proof, invoice, paidSlip, sheet, ...fresh])
    expect(await rowOf(id)).toBeDefined();
});

test("a small picture goes with its picture", async () => {
  const keys = [await stored("album/whole"), await stored("album/small")];
  const [key, thumb_key] = keys;
  const { id } = await makeMedia(db, { uploader, key, thumb_key, scene: "album", is_private: false });
  await dropMedia(db, [id]);
  await sweepMedia(api.services);
  expect(await Promise.all(keys.map(isThere))).toEqual([false, false]);
});

test("of pictures of buildings and places, and of films, those stay that are shown, and the day's", async () => {
  const make = (scene: string, age = -2) =>
    makeMedia(db, { uploader, scene, is_private: false, created_at: days(age) });
  const left = [await make("album"), await make("film"), await make("cover")];
  const fresh = await make("album", -0.9);
  const [inAlbum, ofCountry, ofDistrict] = [await make("film"), await make("cover"), await make("cover")];
  const common = { category: "video", media_id: inAlbum.id, sort: 1 } as const;
  await db.insert(album).values({ ...common, owner_type: "mansion", owner_id: 1 });
  await db.insert(country).values({ code: "ZZ", name_zh: "某国", name_en: "Somewhere", cover_id: ofCountry.id });
  const place = { country_code: "ZZ", level: 1, code: "ZZ1", path: "/1/", name_zh: "某市" };
  await db.insert(district).values({ ...place, cover_id: ofDistrict.id });
  expect(await sweepMedia(api.services)).toBe(left.length);
  expect(await Promise.all(left.map(({ id }) => rowOf(id)))).toEqual([undefined, undefined, undefined]);
  for (const { id } of [fresh, inAlbum, ofCountry, ofDistrict]) expect(await rowOf(id)).toBeDefined();
  // What an installation begins with is kept between tests.
  await db.delete(district).where(eq(district.country_code, "ZZ"));
  await db.delete(country).where(eq(country.code, "ZZ"));
});

test("the sweep's turn comes every ten minutes", () => {
  const turn = every(10)(new Date("2026-11-20T12:19:59+08:00"));
  expect(turn.toISOString()).toBe("2026-11-20T04:10:00.000Z");
});
