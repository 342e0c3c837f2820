import { and, isNull, type SQL, sql } from "drizzle-orm";
import { agent } from "~/server/database/tables/agent/agent";
import { inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";

/** The numbers of the agents whom some people look after, as a query; `holders` is one, too. */
export const agentsOf = (holders: SQL): SQL =>
  sql`select ${agent.id} from ${agent} where ${agent.manager_id} = any(array(${holders}))`;

/** Agents that a caller sees: those whose channel manager is in their data scope (domain A.1). Deregistered ones stay; their history is read. */
export const visibleAgents = (caller: Caller): SQL =>
  sql`(${and(isNull(agent.deleted_at), inScope(agent.manager_id, caller, "agent"))})`;
