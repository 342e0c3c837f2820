import { and, eq, isNull } from "drizzle-orm";
import { agent } from "~/server/database/tables/agent/agent";
import { type CommentOwner, readersOf } from "~/server/resources/shared/comment/owner";
import { visibleAgents } from "./scope";

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
  readers: readersOf(agent, agent.id, visibleAgents, "agent:agent:view"),
};
