import { type SQL, sql } from "drizzle-orm";
import { clue } from "~/server/database/tables/clue/clue";
import { holdersIn } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { maskContact } from "~/server/lib/mask";
import { agentsOf } from "~/server/resources/agent/agent/scope";
import type { ClueRecord } from "./log";

/** The leads that a caller sees (domain A.1): those of the agents whose managers are in their scope, and those that these users handle. */
export function visibleClues(caller: Caller): SQL {
  if (caller.scope("clue") === "all") return sql`true`;
  const holders = holdersIn(caller, "clue");
  return sql`(${clue.handler_id} = any(array(${holders})) or ${clue.agent_id} = any(array(${agentsOf(holders)})))`;
}

/** May decide about any lead, even against the rule. */
export const isSuper = ({ roles }: Caller): boolean => roles.some(({ code }) => code === "super_admin");

/** Whether the caller sees the full phone as an owner: the lead's handler, or its agent's manager. */
export const ownsClue = (
  caller: Pick<Caller, "id">,
  row: { handler_id: number | null },
  manager_id: number | null,
): boolean => row.handler_id === caller.id || manager_id === caller.id;

/** A lead's phone as the caller sees it: full for its owners unless it was reported masked. */
export const shownPhone = (row: ClueRecord, manager_id: number, caller: Pick<Caller, "id">): string =>
  row.phone_e164 === null || ownsClue(caller, row, manager_id) ? row.phone : (maskContact("phone", row.phone) ?? "");
