import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { agent } from "~/server/database/tables/agent/agent";
import type { CommentOwner } from "~/server/resources/shared/comment/owner";
import { visibleAgents } from "./scope";

/** How agents are commented on: by whoever sees them. */
export const commentedAgents: CommentOwner = {
  module: "agent",
  async find(db, id, isHeld) {
    const { name, agent_no } = agent;
    const select = db
      .select({ name, agent_no })
      .from(agent)
      .where(and(eq(agent.id, id), isNull(agent.deleted_at)));
    const [row] = await (isHeld ? select.for("share") : select);
    return (
      row && {
        name: row.name,
        title: `代理【${row.agent_no}】`,
        link: `/agent/list?open=${id}&tab=comments&`,
        isClosed: false,
      }
    );
  },
  async readers(db, id, people) {
    const readers = people.filter(({ permissions }) => permissions.has("agent:agent:view"));
    if (readers.length === 0) return new Set();
    // The one rule of who sees an agent, asked for each of them at once.
    const may: SQL[] = readers.map((person) => sql`coalesce(${visibleAgents(person)}, false)`);
    const [row] = await db
      .select({ may: sql<boolean[]>`array[${sql.join(may, sql`, `)}]` })
      .from(agent)
      .where(eq(agent.id, id));
    return new Set(readers.flatMap((person, index) => (row?.may[index] ? [person.id] : [])));
  },
};
