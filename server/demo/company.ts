import { agentUnregisterPrefix } from "~/server/resources/agent/unregister/file";
import { auditPrefix } from "~/server/resources/house/estate-audit/file";
import { applicationPrefix } from "~/server/resources/house/mansion-application/file";
import { makeAgentLogins } from "./agent/agent-logins";
import { makeAgentUnregisters } from "./agent/agent-unregisters";
import { agentActs, agentPrefix, makeAgents } from "./agent/agents";
import { clueActs, cluePrefix, makeClues } from "./clue/clues";
import { areaActs } from "./customer/area-logs";
import { batchRows, makeBatches } from "./customer/batches";
import { makeBehaviors, placedEstates } from "./customer/behaviors";
import { makeBlacklist } from "./customer/blacklists";
import {
  changeLogRows,
  customerRow,
  makePeople,
  numberPrefix,
  ownerLogRows,
  type Person,
  trackingRow,
} from "./customer/customers";
import { contactRows, type Places } from "./customer/profiles";
import { makeRequirements, requirementPrefix } from "./customer/requirements";
import { makeTransfers, transferRow } from "./customer/transfers";
import { makeUnregisters, unregisterPrefix } from "./customer/unregisters";
import { makeSiteUsers, siteUserRow, userPrefix } from "./customer/users";
import type { GalleryPicture } from "./drawings/gallery";
import { makeEstateAudits } from "./house/estate-audits";
import { wishEstates } from "./house/estate-wishes";
import { estateMansions, estatePrefix, makeEstates, onlineOf } from "./house/estates";
import { makeMansionApplications } from "./house/mansion-applications";
import { makeMansionPictures } from "./house/mansion-pictures";
import type { Site } from "./house/mansion-places";
import { makeMansions, mansionPrefix } from "./house/mansions";
import { tellUnits } from "./house/unit-stories";
import { makeUnits } from "./house/units";
import { makeChats } from "./inquiry/chats";
import { inquiryPrefix, makeInquiries } from "./inquiry/inquiries";
import { makeCasePapers, papersSince } from "./inquiry/visa-cases";
import { type FollowedUp, makeSchedules } from "./schedule/agenda";
import { calendarOf } from "./shared/calendar";
import { makeComments } from "./shared/comments";
import { makeFiles } from "./shared/files";
import { makeMessages } from "./shared/mail";
import { nameSource } from "./shared/names";
import { randomFrom } from "./shared/random";
import { makeAppVersions } from "./system/app-versions";
import { brokerPrefix, makeBrokers } from "./system/brokers";
import { makeLogins, makeOperations } from "./system/logs";
import { makeStaff } from "./system/staff";

const seed = 20_261_120;
/** Estates that visitors of the site find. */
const mostOnSite = 38;
const volumes = {
  full: {
    customers: 1_200,
    trackings: 6_500,
    schedules: 900,
    perSeller: 5,
    messages: 2_500,
    operations: 8_000,
    users: 3_000,
    requirements: 300,
    annexes: 420,
    pictured: 60,
    transfers: 24,
    batches: 30,
    blacklist: 60,
    unregisters: 45,
    mansions: 900,
    applications: 70,
    estates: 160,
    rooms: 620,
    boards: 24,
    units: 1_900,
    inquiries: 2_400,
    clues: 1_100,
    agents: 80,
    agentAccounts: 260,
    agentLogins: 4_000,
    agentUnregisters: 12,
  },
  small: {
    customers: 120,
    trackings: 650,
    schedules: 90,
    perSeller: 1,
    messages: 250,
    operations: 800,
    users: 300,
    requirements: 30,
    annexes: 42,
    pictured: 6,
    transfers: 3,
    batches: 3,
    blacklist: 6,
    unregisters: 5,
    mansions: 90,
    applications: 7,
    estates: 16,
    rooms: 62,
    boards: 3,
    units: 190,
    inquiries: 240,
    clues: 110,
    agents: 8,
    agentAccounts: 26,
    agentLogins: 400,
    agentUnregisters: 4,
  },
} as const;

