import { eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import type { deal as contract } from "~/contract/deal/deal";
import { soldStatuses } from "~/contract/deal/deal-kinds";
import type { Reply } from "~/contract/endpoint";
import { DealHit, hitLimit } from "~/contract/search/search";
import { deal } from "~/server/database/tables/deal/deal";
import { refuse, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { countUpTo, firstHits, likeText, listOf, orderOf, present } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { whereRows } from "~/server/lib/where";
import { dayWithin } from "../billing/list";
import { ownDeals, seesBill, seesCommission, visibleDeals } from "./record";
import { selectDeals, toActedRows } from "./view";

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort" | "where" | "group">;

const columns = { ...deal, created_at: present(deal.created_at), deal_no: present(deal.deal_no) };
export const dealOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, deal.id);

function matchesDeal(keyword: string): SQL {
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

/** A page of deals, and what is sold of all that is found comes to, in CNY by each deal's own rate; of more than is counted it is not summed. */
export async function dealPage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, query } = call;
  const where = sql.join([dealRows(call, query), ...whereRows(query.where, deal)], sql` and `);
  const page = await listOf(db, query, {
    ...{ select: selectDeals(call).$dynamic(), from: deal, where, isApplied: true, order: dealOrder(query.sort) },
  });
  const summary = page.total_capped ? { count: null, amount_cny: null } : await soldOf(db, where);
  return { ...page, list: await toActedRows(call, page.list), summary };
}

async function soldOf(db: SignedCall["db"], where: SQL) {
  const { rows } = await db.execute<{ count: number; amount_cny: string }>(sql`
    select count(*)::int as count, coalesce(sum(${deal.amount_cny}), 0)::numeric(20, 2)::text as amount_cny
    from ${deal} where ${where} and ${inArray(deal.status, [...soldStatuses])}`);
  return rows[0] ?? refuse(50000);
}

export const reviewingDeals = (caller: Caller): SQL =>
  countUpTo(listLimit, sql`from ${deal} where ${isNull(deal.deleted_at)} and ${mayReview(caller)}`);

export async function searchDeals(call: SignedCall, keyword: string): Promise<DealHit[]> {
  const { db, user: caller } = call;
  if (!caller.permissions.has("deal:deal:view")) return [];
  const where = sql`${isNull(deal.deleted_at)} and ${visibleDeals(caller)} and ${matchesDeal(keyword)}`;
  const order = sql`(${deal.buyer_name} = ${keyword} or ${deal.deal_no} = ${keyword.toUpperCase()}) desc,
    ${deal.created_at} desc, ${deal.id} desc`;
  const ids = await firstHits(db, { table: deal, where, order, age: deal.created_at });
  const rows = await selectDeals(call)
    .where(sql`${deal.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(order)
    .limit(hitLimit);
  return rows.map(({ deal: row, estate }) =>
    rowOf(DealHit, row, {
      estate: estate.name,
      unit: [row.building, row.unit_no].filter(Boolean).join(" "),
    }),
  );
}
