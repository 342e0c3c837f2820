import { type AnyColumn, getTableColumns, type SQL, sql } from "drizzle-orm";
import { foldText } from "~/server/database/fold";
import { bigrams, folded, wordsOf } from "~/server/database/tables/search";

/** Rows whose text contains a keyword literally, in either case. Searched columns have an index on `grams`; walked rows compare cheaply first. */
export const containsText = (column: AnyColumn, keyword: string): SQL<boolean> =>
  sql<boolean>`(${includesText(column, keyword)} and ${holdsPairs(column, keyword)})`;

/** Rows that hold every pair of neighbours of a text, wherever: the index alone tells. */
export function holdsPairs(column: AnyColumn, keyword: string): SQL<boolean> {
  const { text, asked } = searched(column, keyword);
  return sql<boolean>`${bigrams(text)} @> ${sql.param(gramsOf(asked))}::text[]`;
}

/** A column as it is searched, and a keyword as it is asked for there: folded, where the table keeps that of the column (database/kept-texts.ts). */
function searched(column: AnyColumn, keyword: string): { text: AnyColumn | SQL; asked: string } {
  const fold = (getTableColumns(column.table) as Record<string, AnyColumn>)[`${column.name}_fold`];
  return fold ? { text: folded(fold, column), asked: foldText(keyword) } : { text: column, asked: lowered(keyword) };
}

export function isText(column: AnyColumn, keyword: string): SQL<boolean> {
  const { text, asked } = searched(column, keyword);
  return sql<boolean>`${text} = ${asked}`;
}

/** The same without the index, for rows that something else makes few. */
export function includesText(column: AnyColumn, keyword: string): SQL<boolean> {
  const { text, asked } = searched(column, keyword);
  // strpos, not LIKE: its guess of how many rows match would be multiplied with that of the index.
  return sql<boolean>`strpos(lower(${text} collate "C"), ${asked}) > 0`;
}

/** Whether a keyword may be a number or a phone as well as a word. */
export const isPlain = (keyword: string): boolean => /^[ -~]+$/.test(keyword.normalize("NFKC"));

/** As the function of the index does it, the same under every locale. */
const lowered = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function gramsOf(text: string): string[] {
  const letters = [...text];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** Rows of whose list of words, a JSON array, one is asked for. Its index has the words as `wordsOf` gives them, of which the planner knows how common each is. */
export const holdsAny = (column: AnyColumn, words: readonly string[]): SQL<boolean> =>
  sql<boolean>`${wordsOf(column)} && ${sql.param([...words])}::text[]`;
