import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { agent, agentLoginLog } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { within } from "~/server/lib/list";
import type { Viewer } from "~/server/resources/customer/customer/view";
import { all, among, type Figure, overRows, type People } from "~/server/resources/shared/figure";
import { visibleAgents } from "./agent/scope";

/** The agents that a user sees, by channel manager and by the agents' own country. */
export const seenAgents = ({ caller }: Pick<Viewer, "caller">, people: People): SQL =>
  all(
    visibleAgents(caller),
    ...among(agent.manager_id, people),
    ...(people.country ? [sql`${agent.country_code} = ${people.country}`] : []),
  );

export const ofSeenAgents = (agentId: AnyColumn, viewer: Pick<Viewer, "caller">, people: People): SQL =>
  sql`${agentId} in (select ${agent.id} from ${agent} where ${seenAgents(viewer, people)})`;

export function agentFigure(viewer: Viewer, people: People): Figure {
  const seen = seenAgents(viewer, people);
  return overRows(
    agent,
    ({ from, to }) => {
      const signedIn = all(sql`${agentLoginLog.result} = 'success'`, ...within(agentLoginLog.at, from, to));
      const reported = all(...within(clue.created_at, from, to));
      // Few agents, many leads and sign-ins: one look-up per agent.
      return all(
        seen,
        sql`(exists (select 1 from ${clue} where ${clue.agent_id} = ${agent.id} and ${reported})
          or exists (select 1 from ${agentLoginLog} where ${agentLoginLog.agent_id} = ${agent.id} and ${signedIn}))`,
      );
    },
    sql`${agent.id} desc`,
  );
}
