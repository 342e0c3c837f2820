import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "../database/database";
import { insertRows } from "../database/insert-rows";
import * as leads from "../database/tables/clue/clue";
import { isoInstant } from "../database/tables/columns";
import * as audience from "../database/tables/customer/audience";
import * as tables from "../database/tables/customer/customer";
import * as house from "../database/tables/house/estate";
import * as property from "../database/tables/house/property";
import * as asked from "../database/tables/inquiry/inquiry";
import * as admin from "../database/tables/system/admin";
import * as system from "../database/tables/system/system";
import { priceInCny } from "../resources/house/estate/prices";
import { makeAgents, makeAgentUnregisters } from "./agent/agents";
import { makeClues } from "./clue/clues";
import { batchRows, makeBatches } from "./customer/acts";
import { customerRow, makePeople, ownerLogRows, trackingRows } from "./customer/customers";
import type { Places } from "./customer/profiles";
import { makeSiteUsers, makeUnregisters, siteUserRow } from "./customer/users";
import type { Drawings } from "./drawings/gallery";
import { makeEstateAudits } from "./house/estate-audits";
import { estateMansions, makeEstates } from "./house/estates";
import { makeMansionApplications } from "./house/mansion-applications";
import type { Site } from "./house/mansion-places";
import { makeMansionPictures, makeMansions } from "./house/mansions";
import { makeCasePapers, makeInquiries, responseMinutes } from "./inquiry/inquiries";
import { calendarOf } from "./shared/calendar";
import type { Files } from "./shared/files";
import { nameSource } from "./shared/names";
import { randomFrom } from "./shared/random";
import { makeAppVersions, makeBrokers } from "./system/records";
import { makeStaff } from "./system/staff";

const seed = 20_261_120;
const full = {
  ...{ customers: 1_200, trackings: 6_500, users: 3_000 },
  ...{ batches: 30, unregisters: 45 },
  ...{ mansions: 900, applications: 70, estates: 160, rooms: 620, inquiries: 2_400 },
  ...{ clues: 1_100, agents: 80, agentAccounts: 260, agentUnregisters: 12 },
};
/** A tenth, and of what comes in few enough to show each state. */
const small = {
  ...(Object.fromEntries(Object.entries(full).map(([name, count]) => [name, Math.round(count / 10)])) as typeof full),
  ...{ batches: 3, agentUnregisters: 4 },
};
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
  { gallery, papers, files }: Drawings & { files: Files },
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
  const drafts = makeBatches(base, people, volume.batches);
  const users = makeSiteUsers(base, people, volume.users);
  const unregisters = makeUnregisters(base, users, volume.unregisters);
  const owners = people.flatMap((person) => ownerLogRows(random, person));
  const mansions = makeMansions(source(3), sites, volume.mansions);
  const albums = makeMansionPictures(source(4), mansions, gallery, files);
  const brokers = withIds(makeBrokers(source(1), places.wishes));
  const estates = makeEstates(
    { ...source(6), sites, mansions, pictures: albums.pictures, brokers },
    volume.estates,
    volume.rooms,
  );
  const inquiries = makeInquiries({ ...source(11), people, users, estates }, volume.inquiries);
  const agents = makeAgents(source(13), volume.agents, volume.agentAccounts);
  const agentUnregisters = makeAgentUnregisters(source(15), agents, volume.agentUnregisters);
  const audits = makeEstateAudits({ ...source(9), brokers }, estates);
  const applications = makeMansionApplications(
    { ...source(5), users, sites, mansions, papers, files },
    volume.applications,
  );
  const casePapers = makeCasePapers(source(19), papers, inquiries, files);
  const { batches, rows: batchedRows } = batchRows(drafts);
  const customers = people.map((person) => customerRow(random, person));
  // Customers of agents may use the site later; those who asked there were ours before.
  const foreign = new Set(inquiries.flatMap(({ customer_id }) => customer_id ?? []));
  const clues = makeClues({ ...source(17), agents, estates, customers, foreign }, volume.clues);
  const rows = [
    into(admin.appVersion)(makeAppVersions(base)),
    into(admin.broker)(brokers),
    into(system.setting)([
      { key: "inquiry.response_minutes", value: responseMinutes, updated_at: isoInstant(calendar.at(300, 10)) },
    ]),
    into(system.batch)(batches),
    into(system.batchRow)(batchedRows),
    into(tables.customer)(customers.map((row) => ({ ...row, agent_id: null, ...clues.sourced.get(row.id ?? 0) }))),
    into(tables.customerOwnerLog)(owners.sort(byAt)),
    into(tables.tracking)(trackingRows(people)),
    into(audience.customerUser)(users.map(siteUserRow)),
    into(audience.unregisterRequest)(unregisters),
    into(property.mansion)(mansions),
    into(property.album)([...albums.entries, ...estates.flatMap(({ pictures }) => pictures)]),
    into(house.estate)(estates.map(({ row: { mansion_ids: _, ...row } }) => row)),
    into(house.estateMansion)(estateMansions(estates)),
    into(house.room)(estates.flatMap(({ rooms }) => rooms)),
    into(house.estateAudit)(audits),
    into(property.mansionApplication)(applications.rows),
    into(property.mansionOwner)(applications.owners),
    (tx: Transaction) => priceInCny(tx, sql`true`),
    into(asked.inquiry)(inquiries),
    into(tables.requirementAnnex)(casePapers),
    into(leads.clue)(clues.rows),
    into(leads.judgement)(clues.sheets),
  ];
  return { calendar, staff, agents, agentUnregisters, rows };
}

const withIds = <T extends object>(rows: readonly T[]) => rows.map((row, index) => ({ ...row, id: index + 1 }));

type Dated = { at?: string };
const byAt = (a: Dated, b: Dated) => (a.at ?? "").localeCompare(b.at ?? "");
