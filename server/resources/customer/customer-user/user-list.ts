import { type AnyColumn, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { customerUser as contract } from "~/contract/customer/customer-user";
import { customerUser } from "~/server/database/tables/customer/audience";
import { likeText, orderOf, within } from "~/server/lib/list";
import { containsText, isPlain } from "~/server/lib/search";

type Query = z.output<typeof contract.list.query>;

/** The registered users that a query asks for. */
export function userRows(query: Omit<Query, "page" | "page_size" | "sort">): SQL {
  const { keyword, platform, channel, status, linked } = query;
  const conditions = [
    sql`true`,
    ...(keyword ? [matchesUser(keyword)] : []),
    ...(platform?.length ? [inArray(customerUser.register_platform, platform)] : []),
    ...(channel?.length ? [inArray(customerUser.register_channel, channel)] : []),
    ...(status?.length ? [inArray(customerUser.status, status)] : []),
    ...(linked === undefined ? [] : [sql`(${customerUser.customer_id} is not null) = ${linked}`]),
    ...within(customerUser.registered_at, query.registered_from, query.registered_to),
    ...within(customerUser.last_active_at, query.active_from, query.active_to),
  ];
  return sql.join(conditions, sql` and `);
}

/**
 * Nickname, number, whole e-mail or phone. Nobody owns a registered user, so that a phone is found by the whole number or its last four
 * digits alone (decision 0031). Every arm has an index, so that none walks the table.
 */
export function matchesUser(keyword: string): SQL {
  const named = containsText(customerUser.nickname, keyword);
  if (!isPlain(keyword)) return named;
  const texts = sql`${named} or ${customerUser.user_no} like ${`${likeText(keyword.toUpperCase())}%`} or ${customerUser.email} = ${keyword.toLowerCase()}`;
  const digits = keyword.replace(/[\s()+-]/g, "");
  if (!/^\d+$/.test(digits)) return sql`(${texts})`;
  const byNumber = sql`${customerUser.user_no} like ${`U-${digits}%`}`;
  if (digits.length === 4) return sql`(${texts} or ${byNumber} or ${customerUser.phone_last4} = ${digits})`;
  if (digits.length < 7) return sql`(${texts} or ${byNumber})`;
  // As typed at home, with a leading zero that international numbers drop, or with 00 for the plus sign.
  const national = digits.replace(/^0+(?=\d)/, "");
  return sql`(${texts} or ${byNumber} or ${customerUser.phone} in (${digits}, ${national}) or ${customerUser.phone_e164} = ${`+${national}`})`;
}

const columns: Record<"registered_at" | "last_active_at" | "user_no", AnyColumn> = {
  registered_at: customerUser.registered_at,
  last_active_at: customerUser.last_active_at,
  user_no: customerUser.user_no,
};

export const userOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, customerUser.id);