/** The whole demo company, made in memory from one seed: every row that is to be written, in the order of its table. */
export function makeCompany(
  size: keyof typeof volumes,
  now: Date,
  places: Places,
  sites: readonly Site[],
  gallery: readonly GalleryPicture[],
) {
  const random = randomFrom(seed);
  const volume = volumes[size];
  const calendar = calendarOf(now, random);
  const nextName = nameSource(random);
  const staff = makeStaff(random, nextName, 1);
  const people = makePeople({
    random,
    calendar,
    staff,
    places,
    nextName,
    total: volume.customers,
    trackings: volume.trackings,
    firstId: 1,
  });
  const transfers = makeTransfers(random, calendar, staff, people, volume.transfers);
  const requested = new Set(transfers.map(({ person }) => person.id));
  const others = people.filter(({ id }) => !requested.has(id));
  const drafts = makeBatches({ random, calendar, staff, people: others }, volume.batches);
  const users = makeSiteUsers(random, calendar, people, volume.users);
  const blacklist = numbered(makeBlacklist(random, calendar, staff, others, users, volume.blacklist));
  const unregisters = numbered(makeUnregisters(random, calendar, staff, users, volume.unregisters));
  const siteEstates = Math.min(mostOnSite, onlineOf(volume.estates));
  const { rows: placed, figures } = makeBehaviors(random, calendar, users, siteEstates);
  const requirements = makeRequirements(random, calendar, people, volume.requirements);
  const told = followedUp(people);
  const schedules = makeSchedules(random, calendar, staff, told, volume.schedules, volume.perSeller);
  const { pictured, annexes } = volume;
  const files = makeFiles({ random, calendar, told, requirements, pictured, annexes, gallery });
  const owners = people.flatMap((person) => ownerLogRows(random, person));
  const changesOf = new Map(people.map((person) => [person.id, changeLogRows(random, person)]));
  const changes = [...changesOf.values()].flat();
  const logins = makeLogins(random, calendar, staff);
  const reminded = schedules.flatMap((row) =>
    row.customer_id && row.status === "pending"
      ? [{ userId: row.user_id, title: row.title, at: Date.parse(row.start_at), customerId: row.customer_id }]
      : [],
  );
  // Of chances of their own: what came before them stays what it was.
  const mansions = makeMansions(randomFrom(seed + 3), calendar, staff, sites, volume.mansions);
  const albums = makeMansionPictures(randomFrom(seed + 4), staff, mansions.rows, gallery, files.files.length + 1);
  const brokers = numbered(makeBrokers(randomFrom(seed + 1), calendar, staff, places.wishes));
  const estates = makeEstates(
    {
      random: randomFrom(seed + 6),
      calendar,
      staff,
      sites,
      mansions: mansions.rows,
      pictures: albums.pictures,
      brokers,
    },
    volume.estates,
    volume.rooms,
  );
  const units = makeUnits(
    { random: randomFrom(seed + 7), calendar, staff },
    estates.stories,
    volume.boards,
    volume.units,
  );
  const sellers = new Set(
    staff.filter(({ roles, status }) => roles.includes("sales") && status === "enabled").map(({ id }) => id),
  );
  const owned = people.flatMap(({ id, history: { owner } }) =>
    owner !== null && sellers.has(owner) ? [{ id, owner }] : [],
  );
  const unitStories = tellUnits({ random: randomFrom(seed + 10), calendar }, units, owned);
  const inquiries = makeInquiries(
    {
      random: randomFrom(seed + 11),
      calendar,
      staff,
      people,
      users,
      estates: estates.stories,
      nextName: nameSource(randomFrom(seed + 12)),
    },
    volume.inquiries,
  );
  const chats = makeChats(
    { random: randomFrom(seed + 21), calendar, sellers: [...sellers].slice(0, 3) },
    inquiries.rows,
  );
  const agentStories = makeAgents(
    { random: randomFrom(seed + 13), calendar, staff, nextName: nameSource(randomFrom(seed + 14)) },
    volume.agents,
    volume.agentAccounts,
  );
  const agentUnregisters = makeAgentUnregisters(randomFrom(seed + 15), calendar, agentStories, volume.agentUnregisters);
  const agentLogins = makeAgentLogins(randomFrom(seed + 16), calendar, agentStories, volume.agentLogins);
  const audits = makeEstateAudits({ random: randomFrom(seed + 9), calendar, staff, brokers }, estates.stories);
  const onSite = estates.stories.filter(({ state }) => state === "online").slice(0, siteEstates);
  const behaviors = placedEstates(
    placed,
    onSite.map(({ row }) => row),
  );
  const firstFile = files.files.length + albums.files.length + 1;
  const applications = makeMansionApplications(
    { random: randomFrom(seed + 5), calendar, staff, users, sites, mansions: mansions.rows, firstFile },
    volume.applications,
  );
  const cases = inquiries.rows.flatMap(({ id, kind, ext, assignee_id: by, first_response_at: answered }) => {
    const since = kind === "visa" ? papersSince(ext) : undefined;
    return since && by && answered ? [{ id, by, since: Math.max(since, Date.parse(answered)) }] : [];
  });
  const afterApplications = firstFile + applications.files.length;
  const casePapers = makeCasePapers(randomFrom(seed + 19), calendar, cases, afterApplications);
  const more = areaActs(random, calendar, staff, {
    users,
    requirements,
    annexes: files.annexes,
    transfers,
    blacklist,
    unregisters,
  });
  const { batches, rows: batchedRows } = batchRows(drafts, changesOf);
  const customers = people.map((person) => customerRow(random, person, changesOf.get(person.id)?.length ?? 0));
  const contacts = people.flatMap((person) => contactRows(person.id, person.profile));
  const trackings = told.map(({ trackingId, person, followUp }) =>
    trackingRow(trackingId, person.id, followUp, files.pictures.get(trackingId)),
  );
  const asked = requirements.map(({ row }) => row);
  wishEstates(randomFrom(seed + 8), calendar, estates.stories, { customers, trackings, requirements: asked });
  const clues = makeClues(
    {
      random: randomFrom(seed + 17),
      calendar,
      staff,
      agents: agentStories,
      estates: estates.stories,
      customers,
      // Whom an agent brought may use the site later; whoever asked there was ours before.
      foreign: new Set(inquiries.rows.flatMap(({ customer_id }) => customer_id ?? [])),
      nextName: nameSource(randomFrom(seed + 18)),
    },
    volume.clues,
  );
  const comments = makeComments({ random: randomFrom(seed + 10), calendar, staff }, people, estates.stories);
  return {
    calendar,
    staff,
    logins,
    files: [...files.files, ...albums.files, ...applications.files, ...casePapers.files],
    mansions: mansions.rows,
    albums: [...albums.entries, ...estates.stories.flatMap(({ pictures }) => pictures)],
    estates: estates.stories.map(({ row: { mansion_ids: _, ...row } }) => row),
    estateMansions: estateMansions(estates.stories),
    rooms: estates.stories.flatMap(({ rooms }) => rooms),
    units,
    unitQueues: unitStories.queue,
    unitLogs: unitStories.lines,
    estateAudits: audits.rows,
    applications: applications.rows,
    mansionOwners: applications.owners,
    // Every row names the same columns (`insertRows`).
    customers: customers.map((row) => ({ ...row, agent_id: null, ...clues.sourced.get(row.id ?? 0) })),
    contacts,
    owners: owners.sort(byAt),
    changes: changes.sort(byAt),
    trackings,
    schedules,
    comments: comments.rows,
    messages: makeMessages(
      random,
      calendar,
      staff,
      people,
      { schedules: reminded, transfers, mentions: comments.told },
      volume.messages,
    ),
    operations: makeOperations(
      random,
      calendar,
      staff,
      {
        people,
        owners,
        changes,
        logins,
        told,
        more: [
          ...more,
          ...mansions.acts,
          ...applications.acts,
          ...estates.acts,
          ...audits.acts,
          ...agentActs(agentStories),
          ...clueActs(clues.rows),
          ...agentUnregisters.acts,
        ],
      },
      volume.operations,
    ),
    users: users.flatMap((user) => {
      const done = figures.get(user.id);
      return done ? [siteUserRow(user, done)] : [];
    }),
    behaviors,
    blacklist,
    unregisters,
    requirements: asked,
    annexes: numbered([...files.annexes, ...casePapers.annexes]),
    transfers: transfers.map(transferRow),
    brokers,
    appVersions: makeAppVersions(calendar, staff),
    /** Chances for what needs the numbers that rows have got when they were written. */
    later: randomFrom(seed + 2),
    batches,
    batchedRows,
    inquiries,
    chats,
    clues,
    agents: { stories: agentStories, logins: agentLogins, unregisters: agentUnregisters.rows },
    counters: [
      ...countersOf(
        cluePrefix,
        clues.rows.map(({ clue_no }) => ({ no: clue_no })),
      ),
      ...countersOf(
        agentPrefix,
        agentStories.map(({ row }) => ({ no: row.agent_no })),
      ),
      ...countersOf(
        agentUnregisterPrefix,
        agentUnregisters.rows.map(({ request_no }) => ({ no: request_no })),
      ),
      ...countersOf(
        inquiryPrefix,
        inquiries.rows.map(({ inquiry_no }) => ({ no: inquiry_no })),
      ),
      ...countersOf(numberPrefix, people),
      ...countersOf(userPrefix, users),
      ...countersOf(requirementPrefix, requirements),
      ...countersOf(
        unregisterPrefix,
        unregisters.map(({ request_no }) => ({ no: request_no })),
      ),
      ...countersOf(
        brokerPrefix,
        brokers.map(({ broker_no }) => ({ no: broker_no })),
      ),
      ...countersOf(
        mansionPrefix,
        mansions.rows.map(({ mansion_no }) => ({ no: mansion_no })),
      ),
      ...countersOf(
        estatePrefix,
        estates.stories.map(({ row }) => ({ no: row.estate_no })),
      ),
      ...countersOf(
        auditPrefix,
        audits.rows.map(({ audit_no }) => ({ no: audit_no })),
      ),
      ...countersOf(
        applicationPrefix,
        applications.rows.map(({ application_no }) => ({ no: application_no })),
      ),
    ],
  };
}

export type Company = ReturnType<typeof makeCompany>;

/** The log names rows by their ids, so that these are given here. */
const numbered = <T extends object>(rows: readonly T[]) => rows.map((row, index) => ({ ...row, id: index + 1 }));

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

/** The last number given out on each day, so that the next one continues the day's sequence. */
function countersOf(prefix: string, list: readonly { no: string }[]) {
  const last = new Map<string, number>();
  for (const { no } of list) {
    const day = no.slice(prefix.length, prefix.length + 6);
    last.set(day, Math.max(last.get(day) ?? 0, Number(no.slice(prefix.length + 6))));
  }
  return [...last].map(([day, value]) => ({ prefix, day, value }));
}
