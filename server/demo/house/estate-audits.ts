import type { Change } from "~/contract/common";
import type { AlbumCategory } from "~/contract/house/album";
import {
  type AuditAction,
  checkKeys,
  checkLabels,
  type EstateSnapshot,
  type rejectReasons,
  type SubmitterType,
} from "~/contract/house/estate-audit";
import { EstateFields } from "~/contract/house/estate-record";
import { RoomFields } from "~/contract/house/room";
import { isoInstant } from "~/server/database/tables/columns";
import type { estateAudit } from "~/server/database/tables/house/estate";
import { auditPrefix } from "~/server/resources/house/estate-audit/file";
import { addWorkdays } from "~/server/resources/shared/workdays";
import { type Calendar, day, hourly, inHours } from "../shared/calendar";
import type { Random } from "../shared/random";
import { instantOrNull, numbered, stamps } from "../shared/rows";
import type { Staff } from "../system/staff";
import { type EstateStory, offlineReasons } from "./estates";

type Row = typeof estateAudit.$inferInsert;
type Status = "pending" | "approved" | "rejected" | "withdrawn";

/** Per 160 estates, in addition to each estate's first review. */
const later = {
  "update approved": 41,
  "update pending": 5,
  "update rejected": 4,
  "update withdrawn": 5,
  "offline pending": 1,
} as const;
type Kind = keyof typeof later;
/** How many of those that went offline did so by a review. */
const reviewedOffline = 4;
const full = 160;

const rejections: readonly (readonly [keyof typeof rejectReasons, string])[] = [
  ["price_error", "总价与开发商价目表不一致，请核对后重新提交"],
  ["info_missing", "缺少管理费与修缮积立金，请补充"],
  ["image_bad", "外观图为效果图且带有第三方水印，请更换"],
  ["no_license", "请补充开发商的销售许可说明"],
  ["duplicate", "与已上架的同名项目重复，请确认是否为二期"],
];

interface Wanted {
  random: Random;
  calendar: Calendar;
  staff: readonly Staff[];
  brokers: readonly { id: number; name: string; status?: string | undefined }[];
}

interface Draft {
  story: EstateStory;
  action: AuditAction;
  status: Status;
  at: number;
  reviewedAt: number | null;
  before: EstateSnapshot | null;
  snapshot: EstateSnapshot;
  diff: Change[];
}

/** Every review that these estates went through, and what the pending ones would change (domain G.2). */
export function makeEstateAudits(wanted: Wanted, stories: readonly EstateStory[]): Row[] {
  const { random, calendar } = wanted;
  const first = stories.flatMap((story) => firstOf(story));
  const online = random.shuffle(stories.filter(({ state, publishedAt }) => state === "online" && publishedAt !== null));
  const kinds = (Object.entries(later) as [Kind, number][]).flatMap(([kind, count]) =>
    Array<Kind>(Math.max(1, Math.round((count * stories.length) / full))).fill(kind),
  );
  const changes = kinds.flatMap((kind, index) => {
    const story = online[index];
    return story ? [laterOf(wanted, story, kind)] : [];
  });
  const gone = stories
    .filter(({ state }) => state === "taken")
    .slice(0, Math.max(1, Math.round((reviewedOffline * stories.length) / full)))
    .map((story) => offlineOf(random, calendar, story));
  return numbered([...first, ...changes, ...gone], auditPrefix).map((draft) =>
    rowOf(wanted, draft, draft.id, draft.no),
  );
}

/** The review with which it came in. */
function firstOf(story: EstateStory): Draft[] {
  const { submittedAt: at, reviewedAt, state } = story;
  if (at === null) return [];
  const status: Status = state === "pending" || state === "rejected" ? state : "approved";
  return [{ story, action: "create", status, at, reviewedAt, before: null, snapshot: snapshotOf(story), diff: [] }];
}

