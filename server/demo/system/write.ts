import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { appVersion, broker } from "~/server/database/tables/system/admin";
import { loginLog } from "~/server/database/tables/system/system";
import type { Company } from "../company";
import { writeStaff } from "./staff-rows";

/** The staff, its work for the house, and what the logs say of it. */
export async function writeSystem(tx: Transaction, made: Company, passwordHash: string): Promise<void> {
  await writeStaff(tx, made.calendar, made.staff, made.logins, passwordHash);
  await insertRows(tx, appVersion, made.appVersions);
  await insertRows(tx, broker, made.brokers);
  await insertRows(tx, loginLog, made.logins);
}
