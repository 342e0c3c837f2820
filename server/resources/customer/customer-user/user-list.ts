import { type AnyColumn, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { customerUser as contract } from "~/contract/customer/customer-user";
import { customerUser } from "~/server/database/tables/customer/audience";
import type { Caller } from "~/server/lib/caller";
import { matchesContact } from "~/server/lib/contact-search";
import { likeText, orderOf, within } from "~/server/lib/list";
import { containsText, isPlain } from "~/server/lib/search";

type Query = z.output<typeof contract.list.query>;

export function userRows(query: Omit<Query, "page" | "page_size" | "sort">, caller: Caller): SQL {
  const { keyword, platform, channel, status, linked } = query;
  const conditions = [
    sql`true`,
    ...(keyword ? [matchesUser(keyword, caller)] : []),
    ...(platform?.length ? [inArray(customerUser.register_platform, platform)] : []),
    ...(channel?.length ? [inArray(customerUser.register_channel, channel)] : []),
    ...(status?.length ? [inArray(customerUser.status, status)] : []),
    ...(linked === undefined ? [] : [sql`(${customerUser.customer_id} is not null) = ${linked}`]),
    ...within(customerUser.registered_at, query.registered_from, query.registered_to),
    ...within(customerUser.last_active_at, query.active_from, query.active_to),
  ];
  return sql.join(conditions, sql` and `);
}

/** Nickname, number or contact; the whole number only for those who may have it shown. Every arm has an index. */
export function matchesUser(keyword: string, caller: Caller): SQL {
  const named = containsText(customerUser.nickname, keyword);
  if (!isPlain(keyword)) return named;
  const numbered = sql`${customerUser.user_no} like ${`${likeText(keyword.toUpperCase())}%`}`;
  const digits = /^\d+$/.test(keyword) ? [sql`${customerUser.user_no} like ${`U-${keyword}%`}`] : [];
  return sql`(${sql.join([named, numbered, ...digits, ...matchesUserContact(keyword, caller)], sql` or `)})`;
}

export function matchesUserContact(keyword: string, caller: Caller): SQL[] {
  const { phone_last4: end, phone: national, phone_e164: international, email } = customerUser;
  return matchesContact(
    keyword,
    { end, national, international, texts: [email] },
    caller.permissions.has("customer:phone:view"),
  );
}

const columns: Record<"registered_at" | "last_active_at" | "user_no", AnyColumn> = {
  registered_at: customerUser.registered_at,
  last_active_at: customerUser.last_active_at,
  user_no: customerUser.user_no,
};

export const userOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, customerUser.id);
