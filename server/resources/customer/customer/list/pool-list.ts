import { inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { customer as contract } from "~/contract/customer/customer";
import { customer } from "~/server/database/tables/customer/customer";
import { inOrder, stageRank } from "~/server/database/tables/search";
import type { Caller } from "~/server/lib/caller";
import { likeText, orderOf, present, within } from "~/server/lib/list";
import { containsText, holdsAny, isPlain } from "~/server/lib/search";
import { whereRows } from "~/server/lib/where";
import { matchesCustomerContact } from "../contact/contact-match";

type Query = z.output<typeof contract.pool.query>;

type Filters = Omit<Query, "page" | "page_size" | "sort">;

/** The pool, worded as in its indexes. */
const isPooled = sql`${customer.owner_id} is null and ${customer.deleted_at} is null`;

export function poolRows(query: Filters, caller: Caller): SQL {
  const { level, stage, source, country, estate_id, pool_reason, keyword } = query;
  const conditions = [
    sql`${isPooled} and ${caller.permissions.has("customer:pool:view")}`,
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
