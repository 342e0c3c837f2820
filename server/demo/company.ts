import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "../database/database";
import { insertRows } from "../database/insert-rows";
import { isoInstant } from "../database/tables/columns";
import * as tables from "../database/tables/customer/customer";
import * as house from "../database/tables/house/estate";
import * as property from "../database/tables/house/property";
import * as admin from "../database/tables/system/admin";
import * as system from "../database/tables/system/system";
import { priceInCny } from "../resources/house/estate/prices";
import { customerRow, makePeople, ownerLogRows, trackingRows } from "./customer/customers";
import type { Places } from "./customer/profiles";
import type { Drawings } from "./drawings/gallery";
import { makeEstateAudits } from "./house/estate-audits";
import { estateMansions, makeEstates } from "./house/estates";
import type { Site } from "./house/mansion-places";
import { makeMansionPictures, makeMansions } from "./house/mansions";
import { responseMinutes } from "./inquiry/inquiries";
import { calendarOf } from "./shared/calendar";
import type { Files } from "./shared/files";
import { nameSource } from "./shared/names";
import { randomFrom } from "./shared/random";
import { makeAppVersions, makeBrokers } from "./system/records";
import { makeStaff } from "./system/staff";

const seed = 20_261_120;
const full = { customers: 1_200, trackings: 6_500, mansions: 900, estates: 160, rooms: 620 };
const small: typeof full = { customers: 120, trackings: 650, mansions: 90, estates: 16, rooms: 62 };
const volumes = { full, small };

const into =
  <T extends PgTable>(table: T) =>
  (rows: readonly T["$inferInsert"][]) =>
  (tx: Transaction) =>
    insertRows(tx, table, rows);

/** The whole demo company, made in memory from one seed; `rows` in the order in which they refer to each other. */
export function makeCompany(
  size: keyof typeof volumes,
  now: Date,
  places: Places,
  sites: readonly Site[],
  { gallery, files }: Pick<Drawings, "gallery"> & { files: Files },
) {
  const random = randomFrom(seed);
  const volume = volumes[size];
  const calendar = calendarOf(now, random);
  const nextName = nameSource(seed);
  const staff = makeStaff(random, nextName);
  const base = { random, calendar, staff, nextName };
  /** With a random source of its own: what came before does not change. */
  const source = (number: number) => ({ ...base, random: randomFrom(seed + number) });
  const people = makePeople(base, places, volume.customers, volume.trackings);
  const owners = people.flatMap((person) => ownerLogRows(random, person));
  const mansions = makeMansions(source(3), sites, volume.mansions);
  const albums = makeMansionPictures(source(4), mansions, gallery, files);
  const brokers = makeBrokers(source(1), places.wishes);
  const around = { ...source(6), sites, mansions, pictures: albums.pictures, brokers };
  const estates = makeEstates(around, volume.estates, volume.rooms);
  const audits = makeEstateAudits({ ...source(9), brokers }, estates);
  const rows = [
    into(admin.appVersion)(makeAppVersions(base)),
    into(admin.broker)(brokers),
    into(system.setting)([
      { key: "inquiry.response_minutes", value: responseMinutes, updated_at: isoInstant(calendar.at(300, 10)) },
    ]),
    into(tables.customer)(people.map(customerRow)),
    into(tables.customerOwnerLog)(owners.sort((a, b) => String(a.at).localeCompare(String(b.at)))),
    into(tables.tracking)(trackingRows(people)),
    into(property.mansion)(mansions),
    into(property.album)([...albums.entries, ...estates.flatMap(({ pictures }) => pictures)]),
    into(house.estate)(estates.map(({ row: { mansion_ids: _, ...row } }) => row)),
    into(house.estateMansion)(estateMansions(estates)),
    into(house.room)(estates.flatMap(({ rooms }) => rooms)),
    into(house.estateAudit)(audits),
    (tx: Transaction) => priceInCny(tx, sql`true`),
  ];
  return { ...base, people, estates, rows };
}
