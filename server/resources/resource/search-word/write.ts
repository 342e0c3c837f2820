import { and, count, eq, ne, sql } from "drizzle-orm";
import { type SearchWordFields, searchKey } from "~/contract/resource/search-word";
import { searchWord } from "~/server/database/tables/resource/search-word";
import type { SignedCall } from "~/server/lib/call";
import { refuse, refuseFields } from "~/server/lib/refusal";
import { type SearchWord, words } from "./records";

export async function addWord(call: SignedCall, body: SearchWordFields): Promise<{ id: number }> {
  await oneAtATime(call);
  return words.add(call, await checked(call, body));
}

export async function changeWord(
  call: SignedCall,
  id: number,
  { version, ...body }: SearchWordFields & { version: number },
): Promise<void> {
  await oneAtATime(call);
  const row = await words.lock(call, id, version);
  await words.edit(call, row, await checked(call, body, row));
}

export async function removeWord(call: SignedCall, id: number): Promise<void> {
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
async function checkThoseThatMeanIt(
  { db }: SignedCall,
  { type, platform }: Columns,
  { id }: SearchWord,
): Promise<void> {
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
