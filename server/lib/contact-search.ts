import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { askedContact, asksForContact } from "~/contract/contact-keyword";
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
