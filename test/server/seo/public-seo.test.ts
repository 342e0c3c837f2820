import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Reply } from "~/contract/endpoint";
import { publicEstate } from "~/contract/house/public-estate";
import { seoKeyword } from "~/contract/seo/keyword";
import { publicSeo } from "~/contract/seo/public-seo";
import { section } from "~/contract/seo/section";
import { seoTag } from "~/contract/seo/tag";
import { topicDesc, topicTitle } from "~/contract/seo/topic-template";
import { estate } from "~/server/database/tables/house/estate";
import { desk } from "~/test/support/desk";
import { districtOf, makeEstate, makeRoom } from "~/test/support/estate";
import { setSetting, testNow } from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";

const { db, asEditor, ask, read, whoMay } = desk({ editor: { role: "seo_editor", name: "林优化" } });

const page = (query: string): Promise<Reply<typeof publicSeo.page>> => read(`seo/page?${query}`);
const tag = async (slug: string, over: object = {}) =>
  (
    await asEditor.unchecked(seoTag.create, {
      body: { name: `标签${slug}`, slug, type: "area", filter: { country: ["JP"] }, ...over },
    })
  ).data.id;

async function site() {
  await setSetting(db, "site.main_base", "https://www.yunting.test");
  await setSetting(db, "site.name", "云汀置业");
  await setSetting(db, "seo.noindex_below", 1);
  const ward = await districtOf(db, "JP", "13103");
  const shown = await makeEstate(db, { district_id: ward, slug: "bay", seo_keywords: ["湾岸塔"] });
  return { ward, shown };
}

test("a page gets its head by the templates, its sections, tags and words that link; nothing that is out of use", async () => {
  const { ward, shown } = await site();
  const on = { page_type: "district" as const };
  await asEditor.unchecked(topicTitle.create, {
    body: { name: "标题", ...on, template: "{district}新盘{count}个_{brand}" },
  });
  await asEditor.unchecked(topicDesc.create, {
    body: { name: "描述", ...on, template: "{city}{district}，{price_min}起。" },
  });
  const off = (
    await asEditor.unchecked(topicTitle.create, { body: { name: "停用", ...on, template: "停用的标题", priority: 9 } })
  ).data.id;
  await asEditor(topicTitle.disable, { params: { id: off } });
  await tag("japan");
  await asEditor(seoTag.disable, { params: { id: await tag("gone") } });
  await tag("thin", { filter: { country: ["TH"] } });
  const tokyo = await districtOf(db, "JP", "13");
  const osaka = await districtOf(db, "JP", "27");
  for (const [code, over] of [
    ["links", { type: "link_list", links: [{ text: "港区", url: "/x" }], sort: 1 }],
    ["estates", { type: "estate_list", filter: { country: "JP" }, district_ids: [tokyo], sort: 2 }],
    ["cloud", { type: "tag_cloud", sort: 3 }],
    ["elsewhere", { type: "text", text: "大阪", district_ids: [osaka] }],
    ["home", { type: "text", text: "首页", page_type: "home" }],
    ["asked", { type: "faq", faq: [{ q: "</script>能买吗？", a: "能。" }], page_type: "home", sort: 200 }],
    ["off", { type: "text", text: "停用" }],
  ] as const)
    await asEditor.unchecked(section.create, { body: { code, name: code, page_type: "district", ...over } });
  const sections = (await asEditor(section.list, { query: { keyword: "off" } })).data.list;
  await asEditor(section.disable, { params: { id: sections[0]?.id ?? 0 } });
  for (const [word, over] of [
    ["港区新盘", {}],
    ["新盘", {}],
    ["停用词", {}],
    ["不链接", { link_text: false }],
    ["日语", { lang: "ja" }],
  ] as const)
    await asEditor.unchecked(seoKeyword.create, {
      body: { word, intent: "region", link_text: true, target_url: "/tag/japan", ...over },
    });
  const paused = (await asEditor(seoKeyword.list, { query: { keyword: "停用词" } })).data.list[0]?.id ?? 0;
  await asEditor(seoKeyword.pause, { params: { id: paused } });

  const answer = await page(`page_type=district&district_id=${ward}`);
  expect(answer).toMatchObject({
    ...{ title: "港区新盘1个_云汀置业", desc: "东京都港区，5,980万日元起。", robots: "index,follow", canonical: null },
    keywords: ["港区", "东京都", "日本"],
    tags: [{ slug: "japan", count: 1, url: "https://www.yunting.test/tag/japan" }],
    inlinks: [
      { text: "港区新盘", url: "/tag/japan", max: 1 },
      { text: "新盘", url: "/tag/japan", max: 1 },
    ],
  });
  expect(answer.sections.map(({ code }) => code)).toEqual(["links", "estates", "cloud"]);
  expect(answer.sections.map(({ content }) => content)).toMatchObject([
    { links: [{ text: "港区", url: "/x" }] },
    { estates: [{ slug: "bay", title: shown.name }] },
    { tags: [{ slug: "japan" }] },
  ]);
  const home = await page("page_type=home");
  expect(home.sections.map(({ code }) => code)).toEqual(["home", "asked"]);
  expect(home.json_ld).not.toContain("<");
  expect(JSON.parse(home.json_ld)["@graph"]).toMatchObject([
    { "@type": "WebSite", url: "https://www.yunting.test/" },
    { "@type": "FAQPage", mainEntity: [{ name: "</script>能买吗？", acceptedAnswer: { text: "能。" } }] },
  ]);
  expect(JSON.parse(answer.json_ld)["@graph"]).toMatchObject([
    { "@type": "BreadcrumbList", itemListElement: [{ item: "https://www.yunting.test" }, { name: "港区" }] },
  ]);
  expect(await page("page_type=estate_detail&estate=bay")).toMatchObject({
    ...{ title: shown.name, canonical: "https://www.yunting.test/estate/bay" },
  });
  expect((await page("page_type=home&lang=ja")).inlinks.map(({ text }) => text)).toEqual(["日语"]);
  expect((await ask("seo/page?page_type=castle")).status).toBe(422);
});

