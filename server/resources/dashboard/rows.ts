import { sql } from "drizzle-orm";
import type { PgSelect, PgTable } from "drizzle-orm/pg-core";
import { figureRows as contract } from "~/contract/dashboard/figure-rows";
import { type FunnelStep, funnelOf, funnels } from "~/contract/dashboard/funnel";
import { type CustomerTodo, type Metric, metrics, todos } from "~/contract/dashboard/metrics";
import type { Permission } from "~/contract/permissions";
import { agent } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { estate } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import type { SignedCall } from "~/server/lib/call";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import type { Days, People } from "~/server/resources/shared/figure";
import { rangeOf } from "~/server/resources/shared/range";
import { selectAgents, toAgentRow } from "../agent/agent/view";
import { selectClues, toClueRows } from "../clue/clue/view";
import { selectCustomers, toRow, viewerOf } from "../customer/customer/view";
import { selectTrackings, toTrackings } from "../customer/tracking/tracking-view";
import { selectLines, toLines } from "../deal/billing/view";
import { selectDeals, toDealRow } from "../deal/deal/view";
import { rowColumns, toEstateRows } from "../house/estate/view";
import { selectInquiries, toInquiryRows } from "../inquiry/inquiry/view";
import { dashboardFigure } from "./figures";

type RowsQuery = Partial<Days> &
  People & { metric: Metric | CustomerTodo | FunnelStep; page: number; page_size: number };
type Asking = SignedCall & { query: RowsQuery };

function permissionOf(key: RowsQuery["metric"]): Permission {
  const funnel = funnelOf(key);
  // What is no step is one of the others.
  return funnel ? funnels[funnel].permission : { ...metrics, ...todos }[key as Metric | CustomerTodo].permission;
}

/** A page of the rows behind a figure, by the figure's own conditions. */
async function rowsOf<Q extends PgSelect, Row>(
  call: Asking,
  table: PgTable,
  select: Q,
  toRows: (rows: Awaited<Q>) => Promise<Row[]> | Row[],
) {
  const { db, query, user } = call;
  if (!user.permissions.has(permissionOf(query.metric))) return refuse(40300);
  const viewer = await viewerOf(call);
  const figure = dashboardFigure(query.metric, viewer, query);
  const where = figure.rows(rangeOf(query, viewer.now));
  const rows = await select.where(where).orderBy(figure.order).limit(query.page_size).offset(offsetOf(query));
  return pageOf(query, await toRows(rows), await cappedCount(db, sql`from ${table} where ${where}`));
}

export const figureRowHandlers = [
  serve(contract.customer, async (call) => {
    const viewer = await viewerOf(call);
    return rowsOf(call, customer, selectCustomers(call.db, viewer).$dynamic(), (rows) =>
      rows.map((row) => toRow(row, viewer)),
    );
  }),
  serve(contract.tracking, async (call) => {
    const { settings } = await viewerOf(call);
    return rowsOf(call, tracking, selectTrackings(call.db, call.user).$dynamic(), (rows) =>
      toTrackings(call, settings, rows),
    );
  }),
  serve(contract.inquiry, (call) =>
    rowsOf(call, inquiry, selectInquiries(call).$dynamic(), (rows) => toInquiryRows(call, rows)),
  ),
  serve(contract.clue, (call) => rowsOf(call, clue, selectClues(call).$dynamic(), (rows) => toClueRows(call, rows))),
  serve(contract.deal, (call) =>
    rowsOf(call, deal, selectDeals(call).$dynamic(), (rows) => rows.map((row) => toDealRow(row, call.user))),
  ),
  serve(contract.billing, (call) => rowsOf(call, billing, selectLines(call).$dynamic(), (rows) => toLines(call, rows))),
  serve(contract.estate, (call) =>
    rowsOf(call, estate, call.db.select(rowColumns).from(estate).$dynamic(), (rows) => toEstateRows(call, rows)),
  ),
  serve(contract.agent, (call) =>
    rowsOf(call, agent, selectAgents(call).$dynamic(), (rows) => rows.map((row) => toAgentRow(row, call))),
  ),
];
