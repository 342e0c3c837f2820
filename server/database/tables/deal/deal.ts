import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Change } from "~/contract/common";
import type { CommissionOrigin } from "~/contract/deal/commission";
import type {
  AttachmentType,
  BillingDirection,
  BillingMethod,
  BillingParty,
  BillingStatus,
  BillingType,
  CancelType,
  CommissionStatus,
  DealLogAction,
  DealSource,
  DealStatus,
  IdentityType,
  PaymentMethod,
  PayStatus,
} from "~/contract/deal/deal-kinds";
import type { settleConditions } from "~/contract/house/estate-record";
import type { Layout } from "~/contract/shared/property";
import { clockNow } from "~/server/database/clock";
import { agent, agentAccount } from "../agent/agent";
import { clue } from "../clue/clue";
import { calendarDay, common, instant, isoInstant, referenceTo, rowId, searchText, soft, versioned } from "../columns";
import { customer } from "../customer/customer";
import { estate, room, unit } from "../house/estate";
import { inquiry } from "../inquiry/inquiry";
import { bigrams, bounded, folded } from "../search";
import { share } from "../share/share";
import { media, user } from "../system/system";

const now = () => isoInstant(clockNow());
const money = () => numeric({ precision: 18, scale: 2 });
const rate = () => numeric({ precision: 20, scale: 8 });

/** Somebody who buys together with the buyer; the number of their papers is sealed (server/lib/seal.ts). */
export interface CoBuyer {
  name: string;
  id_type: IdentityType | null;
  id_no: string | null;
  share: number;
}

/** A change of an approved deal that waits for its review: columns as they would be. */
export interface ChangeRequest {
  edits: Record<string, unknown>;
  changes: Change[];
  reason: string;
  by: number;
  at: string;
}

export interface RefundLine {
  amount: string;
  due_at: string;
  note: string | null;
}

