import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { estate, estateAudit, estateMansion, room, unit } from "~/server/database/tables/house/estate";
import { album, mansion, mansionApplication, mansionOwner } from "~/server/database/tables/house/property";
import { priceInCny } from "~/server/resources/house/estate/prices";
import type { Company } from "../company";
import { tellUnits } from "./unit-stories";

/** Buildings, estates and what is asked for them. */
export async function writeHouse(tx: Transaction, made: Company): Promise<void> {
  await insertRows(tx, mansion, made.mansions);
  await insertRows(tx, album, made.albums);
  await insertRows(tx, estate, made.estates);
  await insertRows(tx, estateMansion, made.estateMansions);
  await insertRows(tx, room, made.rooms);
  await insertRows(tx, unit, made.units);
  await tellUnits(tx, made.calendar);
  await insertRows(tx, estateAudit, made.audits);
  await insertRows(tx, mansionApplication, made.applications.rows);
  await insertRows(tx, mansionOwner, made.applications.owners);
  await priceInCny(tx, sql`true`);
}
