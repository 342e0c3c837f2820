import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { tracking as contract } from "~/contract/tracking";
import { customer, tracking } from "~/server/database/tables/customer";
import type { Caller } from "~/server/identity/caller";
import { likeText, orderOf, within } from "~/server/lib/list";
import { matchesKeyword } from "../customer/pool-list";
import { trackingsInScope } from "./tracking-view";

type Query = z.output<typeof contract.list.query>;

/** The follow-ups that a query asks for, the same for the list, its summary and its export. */
export function trackingRows(query: Omit<Query, "page" | "page_size" | "sort">, caller: Caller): SQL {
  const { keyword, customer_id, type, result, user_id, is_valid } = query;
  const conditions = [
    sql`${tracking.deleted_at} is null and ${customer.deleted_at} is null`,
    ...(keyword
      ? [
          sql`(${tracking.content} ilike ${`%${likeText(keyword)}%`} or ${tracking.customer_id} in (
          select ${customer.id} from ${customer} where ${matchesKeyword(keyword, caller)}))`,
        ]
      : []),
    ...(customer_id ? [eq(tracking.customer_id, customer_id)] : []),
    ...(type?.length ? [inArray(tracking.type, type)] : []),
    ...(result?.length ? [inArray(tracking.result, result)] : []),
    ...(user_id ? [eq(tracking.user_id, user_id)] : []),
    ...(is_valid === undefined ? [] : [eq(tracking.is_valid, is_valid)]),
    ...within(tracking.tracked_at, query.tracked_from, query.tracked_to),
    trackingsInScope(caller),
  ];
  return sql.join(conditions, sql` and `);
}

const columns = { tracked_at: tracking.tracked_at, created_at: tracking.created_at };
const newestFirst = sql`${tracking.id} desc`;

/** The list's order, equals by age. */
export const trackingOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, newestFirst);
