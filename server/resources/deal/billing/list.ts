import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import type { billing as contract } from "~/contract/deal/billing";
import { type BillingStatus, billingStatuses } from "~/contract/deal/deal-kinds";
import type { Reply } from "~/contract/endpoint";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { fewInScope } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { countUpTo, dayOf, likeText, listOf, orderOf, present } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { seenWays, visibleDeals } from "../deal/scope";
import { selectLines, shownLines, toLines, visibleLines } from "./view";

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

/** Lines of the caller's deals of such a number or buyer, and those of such a number; each side is found by its own index. */
function matches(keyword: string, caller: Caller): SQL {
  const named = containsText(deal.buyer_name, keyword);
  const isNumber = /^[A-Za-z0-9]+$/.test(keyword);
  const prefix = `${likeText(keyword.toUpperCase())}%`;
  const about = isNumber ? sql`(${named} or ${deal.deal_no} like ${prefix})` : named;
  const deals = sql`select ${deal.id} from ${deal} where ${about} and ${visibleDeals(caller)}`;
  if (!isNumber) return sql`${billing.deal_id} in (${deals})`;
  const ofDeals = sql`select own.id from billing own where own.deal_id in (${deals})`;
  const ofNumber = sql`select own.id from billing own where own.billing_no like ${prefix}`;
  return sql`${billing.id} in (${ofDeals} union all ${ofNumber})`;
}

/** In every state, said so that the index of whose lines they are is asked for days as well, which lie in it state by state. */
const inAnyState = inArray(billing.status, Object.keys(billingStatuses) as BillingStatus[]);

/** By what lines are found: whose their deals are, in the indexes that know it; none finds what one before it has found. */
function ways({ owner_id, agent_id, deal_id, estate_id, keyword }: Query, caller: Caller): SQL[] {
  // Each finds few by itself.
  if (deal_id || estate_id || keyword) return [];
  if (owner_id) return [eq(billing.deal_owner_id, owner_id)];
  if (agent_id) return [eq(billing.deal_agent_id, agent_id)];
  if (caller.scope("deal") === "all") return [];
  const { held, brought } = seenWays(caller, billing.deal_owner_id, billing.deal_agent_id);
  return [held, sql`${brought} and (${held}) is not true`];
}

/** A page of lines across deals. */
export async function billingPage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, query, user, services } = call;
  const { estate_id, owner_id, agent_id } = query;
  const today = dayOf(services.now());
  const late = sql`(${billing.status} = 'pending' and ${billing.due_at} < ${today})`;
  const asked = [
    ...(owner_id ? [eq(billing.deal_owner_id, owner_id)] : []),
    ...(agent_id ? [eq(billing.deal_agent_id, agent_id)] : []),
    ...(estate_id
      ? [
          sql`${billing.deal_id} in (select ${deal.id} from ${deal} where ${deal.estate_id} = ${estate_id} and ${deal.deleted_at} is null)`,
        ]
      : []),
    ...(query.keyword ? [matches(query.keyword, user)] : []),
    ...(query.overdue === undefined ? [] : [query.overdue ? late : sql`not ${late}`]),
    ...(query.type?.length ? [inArray(billing.type, query.type)] : []),
    ...(query.status?.length ? [inArray(billing.status, query.status)] : []),
    ...(query.direction?.length ? [inArray(billing.direction, query.direction)] : []),
    ...(query.deal_id ? [eq(billing.deal_id, query.deal_id)] : []),
    ...dayWithin(sql`${billing.due_at}`, query.due_from, query.due_to),
    ...dayWithin(sql`${billing.paid_at}`, query.paid_from, query.paid_to),
  ];
  const all = sql.join([visibleLines(user), ...asked], sql` and `);
  const parts = ways(query, user).map((way) => sql`select ${billing}.* from ${billing} where ${way} and ${inAnyState}`);
  const isOfScope = parts.length > 0 && !owner_id && !agent_id;
  const isOfMany = isOfScope && (await fewInScope(db, user, "deal")) === undefined;
  const isOfSome = user.scope("deal") !== "all" || [owner_id, agent_id, estate_id].some((one) => one !== undefined);
  const page = await listOf(db, query, {
    select: selectLines(call).$dynamic(),
    from: billing,
    page: {
      ...{ table: billing, id: billing.id },
      ...(parts.length ? { found: sql`(${sql.join(parts, sql` union all `)}) as ${billing}`, walked: all } : {}),
      // Whose all are old has none among the newest: a large team's alone are met soon on a walk. And what was paid of late was due of late.
      isFar: (isOfSome && !isOfMany) || (query.paid_from !== undefined && query.sort === "due_at"),
    },
    where: isOfScope ? sql.join([shownLines(user), ...asked], sql` and `) : all,
    order: orderOf(columns, query.sort, billing.id),
  });
  return { ...page, list: await toLines(call, page.list) };
}

/** How many payments wait for finance, for the dashboard. */
export const paidLinesOf = (caller: Caller): SQL =>
  countUpTo(listLimit, sql`from ${billing} where ${visibleLines(caller)} and ${billing.status} = 'paid'`);
