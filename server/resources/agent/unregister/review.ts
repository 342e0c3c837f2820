import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { AgentStatus, AgentUnregisterChecks } from "~/contract/agent/agent-kinds";
import { agent, agentAccount, agentUnregister } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { audit } from "~/server/lib/audit";
import { found, refuse, refuseFields, type SignedCall, setRow, setRows } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import { changedBy } from "~/server/lib/entity";
import { dayOf } from "~/server/lib/list";
import { type Agent, lockAgent, touched } from "./file";
import { openAgentBusiness } from "./open-business";
import { checkSight, isSuper } from "./request-list";
import { tell, unregisterLink } from "./tell";

type Request = typeof agentUnregister.$inferSelect;

interface Pending {
  request: Request;
  about: Agent;
}

/** Lets an agent or an account go at once; not while there is open business, unless a super_admin says why. */
export async function approveUnregister(
  call: SignedCall,
  id: number,
  { reason, force }: { reason: string | null; force: boolean },
): Promise<void> {
  const pending = await lockPending(call, id);
  if (force && !isSuper(call.user)) return refuse(40300);
  const open = await openAgentBusiness(call.db, pending.request);
  const isFree = Object.values(open).every((count) => count === 0);
  if (!isFree && !force) return refuse(40920, { a: open.clues, b: open.statements, c: open.deals }, { checks: open });
  if (!isFree && reason === null) return refuseFields([{ field: "reason", label: "说明", message: "请输入说明" }]);
  if (pending.request.account_id === null) await letAgentGo(call, pending);
  else await letAccountsGo(call, eq(agentAccount.id, pending.request.account_id));
  await decide(call, pending, { status: "completed", verb: "通过", reason }, open);
}

export const rejectUnregister = (call: SignedCall, id: number, { reason }: { reason: string }): Promise<void> =>
  keep(call, id, { status: "rejected", verb: "驳回", reason });

export const cancelUnregister = (call: SignedCall, id: number, { reason }: { reason: string }): Promise<void> =>
  keep(call, id, { status: "cancelled", verb: "撤回", reason });

interface Decision {
  status: "completed" | "rejected" | "cancelled";
  verb: string;
  reason: string | null;
}

async function keep(call: SignedCall, id: number, decision: Decision): Promise<void> {
  const pending = await lockPending(call, id);
  const { request, about } = pending;
  if (request.account_id === null)
    await setRow(call.db, agent, about.id, {
      status: statusBack(call, about),
      status_before: null,
      version: about.version + 1,
      ...changedBy(call),
    });
  await decide(call, pending, decision, await openAgentBusiness(call.db, request));
}

/** As it was before; a cooperation that has ended meanwhile is over. */
function statusBack({ services }: SignedCall, { status_before, cooperation_to }: Agent): AgentStatus {
  const status = status_before ?? "active";
  return status === "active" && cooperation_to < dayOf(services.now()) ? "expired" : status;
}

/** A request that waits, and its agent, locked until the commit, the agent first; 40902 when it no longer does. */
async function lockPending(call: SignedCall, id: number): Promise<Pending> {
  const { db } = call;
  const isIt = eq(agentUnregister.id, id);
  const [known] = await db.select({ agent_id: agentUnregister.agent_id }).from(agentUnregister).where(isIt);
  const about = await lockAgent(call, found(known).agent_id);
  await checkSight(call, about.manager_id);
  const [row] = await db.select().from(agentUnregister).where(isIt).for("update");
  const request = found(row);
  return request.status === "pending" ? { request, about } : refuse(40902);
}

async function letAgentGo(call: SignedCall, { request, about }: Pending): Promise<void> {
  const { db, user, services } = call;
  const at = isoInstant(services.now());
  await setRow(db, agent, about.id, {
    ...{ status: "deregistered", status_before: null, deregistered_at: at, version: about.version + 1 },
    ...changedBy(call),
  });
  await letAccountsGo(call, eq(agentAccount.agent_id, about.id));
  const { agent_id, status, id, version } = agentUnregister;
  await setRows(db, agentUnregister, and(eq(agent_id, about.id), eq(status, "pending"), ne(id, request.id)), {
    ...{ status: "completed", reviewer_id: user.id, reviewed_at: at, completed_at: at },
    ...{ override_reason: `随${request.request_no}一并注销`, version: sql`${version} + 1`, ...changedBy(call) },
  });
}

/** Their sessions at the portal end with them. */
async function letAccountsGo(call: SignedCall, which: SQL): Promise<void> {
  const at = isoInstant(call.services.now());
  await call.db
    .update(agentAccount)
    .set({
      ...{ status: "deregistered", deregistered_at: at, sessions_ended_at: at },
      ...{ version: sql`${agentAccount.version} + 1`, ...changedBy(call) },
    })
    .where(and(which, isNull(agentAccount.deleted_at), ne(agentAccount.status, "deregistered")));
}

async function decide(
  call: SignedCall,
  { request, about }: Pending,
  { status, verb, reason }: Decision,
  checks: AgentUnregisterChecks,
): Promise<void> {
  const { db, user, services } = call;
  const now = services.now();
  const at = isoInstant(now);
  const isDone = status === "completed";
  await setRow(db, agentUnregister, request.id, {
    ...{ status, checks, ...(isDone ? { override_reason: reason, completed_at: at } : { reject_reason: reason }) },
    ...{ reviewer_id: user.id, reviewed_at: at, version: request.version + 1, ...changedBy(call) },
  });
  await audit(call, {
    module: "agent",
    action: "audit",
    target: { type: "agent_unregister", id: request.id, name: request.request_no },
    touches: touched(about.id, request.account_id),
    summary: `${verb}代理注销${request.request_no}（${about.agent_no} ${about.name}）`,
    reason,
  });
  await emit(db, now, "agent.unregister", {
    ...{ request_no: request.request_no, agent_no: about.agent_no, agent: about.name, result: `已${verb}` },
    link: unregisterLink(request, "done").link,
  });
  await tell({ db, now, by: user.id }, [about.manager_id, request.created_by], {
    title: `代理注销已${verb}：${request.request_no}`,
    content: `代理【${about.name}】${about.agent_no}的注销申请已${verb}${reason ? `，说明：${reason}` : ""}`,
    ...unregisterLink(request, "done"),
  });
}
