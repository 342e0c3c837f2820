import { eq, inArray, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { agent as contract } from "~/contract/agent/agent";
import { cooperationWarnDays } from "~/contract/agent/agent-kinds";
import { shanghaiDay } from "~/contract/day";
import type { Reply } from "~/contract/endpoint";
import { agent } from "~/server/database/tables/agent/agent";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { matchesContact } from "~/server/lib/contact-search";
import { likeText, listOf, orderOf, present, within } from "~/server/lib/list";
import { containsText, isPlain } from "~/server/lib/search";
import { visibleAgents } from "./scope";
import { selectAgents, toAgentRow } from "./view";

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

export function matchesAgent(keyword: string, caller: Pick<Caller, "permissions">): SQL {
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
