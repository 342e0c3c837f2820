import { and, isNull, type SQL, sql } from "drizzle-orm";
import { agent } from "~/server/database/tables/agent/agent";
import { inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { commentsOn, readersOf } from "~/server/resources/shared/comment/owner";

/** The numbers of the agents that some people manage, as a query; `holders` is a query, too. */
export const agentsOf = (holders: SQL): SQL =>
  sql`select ${agent.id} from ${agent} where ${agent.manager_id} = any(array(${holders}))`;

/** The agents that a caller sees: their channel manager is in the data scope (domain A.1). Deregistered ones stay, for their history. */
export const visibleAgents = (caller: Caller): SQL =>
  sql`(${and(isNull(agent.deleted_at), inScope(agent.manager_id, caller, "agent"))})`;

export const commentedAgents = commentsOn(agent, {
  module: "agent",
  readers: readersOf(agent, visibleAgents, "agent:agent:view"),
  shown: ({ id, name, agent_no }) => ({
    name,
    title: `代理【${agent_no}】`,
    link: `/agent/list?open=${id}&tab=comments&`,
  }),
});
