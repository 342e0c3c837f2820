import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { clue, clueLog, judgement } from "~/server/database/tables/clue/clue";
import type { Company } from "../company";

/** Leads of agents, what became of them, and the sheets of those that collide. */
export async function writeClues(tx: Transaction, made: Company): Promise<void> {
  await insertRows(tx, clue, made.clues.rows);
  await insertRows(tx, clueLog, made.clues.logs);
  await insertRows(tx, judgement, made.clues.sheets);
}
