import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { ArticleFields } from "~/contract/article/article";
import type { PublishStatus } from "~/contract/content/publishing";
import { mediaIn } from "~/contract/content/rich-text";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { article, articleCategory, articleTag } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily, contentDraft, revision } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { dayOf } from "~/server/lib/list";
import { editors, ownPictures } from "../shared/editors";
import { followIds } from "../shared/follow-ids";
import { randomFrom } from "../shared/random";
import type { DemoOptions } from "../terms";
import { articleWords, categoryTree, tagWords, writers } from "./article-texts";

const seed = 20_261_160;
/** Of 120 (domain G.2). */
const states = { published: 96, scheduled: 6, draft: 12, offline: 6 } as const;
const hour = 3_600_000;
const day = 24 * hour;
/** Days of which views are kept. */
const shownDays = 60;

type Row = typeof article.$inferInsert & { id: number; created_at: string };

/** News of a year with their versions, what they were read, and inquiries that came from them. Comes after estates and inquiries, which it names. */
export async function writeArticles(tx: Transaction, now: Date, size: DemoOptions["size"]): Promise<void> {
  const random = randomFrom(seed);
  const authors = await editors(tx);
  const pictures = await ownPictures(tx);
  const estates = await tx
    .select({ id: estate.id, country: estate.country_code, district: estate.district_id })
    .from(estate)
    .where(and(eq(estate.publish_status, "online"), isNull(estate.deleted_at)))
    .orderBy(asc(estate.id));
  const leaves = await writeWords(tx, now, authors[0] ?? null);
  const share = size === "full" ? 1 : 0.1;
  const rows: Row[] = [];
  for (const [status, count] of Object.entries(states) as [PublishStatus, number][])
    for (let made = 0; made < Math.max(1, Math.round(count * share)); made++) {
      const leaf = random.pick(leaves);
      const id = rows.length + 1;
      const words = articleWords(random, leaf.slug, id);
      const about = random.pick(estates);
      const [cover, inText] = [random.pick(pictures), random.pick(pictures)];
      const created = now.getTime() - random.whole(2, 360) * day - random.whole(0, 23) * hour;
      const isOut = status === "published" || status === "offline";
      const publish_at = isOut
        ? created + 6 * hour
        : status === "scheduled"
          ? now.getTime() + (made + 1) * 20 * hour
          : null;
      const by = random.pick(authors);
      const content = textOf(words, { picture: inText, estate: about?.id, random: random.whole(0, 2) });
      rows.push({
        id,
        title: words.title,
        category_id: leaf.id,
        tag_ids: random.shuffle(tagWords.map((_, index) => index + 1)).slice(0, random.whole(1, 4)),
        cover_id: cover,
        summary: words.summary,
        content,
        author: random.pick(writers),
        lang: "zh",
        translation_key: `demo-${id}`,
        country_code: about?.country ?? null,
        district_ids: about ? [about.district] : [],
        related_estate_ids: about ? [about.id] : [],
        is_top: isOut && made < 2,
        is_recommend: random.chance(0.2),
        slug: `${leaf.slug}-${id}`,
        seo_keywords: [words.place],
        media_ids: [...new Set([...mediaIn(content), cover])],
        publish_status: status,
        publish_at: publish_at === null ? null : isoInstant(publish_at),
        was_public: isOut,
        version: isOut ? 2 : 1,
        created_at: isoInstant(created),
        updated_at: isoInstant(publish_at !== null && isOut ? publish_at : created),
        created_by: by,
        updated_by: by,
      });
    }
  const daily = rows.flatMap((row) => (row.was_public ? viewsOf(row, now, random) : []));
  for (const row of rows)
    row.view_count = daily.reduce((sum, one) => (one.target_id === row.id ? sum + (one.views ?? 0) : sum), 0);
  await insertRows(tx, article, rows);
  await insertRows(tx, revision, rows.map(firstVersion));
  await insertRows(tx, contentDaily, daily);
  const [live] = rows.filter(({ publish_status }) => publish_status === "published");
  if (live)
    await tx.insert(contentDraft).values({
      ...{ kind: "article", target_id: live.id, base_version: 2, by: live.updated_by ?? null, at: isoInstant(now) },
      snapshot: { ...snapshotOf(live), title: `${live.title.slice(0, 60)}（更新）` },
      media_ids: live.media_ids ?? [],
    });
  await followIds(tx, [article, articleCategory, articleTag]);
  await bringInquiries(tx);
}

