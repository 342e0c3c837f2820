import { sql } from "drizzle-orm";
import { ArticleFields } from "~/contract/article/article";
import { type TagColor, tagColors } from "~/contract/article/tag";
import { mediaIn } from "~/contract/content/rich-text";
import { insertRows } from "~/server/database/insert-rows";
import { article, articleCategory, articleTag } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDraft } from "~/server/database/tables/content/content";
import { day } from "../shared/calendar";
import { stamps } from "../shared/rows";
import { type Begin, type Making, writeItems } from "./items";
import { categoryTree, newsTags, paragraphsOf, places, topicOf, type topics, writers } from "./texts";

const blocks = [
  "<table><tbody><tr><th><p>项目</p></th><th><p>说明</p></th></tr><tr><td><p>适合</p></td><td><p>自住、出租</p></td></tr></tbody></table>",
  "<ul><li><p>先看车站距离，再看楼层</p></li><li><p>管理费按面积逐月计算</p></li><li><p>合同条款逐条确认</p></li></ul>",
  "<blockquote><p>预算要留出房款以外的部分。</p></blockquote>",
];

/** News of a year, and inquiries that came from them. Runs after estates and inquiries, which it names. */
export async function writeArticles(begin: Begin): Promise<void> {
  const making = begin(20_261_160);
  const { tx, now, random, pictures, estates } = making;
  const leaves = await writeTerms(making);
  const rows = await writeItems(making, {
    ...{ kind: "article", table: article, fields: ArticleFields.shape },
    states: { published: 96, scheduled: 6, draft: 12, offline: 6 },
    write: (life, at) => {
      const { row: leaf, topic } = random.pick(leaves);
      const near = places.filter((name) => name.startsWith(leaf.name));
      const place = random.pick(near.length ? near : places);
      const { title, first } = topicOf(topic, place);
      const paragraphs = [first, ...paragraphsOf(random, place, 4)];
      const html = paragraphs.map((text) => `<p>${text}</p>`);
      const about = random.pick(estates);
      const cover_id = random.pick(pictures);
      const content = [
        ...html.slice(0, 3),
        `<img data-media-id="${random.pick(pictures)}" alt="${place}的街景示意图" />`,
        "<h2>需要留意的几点</h2>",
        ...html.slice(3),
        random.pick(blocks),
        random.chance(0.6) ? `<div data-type="estate" data-id="${about.id}"></div>` : "",
      ].join("");
      return {
        ...{ ...life, title: `${title}（${life.id}）`, category_id: leaf.id },
        tag_ids: random.some([...newsTags.keys()], 1, 4).map((index) => index + 1),
        ...{ cover_id, media_ids: [...new Set([...mediaIn(content), cover_id])], content },
        summary: paragraphs.slice(0, 2).join("").slice(0, 120),
        ...{ author: random.pick(writers), lang: "zh" as const, translation_key: `demo-${life.id}` },
        ...{ country_code: about.country, district_ids: [about.district], related_estate_ids: [about.id] },
        ...{ is_top: at < 2, is_recommend: random.chance(0.2), slug: `${leaf.slug}-${life.id}`, seo_keywords: [place] },
      };
    },
  });
  const live = rows.find(({ publish_status }) => publish_status === "published");
  if (live?.id)
    await tx.insert(contentDraft).values({
      ...{ kind: "article", target_id: live.id, base_version: 2, by: live.updated_by ?? null, at: isoInstant(now) },
      snapshot: {
        ...Object.fromEntries(Object.entries(live).filter(([name]) => name in ArticleFields.shape)),
        title: `${live.title.slice(0, 60)}（更新）`,
      },
      media_ids: live.media_ids ?? [],
    });
  // One in twelve of the sites' inquiries comes from the latest article at that time.
  await tx.execute(sql`update inquiry set content_kind = 'article', content_id = source.article_id from (
    select i.id, (select a.id from article a where a.was_public and a.publish_at < i.created_at order by a.publish_at desc, a.id limit 1) as article_id
    from inquiry i where i.id % 12 = 0 and i.platform in ('web', 'h5') and i.kind in ('estate', 'general')) source
    where inquiry.id = source.id and source.article_id is not null`);
}

/** Categories and tags; answers the categories of the second level, which articles have. */
async function writeTerms({ tx, now, authors }: Making) {
  const stamp = stamps(now - 365 * day, authors[0] ?? null);
  const above = categoryTree.map(([name, slug], at) => ({ id: at + 1, name, slug, parent_id: null }));
  const below = categoryTree.flatMap(([, , leaves], at) => leaves.map((leaf) => [at + 1, ...leaf.split(":")] as const));
  const leaves = below.map(([parent_id, name = "", slug = "", topic], at) => {
    return { row: { id: above.length + at + 1, name, slug, parent_id }, topic: topic as keyof typeof topics }; // of the tree
  });
  const categories = [...above, ...leaves.map(({ row }) => row)];
  await insertRows(
    tx,
    articleCategory,
    categories.map((row) => ({ ...row, sort: row.id * 10, ...stamp })),
  );
  const colors = Object.keys(tagColors) as TagColor[]; // the keys of the literal
  const tags = newsTags.map(([name = "", slug = ""], at) => {
    return { id: at + 1, name, slug, color: colors[at % colors.length], sort: (at + 1) * 10, ...stamp };
  });
  await insertRows(tx, articleTag, tags);
  return leaves;
}
