import type { ApplicationType } from "~/contract/house/mansion-application";
import { isoInstant } from "~/server/database/tables/columns";
import type { mansionApplication, mansionOwner } from "~/server/database/tables/house/property";
import { coreOf, likeness } from "~/server/resources/house/mansion/names";
import { applicationColumns, applicationPrefix } from "~/server/resources/house/mansion-application/file";
import type { SiteUser } from "../customer/users";
import type { Drawn } from "../drawings/gallery";
import { type Calendar, day, hourly, inHours, minute } from "../shared/calendar";
import { fileOf, type MadeFile } from "../shared/files";
import { type Random, spread } from "../shared/random";
import { numbered } from "../shared/rows";
import type { Staff } from "../system/staff";
import type { Site } from "./mansion-places";
import { applicantAt, claimedRoom, correctionOf, filledIn, wishedBuilding } from "./mansion-wishes";
import type { DemoMansion } from "./mansions";

type Row = typeof mansionApplication.$inferInsert;
type Status = "pending" | "confirmed" | "merged" | "rejected";

/** Per 70, without those by which buildings came into the dictionary. */
const full = 70;
const waiting = { "create pending": 7, "correct pending": 4, "claim pending": 3 } as const;
const handled = {
  "create merged": 6,
  "correct confirmed": 9,
  "claim confirmed": 6,
  "create rejected": 3,
  "correct rejected": 3,
  "claim rejected": 2,
} as const;
const rejections = ["资料不全，无法确认", "与登记信息不符", "产权证明不清楚，请重新上传", "同一内容重复提交"] as const;

/** One wish before it is numbered. */
interface Story {
  type: ApplicationType;
  status: Status;
  at: number;
  handledAt: number | null;
  by: number;
  /** What it is about, what it became, or what it looks like. */
  about: DemoMansion | undefined;
}

interface Wanted {
  random: Random;
  calendar: Calendar;
  staff: readonly Staff[];
  users: readonly SiteUser[];
  sites: readonly Site[];
  mansions: readonly DemoMansion[];
  papers: readonly Drawn[];
  /** The number of its first file. */
  firstFile: number;
}

/** Wishes about buildings in every state; a correction that was taken is in its building. */
export function makeMansionApplications(wanted: Wanted, total: number) {
  const { random, mansions } = wanted;
  const taken = new Set(mansions.map(({ name }) => name));
  const files: MadeFile[] = [];
  const told = numbered(storiesOf(wanted, total), applicationPrefix).map((story) => {
    const { id: number, no } = story;
    const pictures = story.type === "claim" ? random.whole(1, 2) : 0;
    const evidence_ids = Array.from({ length: pictures }, (_, place) => {
      const id = wanted.firstFile + files.length;
      const picture = random.pick(wanted.papers);
      const name = `产权证明${place + 1}.webp`;
      files.push(fileOf(random, id, { scene: "evidence", name, by: story.by, at: story.at, drawn: picture }));
      return id;
    });
    return { story, row: rowOf(wanted, story, { id: number, no, evidence_ids, taken }) };
  });
  for (const { story, row } of told) correct(story, row);
  return {
    rows: told.map(({ row }) => row),
    owners: told.flatMap(({ story, row }) => ownerOf(story, row)),
    files,
  };
}

function storiesOf({ random, calendar, staff, mansions }: Wanted, total: number): Story[] {
  const keepers = staff.filter(({ roles, status }) => roles.includes("estate_manager") && status === "enabled");
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
    const [type, status] = kind.split(" ") as [ApplicationType, Status]; // what a Kind is made of
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

interface Numbered {
  id: number;
  no: string;
  evidence_ids: number[];
  taken: Set<string>;
}

function rowOf(wanted: Wanted, story: Story, { id, no, evidence_ids, taken }: Numbered) {
  const { random, mansions } = wanted;
  const { type, status, at, handledAt, by, about } = story;
  const kind = type === "claim" ? "user" : random.weighted({ user: 52, agent: 28, staff: 20 });
  const applicant = applicantAt(random, at, kind, { ...wanted, index: id });
  const payload = payloadOf(wanted, story, taken);
  const isNew = type === "create";
  const named = isNew || !about ? { name: String(payload.name), name_local: payload.name_local } : about;
  const handler = handledAt === null ? null : by;
  return {
    ...applicationColumns(no, { ...applicant, type, mansion_id: null, payload, evidence_ids }, payload, named),
    id,
    mansion_id: isNew ? null : about?.id,
    district_id: isNew ? Number(payload.district_id) : about?.district_id,
    similar_count: isNew && status !== "confirmed" ? similarTo(payload, mansions) : 0,
    status,
    result_mansion_id: status === "confirmed" || status === "merged" ? about?.id : null,
    applied_fields: type === "correct" && status === "confirmed" ? Object.keys(payload) : [],
    reject_reason: status === "rejected" ? random.pick(rejections) : null,
    ...{ handler_id: handler, handled_at: handledAt === null ? null : isoInstant(handledAt) },
    version: handledAt === null ? 1 : 2,
    ...{ created_at: isoInstant(at), updated_at: isoInstant(handledAt ?? at), created_by: null, updated_by: handler },
  } satisfies Row;
}

function payloadOf(
  { random, calendar, sites }: Wanted,
  { type, status, about }: Story,
  taken: Set<string>,
): Record<string, unknown> {
  if (type === "claim") return claimedRoom(random);
  if (type === "correct" && about) return { ...correctionOf(random, about) };
  return status === "confirmed" && about ? filledIn(about) : wishedBuilding(random, calendar, about, { sites, taken });
}

const metresOfDegree = 111_195;

/** How many a handler would be shown, as the server counts them. */
function similarTo(payload: Record<string, unknown>, mansions: readonly DemoMansion[]): number {
  const cores = [payload.name, payload.name_local, payload.name_en].flatMap((one) =>
    typeof one === "string" ? coreOf(one) : [],
  );
  const [lat, lng] = [Number(payload.lat), Number(payload.lng)];
  const isSimilar = (one: DemoMansion) => {
    const north = ((one.lat ?? Number.NaN) - lat) * metresOfDegree;
    const east = ((one.lng ?? Number.NaN) - lng) * metresOfDegree * Math.cos((lat * Math.PI) / 180);
    const others = one.names_norm.split("\n");
    return Math.hypot(north, east) <= 150 || cores.some((core) => others.some((other) => likeness(core, other) >= 0.6));
  };
  const inUse = mansions.filter((one) => one.status === "enabled" && one.country_code === payload.country_code);
  return Math.min(10, inUse.filter(isSimilar).length);
}

function ownerOf(
  { type, status, about, by }: Story,
  row: ReturnType<typeof rowOf>,
): (typeof mansionOwner.$inferInsert)[] {
  if (type !== "claim" || status !== "confirmed" || !about || !row.handled_at) return [];
  const { applicant_type, applicant_id, applicant_name, contact, handled_at } = row;
  return [
    {
      mansion_id: about.id,
      room_no: String(row.payload.room_no),
      application_id: row.id,
      ...{ owner_type: applicant_type, owner_id: applicant_id, name: applicant_name, contact },
      ...{ created_at: handled_at, updated_at: handled_at, created_by: by, updated_by: by },
    },
  ];
}

/** What a correction leaves in its building. */
function correct({ type, status, about, handledAt, by }: Story, row: ReturnType<typeof rowOf>): void {
  if (type !== "correct" || status !== "confirmed" || !about || handledAt === null) return;
  Object.assign(about, row.payload, { version: 2, updated_at: isoInstant(handledAt), updated_by: by });
}
