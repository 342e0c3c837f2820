import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { type AlbumItem, album } from "~/contract/house/album";
import { album as albumTable } from "~/server/database/tables/house/property";
import type { media } from "~/server/database/tables/system/system";
import { albumOf, coversOf } from "~/server/resources/house/album/album-view";
import { moveAlbum } from "~/server/resources/house/album/move";
import { days, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, asNew, rowIn, rowsIn, countIn, updateIn } = setUp();
let building: number;

const makeBuilding = async (name: string) =>
  (await make.mansion({ name, mansion_no: `LD-${name}`, address: `${name}1-1` })).id;

const { keeper, asKeeper } = signedIn(api, { keeper: { role: "estate_manager", name: "陈房源" } });

beforeEach(async () => {
  building = await makeBuilding("晴海塔");
});

type Given = Partial<typeof media.$inferInsert> & { uploader?: number };
const picture = async (given: Given = {}) => {
  const row = { scene: "album", is_private: false, created_at: days(0), name: "外观.jpg", uploader: keeper.id };
  return (await make.media({ ...row, ...given })).id;
};
const film = (given: Given = {}) => picture({ scene: "film", kind: "video", mime: "video/mp4", ...given });
const pictures = async (count: number) => {
  const all: number[] = [];
  for (let n = 0; n < count; n++) all.push(await picture({ name: `${n}.jpg` }));
  return all;
};
const item = (media_id: number, given: Partial<AlbumItem> = {}) => ({
  media_id,
  category: "exterior" as const,
  caption: null,
  ...given,
});
type Item = ReturnType<typeof item>;
const read = async (id = building) => (await asKeeper(album.ofMansion, { params: { id } })).data;
const put = async (
  items: (Omit<Item, "category"> & { category: string })[],
  { id = building, version = "", as = asKeeper } = {},
) =>
  as.unchecked(album.replaceOfMansion, {
    params: { id },
    body: { version: version || (await read(id)).version, items },
  });
const complaint = (message: string, field = "items") => refusedAt(field, message);
const idsOf = ({ items }: { items: { media_id: number }[] }) => items.map(({ media_id }) => media_id);
const statusOf = async (id: number) => (await rowIn("media", id)).status;

test("an album is replaced as a whole: order, categories, captions, cover; what left it is given up; each in the log", async () => {
  const [a = 0, b = 0, c = 0] = await pictures(3);
  const tour = await film({ name: "讲解.mp4" });
  expect(await read()).toMatchObject({ items: [] });
  const plan = item(a, { category: "floor_plan" });
  const made = await put([plan, item(b), item(tour, { category: "video" }), item(c, { sort: 9, caption: " 夜景 " })]);
  expect(made.code).toBe(200);
  expect(idsOf(made.data)).toEqual([a, b, tour, c]);
  expect(made.data.items).toMatchObject([
    { category: "floor_plan", is_cover: false, is_film: false, sort: 0 },
    // Nobody named a cover: the first of the outside.
    { is_cover: true, name: "1.jpg" },
    { category: "video", is_film: true, thumb: null },
    { caption: "夜景", is_cover: false, sort: 3 },
  ]);
  const covers = await coversOf(db, { now: () => testNow, secret: "x" }, "mansion", [building, 999]);
  expect([...covers.keys()]).toEqual([building]);
  expect(covers.get(building)).toContain(`/api/upload/media/${b}/file/`);

  const changed = await put([item(c, { is_cover: true, category: "lobby" }), item(a, { category: "floor_plan" })]);
  expect(changed.data.items).toMatchObject([
    { media_id: c, is_cover: true },
    { media_id: a, is_cover: false },
  ]);
  expect([await statusOf(b), await statusOf(tour), await statusOf(a)]).toEqual(["removed", "removed", "ready"]);
  expect(await countIn("album")).toBe(2);

  const lines = await rowsIn("operationLog");
  expect(lines.map(({ summary }) => summary)).toEqual([
    "编辑相册 楼栋 LD-晴海塔 晴海塔：新增4个、调整封面",
    "编辑相册 楼栋 LD-晴海塔 晴海塔：移除2个、调整顺序、调整分类、调整说明、调整封面",
  ]);
  expect(lines[1]?.changes).toEqual([
    { field: "removed", label: "移除", before: "1.jpg、讲解.mp4", after: null },
    { field: "order", label: "顺序", before: "0.jpg、2.jpg", after: "2.jpg、0.jpg" },
    { field: "category", label: "分类", before: "2.jpg 外观", after: "2.jpg 大堂" },
    { field: "caption", label: "说明", before: "2.jpg 夜景", after: "2.jpg （空）" },
    { field: "cover", label: "封面", before: "1.jpg", after: "2.jpg" },
  ]);
  // Nothing new: no further line.
  expect((await put(changed.data.items.map((entry) => item(entry.media_id, entry)))).code).toBe(200);
  expect(await countIn("operationLog")).toBe(2);
  expect((await put([])).data.items).toEqual([]);
});

test("an album that was changed meanwhile is not overwritten: the answer is what it holds now", async () => {
  const [a = 0, b = 0] = await pictures(2);
  const { version } = await read();
  expect((await put([item(a)], { version })).code).toBe(200);
  const stale = await put([item(b)], { version });
  expect(stale).toMatchObject({ code: 40901, data: { items: [{ media_id: a, is_cover: true }] } });
  expect((await put([item(a), item(b)], { version: stale.data.version })).code).toBe(200);
});