test("a tag's page: its own words or the template's, its count, and whether engines may take it; an old address leads on", async () => {
  const { shown } = await site();
  await asEditor.unchecked(topicTitle.create, {
    body: { name: "标题", page_type: "estate_list", template: "{tag}：{count}个新盘" },
  });
  const [one, two] = [await tag("bay-side"), await tag("sea-side", { title: "海边新盘", desc: "海边。" })];
  const get = (slug: string) => read(`seo/tag/${slug}`);
  expect(await get("bay-side")).toEqual({
    ...{ slug: "bay-side", name: "标签bay-side", type: "area", filter: { country: ["JP"] }, count: 1 },
    ...{ title: "标签bay-side：1个新盘", desc: null, keywords: ["标签bay-side", "日本"], robots: "index,follow" },
    canonical: "https://www.yunting.test/tag/bay-side",
    json_ld: expect.stringContaining('{"@type":"ListItem","position":2,"name":"标签bay-side"'),
  });
  expect(await get("sea-side")).toMatchObject({ title: "海边新盘", desc: "海边。" });
  await db.update(estate).set({ publish_status: "offline" }).where(eq(estate.id, shown.id));
  expect(await get("sea-side")).toMatchObject({ count: 0, robots: "noindex,follow" });

  await asEditor(seoTag.merge, { params: { id: one }, body: { into_id: two, version: 1 } });
  const moved = await ask("seo/tag/bay-side");
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/api/public/seo/tag/sea-side"]);
  await asEditor(seoTag.disable, { params: { id: two } });
  expect([(await ask("seo/tag/sea-side")).status, (await ask("seo/tag/bay-side")).status]).toEqual([404, 404]);
  expect((await ask("seo/tag/none")).status).toBe(404);
});

