import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Input } from "~/contract/endpoint";
import { city } from "~/contract/seo/city";
import { encyclopaedia } from "~/contract/seo/encyclopaedia";
import { withInlinks } from "~/contract/seo/inlinks";
import { publicCity } from "~/contract/seo/public-city";
import { district } from "~/server/database/tables/region/geography";
import { cityIntro, encyclopaedia as encyclopaediaTable } from "~/server/database/tables/seo/city";
import { seoKeyword, seoTag } from "~/server/database/tables/seo/seo";
import { media } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { sweepMedia } from "~/server/lib/media";
import { contentLife, contentOf } from "~/test/support/content-life";
import { desk } from "~/test/support/desk";
import { days, makeMedia, setSetting, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";

const work = desk({
  editor: { role: "seo_editor", name: "周编辑" },
  writer: { permissions: ["seo:city:view", "seo:city:edit"], name: "何作者" },
});
const { db, api, editor, asEditor, asWriter, at, ask, read, whoMay } = work;

type CityBody = Input<typeof city.create>["body"];
type PieceBody = Input<typeof encyclopaedia.create>["body"];
const words = (text: string) => `<p>${text.repeat(4)}</p>`;

const picture = async (over: object = {}) =>
  (await makeMedia(db, { uploader: editor.id, scene: "album", is_private: false, kind: "image", ...over })).id;
/** A town of Japan for each name: they are there in every database. */
const named: string[] = [];
const place = async (name: string) => (await placeNamed(name)).id;
async function placeNamed(name: string) {
  if (!named.includes(name)) named.push(name);
  const isTown = and(eq(district.country_code, "JP"), eq(district.level, 1));
  const rows = await db
    .select({ id: district.id, name: district.name_zh })
    .from(district)
    .where(isTown)
    .orderBy(district.id);
  return found(rows[named.indexOf(name)]);
}
let made = 0;
const cities = contentOf(asEditor, city, async (over: { title?: string }) => ({
  ...{ title: "云港", lang: "zh", banner_id: await picture(), summary: "概况与楼市" },
  ...{ district_id: await place(over.title ?? `城${++made}`), overview: words("有海港与丘陵。"), ...over },
}));
const entries = contentOf(asEditor, encyclopaedia, async (over: { city_intro_id?: number }) => ({
  ...{ title: "税费清单", category: "tax", content: words("购房前要准备税费。"), ...over },
  city_intro_id: over.city_intro_id ?? (await cities.add()),
}));
const addCity = (title: string, over: object = {}) => cities.add({ title, ...over });
const liveCity = (title: string, over: object = {}) => cities.live({ title, ...over });
const addPiece = (title: string, city_intro_id: number, over: object = {}) =>
  entries.add({ title, city_intro_id, ...over });
const livePiece = (title: string, city_intro_id: number, over: object = {}) =>
  entries.live({ title, city_intro_id, ...over });
const titles = async (path: string) => (await read(path)).list.map(({ title }: { title: string }) => title);

const life = { by: asEditor, writer: asWriter };
contentLife(work, city, cities, {
  ...{ ...life, path: "city", named: "城市介绍 云港" },
  least: async () => ({ title: "云港", lang: "zh", district_id: await place("云港") }),
  demanded: ["banner_id", "summary", "overview"],
  broken: [{ banner_id: null }, "banner_id"],
  change: { stats: [{ label: "人口", value: "140", unit: "万人", year: 2025 }] },
  label: "数据",
});
contentLife(work, encyclopaedia, entries, {
  ...{ ...life, path: "city", named: "百科文章 税费清单", shownAt: ({ slug }) => `encyclopaedia/${slug}` },
  least: async () => ({ title: "税费清单", city_intro_id: await cities.add() }),
  demanded: ["category", "content"],
  broken: [{ category: null }, "category"],
  change: { seo_title: "云港的税费" },
  label: "SEO标题",
});

test("how many of a city's nine blocks say something is counted along; its gallery is of public pictures", async () => {
  const id = await addCity("云港", { transport: "<p></p>", life: words("海边步道很长。") });
  expect(await cities.get(id)).toMatchObject({
    ...{ slug: "yun-gang", block_count: 2, encyclopaedia_count: 0, country_code: "JP" },
    ...{ district: (await placeNamed("云港")).name, transport: null, site_url: null },
  });
  const [banner_id, ...gallery] = [await picture(), await picture(), await picture()];
  const { data } = await cities.save(id, { banner_id, gallery, climate: words("冬天不冷。") });
  expect(data).toMatchObject({ block_count: 3, gallery });
  expect(data.pictures.map(({ id }) => id)).toEqual([banner_id, ...gallery]);
  const hidden = await picture({ is_private: true });
  expect(await cities.save(id, { gallery: [hidden] })).toMatchObject(refusedAt("gallery"));
  const { data: versions } = await asEditor(city.revisions, { params: { id } });
  expect(versions[0]?.changed).toEqual(["头图", "气候", "图集"]);
});

test("a city is introduced once in each language, and stays while its encyclopaedia is there", async () => {
  const id = await liveCity("云港");
  const same = { district_id: await place("云港"), title: "又一个云港" };
  expect(await asEditor(city.create, { body: { ...same, lang: "zh" } as CityBody })).toMatchObject(refusedAt("lang"));
  expect(
    await asEditor(city.create, { body: { ...same, lang: "zh", district_id: 987_654 } as CityBody }),
  ).toMatchObject(refusedAt("district_id"));
  const english = await liveCity("Cloud Harbour", { district_id: await place("云港"), lang: "en" });
  expect((await asEditor(city.get, { params: { id } })).data.translations).toMatchObject([{ id: english, lang: "en" }]);
  const entry = await addPiece("云港的税费", id);
  await cities.act("offline", id);
  expect(await asEditor(city.remove, { params: { id } })).toMatchObject({
    code: 40904,
    message: "存在关联数据，不能删除（百科文章 1）",
  });
  const blocked = async () => (await cities.get(id)).blocked;
  expect(await blocked()).toEqual({ delete: "存在关联数据，不能删除（百科文章 1）" });
  await asEditor(encyclopaedia.remove, { params: { id: entry } });
  expect(await blocked()).toEqual({});
  expect((await asEditor(city.remove, { params: { id } })).code).toBe(200);
});

test("pictures of a gallery are kept as long as a city or one of its versions shows them", async () => {
  const [saved, loose] = [await picture({ created_at: days(-9) }), await picture({ created_at: days(-9) })];
  const id = await addCity("云港", { gallery: [saved] });
  await cities.save(id, { gallery: [] });
  await sweepMedia(api.services);
  const left = (await db.select({ id: media.id }).from(media)).map((row) => row.id);
  expect([left.includes(saved), left.includes(loose)]).toEqual([true, false]);
});

test("lists are filtered by what they show, and an encyclopaedia by its city", async () => {
  const [one, two] = [await liveCity("云港"), await addCity("海城", { sort: 1, life: words("安静。") })];
  await addPiece("税费清单", one);
  await livePiece("贷款成数", two, { category: "loan" });
  const cities = async (query: object) => (await asEditor(city.list, { query })).data.list.map(({ title }) => title);
  expect(await cities({ sort: "-block_count" })).toEqual(["海城", "云港"]);
  expect(await cities({ sort: "sort" })).toEqual(["海城", "云港"]);
  expect(await cities({ keyword: "海" })).toEqual(["海城"]);
  expect(await cities({ status: ["published"] })).toEqual(["云港"]);
  expect([
    await cities({ country: ["JP"] }),
    await cities({ country: ["TH"] }),
    await cities({ lang: ["en"] }),
  ]).toEqual([["海城", "云港"], [], []]);
  const pieces = async (query: object) =>
    (await asEditor(encyclopaedia.list, { query })).data.list.map(({ title, city }) => [title, city.name]);
  expect(await pieces({ city_id: one })).toEqual([["税费清单", "云港"]]);
  expect(await pieces({ category: ["loan"] })).toEqual([["贷款成数", "海城"]]);
  expect(await pieces({ keyword: "清单" })).toEqual([["税费清单", "云港"]]);
  expect(await pieces({ status: ["published"], lang: ["zh"] })).toEqual([["贷款成数", "海城"]]);
  expect((await asEditor(city.list)).data.list.map(({ encyclopaedia_count }) => encyclopaedia_count)).toEqual([1, 1]);
});

test("an article of an encyclopaedia asks for what it needs, names no article that is itself, and gets tags as they are now", async () => {
  const of = await liveCity("云港");
  expect(
    await asEditor(encyclopaedia.create, { body: { title: "x", city_intro_id: 987_654 } as PieceBody }),
  ).toMatchObject(refusedAt("city_intro_id"));
  const id = await addPiece("税费清单", of, { category: null });
  expect(await entries.act("publish", id)).toMatchObject(refusedAt("category"));
  expect(await entries.save(id, { related_ids: [id] })).toMatchObject(refusedAt("related_ids"));
  const tag = (name: string, over: object = {}) =>
    db
      .insert(seoTag)
      .values({ name, slug: name, type: "topic", filter: {} as never, ...over })
      .returning();
  const [into] = await tag("shui-fei");
  const [gone] = await tag("old-tax", { merged_to_id: into?.id, deleted_at: testNow.toISOString() });
  const change = { category: "tax", tag_ids: [into?.id ?? 0] };
  expect((await entries.save(id, change)).data.tag_ids).toEqual([into?.id]);
  await db.update(encyclopaediaTable).set({ tag_ids: [gone?.id ?? 0] });
  expect((await entries.act("publish", id)).code).toBe(200);
  expect((await read("encyclopaedia/shui-fei-qing-dan")).tags).toEqual([{ slug: "shui-fei", name: "shui-fei" }]);
});

test("a city's articles are read below it, and without it where it is not public; old addresses lead on", async () => {
  const later = await addCity("以后城");
  const one = await liveCity("云港");
  await cities.schedule(later, at(0.5));
  await livePiece("税费清单", one);
  await addPiece("没写完的", one);
  expect((await ask("city")).headers.get("cache-control")).toBe("public, max-age=30, s-maxage=30");
  expect(await titles("city/yun-gang/encyclopaedia")).toEqual(["税费清单"]);
  expect(await titles("city/yun-gang/encyclopaedia?category=loan")).toEqual([]);
  const { data: preview } = await asEditor(city.previewLink, { params: { id: later }, query: {} });
  const shown = await ask(`city/any?preview=${preview.url.split("/").at(-1)}`);
  expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "no-store"]);
  await cities.save(one, { slug: "cloud-harbour" });
  const moved = await ask("city/yun-gang/encyclopaedia");
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/api/public/city/cloud-harbour/encyclopaedia"]);
  await cities.act("offline", one);
  expect((await ask("city/cloud-harbour")).status).toBe(404);
  expect(await read("encyclopaedia/shui-fei-qing-dan")).toMatchObject({ title: "税费清单", city: null });
});

