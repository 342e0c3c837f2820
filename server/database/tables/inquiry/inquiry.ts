import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { InquiryExt } from "~/contract/inquiry/inquiry-kinds";
import type { InquiryNote, LogAction } from "~/contract/inquiry/inquiry-record";
import type { InquiryKind, InquiryStatus } from "~/contract/inquiry/inquiry-words";
import { clockNow } from "~/server/database/clock";
import { common, instant, isoInstant, referenceTo, rowId, searchText, soft, versioned } from "../columns";
import { customerUser } from "../customer/audience";
import { customer } from "../customer/customer";
import { estate } from "../house/estate";
import { bigrams, bounded, folded, inquiryContacts } from "../search";
import { share } from "../share/share";
import { user } from "../system/system";

const now = () => isoInstant(clockNow());

/** What somebody asked of the house, by whichever way (domain B.2). The counts on customers, registered users and estates follow it by the trigger `inquiry_counted`. */
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
    name_fold: searchText(),
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
    /** The shared page that it was asked on. Whom it was sent to may be the one who asks; links are forwarded. */
    share_id: rowId().references(() => share.id),
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
    /** The sender and the sender's own number for it: sent again it is the same inquiry. */
    source_key: text(),
    external_id: text(),
  },
  (t) => [
    uniqueIndex("inquiry_no").on(t.inquiry_no.op("text_pattern_ops")),
    uniqueIndex("inquiry_external").on(t.source_key, t.external_id),
    // Everybody's, and those of one or some people (0 nobody's), newest first.
    index("inquiry_created").on(t.created_at, t.id).where(sql`${t.deleted_at} is null`),
    index("inquiry_held")
      .on(sql`coalesce(${t.assignee_id}, 0)`, t.created_at, t.id)
      .where(sql`${t.deleted_at} is null`),
    // The tabs of what waits for an answer: few compared with all.
    index("inquiry_due")
      .on(t.due_at, t.id)
      .where(sql`${t.deleted_at} is null and ${t.status} in ('pending', 'assigned')`),
    // Those about an estate, of a customer, of a registered user.
    index("inquiry_estate").on(t.estate_id, t.created_at, t.id),
    index("inquiry_customer").on(t.customer_id, t.created_at, t.id),
    index("inquiry_user").on(t.customer_user_id, t.created_at, t.id),
    index("inquiry_share").on(t.share_id).where(sql`${t.share_id} is not null`),
    // Names that contain a keyword, and whole contacts.
    index("inquiry_name")
      .using("gin", bigrams(folded(t.name_fold, t.name)))
      .with(bounded),
    index("inquiry_contact").using("gin", inquiryContacts(t)).with(bounded),
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
    /** Of a repeated inquiry: the sender and the sender's number for it, so that it is not added twice. */
    source_key: text(),
    external_id: text(),
    at: instant().notNull().$defaultFn(now),
  },
  (t) => [
    index("inquiry_log_inquiry").on(t.inquiry_id, t.id),
    uniqueIndex("inquiry_log_external").on(t.source_key, t.external_id),
  ],
);
