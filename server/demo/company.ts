import { makeAgentUnregisters } from "./agent/agent-unregisters";
import { makeAgents } from "./agent/agents";
import { makeClues } from "./clue/clues";
import { batchRows, makeBatches } from "./customer/batches";
import { changeLogRows, customerRow, makePeople, ownerLogRows, type Person, trackingRow } from "./customer/customers";
import { contactRows, type Places } from "./customer/profiles";
import { makeRequirements } from "./customer/requirements";
import { makeTransfers } from "./customer/transfers";
import { makeUnregisters } from "./customer/unregisters";
import { makeSiteUsers, siteUserRow } from "./customer/users";
import type { Drawings } from "./drawings/gallery";
import { makeEstateAudits } from "./house/estate-audits";
import { estateMansions, makeEstates } from "./house/estates";
import { makeMansionApplications } from "./house/mansion-applications";
import { makeMansionPictures } from "./house/mansion-pictures";
import type { Site } from "./house/mansion-places";
import { makeMansions } from "./house/mansions";
import { makeUnits } from "./house/units";
import { makeInquiries } from "./inquiry/inquiries";
import { makeCasePapers } from "./inquiry/visa-cases";
import { type FollowedUp, makeSchedules } from "./schedule/agenda";
import { calendarOf } from "./shared/calendar";
import { makeFiles } from "./shared/files";
import { nameSource } from "./shared/names";
import { randomFrom } from "./shared/random";
import { makeAppVersions } from "./system/app-versions";
import { makeBrokers } from "./system/brokers";
import { makeLogins } from "./system/logins";
import { makeStaff } from "./system/staff";

const seed = 20_261_120;
const full = {
  ...{ customers: 1_200, trackings: 6_500, schedules: 900, perSeller: 5, users: 3_000, requirements: 300 },
  ...{ annexes: 420, pictured: 60, transfers: 24, batches: 30, unregisters: 45 },
  ...{ mansions: 900, applications: 70, estates: 160, rooms: 620, boards: 24, units: 1_900, inquiries: 2_400 },
  ...{ clues: 1_100, agents: 80, agentAccounts: 260, agentUnregisters: 12 },
};
/** A tenth, and of what comes in few enough to show each state. */
const small = {
  ...(Object.fromEntries(Object.entries(full).map(([name, count]) => [name, Math.round(count / 10)])) as typeof full),
  ...{ perSeller: 1, transfers: 3, boards: 3, agentUnregisters: 4 },
};
const volumes = { full, small };

