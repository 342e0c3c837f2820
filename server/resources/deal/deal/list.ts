import { eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import type { deal as contract } from "~/contract/deal/deal";
import { soldStatuses } from "~/contract/deal/deal-kinds";
import type { Reply } from "~/contract/endpoint";
import { deal } from "~/server/database/tables/deal/deal";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import {
  cappedCount,
  countUpTo,
  gatheredPage,
  groupedBy,
  likeText,
  orderOf,
  pageIds,
  pageOf,
  present,
} from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import { containsText } from "~/server/lib/search";
import { checkNarrow, isFiltered, whereRows } from "~/server/lib/where";
import { dayWithin } from "../billing/list";
import { ownDeals, seesBill, seesCommission, visibleDeals } from "./scope";
import { selectDeals, toActedRows } from "./view";

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort" | "where" | "group">;

const columns = {
  created_at: present(deal.created_at),
  deal_no: present(deal.deal_no),
  subscribed_at: deal.subscribed_at,
  contracted_at: deal.contracted_at,
  amount_cny: deal.amount_cny,
};
export const dealOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, deal.id);

/** Number, buyer, or unit. */
export function matchesDeal(keyword: string): SQL {
  const named = containsText(deal.buyer_name, keyword);
  const at = sql`${deal.unit_no} like ${`${likeText(keyword)}%`}`;
  if (!/^[A-Za-z0-9]+$/.test(keyword)) return sql`(${named} or ${at})`;
  const upper = keyword.toUpperCase();
  const no = `${likeText(/^\d/.test(upper) ? `CJ${upper}` : upper)}%`;
  return sql`(${named} or ${at} or ${deal.deal_no} like ${no})`;
}

/** Deals that wait for a review which the caller may give: of their sellers, and not sold or handed in by themselves (domain C.4). */
const mayReview = (caller: Caller): SQL =>
  caller.permissions.has("deal:deal:review")
    ? sql`(${deal.status} = 'reviewing' and ${ownDeals(caller)} and ${deal.owner_id} <> ${caller.id}
        and ${deal.co_owner_id} is distinct from ${caller.id} and ${deal.submitted_by} is distinct from ${caller.id})`
    : sql`false`;

/** The rows that a query asks for; the same for the list, its sum and its export. What the caller is not shown they do not filter by: 40300. */
export function dealRows({ user }: Pick<SignedCall, "user">, query: Filters): SQL {
  if (query.pay_status?.length && !seesBill(user)) return refuse(40300);
  if (query.commission_status?.length && !seesCommission(user)) return refuse(40300);
  const one = <T>(values: readonly T[] | undefined, of: (values: T[]) => SQL) =>
    values?.length ? [of([...values])] : [];
  const conditions = [
    isNull(deal.deleted_at),
    visibleDeals(user),
    ...(query.keyword ? [matchesDeal(query.keyword)] : []),
    ...one(query.status, (values) => inArray(deal.status, values)),
    ...one(query.source_type, (values) => inArray(deal.source_type, values)),
    ...one(query.payment_method, (values) => inArray(deal.payment_method, values)),
    ...one(query.pay_status, (values) => inArray(deal.pay_status, values)),
    ...one(query.commission_status, (values) => inArray(deal.commission_status, values)),
    ...(query.estate_id ? [eq(deal.estate_id, query.estate_id)] : []),
    ...(query.owner_id ? [eq(deal.owner_id, query.owner_id)] : []),
    ...(query.agent_id ? [eq(deal.agent_id, query.agent_id)] : []),
    ...(query.customer_id ? [eq(deal.customer_id, query.customer_id)] : []),
    ...(query.clue_id ? [eq(deal.clue_id, query.clue_id)] : []),
    ...(query.reviewable === undefined ? [] : [query.reviewable ? mayReview(user) : sql`not ${mayReview(user)}`]),
    ...dayWithin(sql`${deal.subscribed_at}`, query.subscribed_from, query.subscribed_to),
    ...dayWithin(sql`${deal.contracted_at}`, query.contracted_from, query.contracted_to),
    ...dayWithin(sql`${deal.cancelled_at}`, query.cancelled_from, query.cancelled_to),
  ];
  return sql.join(conditions, sql` and `);
}

/** What a deal comes to where it is sold, else nothing. */
const soldAmount = sql`case when ${inArray(deal.status, [...soldStatuses])} then coalesce(${deal.amount_cny}, 0) end`;

/** A page of deals, and what is sold of all that is found comes to, in CNY by each deal's own rate; of more than is counted it is not summed. */
export async function dealPage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, query, user } = call;
  checkNarrow(query.where, isFiltered(query), deal);
  const where = sql.join([dealRows(call, query), ...whereRows(query.where, deal)], sql` and `);
  const order = dealOrder(query.sort);
  const from = sql`from ${deal} where ${where}`;
  const paged = { table: deal, id: deal.id, order };
  // All of everybody's are counted out of their index alone: they are many where there are many.
  const isAll = user.scope("deal") === "all" && !isFiltered(query) && !query.where;
  const all = isAll ? await cappedCount(db, from) : undefined;
  const { total, ids, summed, sum } = all?.total_capped
    ? { total: all, ids: undefined, summed: null, sum: null }
    : await gatheredPage(db, query, { ...paged, from, sum: soldAmount });
  const numbers = ids ? sql`${sql.param(ids)}::bigint[]` : sql`array(${pageIds(query, { ...paged, where }, total)})`;
  const rows = await selectDeals(call).where(sql`${deal.id} = any(${numbers})`).orderBy(order);
  const groups = await groupedBy(db, query, { table: deal, from, total });
  const list = await toActedRows(call, rows);
  return { ...pageOf(query, list, total), ...groups, summary: { count: summed, amount_cny: sum } };
}

/** How many wait for a review that the caller may give, for the dashboard. */
export const reviewingDeals = (caller: Caller): SQL =>
  countUpTo(listLimit, sql`from ${deal} where ${isNull(deal.deleted_at)} and ${mayReview(caller)}`);
