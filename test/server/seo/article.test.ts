import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Input } from "~/contract/endpoint";
import { city } from "~/contract/seo/city";
import { encyclopaedia } from "~/contract/seo/encyclopaedia";
import { seoKeyword } from "~/contract/seo/keyword";
import { publicSeoArticle } from "~/contract/seo/public-article";
import { seoArticle } from "~/contract/seo/seo-article";
import { seoTag } from "~/contract/seo/tag";
import { densityOf, timesIn } from "~/contract/seo/text-figures";
import { batch as batchApi } from "~/contract/shared/batch";
import { district } from "~/server/database/tables/region/geography";
import { encyclopaedia as encyclopaedias } from "~/server/database/tables/seo/city";
import { seoKeyword as keywords, seoTag as tags } from "~/server/database/tables/seo/seo";
import { seoArticle as table } from "~/server/database/tables/seo/seo-article";
import { operationLog } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { contentLife, contentOf } from "~/test/support/content-life";
import { desk } from "~/test/support/desk";
import { makeMedia, put, setSetting } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";

const work = desk({
  editor: { role: "seo_editor", name: "周编辑" },
  writer: { permissions: ["seo:article:view", "seo:article:edit"], name: "何作者" },
});
const { db, api, editor, asEditor, asWriter, at, ask: askPublic, logLines, whoMay } = work;
/** Three hundred letters and more, one of them a keyword. */
const long = (word = "税费") =>
  `<h2>${word}</h2><p>${"买房之前先把各项支出列清楚。".repeat(24)}${word}最常被忘记。</p>`;

async function keyword(word: string, over: object = {}): Promise<number> {
  const row = await put(db, keywords, { word, intent: "guide", ...over });
  return found(row).id;
}
async function tag(name: string, over: object = {}): Promise<number> {
  const row = await put(db, tags, { name, slug: name, type: "topic", filter: {} as never, ...over });
  return found(row).id;
}
async function town(at = 0) {
  const rows = await db.select().from(district).where(eq(district.level, 2)).orderBy(district.id).limit(2);
  return found(rows[at]);
}
const items = contentOf(asEditor, seoArticle, async (over: { title?: string; keyword_ids?: number[] }) => ({
  ...{ title: "海外购房的税费要准备多少", content: long() },
  ...{ keyword_ids: over.keyword_ids ?? [await keyword(`词${++words}`)], ...over },
}));
let words = 0;
const { get, save, schedule } = items;
const add = (title: string, over: object = {}) => items.add({ title, keyword_ids: [], ...over });
const live = (title: string, over: object = {}) => items.live({ title, ...over });
const ask = (path: string) => askPublic(`seo/article${path}`);
const read = async (path: string) => (await (await ask(path)).json()).data;
const titles = async (path = "") => (await read(path)).list.map(({ title }: { title: string }) => title);

contentLife(work, seoArticle, items, {
  ...{ by: asEditor, writer: asWriter, path: "seo/article" },
  least: { title: "短题", content: "<p>还没写完。</p>" },
  demanded: ["title", "keyword_ids", "content"],
  broken: [{ content: "<p>太短。</p>" }, "content"],
  change: { faq: [{ q: "税费什么时候付？", a: "签约与登记时各付一次。" }] },
  label: "问答",
  named: "SEO文章 海外购房的税费要准备多少",
});

