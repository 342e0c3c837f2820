import { inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { askedContact } from "~/contract/contact-keyword";
import type { customer as contract } from "~/contract/customer/customer";
import { customer, customerContact } from "~/server/database/tables/customer/customer";
import { country } from "~/server/database/tables/region/geography";
import { inOrder, stageRank } from "~/server/database/tables/search";
import type { Caller } from "~/server/lib/caller";
import { likeText, orderOf, present, within } from "~/server/lib/list";
import { containsText, holdsAny, isPlain, writtenNumber } from "~/server/lib/search";
import type { Settings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import type { claimState } from "../ownership/limits";
import { wasReleasedBy } from "../ownership/ownership";
import { inPoolOf, sells, visibleTo } from "../row";

/** Customers with such a contact in the collision check; a subquery, so that a list joins them by their numbers. */
const knownBy = (contact: SQL): SQL =>
  sql`${customer.id} = any(array(select ${customerContact.customer_id} from ${customerContact} where ${contact}))`;

/** Customers whose full numbers the caller sees or may ask for. */
const isShown = (caller: Caller): SQL =>
  caller.permissions.has("customer:phone:view")
    ? visibleTo(caller)
    : sql`(${customer.owner_id} = ${caller.id} and ${customer.deleted_at} is null)`;

/** Finds a keyword in all contacts of the collision check, merged ones included (the rule of `matchesContact`). */
function matchesCustomerContact(keyword: string, caller: Caller): SQL[] {
  const { end, digits, text } = askedContact(keyword);
  if (end !== undefined)
    // Worded as in its index.
    return [
      knownBy(
        sql`${customerContact.type} in ('phone', 'whatsapp') and right(${customerContact.value_norm}, 4) = ${end}`,
      ),
    ];
  if (text !== undefined)
    return [
      knownBy(
        sql`${customerContact.type} in ('wechat', 'email', 'line', 'whatsapp') and ${customerContact.value_norm} = ${text}`,
      ),
    ];
  if (digits === undefined) return [];
  const { written, international } = writtenNumber(digits);
  // A second number from abroad is also typed without its country code.
  const abroad = sql`select '+' || ${country.phone_cc} || one from ${country}, unnest(${sql.param(written)}::text[]) one`;
  const values = sql`any(array(select unnest(${sql.param([...written, ...international])}::text[]) union ${abroad}))`;
  const known = knownBy(
    sql`${customerContact.type} in ('phone', 'wechat', 'line', 'whatsapp') and ${customerContact.value_norm} = ${values}`,
  );
  // An invalid number is stored as it was written, and the check does not contain it.
  const ends = written.map((one) => one.slice(-4));
  const odd = sql`(right(${customer.phone}, 4) = any(${sql.param(ends)}::text[]) and ${customer.phone} = any(${sql.param(written)}::text[]))`;
  const whole = [known, odd];
  // "is true" stops the planner from using the condition of visibility to find the rows.
  return whole.map((one) => sql`(${one} and (${isShown(caller)}) is true)`);
}

type Query = z.output<typeof contract.pool.query>;

type Filters = Omit<Query, "page" | "page_size" | "sort">;

/** The pool, worded as in its indexes. */
const isPooled = sql`${customer.owner_id} is null and ${customer.deleted_at} is null`;

export function poolRows(query: Filters, caller: Caller): SQL {
  const { level, stage, source, country, estate_id, pool_reason, keyword } = query;
  const conditions = [
    sql`${isPooled} and ${caller.permissions.has("customer:pool:view")}`,
    ...(caller.pools.seen === "all" ? [] : [inPoolOf(caller)]),
    ...(query.pool ? [sql`${customer.pool_id} = ${query.pool}`] : []),
    ...(keyword ? [matchesKeyword(keyword, caller)] : []),
    ...(level?.length ? [inArray(customer.level, level)] : []),
    ...(stage?.length ? [inArray(customer.stage, stage)] : []),
    ...(source?.length ? [inArray(customer.source, source)] : []),
    ...(pool_reason?.length ? [inArray(customer.pool_reason, pool_reason)] : []),
    ...(country?.length ? [looksAt(country)] : []),
    ...(estate_id ? [wantsEstate(estate_id)] : []),
    ...within(customer.pool_at, query.pool_from, query.pool_to),
    ...within(customer.created_at, query.created_from, query.created_to),
    ...whereRows(query.where, customer),
  ];
  return sql.join(conditions, sql` and `);
}

type Claim = Pick<Awaited<ReturnType<typeof claimState>>, "blocked">;

interface Asking {
  caller: Caller;
  settings: Settings;
  now: Date;
}

/** The pool's rows that a query asks for; `claimable`: by the caller, now. */
export function poolOf(query: Filters, { caller, settings, now }: Asking, { blocked }: Claim): SQL {
  const rows = poolRows(query, caller);
  if (!query.claimable) return rows;
  if (blocked !== null || !sells(caller)) return sql`false`;
  return sql`${rows} and not ${customer.is_blacklisted} and not ${wasReleasedBy(caller.id, settings, now)}`;
}

export const looksAt = (countries: string[]): SQL =>
  sql`${customer.intent_country_codes} ?| ${sql.param(countries)}::text[]`;

export const isTagged = (tags: string[]): SQL => holdsAny(customer.tags, tags);

export const wantsEstate = (id: number): SQL => holdsAny(customer.intent_estate_ids, [String(id)]);

/** Name, number or contact (`matchesCustomerContact`), each by an index. */
export function matchesKeyword(keyword: string, caller: Caller): SQL {
  const named = containsText(customer.name, keyword);
  if (!isPlain(keyword)) return named;
  const numbered = sql`${customer.customer_no} like ${`${likeText(keyword.toUpperCase())}%`}`;
  if (/^kh\d+$/i.test(keyword)) return numbered;
  const digits = /^\d+$/.test(keyword) ? [sql`${customer.customer_no} like ${`KH${keyword}%`}`] : [];
  return sql`(${sql.join([named, numbered, ...digits, ...matchesCustomerContact(keyword, caller)], sql` or `)})`;
}

const columns = {
  ...customer,
  pool_at: present(customer.pool_at),
  name: inOrder(customer.name_pinyin),
  stage: present(stageRank(customer.stage)),
};

/** The pool's order; equal rows by id, as in its index. */
export const poolOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, customer.id);
