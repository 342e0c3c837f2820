import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Access } from "~/contract/endpoint";
import type { Permission } from "~/contract/permissions";
import type { ScheduleStatus, ScheduleType } from "~/contract/schedule/schedule";
import type { CommentOwnerType } from "~/contract/shared/comment";
import type { ExportStatus } from "~/contract/shared/export-task";
import type { ImportColumns } from "~/contract/shared/import-columns";
import type { MessageLevel } from "~/contract/shared/message";
import type { MessageCategory } from "~/contract/shared/message-category";
import type { MediaWidth } from "~/contract/shared/upload";
import type { OptionColor, OptionStatus } from "~/contract/system/option-entry";
import type { RoleStatus } from "~/contract/system/role";
import type { StaffStatus } from "~/contract/system/staff";
import type { TeamStatus } from "~/contract/system/team";
import type { SyncChange, SyncCounts, SyncKind, SyncProposal, SyncStatus } from "~/contract/system/wecom-sync";
import { clockNow } from "~/server/database/clock";
import { calendarDay, common, instant, isoInstant, referenceTo, rowId, searchText, soft, versioned } from "../columns";

const now = () => isoInstant(clockNow());

export const team = pgTable(
  "team",
  {
    ...common,
    ...versioned,
    parent_id: rowId().references((): AnyPgColumn => team.id),
    name: text().notNull(),
    leader_id: rowId(),
    sort: integer().notNull().default(100),
    status: text().$type<TeamStatus>().notNull().default("enabled"),
    /** The department of WeCom that it follows. */
    wecom_department_id: rowId(),
  },
  (t) => [
    uniqueIndex("team_name").on(sql`coalesce(${t.parent_id}, 0)`, t.name),
    uniqueIndex("team_wecom").on(t.wecom_department_id),
  ],
);

export const user = pgTable(
  "user",
  {
    ...common,
    ...soft,
    ...versioned,
    name: text().notNull(),
    name_fold: searchText(),
    name_pinyin: searchText(),
    /** None of some who came from WeCom. */
    email: text(),
    phone_cc: text(),
    phone: text(),
    phone_e164: text(),
    /** Empty: no password fits. */
    password_hash: text().notNull(),
    /** The last three hashes, newest first: a new password may not repeat them. */
    password_history: jsonb().$type<string[]>().notNull().default([]),
    avatar_id: rowId(),
    team_id: rowId().references(() => team.id),
    wecom_userid: text(),
    /** The company whose sync made the account; null: a person did. */
    wecom_corp_id: text(),
    /** The roles that the sync has given. */
    wecom_role_ids: jsonb().$type<number[]>().notNull().default([]),
    sso_subject: text(),
    slack_user_id: text(),
    customer_cap: integer(),
    accept_inquiry: boolean().notNull().default(true),
    /** When an inquiry was last given to them by itself: whose turn it is follows from it. */
    last_assigned_at: instant(),
    status: text().$type<StaffStatus>().notNull().default("enabled"),
    language: text().notNull().default("zh"),
    preferences: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    must_change_password: boolean().notNull().default(false),
    last_login_at: instant(),
    last_login_ip: text(),
  },
  (t) => [
    uniqueIndex("user_email").on(t.email).where(sql`${t.deleted_at} is null`),
    uniqueIndex("user_phone").on(t.phone_e164).where(sql`${t.deleted_at} is null`),
    uniqueIndex("user_wecom").on(t.wecom_userid).where(sql`${t.deleted_at} is null`),
    uniqueIndex("user_sso").on(t.sso_subject).where(sql`${t.deleted_at} is null`),
    index("user_team").on(t.team_id),
  ],
);

export const role = pgTable(
  "role",
  {
    ...common,
    ...versioned,
    code: text().notNull(),
    name: text().notNull(),
    name_fold: searchText(),
    data_scope: text().notNull(),
    scope_overrides: jsonb().$type<Record<string, string>>().notNull().default({}),
    permissions: jsonb().$type<string[]>().notNull().default([]),
    builtin: boolean().notNull().default(false),
    status: text().$type<RoleStatus>().notNull().default("enabled"),
    remark: text(),
  },
  (t) => [uniqueIndex("role_code").on(t.code), uniqueIndex("role_name").on(t.name)],
);

export const userRole = pgTable(
  "user_role",
  {
    user_id: referenceTo(() => user.id),
    role_id: referenceTo(() => role.id),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.role_id] }), index("user_role_role").on(t.role_id)],
);

