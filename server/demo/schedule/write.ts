import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { schedule } from "~/server/database/tables/system/system";
import type { Company } from "../company";

/** Everybody's schedules. */
export async function writeSchedule(tx: Transaction, made: Company): Promise<void> {
  await insertRows(tx, schedule, made.schedules);
}
