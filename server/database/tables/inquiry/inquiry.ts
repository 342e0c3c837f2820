import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { InquiryExt } from "~/contract/inquiry/inquiry-kinds";
import type { InquiryNote, LogAction } from "~/contract/inquiry/inquiry-record";
import type { InquiryKind, InquiryStatus } from "~/contract/inquiry/inquiry-words";
import { clockNow } from "~/server/database/clock";
import { common, instant, isoInstant, keptText, referenceTo, rowId, soft, versioned } from "../columns";
import { customerUser } from "../customer/audience";
import { customer } from "../customer/customer";
import { estate } from "../house/estate";
import { bounded, inquiryMarks } from "../search";
import { user } from "../system/system";

const now = () => isoInstant(clockNow());

/** What somebody asked of the house, by whichever way (domain B.2). The counts on customers, registered users and estates follow it by the trigger `inquiry_counted` (migration 0022). */
export const inquiry = pgTable(
  "inquiry",
  {
    ...common,
    ...soft,
    ...versioned,
    inquiry_no: text().notNull(),
    kind: text().$type<InquiryKind>().notNull(),
    status: text().$type<InquiryStatus>().notNull(),
    name: text(),
    name_fold: keptText(),
    phone_cc: text(),
    phone: text(),
    phone_e164: text(),
    phone_last4: text(),
    wechat: text(),
    email: text(),
    contact_time: text().notNull().default("any"),
    content: text(),
    /** The fields of its kind (contract/inquiry/inquiry-kinds.ts). */
    ext: jsonb().$type<InquiryExt>().notNull().default({}),
    /** Of a visa's: how many conditions are met, as `visaMet` counts by the present settings (0160); null of the others. */
    visa_met: smallint(),
    platform: text().notNull(),
    /** The tracking point that led here; its table is the tracker's own. */
    tracker_id: rowId(),
    page_url: text(),
    referrer: text(),
    utm_source: text(),
    utm_medium: text(),
    utm_campaign: text(),
    utm_term: text(),
    utm_content: text(),
    ip: text(),
    ip_region: text(),
    device: text(),
    /** The piece of content that led here (domain B.2). */
    content_kind: text(),
    content_id: rowId(),
    customer_user_id: rowId().references(() => customerUser.id),
    customer_id: rowId().references(() => customer.id),
    estate_id: rowId().references(() => estate.id),
    room_id: rowId(),
    mansion_id: rowId(),
    assignee_id: rowId().references(() => user.id),
    /** Until when somebody should answer, in working time; set anew when it is reopened. */
    due_at: instant().notNull(),
    /** From when the working time counts. */
    waiting_since: instant().notNull(),
    is_overdue: boolean().notNull().default(false),
    first_response_at: instant(),
    /** Working time between `waiting_since` and the first response. */
    response_seconds: integer(),
    invalid_reason: text(),
    close_reason: text(),
    converted_at: instant(),
    converted_created: boolean().notNull().default(false),
    remark: text(),
    /** Who sent it and under which number of theirs: sent again it is the same inquiry. */
    source_key: text(),
    external_id: text(),
  },
  (t) => [
    uniqueIndex("inquiry_no").on(t.inquiry_no),
    index("inquiry_no_prefix").on(t.inquiry_no.op("text_pattern_ops")),
    uniqueIndex("inquiry_external").on(t.source_key, t.external_id),
    // Lists and the counts of their tabs, out of the index alone: whose, in which state, of which kind.
    index("inquiry_created")
      .on(t.created_at, t.id, t.kind, t.status, t.assignee_id, t.estate_id)
      .where(sql`${t.deleted_at} is null`),
    // What became of those that were answered and have a customer, few beside all.
    index("inquiry_taken")
      .on(t.created_at, t.id, t.customer_id, t.kind, t.assignee_id)
      .where(
        sql`${t.deleted_at} is null and ${t.status} = 'converted' and ${t.customer_id} is not null and ${t.first_response_at} is not null`,
      ),
    index("inquiry_held")
      .on(sql`coalesce(${t.assignee_id}, 0)`, t.created_at, t.id, t.kind, t.status)
      .where(sql`${t.deleted_at} is null`),
    index("inquiry_status").on(t.status, t.created_at, t.id, t.kind, t.assignee_id).where(sql`${t.deleted_at} is null`),
    // What the tracking points' numbers of the last days are made of.
    index("inquiry_converted").on(t.converted_at).where(sql`${t.tracker_id} is not null`),
    index("inquiry_kind").on(t.kind, t.created_at, t.id, t.status, t.assignee_id).where(sql`${t.deleted_at} is null`),
    // Those that still wait for an answer, few beside all.
    index("inquiry_due")
      .on(t.due_at, t.id, t.kind, t.assignee_id, t.is_overdue)
      .where(sql`${t.deleted_at} is null and ${t.status} in ('pending', 'assigned')`),
    index("inquiry_due_at").on(t.due_at, t.id),
    index("inquiry_response").on(t.response_seconds, t.id),
    index("inquiry_response_last").on(t.response_seconds.desc().nullsLast(), t.id.desc().nullsFirst()),
    index("inquiry_assignee").on(t.assignee_id, t.status),
    index("inquiry_platform").on(t.platform, t.created_at, t.id),
    index("inquiry_overdue").on(t.created_at, t.id).where(sql`${t.is_overdue}`),
    // Visas by how far their case is, few beside all.
    index("inquiry_case_stage")
      .on(sql`(${t.ext} ->> 'case_stage')`, t.created_at, t.id)
      .where(sql`${t.deleted_at} is null and ${t.kind} = 'visa'`),
    // And by how many of its conditions are met, as a filter and as an order.
    index("inquiry_visa_met")
      .on(t.visa_met, t.created_at, t.id)
      .where(sql`${t.deleted_at} is null and ${t.kind} = 'visa'`),
    index("inquiry_visa_order").on(t.visa_met, t.id).where(sql`${t.deleted_at} is null and ${t.kind} = 'visa'`),
    index("inquiry_estate").on(t.estate_id, t.created_at, t.id),
    index("inquiry_customer").on(t.customer_id, t.created_at, t.id),
    index("inquiry_user").on(t.customer_user_id, t.created_at, t.id),
    index("inquiry_tracker").on(t.tracker_id, t.created_at, t.id),
    index("inquiry_content").on(t.content_kind, t.content_id, t.created_at),
    index("inquiry_phone").on(t.phone_e164),
    index("inquiry_phone_national").on(t.phone.op("text_pattern_ops")),
    index("inquiry_phone_last4").on(t.phone_last4),
    index("inquiry_wechat").on(sql`lower(${t.wechat})`).where(sql`${t.wechat} is not null`),
    index("inquiry_email").on(t.email).where(sql`${t.email} is not null`),
    // A name's words together with whose, in which state, of which kind.
    index("inquiry_words").using("gin", inquiryMarks(t)).with(bounded).where(sql`${t.deleted_at} is null`),
  ],
);

/** What became of an inquiry, step by step. */
export const inquiryLog = pgTable(
  "inquiry_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    inquiry_id: referenceTo(() => inquiry.id),
    action: text().$type<LogAction>().notNull(),
    from_status: text(),
    to_status: text(),
    /** Null: the system, or the person who asked. */
    by: rowId(),
    reason: text(),
    /** A follow-up of somebody who is no customer yet: it becomes the customer's when one is made of them. */
    detail: jsonb().$type<InquiryNote>(),
    /** Of a repeated inquiry: who sent it and under which number of theirs, so that it is not added twice. */
    source_key: text(),
    external_id: text(),
    at: instant().notNull().$defaultFn(now),
  },
  (t) => [
    index("inquiry_log_inquiry").on(t.inquiry_id, t.id),
    uniqueIndex("inquiry_log_external").on(t.source_key, t.external_id),
  ],
);
