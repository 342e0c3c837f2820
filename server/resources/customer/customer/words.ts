import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { customer } from "~/server/database/tables/customer/customer";
import { customerWords } from "~/server/database/tables/search";
import { fewInScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { gramsOf, includesText } from "~/server/lib/search";

/** More people's are found among everybody's. */
const mostHolders = 30;
/** Alternatives that one statement asks an index for. */
const mostAlternatives = 60;

/**
 * Customers by what `customer_words` keeps of them: any of these lists, all of whose words they hold, and whose they are where that is known. Only for what is
 * said to be owned, or of the pool, beside: those have the indexes.
 */
function holdsWords(alternatives: string[][], holders?: number[]): SQL {
  const ofHolders = holders?.flatMap((id) => alternatives.map((words) => [...words, `o:${id}`]));
  const asked = ofHolders && ofHolders.length <= mostAlternatives ? ofHolders : alternatives;
  const parts = asked.map((words) => sql`${customerWords(customer)} @> ${sql.param(words)}::text[]`);
  return sql`(${sql.join(parts.length ? parts : [sql`false`], sql` or `)})`;
}

/** A name that contains a keyword. */
export const isNamed = (keyword: string, holders?: number[]): SQL<boolean> =>
  sql<boolean>`(${includesText(customer.name, keyword)} and ${holdsWords([gramsOf(keyword)], holders)})`;

/** Any of some tags. */
export const isTagged = (tags: string[], holders?: number[]): SQL =>
  holdsWords(
    tags.map((tag) => [`t:${tag}`]),
    holders,
  );

/** Any of some countries that they look at. */
export const looksAt = (countries: string[], holders?: number[]): SQL =>
  holdsWords(
    countries.map((code) => [`c:${code}`]),
    holders,
  );

/** The people whose customers a list asks for, where they are few; undefined where they are not. */
export async function fewHolders(
  db: Database | Transaction,
  { view, owner_id }: { view: string; owner_id?: number | undefined },
  caller: Caller,
): Promise<number[] | undefined> {
  if (owner_id) return [owner_id];
  if (view === "mine") return [caller.id];
  if (view !== "team") return fewInScope(db, caller, "customer", mostHolders);
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from "user" where team_id = any(${sql.param(caller.teamIds)}::bigint[]) limit ${mostHolders + 1}`,
  );
  return rows.length > mostHolders ? undefined : rows.map(({ id }) => Number(id));
}
