import { isNull, type SQL, sql } from "drizzle-orm";
import { isPlaceRank, type PlaceRank, type Rank, type Ranked, ranks } from "~/contract/dashboard/rank";
import { agent } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { tracking } from "~/server/database/tables/customer/customer";
import { deal } from "~/server/database/tables/deal/deal";
import { estate } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { inScope } from "~/server/identity/scope";
import { refuse, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { within } from "~/server/lib/list";
import { visibleInquiries } from "~/server/resources/inquiry/inquiry/change";
import {
  all,
  among,
  atEstatesIn,
  type CountedFigure,
  type Days,
  daysWithin,
  overDays,
  type People,
} from "~/server/resources/shared/figure";
import { ofSeenAgents } from "../agent/figures";
import { visibleClues } from "../clue/clue/scope";
import type { Viewer } from "../customer/customer/view";
import { ofThoseWhoLookFor } from "../customer/figures/figures";

/** What the places of agents and estates count: whose each row is, and when it was. */
const places = {
  agent_clues: { of: clue.agent_id, at: clue.created_at },
  agent_contracts: { of: clue.agent_id, at: clue.contracted_at },
  estate_inquiries: { of: inquiry.estate_id, at: inquiry.created_at },
} as const satisfies Record<PlaceRank, object>;

/** The rows by which agents or estates are ranked: leads of the agents that somebody sees, inquiries about an estate. */
export function placeFigure(type: PlaceRank, { caller }: Pick<Viewer, "caller">, people: People): CountedFigure {
  const { at } = places[type];
  if (type === "estate_inquiries") {
    const asked = all(
      ...[sql`${inquiry.estate_id} is not null and ${inquiry.status} <> 'invalid'`, visibleInquiries(caller)],
      ...[...among(inquiry.assignee_id, people), ...atEstatesIn(inquiry.estate_id, people)],
    );
    return overDays(inquiry, asked, at, sql`${at} desc, ${inquiry.id} desc`);
  }
  const brought = all(visibleClues(caller), ofSeenAgents(clue.agent_id, { caller }, people));
  return overDays(clue, brought, at, sql`${at} desc, ${clue.id} desc`);
}

/** What is ranked: each one's `id`, `value` and the moment of its `last` event. */
function rankedBy(type: Rank, caller: Caller, days: Days, people: People): SQL {
  if (isPlaceRank(type)) {
    const { of, at } = places[type];
    return sql`select ${of} as id, count(*)::float8 as value, max(${at}) as last from ${placeFigure(type, { caller }, people).from(days)} group by 1`;
  }
  const { from, to } = days;
  switch (type) {
    case "contract_amount": {
      const signed = all(
        ...[isNull(deal.deleted_at), daysWithin(deal.contracted_at, days)],
        ...[...peers(deal.owner_id, caller, "deal", people), ...atEstatesIn(deal.estate_id, people)],
      );
      return sql`select ${deal.owner_id} as id, sum(${deal.amount_cny})::float8 as value, max(${deal.contracted_at}) as last from ${deal}
        where ${signed} group by 1`;
    }
    case "tracking_valid": {
      const done = all(
        ...[sql`${tracking.is_valid} and ${tracking.deleted_at} is null`, ...within(tracking.tracked_at, from, to)],
        ...peers(tracking.user_id, caller, "customer", people),
        ...ofThoseWhoLookFor(tracking.customer_id, people),
      );
      return sql`select ${tracking.user_id} as id, count(*)::float8 as value, max(${tracking.tracked_at}) as last from ${tracking}
        where ${done} group by 1`;
    }
  }
}

/**
 * The people ranked together: a team, or the filtered ones. A caller who sees only themselves is ranked among all sellers, whose names
 * they do not get, and cannot single any of them out.
 */
const peers = (
  person: typeof deal.owner_id | typeof tracking.user_id,
  caller: Caller,
  resource: string,
  people: People,
): SQL[] =>
  caller.scope(resource) === "self"
    ? [sql`${person} is not null`]
    : [inScope(person, caller, resource), ...among(person, people)];

const named = { person: user, agent, estate };

interface RankedRow {
  [name: string]: unknown;
  place: number;
  /** The place behind the last. */
  behind: number;
  id: string;
  name: string;
  value: number;
  is_own: boolean;
}

/** The first of a ranking, as far as the caller holds the ranking's code. */
export async function rankOf({ db, user: caller }: SignedCall, type: Rank, days: Days, people: People, limit: number) {
  if (!caller.permissions.has(ranks[type].permission)) return refuse(40300);
  const { of } = ranks[type];
  const table = named[of];
  const isOwn = of === "person" ? sql`ranked.id = ${caller.id}` : sql`false`;
  const { rows } = await db.execute<RankedRow>(sql`
    select place::int, behind::int, ranked.id, ${table.name} as name, value, ${isOwn} as is_own from (
      select *, row_number() over (order by value desc, last, id) as place, count(*) over () + 1 as behind from (${rankedBy(type, caller, days, people)}) counted where value > 0
    ) ranked join ${table} on ${table.id} = ranked.id where place <= ${limit} or ${isOwn} order by place`);
  const isMasked = of === "person" && caller.scope(type === "contract_amount" ? "deal" : "customer") === "self";
  const list = rows.map(({ place, id, name, value, is_own }): Ranked => {
    const isShown = is_own || !isMasked;
    return { place, id: isShown ? Number(id) : null, name: isShown ? name : null, value, is_own };
  });
  const [first] = rows;
  // A caller with nothing yet comes after all others.
  if (isMasked && first && !rows.some(({ is_own }) => is_own))
    list.push({ place: first.behind, id: caller.id, name: caller.name, value: 0, is_own: true });
  return { type, list };
}
