import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { publicSeoArticle as contract } from "~/contract/seo/public-article";
import type { Db } from "~/server/database/database";
import { cityIntro } from "~/server/database/tables/seo/city";
import { seoTag } from "~/server/database/tables/seo/seo";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { pick } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import { isBestIn, publicItems } from "~/server/resources/content/public";
import { movedTo } from "../content/kind";
import { addressedItem } from "../content/public-addressed";
import { readSeoArticle, toPublicSeoArticles } from "./article";
import { inDistricts, names } from "./article/list";
import { addressedSeoTag } from "./tag";

const addressed = {
  ...({ kind: "seo_article", table: seoArticle, name: seoArticle.title } as const),
  path: (slug: string) => `/api/public/seo/article/${slug}`,
  shows: [cityIntro],
};

export const publicSeoArticleHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, services } = call;
    const where = [
      isBestIn(seoArticle, query.lang, services.now()),
      query.tag ? await withTag(db, query.tag) : undefined,
      query.district ? await inDistricts(db, [query.district]) : undefined,
    ];
    const order = [desc(seoArticle.publish_at), desc(seoArticle.id)];
    return publicItems(call, seoArticle, { where, order }, (rows, reading) => toPublicSeoArticles(call, rows, reading));
  }),
  serve(contract.get, (call) => addressedItem(call, addressed, (row, reading) => readSeoArticle(call, row, reading))),
];

/** Those of a tag that is in use, by its address or one that it had. */
async function withTag(db: Db, slug: string): Promise<SQL> {
  const isShown = and(isNull(seoTag.deleted_at), eq(seoTag.status, "enabled"));
  const moved = await movedTo(db, addressedSeoTag, slug);
  const [row] = await pick(db, seoTag, ["id"], and(moved ? eq(seoTag.id, moved) : eq(seoTag.slug, slug), isShown));
  return row ? names(seoArticle.tag_ids, [row.id]) : sql`false`;
}
