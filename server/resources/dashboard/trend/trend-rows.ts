import { sql } from "drizzle-orm";
import type { PgSelect, PgTable } from "drizzle-orm/pg-core";
import { type TrendKey, trendFigure } from "~/contract/trend/trend-figures";
import { trendRows as contract } from "~/contract/trend/trend-rows";
import { agent, agentLoginLog } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { deal } from "~/server/database/tables/deal/deal";
import { estate, estateAudit } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import type { SignedCall } from "~/server/lib/call";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { all, type Days, type People } from "~/server/resources/shared/figure";
import { rangeOf } from "~/server/resources/shared/range";
import { selectAgents, toAgentRow } from "../../agent/agent/view";
import { selectLogins, toLoginRow } from "../../agent/login/login-list";
import { selectClues, toClueRows } from "../../clue/clue/view";
import { selectCustomers, toRow, type Viewer, viewerOf } from "../../customer/customer/view";
import { selectTrackings, toTrackings } from "../../customer/tracking/tracking-view";
import { selectDeals, toDealRow } from "../../deal/deal/view";
import { rowColumns, toEstateRows } from "../../house/estate/view";
import { selectAudits, toAuditRows } from "../../house/estate-audit/audit-list";
import { selectInquiries, toInquiryRows } from "../../inquiry/inquiry/view";
import { narrowedTo } from "../narrowed";
import type { Asked } from "./fact";
import { factOf } from "./facts";

type RowsQuery = Partial<Days> &
  People & {
    metric: TrendKey;
    value?: string | undefined;
    agent_id?: number | undefined;
    estate_id?: number | undefined;
    page: number;
    page_size: number;
  };
type Asking = SignedCall & { query: RowsQuery };

/** A page of the rows behind a figure, by the figure's own conditions. */
async function rowsOf<Q extends PgSelect, Row>(
  call: Asking,
  table: PgTable,
  selectFor: (viewer: Viewer) => Q,
  toRows: (rows: Awaited<Q>, viewer: Viewer) => Promise<Row[]> | Row[],
) {
  const { db, query, user } = call;
  const { permission, open = permission } = trendFigure(query.metric);
  if (!user.permissions.has(permission) || !user.permissions.has(open)) return refuse(40300);
  const viewer = await viewerOf(call);
  const select = selectFor(viewer);
  const { team_id, user_id, country, value } = query;
  const asked: Asked = { viewer, country, ...(team_id && { team_id }), ...(user_id && { user_id }) };
  const { rows: behind, order, by, isAt } = factOf(query.metric, asked);
  const at = value !== undefined && by ? [isAt ? isAt(value) : sql`${by} = ${value}`] : [];
  const where = all(behind(rangeOf(query, viewer.now)), ...at, ...narrowedTo(table, query));
  const rows = await select.where(where).orderBy(order).limit(query.page_size).offset(offsetOf(query));
  return pageOf(query, await toRows(rows, viewer), await cappedCount(db, sql`from ${table} where ${where}`));
}

export const trendRowHandlers = [
  serve(contract.estate, (call) =>
    rowsOf(
      call,
      estate,
      () => call.db.select(rowColumns).from(estate).$dynamic(),
      (rows) => toEstateRows(call, rows),
    ),
  ),
  serve(contract.audit, (call) =>
    rowsOf(
      call,
      estateAudit,
      () => selectAudits(call.db).$dynamic(),
      (rows) => toAuditRows(call, rows),
    ),
  ),
  serve(contract.customer, (call) =>
    rowsOf(
      call,
      customer,
      (viewer) => selectCustomers(call.db, viewer).$dynamic(),
      (rows, viewer) => rows.map((row) => toRow(row, viewer)),
    ),
  ),
  serve(contract.tracking, (call) =>
    rowsOf(
      call,
      tracking,
      () => selectTrackings(call.db, call.user).$dynamic(),
      (rows, { settings }) => toTrackings(call, settings, rows),
    ),
  ),
  serve(contract.deal, (call) =>
    rowsOf(
      call,
      deal,
      () => selectDeals(call).$dynamic(),
      (rows) => rows.map((row) => toDealRow(row, call.user)),
    ),
  ),
  serve(contract.inquiry, (call) =>
    rowsOf(
      call,
      inquiry,
      () => selectInquiries(call).$dynamic(),
      (rows) => toInquiryRows(call, rows),
    ),
  ),
  serve(contract.clue, (call) =>
    rowsOf(
      call,
      clue,
      () => selectClues(call).$dynamic(),
      (rows) => toClueRows(call, rows),
    ),
  ),
  serve(contract.agent, (call) =>
    rowsOf(
      call,
      agent,
      () => selectAgents(call).$dynamic(),
      (rows) => rows.map((row) => toAgentRow(row, call)),
    ),
  ),
  serve(contract.login, (call) =>
    rowsOf(
      call,
      agentLoginLog,
      () => selectLogins(call.db).$dynamic(),
      (rows) => rows.map(toLoginRow),
    ),
  ),
];