test("an article has its words, density and place; what it refers to must be there", async () => {
  const id = await add("短题", { content: "<p>还没写完。</p>" });
  expect(await get(id)).toMatchObject({
    ...{
      slug: "duan-ti",
      word_count: 5,
      keyword_density: 0,
      indexed: "unknown",
      keywords: [],
      district: null,
      faq: [],
    },
  });
  const [word, place] = [await keyword("税费"), await town()];
  const { data } = await save(id, { keyword_ids: [word], content: long(), district_id: place.id });
  expect(data).toMatchObject({ keywords: [{ id: word, name: "税费" }], keyword_density: densityOf(long(), ["税费"]) });
  expect(data.district).toContain(place.name_zh);
  expect(await save(id, { related_ids: [id] })).toMatchObject(refusedAt("related_ids"));
  expect(await save(id, { keyword_ids: [987_654] })).toMatchObject(refusedAt("keyword_ids"));
  expect(await save(id, { canonical: "javascript:alert(1)" })).toMatchObject(refusedAt("canonical"));
  const shown = await live("海外购房的税费要准备多少");
  await expect(db.update(table).set({ keyword_ids: [] }).where(eq(table.id, shown))).rejects.toThrow();
});

test("lists are filtered by keyword, place, state and what engines have taken", async () => {
  const [tax, loan] = [await keyword("税费"), await keyword("贷款")];
  const [place, other] = [await town(0), await town(1)];
  await add("税费的清单怎么列", { keyword_ids: [tax, loan], district_id: place.id, content: long() });
  const more = { keyword_ids: [loan], district_id: other.id, content: long().repeat(2) };
  const second = await add("贷款成数与准备材料", more);
  await asEditor(seoArticle.indexedBatch, { body: { ids: [second], indexed: "yes" } });
  const list = async (query: object) =>
    (await asEditor(seoArticle.list, { query })).data.list.map(({ title }) => title);
  expect(await list({ keyword_id: [tax] })).toEqual(["税费的清单怎么列"]);
  expect(await list({ keyword_id: [loan], sort: "word_count" })).toEqual(["税费的清单怎么列", "贷款成数与准备材料"]);
  expect(await list({ district_id: [other.id] })).toEqual(["贷款成数与准备材料"]);
  expect(await list({ district_id: [found(place.parent_id)], keyword: "清单" })).toEqual(["税费的清单怎么列"]);
  expect([await list({ indexed: ["yes"] }), await list({ indexed: ["no"] })]).toEqual([["贷款成数与准备材料"], []]);
  expect([await list({ status: ["published"] }), await list({ lang: ["en"] })]).toEqual([[], []]);
});

test("what engines have taken is written down for several, makes no form stale, and is undone", async () => {
  const id = await add("标记收录的文章");
  const { data } = await asWriter(seoArticle.indexedBatch, { body: { ids: [id, 987_654], indexed: "yes" } });
  expect(data).toMatchObject({ success: [id], failed: [{ id: 987_654, code: 40400 }] });
  const marked = await get(id);
  expect(marked).toMatchObject({ indexed: "yes", version: 1 });
  expect(marked.updated_at).toBe(marked.created_at);
  const [, line] = await logLines(eq(operationLog.target_id, id));
  expect(line?.changes).toEqual([{ field: "indexed", label: "收录", before: "未查", after: "已收录" }]);
  await asWriter(batchApi.undo, { params: { id: found(data.batch_id) } });
  expect((await get(id)).indexed).toBe("unknown");
});

test("the editor's check knows the article's words, the links that readers get, and who says the same", async () => {
  const [tax, loan] = [await keyword("税费"), await keyword("贷款", { link_text: true, target_url: "/loan" })];
  await keyword("fee", { link_text: true, target_url: "/fee", lang: "en" });
  await keyword("本页", { link_text: true, target_url: "/guide/shui-fei" });
  await setSetting(db, "site.main_base", "https://www.example.com");
  const id = await add("税费的清单怎么列", { keyword_ids: [tax, loan], slug: "shui-fei" });
  const rival = await add("税费一年要付几次呢", { keyword_ids: [tax] });
  await add("贷款与税费的先后顺序", { keyword_ids: [loan, tax] });
  const english = await add("English tax list", { keyword_ids: [tax], lang: "en" });
  const check = async (query: object) => (await asWriter(seoArticle.check, { query: query as never })).data;
  expect(await check({ title: "税费的清单怎么列", keyword_ids: [tax, loan] })).toMatchObject({
    words: ["税费", "贷款"],
    inlinks: [
      { word: "本页", url: "https://www.example.com/guide/shui-fei" },
      { word: "贷款", url: "https://www.example.com/loan", max: 1 },
    ],
    duplicates: [
      { id, why: "title" },
      { id: rival, why: "keyword" },
    ],
  });
  const own = await check({ title: "税费的清单怎么列", keyword_ids: [tax], slug: "shui-fei", exclude_id: id });
  expect([own.inlinks.map(({ word }) => word), own.duplicates]).toMatchObject([["贷款"], [{ id: rival }]]);
  expect((await check({ keyword_ids: [tax], lang: "en", exclude_id: english })).duplicates).toEqual([]);
});

