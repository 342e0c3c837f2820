import { and, desc, eq, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { AgentBank, AgentLog, AgentOverview, agent as contract } from "~/contract/agent/agent";
import { cooperationWarnDays } from "~/contract/agent/agent-kinds";
import { competingStatuses } from "~/contract/clue/clue-kinds";
import { shanghaiDay } from "~/contract/day";
import type { Reply } from "~/contract/endpoint";
import { type AgentHit, hitLimit } from "~/contract/search/search";
import { agent, agentAccount, agentUnregister } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { customer } from "~/server/database/tables/customer/customer";
import { inOrder } from "~/server/database/tables/search";
import { operationLog, user } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { found, type Looking, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { likeText, listOf, orderOf, present, within } from "~/server/lib/list";
import { unseal } from "~/server/lib/seal";
import { containsText, includesText, isPlain, matchesContact } from "~/server/lib/search";
import { visibleAgents } from "./scope";
import { bankPurpose, countsToLimit, findSeen, selectAgents, toAgentRow } from "./view";

/** What an agent has done; its leads are counted by the index `clue_agent`. */
export async function agentOverview(looking: Looking, id: number): Promise<AgentOverview> {
  const { db } = looking;
  const { account_limit } = await findSeen(looking, id);
  const clues = (which: SQL) =>
    sql<number>`(select count(*)::int from ${clue} where ${clue.agent_id} = ${id} and ${which})`;
  const statuses = (list: readonly string[]) => sql`${clue.status} = any(${sql.param([...list])}::text[])`;
  const [row] = await db
    .select({
      account_count: sql<number>`(select count(*)::int from ${agentAccount} where ${countsToLimit(id)})`,
      clues: clues(sql`true`),
      open_clues: clues(statuses(competingStatuses)),
      visited: clues(sql`${clue.visited_at} is not null`),
      contracted: clues(statuses(["contracted", "settled"])),
      customers: sql<number>`(select count(*)::int from ${customer} where ${customer.agent_id} = ${id} and ${customer.deleted_at} is null)`,
      last_clue_at: sql<
        string | null
      >`(select max(${clue.created_at}) from ${clue} where ${clue.agent_id} = ${id})`.mapWith(clue.created_at),
      last_login_at: sql<
        string | null
      >`(select max(${agentAccount.last_login_at}) from ${agentAccount} where ${agentAccount.agent_id} = ${id})`.mapWith(
        agentAccount.last_login_at,
      ),
    })
    .from(agent)
    .where(eq(agent.id, id));
  return { ...found(row), account_limit };
}

const mostLines = 200;

export async function agentLogs(looking: Looking, id: number): Promise<AgentLog[]> {
  await findSeen(looking, id);
  const { target_type, target_id } = operationLog;
  const accounts = sql`array(select ${agentAccount.id} from ${agentAccount} where ${agentAccount.agent_id} = ${id})`;
  const requests = sql`array(select ${agentUnregister.id} from ${agentUnregister} where ${agentUnregister.agent_id} = ${id})`;
  return looking.db
    .select({
      id: operationLog.id,
      at: operationLog.created_at,
      by: operationLog.user_name,
      summary: operationLog.summary,
      reason: operationLog.reason,
    })
    .from(operationLog)
    .where(
      or(
        and(eq(target_type, "agent"), eq(target_id, id)),
        and(eq(target_type, "agent_account"), sql`${target_id} = any(${accounts})`),
        and(eq(target_type, "agent_unregister"), sql`${target_id} = any(${requests})`),
      ),
    )
    .orderBy(sql`${operationLog.id} desc`)
    .limit(mostLines);
}

export async function agentBank(call: SignedCall, id: number): Promise<AgentBank> {
  const row = await findSeen(call, id);
  const { bank_name, account_holder, swift } = row;
  await audit(call, {
    module: "agent",
    action: "unmask",
    summary: `查看代理收款账户 ${row.agent_no} ${row.name}`,
    target: { type: "agent", id, name: row.name },
  });
  const bank_account = row.bank_account ? unseal(call.services, bankPurpose, row.bank_account) : null;
  return { bank_name, bank_account, account_holder, swift };
}

export const agentOptions = ({ db, user }: Looking, keyword: string | undefined) =>
  db
    .select({ id: agent.id, name: agent.name, agent_no: agent.agent_no })
    .from(agent)
    .where(and(visibleAgents(user), eq(agent.status, "active"), keyword ? named(keyword) : undefined))
    .orderBy(inOrder(agent.name_pinyin), agent.id)
    .limit(50);

/** A few hundred agents: no index is needed. */
const named = (keyword: string): SQL =>
  sql`(${includesText(agent.name, keyword)} or strpos(${agent.agent_no}, upper(${keyword})) > 0)`;

/** What pickers of agents offer: active agents, for every caller; which agent brought a customer is no secret. */
export const agentEntries = ({ db }: Pick<Looking, "db">, which: SQL | undefined) =>
  db
    .select({
      value: agent.id,
      label: agent.name,
      isEnabled: sql<boolean>`(${agent.status} = 'active' and ${agent.deleted_at} is null)`,
    })
    .from(agent)
    .where(which)
    .orderBy(inOrder(agent.name_pinyin), agent.id)
    .limit(50);

export const isOffered = (keyword: string | undefined): SQL =>
  sql`${and(isNull(agent.deleted_at), eq(agent.status, "active"), keyword ? named(keyword) : undefined)}`;

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort" | "where" | "group">;

/** Whose cooperation ends within the days of the warning, or has ended. */
const isEnding = (now: Date): SQL => lte(agent.cooperation_to, shanghaiDay(cooperationWarnDays, now.getTime()));

export function agentRows({ user, services }: Pick<SignedCall, "user" | "services">, query: Filters): SQL {
  const { keyword, type, level, country, manager_id, status, expiring } = query;
  const ending = sql`(${isEnding(services.now())} and ${agent.status} in ('active', 'expired'))`;
  const conditions = [
    visibleAgents(user),
    ...(keyword ? [matchesAgent(keyword, user)] : []),
    ...(type?.length ? [inArray(agent.type, type)] : []),
    ...(level?.length ? [inArray(agent.level, level)] : []),
    ...(country?.length ? [inArray(agent.country_code, country)] : []),
    ...(manager_id ? [eq(agent.manager_id, manager_id)] : []),
    ...(status?.length ? [inArray(agent.status, status)] : []),
    ...(expiring === undefined ? [] : [expiring ? ending : sql`not ${ending}`]),
    ...within(agent.created_at, query.created_from, query.created_to),
  ];
  return sql.join(conditions, sql` and `);
}

function matchesAgent(keyword: string, caller: Pick<Caller, "permissions">): SQL {
  const named = or(containsText(agent.name, keyword), containsText(agent.contact_name, keyword)) ?? sql`false`;
  if (!isPlain(keyword)) return sql`(${named})`;
  const numbered = sql`${agent.agent_no} like ${`${likeText(keyword.toUpperCase())}%`}`;
  const digits = /^\d+$/.test(keyword) ? [sql`${agent.agent_no} like ${`DL${keyword}%`}`] : [];
  const contact = matchesContact(
    keyword,
    { end: agent.contact_phone_last4, national: agent.contact_phone, international: agent.contact_phone_e164 },
    // As their rows show it.
    caller.permissions.has("agent:agent:edit") && ne(agent.status, "deregistered"),
  );
  return sql`(${sql.join([named, numbered, ...digits, ...contact], sql` or `)})`;
}

const columns = { ...agent, created_at: present(agent.created_at) };

export const agentOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, agent.id);

export function agentPage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, query } = call;
  const parts = {
    select: selectAgents(call).$dynamic(),
    from: agent,
    where: agentRows(call, query),
    order: agentOrder(query.sort),
  };
  return listOf(db, query, parts, (row) => toAgentRow(row, call));
}

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
