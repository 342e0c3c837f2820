import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Language } from "~/contract/common";
import type { AppPlatform, AppVersionStatus, UpdateType } from "~/contract/system/app-version";
import type { BrokerStatus, BrokerType } from "~/contract/system/broker";
import type { MenuIconName } from "~/contract/system/menu";
import type { TargetDim } from "~/contract/system/target";
import type { WebhookEvent, WebhookStatus } from "~/contract/system/webhook";
import { clockNow } from "~/server/database/clock";
import { calendarDay, common, instant, isoInstant, rowId, searchText, soft, versioned } from "../columns";
import { media, team, user } from "./system";

const now = () => isoInstant(clockNow());

/** What the menu says otherwise than the map of screens: only entries that were edited have a row. */
export const menu = pgTable("menu", {
  /** The path of the screen in the map. */
  code: text().primaryKey(),
  title: text(),
  icon: text().$type<MenuIconName>(),
  visible: boolean(),
  sort: integer(),
  updated_by: rowId(),
  updated_at: instant().notNull().$defaultFn(now).$onUpdateFn(now),
});

/** The chain over the operation log, a day at a time: each line's digest together with the one before it. Written by a job, so that no write waits for another. */
export const operationSeal = pgTable(
  "operation_seal",
  {
    /** The day of the sealing, Asia/Shanghai. */
    day: calendarDay().notNull(),
    /** The place in the day's chain, from 1. */
    place: integer().notNull(),
    log_id: rowId().notNull(),
    /** When the line was written: after its time the log may do without it. */
    at: instant().notNull(),
    /** SHA-256, hexadecimal: of what may be forgotten of the line, with its salt. */
    detail: text().notNull(),
    /** SHA-256, hexadecimal: of the line, with what may be forgotten as `detail`. */
    digest: text().notNull(),
    /** SHA-256, hexadecimal: of the chain before, and of this seal. */
    chain: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.place] }), uniqueIndex("operation_seal_log").on(t.log_id)],
);

export const webhook = pgTable(
  "webhook",
  {
    ...common,
    ...versioned,
    name: text().notNull(),
    provider: text().notNull(),
    /** Sealed: anyone who knows a bot's address may write in its name. */
    url: text().notNull(),
    /** Sealed; of `custom` only. */
    secret: text(),
    events: jsonb().$type<WebhookEvent[]>().notNull().default([]),
    status: text().$type<WebhookStatus>().notNull().default("enabled"),
    last_status_code: integer(),
    last_sent_at: instant(),
    fail_count: integer().notNull().default(0),
  },
  (t) => [uniqueIndex("webhook_name").on(t.name)],
);

export const webhookLog = pgTable(
  "webhook_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    webhook_id: rowId()
      .notNull()
      .references(() => webhook.id, { onDelete: "cascade" }),
    event: text().notNull(),
    /** Personal data masked. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    status_code: integer(),
    error: text(),
    ms: integer().notNull(),
    at: instant().notNull().$defaultFn(now),
  },
  (t) => [index("webhook_log_webhook").on(t.webhook_id, t.id), index("webhook_log_at").on(t.at)],
);

/** What is or was wrong with this installation (domain F.5). */
export const alert = pgTable(
  "alert",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    /** A check and what it found, such as `job:backup`: at most one alert of a key is open. */
    key: text().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    since: instant().notNull(),
    /** Null: it has not lasted long enough to be told. */
    told_at: instant(),
    ended_at: instant(),
  },
  (t) => [uniqueIndex("alert_open").on(t.key).where(sql`ended_at is null`)],
);

export const appVersion = pgTable(
  "app_version",
  {
    ...common,
    platform: text().$type<AppPlatform>().notNull(),
    version: text().notNull(),
    build: integer().notNull(),
    update_type: text().$type<UpdateType>().notNull(),
    /** The oldest version that still works with it. */
    min_supported: text(),
    title: text().notNull(),
    title_fold: searchText(),
    notes: text().notNull(),
    package_id: rowId().references(() => media.id),
    store_url: text(),
    gray_percent: smallint().notNull().default(100),
    status: text().$type<AppVersionStatus>().notNull().default("draft"),
    released_at: instant(),
  },
  (t) => [uniqueIndex("app_version_version").on(t.platform, t.version)],
);

export const broker = pgTable(
  "broker",
  {
    ...common,
    ...soft,
    ...versioned,
    broker_no: text().notNull(),
    name: text().notNull(),
    name_fold: searchText(),
    name_pinyin: searchText(),
    type: text().$type<BrokerType>().notNull(),
    company_name: text(),
    company_name_fold: searchText(),
    license_no: text(),
    license_country: text(),
    license_expire_at: calendarDay(),
    contact_name: text().notNull(),
    phone_cc: text().notNull(),
    phone: text().notNull(),
    phone_e164: text(),
    email: text(),
    wechat: text(),
    languages: jsonb().$type<Language[]>().notNull().default([]),
    service_district_ids: jsonb().$type<number[]>().notNull().default([]),
    avatar_id: rowId().references(() => media.id),
    intro: text(),
    commission_note: text(),
    status: text().$type<BrokerStatus>().notNull().default("enabled"),
  },
  (t) => [
    uniqueIndex("broker_no").on(t.broker_no.op("text_pattern_ops")),
    uniqueIndex("broker_license").on(t.license_country, t.license_no).where(sql`${t.deleted_at} is null`),
    index("broker_expire").on(t.license_expire_at).where(sql`${t.deleted_at} is null`),
  ],
);

/** What somebody, or a team, is to reach in a month. */
export const target = pgTable(
  "target",
  {
    ...common,
    /** `YYYY-MM`. */
    month: text().notNull(),
    dim: text().$type<TargetDim>().notNull(),
    team_id: rowId().references(() => team.id),
    user_id: rowId().references(() => user.id),
    metric: text().notNull(),
    value: numeric({ precision: 18, scale: 2 }).notNull(),
  },
  (t) => [
    uniqueIndex("target_of").on(
      t.month,
      t.dim,
      sql`coalesce(${t.team_id}, 0)`,
      sql`coalesce(${t.user_id}, 0)`,
      t.metric,
    ),
    check(
      "target_dim",
      sql`(${t.dim} = 'team') = (${t.team_id} is not null) and (${t.dim} = 'user') = (${t.user_id} is not null)`,
    ),
  ],
);
