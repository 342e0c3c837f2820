import { eq } from "drizzle-orm";
import { errors } from "~/contract/errors";
import { agent } from "~/server/database/tables/agent/agent";
import { batchRow } from "~/server/database/tables/system/system";
import { holds } from "~/server/identity/scope";
import { type Batch, linesOf, type Part, type Undone } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { managesAgents } from "./checks";
import { agents } from "./entity";

/** Gives agents back to the managers that a bulk act took them from, as far as nobody has changed them since. */
export async function undoAgents(call: SignedCall, batch: Batch, _now: Date, part?: Part): Promise<Undone> {
  const { db, user } = call;
  const lines = await db
    .select({ id: batchRow.row_id, version_after: batchRow.version_after, before: batchRow.before })
    .from(batchRow)
    .where(linesOf(batch, part))
    .orderBy(batchRow.row_id);
  const undone: Undone = { success: [], failed: [] };
  for (const { id, version_after, before } of lines) {
    const fail = (code: number, message: string) => undone.failed.push({ id, code, message });
    const manager_id = Number(before.manager_id);
    const [row] = await db.select().from(agent).where(eq(agent.id, id)).for("update");
    if (!row || row.deleted_at !== null) fail(40400, errors[40400].message);
    else if (row.version !== version_after) fail(40901, "之后已被修改");
    // The caller may no longer see an agent that they gave away: its former manager counts.
    else if (!(await holds(db, user, "agent", manager_id))) fail(40301, errors[40301].message);
    else if (!(await managesAgents(call, manager_id))) fail(40902, "原渠道经理已停用");
    else {
      await agents.edit(call, row, { manager_id }, { action: "assign", verb: "撤销分配" });
      undone.success.push(id);
    }
  }
  return undone;
}
