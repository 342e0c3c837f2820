import { sql } from "drizzle-orm";
import { boolean, index, integer, numeric, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { PageType, TrackerChannel, TrackerPlatform, TrackerStatus } from "~/contract/inquiry/tracker";
import { calendarDay, common, referenceTo, rowId, searchText, soft, versioned } from "../columns";

/** A place from which visitors come: a link, a button, a code on paper. */
export const tracker = pgTable(
  "tracker",
  {
    ...common,
    ...versioned,
    ...soft,
    code: text().notNull(),
    name: text().notNull(),
    name_fold: searchText(),
    platform: text().$type<TrackerPlatform>().notNull(),
    channel: text().$type<TrackerChannel>().notNull(),
    page_type: text().$type<PageType>().notNull(),
    position: text(),
    target_url: text().notNull(),
    utm_source: text(),
    utm_medium: text(),
    utm_campaign: text(),
    utm_term: text(),
    utm_content: text(),
    owner_id: rowId(),
    cost_amount: numeric({ precision: 18, scale: 2 }),
    currency: text(),
    start_at: calendarDay(),
    end_at: calendarDay(),
    status: text().$type<TrackerStatus>().notNull().default("enabled"),
    remark: text(),
  },
  (t) => [
    uniqueIndex("tracker_code").on(t.code).where(sql`${t.deleted_at} is null`),
    index("tracker_created").on(t.created_at, t.id),
    index("tracker_owner").on(t.owner_id),
  ],
);

/** A tracking point's numbers, day by day of Asia/Shanghai. */
export const trackerDaily = pgTable(
  "tracker_daily",
  {
    tracker_id: referenceTo(() => tracker.id),
    date: calendarDay().notNull(),
    pv: integer().notNull().default(0),
    uv: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    impressions: integer().notNull().default(0),
    inquiry_count: integer().notNull().default(0),
    customer_count: integer().notNull().default(0),
    deal_count: integer().notNull().default(0),
    /** The site has reported its own visits: what is collected here does not count for that day. */
    is_reported: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.tracker_id, t.date] }), index("tracker_daily_date").on(t.date)],
);

/** What one visitor of a day did at a tracking point, nobody knowing who that is; kept two days. */
export const trackerVisit = pgTable(
  "tracker_visit",
  {
    tracker_id: referenceTo(() => tracker.id),
    date: calendarDay().notNull(),
    /** HMAC of address and browser with the day's salt; empty for those of a flood, which are not distinguished. */
    visitor_hash: text().notNull(),
    pv: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    impressions: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.date, t.tracker_id, t.visitor_hash] })],
);

/** What the day's visitors are hashed with; thrown away with the day, so that nobody is recognised on another. */
export const visitSalt = pgTable("visit_salt", {
  date: calendarDay().primaryKey(),
  salt: text().notNull(),
});
