import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type {
  AccountRole,
  AccountStatus,
  AgentLevel,
  AgentLoginFailure,
  AgentLoginMethod,
  AgentLoginResult,
  AgentStatus,
  AgentType,
  AgentUnregisterChecks,
  AgentUnregisterStatus,
  AgentUnregisterTarget,
  SettleCycle,
} from "~/contract/agent/agent-kinds";
import type { commissionModes } from "~/contract/house/estate-record";
import { calendarDay, common, instant, referenceTo, rowId, searchText, soft, versioned } from "../columns";
import { district } from "../region/geography";
import { bigrams, bounded, folded } from "../search";
import { media, user } from "../system/system";

const numbers = () => jsonb().$type<number[]>().notNull().default([]);

/** A company or person that brings customers for a commission (domain B.3). */
export const agent = pgTable(
  "agent",
  {
    ...common,
    ...soft,
    ...versioned,
    agent_no: text().notNull(),
    type: text().$type<AgentType>().notNull(),
    name: text().notNull(),
    name_fold: searchText(),
    name_pinyin: searchText(),
    short_name: text(),
    logo_id: rowId().references(() => media.id),
    country_code: text().notNull(),
    district_id: rowId().references(() => district.id),
    address: text(),
    license_no: text(),
    license_media_ids: numbers(),
    contact_name: text().notNull(),
    contact_name_fold: searchText(),
    contact_phone_cc: text().notNull(),
    contact_phone: text().notNull(),
    /** Null once the phone is free again, 30 days after the agent's end. */
    contact_phone_e164: text(),
    contact_phone_last4: text(),
    contact_email: text(),
    wechat: text(),
    level: text().$type<AgentLevel>().notNull(),
    cooperation_from: calendarDay().notNull(),
    cooperation_to: calendarDay().notNull(),
    /** When its manager was notified of the cooperation's end; cleared when the end changes. */
    warned_at: instant(),
    commission_mode: text().$type<keyof typeof commissionModes>().notNull(),
    commission_value: numeric({ precision: 18, scale: 2 }).notNull(),
    commission_currency: text(),
    settle_cycle: text().$type<SettleCycle>().notNull(),
    bank_name: text(),
    /** Sealed (server/lib/seal.ts); read in the clear by `GET /api/agent/{id}/bank` alone. */
    bank_account: text(),
    account_holder: text(),
    swift: text(),
    invoice_title: text(),
    tax_no: text(),
    invoice_required: boolean().notNull().default(true),
    account_limit: integer().notNull().default(10),
    manager_id: referenceTo(() => user.id),
    contract_media_ids: numbers(),
    remark: text(),
    status: text().$type<AgentStatus>().notNull().default("active"),
    /** Why it was disabled. */
    status_reason: text(),
    /** What it goes back to where its end is refused or taken back. */
    status_before: text().$type<AgentStatus>(),
    deregistered_at: instant(),
  },
  (t) => {
    const live = sql`${t.deleted_at} is null`;
    return [
      uniqueIndex("agent_no").on(t.agent_no.op("text_pattern_ops")),
      uniqueIndex("agent_name").on(t.country_code, t.name).where(live),
      uniqueIndex("agent_phone").on(t.contact_phone_e164).where(live),
      uniqueIndex("agent_license").on(t.license_no).where(live),
      index("agent_phone_national").on(t.contact_phone.op("text_pattern_ops")),
      index("agent_phone_last4").on(t.contact_phone_last4),
      index("agent_name_grams")
        .using("gin", bigrams(folded(t.name_fold, t.name)))
        .with(bounded),
      index("agent_contact_grams")
        .using("gin", bigrams(folded(t.contact_name_fold, t.contact_name)))
        .with(bounded),
      index("agent_created").on(t.created_at, t.id).where(live),
      // One manager's, those that have gone with them: by them leads and schedules are seen.
      index("agent_manager").on(t.manager_id, t.created_at, t.id),
    ];
  },
);

