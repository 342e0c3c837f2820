import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { AgentLoginRow, agentLogin as contract } from "~/contract/agent/agent-login";
import type { Db } from "~/server/database/database";
import { agent, agentAccount, agentLoginLog } from "~/server/database/tables/agent/agent";
import type { Caller } from "~/server/lib/caller";
import { dayOf, orderOf, startOfDay, within } from "~/server/lib/list";
import { maskContact } from "~/server/lib/mask";
import { found } from "~/server/lib/refusal";
import { visibleAgents } from "../agent/scope";

type Query = z.output<typeof contract.list.query>;

export const selectLogins = (db: Db) =>
  db
    .select({ login: agentLoginLog, agent: agent.name, account: agentAccount.name })
    .from(agentLoginLog)
    .leftJoin(agent, eq(agent.id, agentLoginLog.agent_id))
    .leftJoin(agentAccount, eq(agentAccount.id, agentLoginLog.account_id));
type Viewed = Awaited<ReturnType<typeof selectLogins>>[number];

export function toLoginRow({ login, agent: agentName, account }: Viewed): AgentLoginRow {
  const { agent_id, account_id, login_name, ...rest } = login;
  return {
    ...rest,
    agent: agent_id === null ? null : { id: agent_id, name: agentName ?? "" },
    account: account_id === null ? null : { id: account_id, name: account ?? "" },
    login_name: maskContact("phone", login_name) ?? "",
  };
}

const isInSight = (caller: Caller): SQL =>
  caller.scope("agent") === "all"
    ? sql`true`
    : sql`${agentLoginLog.agent_id} = any(array(select ${agent.id} from ${agent} where ${visibleAgents(caller)}))`;

export function loginRows(query: Omit<Query, "page" | "page_size" | "sort">, caller: Caller): SQL | undefined {
  const { agent_id, account_id, result, platform, remote } = query;
  return and(
    isInSight(caller),
    agent_id ? eq(agentLoginLog.agent_id, agent_id) : undefined,
    account_id ? eq(agentLoginLog.account_id, account_id) : undefined,
    result?.length ? inArray(agentLoginLog.result, result) : undefined,
    platform?.length ? inArray(agentLoginLog.platform, platform) : undefined,
    remote === undefined ? undefined : eq(agentLoginLog.is_remote, remote),
    ...within(agentLoginLog.at, query.at_from, query.at_to),
  );
}

export const loginOrder = (sort: Query["sort"]): SQL => orderOf(agentLoginLog, sort, agentLoginLog.id);

export async function loginSummary(db: Db, caller: Caller, now: Date) {
  const countOf = (which: SQL) => sql<number>`(count(*) filter (where ${which}))::int`;
  const isSuccess = eq(agentLoginLog.result, "success");
  const [row] = await db
    .select({
      logins: countOf(isSuccess),
      failed: countOf(sql`not ${isSuccess}`),
      remote: countOf(sql`${agentLoginLog.is_remote}`),
    })
    .from(agentLoginLog)
    .where(and(sql`${agentLoginLog.at} >= ${startOfDay(dayOf(now))}`, isInSight(caller)));
  return found(row);
}
