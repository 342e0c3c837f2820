import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type SearchPlatform, searchKey } from "~/contract/resource/search-word";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { article } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { searchDaily, searchWord } from "~/server/database/tables/resource/search-word";
import { dayOf } from "~/server/lib/list";
import { followIds } from "../shared/follow-ids";
import { type Random, randomFrom } from "../shared/random";
import type { DemoOptions } from "../terms";
import {
  blockedWords,
  defaultWords,
  missingWords,
  otherWords,
  searchedPlaces,
  searchedThings,
} from "./search-word-texts";

const seed = 20_261_170;
const day = 86_400_000;
/** Of 200 (domain G.2). */
const counts = { hot: 100, default: 10, synonym: 64, block: 26 } as const;
/** Days that are told of. */
const toldDays = 60;
const platforms: readonly SearchPlatform[] = ["web", "h5", "mini_program"];

type Row = typeof searchWord.$inferInsert & { id: number; word: string };

/** The words of the site's search, and what was searched in two months. Comes after estates, articles and what registered users did. */
export async function writeSearchWords(tx: Transaction, now: Date, size: DemoOptions["size"]): Promise<void> {
  const random = randomFrom(seed);
  const share = size === "full" ? 1 : 0.1;
  const most = (type: keyof typeof counts) => Math.round(counts[type] * share);
  const rows: Row[] = [];
  const known = new Set<string>();
  const add = (word: string, type: Row["type"], over: Partial<Row> = {}) => {
    const key = searchKey(word) ?? "";
    if (!key || known.has(key)) return;
    known.add(key);
    const created = isoInstant(now.getTime() - random.whole(20, 300) * day);
    rows.push({
      ...{ id: rows.length + 1, word, key, type, weight: random.whole(1, 99) * 10 },
      ...{ target_type: "none", status: "enabled", synonym_of: null, estate_id: null, article_id: null },
      ...{ start_at: null, end_at: null },
      ...{ created_at: created, updated_at: created, created_by: null, updated_by: null },
      ...over,
    });
  };
  const countOf = (type: Row["type"]) => rows.filter((row) => row.type === type).length;
  const targets = await leads(tx, size === "full" ? 12 : 1);
  for (const { word, ...target } of targets) add(word, "hot", target);
  for (const [, word] of otherWords) if (countOf("hot") < most("hot")) add(word, "hot");
  for (let at = 0; countOf("hot") < most("hot"); at++) {
    const [place = ""] = searchedPlaces[at % searchedPlaces.length] ?? [];
    const thing = at < searchedPlaces.length ? "" : ` ${searchedThings[Math.floor(at / searchedPlaces.length - 1)]}`;
    add(place + thing, "hot", at % 4 === 3 ? lasting(random, now) : {});
  }
  for (const word of defaultWords.slice(0, most("default"))) add(word, "default");
  const means = [...otherWords, ...searchedPlaces.map(([place, letters]) => [letters, place] as const)];
  for (const [word, target] of means) {
    const synonym_of = rows.find((row) => row.word === target && row.type === "hot")?.id;
    if (synonym_of && countOf("synonym") < most("synonym")) add(word, "synonym", { synonym_of });
  }
  for (const word of blockedWords.slice(0, most("block"))) add(word, "block");
  for (const row of rows) if (row.type === "hot" && random.chance(0.06)) row.status = "disabled";
  await insertRows(tx, searchWord, rows);
  await followIds(tx, [searchWord]);
  await insertRows(tx, searchDaily, searches(random, rows, now, size));
  await addThoseOfUsers(tx);
}

/** Words that lead somewhere: names of estates on the site, and one to an article. */
async function leads(tx: Transaction, most: number) {
  const estates = await tx
    .select({ word: estate.name, estate_id: estate.id })
    .from(estate)
    .where(and(eq(estate.publish_status, "online"), isNull(estate.deleted_at)))
    .orderBy(asc(estate.id))
    .limit(most);
  const [news] = await tx
    .select({ article_id: article.id })
    .from(article)
    .where(eq(article.publish_status, "published"))
    .orderBy(asc(article.id))
    .limit(1);
  return [
    ...estates.map((one) => ({ ...one, target_type: "estate" as const })),
    ...(news ? [{ ...news, word: "税费清单", target_type: "article" as const }] : []),
  ];
}

/** Some hold for a while alone: they have ended, hold now, or begin later. */
function lasting(random: Random, now: Date): Partial<Row> {
  const from = now.getTime() + random.whole(-60, 20) * day;
  return { start_at: isoInstant(from), end_at: isoInstant(from + random.whole(14, 45) * day) };
}

/** What visitors searched whom nobody knows: shown words more than others. */
function searches(random: Random, rows: readonly Row[], now: Date, size: DemoOptions["size"]) {
  const words = rows
    .filter(({ type }) => type === "hot" || type === "synonym")
    .map(({ key, weight = 0, type }) => ({ key, liking: type === "hot" ? weight / 60 : 2, isMissing: false }));
  const missing = missingWords.map((word, at) => ({
    key: searchKey(word) ?? "",
    liking: 6 / (1 + at / 5),
    isMissing: true,
  }));
  const told = [...words, ...(size === "full" ? missing : missing.slice(0, 4))];
  const daily: (typeof searchDaily.$inferInsert)[] = [];
  for (let ago = 0; ago < toldDays; ago++) {
    const date = dayOf(new Date(now.getTime() - ago * day));
    for (const { key, liking, isMissing } of told)
      for (const platform of platforms) {
        const count = Math.floor(liking * random.value() * (platform === "web" ? 1 : 0.7) + random.value() * 0.4);
        if (count > 0) {
          const no_result = isMissing ? count : random.chance(0.04) ? 1 : 0;
          daily.push({ word: key, platform, date, count, no_result });
        }
      }
  }
  return daily;
}

/** Those of registered users, as the intake counts them. */
const addThoseOfUsers = (tx: Transaction) =>
  tx.execute(sql`insert into search_daily as daily (word, platform, date, count)
    select lower(keyword), coalesce(platform, ''), (at at time zone 'Asia/Shanghai')::date, count(*)::int
    from user_behavior where type = 'search' and keyword is not null group by 1, 2, 3
    on conflict (word, platform, date) do update set count = daily.count + excluded.count`);
