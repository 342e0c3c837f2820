import { type SQL, sql } from "drizzle-orm";
import type { PgSelect, PgTable } from "drizzle-orm/pg-core";
import { figureRows as contract } from "~/contract/dashboard/figure-rows";
import { type FunnelStep, funnelOf, funnels } from "~/contract/dashboard/funnel";
import { type CustomerTodo, type Metric, metrics, todos } from "~/contract/dashboard/metrics";
import { isPlaceRank, type PlaceRank, ranks } from "~/contract/dashboard/rank";
import type { Permission } from "~/contract/permissions";
import { refuse, type SignedCall } from "~/server/lib/call";
import { capped, cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { all, type Days, type Figure, type People } from "~/server/resources/shared/figure";
import { rangeOf } from "~/server/resources/shared/range";
import { viewerOf } from "../customer/customer/view";
import { dashboardFigure } from "./figures";
import { summedSteps } from "./funnel";
import { narrowedTo } from "./narrowed";
import { type RowKind, rowKinds } from "./row-kinds";
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
async function rowsOf<Q extends PgSelect, Row>(call: Asking, { table, select: selectFor, toRows }: RowKind<Q, Row>) {
  const { query, user } = call;
  if (!permissionsOf(query.metric).every((code) => user.permissions.has(code))) return refuse(40300);
  const viewer = await viewerOf(call);
  const select = selectFor(call, viewer);
  const figure = dashboardFigure(query.metric, viewer, query);
  const days = rangeOf(query, viewer.now);
  const narrow = narrowedTo(table, query);
  if (figure.ids) {
    const { ids, total } = await idPage(call, figure.ids(days));
    const rows = await select.where(sql`${table}.id = any(${sql.param(ids)}::bigint[])`).orderBy(figure.order);
    return pageOf(query, await toRows(call, rows, viewer), total);
  }
  const where = all(figure.rows(days), ...narrow);
  const rows = await select.where(where).orderBy(figure.order).limit(query.page_size).offset(offsetOf(query));
  return pageOf(query, await toRows(call, rows, viewer), await totalOf(call, figure, days, table, where));
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
  serve(contract.customer, (call) => rowsOf(call, rowKinds.customer)),
  serve(contract.tracking, (call) => rowsOf(call, rowKinds.tracking)),
  serve(contract.inquiry, (call) => rowsOf(call, rowKinds.inquiry)),
  serve(contract.clue, (call) => rowsOf(call, rowKinds.clue)),
  serve(contract.deal, (call) => rowsOf(call, rowKinds.deal)),
  serve(contract.billing, (call) => rowsOf(call, rowKinds.billing)),
  serve(contract.estate, (call) => rowsOf(call, rowKinds.estate)),
  serve(contract.agent, (call) => rowsOf(call, rowKinds.agent)),
];
