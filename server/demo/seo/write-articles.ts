import { asc, eq, sql } from "drizzle-orm";
import { type IndexedState, SeoArticleFields } from "~/contract/seo/seo-article";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { contentDaily, revision } from "~/server/database/tables/content/content";
import { district } from "~/server/database/tables/region/geography";
import { seoKeyword, seoTag } from "~/server/database/tables/seo/seo";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { lettersOf } from "~/server/lib/letters";
import { figuresOfText } from "~/server/resources/seo/article/figures";
import { editors, ownPictures } from "../shared/editors";
import { followIds } from "../shared/follow-ids";
import { randomFrom } from "../shared/random";
import type { DemoOptions } from "../terms";
import { commonParagraphs, wantTexts } from "./article-texts";
import { firstVersion, lifeOf, viewsOf } from "./pieces";
import { demoPlaces } from "./seo-words";

const seed = 20_261_200;
/** Of 90 (domain G.2); four fifths are public. */
const count = 90;
const paragraphs = 5;

type Row = typeof seoArticle.$inferInsert & { id: number; created_at: string };

/** Articles for search engines, each for a keyword of its own, with their versions and readings. Comes after keywords and tags, which they name. */
export async function writeSeoArticles(tx: Transaction, now: Date, size: DemoOptions["size"]): Promise<void> {
  const random = randomFrom(seed);
  const authors = await editors(tx, "seo_editor");
  const pictures = await ownPictures(tx);
  const words = await tx
    .select({ id: seoKeyword.id, word: seoKeyword.word })
    .from(seoKeyword)
    .orderBy(asc(seoKeyword.id));
  const tags = await tx.select({ id: seoTag.id }).from(seoTag).where(eq(seoTag.status, "enabled")).orderBy(seoTag.id);
  const rows: Row[] = [];
  for (const { id: keywordId, word } of words.slice(0, Math.round(count * (size === "full" ? 1 : 0.1)))) {
    const place = demoPlaces.find((one) => word.startsWith(one)) ?? "";
    const [subject = "", first = "", q = "", a = ""] = wantTexts[word.slice(place.length)] ?? [];
    const put = (text: string) => text.replaceAll("{w}", word).replaceAll("{p}", place);
    const others = random.shuffle([...commonParagraphs]).slice(0, paragraphs);
    const content = [put(first), ...others.map(put)]
      .map((text, at) => `${at === 1 ? "<h2>先做准备</h2>" : at === 4 ? "<h2>到现场看</h2>" : ""}<p>${text}</p>`)
      .join("");
    const at = rows.length;
    const cover = random.pick(pictures);
    const slug = `${await lettersOf(word)}-${at + 1}`;
    // A second word of the same place.
    const near = words.find((one) => one.id !== keywordId && one.word.startsWith(place));
    const keyword_ids = [keywordId, ...(near && at % 3 === 0 ? [near.id] : [])];
    const life = lifeOf(random, now, at, random.pick(authors));
    const states: IndexedState[] = ["yes", "yes", "yes", "no", "unknown"];
    rows.push({
      ...{ id: at + 1, lang: "zh", translation_key: `demo-${at + 1}`, translation_of: null, slug, canonical: null },
      ...{ title: put(subject), seo_title: null, seo_desc: null, summary: put(first).slice(0, 120), content },
      ...{ keyword_ids, district_id: await placeNamed(tx, place), cover_id: cover, media_ids: [cover] },
      tag_ids: random.shuffle(tags.map(({ id }) => id)).slice(0, random.whole(0, 3)),
      faq: at % 4 === 3 ? [] : [{ q: put(q), a: put(a) }, ...moreQuestions(place).slice(0, at % 3)],
      related_ids: [],
      author: at % 3 === 0 ? null : random.pick(["新房编辑部", "置业研究组", "海外房产周报"]),
      indexed: life.was_public ? random.pick(states) : "unknown",
      ...(await figuresOfText(tx, { content, keyword_ids, lang: "zh", slug })),
      ...life,
    });
  }
  for (const row of rows)
    row.related_ids = rows
      .filter(({ id, district_id }) => id !== row.id && district_id === row.district_id)
      .slice(0, 3)
      .map(({ id }) => id);
  const daily = rows.flatMap((row) => viewsOf("seo_article", row, now, random));
  for (const row of rows)
    row.view_count = daily.reduce((sum, { target_id, views = 0 }) => sum + (target_id === row.id ? views : 0), 0);
  await insertRows(tx, seoArticle, rows);
  await insertRows(
    tx,
    revision,
    rows.map((row) => firstVersion("seo_article", row, Object.keys(SeoArticleFields.shape))),
  );
  await insertRows(tx, contentDaily, daily);
  await followIds(tx, [seoArticle]);
}

const moreQuestions = (place: string) => [
  { q: `外国人可以在${place}买房吗？`, a: "可以购买的房屋种类与手续因国家而异，签约前由顾问逐项说明。" },
  { q: "从看房到交割要多久？", a: "现房约一到两个月，期房以交付时间为准，贷款审查另需两到四周。" },
];

/** The highest district that is called so. */
async function placeNamed(tx: Transaction, name: string): Promise<number | null> {
  const [row] = await tx
    .select({ id: district.id })
    .from(district)
    .where(sql`strpos(${district.name_zh}, ${name}) = 1`)
    .orderBy(district.level, district.id)
    .limit(1);
  return row?.id ?? null;
}
