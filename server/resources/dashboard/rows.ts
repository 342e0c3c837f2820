import { type SQL, sql } from "drizzle-orm";
import type { PgSelect, PgTable } from "drizzle-orm/pg-core";
import { figureRows as contract } from "~/contract/dashboard/figure-rows";
import { type FunnelStep, funnelOf, funnels } from "~/contract/dashboard/funnel";
import { type CustomerTodo, type Metric, metrics, todos } from "~/contract/dashboard/metrics";
import { isPlaceRank, type PlaceRank, ranks } from "~/contract/dashboard/rank";
import type { Permission } from "~/contract/permissions";
import { agent } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { estate } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import type { SignedCall } from "~/server/lib/call";
import { capped, cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { all, type Days, type Figure, type People } from "~/server/resources/shared/figure";
import { rangeOf } from "~/server/resources/shared/range";
import { selectAgents, toAgentRow } from "../agent/agent/view";
import { selectClues, toClueRows } from "../clue/clue/view";
import { selectCustomers, toRow, type Viewer, viewerOf } from "../customer/customer/view";
import { selectTrackings, toTrackings } from "../customer/tracking/tracking-view";
import { selectLines, toLines } from "../deal/billing/view";
import { selectDeals, toDealRow } from "../deal/deal/view";
import { rowColumns, toEstateRows } from "../house/estate/view";
import { selectInquiries, toInquiryRows } from "../inquiry/inquiry/view";
import { dashboardFigure } from "./figures";
import { summedSteps } from "./funnel";
import { narrowedTo } from "./narrowed";
import { valuesOf } from "./stat-values";

type RowsQuery = Partial<Days> &
  People & {
    metric: Metric | CustomerTodo | FunnelStep | PlaceRank;
    agent_id?: number | undefined;
    estate_id?: number | undefined;
    page: number;
    page_size: number;
  };
type Asking = SignedCall & { query: RowsQuery };

function permissionsOf(key: RowsQuery["metric"]): Permission[] {
  if (isPlaceRank(key)) return ["dashboard:rank:view", ranks[key].permission, ranks[key].open];
  const funnel = funnelOf(key);
  // What is no step is one of the others.
  return [funnel ? funnels[funnel].permission : { ...metrics, ...todos }[key as Metric | CustomerTodo].permission];
}

/** A page of the rows behind a figure, by the figure's own conditions. */
async function rowsOf<Q extends PgSelect, Row>(
  call: Asking,
  table: PgTable,
  selectFor: (viewer: Viewer) => Q,
  toRows: (rows: Awaited<Q>, viewer: Viewer) => Promise<Row[]> | Row[],
) {
  const { query, user } = call;
  if (!permissionsOf(query.metric).every((code) => user.permissions.has(code))) return refuse(40300);
  const viewer = await viewerOf(call);
  const select = selectFor(viewer);
  const figure = dashboardFigure(query.metric, viewer, query);
  const days = rangeOf(query, viewer.now);
  const narrow = narrowedTo(table, query);
  if (figure.ids) {
    const { ids, total } = await idPage(call, figure.ids(days));
    const rows = await select.where(sql`${table}.id = any(${sql.param(ids)}::bigint[])`).orderBy(figure.order);
    return pageOf(query, await toRows(rows, viewer), total);
  }
  const where = all(figure.rows(days), ...narrow);
  const rows = await select.where(where).orderBy(figure.order).limit(query.page_size).offset(offsetOf(query));
  return pageOf(query, await toRows(rows, viewer), await totalOf(call, figure, days, table, where));
}

/** A page of what many ids are, and how many there are, out of one reading of them. */
async function idPage({ db, query }: Asking, ids: SQL) {
  const { rows } = await db.execute<{ n: number; ids: string[] }>(sql`
    with hit as materialized (select distinct id from (${ids}) given(id))
    select (select count(*)::int from hit) as n,
      array(select id from hit order by id desc limit ${query.page_size} offset ${offsetOf(query)}) as ids`);
  const { n, ids: found } = rows[0] ?? refuse(50000);
  return { ids: found.map(Number), total: capped(n) };
}

/** How many rows a figure has: of a step, for which each is looked up elsewhere, as they are summed up day by day; else counted. */
async function totalOf({ db, query }: Asking, figure: Figure, days: Days, table: PgTable, where: SQL) {
  const key = summedSteps.find((one) => one === query.metric);
  if (!key || query.estate_id) return cappedCount(db, sql`from ${table} where ${where}`);
  const [value] = await valuesOf(db, key, figure, [days]);
  return capped(value ?? 0);
}

export const figureRowHandlers = [
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
  serve(contract.deal, (call) =>
    rowsOf(
      call,
      deal,
      () => selectDeals(call).$dynamic(),
      (rows) => rows.map((row) => toDealRow(row, call.user)),
    ),
  ),
  serve(contract.billing, (call) =>
    rowsOf(
      call,
      billing,
      () => selectLines(call).$dynamic(),
      (rows) => toLines(call, rows),
    ),
  ),
  serve(contract.estate, (call) =>
    rowsOf(
      call,
      estate,
      () => call.db.select(rowColumns).from(estate).$dynamic(),
      (rows) => toEstateRows(call, rows),
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
];
