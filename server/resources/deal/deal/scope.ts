import { type SQL, sql } from "drizzle-orm";
import { agent } from "~/server/database/tables/agent/agent";
import { deal } from "~/server/database/tables/deal/deal";
import { holdersIn, inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";

/** The deals that a caller sees (A.1): of the sellers in their scope, and of the agents that these look after. */
export function visibleDeals(caller: Caller): SQL {
  const scope = caller.scope("deal");
  if (scope === "all") return sql`true`;
  if (scope === "none") return sql`false`;
  const holders = holdersIn(caller, "deal");
  return sql`(${deal.owner_id} = any(array(${holders}))
    or ${deal.agent_id} = any(array(select ${agent.id} from ${agent} where ${agent.manager_id} = any(array(${holders})))))`;
}

/** The deals that they may act on as a seller or a sellers' manager: of whom their scope holds. */
export const ownDeals = (caller: Caller): SQL => inScope(deal.owner_id, caller, "deal");

/** What a caller is shown of a deal beside its facts. */
export const seesBill = ({ permissions }: Caller): boolean => permissions.has("deal:billing:view");
export const seesCommission = ({ permissions }: Caller): boolean => permissions.has("deal:commission:view");
