import { MansionFields } from "~/contract/house/mansion";
import type { ApplicationStatus, ApplicationType } from "~/contract/house/mansion-application";
import type { mansionApplication, mansionOwner } from "~/server/database/tables/house/property";
import type { MansionFacts } from "~/server/resources/house/mansion/write";
import { applicationColumns, applicationPrefix } from "~/server/resources/house/mansion-application/file";
import type { SiteUser } from "../customer/users";
import type { Drawn } from "../drawings/gallery";
import { day, hourly, inHours, minute } from "../shared/calendar";
import type { Files } from "../shared/files";
import { type Random, spread, times } from "../shared/random";
import { fourDigits, instantOrNull, numbered, stamps } from "../shared/rows";
import { type Base, staffOf } from "../terms";
import type { Site } from "./mansion-places";
import type { DemoMansion } from "./mansions";
import { buildingAt, twinOf } from "./premises";

type Row = typeof mansionApplication.$inferInsert;

/** Per 70, without those by which buildings came into the dictionary. */
const full = 70;
const waiting = { "create pending": 7, "correct pending": 4, "claim pending": 3 } as const;
const handled = {
  ...{ "create merged": 6, "correct confirmed": 9, "claim confirmed": 6 },
  ...{ "create rejected": 3, "correct rejected": 3, "claim rejected": 2 },
} as const;
const rejections = ["资料不全，无法确认", "与登记信息不符", "产权证明不清楚，请重新上传", "同一内容重复提交"] as const;
const agencies = ["海岚置业·陈经理", "东京安居·佐藤", "远航海外·林小姐", "望川地产·黄先生", "和信家业·高桥"] as const;
const managers = ["晨曦物业管理", "东岸物业", "长青社区服务"] as const;
const notes = ["本人自住", "购于新房时，登记名义为本人", "与配偶共有", null] as const;
/** Numbers that nobody else of the demo has. */
const freeNumbersFrom = 8_200;

interface Story {
  type: ApplicationType;
  status: ApplicationStatus;
  at: number;
  handledAt: number | null;
  by: number;
  /** What it is about, what it became, or what it looks like. */
  about: DemoMansion | undefined;
}

interface Wanted extends Base {
  users: readonly SiteUser[];
  sites: readonly Site[];
  mansions: readonly DemoMansion[];
  papers: readonly Drawn[];
  files: Files;
}

/** Wishes about buildings in every state; a correction that was taken is in its building. */
export function makeMansionApplications(wanted: Wanted, total: number) {
  const { random, mansions, papers, files } = wanted;
  const taken = new Set(mansions.map(({ name }) => name));
  const owners: (typeof mansionOwner.$inferInsert)[] = [];
  const rows = numbered(storiesOf(wanted, total), applicationPrefix).map(({ id, no, ...story }) => {
    const { type, status, at, handledAt, by, about } = story;
    const evidence_ids = times(type === "claim" ? random.whole(1, 2) : 0, (place) => {
      const name = `产权证明${place + 1}.webp`;
      return files.add(random, { scene: "evidence", name, by, at, drawn: random.pick(papers) });
    });
    const applicant = applicantAt(wanted, type, at, id);
    const payload = payloadOf(wanted, story, taken);
    const isNew = type === "create";
    const named = isNew || !about ? { name: String(payload.name), name_local: payload.name_local } : about;
    const handler = handledAt === null ? null : by;
    const stamp = stamps(at, null, handledAt ?? at, handler);
    if (status === "confirmed" && about && type === "correct")
      Object.assign(about, payload, { version: 2, updated_at: stamp.updated_at, updated_by: by });
    if (status === "confirmed" && about && handledAt !== null && type === "claim")
      owners.push({
        ...{ mansion_id: about.id, room_no: String(payload.room_no), application_id: id },
        ...{ owner_type: applicant.applicant_type, owner_id: applicant.applicant_id },
        ...{ name: applicant.applicant_name, contact: applicant.contact, ...stamps(handledAt, by) },
      });
    return {
      ...applicationColumns(no, { ...applicant, type, mansion_id: null, payload, evidence_ids }, payload, named),
      ...{ id, status, version: handledAt === null ? 1 : 2, ...stamp },
      mansion_id: isNew ? null : about?.id,
      district_id: isNew ? Number(payload.district_id) : about?.district_id,
      similar_count: isNew && about && status !== "confirmed" ? 1 : 0,
      result_mansion_id: status === "confirmed" || status === "merged" ? about?.id : null,
      applied_fields: type === "correct" && status === "confirmed" ? Object.keys(payload) : [],
      reject_reason: status === "rejected" ? random.pick(rejections) : null,
      ...{ handler_id: handler, handled_at: instantOrNull(handledAt) },
    } satisfies Row;
  });
  return { rows, owners };
}

