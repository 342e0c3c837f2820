import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { ApprovalAct, ApprovalStatus } from "~/contract/content/approval";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { PublishStatus, RevisionAct } from "~/contract/content/publishing";
import { calendarDay, common, instant, referenceTo, rowId, soft, versioned } from "../columns";
import { user } from "../system/system";

/** The columns of every kind of content: a record of its own table, with its life. */
export const contentColumns = {
  ...common,
  ...soft,
  ...versioned,
  /** As it was written down; `scheduled` with a moment that has come is public (server/resources/content/life.ts). */
  publish_status: text().$type<PublishStatus>().notNull().default("draft"),
  publish_at: instant(),
  /** It has been public: an address that it leaves leads on to it. */
  was_public: boolean().notNull().default(false),
  /** The files that it shows. */
  media_ids: jsonb().$type<number[]>().notNull().default([]),
  /** Sums of `content_daily`. */
  view_count: integer().notNull().default(0),
  share_count: integer().notNull().default(0),
};

/** Of all kinds but special pages, which have an end of their own. */
export const endColumns = {
  /** From then on it is off line (server/resources/content/life.ts). */
  offline_at: instant(),
};

interface Turning {
  publish_status: AnyPgColumn;
  publish_at: AnyPgColumn;
  offline_at: AnyPgColumn;
}

/** When a piece changes by itself: a scheduled one becomes public, one that is public ends. */
export const turnOf = ({ publish_status, publish_at, offline_at }: Turning): SQL =>
  sql`(case when ${publish_status} = 'scheduled' then ${publish_at} else ${offline_at} end)`;

/** Those that will, the part of an index by which public reads and the job find them. */
export const willTurn = sql`deleted_at is null and (publish_status = 'scheduled' or (publish_status = 'published' and offline_at is not null))`;

/** A piece as it was once saved, field by field; the last twenty of each. The newest one is what the record says. */
export const revision = pgTable(
  "revision",
  {
    id: rowId().primaryKey().generatedByDefaultAsIdentity(),
    kind: text().$type<ContentKind>().notNull(),
    target_id: rowId().notNull(),
    no: integer().notNull(),
    act: text().$type<RevisionAct>().notNull(),
    /** The record's version that it made. */
    version: integer().notNull(),
    snapshot: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The names of the fields that it changed. */
    changed_fields: jsonb().$type<string[]>().notNull().default([]),
    media_ids: jsonb().$type<number[]>().notNull().default([]),
    /** It was public. */
    is_live: boolean().notNull().default(false),
    by: rowId(),
    at: instant().notNull(),
  },
  (t) => [uniqueIndex("revision_no").on(t.kind, t.target_id, t.no)],
);

/** A changed text that waits next to the live one. */
export const contentDraft = pgTable(
  "content_draft",
  {
    kind: text().$type<ContentKind>().notNull(),
    target_id: rowId().notNull(),
    /** The live version that it began with, or was last held against. */
    base_version: integer().notNull(),
    version: integer().notNull().default(1),
    snapshot: jsonb().$type<Record<string, unknown>>().notNull(),
    media_ids: jsonb().$type<number[]>().notNull().default([]),
    by: rowId(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.target_id] })],
);

/** What was handed in for a second person's approval (domain C.7). Nothing of a piece, or one thing, waits. */
export const contentApproval = pgTable(
  "content_approval",
  {
    id: rowId().primaryKey().generatedByDefaultAsIdentity(),
    kind: text().$type<ContentKind>().notNull(),
    target_id: rowId().notNull(),
    act: text().$type<ApprovalAct>().notNull(),
    publish_at: instant(),
    /** Of the piece, or of its draft copy. */
    version: integer().notNull(),
    status: text().$type<ApprovalStatus>().notNull().default("pending"),
    by: referenceTo(() => user.id),
    at: instant().notNull(),
    decided_by: rowId().references(() => user.id),
    decided_at: instant(),
    reason: text(),
  },
  (t) => [
    uniqueIndex("content_approval_pending").on(t.kind, t.target_id).where(sql`status = 'pending'`),
    // A list's rows, each with what was handed in last.
    index("content_approval_of").on(t.kind, t.target_id, t.id),
  ],
);

/** The users with the form of a piece open, tab by tab. */
export const editing = pgTable(
  "editing",
  {
    kind: text().$type<ContentKind>().notNull(),
    target_id: rowId().notNull(),
    user_id: referenceTo(() => user.id),
    tab: text().notNull(),
    since: instant().notNull(),
    seen_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.target_id, t.user_id, t.tab] }), index("editing_seen").on(t.seen_at)],
);

/** Former addresses of pages (pieces and words: categories, tags): each redirects to the piece's present address. */
export const slugRedirect = pgTable(
  "slug_redirect",
  {
    kind: text().notNull(),
    old_slug: text().notNull(),
    target_id: rowId().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.old_slug] }), index("slug_redirect_target").on(t.kind, t.target_id)],
);

/** What a piece's readers did, day by day of Asia/Shanghai; estates and banners have theirs here as well. */
export const contentDaily = pgTable(
  "content_daily",
  {
    kind: text().$type<ContentKind | "estate" | "banner">().notNull(),
    target_id: rowId().notNull(),
    date: calendarDay().notNull(),
    views: integer().notNull().default(0),
    uv: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    impressions: integer().notNull().default(0),
    plays: integer().notNull().default(0),
    downloads: integer().notNull().default(0),
    inquiries: integer().notNull().default(0),
    deals: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.kind, t.target_id, t.date] }), index("content_daily_date").on(t.date)],
);

/** What one visitor of a day did at a piece, nobody knowing who that is; kept two days, as `tracker_visit` is. */
export const contentVisit = pgTable(
  "content_visit",
  {
    kind: text().notNull(),
    target_id: rowId().notNull(),
    date: calendarDay().notNull(),
    visitor_hash: text().notNull(),
    views: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    impressions: integer().notNull().default(0),
    plays: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.date, t.kind, t.target_id, t.visitor_hash] })],
);

/** What may be public, now or later: the part of an index that public reads, and the job that writes down what has become public, look through. */
export const mayBePublic = sql`deleted_at is null and publish_status in ('scheduled', 'published')`;
