import { and, desc, eq, sql } from "drizzle-orm";
import { type AgentHit, hitLimit } from "~/contract/search/search";
import { agent } from "~/server/database/tables/agent/agent";
import { user } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { matchesAgent } from "./list";
import { visibleAgents } from "./scope";

/** A few of the agents that the caller sees: what is called exactly so before the rest. */
export async function searchAgents({ db, user: caller }: SignedCall, keyword: string): Promise<AgentHit[]> {
  if (!caller.permissions.has("agent:agent:view")) return [];
  const isExact = sql`(${agent.name} = ${keyword} or ${agent.agent_no} = ${keyword.toUpperCase()})`;
  const rows = await db
    .select({ agent, manager: user.name })
    .from(agent)
    .innerJoin(user, eq(user.id, agent.manager_id))
    .where(and(visibleAgents(caller), matchesAgent(keyword, caller)))
    .orderBy(desc(isExact), desc(agent.created_at), desc(agent.id))
    .limit(hitLimit);
  return rows.map(({ agent: { id, agent_no, name, contact_name, level, status, manager_id }, manager }) => ({
    ...{ id, agent_no, name, contact_name, level, status },
    manager: { id: manager_id, name: manager },
  }));
}