/** Somebody of an agent who signs in at the agents' portal; at most one is the main account (子账号). */
export const agentAccount = pgTable(
  "agent_account",
  {
    ...common,
    ...soft,
    ...versioned,
    agent_id: referenceTo(() => agent.id),
    /** Null: the main account, or one directly below the agent. */
    parent_id: rowId().references((): AnyPgColumn => agentAccount.id),
    is_main: boolean().notNull().default(false),
    name: text().notNull(),
    name_fold: searchText(),
    name_pinyin: searchText(),
    login_phone_cc: text().notNull(),
    login_phone: text().notNull(),
    /** Null once the phone is free again, 30 days after the account's end. */
    login_phone_e164: text(),
    login_phone_last4: text(),
    email: text(),
    /** argon2id, as staff's. */
    password_hash: text().notNull(),
    must_change_password: boolean().notNull().default(true),
    role: text().$type<AccountRole>().notNull(),
    can_report: boolean().notNull().default(true),
    can_view_all: boolean().notNull().default(false),
    status: text().$type<AccountStatus>().notNull().default("enabled"),
    /** Why it was disabled. */
    status_reason: text(),
    last_login_at: instant(),
    /** Sessions of the portal that began before have ended: of a disabled agent or account, and after another password. */
    sessions_ended_at: instant(),
    deregistered_at: instant(),
  },
  (t) => [
    uniqueIndex("agent_account_phone").on(t.login_phone_e164).where(sql`${t.deleted_at} is null`),
    uniqueIndex("agent_account_main").on(t.agent_id).where(sql`${t.is_main} and ${t.deleted_at} is null`),
    index("agent_account_agent").on(t.agent_id, t.id).where(sql`${t.deleted_at} is null`),
    index("agent_account_phone_last4").on(t.login_phone_last4),
    index("agent_account_name")
      .using("gin", bigrams(folded(t.name_fold, t.name)))
      .with(bounded),
    index("agent_account_deregistered").on(t.deregistered_at).where(sql`${t.deregistered_at} is not null`),
  ],
);

/** Sign-ins at the agents' portal, as the portal reports them; kept 365 days. */
export const agentLoginLog = pgTable(
  "agent_login_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    /** Null where nobody has the name that was typed. */
    agent_id: rowId().references(() => agent.id),
    account_id: rowId().references(() => agentAccount.id),
    /** As it was typed. */
    login_name: text().notNull(),
    platform: text().notNull(),
    method: text().$type<AgentLoginMethod>().notNull(),
    result: text().$type<AgentLoginResult>().notNull(),
    fail_reason: text().$type<AgentLoginFailure>(),
    ip: text(),
    ip_region: text(),
    device: text(),
    /** 异地: from a region that none of the account's last five successful sign-ins came from. */
    is_remote: boolean().notNull().default(false),
    at: instant().notNull(),
  },
  (t) => [
    index("agent_login_log_agent").on(t.agent_id, t.at, t.id, t.result),
    index("agent_login_log_account").on(t.account_id, t.at, t.id),
    index("agent_login_log_at").on(t.at, t.id, t.agent_id, t.result, t.is_remote),
    index("agent_login_log_remote").on(t.at, t.id).where(sql`${t.is_remote}`),
  ],
);

/** A request to end an agent, or one of its accounts (domain C.3). */
export const agentUnregister = pgTable(
  "agent_unregister",
  {
    ...common,
    ...versioned,
    request_no: text().notNull(),
    target: text().$type<AgentUnregisterTarget>().notNull(),
    agent_id: referenceTo(() => agent.id),
    account_id: rowId().references(() => agentAccount.id),
    reason: text().notNull(),
    /** The requester's name: of the staff (`created_by`), or of the agent's own account. */
    applicant: text().notNull(),
    applicant_account_id: rowId().references(() => agentAccount.id),
    checks: jsonb().$type<AgentUnregisterChecks>(),
    status: text().$type<AgentUnregisterStatus>().notNull().default("pending"),
    reject_reason: text(),
    /** Why a super_admin let it pass in spite of what is open. */
    override_reason: text(),
    reviewer_id: rowId().references(() => user.id),
    reviewed_at: instant(),
    completed_at: instant(),
  },
  (t) => [
    uniqueIndex("agent_unregister_no").on(t.request_no.op("text_pattern_ops")),
    uniqueIndex("agent_unregister_open")
      .on(t.agent_id, t.target, sql`coalesce(${t.account_id}, 0)`)
      .where(sql`${t.status} = 'pending'`),
    index("agent_unregister_status").on(t.status, t.created_at, t.id),
    index("agent_unregister_created").on(t.created_at, t.id),
    index("agent_unregister_agent").on(t.agent_id, t.created_at),
    index("agent_unregister_account").on(t.account_id),
  ],
);
