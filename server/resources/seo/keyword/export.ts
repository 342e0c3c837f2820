import { inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { seoKeyword as contract, KeywordColumns, type KeywordRow } from "~/contract/seo/keyword";
import { cellOf, columnsOf } from "~/contract/sheet";
import { seoKeyword } from "~/server/database/tables/seo/seo";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { checkExportSize, chosen, inOrder, sendExport } from "~/server/resources/shared/export/send";
import { keywordOrder, keywordRows, selectKeywords, toKeywordRow } from "./list";

const fields = [
  ...(["word", "lang", "intent", "group_name", "target_url", "volume", "difficulty", "rank_current"] as const),
  ...(["rank_best", "rank_at", "link_text", "max_per_article", "owner", "status"] as const),
] as const satisfies readonly (keyof KeywordRow)[];
const chunkSize = 500;

/** The list as a spreadsheet: its filters and order. */
export async function exportKeywords(
  call: SignedCall,
  query: z.output<typeof contract.export.query>,
): Promise<FileReply> {
  const { "export.max_rows": limit } = await readSettings(call.db);
  const asked = [
    keywordRows(query) ?? sql`true`,
    chosen(seoKeyword.id, query.ids),
    ...whereRows(query.where, seoKeyword),
  ];
  const rows = await call.db
    .select({ id: seoKeyword.id })
    .from(seoKeyword)
    .where(sql.join(asked, sql` and `))
    .orderBy(keywordOrder(query.sort))
    .limit(limit + 1);
  checkExportSize(rows.length, limit);
  const ids = rows.map(({ id }) => id);
  return sendExport(call, {
    ...{ endpoint: contract.export, module: "seo", name: "SEO关键词", count: ids.length, query, reason: "关键词表" },
    columns: columnsOf(KeywordColumns.shape, fields),
    chunks: async function* () {
      for (let start = 0; start < ids.length; start += chunkSize) {
        const part = ids.slice(start, start + chunkSize);
        const shown = (await selectKeywords(call).where(inArray(seoKeyword.id, part))).map(toKeywordRow(call));
        yield inOrder(part, shown, ({ id }) => id).map((row) =>
          fields.map((name) => cellOf(KeywordColumns.shape[name], row[name])),
        );
      }
    },
  });
}
