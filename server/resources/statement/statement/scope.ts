import { type SQL, sql } from "drizzle-orm";
import { agent } from "~/server/database/tables/agent/agent";
import { accountStatement } from "~/server/database/tables/clue/statement";
import { holdersIn, inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { agentsOf } from "~/server/resources/agent/agent/scope";
import { commentsOn, readersOf } from "~/server/resources/shared/comment/owner";

/** The statements that a caller sees: their agent's channel manager is in the caller's data scope (domain A.1). */
export const visibleStatements = (caller: Caller): SQL =>
  caller.scope("statement") === "all"
    ? sql`true`
    : sql`${accountStatement.agent_id} = any(array(${agentsOf(holdersIn(caller, "statement"))}))`;

/** The agents that a caller makes statements for. */
export const billedAgents = (caller: Caller): SQL => inScope(agent.manager_id, caller, "statement");

export const commentedStatements = commentsOn(accountStatement, {
  module: "clue",
  readers: readersOf(accountStatement, visibleStatements, "clue:statement:view"),
  shown: ({ id, statement_no }) => ({
    name: statement_no,
    title: `对账单【${statement_no}】`,
    link: `/clue/accountStatement?open=${id}&`,
  }),
});
