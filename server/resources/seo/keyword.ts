import { and, eq, isNull, ne } from "drizzle-orm";
import { seoKeyword as contract, seoKeywordImport as importing, KeywordFields } from "~/contract/seo/keyword";
import type { KeywordStatus } from "~/contract/seo/seo-kinds";
import { seoKeyword } from "~/server/database/tables/seo/seo";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { type Done, eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { listOf } from "~/server/lib/list";
import { isNameTaken } from "~/server/lib/names";
import { refuse, refuseFields } from "~/server/lib/refusal";
import { serve, serveAct } from "~/server/lib/serve";
import { readReceived, refusedRows, templateFile } from "../shared/import/import-file";
import { importOf, recentImports } from "../shared/import/task";
import { names } from "./article/list";
import { exportKeywords } from "./keyword/export";
import { explanations, templateHeadings } from "./keyword/import-columns";
import { importKeywords } from "./keyword/import-run";
import { type Keyword, keywordOf, keywordOrder, keywordRows, selectKeywords, toKeywordRow } from "./keyword/list";
import { enterRanks, ranksOf } from "./keyword/ranks";

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

const label = "SEO关键词";
const mostMegabytes = 10;

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

  serve(importing.template, async (call) => templateFile(call, { label, headings: templateHeadings, explanations })),
  serve(
    importing.start,
    (call) => readReceived(call, mostMegabytes, "seo_keyword", (file) => importKeywords(call, file)),
    {
      ownTransaction: true,
    },
  ),
  serve(importing.recent, (call) => recentImports(call, "seo_keyword")),
  serve(importing.get, (call) => importOf(call, call.params.id, "seo_keyword")),
  serve(importing.errors, (call) => refusedRows(call, label, "seo_keyword")),
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
