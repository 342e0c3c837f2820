import type { Change } from "~/contract/common";
import type { AlbumCategory } from "~/contract/house/album";
import {
  type AuditAction,
  checkKeys,
  checkLabels,
  type EstateSnapshot,
  type ReviewStatus,
} from "~/contract/house/estate-audit";
import { EstateFields } from "~/contract/house/estate-record";
import { RoomFields } from "~/contract/house/room";
import { isoInstant } from "~/server/database/tables/columns";
import type { estateAudit } from "~/server/database/tables/house/estate";
import { auditPrefix } from "~/server/resources/house/estate-audit/file";
import { addWorkdays } from "~/server/resources/shared/workdays";
import { day, hourly, inHours } from "../shared/calendar";
import { instantOrNull, numbered, stamps } from "../shared/rows";
import { type Base, staffOf } from "../terms";
import type { EstateStory } from "./estates";

type Row = typeof estateAudit.$inferInsert;

/** Per 160 estates, in addition to each estate's first review. */
const later = { approved: 45, pending: 6, rejected: 4, withdrawn: 5 };
const full = 160;
const rejection = ["price_error", "总价与开发商价目表不一致，请核对后重新提交"] as const;

interface Wanted extends Base {
  brokers: readonly { id: number; name: string; status?: string | undefined }[];
}

/** Every review that these estates went through, and what the pending ones would change (domain G.2). */
export function makeEstateAudits(wanted: Wanted, stories: readonly EstateStory[]): Row[] {
  const part = (count: number) => Math.max(1, Math.round((count * stories.length) / full));
  const online = wanted.random.shuffle(stories.filter(({ state }) => state === "online"));
  const kinds = Object.keys(later) as (keyof typeof later)[]; // the keys of the literal
  const ends = kinds.flatMap((status) => Array<ReviewStatus>(part(later[status])).fill(status));
  const drafts = [
    // The review with which each came in.
    ...stories.flatMap((story) => {
      const { submittedAt: at, reviewedAt, state } = story;
      const status = state === "pending" || state === "rejected" ? state : "approved";
      return at === null ? [] : [draftOf(story, "create", status, at, reviewedAt)];
    }),
    ...online.slice(0, ends.length).map((story, place) => laterOf(wanted, story, ends[place] ?? "approved")),
  ];
  return numbered(drafts, auditPrefix).map((draft) => rowOf(wanted, draft));
}

type Draft = ReturnType<typeof draftOf>;
const draftOf = (
  story: EstateStory,
  action: AuditAction,
  status: ReviewStatus,
  at: number,
  reviewedAt: number | null,
) => ({
  ...{ story, action, status, at, reviewedAt, before: null as EstateSnapshot | null, snapshot: snapshotOf(story) },
  diff: [] as Change[],
});

/** A wish to sell one of its layouts for less. */
function laterOf({ random, calendar }: Wanted, story: EstateStory, status: ReviewStatus): Draft {
  const published = story.publishedAt ?? calendar.now;
  const isOpen = status === "pending";
  const asked = isOpen
    ? hourly(random, calendar, Math.max(calendar.latest, random.whole(0, 1)))
    : inHours(random, calendar, published, calendar.now);
  const at = Math.max(asked, published + 1_000);
  const isDecided = status === "approved" || status === "rejected";
  const reviewedAt = isDecided ? inHours(random, calendar, at, Math.min(at + 2 * day, calendar.now)) : null;
  const draft = draftOf(story, "update", status, at, reviewedAt);
  const room = random.pick(story.rooms);
  const [step, live] = [story.row.currency === "JPY" ? 100_000 : 1_000, room.price_min];
  const price_min = `${Math.max(step, Math.round((Number(live) * 0.97) / step) * step)}.00`;
  const rooms = draft.snapshot.rooms.map((one) => (one.id === room.id ? { ...one, price_min } : one));
  const other = { ...draft.snapshot, rooms };
  const named = { field: `rooms.${room.id}.price_min`, label: `户型 ${room.name} 总价下限` };
  if (isOpen) room.proposed = { price_min };
  // An approved change is live now; others never were.
  return status === "approved"
    ? { ...draft, before: other, diff: [{ ...named, before: price_min, after: live }] }
    : { ...draft, before: draft.snapshot, snapshot: other, diff: [{ ...named, before: live, after: price_min }] };
}

const pick = (row: object, names: object) => Object.fromEntries(Object.entries(row).filter(([name]) => name in names));

const snapshotOf = ({ row, rooms, pictures }: EstateStory): EstateSnapshot => ({
  fields: pick(row, EstateFields.shape),
  rooms: rooms.map((room) => ({ ...pick(room, RoomFields.shape), id: room.id, name: room.name })),
  album: pictures.map(({ media_id, category, caption = null, sort, is_cover = false }) => ({
    ...{ media_id, category: category as AlbumCategory, caption, sort, is_cover },
  })),
});

function rowOf({ random, staff, brokers }: Wanted, draft: Draft & { id: number; no: string }): Row {
  const { id, no: audit_no, story, action, status, at, reviewedAt, before, snapshot, diff } = draft;
  const { row, by } = story;
  const others = staffOf(staff, "estate_manager").filter((person) => person.id !== by);
  // A reviewer changes an estate without a review, so changes come from brokers.
  const isOwn = action === "create";
  const own = { id: by, name: staff.find(({ id: one }) => one === by)?.name ?? "" };
  const submitter = isOwn ? own : random.pick(brokers.filter((one) => one.status === "enabled"));
  const isDecided = reviewedAt !== null;
  const [reject_reason, reject_note] = status === "rejected" ? rejection : [null, null];
  const checks = checkKeys.map((key) => ({
    key,
    label: checkLabels[key],
    pass: status === "approved" || key !== checkKeys[2],
    note: null,
  }));
  return {
    ...{ id, audit_no, estate_id: row.id, action, status, snapshot, before, diff, reject_reason, reject_note },
    ...{ submitter_type: isOwn ? "user" : "broker", submitter_id: submitter.id, submitter_name: submitter.name },
    ...{ submitted_at: isoInstant(at), sla_due_at: isoInstant(addWorkdays(new Date(at), 1)), note: null },
    check_items: isDecided ? checks : [],
    ...{ reviewer_id: isDecided ? random.pick(others).id : null, reviewed_at: instantOrNull(reviewedAt) },
    search_text: [audit_no, row.estate_no, row.name, submitter.name].join("\n").toLowerCase(),
    version: isDecided || status === "withdrawn" ? 2 : 1,
    ...stamps(at, isOwn ? by : null, reviewedAt ?? at),
  };
}
