import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { upload } from "~/contract/shared/upload";
import { album } from "~/server/database/tables/house/property";
import { country, district } from "~/server/database/tables/region/geography";
import { media, operationLog } from "~/server/database/tables/system/system";
import { every } from "~/server/jobs/scheduler";
import { mediaSweep } from "~/server/jobs/shared/media-sweep";
import { dropMedia, sweepMedia } from "~/server/lib/media";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { days, makeAnnex, makeCustomer, makeMedia, makeRequirement, makeUser, testNow } from "~/test/support/factories";

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
  const kept = await makeMedia(db, { uploader, key: other });
  const ask = await api.as(uploader);
  const { url } = (await ask(upload.signed, { params: { id } })).data;
  expect((await api.app.request(url)).status).toBe(200);
  await db.transaction((tx) => dropMedia(tx, [id]));
  expect((await api.app.request(url)).status).toBe(404);
  expect((await ask(upload.signed, { params: { id } })).code).toBe(40400);
  expect(await isThere(key)).toBe(true);
  expect(await sweepMedia(api.services)).toBe(1);
  expect([await isThere(key), await rowOf(id)]).toEqual([false, undefined]);
  expect([await isThere(other), (await rowOf(kept.id))?.status]).toEqual([true, "ready"]);
});

test("the log keeps no name of a file that is gone", async () => {
  const key = await stored("tracking/named");
  const { id } = await makeMedia(db, { uploader, key, name: "王伟护照.png" });
  const [line] = await db
    .insert(operationLog)
    .values({
      user_id: uploader,
      user_name: "员工",
      module: "upload",
      action: "create",
      target_type: "media",
      target_id: id,
      target_name: "王伟护照.png",
      summary: "上传附件",
    })
    .returning({ id: operationLog.id });
  await dropMedia(db, [id]);
  await sweepMedia(api.services);
  const [kept] = await db
    .select()
    .from(operationLog)
    .where(eq(operationLog.id, line?.id ?? 0));
  expect(kept?.target_name).toBe("已删除文件");
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
