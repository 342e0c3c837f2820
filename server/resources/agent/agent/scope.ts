import { and, isNull, type SQL, sql } from "drizzle-orm";
import { agent } from "~/server/database/tables/agent/agent";
import { inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";

/** Agents that a caller sees: those whose channel manager is in their data scope (A.1). Deregistered ones stay; their history is read. */
export const visibleAgents = (caller: Caller): SQL =>
  sql`(${and(isNull(agent.deleted_at), inScope(agent.manager_id, caller, "agent"))})`;