/** A sale (成交, domain B.4). Its estate's and its customer's counts follow it by the trigger `deal_counted`. */
export const deal = pgTable(
  "deal",
  {
    ...common,
    ...soft,
    ...versioned,
    deal_no: text().notNull(),
    status: text().$type<DealStatus>().notNull().default("draft"),
    customer_id: referenceTo(() => customer.id),
    buyer_name: text(),
    buyer_name_fold: searchText(),
    buyer_phone_cc: text(),
    buyer_phone: text(),
    buyer_id_type: text().$type<IdentityType>(),
    /** Sealed. */
    buyer_id_no: text(),
    co_buyers: jsonb().$type<CoBuyer[]>().notNull().default([]),

    estate_id: referenceTo(() => estate.id),
    room_id: rowId().references(() => room.id),
    unit_id: rowId().references(() => unit.id),
    building: text(),
    unit_no: text(),
    floor: smallint(),
    layout: text().$type<Layout>(),
    area_sqm: numeric({ precision: 8, scale: 2, mode: "number" }),

    list_price: money(),
    deal_price: money(),
    deal_price_tax: money().notNull().default("0.00"),
    currency: text(),
    /** The day's until the contract, which freezes it. */
    fx_rate_to_cny: rate(),
    /** By that rate, to the cent. */
    amount_cny: numeric({ precision: 20, scale: 2 }).generatedAlwaysAs(sql`round(deal_price * fx_rate_to_cny, 2)`),
    payment_method: text().$type<PaymentMethod>(),
    loan_bank: text(),
    loan_amount: money(),

    source_type: text().$type<DealSource>(),
    clue_id: rowId().references(() => clue.id),
    agent_id: rowId().references(() => agent.id),
    agent_account_id: rowId().references(() => agentAccount.id),
    inquiry_id: rowId().references(() => inquiry.id),
    /** What the customer was sent that led here; found when the deal is made. */
    share_id: rowId().references(() => share.id),
    owner_id: referenceTo(() => user.id),
    co_owner_id: rowId().references(() => user.id),
    co_owner_share: smallint(),

    subscribed_at: calendarDay(),
    contracted_at: calendarDay(),
    loan_paid_at: calendarDay(),
    delivery_due_at: calendarDay(),
    delivered_at: calendarDay(),
    cancelled_at: calendarDay(),
    submitted_at: instant(),
    submitted_by: rowId().references(() => user.id),
    reviewed_by: rowId().references(() => user.id),
    reviewed_at: instant(),
    reject_reason: text(),
    cancel_type: text().$type<CancelType>(),
    cancel_reason: text(),
    refund_plan: jsonb().$type<RefundLine[]>().notNull().default([]),
    change_request: jsonb().$type<ChangeRequest>(),

    /** Typed in place of what the rules say; null: as they say. */
    receivable_manual: money(),
    payable_manual: money(),
    /** What the developer owes the house (domain F.2). Worked out with each write, frozen with the contract. */
    commission_receivable: money(),
    commission_currency: text(),
    /** In percent; null where it is a fixed amount. */
    dev_commission_rate: numeric({ precision: 9, scale: 4 }),
    receivable_origin: text().$type<CommissionOrigin>(),
    /** What the house owes the agent; null of a deal without one. */
    commission_payable: money(),
    payable_currency: text(),
    agent_commission_rate: numeric({ precision: 9, scale: 4 }),
    payable_origin: text().$type<CommissionOrigin>(),

    // Derived from the bill with each of its changes (server/resources/deal/billing/totals.ts).
    receivable_total: money().notNull().default("0.00"),
    received_total: money().notNull().default("0.00"),
    pay_status: text().$type<PayStatus>().notNull().default("unpaid"),
    commission_status: text().$type<CommissionStatus>().notNull().default("none"),
    remark: text(),
  },
  (t) => {
    const live = sql`${t.deleted_at} is null`;
    return [
      uniqueIndex("deal_no").on(t.deal_no.op("text_pattern_ops")),
      // One deal has a unit at a time, by its row or, of an estate without units, by its number.
      uniqueIndex("deal_unit")
        .on(t.unit_id)
        .where(sql`${t.status} in ('reviewing', 'subscribed', 'contracted', 'completed') and ${t.deleted_at} is null`),
      uniqueIndex("deal_unit_no")
        .on(t.estate_id, sql`coalesce(${t.building}, '')`, t.unit_no)
        .where(sql`${t.status} in ('reviewing', 'subscribed', 'contracted', 'completed') and ${t.deleted_at} is null`),
      // A report becomes one deal at a time.
      uniqueIndex("deal_clue")
        .on(t.clue_id)
        .where(sql`${t.status} in ('reviewing', 'subscribed', 'contracted', 'completed') and ${t.deleted_at} is null`),
      check("deal_price_positive", sql`${t.deal_price} is null or ${t.deal_price} > 0`),
      // Everybody's, newest first; the tabs; those of a seller, an agent, an estate, a customer.
      index("deal_created").on(t.created_at, t.id).where(live),
      index("deal_status").on(t.status, t.created_at, t.id).where(live),
      index("deal_owner").on(t.owner_id, t.created_at, t.id).where(live),
      index("deal_agent").on(t.agent_id, t.created_at, t.id).where(live),
      index("deal_estate").on(t.estate_id, t.created_at, t.id).where(live),
      index("deal_customer").on(t.customer_id, t.created_at, t.id),
      // Keywords: units and buyers.
      index("deal_unit_no_prefix").on(t.unit_no.op("text_pattern_ops")),
      index("deal_buyer")
        .using("gin", bigrams(folded(t.buyer_name_fold, t.buyer_name)))
        .with(bounded),
    ];
  },
);

