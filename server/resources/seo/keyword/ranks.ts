import { and, asc, eq, gte, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { seoKeyword as contract, KeywordRank, KeywordRow, RankEntry } from "~/contract/seo/keyword";
import type { RankSource } from "~/contract/seo/seo-kinds";
import type { Db } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { seoKeyword, seoKeywordRank } from "~/server/database/tables/seo/seo";
import { user } from "~/server/database/tables/system/system";
import { auditAll } from "~/server/lib/audit";
import { type Asking, found, pick, refuseFields, type SignedCall } from "~/server/lib/call";
import { dayOf, matching, orderOf } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";

export type Keyword = typeof seoKeyword.$inferSelect;
type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort" | "where" | "group">;

/** Those that a query asks for, but for its advanced filter. */
export const keywordRows = (query: Filters): SQL | undefined =>
  and(
    query.keyword ? containsText(seoKeyword.word, query.keyword) : undefined,
    ...matching(seoKeyword, query, ["intent", "group_name", "status", "lang", "link_text"]),
    query.rank_current_min === undefined ? undefined : gte(seoKeyword.rank_current, query.rank_current_min),
    query.rank_current_max === undefined ? undefined : lte(seoKeyword.rank_current, query.rank_current_max),
    query.owner_id ? eq(seoKeyword.owner_id, query.owner_id) : undefined,
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

export type Ranked = z.output<typeof RankEntry>;

const year = 366 * 86_400_000;

/** A word's rank, day by day; of the last year by default. */
export async function ranksOf(
  { db, services }: Asking,
  id: number,
  {
    from = dayOf(new Date(services.now().getTime() - year)),
    to,
  }: { from?: string | undefined; to?: string | undefined },
): Promise<KeywordRank[]> {
  const { date, rank, source } = seoKeywordRank;
  return db
    .select({ date, rank, source })
    .from(seoKeywordRank)
    .where(and(eq(seoKeywordRank.keyword_id, id), gte(date, from), to ? lte(date, to) : undefined))
    .orderBy(asc(date));
}

export async function enterRanks(call: SignedCall, items: readonly Ranked[]): Promise<number> {
  const { db, services } = call;
  const wrong = (message: string) => refuseFields([{ field: "items", label: "排名", message }]);
  if (items.some(({ date }) => date > dayOf(services.now()))) return wrong("排名日期不能晚于今天");
  if (new Set(items.map(keyOf)).size < items.length) return wrong("同一个词同一天有两个排名");
  const keywordIds = items.map(({ keyword_id }) => keyword_id);
  const words = await lockKeywords(db, keywordIds);
  if (items.some(({ keyword_id }) => !words.has(keyword_id))) return wrong("关键词不存在或已被删除");
  await writeRanks(call, items, "manual");
  await auditAll(
    call,
    items.map(({ keyword_id, date, rank }) => {
      const name = words.get(keyword_id) ?? "";
      const summary = `新增SEO关键词排名 ${name}：${date} ${rank === null ? "未进排名" : `第${rank}名`}`;
      return { module: "seo", action: "update", target: { type: "seo_keyword", id: keyword_id, name }, summary };
    }),
  );
  return items.length;
}

const keyOf = ({ keyword_id, date }: Ranked) => `${keyword_id} ${date}`;

/** Locked in the order of their numbers, with their words. */
async function lockKeywords(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await pick(db, seoKeyword, ["id", "word"], inArray(seoKeyword.id, [...new Set(ids)]), {
    order: seoKeyword.id,
    lock: "update",
  });
  return new Map(rows.map(({ id, word }) => [id, word]));
}

/** Writes ranks of locked keywords; a day that is there already is written anew. What is derived of them follows. */
export async function writeRanks({ db, user, services }: SignedCall, items: readonly Ranked[], source: RankSource) {
  if (items.length === 0) return;
  const at = isoInstant(services.now());
  const dates = new Map<string, string[]>();
  for (const { keyword_id, date } of items) dates.set(date, [...(dates.get(date) ?? []), String(keyword_id)]);
  for (const [date, ids] of dates)
    await db
      .delete(seoKeywordRank)
      .where(and(eq(seoKeywordRank.date, date), inArray(seoKeywordRank.keyword_id, ids.map(Number))));
  const values = items.map(({ keyword_id, date, rank }) => ({ keyword_id, date, rank, source, by: user.id, at }));
  await insertRows(db, seoKeywordRank, values);
  const allKeywordIds = items.map(({ keyword_id }) => keyword_id);
  await deriveRanks(db, allKeywordIds);
}

/** Brings what a keyword says of its ranks in line with them: the last, the one before, and the best. It is no change of the keyword. */
export async function deriveRanks(db: Db, ids: readonly number[]): Promise<void> {
  const known = sql`(select rank, date, row_number() over (order by date desc) as place
    from ${seoKeywordRank} where keyword_id = seo_keyword.id) known`;
  await db.execute(sql`update seo_keyword set (rank_current, rank_before, rank_best, rank_at) = (
      select max(rank) filter (where place = 1), max(rank) filter (where place = 2), min(rank), max(date) from ${known})
    where id = any(${sql.param([...new Set(ids)])}::bigint[])`);
}
