import { and, desc, eq, inArray } from "drizzle-orm";
import { type Language, languages } from "~/contract/common";
import type { PageType } from "~/contract/seo/seo-kinds";
import { countConditions, placeLevels, type TopicConditions } from "~/contract/seo/topic-conditions";
import { type Candidate, letters, type Rendered, renderTopic } from "~/contract/seo/topic-template";
import type { Db } from "~/server/database/database";
import type { TopicTable } from "~/server/database/tables/seo/seo";
import { rowsOf } from "~/server/lib/call";
import { countryNames, type PlacedPage } from "./place";

export type Topic = TopicTable["$inferSelect"];

/** More templates of one kind of page nobody keeps. */
const most = 500;

/** Which template a page gets, and why not the others: the first by language, priority and age whose conditions the page meets. */
export async function chooseTopic(
  db: Db,
  table: TopicTable,
  { page_type, lang }: { page_type: PageType; lang: Language },
  page: PlacedPage,
): Promise<{ winner: Topic | undefined; candidates: Candidate[] }> {
  const rows = await rowsOf(db, table, and(eq(table.page_type, page_type), inArray(table.lang, [lang, "zh"])), {
    order: [desc(table.priority), desc(table.created_at), desc(table.id)],
    limit: most,
  });
  const ordered = [...rows.filter((row) => row.lang === lang), ...rows.filter((row) => row.lang !== lang)];
  const names = await countryNames(db, [...new Set(rows.flatMap(({ conditions: { country } }) => country ?? []))]);
  const matching = ordered.filter((row) => row.status === "enabled" && !whyNot(row.conditions, page, names));
  const [winner] = matching;
  const candidates = ordered.map((row): Candidate => {
    const { id, name, priority } = row;
    const failed = row.status === "enabled" ? whyNot(row.conditions, page, names) : "已停用";
    const reason = failed ?? (winner && row !== winner ? whyBehind(row, winner) : whyFirst(matching.length));
    return { id, name, priority, matched: !failed, reason };
  });
  return { winner, candidates };
}

const whyFirst = (count: number) => (count > 1 ? "条件都符合，排在最前" : "条件都符合");

function whyBehind(row: Topic, winner: Topic): string {
  if (row.lang !== winner.lang) return `条件符合，但先用${languages[winner.lang]}的模板`;
  if (row.priority < winner.priority) return `条件符合，但优先级${row.priority}低于${winner.priority}`;
  return "条件符合，优先级相同，但不是最新的";
}

/** The first condition that a page does not meet, in words. */
function whyNot({ country, level, has_count }: TopicConditions, page: PlacedPage, names: ReadonlyMap<string, string>) {
  if (country && country !== page.country?.code)
    return `只用于${names.get(country) ?? country}，这里是${page.country?.name_zh ?? "全站"}`;
  if (level && Number(level) !== page.level) {
    const here = page.level === null ? "没有区域" : placeLevels[String(page.level) as keyof typeof placeLevels];
    return `只用于${placeLevels[level]}，这里是${here}`;
  }
  if (has_count && (has_count === "some") !== page.count > 0)
    return `只用于${countConditions[has_count]}的页面，这里有${page.count}个房源`;
  return undefined;
}

export function renderedFor(template: string, page: PlacedPage, shown: number): Rendered {
  const { text, missing } = renderTopic(template, page.values);
  const length = letters(text);
  return { text, length, is_long: length > shown, missing, sample: page.name };
}
