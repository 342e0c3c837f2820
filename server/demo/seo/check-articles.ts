import { type SQL, sql } from "drizzle-orm";
import { pieceViolations } from "./check-cities";

const named = (column: "keyword_ids" | "tag_ids" | "related_ids") =>
  sql`jsonb_array_elements_text(p.${sql.identifier(column)}) named(id)`;

/** What must never be among articles for search engines. */
export const seoArticleViolationsAt = (now: string): Record<string, SQL> => ({
  ...pieceViolations("seo_article", now),
  "seo_article: shorter than a publication demands": sql`select 1 from seo_article where length(title) not between 10 and 60 or word_count < 300`,
  "seo_article: without a keyword": sql`select 1 from seo_article where jsonb_array_length(keyword_ids) not between 1 and 5`,
  "seo_article: a keyword that is not there": sql`select 1 from seo_article p, ${named("keyword_ids")} where not exists (select 1 from seo_keyword k where k.id = named.id::bigint)`,
  "seo_article: a tag that is not there": sql`select 1 from seo_article p, ${named("tag_ids")} where not exists (select 1 from seo_tag t where t.id = named.id::bigint and t.deleted_at is null)`,
  "seo_article: related to what is not there": sql`select 1 from seo_article p, ${named("related_ids")}
    where named.id::bigint = p.id or not exists (select 1 from seo_article o where o.id = named.id::bigint and o.deleted_at is null)`,
  "seo_article: taken by engines before it was public": sql`select 1 from seo_article where indexed <> 'unknown' and not was_public`,
});