/** The whole demo company, made in memory from one seed: every row that is to be written, in the order of its table. */
export function makeCompany(
  size: keyof typeof volumes,
  now: Date,
  places: Places,
  sites: readonly Site[],
  { gallery, papers }: Drawings,
) {
  const random = randomFrom(seed);
  /** Their own random sources: what came before does not change. */
  const source = (number: number) => randomFrom(seed + number);
  const volume = volumes[size];
  const calendar = calendarOf(now, random);
  const nextName = nameSource(seed);
  const staff = makeStaff(random, nextName);
  const base = { random, calendar, staff, nextName };
  const people = makePeople(base, places, volume.customers, volume.trackings);
  const transfers = makeTransfers(base, people, volume.transfers);
  const requested = new Set(transfers.map(({ customer_id }) => customer_id));
  const others = people.filter(({ id }) => !requested.has(id));
  const drafts = makeBatches(base, others, volume.batches);
  const users = makeSiteUsers(base, people, volume.users);
  const unregisters = makeUnregisters(base, users, volume.unregisters);
  const requirements = makeRequirements(base, people, volume.requirements);
  const told = followedUp(people);
  const schedules = makeSchedules(base, told, volume.schedules, volume.perSeller);
  const { pictured, annexes: annexed } = volume;
  const files = makeFiles({ random, calendar, told, requirements, pictured, annexed, gallery, papers });
  const owners = people.flatMap((person) => ownerLogRows(random, person));
  const logins = makeLogins(random, calendar, staff);
  const mansions = makeMansions(source(3), calendar, staff, sites, volume.mansions);
  const albums = makeMansionPictures(source(4), staff, mansions, gallery, files.files.length + 1);
  const brokers = withIds(makeBrokers(source(1), calendar, staff, places.wishes));
  const estates = makeEstates(
    { ...base, random: source(6), sites, mansions, pictures: albums.pictures, brokers },
    volume.estates,
    volume.rooms,
  );
  const units = makeUnits({ ...base, random: source(7) }, estates, volume.boards, volume.units);
  const inquiries = makeInquiries({ ...base, random: source(11), people, users, estates }, volume.inquiries);
  const agents = makeAgents({ ...base, random: source(13) }, volume.agents, volume.agentAccounts);
  const agentUnregisters = makeAgentUnregisters({ ...base, random: source(15) }, agents, volume.agentUnregisters);
  const audits = makeEstateAudits({ ...base, random: source(9), brokers }, estates);
  const firstFile = files.files.length + albums.files.length + 1;
  const applications = makeMansionApplications(
    { ...base, random: source(5), users, sites, mansions, papers, firstFile },
    volume.applications,
  );
  const nextFile = firstFile + applications.files.length;
  const casePapers = makeCasePapers({ ...base, random: source(19) }, papers, inquiries.rows, nextFile);
  const { batches, rows: batchedRows } = batchRows(drafts);
  const customers = people.map((person) => customerRow(random, person));
  const trackings = told.map(({ trackingId, person, followUp }) =>
    trackingRow(trackingId, person.id, followUp, files.pictures.get(trackingId)),
  );
  const asked = requirements.map(({ row }) => row);
  // Customers of agents may use the site later; those who asked there were ours before.
  const foreign = new Set(inquiries.rows.flatMap(({ customer_id }) => customer_id ?? []));
  const clues = makeClues({ ...base, random: source(17), agents, estates, customers, foreign }, volume.clues);
  return {
    ...{ calendar, staff, logins, units, audits, applications, trackings, schedules, brokers, batches, batchedRows },
    ...{ inquiries, clues, mansions, transfers, unregisters, agents, agentUnregisters },
    files: [...files.files, ...albums.files, ...applications.files, ...casePapers.files],
    albums: [...albums.entries, ...estates.flatMap(({ pictures }) => pictures)],
    estates: estates.map(({ row: { mansion_ids: _, ...row } }) => row),
    estateMansions: estateMansions(estates),
    rooms: estates.flatMap(({ rooms }) => rooms),
    // Every row names the same columns (`insertRows`).
    customers: customers.map((row) => ({ ...row, agent_id: null, ...clues.sourced.get(row.id ?? 0) })),
    contacts: people.flatMap((person) => contactRows(person.id, person.profile)),
    owners: owners.sort(byAt),
    changes: people.flatMap(changeLogRows).sort(byAt),
    users: users.map(siteUserRow),
    requirements: asked,
    annexes: withIds([...files.annexes, ...casePapers.annexes]),
    appVersions: makeAppVersions(calendar, staff),
  };
}

export type Company = ReturnType<typeof makeCompany>;

/** With ids, in the order of the rows. */
const withIds = <T extends object>(rows: readonly T[]) => rows.map((row, index) => ({ ...row, id: index + 1 }));

type Dated = { at?: string };
const byAt = (a: Dated, b: Dated) => (a.at ?? "").localeCompare(b.at ?? "");

/** All follow-ups of everybody in the order of time, numbered. */
function followedUp(people: Person[]): FollowedUp[] {
  const told = people.flatMap((person) =>
    person.followUps.map((followUp, index) => {
      const next = person.followUps[index + 1];
      const continues = next?.tenure === followUp.tenure && next.userId === followUp.userId;
      return { person, followUp, next: continues ? next : null, isLast: next === undefined };
    }),
  );
  return told.sort((a, b) => a.followUp.at - b.followUp.at).map((one, index) => ({ ...one, trackingId: index + 1 }));
}