test("a city is read with its blocks, figures, gallery, languages and structured data that ends no script", async () => {
  await setSetting(db, "site.main_base", "https://www.example.com");
  const gallery = [await picture(), await picture()];
  const stats = [{ label: "人口", value: "140", unit: "万人", year: 2025 }];
  const own = { district_id: await place("云港"), life: words("安静。"), slug: "yun-gang" };
  await liveCity("云港</script>", { ...own, gallery, stats });
  await liveCity("Cloud Harbour", { district_id: await place("云港"), lang: "en", slug: "cloud-harbour" });
  const one = await read("city/yun-gang");
  expect(one.sections.map(({ key, title }: { key: string; title: string }) => [key, title])).toEqual([
    ["overview", "概况"],
    ["life", "生活"],
  ]);
  expect(one).toMatchObject({
    stats,
    alternates: [{ lang: "en", slug: "cloud-harbour" }],
    district: { country: "JP" },
  });
  expect(one.gallery).toHaveLength(2);
  expect(one.seo.canonical).toBe("https://www.example.com/city/yun-gang");
  expect(one.seo.json_ld).not.toContain("<");
  const things = JSON.parse(one.seo.json_ld)["@graph"];
  expect(things.map((thing: { "@type": string }) => thing["@type"])).toEqual(["City", "BreadcrumbList"]);
  expect(things[1].itemListElement.at(-1)).toMatchObject({
    position: 2,
    name: "云港</script>",
    item: one.seo.canonical,
  });
  expect(await titles("city?lang=en")).toEqual(["Cloud Harbour"]);
  expect(await titles("city?lang=ja")).toEqual(["云港</script>"]);
});