test("density counts no letter twice, and links to our pages are counted as the text is saved", async () => {
  expect(densityOf("<p>港区新房港区</p>", ["港区新房", "港区"])).toBe(100);
  expect(densityOf("<p>港区 的 a&amp;b</p>", ["a&b", ""])).toBe(50);
  expect([densityOf("", ["港区"]), timesIn("<p>Bay bay 港区港区</p>", ["bay", "港区", "无"])]).toEqual([0, [2, 2, 0]]);
  await setSetting(db, "site.main_base", "https://www.example.com");
  await keyword("税费", { link_text: true, target_url: "/tax", max_per_article: 2 });
  const links = '<p><a href="https://www.example.com/a">站内</a><a href="https://other.example/">站外</a></p>';
  const id = await add("内链的计数方式说明", { content: `<p>税费、税费、税费</p>${links}` });
  expect((await get(id)).inlink_count).toBe(3);
});

test("visitors read an article with its questions, links and structured data, from the moment when it is public", async () => {
  await setSetting(db, "site.main_base", "https://www.example.com");
  const tax = await keyword("税费", { link_text: true, target_url: "/tax" });
  const place = await town();
  const picture = await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false });
  const shown = await tag("shui-fei");
  const related = await live("另一篇公开的文章在此");
  const draft = await add("一篇还没有公开的文章");
  const faq = [{ q: "什么时候付</script>？", a: "签约时。" }];
  const later = await add("定时发布的文章在以后", { keyword_ids: [tax] });
  const about = {
    keyword_ids: [tax],
    district_id: place.id,
    tag_ids: [shown],
    cover_id: picture.id,
    faq,
    author: "周",
  };
  const id = await live("海外购房的税费要准备多少", { ...about, related_ids: [related, draft], slug: "tax-guide" });
  await live("What taxes to prepare for", { lang: "en", translation_of: id, slug: "tax-guide-en" });
  await schedule(later, at(0.5));

  expect((await titles()).sort()).toEqual(["另一篇公开的文章在此", "海外购房的税费要准备多少"]);
  expect(await titles("?lang=en")).toContain("What taxes to prepare for");
  expect(await titles(`?district=${place.parent_id}`)).toEqual(["海外购房的税费要准备多少"]);
  expect([await titles("?tag=shui-fei"), await titles("?tag=nothing")]).toEqual([["海外购房的税费要准备多少"], []]);
  expect((await ask("")).headers.get("cache-control")).toBe("public, max-age=30, s-maxage=30");

  const one = await read("/tax-guide");
  expect(one).toMatchObject({
    ...{ id, author: "周", faq, tags: [{ slug: "shui-fei" }], related: [{ title: "另一篇公开的文章在此" }] },
    ...{ alternates: [{ lang: "en", slug: "tax-guide-en" }], district: { id: place.id } },
  });
  expect(one.content).toContain('<a href="https://www.example.com/tax">税费</a>最常被忘记');
  expect(one.content).toContain("<h2>税费</h2>");
  expect(one.seo).toMatchObject({ canonical: "https://www.example.com/guide/tax-guide", keywords: ["税费"] });
  expect(one.seo.json_ld).not.toContain("<");
  const things = JSON.parse(one.seo.json_ld)["@graph"];
  expect(things.map((thing: { "@type": string }) => thing["@type"])).toEqual(["Article", "FAQPage", "BreadcrumbList"]);
  expect(things[1].mainEntity[0]).toMatchObject({ name: faq[0]?.q, acceptedAnswer: { text: "签约时。" } });
  // What is kept is what was written.
  expect((await get(id)).content).not.toContain("<a ");

  const isMapped = async (slug: string) =>
    (await (await askPublic("sitemap-1.xml")).text()).includes(`/guide/${slug}</loc>`);
  expect([await isMapped("tax-guide"), await isMapped("tax-list")]).toEqual([true, false]);
  api.setClock(at(0.5));
  await save(id, { slug: "tax-list" });
  expect([await isMapped("tax-guide"), await isMapped("tax-list")]).toEqual([false, true]);
  await save(id, { canonical: "https://first.example/tax" });
  // An article whose canonical address is elsewhere is not in the sitemap.
  expect(await isMapped("tax-list")).toBe(false);
  expect((await read("/tax-list")).seo.canonical).toBe("https://first.example/tax");
  const { data: preview } = await asEditor(seoArticle.previewLink, { params: { id: draft }, query: {} });
  const early = await ask(`/any?preview=${preview.url.split("/").at(-1)}`);
  expect([early.status, early.headers.get("cache-control")]).toEqual([200, "no-store"]);
});

