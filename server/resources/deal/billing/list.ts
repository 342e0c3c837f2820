import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import type { billing as contract } from "~/contract/deal/billing";
import type { Reply } from "~/contract/endpoint";
import { billing, deal } from "~/server/database/tables/deal/deal";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { countUpTo, dayOf, likeText, listOf, orderOf } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { whereRows } from "~/server/lib/where";
import { selectLines, toLines, visibleLines } from "./view";

type Query = z.output<typeof contract.list.query>;

const columns = {
  due_at: billing.due_at,
  paid_at: billing.paid_at,
  created_at: billing.created_at,
  billing_no: billing.billing_no,
};

export const dayWithin = (column: SQL, from: string | undefined, to: string | undefined): SQL[] => [
  ...(from ? [sql`${column} >= ${from}`] : []),
  ...(to ? [sql`${column} <= ${to}`] : []),
];

function matches(keyword: string): SQL {
  const named = containsText(deal.buyer_name, keyword);
  if (!/^[A-Za-z0-9]+$/.test(keyword)) return named;
  const prefix = `${likeText(keyword.toUpperCase())}%`;
  return sql`(${named} or ${billing.billing_no} like ${prefix} or ${deal.deal_no} like ${prefix})`;
}

/** A page of lines across deals. */
export async function billingPage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, query, user, services } = call;
  const today = dayOf(services.now());
  const late = sql`(${billing.status} = 'pending' and ${billing.due_at} < ${today})`;
  const conditions = [
    visibleLines(user),
    ...(query.keyword ? [matches(query.keyword)] : []),
    ...(query.overdue === undefined ? [] : [query.overdue ? late : sql`not ${late}`]),
    ...(query.type?.length ? [inArray(billing.type, query.type)] : []),
    ...(query.status?.length ? [inArray(billing.status, query.status)] : []),
    ...(query.direction?.length ? [inArray(billing.direction, query.direction)] : []),
    ...(query.deal_id ? [eq(billing.deal_id, query.deal_id)] : []),
    ...(query.estate_id ? [eq(deal.estate_id, query.estate_id)] : []),
    ...(query.owner_id ? [eq(deal.owner_id, query.owner_id)] : []),
    ...(query.agent_id ? [eq(deal.agent_id, query.agent_id)] : []),
    ...dayWithin(sql`${billing.due_at}`, query.due_from, query.due_to),
    ...dayWithin(sql`${billing.paid_at}`, query.paid_from, query.paid_to),
    ...whereRows(query.where, billing),
  ];
  const page = await listOf(db, query, {
    select: selectLines(call).$dynamic(),
    from: sql`${billing} join ${deal} on ${deal.id} = ${billing.deal_id}`,
    where: sql.join(conditions, sql` and `),
    order: orderOf(columns, query.sort, billing.id),
  });
  return { ...page, list: await toLines(call, page.list) };
}

/** How many payments wait for finance, for the dashboard. */
export const paidLinesOf = (caller: Caller): SQL =>
  countUpTo(
    listLimit,
    sql`from ${billing} join ${deal} on ${deal.id} = ${billing.deal_id} where ${visibleLines(caller)} and ${billing.status} = 'paid'`,
  );
