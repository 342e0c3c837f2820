import { inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type customer as contract, stages } from "~/contract/customer";
import { customer } from "~/server/database/tables/customer";
import type { Caller } from "~/server/identity/caller";
import { likeText, within } from "~/server/lib/list";
import { visibleTo } from "./customer-scope";

type Query = z.output<typeof contract.list.query>;

/** The pool's rows that a query asks for, the same for the list and its export. */
export function poolRows(query: Omit<Query, "page" | "page_size" | "sort">, caller: Caller): SQL {
  const { level, source, country, pool_reason, keyword } = query;
  const conditions = [
    sql`${customer.owner_id} is null and ${customer.deleted_at} is null and ${visibleTo(caller)}`,
    ...(keyword ? [matchesKeyword(keyword)] : []),
    ...(level?.length ? [inArray(customer.level, level)] : []),
    ...(source?.length ? [inArray(customer.source, source)] : []),
    ...(pool_reason?.length ? [inArray(customer.pool_reason, pool_reason)] : []),
    ...(country?.length ? [sql`${customer.intent_country_codes} ?| ${sql.param(country)}::text[]`] : []),
    ...within(customer.pool_at, query.pool_from, query.pool_to),
  ];
  return sql.join(conditions, sql` and `);
}

/** Name, number or phone: seven digits and more are a phone, exactly four also its end (domain 0). */
export function matchesKeyword(keyword: string): SQL {
  const texts = sql`${customer.name} ilike ${`%${likeText(keyword)}%`}
    or ${customer.customer_no} like ${`${likeText(keyword.toUpperCase())}%`}`;
  const digits = keyword.replace(/[\s()+-]/g, "");
  if (!/^\d+$/.test(digits)) return sql`(${texts})`;
  const byNumber = sql`${customer.customer_no} like ${`KH${digits}%`}`;
  if (digits.length === 4) return sql`(${texts} or ${byNumber} or ${customer.phone_last4} = ${digits})`;
  if (digits.length < 7) return sql`(${texts} or ${byNumber})`;
  // As typed at home, with a leading zero that international numbers drop.
  const national = digits.replace(/^0+/, "");
  return sql`(${texts} or ${byNumber} or ${customer.phone} like ${`${national}%`}
    or (${customer.phone_last4} = ${digits.slice(-4)} and ${customer.phone_e164} like ${`%${national}`}))`;
}

const stageOrder = sql.param(Object.keys(stages));
const columns: Record<string, SQL> = {
  pool_at: sql`${customer.pool_at}`,
  customer_no: sql`${customer.customer_no}`,
  name: sql`${customer.name}`,
  level: sql`${customer.level}`,
  stage: sql`array_position(${stageOrder}::text[], ${customer.stage})`,
  tracking_count: sql`${customer.tracking_count}`,
  created_at: sql`${customer.created_at}`,
};

/** A total order: by one column of the whitelist, then by id, as the pool's index lies. */
export function poolOrder(sort: Query["sort"]): SQL {
  const isDescending = sort.startsWith("-");
  const column = columns[sort.replace("-", "")] ?? sql`${customer.pool_at}`;
  return sql`${column} ${isDescending ? sql`desc` : sql`asc`} nulls last, ${customer.id}`;
}