test("keywords and tags stay while articles name them; a merged tag is the other one in them, also in a version of before", async () => {
  const word = await keyword("税费");
  const [from, into] = [await tag("old-tax"), await tag("tax")];
  const id = await add("税费的清单怎么列", { keyword_ids: [word], tag_ids: [from, into] });
  const body = { district_id: (await town()).id, title: "云港", lang: "zh" } as Input<typeof city.create>["body"];
  const cityId = (await asEditor(city.create, { body })).data.id;
  const item = { title: "云港的税费", city_intro_id: cityId, tag_ids: [from] };
  await asEditor(encyclopaedia.create, { body: item as Input<typeof encyclopaedia.create>["body"] });
  const { data: shown } = await asEditor(seoTag.list);
  expect(Object.fromEntries(shown.list.map((row) => [row.name, row.piece_count]))).toEqual({ "old-tax": 2, tax: 1 });
  expect(await asEditor(seoTag.remove, { params: { id: from } })).toMatchObject({
    code: 40904,
    message: "存在关联数据，不能删除（SEO文章 1、百科文章 1）",
  });
  expect(await asEditor(seoKeyword.remove, { params: { id: word } })).toMatchObject({
    code: 40904,
    message: "存在关联数据，不能删除（SEO文章 1）",
  });
  await asEditor(seoTag.merge, { params: { id: from }, body: { into_id: into, version: 1 } });
  expect(await get(id)).toMatchObject({ tag_ids: [into], version: 2 });
  expect((await db.select().from(encyclopaedias))[0]?.tag_ids).toEqual([into]);
  await save(id, { title: "税费的清单怎么列才好", tag_ids: [] });
  const { data: versions } = await asEditor(seoArticle.revisions, { params: { id } });
  const params = { id, revision_id: found(versions.at(-1)).id };
  await asEditor(seoArticle.restore, { params, body: { version: 3 } });
  expect(await get(id)).toMatchObject({ title: "税费的清单怎么列", tag_ids: [into] });
  expect((await asEditor(seoArticle.remove, { params: { id } })).code).toBe(200);
  expect((await asEditor(seoKeyword.remove, { params: { id: word } })).code).toBe(200);
});

whoMay(seoArticle, { all: "SA SE" }, { "/seo/seo-article": "SA SE" });
whoMay(publicSeoArticle, { all: "public" });
