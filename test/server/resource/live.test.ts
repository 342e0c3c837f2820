import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Input } from "~/contract/endpoint";
import { banner } from "~/contract/resource/banner";
import { homeSection } from "~/contract/resource/home-section";
import { searchWord } from "~/contract/resource/search-word";
import { article, articleCategory } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { district } from "~/server/database/tables/region/geography";
import { investment, report, video } from "~/server/database/tables/resource/resource";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { seoKeyword } from "~/server/database/tables/seo/seo";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { found } from "~/server/lib/call";
import { desk } from "~/test/support/desk";
import { makeMedia } from "~/test/support/factories";

const { db, api, editor, asEditor, at, ask, read } = desk({ editor: { role: "content_editor", name: "林编辑" } });
api.services.trustsProxy = true;
const moment = (minutes: number) => isoInstant(at(minutes));

/** Minutes from now: just before, at and just after each beginning and end below. */
const instants = [-0.01, 0, 0.01, 4.99, 5, 5.01, 9.99, 10, 10.01, 600];

/** From when until when something would be shown, and whether it is in use. */
const spans = [
  [0, 5],
  [5, 10],
  [0, null],
  [10, null],
  [-60, 0],
] as const;
const stands = spans.flatMap(([start, end]) => [true, false].map((isInUse) => ({ start, end, isInUse })));
type Stand = (typeof stands)[number];
const isShown = ({ start, end, isInUse }: Stand, now: number) => isInUse && start <= now && (end === null || now < end);

/** The states of a piece: only a published or scheduled one is ever public, and from its minute on. */
const lives = (["draft", "scheduled", "published", "offline"] as const).flatMap((status) =>
  [0, 5, 10].flatMap((from) => [false, true].map((isDeleted) => ({ status, from, isDeleted }))),
);
type Life = (typeof lives)[number];
const isPublic = ({ status, from, isDeleted }: Life, now: number) =>
  !isDeleted && (status === "scheduled" || status === "published") && from <= now;

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const idsOf = (rows: readonly { id: number }[]) => sorted(rows.map(({ id }) => id));

type Table = typeof video | typeof investment | typeof report | typeof article | typeof seoArticle | typeof cityIntro;

/** Rows of a table, one in each life, by their numbers. */
async function pieces(table: Table | typeof encyclopaedia, factsOf: (index: number) => object) {
  const rows = lives.map(({ status, from, isDeleted }, index) => ({
    ...{ title: "湾岸地区的新盘陆续入市", translation_key: `piece-${index}`, publish_status: status },
    publish_at: status === "draft" ? null : moment(from),
    deleted_at: isDeleted ? moment(-1) : null,
    ...factsOf(index),
  }));
  const put = await db
    .insert(table)
    .values(rows as never) // each kind's own columns are in its facts
    .returning({ id: table.id });
  return put.map(({ id }, index) => {
    const { slug } = factsOf(index) as { slug?: string };
    return { id, name: slug ?? String(id), life: lives[index] as Life };
  });
}

