import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import {
  type AgentUnregisterCheck,
  AgentUnregisterRow,
  agentUnregisterChecks,
  type agentUnregister as contract,
} from "~/contract/agent/agent-unregister";
import { agent, agentAccount, agentUnregister } from "~/server/database/tables/agent/agent";
import { user } from "~/server/database/tables/system/system";
import { holds } from "~/server/identity/scope";
import { found, refuse, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { likeText, orderOf, queueSort, within } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { visibleAgents } from "../agent/scope";
import { agentBusinessOf } from "./open-business";

type Query = z.output<typeof contract.list.query>;
type Looking = Pick<SignedCall, "db" | "user">;

const manager = alias(user, "manager");
const reviewer = alias(user, "reviewer");

export const selectRequests = ({ db }: Pick<Looking, "db">) =>
  db
    .select({
      request: agentUnregister,
      agent_no: agent.agent_no,
      agent: agent.name,
      manager_id: agent.manager_id,
      account: agentAccount.name,
      manager: manager.name,
      reviewer: reviewer.name,
      ...agentBusinessOf(agentUnregister.agent_id, agentUnregister.account_id),
    })
    .from(agentUnregister)
    .innerJoin(agent, eq(agent.id, agentUnregister.agent_id))
    .leftJoin(agentAccount, eq(agentAccount.id, agentUnregister.account_id))
    .leftJoin(manager, eq(manager.id, agent.manager_id))
    .leftJoin(reviewer, eq(reviewer.id, agentUnregister.reviewer_id));
type Viewed = Awaited<ReturnType<typeof selectRequests>>[number];

const checkNames = Object.keys(agentUnregisterChecks) as AgentUnregisterCheck[]; // the keys of the contract's literal

const checksOf = (business: Record<AgentUnregisterCheck, number>): Record<AgentUnregisterCheck, number> =>
  // The keys that the array holds.
  Object.fromEntries(checkNames.map((name) => [name, Number(business[name])])) as Record<AgentUnregisterCheck, number>;

export const isSuper = (caller: Caller) => caller.roles.some(({ code }) => code === "super_admin");

export function toRequestRow(viewed: Viewed, caller: Caller): AgentUnregisterRow {
  const { request } = viewed;
  const isPending = request.status === "pending";
  const mayAudit = isPending && caller.permissions.has("agent:unregister:audit");
  const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });
  return rowOf(AgentUnregisterRow, request, {
    agent: { id: request.agent_id, name: viewed.agent, agent_no: viewed.agent_no },
    account: named(request.account_id, viewed.account),
    manager: named(viewed.manager_id, viewed.manager),
    checks: isPending ? checksOf(viewed) : request.checks ? checksOf(request.checks) : {},
    reviewer: named(request.reviewer_id, viewed.reviewer),
    review_reason: request.override_reason ?? request.reject_reason,
    can: { audit: mayAudit, force: mayAudit && isSuper(caller), cancel: mayAudit },
  });
}

export async function requestRowOf(call: Looking, id: number): Promise<AgentUnregisterRow> {
  const [viewed] = await selectRequests(call).where(eq(agentUnregister.id, id));
  return toRequestRow(found(viewed), call.user);
}

/** Requests of agents in the caller's scope. */
const isInSight = (caller: Caller): SQL =>
  caller.scope("agent") === "all"
    ? sql`true`
    : sql`${agentUnregister.agent_id} = any(array(select ${agent.id} from ${agent} where ${visibleAgents(caller)}))`;

export async function checkSight({ db, user: caller }: Looking, managerId: number | null): Promise<void> {
  if (!(await holds(db, caller, "agent", managerId))) refuse(40301);
}

const isDone = ne(agentUnregister.status, "pending");

export async function requestCounts(db: Looking["db"], caller: Caller): Promise<{ pending: number; done: number }> {
  const [row] = await db
    .select({
      pending: sql<number>`(count(*) filter (where ${agentUnregister.status} = 'pending'))::int`,
      done: sql<number>`(count(*) filter (where ${isDone}))::int`,
    })
    .from(agentUnregister)
    .where(isInSight(caller));
  return found(row);
}

export function requestRows(query: Query, caller: Caller): SQL | undefined {
  const { keyword, status, agent_id } = query;
  return and(
    isInSight(caller),
    status === "done" ? isDone : eq(agentUnregister.status, status),
    agent_id ? eq(agentUnregister.agent_id, agent_id) : undefined,
    keyword ? matchesKeyword(keyword) : undefined,
    ...within(agentUnregister.created_at, query.created_from, query.created_to),
  );
}

function matchesKeyword(keyword: string): SQL {
  const like = `${likeText(keyword).toUpperCase()}%`;
  return sql`(${or(
    sql`${agentUnregister.request_no} like ${like}`,
    // Requests are few, names many: each request's name is looked up.
    sql`(select ${agent.agent_no} like ${like} or ${includesText(agent.name, keyword)} from ${agent} where ${agent.id} = ${agentUnregister.agent_id})`,
    sql`(select ${includesText(agentAccount.name, keyword)} from ${agentAccount} where ${agentAccount.id} = ${agentUnregister.account_id})`,
  )})`;
}

export const requestOrder = ({ sort, status }: Pick<Query, "sort" | "status">): SQL =>
  orderOf(
    agentUnregister,
    queueSort(sort, status === "pending" ? "created_at" : "-reviewed_at"),
    sql`${agentUnregister.id} desc`,
  );
