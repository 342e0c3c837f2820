import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import type { billing as contract } from "~/contract/deal/billing";
import type { Reply } from "~/contract/endpoint";
import { billing, deal } from "~/server/database/tables/deal/deal";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { countUpTo, dayOf, likeText, listOf, orderOf, present } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { selectLines, toLines, visibleLines } from "./view";

type Query = z.output<typeof contract.list.query>;

const columns = {
  due_at: present(billing.due_at),
  paid_at: billing.paid_at,
  created_at: present(billing.created_at),
  billing_no: present(billing.billing_no),
};

export const dayWithin = (column: SQL, from: string | undefined, to: string | undefined): SQL[] => [
  ...(from ? [sql`${column} >= ${from}`] : []),
  ...(to ? [sql`${column} <= ${to}`] : []),
];

/** Lines of deals of such a number or buyer, and those of such a number; each side is found by its own index. */
function matches(keyword: string): SQL {
  const named = containsText(deal.buyer_name, keyword);
  const isNumber = /^[A-Za-z0-9]+$/.test(keyword);
  const prefix = `${likeText(keyword.toUpperCase())}%`;
  const about = isNumber ? sql`(${named} or ${deal.deal_no} like ${prefix})` : named;
  const deals = sql`select ${deal.id} from ${deal} where ${about}`;
  if (!isNumber) return sql`${billing.deal_id} in (${deals})`;
  const ofDeals = sql`select own.id from billing own where own.deal_id in (${deals})`;
  const ofNumber = sql`select own.id from billing own where own.billing_no like ${prefix}`;
  return sql`${billing.id} in (${ofDeals} union all ${ofNumber})`;
}

/** A page of lines across deals. */
export async function billingPage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, query, user, services } = call;
  const today = dayOf(services.now());
  const late = sql`(${billing.status} = 'pending' and ${billing.due_at} < ${today})`;
  const ofDeal = [
    ...(query.estate_id ? [eq(deal.estate_id, query.estate_id)] : []),
    ...(query.owner_id ? [eq(deal.owner_id, query.owner_id)] : []),
    ...(query.agent_id ? [eq(deal.agent_id, query.agent_id)] : []),
  ];
  const conditions = [
    visibleLines(user, ofDeal),
    ...(query.keyword ? [matches(query.keyword)] : []),
    ...(query.overdue === undefined ? [] : [query.overdue ? late : sql`not ${late}`]),
    ...(query.type?.length ? [inArray(billing.type, query.type)] : []),
    ...(query.status?.length ? [inArray(billing.status, query.status)] : []),
    ...(query.direction?.length ? [inArray(billing.direction, query.direction)] : []),
    ...(query.deal_id ? [eq(billing.deal_id, query.deal_id)] : []),
    ...dayWithin(sql`${billing.due_at}`, query.due_from, query.due_to),
    ...dayWithin(sql`${billing.paid_at}`, query.paid_from, query.paid_to),
  ];
  // Whose a line is its deal alone knows: a walk in the list's order may pass nearly all before it meets a team's. And what was paid of late was due of late.
  const isOfSome = user.scope("deal") !== "all" || ofDeal.length > 0;
  const isFar = isOfSome || (query.paid_from !== undefined && query.sort === "due_at");
  const page = await listOf(db, query, {
    select: selectLines(call).$dynamic(),
    from: billing,
    page: { table: billing, id: billing.id, isFar },
    where: sql.join(conditions, sql` and `),
    order: orderOf(columns, query.sort, billing.id),
  });
  return { ...page, list: await toLines(call, page.list) };
}

/** How many payments wait for finance, for the dashboard. */
export const paidLinesOf = (caller: Caller): SQL =>
  countUpTo(listLimit, sql`from ${billing} where ${visibleLines(caller)} and ${billing.status} = 'paid'`);
