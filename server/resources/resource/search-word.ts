import { and, count, desc, eq, gte, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Page } from "~/contract/common";
import { shanghaiDay } from "~/contract/day";
import {
  searchWord as contract,
  mostStats,
  publicSearchWord,
  type SearchWordFields,
  searchKey,
  type WordStat,
} from "~/contract/resource/search-word";
import type { Db } from "~/server/database/database";
import { searchDaily, searchWord } from "~/server/database/tables/resource/search-word";
import { refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { listOf, matching, offsetOf, orderOf, pageOf } from "~/server/lib/list";
import { admitVisitor, cachedAs } from "~/server/lib/public-read";
import { includesText } from "~/server/lib/search";
import { serve, serveAct, serveNull, statusHandlers } from "~/server/lib/serve";
import { ownBase } from "~/server/resources/content/public";
import {
  firstOf,
  onPlatforms,
  type SearchWord,
  selectWords,
  shownWords,
  sortsAt,
  toWord,
  wordOf,
  words,
} from "./search-word/records";

async function addWord(call: SignedCall, body: SearchWordFields): Promise<{ id: number }> {
  await oneAtATime(call);
  return words.add(call, await checked(call, body));
}

async function changeWord(call: SignedCall, id: number, { version, ...body }: SearchWordFields & { version: number }) {
  await oneAtATime(call);
  const row = await words.lock(call, id, version);
  await words.edit(call, row, await checked(call, body, row));
}

async function removeWord(call: SignedCall, id: number): Promise<void> {
  await oneAtATime(call);
  const row = await words.lock(call, id);
  const synonyms = await call.db.$count(searchWord, eq(searchWord.synonym_of, id));
  if (synonyms > 0) return refuse(40904, { n: `同义词 ${synonyms}` });
  await words.remove(call, row);
}

/** No two people make a circle between them. */
const oneAtATime = ({ db }: SignedCall) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('search-word', 0))`);

async function checked(call: SignedCall, body: SearchWordFields, row?: SearchWord) {
  const { type } = body;
  const target_type = type === "hot" ? body.target_type : "none";
  const columns = {
    ...{ ...body, target_type },
    key: searchKey(body.word) ?? "",
    synonym_of: type === "synonym" ? body.synonym_of : null,
    estate_id: target_type === "estate" ? body.estate_id : null,
    article_id: target_type === "article" ? body.article_id : null,
    special_id: target_type === "special" ? body.special_id : null,
    city_id: target_type === "city" ? body.city_id : null,
    target_url: target_type === "url" ? body.target_url : null,
  };
  const wrong = await words.unknownChoices(call, columns, row);
  if (wrong.length) return refuseFields(wrong);
  await checkUnique(call, columns, row);
  await checkSynonym(call, columns, row);
  if (row) await checkThoseThatMeanIt(call, columns, row);
  return columns;
}

type Columns = Awaited<ReturnType<typeof checked>>;

async function checkUnique({ db }: SignedCall, { key, platform }: Columns, row?: SearchWord): Promise<void> {
  const same = and(
    eq(searchWord.key, key),
    sql`coalesce(${searchWord.platform}, '') = ${platform ?? ""}`,
    row && ne(searchWord.id, row.id),
  );
  if ((await db.$count(searchWord, same)) > 0) refuse(40900, { label: "该平台的词" });
}

/** A synonym points to a word of its platform that everybody gets, and that does not lead back to it. */
async function checkSynonym({ db }: SignedCall, { synonym_of, platform }: Columns, row?: SearchWord): Promise<void> {
  if (synonym_of === null) return;
  const wrong = (message: string) => refuseFields([{ field: "synonym_of", label: "等同于", message }]);
  const { rows } = await db.execute<{ id: string; type: string; platform: string | null }>(sql`
    with recursive meant(id, type, platform, synonym_of) as (
      select id, type, platform, synonym_of from ${searchWord} where id = ${synonym_of}
      union select next.id, next.type, next.platform, next.synonym_of from ${searchWord} next join meant on next.id = meant.synonym_of)
    select id, type, platform from meant`);
  const target = rows.find(({ id }) => Number(id) === synonym_of);
  if (rows.some(({ id }) => Number(id) === row?.id)) return wrong("所选的词最终又等同于本词");
  if (target?.type === "block") return wrong("不能等同于屏蔽的词");
  if (target?.platform && target.platform !== platform) return wrong("所选的词不在本词的平台上");
}

/** A word with synonyms stays a valid target. */
async function checkThoseThatMeanIt({ db }: SignedCall, { type, platform }: Columns, { id }: SearchWord) {
  const [synonyms] = await db
    .select({
      all: count(),
      elsewhere: sql<number>`(count(*) filter (where ${searchWord.platform} is distinct from ${platform}))::int`,
    })
    .from(searchWord)
    .where(eq(searchWord.synonym_of, id));
  if (!synonyms?.all) return;
  const n = synonyms.all;
  if (type === "block") refuseFields([{ field: "type", label: "类型", message: `有${n}个词等同于它，不能屏蔽` }]);
  if (platform && synonyms.elsewhere > 0)
    refuseFields([{ field: "platform", label: "平台", message: `其他平台上有${synonyms.elsewhere}个词等同于它` }]);
}

export const searchWordHandlers = [
  serve(contract.list, (call) => {
    const { db, query, services } = call;
    const now = services.now();
    const where = and(
      query.keyword ? includesText(searchWord.word, query.keyword) : undefined,
      query.platform?.length ? onPlatforms(query.platform) : undefined,
      ...matching(searchWord, query, ["type", "status"]),
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
  const allWords = rows.map(({ word }) => word);
  const known = await typesOf(db, allWords, platform?.length ? onPlatforms(platform) : undefined);
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
