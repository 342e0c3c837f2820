import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { publicArticle as contract } from "~/contract/article/public-article";
import type { Db } from "~/server/database/database";
import { article, articleCategory, articleTag } from "~/server/database/tables/article/article";
import { pick } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { admitVisitor, cachedAs } from "~/server/lib/public-read";
import { serve } from "~/server/lib/serve";
import { isBestIn, nextChange, ownBase } from "~/server/resources/content/public";
import { isPublic } from "~/server/resources/shared/content-visits";
import { withBelow } from "~/server/resources/shared/districts";
import { movedTo } from "../content/kind";
import { addressedItem } from "../content/public-addressed";
import { hasTag, inCategory } from "./article";
import { readArticle, toPublicRows } from "./article/reading";
import { addressedCategory } from "./category";
import { addressedTag } from "./tag";

const addressed = {
  ...({ kind: "article", table: article, name: article.title } as const),
  path: (slug: string) => `/api/public/article/${slug}`,
};

/** What the company's sites read of news (domain E.6). Nobody is asked who they are; nothing leaves but what is public at this moment. */
export const publicArticleHandlers = [
  serve(contract.list, async (call) => {
    await admitVisitor(call);
    const { db, query, services } = call;
    const now = services.now();
    const where = and(
      isPublic(article, now),
      isBestIn(article, query.lang, now),
      query.category ? await inPublicCategory(db, query.category) : undefined,
      query.tag ? await withPublicTag(db, query.tag) : undefined,
      query.district ? inDistricts(await withBelow(db, [query.district])) : undefined,
      query.is_recommend ? eq(article.is_recommend, true) : undefined,
    );
    const rows = await db
      .select()
      .from(article)
      .where(where)
      .orderBy(desc(article.is_top), desc(article.publish_at), desc(article.id))
      .limit(query.page_size)
      .offset(offsetOf(query));
    const total = await cappedCount(db, sql`from ${article} where ${where}`);
    const list = await toPublicRows(call, rows, { base: await ownBase(call), isPreview: false });
    return cachedAs(pageOf(query, list, total), { until: await nextChange(db, [article], now) });
  }),

  serve(contract.get, (call) => addressedItem(call, addressed, (row, reading) => readArticle(call, row, reading))),

  serve(contract.categories, async (call) => {
    await admitVisitor(call);
    const rows = await call.db
      .select()
      .from(articleCategory)
      .where(and(isNull(articleCategory.deleted_at), eq(articleCategory.status, "enabled")))
      .orderBy(articleCategory.sort, articleCategory.id);
    const below = (parent: number | null) =>
      rows.filter(({ parent_id }) => parent_id === parent).map(({ id, slug, name }) => ({ id, slug, name }));
    return below(null).map((one) => ({ ...one, children: below(one.id) }));
  }),

  serve(contract.tags, async (call) => {
    await admitVisitor(call);
    const { id, slug, name, color } = articleTag;
    return call.db
      .select({ id, slug, name, color })
      .from(articleTag)
      .where(and(isNull(articleTag.deleted_at), eq(articleTag.status, "enabled")))
      .orderBy(articleTag.sort, articleTag.id);
  }),
];

const nothing = sql`false`;

/** A category that is in use, by its address or one that it had. */
async function inPublicCategory(db: Db, slug: string): Promise<SQL> {
  const [row] = await pick(
    db,
    articleCategory,
    ["id"],
    and(eq(articleCategory.slug, slug), isNull(articleCategory.deleted_at)),
  );
  const id = row?.id ?? (await movedTo(db, addressedCategory, slug));
  if (!id) return nothing;
  const [category] = await db.select().from(articleCategory).where(isPresent(articleCategory, id));
  return category?.status === "enabled" ? inCategory(id) : nothing;
}

async function withPublicTag(db: Db, slug: string): Promise<SQL> {
  const [row] = await pick(db, articleTag, ["id"], and(eq(articleTag.slug, slug), isNull(articleTag.deleted_at)));
  const id = row?.id ?? (await movedTo(db, addressedTag, slug));
  if (!id) return nothing;
  const [tag] = await pick(db, articleTag, ["id"], and(inArray(articleTag.id, [id]), eq(articleTag.status, "enabled")));
  return tag ? hasTag([id]) : nothing;
}

const inDistricts = (ids: readonly number[]): SQL =>
  sql`${article.district_ids} @> any(${sql.param(ids.map((id) => JSON.stringify([id])))}::jsonb[])`;
