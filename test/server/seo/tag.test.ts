import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { filterCount, seoTag } from "~/contract/seo/tag";
import { slugRedirect } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { section, seoTag as table } from "~/server/database/tables/seo/seo";
import { tagCount } from "~/server/jobs/seo/tag-count";
import { desk } from "~/test/support/desk";
import { makeEstate } from "~/test/support/estate";
import { put, setSetting, testNow } from "~/test/support/factories";

const { db, api, asEditor, whoMay, lifeOf } = desk({ editor: { role: "seo_editor", name: "林优化" } });

const fields = { type: "feature" as const, index_flag: true, sort: 100 };
const japan = { country: ["JP"] };
const add = async (name: string, over: object = {}) =>
  (await asEditor.unchecked(seoTag.create, { body: { name, ...fields, filter: japan, ...over } })).data.id;
const get = async (id: number) => (await asEditor(seoTag.get, { params: { id } })).data;

test("a tag keeps a search in the words of estates, counts what it finds online, and says whether engines may take it", async () => {
  await setSetting(db, "seo.noindex_below", 2);
  await makeEstate(db, { walk_min: 4 });
  await makeEstate(db, { walk_min: 12 });
  await makeEstate(db, { walk_min: 3, publish_status: "offline" });
  const id = await add("步行五分钟", { filter: { walk_max: "5", country: "JP", is_hot: undefined } });
  expect(await get(id)).toMatchObject({
    ...{ slug: "bu-xing-wu-fen-zhong", filter: { walk_max: 5, country: ["JP"] }, estate_count: 1, indexing: "thin" },
  });
  const body = { name: "步行五分钟", ...fields, filter: japan, slug: null, title: null, desc: null };
  const update = (over: object) => asEditor.unchecked(seoTag.update, { params: { id }, body: { ...body, ...over } });
  expect((await update({ version: 1 })).data).toMatchObject({ estate_count: 2, indexing: "index" });
  expect((await update({ version: 2, index_flag: false })).data).toMatchObject({ indexing: "off", version: 3 });
  expect((await update({ version: 3, index_flag: false })).data.version).toBe(3);
});

test("an address is one tag's alone, and a tag stays while a cloud shows it", async () => {
  const id = await add("湾岸", { slug: "bay" });
  expect(
    await asEditor.unchecked(seoTag.create, { body: { name: "海湾", ...fields, filter: japan, slug: "bay" } }),
  ).toMatchObject({ code: 42200, data: { errors: [{ field: "slug" }] } });
  const content = { tag_ids: [id] };
  await db.insert(section).values({ code: "cloud", name: "标签云", page_type: "home", type: "tag_cloud", content });
  expect(await asEditor(seoTag.remove, { params: { id } })).toMatchObject({ code: 40904 });
});

test("merged tags: addresses lead to the last of them, clouds show that one once, and no address is taken again", async () => {
  const [one, two, last] = [await add("湾岸", { slug: "bay" }), await add("临海"), await add("海滨")];
  const content = { tag_ids: [one, two] };
  const cloud = await put(db, section, {
    code: "cloud",
    name: "标签云",
    page_type: "home",
    type: "tag_cloud",
    content,
  });
  const merge = (id: number, into_id: number, version = 1) =>
    asEditor(seoTag.merge, { params: { id }, body: { into_id, version } });
  expect(await merge(one, one)).toMatchObject({ data: { errors: [{ field: "into_id" }] } });
  expect(await merge(one, 987654)).toMatchObject({ data: { errors: [{ field: "into_id" }] } });
  expect(await merge(one, two, 9)).toMatchObject({ code: 40901 });
  expect((await merge(one, two)).data.id).toBe(two);
  expect((await merge(two, last)).data.id).toBe(last);
  expect(await db.select().from(slugRedirect).orderBy(slugRedirect.old_slug)).toMatchObject([
    { kind: "seo_tag", old_slug: "bay", target_id: last },
    { kind: "seo_tag", old_slug: "lin-hai", target_id: last },
  ]);
  expect(await db.select().from(section)).toMatchObject([{ id: cloud?.id, content: { tag_ids: [last] }, version: 3 }]);
  const gone = await db.select().from(table).where(eq(table.merged_to_id, last));
  expect(gone.map(({ id }) => id).sort()).toEqual([one, two].sort());
  expect(await asEditor(seoTag.get, { params: { id: one } })).toMatchObject({ code: 40400 });
  expect(
    await asEditor.unchecked(seoTag.create, { body: { name: "湾岸", ...fields, filter: japan, slug: "bay" } }),
  ).toMatchObject({ data: { errors: [{ field: "slug" }] } });
});

test("while a search is built it is counted, and the first of what it finds named", async () => {
  const { name } = await makeEstate(db);
  await makeEstate(db, { publish_status: "offline" });
  const count = async (query: object) => (await asEditor(filterCount.count, { query })).data;
  expect(await count({ country: "JP" })).toMatchObject({ total: 1, total_capped: false, list: [{ title: name }] });
  expect(await count({ country: "TH" })).toMatchObject({ total: 0, list: [] });
  expect(await asEditor(filterCount.count, { query: { yield_min: 99 } })).toMatchObject({ code: 42200 });
});

test("the list is narrowed and sorted; the counts follow the estates with the job", async () => {
  const { id: estateId } = await makeEstate(db);
  const [one, two] = [await add("日本"), await add("泰国", { filter: { country: ["TH"] }, sort: 1, type: "area" })];
  const list = async (query: object) => (await asEditor(seoTag.list, { query })).data.list.map(({ id }) => id);
  expect(await list({})).toEqual([two, one]);
  expect(await list({ sort: "-estate_count" })).toEqual([one, two]);
  expect(await list({ keyword: "泰" })).toEqual([two]);
  expect(await list({ type: "area" })).toEqual([two]);
  expect(await list({ index_flag: "0" })).toEqual([]);
  await db.update(estate).set({ country_code: "TH" }).where(eq(estate.id, estateId));
  const turn = { services: api.services, at: testNow, signal: new AbortController().signal };
  expect(await tagCount.run(turn)).toBe("2 counts changed");
  expect([(await get(one)).estate_count, (await get(two)).estate_count]).toEqual([0, 1]);
  expect((await get(one)).version).toBe(1);
  expect(await tagCount.run(turn)).toBe("0 counts changed");
});

const roles = "SA SE" as const;
lifeOf(seoTag, {
  by: asEditor,
  facts: { name: "湾岸", ...fields, filter: { walk_max: "5", country: "JP" } },
  shown: { slug: "wan-an", filter: { walk_max: 5, country: ["JP"] }, status: "enabled" },
  change: { filter: japan },
  shownAfter: { filter: japan },
  named: "SEO标签 湾岸",
  changes: [["筛选条件", "国家/地区 JP；步行分钟（最大） 5", "国家/地区 JP"]],
  unique: "名称",
  wrong: [
    [{ filter: { country: [], keyword: "" } }, "filter"],
    [{ filter: undefined }, "filter"],
    [{ filter: { property_type: ["castle"] } }, "filter.property_type"],
    [{ filter: { price_min: "100", currency: "XXX" } }, "filter"],
    [{ slug: "步行" }, "slug"],
    [{ type: undefined }, "type"],
  ],
  roles: { all: roles },
  pages: { "/seo/tagList": roles },
});
whoMay(filterCount, { count: "SA CE SE" });