test("words of ours link to their pages as an article is read; never to itself, of its language alone, paused ones not at all", async () => {
  await setSetting(db, "site.main_base", "https://www.example.com");
  const keyword = (word: string, target_url: string, over: object = {}) =>
    db.insert(seoKeyword).values({ word, target_url, intent: "guide", link_text: true, ...over });
  await keyword("税费", "/tax");
  await keyword("购房税费", "https://www.example.com/guide/tax");
  await keyword("清单", "/encyclopaedia/shui-fei-qing-dan/");
  await keyword("登记", "/x", { status: "paused" });
  await keyword("fee", "/fee", { lang: "en" });
  const content = "<h2>税费</h2><p>购房税费与税费，清单、登记、fee。</p>";
  await livePiece("税费清单", await liveCity("云港"), { content });
  const one = await read("encyclopaedia/shui-fei-qing-dan");
  expect(one.content).toBe(
    '<h2>税费</h2><p><a href="https://www.example.com/guide/tax">购房税费</a>与<a href="https://www.example.com/tax">税费</a>，清单、登记、fee。</p>',
  );
  expect(JSON.parse(one.seo.json_ld)["@graph"].map((thing: { "@type": string }) => thing["@type"])).toEqual([
    "Article",
    "BreadcrumbList",
  ]);
  // What is kept is what was written.
  expect((await db.select().from(encyclopaediaTable))[0]?.content).toBe(content);
});

