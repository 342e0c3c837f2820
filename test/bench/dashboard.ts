import { type DashboardBlock, dashboard, dashboardBlocks } from "~/contract/dashboard/dashboard";
import { figureRows } from "~/contract/dashboard/figure-rows";
import { type FunnelStep, funnelKeys, funnels, stepsOf } from "~/contract/dashboard/funnel";
import { type Metric, metrics } from "~/contract/dashboard/metrics";
import { rankKeys, ranks } from "~/contract/dashboard/rank";
import { writeQuery } from "~/contract/endpoint";
import { trendPages } from "~/contract/trend/trend-pages";
import { trends } from "~/contract/trend/trends";
import { dayOf } from "~/server/lib/list";
import { buildStats } from "~/server/resources/dashboard/stat-days";
import { shift } from "~/server/resources/shared/range";
import { openCapture } from "./capture";
import { type Role, roleNames } from "./cases";
import { quantiles } from "./load";
import type { BenchOptions, BenchRow, BenchTable } from "./report";
import { type Filled, openFilled, startCluster, tokensOf } from "./site";

/** Of the whole page, of each block, and of the rows behind a figure: so many milliseconds, where an exact count of the year's inquiries takes `countTakes`. */
const budgets = { whole: 1_000, block: 300, rows: 50 };
/** Milliseconds of that count on a machine that does nothing else: elsewhere, and beside other work, all of it may take as many times as long. */
const countTakes = 100;

const fullSize = { customers: 200_000, inquiries: 1_000_000, deals: 50_000, agents: 2_000, estates: 2_000, turns: 5 };
const quickSize = { customers: 4_000, inquiries: 20_000, deals: 1_000, agents: 100, estates: 200, turns: 3 };

const days = 365;

interface Asked {
  what: string;
  role: Role;
  path: string;
}

const pathOf = (path: string, query: object) => `${path}?${writeQuery({ ...query })}`;

/** The dashboard over a year of a large house, on PostgreSQL: the whole in one request, each block alone, and the rows behind each figure. Past days are summed up by the job, today is counted. */
export async function* measureDashboard({ isQuick, only }: BenchOptions): AsyncGenerator<BenchTable> {
  const { turns, customers, ...size } = isQuick ? quickSize : fullSize;
  const postgres = await startCluster();
  try {
    const name = `bench_year_${size.inquiries}`;
    const filled = await openFilled(postgres.url, customers, { name, daysBack: days, leads: customers, ...size });
    try {
      yield* tablesOf(filled, only, turns, size.inquiries);
    } finally {
      await filled.database.close();
    }
  } finally {
    await postgres.remove();
  }
}

