import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Input } from "~/contract/endpoint";
import { banner } from "~/contract/resource/banner";
import { homeSection, type SectionRule } from "~/contract/resource/home-section";
import { publicAdverts } from "~/contract/resource/public-adverts";
import { publicSearchWord, searchWord } from "~/contract/resource/search-word";
import { article } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { investment, video } from "~/server/database/tables/resource/resource";
import { cityIntro } from "~/server/database/tables/seo/city";
import type { broker } from "~/server/database/tables/system/admin";
import { desk } from "~/test/support/desk";
import { makeEstate } from "~/test/support/estate";
import { makeMedia, put, setSetting } from "~/test/support/factories";
import { putMansion } from "~/test/support/mansion-application";
import { putArticle, putBroker, putCity, putSpecial } from "~/test/support/public-pages";

const { db, api, editor, asEditor, at, ask, read, whoMay, lifeOf } = desk({
  editor: { role: "content_editor", name: "林编辑" },
});

type Body = Input<typeof homeSection.create>["body"];
const moment = (minutes: number) => isoInstant(at(minutes));
let made = 0;
const facts = (over: Partial<Body> = {}): Body => ({
  ...{ title: "精选房源", code: `section-${++made}`, platform: ["web"], type: "estate", source_mode: "manual" },
  ...over,
});
const ruleOf = (over: { filter?: object; sort?: SectionRule["sort"]; limit?: number } = {}) => ({
  ...{ sort: "newest" as const, limit: 20 },
  ...over,
  filter: { ...over.filter },
});
const byRule = (type: Body["type"], over: Parameters<typeof ruleOf>[0] = {}) =>
  facts({ type, source_mode: "rule", rule: ruleOf(over) });
const add = async (body: Body) => (await asEditor(homeSection.create, { body })).data.id;
const enabled = async (body: Body) => {
  const id = await add(body);
  await asEditor(homeSection.enable, { params: { id } });
  return id;
};
const preview = async (type: Body["type"], over: Parameters<typeof ruleOf>[0] = {}) =>
  (await asEditor(homeSection.preview, { body: { type, rule: ruleOf(over) } })).data.map(({ id }) => id);
const online = async (over: Parameters<typeof makeEstate>[1] = {}) => (await makeEstate(db, over)).id;
const setEstate = (id: number, over: object) => db.update(estate).set(over).where(eq(estate.id, id));
const putNews = async (slug: string, over: Partial<typeof article.$inferInsert> = {}) =>
  (await putArticle(db, slug, { publish_status: "draft", publish_at: null, ...over })).id;
const brokerOf = async (name: string, over: Partial<typeof broker.$inferInsert> = {}) =>
  (await putBroker(db, { broker_no: name, name, ...over })).id;
const pathOf = (platform = "web") => `home-section?platform=${platform}`;
const shown = async (platform?: string) =>
  (await read(pathOf(platform))).map(({ code, items }: { code: string; items: { id: number }[] }) => [
    code,
    items.map(({ id }) => id),
  ]);

test("a section in use is not deleted, and one that goes by a rule keeps no items", async () => {
  const [one, two] = [await online(), await online()];
  const id = await enabled(facts({ code: "featured", item_ids: [two, one] }));
  expect((await asEditor(homeSection.get, { params: { id } })).data).toMatchObject({ item_ids: [two, one], count: 2 });
  expect(await asEditor(homeSection.remove, { params: { id } })).toMatchObject({ code: 40902 });
  const rule = { ...byRule("estate", { limit: 3, filter: { country_code: "JP" } }), code: "by-rule", version: 2 };
  expect((await asEditor(homeSection.update, { params: { id }, body: rule })).data).toMatchObject({
    ...{ item_ids: [], rule: { limit: 3, filter: { country_code: "JP", tag_id: null } } },
  });
});

test("what was chosen once may stay", async () => {
  const one = await online();
  const id = await add(facts({ item_ids: [one] }));
  await setEstate(one, { deleted_at: moment(0) });
  const body = { ...facts({ code: "kept", item_ids: [one] }), version: 1 };
  expect((await asEditor(homeSection.update, { params: { id }, body })).data).toMatchObject({
    item_ids: [one],
    count: 0,
  });
});

