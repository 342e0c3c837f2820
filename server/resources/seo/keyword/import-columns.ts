import type { z } from "zod";
import { languages } from "~/contract/common";
import { metaOf } from "~/contract/field";
import { KeywordFields, lastRank, RankEntry } from "~/contract/seo/keyword";
import { keywordIntents, type RankSource } from "~/contract/seo/seo-kinds";
import {
  type Column,
  cellsOf,
  type SheetRow,
  type SheetShape,
  sheetField,
  type WrongCell,
} from "~/server/resources/shared/import/columns";
import { dayIn, matchKey, wholeIn, wrongDay, wrongWhole } from "~/server/resources/shared/import/values";

export interface GivenKeyword extends Partial<Omit<KeywordFields, "owner_id" | "link_text">> {
  word: string;
  lang: KeywordFields["lang"];
  /** Null where it was not among the results. */
  rank?: number | null;
  date?: string;
}
type Name = keyof GivenKeyword;

const shape: Record<string, z.ZodType> = {
  ...KeywordFields.shape,
  rank: RankEntry.shape.rank,
  date: RankEntry.shape.date,
};
const explained: Record<Exclude<Name, "max_per_article">, string> = {
  word: "必填；同一语言已有的词为更新（空单元格不改变原值），没有的为新增",
  lang: `${Object.values(languages).join("、")}；留空为${languages.zh}`,
  intent: `${Object.values(keywordIntents).join("、")}；新增时必填`,
  group_name: "",
  target_url: "以 / 开头的站内地址，或完整的网址",
  volume: "每月，数字",
  difficulty: "0–100",
  rank: `数字，平均排名取整；没有进入排名的填“未上榜”，${lastRank}名之后视为未上榜`,
  date: "排名的日期，如 2026-11-23；留空为今天",
};
const names = Object.keys(explained) as (keyof typeof explained)[]; // the keys of the record above
const headingOf = (name: Name): string => (name === "date" ? "排名日期" : (metaOf(shape[name]).label ?? name));

export const explanations: string[][] = names.map((name) => [headingOf(name), explained[name]]);

export const keywordSheet: SheetShape<Name> = {
  fields: names.map((name) => sheetField<Name>(name, shape[name], { label: headingOf(name) })),
  required: [["word"]],
};

export const wrongCell = (name: Name, message: string): WrongCell => ({ field: headingOf(name), message });

export function readKeywordRow(columns: readonly (Column<Name> | undefined)[], row: SheetRow) {
  const said = cellsOf(columns, row);
  if ("message" in said) return said;
  const given: Record<string, unknown> = { lang: "zh" };
  for (const [name, text] of said) {
    const value = readCell(name, text);
    if (value === undefined) return wrongCell(name, (name === "date" ? wrongDay : wrongWhole)(headingOf(name), text));
    const parsed = shape[name]?.safeParse(value);
    if (!parsed?.success) return wrongCell(name, parsed?.error?.issues[0]?.message ?? "");
    given[name] = parsed.data;
  }
  if (given.word === undefined) return wrongCell("word", "请输入词");
  if (given.date !== undefined && given.rank === undefined) return wrongCell("rank", "填写了排名日期，请填写排名");
  // Each value has been read by the field of its name.
  return { given: given as unknown as GivenKeyword };
}

/** What a cell says; an unknown word is left to the field to refuse. Undefined: no day, or no number. */
function readCell(name: Name, text: string): unknown {
  switch (name) {
    case "lang":
      return languageByText.get(matchKey(text)) ?? text;
    case "intent":
      return intentByText.get(matchKey(text)) ?? text;
    case "rank":
      return unrankedWords.has(matchKey(text)) ? null : rankIn(text);
    case "volume":
    case "difficulty":
      return wholeIn(text);
    case "date":
      return dayIn(text);
    default:
      return text;
  }
}

/** A search engine's sheet has averages of its days: 8.4 is the eighth place. */
function rankIn(text: string): number | null | undefined {
  const whole = /^\d{1,6}\.\d{1,10}$/.test(text.trim()) ? Math.round(Number(text)) : wholeIn(text);
  return whole !== undefined && whole > lastRank ? null : whole;
}

/** Headings by which search engines' own sheets are known, as they are exported. */
const ownHeadings: readonly (readonly [source: RankSource, headings: readonly string[]])[] = [
  ["search_console", ["热门查询", "Top queries", "上位のクエリ"]],
  ["baidu", ["展现量", "热门关键词"]],
];

/** Whose sheet it is. */
export function rankSourceOf(headings: readonly string[]): RankSource {
  const keys = new Set(headings.map(matchKey));
  return ownHeadings.find(([, own]) => own.some((heading) => keys.has(matchKey(heading))))?.[0] ?? "import";
}

const byText = (options: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(options).flatMap(([value, label]) => [value, label].map((word) => [matchKey(word), value] as const)),
  );
const languageByText = byText(languages);
const intentByText = byText(keywordIntents);
/** How a file says that a word was not among the results. */
export const unranked = "未上榜";
const unrankedWords = new Set([unranked, "未进排名", "无", "-", "–"].map(matchKey));
