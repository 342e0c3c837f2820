import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { deal } from "~/server/database/tables/deal/deal";
import { holdersIn, inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { agentsOf } from "~/server/resources/agent/agent/scope";

/** The two ways to what a caller sees of deals who does not see all (domain A.1), by the columns that name seller and agent: of the sellers in their scope, and of the agents that these look after. */
export function seenWays(caller: Caller, seller: AnyColumn, broker: AnyColumn) {
  const holders = holdersIn(caller, "deal");
  return {
    held: sql`${seller} = any(array(${holders}))`,
    brought: sql`${broker} = any(array(${agentsOf(holders)}))`,
  };
}

/** The deals that a caller sees. */
export function visibleDeals(caller: Caller): SQL {
  const scope = caller.scope("deal");
  if (scope === "all") return sql`true`;
  if (scope === "none") return sql`false`;
  const { held, brought } = seenWays(caller, deal.owner_id, deal.agent_id);
  return sql`(${held} or ${brought})`;
}

/** The deals that they may act on as a seller or a sellers' manager: of whom their scope holds. */
export const ownDeals = (caller: Caller): SQL => inScope(deal.owner_id, caller, "deal");

/** What a caller is shown of a deal beside its facts. */
export const seesBill = ({ permissions }: Caller): boolean => permissions.has("deal:billing:view");
export const seesCommission = ({ permissions }: Caller): boolean => permissions.has("deal:commission:view");