test("a rule finds what visitors may see, by what its type is chosen by, in its order", async () => {
  const [cheap, dear, hidden, yielding] = [
    await online({ price_min: "30000000.00", published_at: moment(-10), price_min_cny: "1500000.00" }),
    await online({
      price_min: "90000000.00",
      published_at: moment(-5),
      price_min_cny: "4500000.00",
      is_recommend: true,
    }),
    await online({ publish_status: "offline" }),
    await online({ published_at: moment(-20), gross_yield: 7.5 }),
  ];
  await setEstate(cheap, { price_min_cny: "1500000.00" });
  await setEstate(dear, { price_min_cny: "4500000.00" });
  await setEstate(yielding, { price_min_cny: null, gross_yield: 7.5 });
  expect(await preview("estate")).toEqual([dear, cheap, yielding]);
  expect(await preview("estate")).not.toContain(hidden);
  expect(await preview("estate", { sort: "price_asc", limit: 2 })).toEqual([cheap, dear]);
  expect(await preview("estate", { sort: "price_desc", limit: 1 })).toEqual([dear]);
  expect((await preview("estate", { sort: "yield_desc" }))[0]).toBe(yielding);
  expect(await preview("estate", { filter: { is_recommend: true } })).toEqual([dear]);
  expect(await preview("estate", { filter: { country_code: "TH" } })).toEqual([]);
  const [{ district_id, property_type } = { district_id: 0, property_type: null }] = await db.select().from(estate);
  expect(await preview("estate", { filter: { district_id, property_type } })).toHaveLength(3);
  // Another type's words say nothing.
  expect(await preview("estate", { filter: { tag_id: 7, language: "ja" } })).toHaveLength(3);

  const older = (await putMansion(db, { mansion_no: "LD1", name: "甲楼", built_at: "2001-01" })).id;
  const newer = (await putMansion(db, { mansion_no: "LD2", name: "乙楼", built_at: "2020-01", address: "别处" })).id;
  await putMansion(db, { mansion_no: "LD3", name: "丙楼", address: "那边", status: "disabled" });
  expect(await preview("mansion", { sort: "built_desc" })).toEqual([newer, older]);
  expect(await preview("mansion", { filter: { country_code: "TH" } })).toEqual([]);

  const read = await putNews("read", {
    publish_status: "published",
    publish_at: moment(-50),
    view_count: 9,
    tag_ids: [5],
  });
  const fresh = await putNews("fresh", { publish_status: "scheduled", publish_at: moment(-1), is_recommend: true });
  // A translation replaces its original where its language is requested.
  const words = { publish_status: "published", publish_at: moment(-50), translation_key: "read" } as const;
  const japanese_read = await putNews("read-ja", { ...words, lang: "ja" });
  await putNews("later", { publish_status: "scheduled", publish_at: moment(1) });
  await putNews("draft");
  expect(await preview("article")).toEqual([fresh, read]);
  expect(await preview("article", { sort: "views" })).toEqual([read, fresh]);
  expect(await preview("article", { filter: { tag_id: 5 } })).toEqual([read]);
  expect(await preview("article", { filter: { is_recommend: true } })).toEqual([fresh]);
  const [row] = await db.select().from(article).where(eq(article.id, read));
  expect(await preview("article", { filter: { category_id: row?.category_id } })).toEqual([read]);
  await enabled({ ...byRule("article"), code: "news" });
  const inJapanese = (await api.send(publicAdverts.sections, { query: { platform: "web", lang: "ja" } })).data;
  expect(inJapanese.map(({ items }) => items.map(({ id }) => id))).toEqual([[fresh, japanese_read]]);

  const japanese = await brokerOf("BK1", { languages: ["ja"], license_country: "JP", license_no: "8" });
  await brokerOf("BK2", { status: "disabled" });
  expect(await preview("broker", { filter: { language: "ja" } })).toEqual([japanese]);
  expect(await preview("broker", { filter: { country_code: "TH" } })).toEqual([]);
  const cards = (await asEditor(homeSection.preview, { body: { type: "broker", item_ids: [japanese] } })).data;
  expect(cards).toMatchObject([{ type: "broker", slug: null, url: null, title: "BK1" }]);
  // Nothing that leads to a person.
  expect(JSON.stringify(cards)).not.toMatch(/林秘|138|secret/);
  expect((await asEditor.unchecked(homeSection.preview, { body: { type: "broker" } })).code).toBe(42200);
});