/** A file of a deal, sealed in the storage. */
export const dealAttachment = pgTable(
  "deal_attachment",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    deal_id: referenceTo(() => deal.id),
    type: text().$type<AttachmentType>().notNull(),
    media_id: referenceTo(() => media.id),
    by: rowId().references(() => user.id),
    at: instant().notNull().$defaultFn(now),
  },
  (t) => [index("deal_attachment_deal").on(t.deal_id, t.id), uniqueIndex("deal_attachment_media").on(t.media_id)],
);

/** What happened with a deal and its bill, step by step; never changed. */
export const dealLog = pgTable(
  "deal_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    deal_id: referenceTo(() => deal.id),
    billing_id: rowId(),
    action: text().$type<DealLogAction>().notNull(),
    from_status: text().$type<DealStatus>(),
    to_status: text().$type<DealStatus>(),
    /** Null: the system. */
    by: rowId(),
    note: text(),
    changes: jsonb().$type<Change[]>().notNull().default([]),
    at: instant().notNull().$defaultFn(now),
  },
  (t) => [index("deal_log_deal").on(t.deal_id, t.id)],
);

/** A line of a deal's bill (账单). A confirmed one is never changed: what goes back is a line of its own. */
export const billing = pgTable(
  "billing",
  {
    ...common,
    ...versioned,
    billing_no: text().notNull(),
    deal_id: referenceTo(() => deal.id),
    /** Of a payout: the statement that pays it. Its table comes with statements. */
    statement_id: rowId(),
    direction: text().$type<BillingDirection>().notNull(),
    type: text().$type<BillingType>().notNull(),
    payer: text().$type<BillingParty>().notNull(),
    payee: text().$type<BillingParty>().notNull(),
    /** Of an agent's commission its part, 1 unless it is settled in parts. */
    period_no: integer(),
    /** Of an agent's commission: its condition (domain F.2), and its share of the whole commission, in percent. */
    condition: text().$type<Exclude<keyof typeof settleConditions, "staged">>(),
    percent: numeric({ precision: 6, scale: 2, mode: "number" }),
    amount: money().notNull(),
    currency: text().notNull(),
    /** The deal's or the day's; of a paid line the day's of its payment. */
    fx_rate_to_cny: rate(),
    due_at: calendarDay().notNull(),
    paid_at: calendarDay(),
    paid_amount: money(),
    method: text().$type<BillingMethod>(),
    voucher_ids: jsonb().$type<number[]>().notNull().default([]),
    status: text().$type<BillingStatus>().notNull().default("pending"),
    /** Of a refund: the line that it gives back; null of the plan of a cancelled deal. */
    refund_of: rowId(),
    /** Of the rest of a partial payment: the line that it was part of. */
    split_of: rowId(),
    confirmed_by: rowId().references(() => user.id),
    confirmed_at: instant(),
    /** Why finance gave it back, or why it is void. */
    reason: text(),
    /** The reminders sent, by their days around the due day: -n before, 0, 3 after. */
    warned: jsonb().$type<number[]>().notNull().default([]),
    remark: text(),
  },
  (t) => [
    uniqueIndex("billing_no").on(t.billing_no.op("text_pattern_ops")),
    check("billing_amount_positive", sql`${t.amount} > 0`),
    // A deal's bill; the list by due day, and its states; a statement's lines, a line's refunds, a proof's lines.
    index("billing_deal").on(t.deal_id, t.due_at, t.id),
    index("billing_due").on(t.due_at, t.id),
    index("billing_status").on(t.status, t.due_at, t.id),
    index("billing_statement").on(t.statement_id).where(sql`${t.statement_id} is not null`),
    index("billing_refund").on(t.refund_of).where(sql`${t.refund_of} is not null`),
    index("billing_voucher").using("gin", t.voucher_ids.op("jsonb_path_ops")).where(sql`${t.voucher_ids} <> '[]'`),
    // A commission has each of its parts once among those that hold.
    uniqueIndex("billing_part")
      .on(t.deal_id, t.type, t.period_no)
      .where(sql`${t.type} = 'agent_commission' and ${t.direction} = 'out' and ${t.status} <> 'void'`),
  ],
);