/** A sign-in: the token carries its id, and ends with it. */
export const session = pgTable(
  "session",
  {
    id: text().primaryKey(),
    user_id: referenceTo(() => user.id),
    method: text().notNull(),
    created_at: instant().notNull().$defaultFn(now),
    expires_at: instant().notNull(),
    ended_at: instant(),
    /** When its present token was given in place of an older one, to the second. */
    renewed_at: instant(),
    ip: text(),
    ua: text(),
  },
  (t) => [index("session_user").on(t.user_id, t.created_at)],
);

/** A key by which a program acts as its owner (domain B.1): never more than they may at that moment. */
export const apiKey = pgTable(
  "api_key",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    user_id: referenceTo(() => user.id),
    name: text().notNull(),
    /** SHA-256 of the whole key, hexadecimal: a reader of the database cannot use it. */
    hash: text().notNull(),
    /** Its last four characters, to tell it from others. */
    hint: text().notNull(),
    permissions: jsonb().$type<Permission[]>().notNull(),
    may_write: boolean().notNull().default(false),
    created_at: instant().notNull().$defaultFn(now),
    expires_at: instant().notNull(),
    last_used_at: instant(),
    ended_at: instant(),
  },
  (t) => [uniqueIndex("api_key_hash").on(t.hash), index("api_key_user").on(t.user_id)],
);

/** The last calls of each key. */
export const apiCall = pgTable(
  "api_call",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    key_id: rowId()
      .notNull()
      .references(() => apiKey.id, { onDelete: "cascade" }),
    tool: text().notNull(),
    title: text().notNull(),
    /** 200, or the code of a refusal (domain E.1). */
    code: integer().notNull(),
    ip: text(),
    at: instant().notNull(),
  },
  (t) => [index("api_call_key").on(t.key_id, t.id)],
);

/** How often a key has called a tool on a day, by what became of it. */
export const apiCallDay = pgTable(
  "api_call_day",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    key_id: rowId()
      .notNull()
      .references(() => apiKey.id, { onDelete: "cascade" }),
    day: calendarDay().notNull(),
    tool: text().notNull(),
    code: integer().notNull(),
    title: text().notNull(),
    count: integer().notNull().default(1),
  },
  (t) => [uniqueIndex("api_call_day_of").on(t.key_id, t.day, t.tool, t.code), index("api_call_day_day").on(t.day)],
);

/** Links by which somebody sets a password, until they are used. */
export const passwordLink = pgTable(
  "password_link",
  {
    /** SHA-256 of the link's token, hexadecimal: a reader of the database cannot use it. */
    hash: text().primaryKey(),
    user_id: referenceTo(() => user.id),
    kind: text().$type<"reset" | "invite" | "renew">().notNull(),
    expires_at: instant().notNull(),
    created_at: instant().notNull().$defaultFn(now),
  },
  (t) => [index("password_link_user").on(t.user_id)],
);

/** Tries of a password since the last right one, by address and, in a browser that has signed in to it before, by browser. */
export const loginAttempt = pgTable(
  "login_attempt",
  {
    email_hash: text().notNull(),
    device_hash: text().notNull(),
    failed: integer().notNull(),
    locked_until: instant(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.email_hash, t.device_hash] }), index("login_attempt_at").on(t.at)],
);

/** Forms that were sent, by the key that the app gave each, with their answers: sent again, one makes no second row. */
export const idempotency = pgTable(
  "idempotency",
  {
    user_id: rowId().notNull(),
    endpoint: text().notNull(),
    key: text().notNull(),
    body_hash: text().notNull(),
    /** Sealed. Null only within the transaction that writes the row. */
    reply: text(),
    /** A backup of before this column says nothing: a day. */
    expires_at: instant().notNull().default(sql`now() + interval '1 day'`),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.endpoint, t.key] }), index("idempotency_expires").on(t.expires_at)],
);

/** Tries within the minute, by limit and by whose they are, as rate-limiter-flexible counts them. Unlogged by its migration: what a crash forgets would have been over soon. */
export const rateLimit = pgTable("rate_limit", {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true }),
});

/** WeCom's tickets that pages are signed with, for all servers: sealed for the company and the application that they were given to. */
export const wecomTicket = pgTable("wecom_ticket", {
  kind: text().primaryKey(),
  ticket: text().notNull(),
  expires_at: instant().notNull(),
});

