import { and, asc, eq, getTableName, inArray, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { hashPassword } from "../identity/password";
import { insertRows } from "./baseline/insert-rows";
import type { Database, Transaction } from "./database";
import { makeSchedules, type Told } from "./demo/agenda";
import { type Calendar, calendarOf } from "./demo/calendar";
import { assertConsistent } from "./demo/check";
import {
  changeLogRows,
  customerRow,
  makePeople,
  numberPrefix,
  ownerLogRows,
  type Person,
  trackingRow,
} from "./demo/customers";
import { makeLogins, makeOperations } from "./demo/logs";
import { makeMessages } from "./demo/mail";
import { nameSource } from "./demo/names";
import { contactRows, type Places } from "./demo/profiles";
import { randomFrom } from "./demo/random";
import { customRole, makeStaff, type Staff, teams } from "./demo/staff";
import { isoInstant } from "./tables/columns";
import { customer, customerChangeLog, customerContact, customerOwnerLog, tracking } from "./tables/customer";
import { district } from "./tables/geography";
import {
  counter,
  databaseFlag,
  loginLog,
  message,
  operationLog,
  role,
  schedule,
  team,
  user,
  userRole,
} from "./tables/system";

/** An account that anyone may try, by the role's Chinese name. */
export interface DemoAccount {
  email: string;
  role: string;
}

interface DemoOptions {
  password: string;
  /** `small` is a tenth, for tests; staff and teams are the same. */
  size: "full" | "small";
  now?: Date;
}

const seed = 20_261_120;
const demoFlag = { name: "demo", value: "1" };
const volumes = {
  full: { customers: 1_200, trackings: 6_500, schedules: 900, perSeller: 5, messages: 2_500, operations: 8_000 },
  small: { customers: 120, trackings: 650, schedules: 90, perSeller: 1, messages: 250, operations: 800 },
} as const;

/** Whether this database carries the demo flag, which only the demo writer sets. */
export async function isDemo(db: Database): Promise<boolean> {
  const rows = await db.select().from(databaseFlag).where(eq(databaseFlag.name, demoFlag.name));
  return rows[0]?.value === demoFlag.value;
}

/**
 * Writes the demo company with a year of its work into a database that has its baseline and nobody in it. The same `now`
 * gives the same data. Throws, and writes nothing, if the data break their own rules.
 */
export async function writeDemo(
  db: Database,
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
      makeOperations(random, calendar, staff, { people, owners, changes, logins }, volume.operations),
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
async function readPlaces(db: Database): Promise<Places> {
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

async function writeStaff(
  tx: Transaction,
  calendar: Calendar,
  staff: Staff[],
  logins: { user_id?: number | null; result: string; at?: string }[],
  passwordHash: string,
): Promise<void> {
  const since = isoInstant(calendar.at(900, 9));
  const stamp = { created_at: since, updated_at: since };
  const written = await tx
    .insert(team)
    .values(teams.map((name, index) => ({ name, sort: index + 1, ...stamp })))
    .returning({ id: team.id, name: team.name });
  const teamIds = new Map<string, number>(written.map((row) => [row.name, row.id]));
  const lastLogin = new Map(logins.filter((log) => log.result === "success").map((log) => [log.user_id, log.at]));
  await insertRows(
    tx,
    user,
    staff.map((person) => {
      const joined = isoInstant(calendar.at(person.joinedDaysAgo, 9));
      return {
        id: person.id,
        name: person.name,
        email: person.email,
        phone_cc: "86",
        phone: person.phone,
        phone_e164: `+86${person.phone}`,
        password_hash: passwordHash,
        password_history: [],
        team_id: teamIds.get(person.team) ?? null,
        wecom_userid: person.email.slice(0, person.email.indexOf("@")),
        accept_inquiry: person.status === "enabled",
        status: person.status,
        language: "zh",
        preferences: {},
        must_change_password: false,
        last_login_at: lastLogin.get(person.id) ?? null,
        last_login_ip: null,
        failed_count: 0,
        created_at: joined,
        updated_at: joined,
      };
    }),
  );
  for (const leader of staff.filter((person) => person.isLeader)) {
    await tx.update(team).set({ leader_id: leader.id }).where(eq(team.name, leader.team));
  }
  const { permissions, ...custom } = customRole;
  await tx
    .insert(role)
    .values({ ...custom, permissions: [...permissions], ...stamp })
    .onConflictDoNothing();
  const roleIds = new Map(
    (await tx.select({ id: role.id, code: role.code }).from(role)).map((row) => [row.code, row.id]),
  );
  await insertRows(
    tx,
    userRole,
    staff.flatMap((person) => person.roles.map((code) => ({ user_id: person.id, role_id: roleIds.get(code) ?? 0 }))),
  );
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

async function accounts(tx: Transaction, staff: Staff[]): Promise<DemoAccount[]> {
  const roles = await tx
    .select({ code: role.code, name: role.name })
    .from(role)
    .where(eq(role.builtin, true))
    .orderBy(asc(role.id));
  return roles.flatMap(({ code, name }) => {
    const person = staff.find(({ email }) => email === `${code}@demo.test`);
    return person ? [{ email: person.email, role: name }] : [];
  });
}
