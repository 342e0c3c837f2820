import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit, tabLimit } from "~/contract/common";
import type { BillSum, billing as contract } from "~/contract/deal/billing";
import type { Reply } from "~/contract/endpoint";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { refuse, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { countUpTo, dayOf, likeText, listOf, orderOf, present, queueOrder } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { whereRows } from "~/server/lib/where";
import { ofDeal, selectLines, toLines, visibleLines } from "./view";

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

/** Lines of such a number, and those of deals of such a number or buyer: each found by itself, or, on a walk, asked of each line. */
function matches(keyword: string, isWalked: boolean): SQL {
  const isNumber = /^[A-Za-z0-9]+$/.test(keyword);
  const prefix = `${likeText(keyword.toUpperCase())}%`;
  const named = containsText(deal.buyer_name, keyword);
  if (!isNumber) return named;
  const about = sql`(${named} or ${deal.deal_no} like ${prefix})`;
  const numbered = sql`${billing.billing_no} like ${prefix}`;
  return isWalked
    ? sql`(${about} or ${numbered})`
    : sql`${billing.id} in (select ${billing.id} from ${billing} where ${numbered}
        union select ${billing.id} from ${billing} ${ofDeal} where ${about})`;
}

const isLate = (now: Date): SQL => sql`(${billing.status} = 'pending' and ${billing.due_at} < ${dayOf(now)})`;

function lineRows(call: SignedCall, query: Query, isWalked = false): SQL {
  const { user } = call;
  const { estate_id, owner_id, agent_id } = query;
  const late = isLate(call.services.now());
  const conditions = [
    visibleLines(user),
    ...(owner_id ? [eq(deal.owner_id, owner_id)] : []),
    ...(agent_id ? [eq(deal.agent_id, agent_id)] : []),
    ...(estate_id ? [eq(deal.estate_id, estate_id)] : []),
    ...(query.keyword ? [matches(query.keyword, isWalked)] : []),
    ...(query.overdue === undefined ? [] : [query.overdue ? late : sql`not ${late}`]),
    ...(query.type?.length ? [inArray(billing.type, query.type)] : []),
    ...(query.status?.length ? [inArray(billing.status, query.status)] : []),
    ...(query.direction?.length ? [inArray(billing.direction, query.direction)] : []),
    ...(query.deal_id ? [eq(billing.deal_id, query.deal_id)] : []),
    ...dayWithin(sql`${billing.due_at}`, query.due_from, query.due_to),
    ...dayWithin(sql`${billing.paid_at}`, query.paid_from, query.paid_to),
  ];
  return sql.join(conditions, sql` and `);
}

const byDueDay = orderOf(columns, "due_at", billing.id);

/** What is late before what waits, and that before what is done. */
function asQueue(now: Date): SQL {
  const waits = sql`(${billing.status} in ('pending', 'paid'))`;
  return sql`${isLate(now)} desc, ${queueOrder(waits, billing.due_at, billing.id)}`;
}

export async function billingPage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, query } = call;
  const where = lineRows(call, query);
  const { sort } = query;
  const isQueue = sort === "due" || sort === "-due";
  const walk = { where: lineRows(call, query, true), ...(isQueue ? { order: byDueDay } : {}) };
  const page = await listOf(db, query, {
    ...{ select: selectLines(call).$dynamic(), from: billing, joins: ofDeal, where, walk },
    order: isQueue ? asQueue(call.services.now()) : orderOf(columns, sort, billing.id),
  });
  const found = and(where, ...whereRows(query.where, billing)) ?? where;
  const sums = page.total_capped ? null : await sumsOf(call, found);
  return { ...page, list: await toLines(call, page.list), sums, counts: await waitingOf(call) };
}

async function sumsOf(call: SignedCall, where: SQL): Promise<BillSum[]> {
  const sum = (of: SQL) => sql`coalesce(sum(${billing.amount}) filter (where ${of}), 0)::numeric(20, 2)::text`;
  const { rows } = await call.db.execute<BillSum>(sql`
    select ${billing.direction} as direction, ${billing.currency} as currency,
      ${sum(sql`true`)} as amount, ${sum(isLate(call.services.now()))} as late
    from ${billing} ${ofDeal} where ${where} and ${billing.status} <> 'void' group by 1, 2
    order by 1, count(*) desc, 2`);
  return rows;
}

async function waitingOf({ db, user }: SignedCall): Promise<{ pending: number; paid: number }> {
  const count = (status: string) =>
    countUpTo(tabLimit, sql`from ${billing} ${ofDeal} where ${visibleLines(user)} and ${billing.status} = ${status}`);
  const { rows } = await db.execute<{ pending: number; paid: number }>(
    sql`select ${count("pending")} as pending, ${count("paid")} as paid`,
  );
  return rows[0] ?? refuse(50000);
}

const countOf = (caller: Caller, which: SQL): SQL =>
  countUpTo(listLimit, sql`from ${billing} ${ofDeal} where ${visibleLines(caller)} and ${which}`);

export const paidLinesOf = (caller: Caller): SQL => countOf(caller, sql`${billing.status} = 'paid'`);
export const lateLinesOf = (caller: Caller, now: Date): SQL => countOf(caller, isLate(now));