test("visitors get the sections of their platform in their order, with what is live; caches keep them no longer than that", async () => {
  await setSetting(db, "site.main_base", "https://www.example.com");
  const [one, two] = [await online({ slug: "one" }), await online({ slug: "two" })];
  const news = await putNews("soon", { publish_status: "scheduled", publish_at: moment(10.5) });
  const hand = await enabled(facts({ code: "by-hand", item_ids: [two, one], platform: ["web", "h5"], sort: 20 }));
  await enabled({ ...byRule("article"), code: "news", sort: 10 });
  await add({ ...byRule("estate"), code: "off" });
  await enabled({ ...byRule("estate"), code: "app", platform: ["app_ios"] });

  expect(await shown()).toEqual([["by-hand", [two, one]]]);
  const [section] = (await api.send(publicAdverts.sections, { query: { platform: "web" } })).data;
  expect(section).toMatchObject({
    ...{ title: "精选房源", sub_title: null, layout: "grid", more_link: null, type: "estate" },
  });
  expect(section?.items[0]).toMatchObject({ type: "estate", slug: "two", url: "https://www.example.com/estate/two" });
  api.setClock(at(10));
  expect((await ask(pathOf())).headers.get("cache-control")).toBe("public, max-age=30, s-maxage=30");
  api.setClock(at(10.5));
  expect(await shown()).toEqual([
    ["news", [news]],
    ["by-hand", [two, one]],
  ]);
  expect(await shown("h5")).toEqual([["by-hand", [two, one]]]);
  expect((await asEditor(homeSection.shown, { query: { platform: "h5" } })).data.map(({ code }) => code)).toEqual([
    "by-hand",
  ]);
  await setEstate(two, { publish_status: "offline" });
  await db.update(article).set({ publish_status: "offline" });
  expect(await shown()).toEqual([["by-hand", [one]]]);
  await asEditor(homeSection.disable, { params: { id: hand } });
  expect(await shown()).toEqual([]);
  expect((await ask(pathOf("wecom"))).status).toBe(422);
});

test("sections take each other's places, and the list is filtered", async () => {
  const one = await online();
  const [a, b] = [
    await add(facts({ title: "甲", item_ids: [one] })),
    await enabled({ ...byRule("article"), title: "乙" }),
  ];
  const found = async (query: object) => (await asEditor(homeSection.list, { query })).data.list.map(({ id }) => id);
  expect(await found({})).toEqual([b, a]);
  expect((await asEditor(homeSection.sort, { body: { ids: [a, b] } })).data).toEqual({ count: 2 });
  expect(await found({})).toEqual([a, b]);
  expect(await found({ type: ["article"] })).toEqual([b]);
  expect(await found({ status: ["disabled"], platform: ["web"], keyword: "甲" })).toEqual([a]);
  expect(await found({ platform: ["h5"] })).toEqual([]);
  expect(await asEditor(homeSection.sort, { body: { ids: [a, 999_999] } })).toMatchObject({ code: 40902 });
});

