import { and, asc, eq, getTableName, inArray, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { demoFlag } from "~/server/lib/demo-flag";
import { priceInCny } from "~/server/resources/house/estate/prices";
import type { Database, Transaction } from "../database/database";
import { insertRows } from "../database/insert-rows";
import { blacklist, customerUser, unregisterRequest, userBehavior } from "../database/tables/customer/audience";
import {
  customer,
  customerChangeLog,
  customerContact,
  customerOwnerLog,
  requirement,
  requirementAnnex,
  tracking,
  transferRequest,
} from "../database/tables/customer/customer";
import { estate, estateAudit, estateMansion, room, unit } from "../database/tables/house/estate";
import { album, mansion, mansionApplication, mansionOwner } from "../database/tables/house/property";
import { currency, currencyRateLog, district } from "../database/tables/region/geography";
import { appVersion, broker, target } from "../database/tables/system/admin";
import {
  batch,
  batchRow,
  counter,
  databaseFlag,
  loginLog,
  media,
  message,
  operationLog,
  schedule,
  team,
  user,
} from "../database/tables/system/system";
import { hashPassword } from "../identity/password";
import { assertConsistent } from "./check";
import { makeCompany } from "./company";
import { makeCurrencyRates } from "./currency-rates";
import { storeFiles } from "./files";
import { readSites } from "./mansion-places";
import type { Places } from "./profiles";
import { accounts, writeStaff } from "./staff-rows";
import { makeTargets } from "./targets";
import type { DemoAccount, DemoOptions } from "./terms";

/** Makes everything in memory, then writes the rows in one transaction that ends with the check, and the files beside it. */
export async function writeCompany(
  db: Database | Transaction,
  { password, size, now = new Date(), services }: DemoOptions,
): Promise<DemoAccount[]> {
  const [somebody] = await db.select({ id: user.id }).from(user).limit(1);
  if (somebody) throw new Error("演示数据只能写入没有员工的空数据库");
  const passwordHash = await hashPassword(password);
  // Made before the transaction, which would stand idle meanwhile.
  const made = makeCompany(size, now, await readPlaces(db), await readSites(db));
  // Stored while the rows are written; what went wrong is told by the one wait at the end.
  const stored = storeFiles(services, made.files);
  stored.catch(() => undefined);
  return db.transaction(async (tx) => {
    await writeStaff(tx, made.calendar, made.staff, made.logins, passwordHash);
    await insertRows(tx, customer, made.customers);
    await insertRows(tx, customerContact, made.contacts);
    await insertRows(tx, customerOwnerLog, made.owners);
    await insertRows(tx, customerChangeLog, made.changes);
    await insertRows(
      tx,
      media,
      made.files.map(({ row }) => row),
    );
    await insertRows(tx, tracking, made.trackings);
    await insertRows(tx, schedule, made.schedules);
    await insertRows(tx, transferRequest, made.transfers);
    await insertRows(tx, requirement, made.requirements);
    await insertRows(tx, requirementAnnex, made.annexes);
    await insertRows(tx, customerUser, made.users);
    await insertRows(tx, userBehavior, made.behaviors);
    await insertRows(tx, blacklist, made.blacklist);
    await insertRows(tx, unregisterRequest, made.unregisters);
    await insertRows(tx, broker, made.brokers);
    await insertRows(tx, appVersion, made.appVersions);
    await insertRows(tx, mansion, made.mansions);
    await insertRows(tx, album, made.albums);
    await insertRows(tx, estate, made.estates);
    await insertRows(tx, estateMansion, made.estateMansions);
    await insertRows(tx, room, made.rooms);
    await insertRows(tx, unit, made.units);
    await insertRows(tx, estateAudit, made.estateAudits);
    await priceInCny(tx, sql`true`);
    await insertRows(tx, mansionApplication, made.applications);
    await insertRows(tx, mansionOwner, made.mansionOwners);
    await insertRows(tx, target, makeTargets(made.later, made.calendar, made.staff, await teamIdsOf(tx), made));
    await insertRows(tx, batch, made.batches);
    await insertRows(tx, batchRow, made.batchedRows);
    await insertRows(tx, message, made.messages);
    await insertRows(tx, loginLog, made.logins);
    await insertRows(tx, operationLog, made.operations);
    await insertRows(tx, counter, made.counters);
    await insertRows(tx, currencyRateLog, makeCurrencyRates(made.calendar, await tx.select().from(currency)));
    await tx
      .insert(databaseFlag)
      .values(demoFlag)
      .onConflictDoUpdate({ target: databaseFlag.name, set: { value: demoFlag.value } });
    await followIds(tx, [
      user,
      customer,
      tracking,
      media,
      transferRequest,
      requirement,
      requirementAnnex,
      customerUser,
      blacklist,
      unregisterRequest,
      mansion,
      mansionApplication,
      broker,
      estate,
      room,
      unit,
      estateAudit,
      batch,
    ]);
    await assertConsistent(tx, now);
    await stored;
    return accounts(tx, made.staff);
  });
}

async function teamIdsOf(tx: Transaction): Promise<Map<string, number>> {
  const rows = await tx.select({ id: team.id, name: team.name }).from(team);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Districts that profiles refer to: where business is done, and the larger cities of China for residences. */
async function readPlaces(db: Database | Transaction): Promise<Places> {
  const rows = await db
    .select({ id: district.id, country: district.country_code, name: district.name_zh })
    .from(district)
    .where(and(eq(district.is_open, true), eq(district.level, 2)))
    .orderBy(asc(district.country_code), asc(district.code));
  const hot = await db
    .select({ id: district.id, country: district.country_code, name: district.name_zh })
    .from(district)
    .where(and(eq(district.country_code, "JP"), eq(district.level, 2), eq(district.is_hot, true)))
    .orderBy(asc(district.code));
  const homes = await db
    .select({ id: district.id, country: district.country_code })
    .from(district)
    .where(and(eq(district.country_code, "CN"), eq(district.level, 2), inArray(district.code, homeCities)))
    .orderBy(asc(district.code));
  const wishes = new Map<string, { id: number; name: string }[]>();
  for (const row of [...rows.filter((one) => one.country !== "JP"), ...hot]) {
    wishes.set(row.country, [...(wishes.get(row.country) ?? []), row]);
  }
  return { wishes, homes };
}

/** Cities where buyers of overseas homes live, by GB code. */
const homeCities = [
  "1101",
  "1201",
  "2101",
  "2102",
  "3101",
  "3201",
  "3205",
  "3301",
  "3302",
  "3501",
  "3502",
  "3702",
  "4101",
  "4201",
  "4301",
  "4401",
  "4403",
  "4406",
  "5001",
  "5101",
  "6101",
];

/** Moves the sequences past the ids that were written by hand. */
async function followIds(tx: Transaction, tables: PgTable[]): Promise<void> {
  for (const table of tables) {
    const name = `"${getTableName(table)}"`;
    await tx.execute(sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select max(id) from ${table}))`);
  }
}