test("links are put on words with their limits", () => {
  const link = (word: string, max = 1) => ({ word, url: `/${word}`, max });
  const linked = (html: string, ...links: ReturnType<typeof link>[]) => withInlinks(html, links);
  expect(linked("<p>港区港区港区</p>", link("港区", 2))).toBe(
    '<p><a href="/港区">港区</a><a href="/港区">港区</a>港区</p>',
  );
  const saved = [
    '<h3>港区</h3><p><a href="/a">港区 <strong>港区</strong></a></p>',
    "<pre>港区</pre>",
    '<div class="estate"><strong>港区</strong><span>港区</span></div>',
    '<a class="estate" href="/e"><strong>港区</strong></a>',
    '<p title="港区"><img alt="港区" /></p>',
  ];
  for (const html of saved) expect(linked(html, link("港区", 5))).toBe(html);
  expect(linked('<div class="estate"><strong>港区</strong></div><p>港区</p>', link("港区"))).toContain(
    '<p><a href="/港区">',
  );
  expect(linked("<p>tax taxes A&amp;B amp</p>", link("tax"), link("amp"))).toBe(
    '<p><a href="/tax">tax</a> taxes A&amp;B <a href="/amp">amp</a></p>',
  );
  expect(linked("<p>Tokyo Bay</p>", link("tokyo bay"))).toBe('<p><a href="/tokyo bay">Tokyo Bay</a></p>');
  const many = Array.from({ length: 12 }, (_, n) => `词${String.fromCharCode(65 + n)}号`);
  const all = linked(`<p>${many.join("，")}</p>`, ...many.map((word) => link(word, 5)));
  expect(all.match(/<a /g)).toHaveLength(10);
  expect(linked('<p>"引号"</p>', { word: "引号", url: '/x"><script>', max: 1 })).toBe(
    '<p>"<a href="/x&quot;&gt;&lt;script&gt;">引号</a>"</p>',
  );
});

test("an introduction's rows hold to what a publication demands, whoever writes them", async () => {
  const id = await liveCity("云港");
  await expect(db.update(cityIntro).set({ overview: null }).where(eq(cityIntro.id, id))).rejects.toThrow();
});

whoMay(city, { all: "SA SE" }, { "/seo/cityIntroduce": "SA SE" });
whoMay(encyclopaedia, { all: "SA SE" });
whoMay(publicCity, { all: "public" });