/** A run of the sync with WeCom's company tree (domain C.8), tried or done. */
export const wecomSync = pgTable(
  "wecom_sync",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    kind: text().$type<SyncKind>().notNull(),
    status: text().$type<SyncStatus>().notNull(),
    corp_id: text().notNull(),
    /** Of what it would change; null where it did not come to that. */
    hash: text(),
    /** Why it failed or stopped. */
    reasons: jsonb().$type<string[]>().notNull().default([]),
    counts: jsonb().$type<SyncCounts>().notNull().default({}),
    rows: jsonb().$type<SyncChange[]>().notNull().default([]),
    /** Whose view of records changes. */
    views: jsonb().$type<string[]>().notNull().default([]),
    proposals: jsonb().$type<SyncProposal[]>().notNull().default([]),
    user_id: rowId(),
    created_at: instant().notNull().$defaultFn(now),
  },
  (t) => [index("wecom_sync_kind").on(t.kind, t.status, t.id)],
);

/** Callbacks of WeCom that were taken, so that none counts twice. */
export const wecomCallback = pgTable("wecom_callback", {
  signature: text().primaryKey(),
  expires_at: instant().notNull(),
});

/** Members of WeCom who, as a person has said, are not the account with the same number or address. */
export const wecomApart = pgTable(
  "wecom_apart",
  { corp_id: text().notNull(), userid: text().notNull(), created_by: rowId() },
  (t) => [primaryKey({ columns: [t.corp_id, t.userid] })],
);

export const loginLog = pgTable(
  "login_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    user_id: rowId(),
    method: text().notNull(),
    result: text().notNull(),
    fail_reason: text(),
    ip: text(),
    ua: text(),
    at: instant().notNull().$defaultFn(now),
  },
  (t) => [index("login_log_user").on(t.user_id, t.at)],
);

/** Parted by the month of `created_at`, as the migration 0001_months says: the key has to hold it (docs/decisions/1120-backup-and-migrations.md). */
export const operationLog = pgTable(
  "operation_log",
  {
    id: bigint({ mode: "number" }).notNull().generatedByDefaultAsIdentity(),
    user_id: rowId(),
    user_name: text().notNull(),
    module: text().notNull(),
    action: text().notNull(),
    target_type: text(),
    target_id: rowId(),
    target_name: text(),
    summary: text().notNull(),
    changes: jsonb()
      .$type<{ field: string; label: string; before: string | null; after: string | null }[]>()
      .notNull()
      .default([]),
    ip: text(),
    ua: text(),
    request_id: text(),
    reason: text(),
    result: text().notNull().default("success"),
    created_at: instant().notNull().$defaultFn(now),
    /** Goes into the digest of what may be forgotten, and is forgotten with it. */
    salt: text().default(sql`gen_random_uuid()`),
    /** When names and contents were taken out, because the person they tell of was destroyed. */
    forgotten_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.created_at] }),
    index("operation_log_created").on(t.created_at),
    index("operation_log_target").on(t.target_type, t.target_id),
    index("operation_log_user").on(t.user_id, t.created_at),
    index("operation_log_target_id").on(t.target_id),
  ],
);

/** Only what differs from the default of contract/system/setting.ts has a row. */
export const setting = pgTable("setting", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updated_by: rowId(),
  updated_at: instant().notNull().$defaultFn(now).$onUpdateFn(now),
});

/** Facts about this database itself, e.g. the demo flag, which only the demo writer sets. */
export const databaseFlag = pgTable("database_flag", { name: text().primaryKey(), value: text().notNull() });

export const option = pgTable(
  "option",
  {
    ...common,
    scene: text().notNull(),
    value: text().notNull(),
    label: text().notNull(),
    label_fold: searchText(),
    color: text().$type<OptionColor>(),
    sort: integer().notNull().default(100),
    status: text().$type<OptionStatus>().notNull().default("enabled"),
  },
  (t) => [uniqueIndex("option_value").on(t.scene, t.value)],
);

