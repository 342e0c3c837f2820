import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { appVersion, broker, target } from "~/server/database/tables/system/admin";
import { loginLog, team } from "~/server/database/tables/system/system";
import type { Company } from "../company";
import { writeStaff } from "./staff-rows";
import { makeTargets } from "./targets";

/** The staff, its work for the house, and what the logs say of it. */
export async function writeSystem(tx: Transaction, made: Company, passwordHash: string): Promise<void> {
  await writeStaff(tx, made.calendar, made.staff, made.logins, passwordHash);
  await insertRows(tx, appVersion, made.appVersions);
  await insertRows(tx, broker, made.brokers);
  await insertRows(tx, target, makeTargets(made.later, made.calendar, made.staff, await teamIdsOf(tx), made));
  await insertRows(tx, loginLog, made.logins);
}

async function teamIdsOf(tx: Transaction): Promise<Map<string, number>> {
  const rows = await tx.select({ id: team.id, name: team.name }).from(team);
  return new Map(rows.map(({ id, name }) => [name, id]));
}
