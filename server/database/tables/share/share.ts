import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { UnitQuote } from "~/contract/house/quote";
import type { devices } from "~/contract/inquiry/inquiry-kinds";
import type { ShareKind, ShareLanguage, ShareStatus } from "~/contract/share/share-kinds";
import { common, instant, referenceTo, rowId, versioned } from "../columns";
import { customer } from "../customer/customer";
import { unit } from "../house/estate";
import { bounded } from "../search";
import { special } from "../special/special";
import { user } from "../system/system";

/** How an amount of one currency reads in another, on the day of its rate. */
type Rate = NonNullable<UnitQuote["other"]>;

/** What was offered at what price when it was sent. Amounts are decimal texts. */
export interface ShareSnapshot {
  day: string;
  estates: {
    id: number;
    name: string;
    currency: string;
    min: string | null;
    max: string | null;
    other: Rate | null;
    /** Price and costs together, of the lowest price; null where they are not known. */
    outlay: string | null;
    gross_yield: number | null;
    net_yield: number | null;
  }[];
  /** Of a quotation. */
  quote: Pick<UnitQuote, "currency" | "price" | "other" | "cost" | "valid_until"> | null;
}

/** What was sent to somebody by an address of its own (分享, domain B.2). */
export const share = pgTable(
  "share",
  {
    ...common,
    ...versioned,
    share_no: text().notNull(),
    kind: text().$type<ShareKind>().notNull(),
    title: text().notNull(),
    customer_id: rowId().references(() => customer.id),
    /** The consultant whose card it shows, until they leave. */
    user_id: referenceTo(() => user.id),
    unit_id: rowId().references(() => unit.id, { onDelete: "set null" }),
    quotation_no: text(),
    estate_ids: jsonb().$type<number[]>().notNull().default([]),
    special_id: rowId().references(() => special.id),
    language: text().$type<ShareLanguage>().notNull(),
    /** The second one. */
    currency: text().notNull(),
    snapshot: jsonb().$type<ShareSnapshot>().notNull(),
    note: text(),
    token_hash: text().notNull(),
    expires_at: instant().notNull(),
    status: text().$type<ShareStatus>().notNull().default("active"),
    open_count: integer().notNull().default(0),
    /** Of each day. */
    visitor_count: integer().notNull().default(0),
    first_opened_at: instant(),
    last_opened_at: instant(),
  },
  (t) => [
    uniqueIndex("share_no").on(t.share_no),
    uniqueIndex("share_token").on(t.token_hash),
    // A customer's, in their time line; one's own, newest first; those about an estate; those whose time runs out.
    index("share_customer").on(t.customer_id, t.created_at, t.id),
    index("share_user").on(t.user_id, t.created_at, t.id),
    index("share_estate").using("gin", t.estate_ids).with(bounded),
    index("share_due").on(t.expires_at).where(sql`${t.status} = 'active'`),
  ],
);

/** A look at a shared page that counted (domain B.2). */
export const shareOpen = pgTable(
  "share_open",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    share_id: referenceTo(() => share.id),
    /** The page as it was loaded once: it tells of itself more than once. */
    visit: text().notNull(),
    /** HMAC of address and browser with the day's salt. */
    visitor_hash: text().notNull(),
    at: instant().notNull(),
    seconds: smallint().notNull(),
    estate_ids: jsonb().$type<number[]>().notNull().default([]),
    device: text().$type<keyof typeof devices>().notNull(),
  },
  (t) => [
    uniqueIndex("share_open_visit").on(t.share_id, t.visit),
    // Those of a share, newest first, and its visitors of a day.
    index("share_open_share").on(t.share_id, t.at, t.id),
    index("share_open_at").on(t.at),
  ],
);
