import type { PgSelect, PgTable } from "drizzle-orm/pg-core";
import { agent, agentLoginLog } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { estate, estateAudit } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import type { SignedCall } from "~/server/lib/call";
import { selectAgents, toAgentRow } from "../agent/agent/view";
import { selectLogins, toLoginRow } from "../agent/login/login-list";
import { selectClues, toClueRows } from "../clue/clue/view";
import { selectCustomers, toRow, type Viewer } from "../customer/customer/view";
import { selectTrackings, toTrackings } from "../customer/tracking/tracking-view";
import { selectLines, toLines } from "../deal/billing/view";
import { selectDeals, toDealRow } from "../deal/deal/view";
import { rowColumns, toEstateRows } from "../house/estate/view";
import { selectAudits, toAuditRows } from "../house/estate-audit/audit-list";
import { selectInquiries, toInquiryRows } from "../inquiry/inquiry/view";

/** How the rows of one kind are read and shown behind a figure. */
export interface RowKind<Q extends PgSelect, Row> {
  table: PgTable;
  select: (call: SignedCall, viewer: Viewer) => Q;
  toRows: (call: SignedCall, rows: Awaited<Q>, viewer: Viewer) => Promise<Row[]> | Row[];
}

const kind = <Q extends PgSelect, Row>(one: RowKind<Q, Row>) => one;

/** The kinds of rows behind the figures of the dashboard and of the trends. */
export const rowKinds = {
  customer: kind({
    table: customer,
    select: ({ db }, viewer) => selectCustomers(db, viewer).$dynamic(),
    toRows: (_, rows, viewer) => rows.map((row) => toRow(row, viewer)),
  }),
  tracking: kind({
    table: tracking,
    select: ({ db, user }) => selectTrackings(db, user).$dynamic(),
    toRows: (call, rows, { settings }) => toTrackings(call, settings, rows),
  }),
  inquiry: kind({
    table: inquiry,
    select: (call) => selectInquiries(call).$dynamic(),
    toRows: (call, rows) => toInquiryRows(call, rows),
  }),
  clue: kind({
    table: clue,
    select: (call) => selectClues(call).$dynamic(),
    toRows: (call, rows) => toClueRows(call, rows),
  }),
  deal: kind({
    table: deal,
    select: (call) => selectDeals(call).$dynamic(),
    toRows: ({ user }, rows) => rows.map((row) => toDealRow(row, user)),
  }),
  billing: kind({
    table: billing,
    select: (call) => selectLines(call).$dynamic(),
    toRows: (call, rows) => toLines(call, rows),
  }),
  estate: kind({
    table: estate,
    select: ({ db }) => db.select(rowColumns).from(estate).$dynamic(),
    toRows: (call, rows) => toEstateRows(call, rows),
  }),
  audit: kind({
    table: estateAudit,
    select: ({ db }) => selectAudits(db).$dynamic(),
    toRows: (call, rows) => toAuditRows(call, rows),
  }),
  agent: kind({
    table: agent,
    select: (call) => selectAgents(call).$dynamic(),
    toRows: (call, rows) => rows.map((row) => toAgentRow(row, call)),
  }),
  login: kind({
    table: agentLoginLog,
    select: ({ db }) => selectLogins(db).$dynamic(),
    toRows: (_, rows) => rows.map(toLoginRow),
  }),
};
