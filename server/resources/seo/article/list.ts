import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { seoArticle as contract } from "~/contract/seo/seo-article";
import type { Db } from "~/server/database/database";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { matching, orderOf } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { inStatuses } from "~/server/resources/content/kind";
import { withBelow } from "~/server/resources/shared/districts";

type Query = z.output<typeof contract.list.query>;
type Listed = typeof seoArticle.keyword_ids | typeof seoArticle.tag_ids;

const columns = {
  ...seoArticle,
  ...{ updated_at: seoArticle.updated_at, view_count: seoArticle.view_count },
  ...{ word_count: seoArticle.word_count, keyword_density: seoArticle.keyword_density },
};

export const seoArticleOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, seoArticle.id);

/** Articles that name one of these, found in its index. */
export const names = (column: Listed, ids: readonly number[]): SQL =>
  sql`${column} @> any(${sql.param(ids.map((id) => JSON.stringify([id])))}::jsonb[])`;

/** Articles about one of these districts, or of those below them. */
export const inDistricts = async (db: Db, ids: readonly number[]): Promise<SQL> =>
  inArray(seoArticle.district_id, await withBelow(db, ids));

export async function seoArticleRows(db: Db, query: Query, at: Date): Promise<SQL> {
  const { keyword, keyword_id, district_id, status } = query;
  return sql`${and(
    isNull(seoArticle.deleted_at),
    keyword ? containsText(seoArticle.title, keyword) : undefined,
    keyword_id?.length ? names(seoArticle.keyword_ids, keyword_id) : undefined,
    district_id?.length ? await inDistricts(db, district_id) : undefined,
    ...matching(seoArticle, query, ["indexed", "lang"]),
    inStatuses(seoArticle, status, at),
  )}`;
}