export const media = pgTable(
  "media",
  {
    ...common,
    key: text().notNull(),
    url: text(),
    kind: text().notNull(),
    mime: text().notNull(),
    size: bigint({ mode: "number" }).notNull(),
    width: integer(),
    height: integer(),
    duration: integer(),
    /** Of a PDF that was opened. */
    pages: integer(),
    sha256: text(),
    /** A small WebP of the picture, of public scenes only. */
    thumb_key: text(),
    name: text().notNull(),
    scene: text().notNull(),
    is_private: boolean().notNull().default(true),
    uploader: rowId(),
    status: text().notNull().default("uploading"),
    /** Of a film that is sent in parts: the length of each but the last. */
    part_size: integer(),
    /** Of one that is sent to a bucket in parts: what the bucket calls that sending. */
    sending: text(),
    // Of a file of public content, which the media library shows (domain B.1 media).
    ...versioned,
    alt_zh: text(),
    alt_zh_tw: text(),
    alt_ja: text(),
    alt_en: text(),
    /** Percent of the width and of the height: what a frame of another shape keeps in sight. */
    focus_x: smallint(),
    focus_y: smallint(),
    /** It stays although nothing uses it. */
    is_kept: boolean().notNull().default(false),
    /** Since when it is in the recycle bin. */
    trashed_at: instant(),
    /** The file that took its place. */
    replaced_by: rowId(),
    /** The narrower copies of a picture; null: not made yet. */
    widths: jsonb().$type<{ width: MediaWidth; key: string }[]>(),
  },
  (t) => [
    // The library, the newest first.
    index("media_library")
      .on(t.created_at, t.id)
      .where(
        sql`${t.scene} in ('cover', 'content', 'album', 'film', 'report', 'brochure') and ${t.replaced_by} is null`,
      ),
    uniqueIndex("media_key").on(t.key),
    index("media_sha256").on(t.sha256),
    index("media_status").on(t.status, t.scene),
    // By which the sweep finds the papers of some days.
    index("media_paper").on(t.scene, t.created_at).where(sql`${t.scene} in ('deal', 'voucher', 'statement')`),
  ],
);

/** A part of a file that has come, until all are joined. */
export const uploadPart = pgTable(
  "upload_part",
  {
    media_id: referenceTo(() => media.id),
    n: integer().notNull(),
    /** Its path, or its key in the bucket. */
    key: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.media_id, t.n] })],
);

export const message = pgTable(
  "message",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    user_id: referenceTo(() => user.id),
    category: text().$type<MessageCategory>().notNull(),
    level: text().$type<MessageLevel>().notNull().default("info"),
    title: text().notNull(),
    content: text(),
    link: text(),
    link_id: rowId(),
    read_at: instant(),
    dedupe_key: text(),
    created_at: instant().notNull().$defaultFn(now),
  },
  (t) => [
    uniqueIndex("message_dedupe").on(t.dedupe_key),
    index("message_user").on(t.user_id, t.read_at, t.id),
    index("message_category").on(t.user_id, t.category, t.id),
  ],
);

export const schedule = pgTable(
  "schedule",
  {
    ...common,
    user_id: referenceTo(() => user.id),
    title: text().notNull(),
    type: text().$type<ScheduleType>().notNull(),
    start_at: instant().notNull(),
    end_at: instant(),
    all_day: boolean().notNull().default(false),
    customer_id: rowId(),
    /** The inquiry that it is about. */
    inquiry_id: rowId(),
    /** The deal of its customer that it is about. */
    deal_id: rowId(),
    /** The follow-up whose 下次跟进时间 made it. */
    tracking_id: rowId(),
    /** It is the customer's next follow-up: made by a follow-up, or by the date set in the list. */
    is_plan: boolean().notNull().default(false),
    location: text(),
    content: text(),
    remind_minutes: integer(),
    status: text().$type<ScheduleStatus>().notNull().default("pending"),
    done_at: instant(),
    result: text(),
  },
  (t) => [
    index("schedule_user").on(t.user_id, t.start_at, t.status),
    index("schedule_customer").on(t.customer_id, t.status),
    index("schedule_start").on(t.start_at, t.id),
    // Both orders by what is due, as schedule/schedule-list.ts has them.
    index("schedule_due").on(
      sql`(${t.status} <> 'pending')`,
      sql`(case when ${t.status} = 'pending' then ${t.start_at} end)`,
      t.start_at.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
  ],
);

/** What is to go out (webhook, WeCom, Slack) after the transaction that wrote it has committed. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    event: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text().notNull().default("pending"),
    attempts: integer().notNull().default(0),
    next_at: instant().notNull().$defaultFn(now),
    created_at: instant().notNull().$defaultFn(now),
    sent_at: instant(),
  },
  (t) => [index("outbox_due").on(t.status, t.next_at)],
);

/** A bulk act with the values before it, so that it can be undone (domain C.1.6). */
export const batch = pgTable(
  "batch",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    act: text().notNull(),
    target_type: text().notNull(),
    permission: text().notNull(),
    user_id: rowId().notNull(),
    count: integer().notNull(),
    undone_at: instant(),
    undone_by: rowId(),
    undo_result: jsonb(),
    created_at: instant().notNull().$defaultFn(now),
  },
  (t) => [index("batch_user").on(t.user_id, t.created_at)],
);

