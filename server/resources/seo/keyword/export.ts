import { inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { labelOf } from "~/contract/field";
import { seoKeyword as contract, KeywordRow, RankEntry } from "~/contract/seo/keyword";
import { type Cell, cellOf, columnOf, type SheetColumn } from "~/contract/sheet";
import { seoKeyword } from "~/server/database/tables/seo/seo";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { unranked } from "./import-columns";
import { keywordOrder, keywordRows, selectKeywords, toKeywordRow } from "./list";

const fields = [
  ...(["word", "lang", "intent", "group_name", "target_url", "volume", "difficulty", "rank_current"] as const),
  ...(["rank_best", "rank_at", "link_text", "max_per_article", "owner", "status"] as const),
] as const satisfies readonly (keyof KeywordRow)[];
/** Headings as the import knows them: the file comes in again. */
const heads: Partial<Record<(typeof fields)[number], Partial<SheetColumn>>> = {
  rank_current: { label: labelOf(RankEntry.shape.rank, "") },
};

export async function exportKeywords(
  call: SignedCall,
  query: z.output<typeof contract.export.query>,
): Promise<FileReply> {
  const asked = [
    keywordRows(query) ?? sql`true`,
    chosen(seoKeyword.id, query.ids),
    ...whereRows(query.where, seoKeyword),
  ];
  return sendList(call, await readSettings(call.db), {
    ...{ endpoint: contract.export, module: "seo", name: "SEO关键词", query, reason: "关键词表" },
    columns: fields.map((name) => columnOf(KeywordRow.shape[name], name, heads[name])),
    ...{ table: seoKeyword, where: sql.join(asked, sql` and `), order: keywordOrder(query.sort) },
    async rows(ids) {
      const shown = (await selectKeywords(call).where(inArray(seoKeyword.id, ids))).map(toKeywordRow(call));
      return inOrder(ids, shown, ({ id }) => id).map((row) => fields.map((name) => cellIn(row, name)));
    },
  });
}

/** Of a day on which it was not found, it says so; of one on which nobody has looked, nothing. */
const cellIn = (row: KeywordRow, name: (typeof fields)[number]): Cell =>
  name === "rank_current" && row.rank_at !== null && row.rank_current === null
    ? unranked
    : cellOf(KeywordRow.shape[name], row[name]);
