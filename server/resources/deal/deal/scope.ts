import { type SQL, sql } from "drizzle-orm";
import { deal } from "~/server/database/tables/deal/deal";
import { holdersIn, inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { agentsOf } from "~/server/resources/agent/agent/scope";

/** The deals of the sellers in the caller's scope, and of the agents that these users manage (domain A.1). */
export function visibleDeals(caller: Caller): SQL {
  const scope = caller.scope("deal");
  if (scope === "all") return sql`true`;
  if (scope === "none") return sql`false`;
  const holders = holdersIn(caller, "deal");
  return sql`(${deal.owner_id} = any(array(${holders})) or ${deal.agent_id} = any(array(${agentsOf(holders)})))`;
}

/** The deals that the caller may act on as a seller or a sellers' manager: their owner is in the caller's scope. */
export const ownDeals = (caller: Caller): SQL => inScope(deal.owner_id, caller, "deal");

export const seesBill = ({ permissions }: Caller): boolean => permissions.has("deal:billing:view");
export const seesCommission = ({ permissions }: Caller): boolean => permissions.has("deal:commission:view");
