import { type SQL, sql } from "drizzle-orm";
import { clue } from "~/server/database/tables/clue/clue";
import { holdersIn } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { maskContact } from "~/server/lib/mask";
import { agentsOf } from "~/server/resources/agent/agent/scope";
import type { ClueRecord } from "./log";

/** The leads that a caller sees (domain A.1): of the agents of those in their scope, and those that they handle. */
export function visibleClues(caller: Caller): SQL {
  if (caller.scope("clue") === "all") return sql`true`;
  const holders = holdersIn(caller, "clue");
  return sql`(${clue.handler_id} in (${holders}) or ${clue.agent_id} in (${agentsOf(holders)}))`;
}

/**
 * The same as what one selects from, under the table's own name, for counts and pages of all that somebody sees: those of their agents and, of other agents,
 * those that they handle, each read out of an index that begins so. Undefined for who sees all. A statement that asks more than once begins with `seenAgents` and
 * says so: then agents are looked up once.
 */
export function seenClues(caller: Caller, { isWithAgents = false } = {}): SQL | undefined {
  if (caller.scope("clue") === "all") return undefined;
  const holders = holdersIn(caller, "clue");
  const agents = isWithAgents ? sql`select unnest(ids) from agents` : agentsOf(holders);
  const ids = isWithAgents ? sql`(select ids from agents)::bigint[]` : sql`array(${agents})`;
  return sql`(select ${clue}.* from ${clue} where ${clue.agent_id} = any(${ids}) union all
    select ${clue}.* from ${clue} where ${clue.handler_id} = any(array(${holders})) and ${clue.agent_id} not in (${agents})) as ${clue}`;
}

/** What a statement begins with that asks `seenClues` more than once. */
export const seenAgents = (caller: Caller): SQL =>
  sql`with agents as materialized (select array(${agentsOf(holdersIn(caller, "clue"))}) as ids)`;

/** Whose leads a caller sees, by their numbers. */
interface Seen {
  agents: number[];
  holders: number[];
}

/** Undefined for who sees all. */
export async function seenBy({ db, user }: Pick<SignedCall, "db" | "user">): Promise<Seen | undefined> {
  if (user.scope("clue") === "all") return undefined;
  const holders = holdersIn(user, "clue");
  const { rows } = await db.execute<Record<keyof Seen, (string | null)[]>>(
    sql`select array(${holders}) as holders, array(${agentsOf(holders)}) as agents`,
  );
  const [row] = rows;
  return { agents: row?.agents.map(Number) ?? [], holders: row?.holders.map(Number) ?? [] };
}

/**
 * What a keyword finds of these, as what one selects from, each way by itself. With numbers the planner knows how many rows are whose: it reads the word's index and theirs
 * side by side, and only the rows that are in both; of a sub-select it takes ten rows for as many as there are.
 */
export function foundClues({ agents, holders }: Seen, match: SQL): SQL {
  const isTheirs = sql`${clue.agent_id} = any(${sql.param(agents)}::bigint[])`;
  return sql`((select ${clue}.* from ${clue} where ${isTheirs} and ${match} offset 0) union all
    (select ${clue}.* from ${clue} where ${clue.handler_id} = any(${sql.param(holders)}::bigint[]) and not ${isTheirs} and ${match} offset 0)) as ${clue}`;
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