test("at each instant the public reads hold exactly what is live: by beginning, end, schedule, status and deletion", async () => {
  const cover_id = (await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false })).id;
  const paper = { uploader: editor.id, scene: "report", kind: "doc", mime: "application/pdf", pages: 3 };
  const file_id = (await makeMedia(db, paper)).id;
  const videos = await pieces(video, () => ({
    ...{ cover_id, type: "vlog", source: "link", external_url: "https://player.bilibili.com/a" },
  }));
  const text = {
    summary: "湾岸的收益率",
    content: `<p>${"湾岸地区新盘陆续入市，交通与配套日渐成熟。".repeat(20)}</p>`,
  };
  const column = await pieces(investment, () => ({ cover_id, country_code: "JP", category: "yield", ...text }));
  const reports = await pieces(report, () => ({ cover_id, file_id, period: "2026Q3", category: "price" }));
  const [category] = await db.insert(articleCategory).values({ name: "市场", slug: "market" }).returning();
  const category_id = found(category).id;
  const articles = await pieces(article, (index) => ({ cover_id, category_id, slug: `a-${index}`, ...text }));
  const [keyword] = await db.insert(seoKeyword).values({ word: "税费", intent: "guide" }).returning();
  const keyword_ids = [found(keyword).id];
  const guides = await pieces(seoArticle, (index) => ({ keyword_ids, slug: `g-${index}`, ...text }));
  const districts = await db.select().from(district).where(eq(district.country_code, "JP")).limit(lives.length);
  const cities = await pieces(cityIntro, (index) => ({
    ...{ country_code: "JP", district_id: districts[index]?.id, slug: `c-${index}` },
    ...{ banner_id: cover_id, summary: text.summary, overview: text.content },
  }));
  const city_intro_id = found(cities[0]).id;
  const known = await pieces(encyclopaedia, (index) => ({
    city_intro_id,
    category: "tax",
    slug: `e-${index}`,
    ...text,
  }));
  const listed = {
    video: videos,
    investment: column,
    report: reports,
    article: articles,
    "seo/article": guides,
    city: cities,
  };
  const addressed = { video: videos, article: articles, encyclopaedia: known };

  const placed = async (stand: Stand, index: number) => {
    const { start, end, isInUse } = stand;
    const times = { start_at: moment(start), end_at: end === null ? null : moment(end) };
    const place = { platform: ["web" as const], position: "home_top" as const, image_id: cover_id };
    // Each leads to a video, which lives by a clock of its own.
    const about = videos[index * 2];
    const link = { link_type: "video" as const, link_value: String(about?.id) };
    const body: Input<typeof banner.create>["body"] = { title: `图${index}`, ...place, ...link, ...times };
    const { id } = (await asEditor(banner.create, { body })).data;
    const word = (await asEditor(searchWord.create, { body: { word: `词${index}`, type: "hot", ...times } })).data.id;
    if (isInUse) expect((await asEditor(banner.enable, { params: { id } })).code).toBe(200);
    if (!isInUse) await asEditor(searchWord.disable, { params: { id: word } });
    return { id, stand, about };
  };
  api.setClock(at(-1));
  const banners = await Promise.all(stands.map(placed));
  const section = { title: "版块", platform: ["web" as const], type: "video" as const };
  const rule = { filter: {}, sort: "newest" as const, limit: 20 };
  const some = videos.filter(({ life }) => !life.isDeleted).map(({ id }) => id);
  for (const [code, over] of [
    ["rule", { source_mode: "rule" as const, rule }],
    ["hand", { source_mode: "manual" as const, item_ids: some }],
    ["off", { source_mode: "rule" as const, rule }],
  ] as const) {
    const { id } = (await asEditor.unchecked(homeSection.create, { body: { ...section, code, ...over } })).data;
    if (code !== "off") await asEditor(homeSection.enable, { params: { id } });
  }

  for (const now of instants) {
    api.setClock(at(now));
    const live = (list: typeof videos) => list.filter(({ life }) => isPublic(life, now));
    const sent = `after ${now} minutes`;
    for (const [path, list] of Object.entries(listed)) {
      const rows: { id: number; slug?: string }[] = (await read(`${path}?page_size=50`)).list;
      const names = rows.map(({ id, slug }) => slug ?? String(id));
      expect(names.sort(), `${path} ${sent}`).toEqual(
        live(list)
          .map(({ name }) => name)
          .sort(),
      );
    }
    const visitor = { "x-forwarded-for": `114.114.${instants.indexOf(now)}.9` };
    for (const [path, list] of Object.entries(addressed))
      for (const { name, life } of list)
        expect((await ask(`${path}/${name}`, visitor)).status, `${path} ${JSON.stringify(life)} ${sent}`).toBe(
          isPublic(life, now) ? 200 : 404,
        );

    const shown = banners.filter(({ stand }) => isShown(stand, now));
    const data = await read("carousel?platform=web&position=home_top");
    expect(idsOf(data), `banners ${sent}`).toEqual(idsOf(shown));
    for (const { id, about } of shown) {
      const link = data.find((one: { id: number }) => one.id === id).link;
      expect(link.type, `link ${sent}`).toBe(about && isPublic(about.life, now) ? "video" : "none");
    }
    const words: string[] = (await read("keyword")).hot.map(({ word }: { word: string }) => word);
    const due = stands.flatMap((stand, index) => (isShown(stand, now) ? [`词${index}`] : []));
    expect(words.sort(), `words ${sent}`).toEqual(due.sort());

    const sections: { code: string; items: { id: number }[] }[] = await read("home-section?platform=web");
    const ids = idsOf(live(videos));
    const expected = { rule: ids, hand: ids.filter((id) => some.includes(id)) };
    expect(Object.fromEntries(sections.map(({ code, items }) => [code, idsOf(items)])), `sections ${sent}`).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([, ids]) => ids.length > 0)),
    );
  }
});
