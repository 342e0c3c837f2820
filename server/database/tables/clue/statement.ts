import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { SettleCycle } from "~/contract/agent/agent-kinds";
import type { CompareSide } from "~/contract/clue/developer-compare";
import type {
  CompareDecision,
  CompareDifference,
  CompareField,
  CompareResult,
  StatementItemKind,
  StatementStatus,
} from "~/contract/clue/statement-kinds";
import { agent } from "../agent/agent";
import { calendarDay, common, instant, referenceTo, rowId, versioned } from "../columns";
import { billing, deal } from "../deal/deal";
import { media, user } from "../system/system";
import { clue } from "./clue";

const money = () => numeric({ precision: 18, scale: 2 });
const numbers = () => jsonb().$type<number[]>().notNull().default([]);

/** What an agent is owed for a period in one currency (对账单, domain B.6). */
export const accountStatement = pgTable(
  "account_statement",
  {
    ...common,
    ...versioned,
    statement_no: text().notNull(),
    agent_id: referenceTo(() => agent.id),
    /** The agent's as it was made: by month and by quarter there is one of a period. */
    settle_cycle: text().$type<SettleCycle>().notNull(),
    period_from: calendarDay().notNull(),
    period_to: calendarDay().notNull(),
    currency: text().notNull(),
    item_count: integer().notNull(),
    /** The sums of its items; what is payable is both together, and the tax is inside it. */
    total_amount: money().notNull(),
    adjust_total: money().notNull(),
    tax_rate: numeric({ precision: 5, scale: 2 }).notNull().default("0"),
    tax_amount: money().notNull(),
    payable_total: money().notNull(),
    status: text().$type<StatementStatus>().notNull().default("draft"),
    sent_at: instant(),
    /** The agent's contact who confirmed it. */
    confirm_by: text(),
    confirmed_at: instant(),
    proof_ids: numbers(),
    dispute_note: text(),
    invoice_no: text(),
    invoice_amount: money(),
    invoice_media_id: rowId().references(() => media.id),
    uninvoice_reason: text(),
    paid_at: calendarDay(),
    paid_by: rowId().references(() => user.id),
    voucher_ids: numbers(),
    void_reason: text(),
  },
  (t) => [
    uniqueIndex("account_statement_no").on(t.statement_no.op("text_pattern_ops")),
    uniqueIndex("account_statement_period")
      .on(t.agent_id, t.period_from, t.period_to, t.currency)
      .where(sql`${t.status} <> 'void' and ${t.settle_cycle} <> 'per_deal'`),
    index("account_statement_created").on(t.created_at, t.id, t.status, t.agent_id),
    index("account_statement_status").on(t.status, t.created_at, t.id, t.agent_id),
    index("account_statement_agent").on(t.agent_id, t.created_at, t.id, t.status),
  ],
);

/** A commission, or a part of one, in a statement: as it was when the statement was last counted. */
export const statementItem = pgTable(
  "statement_item",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    statement_id: referenceTo(() => accountStatement.id),
    /** Its place in the statement. */
    no: smallint().notNull(),
    clue_id: referenceTo(() => clue.id),
    /** 1 unless the commission is settled in parts; of what is given back its place among the like of its deal. */
    part: smallint().notNull(),
    kind: text().$type<StatementItemKind>().notNull(),
    /** False once its statement is void: another one may contain it then. */
    is_live: boolean().notNull().default(true),
    deal_id: referenceTo(() => deal.id),
    /** The line of the deal's bill that it pays, or that it takes off. */
    billing_id: referenceTo(() => billing.id),
    customer_name: text().notNull(),
    estate: text().notNull(),
    unit: text().notNull(),
    deal_price: money().notNull(),
    deal_currency: text().notNull(),
    basis: money().notNull(),
    rate: numeric({ precision: 9, scale: 4 }),
    amount: money().notNull(),
    adjust_amount: money().notNull().default("0"),
    adjust_reason: text(),
    note: text(),
    condition: text().notNull(),
    due_at: calendarDay().notNull(),
  },
  (t) => [
    // A commission is in one live statement at most, even with two writers at the same moment.
    uniqueIndex("statement_item_live").on(t.clue_id, t.part, t.kind).where(sql`${t.is_live}`),
    index("statement_item_statement").on(t.statement_id, t.no),
    index("statement_item_deal").on(t.deal_id),
  ],
);

/** A developer's sheet of a month, compared with what the house is to receive (开发商对账, domain B.6). */
export const developerCompare = pgTable(
  "developer_compare",
  {
    ...common,
    ...versioned,
    developer: text().notNull(),
    /** `YYYY-MM`. */
    period: text().notNull(),
    currency: text().notNull(),
    media_id: referenceTo(() => media.id),
    /** What stood above the columns, field by field: the next sheet of the developer is read by it. */
    headings: jsonb().$type<Partial<Record<CompareField, string>>>().notNull(),
  },
  (t) => [
    uniqueIndex("developer_compare_period").on(t.developer, t.period, t.currency),
    index("developer_compare_created").on(t.created_at, t.id),
    index("developer_compare_month").on(t.period, t.id),
  ],
);

export const developerCompareRow = pgTable(
  "developer_compare_row",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    compare_id: referenceTo(() => developerCompare.id),
    n: integer().notNull(),
    /** Of the spreadsheet; null of what they do not have. */
    row: integer(),
    deal_id: rowId().references(() => deal.id),
    estate: text().notNull(),
    unit: text().notNull(),
    customer_name: text().notNull(),
    theirs: jsonb().$type<CompareSide>(),
    ours: jsonb().$type<CompareSide>(),
    result: text().$type<CompareResult>().notNull(),
    differences: jsonb().$type<CompareDifference[]>().notNull().default([]),
    remark: text(),
    decision: text().$type<CompareDecision>().notNull(),
    note: text(),
    decided_by: rowId().references(() => user.id),
    decided_at: instant(),
  },
  (t) => [
    uniqueIndex("developer_compare_row_n").on(t.compare_id, t.n),
    index("developer_compare_row_deal").on(t.deal_id),
  ],
);
