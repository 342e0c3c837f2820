import { and, asc, desc, eq, ne } from "drizzle-orm";
import { blockNames, CityFields, type CityStat, cityBlocks } from "~/contract/seo/city";
import { EncyclopaediaFields, encyclopaediaCategories } from "~/contract/seo/encyclopaedia";
import { SeoArticleFields } from "~/contract/seo/seo-article";
import { district } from "~/server/database/tables/region/geography";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { seoKeyword, seoTag } from "~/server/database/tables/seo/seo";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { lettersOf } from "~/server/lib/letters";
import { figuresOfText } from "~/server/resources/seo/shown-text";
import { type Content, type Life, type Making, writeItems } from "./items";
import { demoPlaces } from "./seo";
import { pageOf, paragraphsOf, questions, seoTexts, topicOf } from "./texts";

/** Four fifths of each kind are public. */
const statesOf = (total: number) => ({
  ...{ published: total * 0.75, draft: total * 0.15, scheduled: total * 0.05, offline: total * 0.05 },
});
/** Those before, of the same subject. */
const formerOf = (id: number, step: number) => [id - step, id - 2 * step].filter((other) => other > 0);

const zh = ({ id }: Life) => ({ lang: "zh" as const, translation_key: `demo-${id}`, translation_of: null });

/** Introductions of cities, and their encyclopaedias. Comes after estates, whose pictures they show. */
export async function writeCities({ begin }: Content): Promise<void> {
  const making = begin(20_261_180, "seo_editor");
  const { random, pictures, isFull } = making;
  const cities = isFull ? 24 : 2;
  const places = await towns(making, cities);
  const placeAt = (at: number) => places[at % cities] ?? random.pick(places);
  const slugOf = async (name: string, id: number) => `${await lettersOf(name)}-${id}`;
  await writeItems(making, {
    ...{ kind: "city_intro", table: cityIntro, fields: CityFields.shape, states: statesOf(24) },
    write: async (life, at) => {
      const { id, country, name } = placeAt(at);
      const banner_id = random.pick(pictures);
      const gallery = random.some(pictures, 3, 8);
      const texts = blockNames.map((block) => [
        block,
        `<p>${name}的${cityBlocks[block]}：${paragraphsOf(random, name, 1)}</p>`,
      ]);
      return {
        ...{ ...life, district_id: id, country_code: country, lang: "zh" as const, translation_key: String(id) },
        title: `${name}：住在这里的样子`,
        summary: `从交通、教育到楼市，一页看懂${name}，附近三年的供应与租赁概况。`,
        ...{ banner_id, gallery, media_ids: [...new Set([banner_id, ...gallery])] },
        ...{ ...Object.fromEntries(texts), block_count: blockNames.length, stats },
        ...{ slug: await slugOf(name, life.id), seo_keywords: [name, "新房"], sort: (at + 1) * 10 },
      };
    },
  });
  const categories = Object.keys(encyclopaediaCategories) as (keyof typeof encyclopaediaCategories)[]; // the keys of the literal
  await writeItems(making, {
    ...{ kind: "encyclopaedia", table: encyclopaedia, fields: EncyclopaediaFields.shape, states: statesOf(160) },
    write: async (life, at) => {
      const { name } = placeAt(at);
      const category = categories[Math.floor(at / cities) % categories.length] ?? "buying";
      const topic = category === "buying" ? "guide" : category === "investment" ? "yield" : category;
      const { title, first } = topicOf(topic, name);
      const cover_id = random.pick(pictures);
      return {
        ...{ ...life, ...zh(life), city_intro_id: (at % cities) + 1, category },
        ...{ title, summary: first, cover_id, media_ids: [cover_id] },
        content: pageOf(first, "要点", paragraphsOf(random, name, 3)),
        ...{ tag_ids: [], related_ids: formerOf(life.id, cities), slug: await slugOf(title, life.id) },
        ...{ seo_keywords: [name], sort: 100 },
      };
    },
  });
}

/** Articles for search engines, each for a keyword of its own. Comes after keywords and tags, which they name. */
export async function writeSeoArticles({ begin }: Content): Promise<void> {
  const making = begin(20_261_200, "seo_editor");
  const { tx, random, pictures } = making;
  const words = await tx.select().from(seoKeyword).orderBy(asc(seoKeyword.id));
  const tags = await tx.select({ id: seoTag.id }).from(seoTag).where(eq(seoTag.status, "enabled")).orderBy(seoTag.id);
  await writeItems(making, {
    ...{ kind: "seo_article", table: seoArticle, fields: SeoArticleFields.shape, states: statesOf(90) },
    write: async (life, at) => {
      const { id: keyword, word } = words[at] ?? random.pick(words);
      const place = demoPlaces.find((one) => word.startsWith(one)) ?? "";
      const [title, first] = random.pick(seoTexts).map((text) => text.replaceAll("{w}", word));
      const content = pageOf(first ?? "", "先做准备", paragraphsOf(random, place, 6));
      const cover_id = random.pick(pictures);
      const slug = `${await lettersOf(word)}-${life.id}`;
      const keyword_ids = [keyword];
      return {
        ...{ ...life, ...zh(life), slug, canonical: null },
        ...{ title: title ?? word, summary: first ?? null, content, keyword_ids, cover_id, media_ids: [cover_id] },
        tag_ids: random.some(tags, 0, 3).map(({ id }) => id),
        ...{ faq: questions.slice(0, at % 4), related_ids: formerOf(life.id, 1) },
        author: "新房编辑部",
        indexed: life.was_public ? random.pick(["yes", "no"] as const) : ("unknown" as const),
        ...(await figuresOfText(tx, { content, keyword_ids, lang: "zh", slug })),
      };
    },
  });
}

/** Cities where business is done, those that people ask for most first. */
const towns = ({ tx }: Making, most: number) =>
  tx
    .select({ id: district.id, name: district.name_zh, country: district.country_code })
    .from(district)
    .where(and(eq(district.is_open, true), eq(district.level, 2), ne(district.country_code, "CN")))
    .orderBy(desc(district.is_hot), asc(district.country_code), asc(district.code))
    .limit(most);

const stats: CityStat[] = [
  { label: "常住人口", value: "168", unit: "万人", year: 2025 },
  { label: "新建公寓均价", value: "115", unit: "万日元/㎡", year: 2026 },
];
