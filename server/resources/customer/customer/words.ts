import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { customer } from "~/server/database/tables/customer/customer";
import { customerMarks } from "~/server/database/tables/search";
import { fewInScope, mostHolders } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { bearsAll, gramsIn, includesText } from "~/server/lib/search";

/** Alternatives that one statement asks an index for. */
const mostAlternatives = 60;

/**
 * Customers by what `customer_marks` keeps of them: any of these lists, all of whose words they hold, and whose they are where that is known. Only for what is
 * said to be owned, or of the pool, beside: those have the indexes.
 */
function holdsWords(alternatives: string[][], holders?: number[]): SQL {
  const ofHolders = holders?.flatMap((id) => alternatives.map((words) => [...words, `o:${id}`]));
  const asked = ofHolders && ofHolders.length <= mostAlternatives ? ofHolders : alternatives;
  const parts = asked.map((words) => bearsAll(customerMarks(customer), words));
  return sql`(${sql.join(parts.length ? parts : [sql`false`], sql` or `)})`;
}

/** How rows are come by: found in the index of their words, whose they are said where it is known, or walked in the order of a list, which asks each row as it stands. */
export type Way = { holders?: number[] | undefined } | "walked";

/** Names that contain a keyword. */
export const isNamed = (keyword: string, way: Way = {}): SQL<boolean> => {
  const named = includesText(customer.name, keyword);
  return way === "walked"
    ? named
    : sql<boolean>`(${named} and ${holdsWords([gramsIn(customer.name, keyword)], way.holders)})`;
};

/** Any of some tags. */
export const isTagged = (tags: string[], way: Way = {}): SQL =>
  way === "walked"
    ? sql`${customer.tags} ?| ${sql.param(tags)}::text[]`
    : holdsWords(
        tags.map((tag) => [`t:${tag}`]),
        way.holders,
      );

/** Any of some countries that they look at. */
export const looksAt = (countries: string[], way: Way = {}): SQL =>
  way === "walked"
    ? sql`${customer.intent_country_codes} ?| ${sql.param(countries)}::text[]`
    : holdsWords(
        countries.map((code) => [`c:${code}`]),
        way.holders,
      );

/** The people whose customers a list asks for, where they are few; undefined where they are not. */
export async function fewHolders(
  db: Database | Transaction,
  { view, owner_id }: { view: string; owner_id?: number | undefined },
  caller: Caller,
): Promise<number[] | undefined> {
  if (owner_id) return [owner_id];
  if (view === "mine") return [caller.id];
  if (view !== "team") return fewInScope(db, caller, "customer");
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from "user" where team_id = any(${sql.param(caller.teamIds)}::bigint[]) limit ${mostHolders + 1}`,
  );
  return rows.length > mostHolders ? undefined : rows.map(({ id }) => Number(id));
}
