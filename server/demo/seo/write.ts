import { and, asc, eq, isNull } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { section, seoKeyword, seoKeywordRank, seoTag, topicDesc, topicTitle } from "~/server/database/tables/seo/seo";
import { role, user, userRole } from "~/server/database/tables/system/system";
import { dayOf } from "~/server/lib/list";
import { countKept } from "~/server/resources/seo/found-estates";
import { deriveRanks } from "~/server/resources/seo/keyword/ranks";
import { followIds } from "../shared/follow-ids";
import { type Random, randomFrom } from "../shared/random";
import type { DemoOptions } from "../terms";
import { demoDescs, demoPlaces, demoTags, demoTitles, demoWants } from "./seo-words";

const seed = 20_261_190;
const day = 86_400_000;
/** Days between two looks at a word's rank. */
const between = 7;
const looks = 26;

/** Tags, keywords with half a year of ranks, templates and sections of the demo's site. Comes after estates, which tags count. */
export async function writeSeo(tx: Transaction, now: Date, size: DemoOptions["size"]): Promise<void> {
  const random = randomFrom(seed);
  const editors = await editorsOf(tx);
  const stamps = (ago: number) => {
    const [at, by] = [isoInstant(now.getTime() - ago * day), editors[ago % editors.length] ?? null];
    return { created_at: at, updated_at: at, created_by: by, updated_by: by };
  };
  await writeTags(tx, stamps);
  await writeKeywords(tx, { now, random, share: size === "full" ? 1 : 0.1, editors, stamps });
  for (const [table, list] of [
    [topicTitle, demoTitles],
    [topicDesc, demoDescs],
  ] as const)
    await insertRows(
      tx,
      table,
      list.map(({ country = null, level = null, has_count = null, priority = 0, ...topic }, at) => ({
        ...{ ...topic, priority, conditions: { country, level, has_count }, id: at + 1 },
        ...stamps(200 - at),
      })),
    );
  await writeSections(tx, stamps);
  await followIds(tx, [seoTag, seoKeyword, topicTitle, topicDesc, section]);
}

type Stamps = (ago: number) => {
  created_at: string;
  updated_at: string;
  created_by: number | null;
  updated_by: number | null;
};

async function editorsOf(tx: Transaction): Promise<number[]> {
  const rows = await tx
    .select({ id: user.id })
    .from(user)
    .innerJoin(userRole, eq(userRole.user_id, user.id))
    .innerJoin(role, eq(role.id, userRole.role_id))
    .where(eq(role.code, "seo_editor"))
    .orderBy(asc(user.id));
  return rows.map(({ id }) => id);
}

async function writeTags(tx: Transaction, stamps: Stamps): Promise<void> {
  const rows: (typeof seoTag.$inferInsert)[] = [];
  for (const [at, [name, slug, type, filter]] of demoTags.entries())
    rows.push({
      ...{ id: at + 1, name, slug, type, filter, sort: (at + 1) * 10, index_flag: at % 9 !== 8 },
      ...{ estate_count: await countKept(tx, filter), status: at % 13 === 12 ? "disabled" : "enabled" },
      ...stamps(180 - at),
    });
  await insertRows(tx, seoTag, rows);
}

interface Making {
  now: Date;
  random: Random;
  share: number;
  editors: readonly number[];
  stamps: Stamps;
}