test("videos and investment pieces join by their entries: found by rule, shown by hand, led to by a banner", async () => {
  const cover_id = (await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false })).id;
  const out = { publish_status: "published" as const, publish_at: moment(-5), cover_id };
  const film = { type: "vlog" as const, source: "link" as const, external_url: "https://player.bilibili.com/a" };
  const videos = await db
    .insert(video)
    .values([
      { ...out, ...film, title: "探盘一", duration: 125, play_count: 3 },
      { ...out, ...film, title: "课堂", type: "course", publish_at: moment(-1) },
      { ...film, title: "草稿" },
    ])
    .returning();
  const [first, second, draft] = videos.map(({ id }) => id);
  expect(await preview("video")).toEqual([second, first]);
  expect(await preview("video", { sort: "plays" })).toEqual([first, second]);
  expect(await preview("video", { filter: { video_type: "course" } })).toEqual([second]);
  const content = "<p>湾岸的租金三年来稳步上升。</p>";
  const item = { country_code: "JP", category: "yield" as const, summary: "东京湾岸的收益率一览。", content };
  const metrics = [{ name: "毛回报率", value: "4.6", unit: "%", trend: "up" as const }];
  const pieceRow = await put(db, investment, { ...out, ...item, title: "收益观察", metrics, translation_key: "a" });
  expect(await preview("investment", { filter: { country_code: "JP", investment_category: "yield" } })).toEqual([
    pieceRow?.id,
  ]);
  expect(await preview("investment", { filter: { investment_category: "loan" } })).toEqual([]);
  const shownOf = async (type: Body["type"], item_ids: number[]) =>
    (await asEditor(homeSection.preview, { body: { type, item_ids } })).data;
  expect(
    await shownOf(
      "video",
      [draft, first].flatMap((id) => id ?? []),
    ),
  ).toMatchObject([
    { id: first, title: "探盘一", slug: null, facts: [{ value: "探盘" }, { label: "时长", value: "2:05" }] },
  ]);
  expect(await shownOf("investment", [pieceRow?.id ?? 0])).toMatchObject([
    {
      facts: [
        { label: "分类", value: "收益分析" },
        { label: "毛回报率", value: "4.6%" },
      ],
    },
  ]);
  const leading = {
    ...{ title: "看视频", platform: ["web" as const], position: "home_top" as const, image_id: cover_id },
    ...{ link_type: "video" as const, link_value: String(first), start_at: moment(-1) },
  };
  const { id } = (await asEditor(banner.create, { body: leading })).data;
  await asEditor(banner.enable, { params: { id } });
  const linkNow = async () =>
    (await api.send(publicAdverts.banners, { query: { platform: "web", position: "home_top" } })).data[0]?.link;
  expect(await linkNow()).toMatchObject({ type: "video", value: String(first) });
  await db.update(video).set({ publish_status: "offline" });
  expect(await linkNow()).toEqual({ type: "none", value: null, url: null });
});

