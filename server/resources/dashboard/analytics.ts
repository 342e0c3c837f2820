import { type SQL, sql } from "drizzle-orm";
import {
  type CustomerTodo,
  analytics as contract,
  type Kpi,
  type Metric,
  metrics,
  type Todo,
  todos,
} from "~/contract/dashboard/analytics";
import type { TargetRow } from "~/contract/system/target";
import type { Database, Transaction } from "~/server/database/database";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import type { Caller } from "~/server/lib/caller";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { found, refuse } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { pendingClues } from "../clue/clue/list";
import { selectCustomers, toRow, type Viewer, viewerOf } from "../customer/customer/view";
import { figureOf, type People } from "../customer/figures/figures";
import { type Days, lastDays, lastYear, monthOf, previous, rangeOf } from "../customer/figures/range";
import { selectTrackings, toTrackings } from "../customer/tracking/tracking-view";
import { waitingTransfers } from "../customer/transfer/transfer-list";
import { waitingUnregisters } from "../customer/unregister/request-list";
import { paidLinesOf } from "../deal/billing/list";
import { reviewingDeals } from "../deal/deal/list";
import { waitingAudits } from "../house/estate-audit/audit-list";
import { waitingApplications } from "../house/mansion-application/application-list";
import { overdueInquiries, pendingInquiries } from "../inquiry/inquiry/list";
import { targetsBeside } from "../system/target/kpi-target";
import { rateOf, targetsOf } from "../system/target/month";
import { todayOf } from "./today";
import { trendOf } from "./trend";

type Db = Database | Transaction;
// What the two literals of the contract are keyed by.
const metricKeys = Object.keys(metrics) as Metric[];
const todoKeys = Object.keys(todos) as Todo[];

/** What waits for the caller's decision. */
const waiting: Record<Exclude<Todo, CustomerTodo>, (caller: Caller, now: Date) => SQL> = {
  inquiry_pending: pendingInquiries,
  inquiry_overdue: overdueInquiries,
  transfer: waitingTransfers,
  clue_pending: pendingClues,
  deal_review: reviewingDeals,
  billing_confirm: paidLinesOf,
  estate_audit: () => waitingAudits,
  mansion_application: () => waitingApplications,
  unregister: () => waitingUnregisters,
};
const isCustomerTodo = (key: Todo): key is CustomerTodo => !(key in waiting);

export const analyticsHandlers = [
  serve(contract.today, (call) => todayOf(call, call.query.scope)),
  serve(contract.trend, (call) => trendOf(call, call.query)),

  serve(contract.kpi, async (call) => {
    const viewer = await viewerOf(call);
    const days = rangeOf(call.query, viewer.now);
    const list: Kpi[] = [];
    for (const key of metricKeys)
      if (call.user.permissions.has(metrics[key].permission))
        list.push(await kpiOf(call.db, key, viewer, days, call.query));
    const targets = await targetsBeside(call.db, call.user, days, call.query);
    return { ...days, list: list.map((kpi) => ({ ...kpi, ...beside(kpi, targets.get(kpi.key) ?? null) })) };
  }),

  serve(contract.target, async (call) => {
    const viewer = await viewerOf(call);
    const { month, list } = await targetsOf(call.db, viewer, call.query.month ?? monthOf(viewer.now));
    return { month, list: withTargets(list) };
  }),

  serve(contract.todo, async (call) => {
    const viewer = await viewerOf(call);
    const list: { key: Todo; count: number }[] = [];
    for (const key of todoKeys) {
      if (!call.user.permissions.has(todos[key].permission)) continue;
      const count = isCustomerTodo(key)
        ? figureOf(key, viewer).count(rangeOf({}, viewer.now))
        : waiting[key](call.user, viewer.now);
      const { rows } = await call.db.execute<{ count: number }>(sql`select ${count} as count`);
      list.push({ key, count: found(rows[0]).count });
    }
    return list;
  }),

  serve(contract.rows, async (call) => {
    const { db, query } = call;
    const viewer = await viewerOf(call);
    const { where, order, offset } = rowsOf(query, viewer);
    const rows = await selectCustomers(db, viewer).where(where).orderBy(order).limit(query.page_size).offset(offset);
    const list = rows.map((row) => toRow(row, viewer));
    return pageOf(query, list, await cappedCount(db, sql`from ${customer} where ${where}`));
  }),

  serve(contract.trackingRows, async (call) => {
    const { db, query, user } = call;
    const viewer = await viewerOf(call);
    const { where, order, offset } = rowsOf(query, viewer);
    const rows = await selectTrackings(db, user).where(where).orderBy(order).limit(query.page_size).offset(offset);
    const list = await toTrackings(call, viewer.settings, rows);
    return pageOf(query, list, await cappedCount(db, sql`from ${tracking} where ${where}`));
  }),
];

/** What has a target, and all people of a team that has one: its figure is their sum. */
function withTargets(list: readonly TargetRow[]): TargetRow[] {
  const hasTarget = ({ cells }: TargetRow) => Object.values(cells).some(({ value }) => value !== null);
  const teams = new Map(list.flatMap((row) => (row.dim === "team" ? [[row.id, row]] : [])));
  const isUnderTarget = (id: number | undefined): boolean => {
    const above = id === undefined ? undefined : teams.get(id);
    return above !== undefined && (hasTarget(above) || isUnderTarget(above.team?.id));
  };
  return list.filter((row) => hasTarget(row) || isUnderTarget(row.team?.id));
}

type RowsQuery = Partial<Days> & People & { metric: Metric | CustomerTodo; page: number; page_size: number };

/** The rows behind a figure, by the figure's own conditions. */
function rowsOf(query: RowsQuery, viewer: Viewer) {
  mustSee(viewer.caller, query.metric);
  const figure = figureOf(query.metric, viewer, query);
  return {
    where: figure.rows(rangeOf(query, viewer.now)),
    order: figure.order,
    offset: offsetOf(query),
  };
}

function mustSee(caller: Caller, key: Metric | CustomerTodo): void {
  const { permission } = { ...metrics, ...todos }[key];
  if (!caller.permissions.has(permission)) refuse(40300);
}

async function kpiOf(db: Db, key: Metric, viewer: Viewer, days: Days, people: People): Promise<Kpi> {
  const { isCurrent } = metrics[key];
  const figure = figureOf(key, viewer, people);
  const ranges = isCurrent ? [days] : [days, previous(days), lastYear(days), ...lastDays(days)];
  const counts = ranges.map((range) => figure.count(range));
  const { rows } = await db.execute<{ counts: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts`);
  const [value = 0, prev = null, yoy = null, ...spark] = found(rows[0]).counts;
  return {
    key,
    value,
    prev,
    ratio: growth(value, prev),
    yoy,
    yoy_ratio: growth(value, yoy),
    spark,
    target: null,
    target_rate: null,
    ...(key === "customer_new" ? { imported: await importedOf(db, viewer, days, people) } : {}),
  };
}

async function importedOf(db: Db, viewer: Viewer, days: Days, people: People): Promise<number> {
  const count = figureOf("customer_imported", viewer, people).count(days);
  const { rows } = await db.execute<{ count: number }>(sql`select ${count} as count`);
  return found(rows[0]).count;
}

/** A figure's target, and how much of it is reached. */
const beside = ({ value }: Kpi, target: number | null) => ({ target, target_rate: rateOf(value, target) });

/** Growth in percent to one decimal; nothing to compare with is null. */
const growth = (value: number, before: number | null) => (before ? Math.round((value / before - 1) * 1000) / 10 : null);
