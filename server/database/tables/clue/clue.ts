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
import type {
  ClueInvalidReason,
  ClueSource,
  ClueStatus,
  CollisionType,
  JudgementParty,
  Verdict,
} from "~/contract/clue/clue-kinds";
import type { phoneModes, protectModes } from "~/contract/house/estate-record";
import { clockNow } from "~/server/database/clock";
import { agent, agentAccount } from "../agent/agent";
import { common, instant, isoInstant, referenceTo, rowId, searchText, versioned } from "../columns";
import { customer } from "../customer/customer";
import { estate } from "../house/estate";
import { bigrams, bounded, folded } from "../search";
import { user } from "../system/system";

const now = () => isoInstant(clockNow());
const money = () => numeric({ precision: 18, scale: 2 });
const numbers = () => jsonb().$type<number[]>().notNull().default([]);

/** An agent's report of a customer at an estate (报备, domain B.6). The count on the estate follows it by the trigger `clue_counted`. */
export const clue = pgTable(
  "clue",
  {
    ...common,
    ...versioned,
    clue_no: text().notNull(),
    source: text().$type<ClueSource>().notNull(),
    agent_id: referenceTo(() => agent.id),
    account_id: rowId().references(() => agentAccount.id),
    estate_id: referenceTo(() => estate.id),
    customer_name: text().notNull(),
    customer_name_fold: searchText(),
    gender: text().notNull().default("unknown"),
    phone_cc: text().notNull(),
    phone_mode: text().$type<keyof typeof phoneModes>().notNull(),
    /** The national digits, the middle ones as `*` where they are hidden. */
    phone: text().notNull(),
    /** Null while the middle digits are hidden. */
    phone_e164: text(),
    /** The first three and the last four national digits, by which full and masked phones find each other. */
    phone_prefix: text().notNull(),
    phone_suffix: text().notNull(),
    layout: text(),
    budget_min: money(),
    budget_max: money(),
    budget_currency: text(),
    purpose: text(),
    note: text(),
    expected_visit_at: instant(),
    status: text().$type<ClueStatus>().notNull().default("pending"),
    collision: text().$type<CollisionType>(),
    /** The other lead, our own customer, or the entry of the blacklist, by `collision`. */
    collision_ref_id: rowId(),
    collision_at: instant(),
    /** False: only a masked phone matched. */
    collision_certain: boolean(),
    invalid_reason: text().$type<ClueInvalidReason>(),
    invalid_note: text(),
    /** The estate's rule at the report, else the settings'. */
    protect_mode: text().$type<keyof typeof protectModes>().notNull(),
    protect_report_days: smallint().notNull(),
    protect_visit_days: smallint().notNull(),
    protect_until: instant(),
    /** When people were notified that the protection ends. */
    warned_at: instant(),
    extended_at: instant(),
    extended_by: rowId(),
    extend_reason: text(),
    handler_id: rowId().references(() => user.id),
    customer_id: rowId().references(() => customer.id),
    reviewed_by: rowId().references(() => user.id),
    reviewed_at: instant(),
    review_note: text(),
    /** Why a super_admin passed it in spite of another's protection. */
    force_reason: text(),
    appealed_at: instant(),
    appeal_note: text(),
    appeal_media_ids: numbers(),
    visited_at: instant(),
    visit_media_ids: numbers(),
    visit_note: text(),
    subscribed_at: instant(),
    contracted_at: instant(),
    settled_at: instant(),
    cancelled_at: instant(),
    cancel_reason: text(),
    /** Their tables come with deals. */
    deal_id: rowId(),
    statement_id: rowId(),
    commission_amount: money(),
    commission_currency: text(),
  },
  (t) => [
    uniqueIndex("clue_no").on(t.clue_no.op("text_pattern_ops")),
    // Everybody's, newest first; the tabs; those of an agent, a handler, an estate, a customer.
    index("clue_created").on(t.created_at, t.id),
    index("clue_status").on(t.status, t.created_at, t.id),
    index("clue_agent").on(t.agent_id, t.created_at, t.id),
    index("clue_handler").on(t.handler_id, t.created_at, t.id),
    index("clue_estate").on(t.estate_id, t.created_at, t.id),
    index("clue_customer").on(t.customer_id, t.created_at, t.id),
    // Keywords that are a number, whole or by its ends, and collisions.
    index("clue_phone").on(t.phone_suffix, t.phone_prefix),
    // Names that contain a keyword.
    index("clue_name")
      .using("gin", bigrams(folded(t.customer_name_fold, t.customer_name)))
      .with(bounded),
  ],
);

/** What became of a lead, step by step; never changed. */
export const clueLog = pgTable(
  "clue_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    clue_id: referenceTo(() => clue.id),
    action: text().notNull(),
    from_status: text().$type<ClueStatus>(),
    to_status: text().$type<ClueStatus>(),
    /** Null: the system, or the agent (`account_id`). */
    by: rowId(),
    account_id: rowId(),
    note: text(),
    media_ids: numbers(),
    at: instant().notNull().$defaultFn(now),
  },
  (t) => [index("clue_log_clue").on(t.clue_id, t.id)],
);

/** The sheet on which a collision is decided (判定单): frozen once decided, an appeal opens the next number. */
export const judgement = pgTable(
  "judgement",
  {
    ...common,
    ...versioned,
    clue_id: referenceTo(() => clue.id),
    no: integer().notNull(),
    /** False where only a masked phone matched. */
    certain: boolean().notNull(),
    /** As the server collected them; what they said when it was decided, then. */
    parties: jsonb().$type<JudgementParty[]>().notNull().default([]),
    rule_result: text().$type<Verdict>().notNull(),
    /** The sentence of the rule that made it. */
    rule_sentence: text().notNull(),
    verdict: text().$type<Verdict>(),
    reason: text(),
    media_ids: numbers(),
    decided_by: rowId().references(() => user.id),
    decided_at: instant(),
  },
  (t) => [uniqueIndex("judgement_no").on(t.clue_id, t.no), index("judgement_decided").on(t.decided_at)],
);
