import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { BlacklistRow, type blacklist as contract } from "~/contract/customer/blacklist";
import type { Db } from "~/server/database/database";
import { blacklist, customerUser } from "~/server/database/tables/customer/audience";
import { customer } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { isInForce } from "~/server/identity/blacklist";
import { refOf, rowOf } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { orderOf, within } from "~/server/lib/list";
import { includesText, matchesContact } from "~/server/lib/search";
import { visibleTo } from "../customer/row";
import { normalValue, shownValue } from "./keys";

type Query = z.output<typeof contract.list.query>;

const operator = alias(user, "operator");
const remover = alias(user, "remover");

export function selectEntries(db: Db, caller: Caller, now: Date) {
  return db
    .select({
      entry: blacklist,
      customer_no: customer.customer_no,
      customer_name: customer.name,
      is_visible: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
      user_no: customerUser.user_no,
      nickname: customerUser.nickname,
      operator: operator.name,
      remover: remover.name,
      is_in_force: isInForce(now),
    })
    .from(blacklist)
    .leftJoin(customer, eq(customer.id, blacklist.customer_id))
    .leftJoin(customerUser, eq(customerUser.id, blacklist.customer_user_id))
    .leftJoin(operator, eq(operator.id, blacklist.created_by))
    .leftJoin(remover, eq(remover.id, blacklist.removed_by));
}
export type ViewedEntry = Awaited<ReturnType<typeof selectEntries>>[number];

export function toEntryRow(viewed: ViewedEntry, caller: Caller): BlacklistRow {
  const { entry, user_no } = viewed;
  const seesUsers = caller.permissions.has("customer:user:view");
  const mayChange = viewed.is_in_force && caller.permissions.has("customer:blacklist:manage");
  return rowOf(BlacklistRow, entry, {
    value: shownValue(entry.type, entry.value, user_no),
    effect: entry.effects,
    customer: refOf(entry.customer_id, viewed.is_visible ? viewed.customer_name : viewed.customer_no),
    customer_user: refOf(entry.customer_user_id, (seesUsers && viewed.nickname) || user_no),
    operator: refOf(entry.created_by, viewed.operator),
    // It has expired, and the nightly job has not run yet.
    status: entry.status === "active" && !viewed.is_in_force ? "expired" : entry.status,
    removed_by: refOf(entry.removed_by, viewed.remover),
    can: { edit: mayChange, remove: mayChange },
  });
}

export function entryRows(query: Query, caller: Caller, now: Date): SQL {
  const { keyword, status, type, reason } = query;
  const conditions = [
    sql`true`,
    ...(keyword ? [matchesKeyword(keyword, caller)] : []),
    ...(status?.length
      ? [
          sql`(${sql.join(
            status.map((one) => hasStatus(one, now)),
            sql` or `,
          )})`,
        ]
      : []),
    ...(type?.length ? [inArray(blacklist.type, type)] : []),
    ...(reason?.length ? [inArray(blacklist.reason, reason)] : []),
    ...within(blacklist.created_at, query.created_from, query.created_to),
  ];
  return sql.join(conditions, sql` and `);
}

function hasStatus(status: NonNullable<Query["status"]>[number], now: Date): SQL {
  if (status === "active") return isInForce(now);
  if (status === "removed") return sql`${blacklist.status} = 'removed'`;
  return sql`(${blacklist.status} = 'expired' or (${blacklist.status} = 'active' and not ${isInForce(now)}))`;
}

/** A whole value, the end of a number, the person's name or number; a whole phone only for who may see numbers (domain 0, Lists). */
function matchesKeyword(keyword: string, caller: Caller): SQL {
  const ips = normalValue("ip", keyword);
  const isShown = caller.permissions.has("customer:phone:view");
  const number = { end: sql`right(${blacklist.value}, 4)`, international: blacklist.value };
  const numbers = matchesContact(keyword, number, isShown).map((one) => sql`(${blacklist.type} = 'phone' and ${one})`);
  const texts = matchesContact(keyword, { texts: [blacklist.value] }, isShown).map(
    (one) => sql`(${blacklist.type} in ('wechat', 'email') and ${one})`,
  );
  const nickname = caller.permissions.has("customer:user:view")
    ? sql` or ${includesText(customerUser.nickname, keyword)}`
    : sql``;
  return sql`(${or(
    ips ? eq(blacklist.value, ips) : undefined,
    ...numbers,
    ...texts,
    // Entries are few, names many: each entry's name is looked up.
    sql`(select ${customer.customer_no} = ${keyword.toUpperCase()} or (${includesText(customer.name, keyword)} and ${visibleTo(caller)})
      from ${customer} where ${customer.id} = ${blacklist.customer_id})`,
    sql`(select ${customerUser.user_no} = ${keyword.toUpperCase()}${nickname}
      from ${customerUser} where ${customerUser.id} = ${blacklist.customer_user_id})`,
  )})`;
}

export const entryOrder = (sort: Query["sort"]): SQL => orderOf(blacklist, sort, sql`${blacklist.id} desc`);
