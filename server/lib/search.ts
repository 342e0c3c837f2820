import { type AnyColumn, getTableColumns, type SQL, sql } from "drizzle-orm";
import { askedContact, asksForContact } from "~/contract/contact-keyword";
import { foldText } from "~/server/database/fold";
import { bigrams, folded, wordsOf } from "~/server/database/tables/search";
import type { Caller } from "./caller";
import type { Services } from "./services";
import { readSettings } from "./settings";
import { settableLimit } from "./try-limit";

const count = settableLimit();

/** Counts a search or a check of a whole contact, whichever door it comes by: one budget of each person (domain 0, Lists). Ends the request when it is used up. */
export async function countContactSearch(services: Services, { id }: Pick<Caller, "id">): Promise<void> {
  const { "customer.contact_searches_minute": minute, "customer.contact_searches_day": day } = await readSettings(
    services.db,
  );
  await count(services, id, { name: "contact-minute", points: minute, seconds: 60 });
  await count(services, id, { name: "contact-day", points: day, seconds: 86_400 });
}

export async function countKeyword(services: Services, caller: Pick<Caller, "id">, keyword: unknown): Promise<void> {
  if (typeof keyword === "string" && asksForContact(keyword)) await countContactSearch(services, caller);
}

interface ContactColumns {
  /** The last four digits of its number. */
  end?: AnyColumn | SQL | undefined;
  /** Its number as it is written at home. */
  national?: AnyColumn | undefined;
  international?: AnyColumn | undefined;
  /** WeChat ids, addresses and the like, in lower case. */
  texts?: (AnyColumn | SQL)[] | undefined;
  /** An array of all these, where that is what an index has. */
  all?: SQL | undefined;
}

/** A whole number as typed at home, with a leading zero that international numbers drop, or with 00 for the plus sign; and with its country's code, ours where it has none. */
export function writtenNumber(digits: string): { written: string[]; international: string[] } {
  const bare = digits.replace(/^0+(?=\d)/, "");
  return { written: [...new Set([digits, bare])], international: [`+${bare}`, `+86${bare}`] };
}

/** What a keyword finds by contacts (domain 0, Lists): last four digits, other contacts as a whole, a number only where it is shown in full. */
export function matchesContact(keyword: string, columns: ContactColumns, isShown: boolean | SQL): SQL[] {
  const { end, digits, text } = askedContact(keyword);
  const by = (values: string[]) => (one: SQL) =>
    columns.all ? sql`(${columns.all} && ${sql.param(values)}::text[] and ${one})` : one;
  if (end !== undefined) return columns.end ? [sql`${columns.end} = ${end}`].map(by([end])) : [];
  if (text !== undefined) return (columns.texts ?? []).map((column) => sql`${column} = ${text}`).map(by([text]));
  if (digits === undefined || isShown === false) return [];
  const { written, international } = writtenNumber(digits);
  const whole = [
    ...(columns.national ? [sql`${columns.national} = any(${sql.param(written)}::text[])`] : []),
    ...(columns.international ? [sql`${columns.international} = any(${sql.param(international)}::text[])`] : []),
    ...(columns.texts ?? []).map((column) => sql`${column} = ${digits}`),
  ].map(by([...written, ...international]));
  return isShown === true ? whole : whole.map((one) => sql`(${one} and (${isShown}) is true)`);
}

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

/** Rows whose list of words, a JSON array, has the asked one. Its index has the words as `wordsOf` gives them, and the planner knows how common each is. */
export const holdsAny = (column: AnyColumn, words: readonly string[]): SQL<boolean> =>
  sql<boolean>`${wordsOf(column)} && ${sql.param([...words])}::text[]`;