test("an album of a merged building is read alone", async () => {
  await updateIn("mansion", {}, { status: "merged" });
  expect((await asKeeper(album.ofMansion, { params: { id: building } })).code).toBe(200);
  expect(await put([])).toMatchObject({ code: 40902 });
});

test("refuses what is not the caller's own or new in the media library, not complete, of another scene, too old, doubled, or in the wrong place", async () => {
  const other = await make.user({ role: "estate_manager" });
  const wrong = "有图片不存在、未上传完成、已过期或不是您上传的，请移除后重新上传";
  const strange: Given[] = [
    { uploader: other.id, created_at: days(-1.01) },
    { status: "blocked" },
    { status: "uploading" },
    { scene: "tracking", is_private: true },
    { created_at: days(-1.01) },
  ];
  for (const given of strange) expect(await put([item(await picture(given))])).toMatchObject(complaint(wrong));
  expect(await put([item(99_999)])).toMatchObject(complaint(wrong));
  const [a = 0, b = 0] = await pictures(2);
  expect(await put([item(a), item(a)])).toMatchObject(complaint("同一张图片在相册中只能出现一次"));
  const covers = [item(a, { is_cover: true }), item(b, { is_cover: true })];
  expect(await put(covers)).toMatchObject(complaint("封面只能有一张"));
  expect(await put([item(a, { category: "video" })])).toMatchObject(complaint("图片不能归入视频：0.jpg"));
  const tour = await film();
  expect(await put([item(tour)])).toMatchObject(complaint("视频只能归入视频或VR：外观.jpg"));
  expect(await put([item(tour, { category: "vr", is_cover: true })])).toMatchObject(complaint("视频不能设为封面"));
  expect(await put([{ ...item(a), category: "garage" }])).toMatchObject(complaint("请选择分类", "items.0.category"));
  expect(await put([item(a, { caption: "字".repeat(61) })])).toMatchObject(
    complaint("说明不能超过60个字", "items.0.caption"),
  );
  // Films alone need no cover.
  expect((await put([item(tour, { category: "vr" })])).data.items).toMatchObject([{ is_cover: false }]);
});

test("holds sixty pictures and ten films; a picture of another album may come in, whoever sent it, and stays when one of the two drops it", async () => {
  const all = await pictures(61);
  expect(await put(all.map((id) => item(id)))).toMatchObject(complaint("图片最多60张"));
  const films = await Promise.all(Array.from({ length: 11 }, () => film()));
  expect(await put(films.map((id) => item(id, { category: "video" })))).toMatchObject(complaint("视频最多10个"));
  const [first = 0] = all;
  expect((await put([item(first)])).code).toBe(200);
  const second = await makeBuilding("月岛塔");
  const asOther = await asNew({ role: "estate_manager" });
  expect((await put([item(first)], { id: second, as: asOther })).code).toBe(200);
  await put([]);
  expect(await statusOf(first)).toBe("ready");
  await put([], { id: second });
  expect(await statusOf(first)).toBe("removed");
});

test("a move loses nothing, doubles nothing and leaves one cover; an album above the limit may be kept, not grow", async () => {
  const other = await makeBuilding("丰洲塔");
  const [target, source] = [
    { type: "mansion", id: building },
    { type: "mansion", id: other },
  ] as const;
  const all = await pictures(71);
  const [shared = 0, ...rest] = all;
  await put([item(shared, { category: "lobby" }), ...rest.slice(0, 39).map((id) => item(id))]);
  await put([item(shared, { caption: "大堂", is_cover: true }), ...rest.slice(39).map((id) => item(id))], {
    id: other,
  });
  const before = await read();
  expect(await db.transaction((tx) => moveAlbum(tx, source, target))).toEqual({ moved: 31, duplicates: 1 });
  const merged = await read();
  expect(idsOf(merged)).toEqual([...idsOf(before), ...rest.slice(39)]);
  expect(merged.items[0]).toMatchObject({ media_id: shared, caption: "大堂", category: "lobby" });
  expect(merged.items.filter(({ is_cover }) => is_cover)).toMatchObject([{ media_id: rest[0] }]);
  expect((await read(other)).items).toEqual([]);

  const remaining = merged.items.map((entry) => item(entry.media_id, { category: "lobby" }));
  expect(await put([...remaining, item(await picture())])).toMatchObject(complaint("图片最多71张"));
  expect((await put(remaining.slice(0, 65))).data.items).toHaveLength(65);
  // Back to the empty one, which takes the cover along.
  await db.transaction((tx) => moveAlbum(tx, target, source));
  const cover = and(eq(albumTable.owner_id, other), albumTable.is_cover);
  expect(await db.$count(albumTable, cover)).toBe(1);
  expect((await albumOf({ db, services: { now: () => testNow, secret: "x" } }, "mansion", building)).items).toEqual([]);
});

const readers = "SM SR CM EM CE SE CS";
whoMay(api, album, { ofMansion: "EM", replaceOfMansion: "EM", ofEstate: readers, replaceOfEstate: "EM" });
