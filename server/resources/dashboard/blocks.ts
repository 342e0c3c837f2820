import { sql } from "drizzle-orm";
import type { z } from "zod";
import { type Kpi, type Trend, trends } from "~/contract/dashboard/blocks";
import {
  type BlockAnswer,
  type BlockData,
  dashboard as contract,
  type DashboardBlock,
  dashboardBlocks,
  figureCode,
  funnelsFor,
  isFigures,
  ranksFor,
} from "~/contract/dashboard/dashboard";
import { type CustomerTodo, type Metric, metrics, type Todo, todos } from "~/contract/dashboard/metrics";
import type { Reply } from "~/contract/endpoint";
import { errors } from "~/contract/errors";
import type { TargetRow } from "~/contract/system/target";
import { found, Refusal, refuse, type SignedCall } from "~/server/lib/call";
import { dayOf, type ListSource, listSource, readList } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import type { Days, People } from "~/server/resources/shared/figure";
import { daysIn, monthOf, rangeOf, shift } from "~/server/resources/shared/range";
import { type Viewer, viewerOf } from "../customer/customer/view";
import { figureOf } from "../customer/figures/figures";
import { targetsBeside } from "../system/target/kpi-target";
import { rateOf, targetsOf } from "../system/target/month";
import { statFigure } from "./figures";
import { funnelOf } from "./funnel-counts";
import { kpiOf } from "./kpi";
import { peopleOf } from "./people";
import { failedJobs, waiting } from "./queues";
import { rankOf } from "./rank";
import { bucketsOf } from "./stat-values";
import { narrowingTeams } from "./teams";
import { todayOf } from "./today";

/** How far back the chart looks where no range is said. */
const usual = 30;

/** Figures day by day, past days as they are summed up; days without any are 0. */
async function trendOf(call: SignedCall, query: Partial<Days> & People): Promise<Trend> {
  const viewer = await viewerOf(call);
  const today = dayOf(viewer.now);
  const days = rangeOf(query.from || query.to ? query : { from: shift(today, 1 - usual), to: today }, viewer.now);
  const series: Trend["series"] = [];
  for (const key of trends) {
    if (!call.user.permissions.has(metrics[key].permission)) continue;
    const found = await bucketsOf(call.db, key, statFigure(key, viewer, query), days, (day) => sql`${day}`);
    const points = daysIn(days).map((date) => ({ date, value: found.get(date) ?? 0 }));
    series.push({ key, label: metrics[key].label, points });
  }
  return { ...days, series };
}

// What the two literals of the contract are keyed by.
const metricKeys = Object.keys(metrics) as Metric[];
const todoKeys = Object.keys(todos) as Todo[];

const isCustomerTodo = (key: Todo): key is CustomerTodo => key === "tracking_today" || key === "pool_warning";

type Query = z.output<typeof contract.get.query>;
interface Asking extends SignedCall {
  query: Query;
  viewer: Viewer;
  source: ListSource;
}

/** How each block is made; each checks its own code itself. */
const makers: { [B in DashboardBlock]: (asking: Asking) => Promise<BlockData[B]> } = {
  today: (asking) => todayOf(asking, asking.query.scope),

  async kpi({ db, user, viewer, query }) {
    const days = rangeOf(query, viewer.now);
    const list: Kpi[] = [];
    for (const key of metricKeys)
      if (user.permissions.has(metrics[key].permission)) list.push(await kpiOf(db, key, viewer, days, query));
    const targets = await targetsBeside(db, user, days, query);
    return { ...days, list: list.map((kpi) => ({ ...kpi, ...againstTarget(kpi, targets.get(kpi.key) ?? null) })) };
  },

  async target({ db, viewer, query }) {
    const { month, list } = await targetsOf(db, viewer, query.month ?? monthOf(viewer.now));
    return { month, list: withTargets(list) };
  },

  async todo({ db, user, viewer }) {
    const list: BlockData["todo"] = [];
    for (const key of todoKeys) {
      if (!user.permissions.has(todos[key].permission)) continue;
      if (key === "job_failed") {
        const jobs = await failedJobs(db, viewer.now);
        list.push({ key, count: jobs.length, ...(jobs.length && { note: jobs.join("、") }) });
        continue;
      }
      const count = isCustomerTodo(key)
        ? figureOf(key, viewer).value(rangeOf({}, viewer.now))
        : waiting[key](user, viewer.now);
      const { rows } = await db.execute<{ count: number }>(sql`select ${count} as count`);
      list.push({ key, count: found(rows[0]).count });
    }
    return list;
  },

  people: peopleOf,

  teams: narrowingTeams,

  trend: (asking) => trendOf(asking, asking.query),

  funnel(asking) {
    const [first] = funnelsFor(asking.user.permissions);
    const type = asking.query.funnel ?? first;
    return type ? funnelOf(asking, type, asking.query) : refuse(40300);
  },

  async rank(asking) {
    const { user, query } = asking;
    const [first] = ranksFor(user.permissions);
    const type = query.rank ?? first;
    // A block of its own code, as each ranking has its own.
    if (!user.permissions.has("dashboard:rank:view") || !type) return refuse(40300);
    return rankOf(asking, type, rangeOf(query, asking.viewer.now), query, query.limit);
  },
};

/** So many blocks of one call are made at the same time: others need connections, too. */
const beside = 3;

/**
 * One block; its failures stay its own. Blocks only read, so that they go by the connections of lists, each statement within the time of a list: one that takes
 * longer says so.
 */
async function blockOf<B extends DashboardBlock>(name: B, asking: Asking): Promise<BlockAnswer<BlockData[B]>> {
  try {
    if (isFigures(name) && !asking.user.permissions.has(figureCode)) return refuse(40300);
    return { data: await readList(asking.source, (db) => makers[name]({ ...asking, db })), error: null };
  } catch (error) {
    const failure = error instanceof Refusal ? error : undefined;
    if (!failure) asking.services.log.error({ err: error, request_id: asking.origin.id, block: name }, "block failed");
    const code = failure?.code ?? 50000;
    return { data: null, error: { code, message: failure?.message ?? errors[code].message } };
  }
}

export const blockHandlers = [
  serve(contract.get, async (call) => {
    const asking: Asking = { ...call, viewer: await viewerOf(call), source: await listSource(call) };
    // What is wrong with the range is wrong with all of it.
    rangeOf(call.query, asking.viewer.now);
    const names = [...new Set(call.query.blocks ?? dashboardBlocks)];
    const answers: Partial<Record<DashboardBlock, unknown>> = {};
    const work = async () => {
      for (let name = names.shift(); name; name = names.shift()) answers[name] = await blockOf(name, asking);
    };
    // PGlite has one connection, and would only let them wait for each other.
    await Promise.all(Array.from({ length: call.services.lists ? beside : 1 }, work));
    // Each by the maker of its name.
    return { ...answers, as_of: asking.source.asOf } as Reply<typeof contract.get>;
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

/** A figure's target, and how much of it is reached. */
const againstTarget = ({ value }: Kpi, target: number | null) => ({
  target,
  target_rate: value === null ? null : rateOf(value, target),
});