test("cities and special pages join by their entries: found by rule, shown by hand, led to by banners and words, while they are open", async () => {
  await setSetting(db, "site.main_base", "https://www.example.com");
  await setSetting(db, "site.paths", "city_intro:/where/{slug}");
  const tokyo = await putCity(db, "tokyo");
  const draft = await putCity(db, "draft", { publish_status: "draft", publish_at: null });
  await putCity(db, "tokyo-en", { translation_key: "tokyo", lang: "en" });
  const bangkok = await putCity(db, "bangkok", { country_code: "TH", publish_at: moment(-1) });
  const open = await putSpecial(db, "open", { start_at: moment(-9), end_at: moment(9) });
  const waiting = await putSpecial(db, "waiting", { start_at: moment(3) });
  const over = await putSpecial(db, "over", { end_at: moment(-1) });

  expect(await preview("city")).toEqual([bangkok.id, tokyo.id]);
  expect(await preview("city", { filter: { country_code: "JP" } })).toEqual([tokyo.id]);
  expect(await preview("special")).toEqual([open.id]);
  const byHand = { city: [draft.id, tokyo.id], special: [over.id, waiting.id, open.id] };
  for (const type of ["city", "special"] as const) await enabled(facts({ code: type, type, item_ids: byHand[type] }));
  const urls = async () => {
    const { data } = await api.send(publicAdverts.sections, { query: { platform: "web" } });
    return data.map(({ code, items }) => [code, items.map(({ url }) => url)]);
  };
  expect((await urls()).sort()).toEqual([
    ["city", ["https://www.example.com/where/tokyo"]],
    ["special", ["/s/open"]],
  ]);
  // The next of them begins in three minutes: nobody keeps it longer.
  expect((await ask(pathOf())).headers.get("cache-control")).toContain("max-age=60,");
  await setSetting(db, "site.desk_base", "https://desk.example.com");

  const { id: image_id } = await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false });
  const leading = { platform: ["web" as const], position: "home_top" as const, image_id, start_at: moment(-1) };
  const targets = [
    ["city", tokyo.id],
    ["special", open.id],
    ["special", waiting.id],
  ] as const;
  for (const [index, [link_type, target]] of targets.entries()) {
    const body = { ...leading, title: `横幅${index}`, link_type, link_value: String(target), sort: index };
    const { id } = (await asEditor(banner.create, { body })).data;
    await asEditor(banner.enable, { params: { id } });
    const word = { word: `词${index}`, type: "hot" as const, target_type: link_type, weight: 9 - index };
    const added = await asEditor(searchWord.create, { body: { ...word, [`${link_type}_id`]: target } });
    expect(added.code).toBe(200);
  }
  const wrong = await asEditor(searchWord.create, { body: { word: "x", type: "hot", target_type: "special" } });
  expect(wrong).toMatchObject({ code: 42200, data: { errors: [{ field: "special_id" }] } });
  const gone = { ...leading, title: "x", link_type: "special" as const, link_value: "987654" };
  expect((await asEditor(banner.create, { body: gone })).code).toBe(42200);
  const leads = async () => {
    const place = { platform: "web", position: "home_top" } as const;
    const banners = (await api.send(publicAdverts.banners, { query: place })).data.map(({ link }) => link.url);
    const words = (await api.send(publicSearchWord.list, { query: {} })).data.hot.map(({ url }) => url);
    expect(words).toEqual(banners);
    return banners;
  };
  const [city, page] = ["https://www.example.com/where/tokyo", "https://desk.example.com/s/open"];
  expect(await leads()).toEqual([city, page, null]);
  const hidden = async () =>
    (await asEditor(searchWord.list, { query: {} })).data.list.map(({ target, is_target_hidden }) => [
      target,
      is_target_hidden,
    ]);
  expect(await hidden()).toEqual([
    ["城市 tokyo", false],
    ["专题 open", false],
    ["专题 waiting", true],
  ]);
  api.setClock(at(2.5));
  expect((await ask("keyword")).headers.get("cache-control")).toContain("max-age=30,");
  api.setClock(at(3));
  expect(await leads()).toEqual([city, page, "https://desk.example.com/s/waiting"]);
  api.setClock(at(9));
  expect(await leads()).toEqual([city, null, "https://desk.example.com/s/waiting"]);
  await db.update(cityIntro).set({ publish_status: "offline" });
  expect((await leads())[0]).toBeNull();
  expect((await urls()).map(([code]) => code)).toEqual(["special"]);
});

lifeOf(homeSection, {
  by: asEditor,
  facts: async () => facts({ code: "featured", item_ids: [await online()] }),
  shown: { rule: null, count: 1, layout: "grid", status: "disabled" },
  change: { title: "甄选房源" },
  named: "首页版块 精选房源",
  namedAfter: "首页版块 甄选房源",
  changes: [["标题", "精选房源", "甄选房源"]],
  unique: "编码",
  wrong: async () => {
    const one = await online();
    return [
      [{ code: "Big Code" }, "code"],
      [{ platform: [] }, "platform"],
      [{ item_ids: [] }, "item_ids"],
      [{ item_ids: [one, one] }, "item_ids"],
      [{ item_ids: Array.from({ length: 21 }, (_, index) => index + 1) }, "item_ids"],
      [{ item_ids: [one, 999_999] }, "item_ids"],
      [{ type: "article", item_ids: [999_999] }, "item_ids"],
      [{ type: "report", item_ids: [one] }, "type"],
      [{ source_mode: "rule" }, "rule"],
      [{ source_mode: "rule", rule: ruleOf({ sort: "built_desc" }) }, "rule"],
      [{ source_mode: "rule", rule: ruleOf({ limit: 21 }) }, "rule.limit"],
      [{ source_mode: "rule", rule: ruleOf({ filter: { country_code: "XX" } }) }, "rule"],
      [{ more_link: "javascript:alert(1)" }, "more_link"],
    ];
  },
  roles: { all: "SA CE" },
  pages: { "/resources/homeSection": "SA CE" },
});
whoMay(publicAdverts, { all: "public" });
