import type { ArticleFields } from "~/contract/article/article";
import type { Database, Transaction } from "~/server/database/database";
import { article } from "~/server/database/tables/article/article";
import { isPresent } from "~/server/lib/entity";
import { found } from "~/server/lib/refusal";
import { draftOf } from "~/server/resources/content/write";
import type { Article } from "./view";

/** An article as it is, or as its draft copy says. */
export async function draftedArticle(db: Database | Transaction, id: number, isDraft: boolean): Promise<Article> {
  const [present] = await db.select().from(article).where(isPresent(article, id));
  const row = found(present);
  if (!isDraft) return row;
  const { slug, ...values } = found(await draftOf({ db }, "article", id)).snapshot as Partial<ArticleFields>;
  return { ...row, ...values, ...(slug && { slug }) };
}