/** Categories and tags; answers the categories of the second level, in which articles stand. */
async function writeWords(tx: Transaction, now: Date, by: number | null): Promise<{ id: number; slug: string }[]> {
  const begun = isoInstant(now.getTime() - 365 * day);
  const stamps = { created_at: begun, updated_at: begun, created_by: by, updated_by: by };
  const leaves: { id: number; slug: string }[] = [];
  const categories: (typeof articleCategory.$inferInsert)[] = [];
  for (const [place, { name, slug, below }] of categoryTree.entries()) {
    const parent = categories.length + 1;
    categories.push({ id: parent, name, slug, parent_id: null, sort: (place + 1) * 10, ...stamps });
    for (const [at, [childName, childSlug]] of below.entries()) {
      const id = categories.length + 1;
      categories.push({ id, name: childName, slug: childSlug, parent_id: parent, sort: (at + 1) * 10, ...stamps });
      leaves.push({ id, slug: childSlug });
    }
  }
  await insertRows(tx, articleCategory, categories);
  const tags = tagWords.map(([name, slug, color], at) => ({
    id: at + 1,
    name,
    slug,
    color,
    sort: (at + 1) * 10,
    ...stamps,
  }));
  await insertRows(tx, articleTag, tags);
  return leaves;
}

interface Inside {
  picture: number;
  estate: number | undefined;
  /** Which further block it has. */
  random: number;
}

function textOf(
  { opening, place, body }: ReturnType<typeof articleWords>,
  { picture, estate: card, random }: Inside,
): string {
  const paragraph = (text: string) => `<p>${text}</p>`;
  const table = `<table><tbody><tr><th><p>项目</p></th><th><p>说明</p></th></tr><tr><td><p>区域</p></td><td><p>${place}</p></td></tr><tr><td><p>适合</p></td><td><p>自住、出租</p></td></tr></tbody></table>`;
  const list =
    "<ul><li><p>先看车站距离，再看楼层</p></li><li><p>管理费按面积逐月计算</p></li><li><p>合同条款逐条确认</p></li></ul>";
  const quote = "<blockquote><p>预算要留出房款以外的部分。</p></blockquote>";
  return [
    paragraph(opening),
    ...body.slice(0, 2).map(paragraph),
    `<img data-media-id="${picture}" alt="${place}的街景示意图" />`,
    "<h2>需要留意的几点</h2>",
    ...body.slice(2).map(paragraph),
    [table, list, quote][random] ?? "",
    card && random !== 1 ? `<div data-type="estate" data-id="${card}"></div>` : "",
  ].join("");
}

const snapshotOf = (row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(ArticleFields.shape).map((name) => [name, (row as Record<string, unknown>)[name] ?? null]),
  );

const firstVersion = (row: Row): typeof revision.$inferInsert => ({
  ...{ kind: "article", target_id: row.id, no: 1, act: "create", version: 1 },
  snapshot: snapshotOf(row),
  changed_fields: Object.keys(ArticleFields.shape),
  media_ids: row.media_ids ?? [],
  is_live: row.was_public ?? false,
  by: row.created_by ?? null,
  at: row.created_at,
});

/** Read most in its first days. */
function viewsOf(
  row: Row,
  now: Date,
  random: { whole(min: number, max: number): number },
): (typeof contentDaily.$inferInsert)[] {
  const from = Date.parse(row.publish_at ?? row.created_at);
  const liking = random.whole(20, 160);
  const days: (typeof contentDaily.$inferInsert)[] = [];
  for (let at = 0; at < shownDays && from + at * day <= now.getTime(); at++) {
    const views = Math.round((liking * random.whole(60, 140)) / 100 / (1 + at / 6));
    if (views > 0)
      days.push({
        kind: "article",
        target_id: row.id,
        date: dayOf(new Date(from + at * day)),
        views,
        uv: Math.ceil(views * 0.8),
      });
  }
  return days;
}

/** One in twelve of the sites' inquiries has come from the latest article that stood there by then. */
async function bringInquiries(tx: Transaction): Promise<void> {
  await tx.execute(sql`update inquiry set content_kind = 'article', content_id = source.article_id from (
    select i.id, (select a.id from article a where a.was_public and a.publish_at < i.created_at order by a.publish_at desc, a.id limit 1) as article_id
    from inquiry i where i.id % 12 = 0 and i.platform in ('web', 'h5') and i.kind in ('estate', 'general')) source
    where inquiry.id = source.id and source.article_id is not null`);
}
