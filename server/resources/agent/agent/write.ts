import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { AgentCreate, AgentUpdate } from "~/contract/agent/agent";
import { agentStatuses } from "~/contract/agent/agent-kinds";
import { errors } from "~/contract/errors";
import type { Db } from "~/server/database/database";
import { agent, agentAccount, agentUnregister } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { batchRow } from "~/server/database/tables/system/system";
import { firstPassword } from "~/server/identity/password-rule";
import { holds } from "~/server/identity/scope";
import { type Batch, type Done, linesOf, type Part, type Undone } from "~/server/lib/batch";
import { type OwnTransactionCall, Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { changedBy, checkVersion } from "~/server/lib/entity";
import { dayOf } from "~/server/lib/list";
import { nextNumber } from "~/server/resources/shared/numbers";
import { insertAccount } from "../account/write";
import { checkedAgent, lockAgents, managesAgents } from "./checks";
import { agentAfter, agents, lockSeen } from "./view";

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

/** Makes an agent with its main account, whose first password is in this answer alone. */
export async function createAgent(call: OwnTransactionCall, body: z.output<typeof AgentCreate>) {
  const { main_name, main_phone_cc, main_phone, main_email, ...facts } = body;
  const { initial_password, hash } = await firstPassword(call.services);
  return call.transaction(async (db) => {
    const inside = { ...call, db };
    await lockAgents(inside);
    const values = await checkedAgent(inside, facts);
    const agent_no = await nextNumber(db, "DL", call.services.now());
    const made = await agents.create(inside, { ...values, agent_no });
    const account = await insertAccount(
      inside,
      made,
      {
        name: main_name,
        login_phone_cc: main_phone_cc,
        login_phone: main_phone,
        email: main_email,
        role: "main",
        can_report: true,
        can_view_all: true,
      },
      { hash, phoneField: "main_phone" },
    );
    return { id: made.id, agent_no, account_id: account.id, initial_password };
  });
}

/** Changes an agent that was read at that version; one that had come to its end works on where the end is put off. */
export async function changeAgent(call: SignedCall, id: number, { version, ...body }: z.output<typeof AgentUpdate>) {
  await lockAgents(call);
  const row = await lockSeen(call, id);
  await checkVersion(row, version, () => agentAfter(call, id));
  if (row.status === "deregistered") return refuse(40902);
  const values = await checkedAgent(call, body, row);
  const isExtended = row.status === "expired" && values.cooperation_to >= dayOf(call.services.now());
  const changed = await agents.edit(call, row, {
    ...values,
    ...(values.cooperation_to === row.cooperation_to ? {} : { warned_at: null }),
  });
  if (isExtended)
    await agents.change(
      call,
      changed,
      { status: "active" },
      { verb: "恢复合作：", changes: [statusChange("expired", "active")] },
    );
}

const statusChange = (before: keyof typeof agentStatuses, after: keyof typeof agentStatuses) => ({
  field: "status",
  label: "状态",
  before: agentStatuses[before],
  after: agentStatuses[after],
});

export async function enableAgent(call: SignedCall, id: number): Promise<void> {
  const row = await lockSeen(call, id);
  if (row.status !== "disabled") return refuse(40902);
  const changes = [statusChange("disabled", "active")];
  await agents.change(call, row, { status: "active", status_reason: null }, { verb: "启用", changes });
}

/** Takes an agent out of use: its people are signed out at the portal; leads that are open go on (domain C.3). */
export async function disableAgent(call: SignedCall, id: number, { reason }: { reason: string }): Promise<void> {
  const row = await lockSeen(call, id);
  if (row.status !== "active") return refuse(40902);
  const changes = [statusChange("active", "disabled")];
  await agents.change(call, row, { status: "disabled", status_reason: reason }, { verb: "停用", changes, reason });
  await endAgentSessions(call, id);
}

/** Sessions of all its accounts at the portal have ended at this moment (docs/decisions/1800-agents.md). */
const endAgentSessions = ({ db, services }: SignedCall, agentId: number) =>
  db
    .update(agentAccount)
    .set({ sessions_ended_at: isoInstant(services.now()) })
    .where(and(eq(agentAccount.agent_id, agentId), isNull(agentAccount.deleted_at)));

export async function moveAgent(call: SignedCall, id: number, managerId: number): Promise<Done> {
  const row = await lockSeen(call, id);
  if (row.status === "deregistered") return refuse(40902);
  if (!(await managesAgents(call, managerId)))
    return refuseFields([{ field: "manager_id", label: "渠道经理", message: "该员工不能负责代理" }]);
  if (row.manager_id === managerId) throw new Refusal(42200, "已由该渠道经理负责");
  const changed = await agents.edit(call, row, { manager_id: managerId }, { action: "assign", verb: "分配" });
  return { before: { manager_id: row.manager_id }, version_after: changed.version };
}

export async function removeAgent(call: SignedCall, id: number): Promise<void> {
  const { db } = call;
  const row = await lockSeen(call, id);
  if (row.status === "deregistering") return refuse(40902);
  const clues = await db.$count(clue, eq(clue.agent_id, id));
  const customers = await db.$count(customer, eq(customer.agent_id, id));
  const requests = await db.$count(agentUnregister, eq(agentUnregister.agent_id, id));
  if (clues + customers + requests > 0)
    return refuse(40904, { n: `报备${clues}、客户${customers}、注销申请${requests}` });
  const deleted_at = isoInstant(call.services.now());
  await db
    .update(agentAccount)
    .set({ deleted_at, sessions_ended_at: deleted_at, ...changedBy(call) })
    .where(and(eq(agentAccount.agent_id, id), isNull(agentAccount.deleted_at)));
  await agents.remove(call, row);
}

/** Agents that somebody looks after, deregistered ones too: their history needs a manager as well. */
const managedBy = (userId: number) => and(eq(agent.manager_id, userId), isNull(agent.deleted_at));

/** Agents that somebody looks after: each has a manager, so that they are never left with nobody. */
export const agentHandover = {
  resource: "agent",
  label: "代理",
  count: (db: Db, userId: number): Promise<number> => db.$count(agent, managedBy(userId)),
  needs: { code: "agent:agent:edit", wrong: "该员工不能负责代理" } as const,

  async move(call: SignedCall, from: { id: number }, to: { id: number } | null): Promise<number> {
    const held = await call.db.select().from(agent).where(managedBy(from.id)).orderBy(agent.id).for("update");
    if (held.length > 0 && !to)
      return refuseFields([{ field: "to", label: "交接方式", message: `名下有${held.length}个代理，请交给同事` }]);
    for (const row of held)
      if (to) await agents.edit(call, row, { manager_id: to.id }, { action: "assign", verb: "离职交接" });
    return held.length;
  },
};
