import { and, desc, gte, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Page } from "~/contract/common";
import { shanghaiDay } from "~/contract/day";
import { searchWord as contract, mostStats, publicSearchWord, type WordStat } from "~/contract/resource/search-word";
import type { Db } from "~/server/database/database";
import { searchDaily, searchWord } from "~/server/database/tables/resource/search-word";
import { listOf, offsetOf, orderOf, pageOf } from "~/server/lib/list";
import { cachedAs } from "~/server/lib/public-read";
import { includesText } from "~/server/lib/search";
import { serve, serveAct, serveNull, statusHandlers } from "~/server/lib/serve";
import { admitVisitor, ownBase } from "~/server/resources/content/public";
import { shownWords } from "./search-word/public";
import { firstOf, onPlatforms, selectWords, sortsAt, toWord, wordOf, words } from "./search-word/records";
import { addWord, changeWord, removeWord } from "./search-word/write";

export const searchWordHandlers = [
  serve(contract.list, (call) => {
    const { db, query, services } = call;
    const now = services.now();
    const where = and(
      query.keyword ? includesText(searchWord.word, query.keyword) : undefined,
      query.platform?.length ? onPlatforms(query.platform) : undefined,
      query.type?.length ? inArray(searchWord.type, query.type) : undefined,
      query.status?.length ? inArray(searchWord.status, query.status) : undefined,
    );
    const order = orderOf(sortsAt(now), query.sort, searchWord.id);
    return listOf(db, query, { select: selectWords(call), from: searchWord, where, order }, toWord(now));
  }),
  serve(contract.get, (call) => wordOf(call, call.params.id)),
  serve(contract.create, (call) => addWord(call, call.body)),
  serveAct(contract.update, wordOf, changeWord),
  serveNull(contract.remove, removeWord),
  ...statusHandlers(contract, words.turn, wordOf),
  serve(contract.stats, ({ db, query, services }) => searchStats(db, query, services.now())),

  serve(publicSearchWord.list, async (call) => {
    await admitVisitor(call);
    const showing = { now: call.services.now(), base: await ownBase(call) };
    const { answer, until } = await shownWords(call.db, call.query.platform, showing);
    return cachedAs(answer, { until });
  }),
];

type Query = z.output<typeof contract.stats.query>;

/** What was searched most in the last days, or found nothing most often, with what each word is already. */
async function searchStats(db: Db, query: Query, now: Date): Promise<Page<WordStat>> {
  const { kind, platform } = query;
  const all = sql<number>`sum(${searchDaily.count})::int`;
  const nothing = sql<number>`sum(${searchDaily.no_result})::int`;
  const isAsked = and(
    gte(searchDaily.date, firstOf(Number(query.days), now)),
    lte(searchDaily.date, shanghaiDay(0, now.getTime())),
    platform?.length ? inArray(searchDaily.platform, platform) : undefined,
  );
  const top = await db
    .select({ word: searchDaily.word, count: all, no_result: nothing })
    .from(searchDaily)
    .where(isAsked)
    .groupBy(searchDaily.word)
    .having(kind === "no_result" ? sql`sum(${searchDaily.no_result}) > 0` : undefined)
    .orderBy(desc(kind === "no_result" ? nothing : all), searchDaily.word)
    .limit(mostStats);
  const from = offsetOf(query);
  const rows = top.slice(from, from + query.page_size);
  const known = await typesOf(
    db,
    rows.map(({ word }) => word),
    platform?.length ? onPlatforms(platform) : undefined,
  );
  const list = rows.map((row, at) => ({ id: from + at + 1, ...row, types: known.get(row.word) ?? [] }));
  return pageOf(query, list, { total: top.length, total_capped: false });
}

async function typesOf(db: Db, keys: string[], which: SQL | undefined) {
  const rows = keys.length
    ? await db
        .selectDistinct({ key: searchWord.key, type: searchWord.type })
        .from(searchWord)
        .where(and(inArray(searchWord.key, keys), which))
        .orderBy(searchWord.type)
    : [];
  const types = new Map<string, WordStat["types"]>();
  for (const { key, type } of rows) types.set(key, [...(types.get(key) ?? []), type]);
  return types;
}
