import { type AnyColumn, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { foldText } from "~/server/database/fold";
import { folded, grams } from "~/server/database/tables/search";

/**
 * Rows whose text contains a keyword as it stands, letters A–Z of either case alike. Every column asked for has an index on its `grams`, which
 * serves one character as well as many. The comparison stands first: it is cheap where rows are walked in their order, which is how a common word is found.
 */
export const containsText = (column: AnyColumn, keyword: string): SQL<boolean> =>
  sql<boolean>`(${includesText(column, keyword)} and ${holdsPairs(column, keyword)})`;

/** A column as it is searched, and a keyword as it is asked for there: folded, where the table keeps that of the column (database/kept-texts.ts). */
function searched(column: AnyColumn, keyword: string): { text: AnyColumn | SQL; asked: string } {
  const fold = (getTableColumns(column.table) as Record<string, AnyColumn>)[`${column.name}_fold`];
  return fold ? { text: folded(fold, column), asked: foldText(keyword) } : { text: column, asked: lowered(keyword) };
}

/** The column as an index of marks is made of it. */
export const searchedText = (column: AnyColumn): AnyColumn | SQL => searched(column, "").text;

/** Whether a column's text is a keyword and nothing else. */
export function isText(column: AnyColumn, keyword: string): SQL<boolean> {
  const { text, asked } = searched(column, keyword);
  return sql<boolean>`${text} = ${asked}`;
}

/** Rows that hold every pair of neighbours of a text, wherever: the index alone tells, no row is taken apart again, so that many texts may be asked for by "or". */
export const holdsPairs = (column: AnyColumn, text: string): SQL<boolean> =>
  bearsAll(grams(searchedText(column)), gramsIn(column, text));

/** The same without the index, for rows that something else makes few. */
export function includesText(column: AnyColumn, keyword: string): SQL<boolean> {
  const { text, asked } = searched(column, keyword);
  // strpos, not LIKE: its guess of how many rows match would be multiplied with that of the index.
  return sql<boolean>`strpos(lower(${text} collate "C"), ${asked}) > 0`;
}

/** Rows of whose marks, a text array that an index keeps, one is among these; or that bear all of these. */
export const bears = (marks: SQL, words: readonly string[]): SQL<boolean> =>
  sql<boolean>`${marks} && ${sql.param([...words])}::text[]`;
export const bearsAll = (marks: SQL, words: readonly string[]): SQL<boolean> =>
  sql<boolean>`${marks} @> ${sql.param([...words])}::text[]`;

/** Marks of one sort, where any are asked for: rows that bear one of them. */
export const bearsOf = (marks: SQL, sort: string, values: readonly (string | number)[] | undefined): SQL[] =>
  values?.length
    ? [
        bears(
          marks,
          values.map((value) => `${sort}:${value}`),
        ),
      ]
    : [];

/** Rows whose text contains a keyword, by the marks that an index keeps of them, its grams among these, and what else the marks tell. */
export const containsMarked = (text: AnyColumn, marks: SQL, keyword: string, beside: readonly SQL[]): SQL<boolean> =>
  sql<boolean>`(${sql.join([includesText(text, keyword), bearsAll(marks, gramsIn(text, keyword)), ...beside], sql` and `)})`;

/** Whether a keyword may be a number or a phone as well as a word. */
export const isPlain = (keyword: string): boolean => /^[ -~]+$/.test(keyword.normalize("NFKC"));

/** Whether a keyword is one pair of characters or one character, none of them of ASCII: the index knows it as it stands. */
export const isOneGram = (keyword: unknown): boolean =>
  typeof keyword === "string" && /^[^ -~]{1,2}$/u.test(foldText(keyword));

/** As the function of the index does it, the same under every locale. */
const lowered = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** What an index of a column must hold of a keyword. */
export const gramsIn = (column: AnyColumn, keyword: string): string[] => gramsOf(searched(column, keyword).asked);

/** All pairs of a text, or its one character. */
function gramsOf(text: string): string[] {
  const letters = [...text];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/**
 * Rows of whose list of words, a JSON array, one is asked for. Few lists differ: they are read one after the other out of an index that begins with the column, and the rows of those that
 * hold a word are asked for by the whole list, so that such an index counts them and has them in order. `live` is what the index is of.
 */
export function holdsAny(table: PgTable, column: AnyColumn, words: readonly string[], live: SQL): SQL {
  const next = (after: SQL) => sql`(select ${column} from ${table} where ${live} ${after} order by ${column} limit 1)`;
  return sql`${column} = any(array(with recursive held(list) as (
    ${next(sql``)} union all select ${next(sql`and ${column} > held.list`)} from held where held.list is not null)
    select list from held where list ?| ${sql.param([...words])}::text[]))`;
}
