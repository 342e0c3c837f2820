import { listStatement } from "./capture";
import { type Case, dashboards, details, firstPages, lastPages, searches, sorted } from "./cases";
import { measureFiles } from "./files";
import { answerOf, type Latency, quantiles, rateOf } from "./load";
import type { BenchOptions, BenchRow, BenchTable } from "./report";
import { measureShedding } from "./shedding";
import { askOf, clients, closeSite, openSite, type Site, startCluster } from "./site";
import { measureWrites } from "./writes";

const growthBudget = 1.5;
const ratioBudget = 0.12;
const searchBudget = 5;
const warmUp = 2;
/** Requests of a case at least, and milliseconds at most beyond those. */
const fewest = 3;
const mostOfCase = 8_000;

interface Sizes {
  small: number;
  large: number;
  /** Requests per case of one client, and seconds per case of eight. */
  times: number;
  seconds: number;
}

const fullSize: Sizes = { small: 10_000, large: 1_000_000, times: 40, seconds: 3 };
const quickSize: Sizes = { small: 2_000, large: 10_000, times: 10, seconds: 1 };

/** The API beside the raw SQL of the same lists, on two databases of one PostgreSQL cluster whose commits are durable; of cases that are named, their growth alone. */
export async function* measureApi({ isQuick, only }: BenchOptions): AsyncGenerator<BenchTable> {
  const sizes = isQuick ? quickSize : fullSize;
  const postgres = await startCluster();
  const sites: Site[] = [];
  try {
    for (const customers of [sizes.small, sizes.large]) sites.push(await openSite(postgres.url, customers));
    const [small, large] = sites;
    if (!small || !large) throw new Error("two databases are compared");
    const isAll = only.source === "(?:)";
    if (isAll) yield await rateTable(large, sizes);
    for (const group of groups(await phoneOf(large))) {
      const cases = group.cases.filter(({ what }) => only.test(what));
      if (cases.length > 0) yield await growthTable(small, large, { ...group, cases }, sizes.times);
    }
    if (!isAll) return;
    yield await measureWrites(large, sizes);
    yield* measureFiles(large, isQuick);
    yield await measureShedding(large, isQuick);
  } finally {
    for (const site of sites) await closeSite(site);
    await postgres.remove();
  }
}

/** Too much work alone, on the large database. */
export async function* measureOverload({ isQuick }: BenchOptions): AsyncGenerator<BenchTable> {
  const postgres = await startCluster();
  const sites: Site[] = [];
  try {
    const site = await openSite(postgres.url, fullSize.large);
    sites.push(site);
    yield await measureShedding(site, isQuick);
  } finally {
    for (const site of sites) await closeSite(site);
    await postgres.remove();
  }
}

/** How many a second eight clients get of each first page, and how many the list's own statement allows. */
async function rateTable({ customers, database, line, tokens }: Site, { seconds }: Sizes): Promise<BenchTable> {
  const rows: BenchRow[] = [];
  for (const one of [...firstPages, ...details.slice(0, 1)]) {
    const ask = askOf(one, tokens);
    const rate = await rateOf(clients, seconds, () => answerOf(line, ask));
    const statement = await listStatement(database.pool, ask);
    const limitValue = await rateOf(clients, seconds, () => database.pool.query(statement));
    const ratio = rate / limitValue;
    const budget = { budget: `≥ ${ratioBudget}`, isMet: ratio >= ratioBudget };
    rows.push({ what: one.what, value: rate, unit: "/s", limit: "SQL", limitValue, ratio, ...budget });
  }
  return {
    title: `第一页 first pages a second, ${inWords(customers)} customers, ${clients} clients`,
    note: "One server process. The limit is the statement that reads the list's rows, sent by pg alone; the API also reads session, rights and settings, counts, writes and compresses JSON, and logs.",
    rows,
  };
}

/** How long one client waits at both sizes, asking them in turn. */
async function growthTable(small: Site, large: Site, group: Group, times: number): Promise<BenchTable> {
  const rows: BenchRow[] = [];
  for (const one of group.cases) {
    const [few, many] = await latenciesOf([small, large], one, times);
    if (!few || !many) throw new Error("two databases are compared");
    const ratio = many.median / few.median;
    const isQuick = group.most === undefined || many.median <= group.most;
    const isEven = !group.grows || ratio <= growthBudget;
    const budget = [group.most && `≤ ${group.most} ms`, group.grows && `≤ ${growthBudget} ×`]
      .filter(Boolean)
      .join(", ");
    rows.push({
      what: one.what,
      value: many.median,
      unit: "ms",
      p95: many.p95,
      limitValue: few.median,
      ratio,
      ...(budget ? { budget, isMet: isQuick && isEven } : {}),
    });
  }
  return {
    title: `${group.title}, ${inWords(large.customers)} customers, 1 client`,
    note: `The limit is the same with ${inWords(small.customers)} customers. ${group.note ?? ""}`.trim(),
    rows,
  };
}

interface Group {
  title: string;
  note?: string;
  cases: Case[];
  /** Milliseconds that it may take. */
  most?: number;
  /** Whether it may not grow with the table. */
  grows: boolean;
}

const groups = (phone: string): Group[] => [
  { title: "列表 lists, first page", cases: firstPages, grows: true },
  { title: "排序 lists by each column", cases: sorted, grows: true },
  { title: "搜索 searches", cases: searches(phone), most: searchBudget, grows: true },
  { title: "详情 records", cases: details, grows: true },
  {
    title: "末页 the last page that a list has",
    note: "With few customers it is empty.",
    cases: lastPages,
    grows: false,
  },
  { title: "看板 dashboard", cases: dashboards, grows: false },
];

/** In turn, so that what else the machine does meets all alike; of slow ones fewer. What is refused, such as by the statement time-out, takes for ever. */
async function latenciesOf(sites: Site[], one: Case, times: number): Promise<Latency[]> {
  const taken = sites.map((): number[] => []);
  const end = performance.now() + mostOfCase;
  for (let turn = -warmUp; turn < times && (turn < fewest || performance.now() < end); turn++)
    for (const [index, { line, tokens }] of sites.entries()) {
      const began = performance.now();
      const isAnswered = await answerOf(line, askOf(one, tokens)).then(Boolean, () => false);
      if (turn >= 0) taken[index]?.push(isAnswered ? performance.now() - began : Number.POSITIVE_INFINITY);
    }
  return taken.map(quantiles);
}

async function phoneOf({ database }: Site): Promise<string> {
  const { rows } = await database.pool.query<{ phone: string }>("select phone from customer where id = 1");
  return rows[0]?.phone ?? "";
}

const inWords = (count: number) => count.toLocaleString("en-US");