function laterOf({ random, calendar }: Wanted, story: EstateStory, kind: Kind): Draft {
  const [action, status] = kind.split(" ") as [AuditAction, Status]; // what a Kind is made of
  const published = story.publishedAt ?? calendar.now;
  const isOpen = status === "pending";
  const asked = isOpen
    ? hourly(random, calendar, Math.max(calendar.latest, random.whole(0, 1)))
    : inHours(random, calendar, published, calendar.now);
  const at = Math.max(asked, published + 1_000);
  const decided = status === "approved" || status === "rejected";
  const reviewedAt = decided ? inHours(random, calendar, at, Math.min(at + 2 * day, calendar.now)) : null;
  const live = snapshotOf(story);
  const draft = { story, action, status, at, reviewedAt };
  if (action === "offline") return { ...draft, before: null, snapshot: live, diff: [] };
  const { row, rooms } = story;
  const room = random.chance(0.6) ? random.pick(rooms) : undefined;
  const now = room ? room.price_min : (row.commission_note ?? null);
  const other = room ? lower(room.price_min, row.currency) : "以开发商最新公布的佣金政策为准";
  const changed: EstateSnapshot = room
    ? { ...live, rooms: live.rooms.map((one) => (one.id === room.id ? { ...one, price_min: other } : one)) }
    : { ...live, fields: { ...live.fields, commission_note: other } };
  const field = room ? `rooms.${room.id}.price_min` : "commission_note";
  const label = room ? `户型 ${room.name} 总价下限` : "佣金说明";
  if (isOpen) Object.assign(room ?? row, { proposed: room ? { price_min: other } : { commission_note: other } });
  // An approved change is live now; others never were.
  return status === "approved"
    ? { ...draft, before: changed, snapshot: live, diff: [{ field, label, before: other, after: now }] }
    : { ...draft, before: live, snapshot: changed, diff: [{ field, label, before: now, after: other }] };
}

function offlineOf(random: Random, calendar: Calendar, story: EstateStory): Draft {
  const gone = story.offlineAt ?? calendar.now;
  const at = Math.max(story.publishedAt ?? 0, gone - random.whole(2, 20) * 3_600_000) + 1_000;
  const snapshot = snapshotOf(story);
  const reviewedAt = Math.max(gone, at);
  return { story, action: "offline", status: "approved", at, reviewedAt, before: null, snapshot, diff: [] };
}

function lower(price: string, currency: string): string {
  const step = currency === "JPY" ? 100_000 : 1_000;
  return `${Math.max(step, Math.round((Number(price) * 0.97) / step) * step)}.00`;
}

const pick = <T extends object>(row: object, names: T) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in names));

/** The whole estate as it is now. */
const snapshotOf = ({ row, rooms, pictures }: EstateStory): EstateSnapshot => ({
  fields: pick(row, EstateFields.shape),
  rooms: rooms.map((room) => ({ ...pick(room, RoomFields.shape), id: room.id, name: room.name })),
  album: pictures.map(({ media_id, category, caption = null, sort, is_cover = false }) => ({
    // Written out of the contract's categories.
    ...{ media_id, category: category as AlbumCategory, caption, sort, is_cover },
  })),
});

function rowOf({ random, staff, brokers }: Wanted, draft: Draft, id: number, audit_no: string): Row {
  const { story, action, status, at, reviewedAt, before, snapshot, diff } = draft;
  const keepers = staff.filter(({ roles, status: at }) => roles.includes("estate_manager") && at === "enabled");
  const own = staff.find((person) => person.id === story.by);
  const other = keepers.filter((person) => person.id !== story.by);
  const serving = brokers.filter((one) => one.status === "enabled");
  // A reviewer changes an estate without a review, so pending changes come from brokers.
  const broker = action === "create" ? undefined : random.pick(serving);
  const submitter: { type: SubmitterType; id: number; name: string } = broker
    ? { type: "broker", id: broker.id, name: broker.name }
    : { type: "user", id: story.by, name: own?.name ?? "" };
  const isDecided = reviewedAt !== null;
  const [reason, words] = random.pick(rejections);
  const isRejected = status === "rejected";
  const names = [story.row.name, story.row.name_local, story.row.name_en, ...(story.row.alias ?? [])].flatMap(
    (one) => one || [],
  );
  const checks = checkKeys.map((key, index) => {
    const pass = !(isRejected && index === 2);
    return { key, label: checkLabels[key], pass, note: pass ? null : words };
  });
  return {
    ...{ id, audit_no, estate_id: story.row.id, action, status, snapshot, before, diff },
    ...{ submitter_type: submitter.type, submitter_id: submitter.id, submitter_name: submitter.name },
    ...{ submitted_at: isoInstant(at), sla_due_at: isoInstant(addWorkdays(new Date(at), 1)) },
    reason: action === "offline" ? (story.row.offline_reason ?? random.pick(offlineReasons)) : null,
    check_items: isDecided ? checks : [],
    ...{ reject_reason: isRejected ? reason : null, reject_note: isRejected ? words : null, note: null },
    reviewer_id: isDecided ? random.pick(other.length ? other : keepers).id : null,
    reviewed_at: instantOrNull(reviewedAt),
    search_text: [...new Set([audit_no, story.row.estate_no, ...names, submitter.name])].join("\n").toLowerCase(),
    version: isDecided || status === "withdrawn" ? 2 : 1,
    ...stamps(at, broker ? null : story.by, reviewedAt ?? at),
  };
}