function storiesOf({ random, calendar, staff, mansions }: Wanted, total: number): Story[] {
  const keepers = staffOf(staff, "estate_manager");
  const entered = mansions.filter(({ source, status }) => source === "application" && status !== "merged");
  const open = Object.entries(waiting).flatMap(([kind, count]) =>
    Array<string>(Math.max(1, Math.round((count * total) / full))).fill(kind),
  );
  const rest = spread(Math.max(0, total - entered.length - open.length), handled);
  // Nothing has happened to them yet, so that what a correction leaves is all.
  const free = random.shuffle(
    mansions.filter((one) => one.status === "enabled" && one.version === 1 && one.source === "import"),
  );
  const asked = [...open, ...rest].map((kind, index): Story => {
    const [type, status] = kind.split(" ") as [ApplicationType, ApplicationStatus]; // what a kind is made of
    const isOpen = status === "pending";
    const at = hourly(random, calendar, isOpen ? Math.max(calendar.latest, random.whole(0, 9)) : random.whole(14, 300));
    // Every other one that waits for a new building looks like one that is there.
    const isNew = type === "create" && status !== "merged" && (!isOpen || index % 2 === 1);
    const handledAt = isOpen ? null : inHours(random, calendar, at, at + 4 * day);
    return { type, status, at, handledAt, by: random.pick(keepers).id, about: isNew ? undefined : free[index] };
  });
  const made = entered.map((about): Story => {
    const handledAt = Date.parse(about.created_at);
    const at = handledAt - random.whole(1, 3) * day - random.whole(1, 90) * minute;
    return { type: "create", status: "confirmed", at, handledAt, by: about.created_by ?? 0, about };
  });
  return [...asked, ...made];
}

/** Somebody who asks at that moment, numbered where the house knows them; a claim is a user's. */
function applicantAt({ random, users, staff }: Wanted, type: ApplicationType, at: number, place: number) {
  const applicant_type = type === "claim" ? "user" : random.weighted({ user: 52, agent: 28, staff: 20 });
  const known = users.filter(({ registeredAt, status }) => registeredAt < at && status === "normal");
  const { id: userId, nickname, no, contacts } = random.pick(known);
  const { id: staffId, name, email } = random.pick(staffOf(staff, "sales"));
  const phone = contacts.phone && `+${contacts.phone_cc} ${contacts.phone}`;
  const agent = `+86 199 0000 ${fourDigits(freeNumbersFrom + place)}`;
  const [applicant_id, applicant_name, contact] = {
    user: [userId, nickname ?? no, phone ?? contacts.email] as const,
    agent: [null, random.pick(agencies), agent] as const,
    staff: [staffId, name, email] as const,
  }[applicant_type];
  return { applicant_type, applicant_id, applicant_name, contact };
}

function stated(facts: MansionFacts): Record<string, unknown> {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(facts).filter(([name, value]) => name in MansionFields.shape && !isEmpty(value)),
  );
}

/** What is asked for: a room, other facts, or a building that is new or somebody else's writing of one that is there. */
function payloadOf(
  { random, calendar, sites }: Wanted,
  { type, status, about }: Story,
  taken: Set<string>,
): Record<string, unknown> {
  if (type === "claim")
    return {
      room_no: `${random.whole(2, 15)}${String(random.whole(1, 8)).padStart(2, "0")}`,
      note: random.pick(notes),
    };
  if (type === "correct" && about) return correctionOf(random, about);
  if (about) return stated(status === "confirmed" ? about : twinOf(random, about));
  return stated(buildingAt(random, calendar, random.pick(sites.filter(({ country }) => country === "JP")), taken));
}

/** What somebody would change of a building; none of it is what it is found by. */
function correctionOf(random: Random, { total_units, floors_above, pet_allowed }: MansionFacts) {
  const all: Partial<MansionFacts>[] = [
    { total_units: (total_units ?? 90) + random.whole(2, 24) },
    { manager_company: random.pick(managers) },
    { pet_allowed: pet_allowed === "yes" ? "no" : "yes" },
    { floors_above: (floors_above ?? 9) + 1 },
  ];
  return Object.assign({}, ...random.some(all, 2, 4)) as Record<string, unknown>; // assign's own type is any
}