async function* tablesOf(
  { database, at }: Filled,
  only: RegExp,
  turns: number,
  many: number,
): AsyncGenerator<BenchTable> {
  const { db, pool } = database;
  const began = performance.now();
  console.log(`stat_daily: ${await buildStats({ services: { db, now: () => at }, at })}`);
  const built = performance.now() - began;
  await pool.query("vacuum (analyze) stat_daily, stat_built, stat_dirty");
  const range = { from: shift(dayOf(at), 1 - days), to: dayOf(at) };
  const tokens = await tokensOf(database);
  const capture = openCapture({ database, at });
  const count = () =>
    pool.query("select count(*) from inquiry where created_at >= $1::date at time zone 'Asia/Shanghai'", [range.from]);
  /** A request beside the exact count, in turns; what fails takes for ever. */
  async function rowOf({ what, role, path }: Asked, budget?: number): Promise<BenchRow> {
    const taken: number[] = [];
    const counted: number[] = [];
    for (let turn = -1; turn < turns; turn++) {
      const [from, isWell] = [performance.now(), await isAnswered({ method: "GET", path, token: tokens[role] })];
      const until = performance.now();
      await count();
      if (turn < 0) continue;
      taken.push(isWell ? until - from : Number.POSITIVE_INFINITY);
      counted.push(performance.now() - until);
    }
    const { median: value, p95 } = quantiles(taken);
    const limitValue = quantiles(counted).median;
    const ratio = value / limitValue;
    const held = budget === undefined ? {} : heldTo(budget, ratio);
    return { what: `${what} (${roleNames[role]})`, value, p95, unit: "ms", limit: "count", limitValue, ratio, ...held };
  }
  async function isAnswered(ask: { method: string; path: string; token: string }): Promise<boolean> {
    const { status, text } = await capture.answer(ask);
    // A block that fails says so in its own place.
    return status === 200 && !text.includes('"data":null,"error":{');
  }
  const all = async (cases: readonly Asked[], budget?: number) => {
    const rows: BenchRow[] = [];
    for (const one of cases) if (only.test(one.what)) rows.push(await rowOf(one, budget));
    return rows;
  };
  const size = `${many.toLocaleString("en-US")} inquiries of ${days} days`;
  const note = `The limit is an exact count of these inquiries in the same run, which takes ${countTakes} ms of a quiet machine: budgets are multiples of it. One client, in turn with the count, medians of ${turns}.`;
  try {
    yield {
      title: `看板全部 the whole dashboard in one request, ${size}`,
      note: `${note} The job summed up ${days} days and more in ${(built / 1000).toFixed(0)} s before.`,
      rows: await all(wholes(range), budgets.whole),
      isHeld: true,
    };
    yield { title: `看板版块 each block, ${size}`, note, rows: await all(blocks(range), budgets.block), isHeld: true };
    yield {
      title: `指标明细 rows behind each figure, ${size}`,
      note,
      rows: await all(rows(range), budgets.rows),
      isHeld: true,
    };
    yield { title: `趋势 the four trends, ${size}`, note, rows: await all(trendsOf(range)) };
  } finally {
    capture.close();
  }
}

function heldTo(budget: number, ratio: number) {
  const most = budget / countTakes;
  return { budget: `≤ ${most} ×`, isMet: ratio <= most };
}

interface Range {
  from: string;
  to: string;
}

const roles = ["super_admin", "sales_manager", "sales"] as const;
const ask = (what: string, role: Role, query: object): Asked => ({
  what,
  role,
  path: pathOf(dashboard.get.path, query),
});

const wholes = (range: Range): Asked[] => [
  ...roles.map((role) => ask("全部 一年", role, range)),
  ask("全部 近7天", "super_admin", { from: shift(range.to, -6), to: range.to }),
];

/** The blocks of which there are several kinds are asked for kind by kind. */
const blocks = (range: Range): Asked[] => [
  ...dashboardBlocks
    .filter((block) => block !== "funnel" && block !== "rank")
    .flatMap((block) =>
      roles.map((role) => ask(block, role, { ...range, blocks: [block] satisfies DashboardBlock[] })),
    ),
  ...funnelKeys.map((funnel) =>
    ask(`漏斗 ${funnels[funnel].label}`, "super_admin", { ...range, blocks: ["funnel"], funnel }),
  ),
  ...rankKeys.map((rank) => ask(`排行 ${ranks[rank].label}`, "super_admin", { ...range, blocks: ["rank"], rank })),
];

/** What the literals of the contract are keyed by. */
const metricKeys = Object.keys(metrics) as Metric[];
const steps: FunnelStep[] = funnelKeys.flatMap((funnel) => stepsOf(funnel));

function rows(range: Range): Asked[] {
  const behind = (metric: string, role: Role): Asked => ({
    ...{ what: metric, role },
    path: pathOf(figureRows.customer.path, { ...range, metric }),
  });
  return [
    ...[...metricKeys, ...steps, "tracking_today", "pool_warning"].map((metric) => behind(metric, "super_admin")),
    ...(["inquiry_new", "customer_new", "visit_count"] as const).map((metric) => behind(metric, "sales_manager")),
  ];
}

// What the literal is keyed by.
const trendsOf = (range: Range): Asked[] =>
  (Object.keys(trendPages) as (keyof typeof trendPages)[]).map((page) => ({
    ...{ what: trendPages[page], role: "super_admin" as const },
    path: pathOf(trends[page].path, range),
  }));
