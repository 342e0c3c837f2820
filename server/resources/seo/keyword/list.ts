import { and, eq, gte, inArray, lte, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { seoKeyword as contract, KeywordRow } from "~/contract/seo/keyword";
import { seoKeyword } from "~/server/database/tables/seo/seo";
import { user } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { orderOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { containsText } from "~/server/lib/search";

export type Keyword = typeof seoKeyword.$inferSelect;
type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort" | "where" | "group">;

/** Those that a query asks for, but for its advanced filter. */
export const keywordRows = (query: Filters): SQL | undefined =>
  and(
    query.keyword ? containsText(seoKeyword.word, query.keyword) : undefined,
    query.intent?.length ? inArray(seoKeyword.intent, query.intent) : undefined,
    query.group_name?.length ? inArray(seoKeyword.group_name, query.group_name) : undefined,
    query.status?.length ? inArray(seoKeyword.status, query.status) : undefined,
    query.rank_current_min === undefined ? undefined : gte(seoKeyword.rank_current, query.rank_current_min),
    query.rank_current_max === undefined ? undefined : lte(seoKeyword.rank_current, query.rank_current_max),
    query.lang?.length ? inArray(seoKeyword.lang, query.lang) : undefined,
    query.owner_id ? eq(seoKeyword.owner_id, query.owner_id) : undefined,
    query.link_text === undefined ? undefined : eq(seoKeyword.link_text, query.link_text),
  );

export const keywordOrder = (sort: Query["sort"]): SQL => orderOf(seoKeyword, sort, seoKeyword.id);

export const selectKeywords = ({ db }: Pick<SignedCall, "db">) =>
  db
    .select({ row: seoKeyword, owner: user.name })
    .from(seoKeyword)
    .leftJoin(user, eq(user.id, seoKeyword.owner_id))
    .$dynamic();

export const toKeywordRow =
  ({ user: { permissions } }: SignedCall) =>
  ({ row, owner }: { row: Keyword; owner: string | null }): KeywordRow => {
    const { created_by: _, updated_by: __, updated_at: ___, ...shown } = row;
    const [mayEdit, mayPublish] = [permissions.has("seo:keyword:edit"), permissions.has("seo:keyword:publish")];
    return {
      ...shown,
      owner: row.owner_id === null ? null : { id: row.owner_id, name: owner ?? "" },
      can: {
        ...{ edit: mayEdit, delete: mayEdit, rank: mayEdit },
        pause: mayPublish && row.status === "tracking",
        resume: mayPublish && row.status !== "tracking",
        done: mayPublish && row.status !== "done",
      },
    };
  };

export async function keywordOf(call: SignedCall, id: number): Promise<KeywordRow> {
  const [row] = await selectKeywords(call).where(eq(seoKeyword.id, id));
  return toKeywordRow(call)(found(row));
}
