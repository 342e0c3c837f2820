import { type AnyColumn, and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { AgentUnregisterChecks } from "~/contract/agent/agent-kinds";
import type { AgentUnregisterCheck } from "~/contract/agent/agent-unregister";
import { openStatementStatuses } from "~/contract/clue/statement-kinds";
import { liveStatuses } from "~/contract/deal/deal-kinds";
import type { Db } from "~/server/database/database";
import { clue } from "~/server/database/tables/clue/clue";
import { accountStatement } from "~/server/database/tables/clue/statement";
import { deal } from "~/server/database/tables/deal/deal";
import { found } from "~/server/lib/call";

/** Whose business is asked for: the whole agent's, or that of one account. */
interface Whose {
  agent_id: number;
  account_id: number | null;
}

const isOpen = inArray(clue.status, ["valid", "visited", "subscribed", "contracted"]);

const openClues = (agentId: AnyColumn | number, accountId: AnyColumn | number | null): SQL<number> =>
  sql<number>`(select count(*)::int from ${clue} where ${and(
    sql`${clue.agent_id} = ${agentId}`,
    isOpen,
    sql`(${accountId}::bigint is null or ${clue.account_id} = ${accountId}::bigint)`,
  )})`;

const openDeals = (agentId: AnyColumn | number, accountId: AnyColumn | number | null): SQL<number> =>
  sql<number>`(select count(*)::int from ${deal} where ${and(
    sql`${deal.agent_id} = ${agentId}`,
    isNull(deal.deleted_at),
    inArray(deal.status, [...liveStatuses]),
    sql`(${accountId}::bigint is null or ${deal.agent_account_id} = ${accountId}::bigint)`,
  )})`;

const openStatements = (agentId: AnyColumn | number, accountId: AnyColumn | number | null): SQL<number> =>
  sql<number>`(select count(*)::int from ${accountStatement} where ${and(
    sql`${accountStatement.agent_id} = ${agentId}`,
    inArray(accountStatement.status, [...openStatementStatuses]),
    sql`${accountId}::bigint is null`,
  )})`;

/** What an agent still has going on, as SQL over the columns that name it. */
export const agentBusinessOf = (agentId: AnyColumn, accountId: AnyColumn) =>
  ({
    clues: openClues(agentId, accountId),
    statements: openStatements(agentId, accountId),
    deals: openDeals(agentId, accountId),
  }) satisfies Record<AgentUnregisterCheck, SQL<number>>;

/** Answers every guard about an agent that goes (domain C.3); nothing else asks those tables about one. */
export async function openAgentBusiness(db: Db, { agent_id, account_id }: Whose): Promise<AgentUnregisterChecks> {
  const { rows } = await db.execute<{ clues: number; statements: number; deals: number }>(
    sql`select ${openClues(agent_id, account_id)} as clues, ${openStatements(agent_id, account_id)} as statements,
      ${openDeals(agent_id, account_id)} as deals`,
  );
  const { clues, statements, deals } = found(rows[0]);
  return { clues, statements, deals };
}
