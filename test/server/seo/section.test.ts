import { expect, test } from "vitest";
import { section } from "~/contract/seo/section";
import { seoTag } from "~/contract/seo/tag";
import { section as table } from "~/server/database/tables/seo/seo";
import { desk } from "~/test/support/desk";
import { districtOf, makeEstate } from "~/test/support/estate";

const { db, asEditor, lifeOf } = desk({ editor: { role: "seo_editor", name: "林优化" } });

const fields = { name: "底部内链", page_type: "city" as const };
const links = [{ text: "港区新盘", url: "/tag/minato" }];
const create = (over: object) =>
  asEditor.unchecked(section.create, { body: { code: "foot", ...fields, type: "link_list", links, ...over } });

test("a section holds what its type holds", async () => {
  const { id } = (await create({ text: "别的", district_ids: [await districtOf(db, "JP", "13103")] })).data;
  const params = { id };
  expect(await db.select().from(table)).toMatchObject([{ content: { links }, district_ids: [expect.any(Number)] }]);
  expect((await asEditor(section.get, { params })).data).toMatchObject({
    ...{ links, text: null, faq: [], tag_ids: [] },
    district_names: ["东京都 港区"],
  });
  const faq = [{ q: "外国人能买吗", a: "可以。" }];
  const body = { code: "foot", ...fields, type: "faq", faq, version: 1 };
  const changed = await asEditor.unchecked(section.update, { params, body });
  expect(changed.data).toMatchObject({ type: "faq", faq, links: [], district_ids: [] });
  expect(await db.select().from(table)).toMatchObject([{ content: { faq }, district_ids: null }]);
});

test("estates by hand or by a search, and a cloud of tags", async () => {
  const { id: estate } = await makeEstate(db);
  const tag = (
    await asEditor.unchecked(seoTag.create, { body: { name: "日本", type: "area", filter: { country: ["JP"] } } })
  ).data.id;
  for (const [code, over] of [
    ["hand", { type: "estate_list", source: "manual", estate_ids: [estate] }],
    ["rule", { type: "estate_list", source: "rule", filter: { country: "JP" }, order: "-gross_yield", limit: 5 }],
    ["cloud", { type: "tag_cloud", tag_ids: [tag] }],
    ["words", { type: "text", text: "港区的新盘。" }],
  ] as const)
    expect(await create({ code, ...over })).toMatchObject({ code: 200 });
  expect((await db.select().from(table).orderBy(table.id)).map(({ content }) => content)).toEqual([
    { source: "manual", estate_ids: [estate] },
    { source: "rule", filter: { country: ["JP"] }, order: "-gross_yield", limit: 5 },
    { tag_ids: [tag] },
    { text: "港区的新盘。" },
  ]);
  const list = async (query: object) => (await asEditor(section.list, { query })).data.list.map(({ code }) => code);
  expect(await list({ sort: "code" })).toEqual(["cloud", "hand", "rule", "words"]);
  expect(await list({ type: "tag_cloud" })).toEqual(["cloud"]);
  expect(await list({ keyword: "ru" })).toEqual(["rule"]);
  expect(await list({ page_type: "home" })).toEqual([]);
});

const roles = "SA SE" as const;
const nobody = 987654;
lifeOf(section, {
  by: asEditor,
  facts: { code: "foot", ...fields, type: "link_list", links },
  shown: { status: "enabled" },
  change: { type: "faq", faq: [{ q: "外国人能买吗", a: "可以。" }] },
  shownAfter: { links: [] },
  named: "SEO版块 底部内链",
  changes: [
    ["类型", "内链列表", "问答"],
    ["内容", "港区新盘 /tag/minato", "外国人能买吗 可以。"],
  ],
  unique: "编码",
  wrong: [
    [{ links: [] }, "links"],
    [{ links: [{ text: "长".repeat(21), url: "/" }] }, "links.0.text"],
    [{ links: [{ text: "坏", url: "javascript:alert(1)" }] }, "links.0.url"],
    [{ links: Array.from({ length: 51 }, () => links[0]) }, "links"],
    [{ type: "text" }, "text"],
    [{ type: "faq", faq: Array.from({ length: 21 }, () => ({ q: "问", a: "答" })) }, "faq"],
    [{ type: "estate_list", source: "manual" }, "estate_ids"],
    [{ type: "estate_list", source: "manual", estate_ids: [nobody] }, "estate_ids"],
    [{ type: "estate_list", filter: {} }, "filter"],
    [{ type: "tag_cloud", tag_ids: [nobody] }, "tag_ids"],
    [{ district_ids: [nobody] }, "district_ids"],
    [{ code: "a b" }, "code"],
  ],
  roles: { all: roles },
  pages: { "/seo/section": roles },
});