/** One row of a bulk act: what it was before, and the version that the act left. */
export const batchRow = pgTable(
  "batch_row",
  {
    batch_id: referenceTo(() => batch.id),
    row_id: rowId().notNull(),
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    version_after: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.batch_id, t.row_id] })],
);

/** A file being taken in: how far it is, and how it ended. */
export const importTask = pgTable(
  "import_task",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    user_id: referenceTo(() => user.id),
    kind: text().notNull(),
    name: text().notNull(),
    /** The file in the storage, until the task has ended. */
    file_key: text().notNull(),
    dry_run: boolean().notNull(),
    status: text().notNull().default("running"),
    total: integer().notNull().default(0),
    success: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** The first refused rows, for the screen. */
    errors: jsonb().$type<{ row: number; field: string; message: string }[]>().notNull().default([]),
    /** The file of all refused rows in the storage. */
    error_key: text(),
    batch_id: rowId().references(() => batch.id),
    /** Why the whole file was refused. */
    message: text(),
    /** Of a dry run, and of a file that waits for it: which of its columns are what. */
    columns: jsonb().$type<ImportColumns>(),
    /** Rows that the file hides. */
    hidden: integer().notNull().default(0),
    created_at: instant().notNull().$defaultFn(now),
    /** When it last got on; one that has not for minutes was left by a server that died. */
    beat_at: instant().notNull().$defaultFn(now),
    ended_at: instant(),
  },
  (t) => [index("import_task_user").on(t.user_id, t.created_at)],
);

/** What somebody has said of the headings of a kind of file: heading → field, null for none. */
export const importHabit = pgTable(
  "import_habit",
  {
    user_id: referenceTo(() => user.id),
    kind: text().notNull(),
    headings: jsonb().$type<Readonly<Record<string, string | null>>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.kind] })],
);

/** A file of rows that somebody took out of the house: what was asked for, how it ended, and the file while it is kept. */
export const exportTask = pgTable(
  "export_task",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    user_id: referenceTo(() => user.id),
    title: text().notNull(),
    /** Path and query of the export. */
    request: text().notNull(),
    /** The export's own: its file needs it as well. */
    permission: jsonb().$type<Access>().notNull(),
    reason: text(),
    row_count: integer().notNull(),
    status: text().$type<ExportStatus>().notNull().default("running"),
    file_name: text().notNull(),
    /** The file in the storage, sealed, while it is kept. */
    file_key: text(),
    size: bigint({ mode: "number" }),
    /** Why there is no file. */
    message: text(),
    created_at: instant().notNull().$defaultFn(now),
    ended_at: instant(),
  },
  (t) => [index("export_task_user").on(t.user_id, t.created_at), index("export_task_created").on(t.created_at)],
);

/** What people of the house say to each other about a record. */
export const comment = pgTable(
  "comment",
  {
    ...common,
    ...soft,
    owner_type: text().$type<CommentOwnerType>().notNull(),
    owner_id: rowId().notNull(),
    /** People who are mentioned are in it as `@[number]`. */
    content: text().notNull(),
    mention_user_ids: jsonb().$type<number[]>().notNull().default([]),
    edited_at: instant(),
  },
  (t) => [index("comment_owner").on(t.owner_type, t.owner_id, t.id)],
);

/** An address that hands out one file once, within a minute: for WeCom, where a download by script does nothing. */
export const downloadLink = pgTable(
  "download_link",
  {
    /** SHA-256 of the token. */
    token_hash: text().primaryKey(),
    user_id: referenceTo(() => user.id),
    session_id: text().notNull(),
    /** Path and query of the download. */
    request: text().notNull(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [index("download_link_expires").on(t.expires_at)],
);

/** The last number given out per prefix and day, for `*_no`. */
export const counter = pgTable(
  "counter",
  { prefix: text().notNull(), day: text().notNull(), value: integer().notNull() },
  (t) => [primaryKey({ columns: [t.prefix, t.day] })],
);

/** When a background job last ran its turn, so that several servers run each turn once. */
export const jobRun = pgTable(
  "job_run",
  {
    job: text().notNull(),
    turn: text().notNull(),
    started_at: instant().notNull().$defaultFn(now),
    ended_at: instant(),
    result: text(),
  },
  (t) => [primaryKey({ columns: [t.job, t.turn] })],
);