/** Words of places with what people look for there; most get better over half a year, some come and go. */
async function writeKeywords(tx: Transaction, { now, random, share, editors, stamps }: Making): Promise<void> {
  const words = demoPlaces.flatMap((place) =>
    demoWants.map(([want, intent, group_name]) => ({ word: place + want, intent, group_name })),
  );
  const chosen = random.shuffle(words).slice(0, Math.round(words.length * share));
  const rows: (typeof seoKeyword.$inferInsert)[] = [];
  const ranks: (typeof seoKeywordRank.$inferInsert)[] = [];
  for (const [at, word] of chosen.entries()) {
    const id = at + 1;
    const target = random.chance(0.6) ? random.pick(demoTags)[1] : null;
    const isLinked = target !== null && random.chance(0.4);
    rows.push({
      ...{ ...word, id, lang: "zh", target_url: target && `/tag/${target}` },
      ...{ volume: random.whole(2, 900) * 10, difficulty: random.whole(5, 90), owner_id: random.pick(editors) },
      ...{ link_text: isLinked, max_per_article: isLinked ? random.whole(1, 3) : 1 },
      status: random.weighted({ tracking: 84, paused: 8, done: 8 }),
      ...stamps(190 + (at % 40)),
    });
    let rank = random.whole(12, 90);
    for (let look = looks - 1; look >= 0; look--) {
      rank = Math.max(1, Math.min(140, rank + random.whole(-6, 4)));
      const date = dayOf(new Date(now.getTime() - (look * between + (at % between)) * day));
      const source = look % 4 === 0 ? ("manual" as const) : ("import" as const);
      const [by = null] = editors;
      ranks.push({ keyword_id: id, date, rank: rank > 100 ? null : rank, source, by, at: `${date}T10:00:00+08:00` });
    }
  }
  await insertRows(tx, seoKeyword, rows);
  await insertRows(tx, seoKeywordRank, ranks);
  await deriveRanks(
    tx,
    rows.flatMap(({ id }) => id ?? []),
  );
}

async function writeSections(tx: Transaction, stamps: Stamps): Promise<void> {
  const online = await tx
    .select({ id: estate.id })
    .from(estate)
    .where(and(eq(estate.publish_status, "online"), isNull(estate.deleted_at)))
    .orderBy(asc(estate.id))
    .limit(6);
  const links = demoTags.slice(0, 8).map(([name, slug]) => ({ text: name, url: `/tag/${slug}` }));
  const faq = [
    {
      q: "外国人可以在日本买房吗？",
      a: "可以。日本对外国人购买土地和建筑没有国籍限制，签约时需要公证的身份与住址文件。",
    },
    {
      q: "除房款外还要准备多少费用？",
      a: "新房通常为房价的 3%–5%，含登记、印花、税费与首次修缮基金；以楼盘的费用表为准。",
    },
    { q: "可以委托签约吗？", a: "可以。经公证的委托书办理，顾问会提前说明需要的材料和时间。" },
  ];
  const rows: (typeof section.$inferInsert)[] = [
    {
      code: "home_links",
      name: "首页底部内链",
      page_type: "home",
      position: "底部",
      type: "link_list",
      content: { links },
    },
    {
      code: "home_cloud",
      name: "首页标签云",
      page_type: "home",
      position: "侧栏",
      type: "tag_cloud",
      content: { tag_ids: [] },
    },
    {
      code: "home_hot",
      name: "首页热门楼盘",
      page_type: "home",
      position: "中部",
      type: "estate_list",
      content: { source: "rule", filter: { is_hot: true }, order: "sort", limit: 8 },
    },
    { code: "city_faq", name: "城市页问答", page_type: "city", position: "底部", type: "faq", content: { faq } },
    {
      code: "city_intro",
      name: "城市页导语",
      page_type: "city",
      position: "顶部",
      type: "text",
      content: { text: "按城市查看在售新盘，价格以当日汇率折算，仅供参考。" },
    },
    {
      code: "list_high_yield",
      name: "高回报楼盘",
      page_type: "estate_list",
      position: "侧栏",
      type: "estate_list",
      content: { source: "rule", filter: { yield_min: 5 }, order: "-gross_yield", limit: 5 },
    },
    {
      code: "list_picked",
      name: "编辑推荐",
      page_type: "estate_list",
      position: "顶部",
      type: "estate_list",
      content: { source: "manual", estate_ids: online.map(({ id }) => id) },
    },
    {
      code: "detail_links",
      name: "详情页相关标签",
      page_type: "estate_detail",
      position: "底部",
      type: "tag_cloud",
      content: { tag_ids: [1, 5, 6, 9] },
    },
    {
      code: "article_links",
      name: "资讯页内链",
      page_type: "article",
      position: "底部",
      type: "link_list",
      content: { links: links.slice(0, 4) },
    },
    {
      code: "special_faq",
      name: "专题页问答",
      page_type: "special",
      position: "底部",
      type: "faq",
      status: "disabled",
      content: { faq: faq.slice(0, 2) },
    },
  ];
  await insertRows(
    tx,
    section,
    rows.map((row, at) => ({
      status: "enabled" as const,
      ...row,
      id: at + 1,
      sort: (at + 1) * 10,
      ...stamps(150 - at),
    })),
  );
}
