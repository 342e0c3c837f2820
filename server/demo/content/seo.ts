import { asc, eq } from "drizzle-orm";
import type { EstateFilter } from "~/contract/house/public-filter";
import type { KeywordIntent, PageType, TagType } from "~/contract/seo/seo-kinds";
import { insertRows } from "~/server/database/insert-rows";
import { article } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { section, seoKeyword, seoKeywordRank, seoTag, topicDesc, topicTitle } from "~/server/database/tables/seo/seo";
import { brokenLink, missingPage, siteRedirect } from "~/server/database/tables/seo/site-page";
import { dayOf } from "~/server/lib/list";
import { countKept } from "~/server/resources/seo/found-estates";
import { deriveRanks } from "~/server/resources/seo/keyword/ranks";
import { day, hour } from "../shared/calendar";
import { stamps } from "../shared/rows";
import type { Content, Making } from "./items";
import { questions } from "./texts";

/** Days between two looks at a word's rank, and how many looks there were. */
const between = 7;
const looks = 26;

/** Tags, keywords with half a year of ranks, templates and sections of the demo's site. Comes after estates, which tags count. */
export async function writeSeo({ begin }: Content): Promise<void> {
  const making = begin(20_261_190, "seo_editor");
  const { tx } = making;
  const tags: Omit<typeof seoTag.$inferInsert, "id">[] = [];
  for (const [name, slug, type, filter] of demoTags)
    tags.push({
      ...{ name, slug, type, filter, sort: (tags.length + 1) * 10, estate_count: await countKept(tx, filter) },
      status: slug === "villa" ? "disabled" : "enabled",
    });
  await insertRows(tx, seoTag, dated(making, 180, tags));
  await writeKeywords(making);
  const conditions = { country: null, level: null, has_count: null };
  const topics = (list: readonly Topic[]) =>
    list.map(([name, page_type, template]) => ({ name, page_type, template, conditions }));
  await insertRows(tx, topicTitle, dated(making, 200, topics(demoTitles)));
  await insertRows(tx, topicDesc, dated(making, 200, topics(demoDescs)));
  const links = demoTags.slice(0, 6).map(([name, slug]) => ({ text: name, url: `/tag/${slug}` }));
  const kept = { sort: 10, status: "enabled" } as const;
  const sections: Omit<typeof section.$inferInsert, "id">[] = [
    { ...kept, code: "home_links", name: "首页底部内链", page_type: "home", type: "link_list", content: { links } },
    { ...kept, code: "city_faq", name: "城市页问答", page_type: "city", type: "faq", content: { faq: questions } },
  ];
  await insertRows(tx, section, dated(making, 150, sections));
  await writeSitePages(making);
}

/** The site's pages that are gone, where some lead now, and links in public texts that lead nowhere. The job finds no such links in the demo's texts, and takes these away. */
async function writeSitePages(making: Making): Promise<void> {
  const { tx, now, random } = making;
  const redirects = demoRedirects.map(([from_path, to_path, remark]) => ({ from_path, to_path, remark }));
  await insertRows(tx, siteRedirect, dated(making, 60, redirects));
  const missing = demoMissing.map((path, at) => {
    const last = now - random.whole(1, 60) * hour;
    const seen = { first_at: isoInstant(last - random.whole(2, 24) * day), last_at: isoInstant(last) };
    return { id: at + 1, path, count: random.whole(2, 90), ...seen };
  });
  await insertRows(tx, missingPage, missing);
  const isOut = eq(article.publish_status, "published");
  const { id, title } = article;
  const pieces = await tx.select({ id, title }).from(article).where(isOut).orderBy(asc(id)).limit(demoBroken.length);
  const links = pieces.flatMap((piece, at) =>
    demoBroken.slice(at, at + 1).map(([url, reason]) => ({
      ...{ id: at + 1, kind: "article" as const, target_id: piece.id, title: piece.title, url, reason },
      found_at: isoInstant(now - (at + 1) * 9 * hour),
    })),
  );
  await insertRows(tx, brokenLink, links);
}

