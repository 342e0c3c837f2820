import { inArray } from "drizzle-orm";
import type { RankSource } from "~/contract/seo/seo-kinds";
import type { ImportTask } from "~/contract/shared/import-task";
import type { Db, Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { seoKeyword } from "~/server/database/tables/seo/seo";
import { audit } from "~/server/lib/audit";
import { found, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy, createdBy } from "~/server/lib/entity";
import { dayOf } from "~/server/lib/list";
import { keyOf } from "~/server/lib/text";
import {
  endImport,
  type RefusedRow,
  readLines,
  type Sheet,
  type WholeFile,
  wholeSheet,
} from "~/server/resources/shared/import/whole-file";
import { type GivenKeyword, keywordSheet, rankSourceOf, readKeywordRow, wrongCell } from "./import-columns";
import { type Keyword, writeRanks } from "./ranks";

const mostRows = 20_000;
const part = 2_000;

interface Planned {
  given: GivenKeyword;
  before: Keyword | undefined;
}

const wordKey = ({ lang, word }: Pick<GivenKeyword, "lang" | "word">) => `${lang} ${keyOf(word)}`;

/** Reads a file of keywords to its end and writes them in one transaction, or only says what would come of it. */
export async function importKeywords(call: SignedCall, file: WholeFile): Promise<ImportTask> {
  const { services } = call;
  const kind = "seo_keyword";
  const sheet = await wholeSheet(call, file, { kind, shape: keywordSheet, most: mostRows, unit: "个关键词" });
  return services.db.transaction(async (db) => {
    const { planned, refused } = await judge(db, sheet, dayOf(services.now()), !file.isDryRun);
    if (!file.isDryRun && planned.length)
      await write({ ...call, db }, planned, refused.length, rankSourceOf(sheet.headings));
    return endImport({ ...call, db }, file, kind, sheet, { planned, refused });
  });
}

async function judge(
  db: Transaction,
  { rows, columns }: Sheet<(typeof keywordSheet)["fields"][number]["name"]>,
  today: string,
  isLocking: boolean,
) {
  const refused: RefusedRow[] = [];
  const lines = new Map<string, { row: RefusedRow["row"]; given: GivenKeyword }>();
  for (const line of await readLines(rows, (row) => readKeywordRow(columns, row))) {
    if ("wrong" in line) {
      refused.push(line);
      continue;
    }
    const { row, given } = line;
    const twin = lines.get(wordKey(given));
    if (twin) refused.push({ row, wrong: wrongCell("word", `与第${twin.row.number}行重复`) });
    else if ((given.date ?? today) > today) refused.push({ row, wrong: wrongCell("date", "排名日期不能晚于今天") });
    else lines.set(wordKey(given), line);
  }
  const present = await presentOf(
    db,
    [...lines.values()].map(({ given }) => given),
    isLocking,
  );
  const planned: Planned[] = [];
  // A search engine's sheet has everything that people asked for, also what nobody follows.
  const isNew = columns.some((column) => column?.field.name === "intent")
    ? wrongCell("intent", "新增时请填写意图")
    : wrongCell("word", "没有这个关键词；新增需要有“意图”一列");
  for (const { row, given } of lines.values()) {
    const before = present.get(wordKey(given));
    if (!before && given.intent === undefined) refused.push({ row, wrong: isNew });
    else planned.push({ given, before });
  }
  refused.sort((a, b) => a.row.number - b.row.number);
  return { planned, refused };
}

/** Those that are there already, locked in the order of their numbers where they are to be written. */
async function presentOf(db: Db, given: readonly GivenKeyword[], isLocking: boolean): Promise<Map<string, Keyword>> {
  const wanted = new Set(given.map(wordKey));
  const exact = new Set(given.map((one) => one.word));
  const langs = [...new Set(given.map(({ lang }) => lang))];
  const { id, lang, word } = seoKeyword;
  const words = langs.length ? await db.select({ id, lang, word }).from(seoKeyword).where(inArray(lang, langs)) : [];
  const ids = words.filter((row) => wanted.has(wordKey(row))).map((row) => row.id);
  const found = new Map<string, Keyword>();
  ids.sort((a, b) => a - b);
  for (let start = 0; start < ids.length; start += part) {
    const query = db
      .select()
      .from(seoKeyword)
      .where(inArray(seoKeyword.id, ids.slice(start, start + part)));
    const rows = await (isLocking ? query.orderBy(seoKeyword.id).for("update") : query);
    // Of two that were alike before, the one that is written as the file has it.
    for (const row of rows) if (!found.has(wordKey(row)) || exact.has(row.word)) found.set(wordKey(row), row);
  }
  return found;
}

async function write(
  call: SignedCall & { db: Transaction },
  planned: readonly Planned[],
  refused: number,
  source: RankSource,
) {
  const { db } = call;
  const added = planned.filter(({ before }) => !before);
  await insertRows(
    db,
    seoKeyword,
    added.map(({ given: { rank: _, date: __, intent = "region", ...given } }) => ({
      ...given,
      intent,
      ...createdBy(call),
    })),
  );
  let changed = 0;
  for (const { given, before } of planned) {
    if (!before) continue;
    const { rank: _, date: __, word: ___, lang: ____, ...fields } = given;
    const differing = Object.entries(fields).filter(([name, value]) => before[name as keyof Keyword] !== value);
    if (differing.length === 0) continue;
    changed++;
    await setRow(db, seoKeyword, before.id, {
      ...Object.fromEntries(differing),
      version: before.version + 1,
      ...changedBy(call),
    });
  }
  const ranked = await newRanks(call, planned);
  await writeRanks(call, ranked, source);
  const parts = [
    `新增${added.length}个`,
    `更新${changed}个`,
    `排名${ranked.length}条`,
    ...(refused ? [`失败${refused}行`] : []),
  ];
  await audit(call, { module: "seo", action: "import", summary: `导入SEO关键词：${parts.join("，")}` });
}

/** The ranks that the file names, but those that are known as they are there. */
async function newRanks({ db, services }: SignedCall & { db: Transaction }, planned: readonly Planned[]) {
  const named = planned.flatMap(({ given }) => (given.rank === undefined ? [] : [given]));
  const rows = await presentOf(db, named, false);
  const today = dayOf(services.now());
  return named.flatMap((given) => {
    const row = found(rows.get(wordKey(given)));
    const [date, rank] = [given.date ?? today, given.rank ?? null];
    return row.rank_at === date && row.rank_current === rank ? [] : [{ keyword_id: row.id, date, rank }];
  });
}