test("estates are searched and read by anybody: those online, without how they are reported or paid for", async () => {
  const { ward, shown } = await site();
  await rowsOf(db).updateIn("estate", shown.id, {
    commission_note: "内部佣金",
    dev_commission_value: "3.00",
    description: "<p>海景<script>x</script></p>",
  });
  await makeRoom(db, { estate_id: shown.id, name: "A1" });
  await makeEstate(db, { slug: "hidden", publish_status: "offline" });
  await makeEstate(db, { slug: "deleted", deleted_at: testNow.toISOString() });
  await makeEstate(db, { slug: "thai", country_code: "TH", walk_min: 3 });
  await tag("japan");
  const slugs = async (query: string) => {
    const data: Reply<typeof publicEstate.list> = await read(`estate?${query}`);
    return data.list.map(({ slug }) => slug).sort();
  };
  expect(await slugs("")).toEqual(["bay", "thai"]);
  expect(await slugs(`district_id=${ward}&country=JP`)).toEqual(["bay"]);
  expect(await slugs("walk_max=5")).toEqual(["thai"]);
  expect(await slugs("tag=japan&sort=-price_min")).toEqual(["bay"]);
  expect(await slugs("publish_status=offline&audit_status=draft&broker_id=1")).toEqual(["bay", "thai"]);
  expect((await ask("estate?tag=none")).status).toBe(404);
  expect((await ask("estate?page=101&page_size=100")).status).toBe(422);

  const response = await ask("estate/bay");
  const text = await response.text();
  for (const word of ["commission", "佣金", "protect", "report_phone", "broker", "script>"])
    expect(text).not.toContain(word);
  const { data }: { data: Reply<typeof publicEstate.get> } = JSON.parse(text);
  expect(data).toMatchObject({
    ...{ slug: "bay", name: shown.name, description: "<p>海景</p>", place: ["东京都", "港区"] },
    rooms: [{ name: "A1", layout: "2LDK" }],
    seo: { canonical: "https://www.yunting.test/estate/bay", keywords: ["湾岸塔"] },
  });
  expect(JSON.parse(data.seo.json_ld)).toMatchObject({
    "@type": "ApartmentComplex",
    address: { addressCountry: "JP", addressLocality: "港区" },
  });
  expect(data.seo.title).toBe(shown.name);
  expect([(await ask("estate/hidden")).status, (await ask("estate/deleted")).status]).toEqual([404, 404]);
});

test("an estate without words of its own for search engines has those of its page's templates", async () => {
  const { shown } = await site();
  const on = { page_type: "estate_detail" as const };
  await asEditor.unchecked(topicTitle.create, {
    body: { name: "标题", ...on, template: "{district}{layout}新房_{brand}" },
  });
  await asEditor.unchecked(topicDesc.create, {
    body: { name: "描述", ...on, template: "{city}{district}，{price_min}起。" },
  });
  await rowsOf(db).updateIn("estate", shown.id, { layouts: ["2LDK"], description: "<p>海景</p>" });
  const estateNow = (): Promise<Reply<typeof publicEstate.get>> => read("estate/bay");
  const { seo } = await estateNow();
  expect(seo).toMatchObject({ title: "港区2LDK新房_云汀置业", desc: "东京都港区，5,980万日元起。" });
  expect(JSON.parse(seo.json_ld)).toMatchObject({ name: shown.name, description: seo.desc });
  expect(await page("page_type=estate_detail&estate=bay")).toMatchObject({ title: seo.title, desc: seo.desc });
  await db.update(estate).set({ seo_title: "自己的标题", seo_desc: "自己的描述。" }).where(eq(estate.id, shown.id));
  expect((await estateNow()).seo).toMatchObject({ title: "自己的标题", desc: "自己的描述。" });
});

whoMay(publicSeo, { all: "public" });
whoMay(publicEstate, { all: "public" });
