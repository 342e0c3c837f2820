import { and, asc, eq, getTableName, inArray, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { hashPassword } from "../../identity/password";
import { insertRows } from "../baseline/insert-rows";
import type { Database, Transaction } from "../database";
import { customer, customerChangeLog, customerContact, customerOwnerLog, tracking } from "../tables/customer";
import { district } from "../tables/geography";
import { counter, databaseFlag, loginLog, message, operationLog, schedule, user } from "../tables/system";
import { makeSchedules, type Told } from "./agenda";
import { calendarOf } from "./calendar";
import { assertConsistent } from "./check";
import {
  changeLogRows,
  customerRow,
  makePeople,
  numberPrefix,
  ownerLogRows,
  type Person,
  trackingRow,
} from "./customers";
import { makeLogins, makeOperations } from "./logs";
import { makeMessages } from "./mail";
import { nameSource } from "./names";
import { contactRows, type Places } from "./profiles";
import { randomFrom } from "./random";
import { makeStaff } from "./staff";
import { accounts, writeStaff } from "./staff-rows";
import { type DemoAccount, type DemoOptions, demoFlag } from "./terms";

const seed = 20_261_120;
const volumes = {
  full: { customers: 1_200, trackings: 6_500, schedules: 900, perSeller: 5, messages: 2_500, operations: 8_000 },
  small: { customers: 120, trackings: 650, schedules: 90, perSeller: 1, messages: 250, operations: 800 },
} as const;

/** Makes everything in memory from one seed, then writes it in one transaction that ends with the check. */
export async function writeCompany(
  db: Database | Transaction,
  { password, size, now = new Date() }: DemoOptions,
): Promise<DemoAccount[]> {
  const [somebody] = await db.select({ id: user.id }).from(user).limit(1);
  if (somebody) throw new Error("演示数据只能写入没有员工的空数据库");
  const passwordHash = await hashPassword(password);
  const random = randomFrom(seed);
  const calendar = calendarOf(now, random);
  const nextName = nameSource(random);
  // Made before the transaction, which would stand idle meanwhile.
  const volume = volumes[size];
  const staff = makeStaff(random, nextName, 1);
  const people = makePeople({
    random,
    calendar,
    staff,
    places: await readPlaces(db),
    nextName,
    total: volume.customers,
    trackings: volume.trackings,
    firstId: 1,
  });
  const told = tell(people);
  const schedules = makeSchedules(random, calendar, staff, told, volume.schedules, volume.perSeller);
  const owners = people.flatMap((person) => ownerLogRows(random, person));
  const changesOf = new Map(people.map((person) => [person.id, changeLogRows(random, person)]));
  const changes = [...changesOf.values()].flat();
  const logins = makeLogins(random, calendar, staff);
  const reminded = schedules.flatMap((row) =>
    row.customer_id && row.status === "pending"
      ? [{ userId: row.user_id, title: row.title, at: Date.parse(row.start_at), customerId: row.customer_id }]
      : [],
  );
  return db.transaction(async (tx) => {
    await writeStaff(tx, calendar, staff, logins, passwordHash);
    await insertRows(
      tx,
      customer,
      people.map((person) => customerRow(random, person, changesOf.get(person.id)?.length ?? 0)),
    );
    await insertRows(
      tx,
      customerContact,
      people.flatMap((person) => contactRows(person.id, person.profile)),
    );
    await insertRows(tx, customerOwnerLog, owners.sort(byAt));
    await insertRows(tx, customerChangeLog, changes.sort(byAt));
    await insertRows(
      tx,
      tracking,
      told.map(({ trackingId, person, followUp }) => trackingRow(trackingId, person.id, followUp)),
    );
    await insertRows(tx, schedule, schedules);
    await insertRows(tx, message, makeMessages(random, calendar, staff, people, reminded, volume.messages));
    await insertRows(tx, loginLog, logins);
    await insertRows(
      tx,
      operationLog,
      makeOperations(random, calendar, staff, { people, owners, changes, logins, told }, volume.operations),
    );
    await insertRows(tx, counter, countersOf(people));
    await tx
      .insert(databaseFlag)
      .values(demoFlag)
      .onConflictDoUpdate({ target: databaseFlag.name, set: { value: demoFlag.value } });
    await followIds(tx, [user, customer, tracking]);
    await assertConsistent(tx, now);
    return accounts(tx, staff);
  });
}

type Dated = { at?: string };
const byAt = (a: Dated, b: Dated) => (a.at ?? "").localeCompare(b.at ?? "");

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

/** All follow-ups of everybody in the order of time, numbered. */
function tell(people: Person[]): Told[] {
  const told = people.flatMap((person) =>
    person.followUps.map((followUp, index) => {
      const next = person.followUps[index + 1];
      const continues = next?.tenure === followUp.tenure && next.userId === followUp.userId;
      return { person, followUp, next: continues ? next : null, isLast: next === undefined };
    }),
  );
  return told.sort((a, b) => a.followUp.at - b.followUp.at).map((one, index) => ({ ...one, trackingId: index + 1 }));
}

/** The last number given out on each day, so that the next customer continues the day's sequence. */
function countersOf(people: Person[]): (typeof counter.$inferInsert)[] {
  const last = new Map<string, number>();
  for (const { no } of people) {
    const day = no.slice(numberPrefix.length, numberPrefix.length + 6);
    last.set(day, (last.get(day) ?? 0) + 1);
  }
  return [...last].map(([day, value]) => ({ prefix: numberPrefix, day, value }));
}

/** Moves the sequences past the ids that were written by hand. */
async function followIds(tx: Transaction, tables: PgTable[]): Promise<void> {
  for (const table of tables) {
    const name = `"${getTableName(table)}"`;
    await tx.execute(sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select max(id) from ${table}))`);
  }
}
