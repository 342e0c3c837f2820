import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { labelOf } from "~/contract/field";
import {
  seoKeyword as contract,
  seoKeywordImport as importing,
  KeywordFields,
  KeywordRow,
  RankEntry,
} from "~/contract/seo/keyword";
import type { KeywordStatus } from "~/contract/seo/seo-kinds";
import { type Cell, cellOf, columnOf, type SheetColumn } from "~/contract/sheet";
import { seoKeyword } from "~/server/database/tables/seo/seo";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { type Done, eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import { type FileReply, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { entity, isNameTaken } from "~/server/lib/entity";
import { listOf } from "~/server/lib/list";
import { serve, serveAct } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { importHandlers } from "~/server/resources/shared/import/import-file";
import { names } from "./article/list";
import { explanations, unranked } from "./keyword/import-columns";
import { importKeywords } from "./keyword/import-run";
import {
  enterRanks,
  type Keyword,
  keywordOf,
  keywordOrder,
  keywordRows,
  ranksOf,
  selectKeywords,
  toKeywordRow,
} from "./keyword/ranks";

const fields = [
  ...(["word", "lang", "intent", "group_name", "target_url", "volume", "difficulty", "rank_current"] as const),
  ...(["rank_best", "rank_at", "link_text", "max_per_article", "owner", "status"] as const),
] as const satisfies readonly (keyof KeywordRow)[];
/** Headings as the import knows them: the file comes in again. */
const heads: Partial<Record<(typeof fields)[number], Partial<SheetColumn>>> = {
  rank_current: { label: labelOf(RankEntry.shape.rank, "") },
};

async function exportKeywords(call: SignedCall, query: z.output<typeof contract.export.query>): Promise<FileReply> {
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

export const keywords = entity({
  ...{ table: seoKeyword, module: "seo", type: "seo_keyword", title: "SEO关键词", unique: "词" },
  fields: KeywordFields,
  nameOf: ({ word }) => word,
  present: (call, id) => keywordOf(call, id),
});

const acts: Record<KeywordStatus, { verb: string; from: readonly KeywordStatus[] }> = {
  paused: { verb: "暂停", from: ["tracking"] },
  tracking: { verb: "恢复监测", from: ["paused", "done"] },
  done: { verb: "达成", from: ["tracking", "paused"] },
};

export const keywordHandlers = [
  serve(contract.list, (call) => {
    const { db, query } = call;
    return listOf(
      db,
      query,
      {
        ...{ select: selectKeywords(call), from: seoKeyword },
        ...{ where: keywordRows(query), order: keywordOrder(query.sort) },
      },
      toKeywordRow(call),
    );
  }),
  serve(contract.get, (call) => keywordOf(call, call.params.id)),
  serve(contract.create, async (call) => {
    await checkFacts(call, call.body);
    return keywords.add(call, call.body);
  }),
  serveAct(contract.update, keywordOf, async (call, id, { version, ...body }) => {
    const row = await keywords.lock(call, id, version);
    await checkFacts(call, body, row);
    await keywords.edit(call, row, body);
  }),
  serve(contract.remove, async (call) => {
    const used = await articlesFor(call.db, call.params.id);
    if (used > 0) return refuse(40904, { n: `SEO文章 ${used}` });
    return keywords.drop(call, call.params.id);
  }),
  serve(contract.pause, (call) => setStatus(call, call.params.id, "paused")),
  serve(contract.resume, (call) => setStatus(call, call.params.id, "tracking")),
  serve(contract.done, (call) => setStatus(call, call.params.id, "done")),
  serve(contract.ranks, async (call) => {
    await keywords.find(call, call.params.id);
    return { list: await ranksOf(call, call.params.id, call.query) };
  }),
  serve(contract.rank, async (call) => ({ count: await enterRanks(call, call.body.items) })),
  serve(contract.group, async (call) => {
    const { ids, group_name } = call.body;
    const rows = await eachRow(call, ids, async (one, id): Promise<Done> => {
      const row = await keywords.lock(one, id);
      const changed = await keywords.edit(one, row, { group_name });
      return { before: { group_name: row.group_name }, version_after: changed.version };
    });
    const batch = { act: "content", targetType: "seo_keyword", permission: "seo:keyword:edit" } as const;
    return replyOf(rows, await keepBatch(call, batch, rows));
  }),
  serve(contract.export, (call) => exportKeywords(call, call.query)),

  ...importHandlers(importing, {
    label: "SEO关键词",
    kind: () => "seo_keyword",
    megabytes: 10,
    explanations,
    read: importKeywords,
  }),
];

const articlesFor = (db: SignedCall["db"], id: number): Promise<number> =>
  db.$count(seoArticle, and(names(seoArticle.keyword_ids, [id]), isNull(seoArticle.deleted_at)));

/** Checks that the owner may be chosen, or was the owner before, and that the word is unique in its language. */
async function checkFacts(call: SignedCall, body: KeywordFields, before?: Keyword): Promise<void> {
  const errors = await keywords.unknownChoices(call, body, before);
  if (errors.length) refuseFields(errors);
  const { word, lang } = body;
  const others = and(eq(seoKeyword.lang, lang), ne(seoKeyword.id, before?.id ?? 0));
  const own = before?.lang === lang ? before.word : undefined;
  if (await isNameTaken(call, { column: seoKeyword.word, name: word, before: own, others }))
    refuse(40900, { label: "词" });
}

async function setStatus(call: SignedCall, id: number, status: KeywordStatus) {
  const row = await keywords.lock(call, id);
  const { verb, from } = acts[status];
  if (!from.includes(row.status)) return refuse(40902);
  await keywords.change(call, row, { status }, { verb });
  return keywordOf(call, id);
}
