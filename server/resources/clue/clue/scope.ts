import { type SQL, sql } from "drizzle-orm";
import { agent } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { holdersIn } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { maskContact } from "~/server/lib/mask";
import type { ClueRecord } from "./log";

/** The leads that a caller sees (A.1): of the agents of those in their scope, and those that they handle. */
export function visibleClues(caller: Caller): SQL {
  if (caller.scope("clue") === "all") return sql`true`;
  const holders = holdersIn(caller, "clue");
  return sql`(${clue.handler_id} in (${holders}) or ${clue.agent_id} in (${agentsOf(holders)}))`;
}

const agentsOf = (holders: SQL): SQL =>
  sql`select ${agent.id} from ${agent} where ${agent.manager_id} = any(array(${holders}))`;

/**
 * The same as what one selects from, under the table's own name, for counts and pages of all that somebody sees: those of their agents and, of other agents,
 * those that they handle, each read out of an index that begins so. Undefined for who sees all.
 */
export function seenClues(caller: Caller): SQL | undefined {
  if (caller.scope("clue") === "all") return undefined;
  const holders = holdersIn(caller, "clue");
  const agents = agentsOf(holders);
  return sql`(select ${clue}.* from ${clue} where ${clue.agent_id} = any(array(${agents})) union all
    select ${clue}.* from ${clue} where ${clue.handler_id} = any(array(${holders})) and ${clue.agent_id} not in (${agents})) as ${clue}`;
}

/** Who may decide about whichever lead, the rule notwithstanding. */
export const isSuper = ({ roles }: Caller): boolean => roles.some(({ code }) => code === "super_admin");

/** Whose a lead is, so that its phone is shown in full: its handler's, and its agent's manager's. */
export const ownsClue = (
  caller: Pick<Caller, "id">,
  row: { handler_id: number | null },
  manager_id: number | null,
): boolean => row.handler_id === caller.id || manager_id === caller.id;

/** A lead's phone as somebody sees it: what nobody has hidden is shown to its owners. */
export const shownPhone = (row: ClueRecord, manager_id: number, caller: Pick<Caller, "id">): string =>
  row.phone_e164 === null || ownsClue(caller, row, manager_id) ? row.phone : (maskContact("phone", row.phone) ?? "");
