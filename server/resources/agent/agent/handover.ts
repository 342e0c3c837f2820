import type { Db } from "~/server/database/database";
import { agent } from "~/server/database/tables/agent/agent";
import type { SignedCall } from "~/server/lib/call";
import { refuseFields } from "~/server/lib/refusal";
import { managesAgents } from "./checks";
import { agents } from "./entity";
import { managedBy } from "./write";

const countOf = (db: Db, userId: number): Promise<number> => db.$count(agent, managedBy(userId));

/** Agents that somebody looks after: each has a manager, so that they are never left with nobody. */
export const agentHandover = {
  resource: "agent",
  label: "代理",
  count: countOf,

  async check(call: SignedCall, from: { id: number }, to: { id: number }): Promise<void> {
    if ((await countOf(call.db, from.id)) === 0) return;
    if (!(await managesAgents(call, to.id)))
      return refuseFields([{ field: "target_user_id", label: "接手人", message: "该员工不能负责代理" }]);
  },

  async move(call: SignedCall, from: { id: number }, to: { id: number } | null): Promise<number> {
    const held = await call.db.select().from(agent).where(managedBy(from.id)).orderBy(agent.id).for("update");
    if (held.length > 0 && !to)
      return refuseFields([{ field: "to", label: "交接方式", message: `名下有${held.length}个代理，请交给同事` }]);
    for (const row of held)
      if (to) await agents.edit(call, row, { manager_id: to.id }, { action: "assign", verb: "离职交接" });
    return held.length;
  },
};
