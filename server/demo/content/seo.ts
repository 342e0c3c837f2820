import { insertRows } from "~/server/database/insert-rows";
import { section, seoKeyword, seoKeywordRank, seoTag, topicDesc, topicTitle } from "~/server/database/tables/seo/seo";
import { dayOf } from "~/server/lib/list";
import { countKept } from "~/server/resources/seo/found-estates";
import { deriveRanks } from "~/server/resources/seo/keyword/ranks";
import { day } from "../shared/calendar";
import { stamps } from "../shared/rows";
import type { Begin, Making } from "./items";
import { demoDescs, demoPlaces, demoTags, demoTitles, demoWants, type Topic } from "./seo-words";
import { questions } from "./texts";

/** Days between two looks at a word's rank, and how many looks there were. */
const between = 7;
const looks = 26;

/** Tags, keywords with half a year of ranks, templates and sections of the demo's site. Comes after estates, which tags count. */
export async function writeSeo(begin: Begin): Promise<void> {
  const making = begin(20_261_190, "seo_editor");
  const { tx } = making;
  const counts: number[] = [];
  for (const [, , , filter] of demoTags) counts.push(await countKept(tx, filter));
  const tags = demoTags.map(([name, slug, type, filter], at) => ({
    ...{ name, slug, type, filter, sort: (at + 1) * 10, index_flag: at % 9 !== 8, estate_count: counts[at] ?? 0 },
    status: at % 13 === 12 ? ("disabled" as const) : ("enabled" as const),
  }));
  await insertRows(tx, seoTag, dated(making, 180, tags));
  await writeKeywords(making);
  const none = { country: null, level: null, has_count: null };
  const topics = (list: readonly Topic[]) =>
    list.map(([name, page_type, template, conditions = {}, priority = 0]) => {
      return { name, page_type, template, priority, conditions: { ...none, ...conditions } };
    });
  await insertRows(tx, topicTitle, dated(making, 200, topics(demoTitles)));
  await insertRows(tx, topicDesc, dated(making, 200, topics(demoDescs)));
  const sections = sectionsOf(making).map(([code, name, page_type, position, type, content], at) => ({
    ...{ code, name, page_type, position, type, content, sort: (at + 1) * 10 },
    status: code === "special_faq" ? ("disabled" as const) : ("enabled" as const),
  }));
  await insertRows(tx, section, dated(making, 150, sections));
}

/** Numbered, one a day since so many days ago, by the authors in turn. */
const dated = <R extends object>({ now, authors }: Making, ago: number, rows: readonly R[]) =>
  rows.map((row, at) => {
    const by = authors[(ago - at) % authors.length] ?? null;
    return { id: at + 1, ...row, ...stamps(now - (ago - at) * day, by) };
  });

/** Words of places with what people look for there; most get better over half a year, some come and go. */
async function writeKeywords(making: Making): Promise<void> {
  const { tx, now, random, isFull, authors } = making;
  const words = demoPlaces.flatMap((place) =>
    demoWants.map(([want, intent, group_name]) => ({ word: place + want, intent, group_name })),
  );
  const chosen = random.shuffle(words).slice(0, isFull ? words.length : Math.round(words.length / 10));
  const ranks: (typeof seoKeywordRank.$inferInsert)[] = [];
  const rows = chosen.map((word, at) => {
    const id = at + 1;
    const target = random.chance(0.6) ? random.pick(demoTags)[1] : null;
    const isLinked = target !== null && random.chance(0.4);
    let rank = random.whole(12, 90);
    for (let look = looks - 1; look >= 0; look--) {
      rank = Math.max(1, Math.min(140, rank + random.whole(-6, 4)));
      const date = dayOf(new Date(now - (look * between + (at % between)) * day));
      const source = look % 4 === 0 ? ("manual" as const) : ("import" as const);
      const [by = null] = authors;
      ranks.push({ keyword_id: id, date, rank: rank > 100 ? null : rank, source, by, at: `${date}T10:00:00+08:00` });
    }
    return {
      ...{ ...word, id, lang: "zh" as const, target_url: target && `/tag/${target}` },
      ...{ volume: random.whole(2, 900) * 10, difficulty: random.whole(5, 90), owner_id: random.pick(authors) },
      ...{ link_text: isLinked, max_per_article: isLinked ? random.whole(1, 3) : 1 },
      status: random.weighted({ tracking: 84, paused: 8, done: 8 }),
      ...stamps(now - (190 + (at % 40)) * day, random.pick(authors)),
    };
  });
  await insertRows(tx, seoKeyword, rows);
  await insertRows(tx, seoKeywordRank, ranks);
  const ids = rows.map(({ id }) => id);
  await deriveRanks(tx, ids);
}

type Section = typeof section.$inferInsert;
type SectionFacts = [
  code: string,
  name: string,
  Section["page_type"],
  string,
  Section["type"],
  content: NonNullable<Section["content"]>,
];

function sectionsOf({ estates }: Making): SectionFacts[] {
  const links = demoTags.slice(0, 8).map(([name, slug]) => ({ text: name, url: `/tag/${slug}` }));
  const hot = { source: "rule", filter: { is_hot: true }, order: "sort", limit: 8 } as const;
  const picked = { source: "manual", estate_ids: estates.slice(0, 6).map(({ id }) => id) } as const;
  return [
    ["home_links", "首页底部内链", "home", "底部", "link_list", { links }],
    ["home_cloud", "首页标签云", "home", "侧栏", "tag_cloud", { tag_ids: [] }],
    ["home_hot", "首页热门楼盘", "home", "中部", "estate_list", hot],
    ["city_faq", "城市页问答", "city", "底部", "faq", { faq: questions }],
    [
      "city_intro",
      "城市页导语",
      "city",
      "顶部",
      "text",
      { text: "按城市查看在售新盘，价格以当日汇率折算，仅供参考。" },
    ],
    ["list_picked", "编辑推荐", "estate_list", "顶部", "estate_list", picked],
    ["detail_links", "详情页相关标签", "estate_detail", "底部", "tag_cloud", { tag_ids: [1, 5, 6, 9] }],
    ["article_links", "资讯页内链", "article", "底部", "link_list", { links: links.slice(0, 4) }],
    ["special_faq", "专题页问答", "special", "底部", "faq", { faq: questions.slice(0, 2) }],
  ];
}