const demoRedirects: readonly [from: string, to: string, remark: string | null][] = [
  ["/japan-houses", "/tag/japan", "旧站栏目页"],
  ["/news/2019/visa-guide", "/article", "旧站资讯"],
  ["/bangkok.html", "/tag/thailand", null],
  ["/hot-projects", "/tag/hot", "改版前的热门楼盘"],
];
const demoMissing = [
  "/wp-login.php",
  "/tokyo/old-list",
  "/m/index.html",
  "/about/team-2020",
  "/article/osaka-expo-map",
];
const demoBroken: readonly [url: string, reason: string][] = [
  ["https://policy.example.com/2021/tax-notice", "对方返回 HTTP 404"],
  ["https://old-partner.example.net/", "域名无法解析"],
  ["https://news.example.org/osaka/plan", "对方返回 HTTP 410"],
];

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
    let rank = random.whole(12, 90);
    for (let look = looks - 1; look >= 0; look--) {
      rank = Math.max(1, Math.min(140, rank + random.whole(-6, 4)));
      const date = dayOf(new Date(now - (look * between + (at % between)) * day));
      const told = { rank: rank > 100 ? null : rank, source: "import" as const, by: authors[0] ?? null };
      ranks.push({ keyword_id: id, date, ...told, at: `${date}T10:00:00+08:00` });
    }
    return {
      ...{ ...word, id, lang: "zh" as const, target_url: `/tag/${random.pick(demoTags)[1]}` },
      ...{ volume: random.whole(2, 900) * 10, difficulty: random.whole(5, 90), owner_id: random.pick(authors) },
      ...{ link_text: random.chance(0.3), status: random.weighted({ tracking: 84, paused: 8, done: 8 }) },
      ...stamps(now - (190 + (at % 40)) * day, random.pick(authors)),
    };
  });
  await insertRows(tx, seoKeyword, rows);
  await insertRows(tx, seoKeywordRank, ranks);
  const ids = rows.map(({ id }) => id);
  await deriveRanks(tx, ids);
}

/** Tags of the demo's site: what they are called, their address, kind and search. */
const demoTags: readonly [name: string, slug: string, type: TagType, filter: EstateFilter][] = [
  ["日本新盘", "japan", "area", { country: ["JP"] }],
  ["泰国新盘", "thailand", "area", { country: ["TH"] }],
  ["阿联酋新盘", "uae", "area", { country: ["AE"] }],
  ["东京塔楼", "tokyo-tower-mansion", "feature", { country: ["JP"], property_type: ["tower"] }],
  ["步行十分钟", "walk-10", "station", { walk_max: 10 }],
  ["三居室", "3ldk", "layout", { layout: ["3LDK"] }],
  ["千万级", "over-10m", "price", { price_min: "10000000", currency: "CNY" }],
  ["高回报", "yield-5", "topic", { yield_min: 5 }],
  ["热门楼盘", "hot", "topic", { is_hot: true }],
  ["别墅", "villa", "feature", { property_type: ["villa", "detached"] }],
];

type Topic = readonly [name: string, page_type: PageType, template: string];

const demoTitles: readonly Topic[] = [
  ["首页", "home", "海外新盘一手房源_{year}年最新楼盘_{brand}"],
  ["城市默认", "city", "{city}新房_{city}楼盘价格与介绍_{brand}"],
  ["区域默认", "district", "{city}{district}新房_{year}年{month}月在售楼盘_{brand}"],
  ["列表默认", "estate_list", "{tag}：{count}个{country}在售楼盘，{price_min}起_{brand}"],
  ["房源详情", "estate_detail", "{city}{district}{type}_{station}_{price_min}起_{brand}"],
];

const demoDescs: readonly Topic[] = [
  ["首页", "home", "{brand}提供日本、泰国等地的一手新房，在售楼盘{count}个，中文顾问全程陪同。"],
  ["城市默认", "city", "{city}现有{count}个新盘，总价{price_min}至{price_max}。"],
  ["房源详情", "estate_detail", "{city}{district}{type}，最近车站{station}，户型{layout}，总价{price_min}起。"],
];

/** What keywords are made of: places with what people look for there. */
export const demoPlaces = ["东京", "大阪", "京都", "福冈", "港区", "湾岸", "曼谷", "普吉", "迪拜", "吉隆坡"] as const;
const demoWants =
  "新房:region:区域词 公寓价格:price:价格词 买房流程:guide:知识词 学区房:region:区域词 投资回报率:guide:知识词 房产税:guide:知识词 首付多少:price:价格词 购房签证:visa:签证词 房产中介:competitor:竞品词 云汀楼盘:brand:品牌词"
    .split(" ")
    .map((want) => want.split(":") as [want: string, intent: KeywordIntent, group: string]); // as written above
