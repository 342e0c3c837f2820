import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listLimit, tabLimit } from "~/contract/common";
import { root } from "../../scripts/run.mjs";
import { allowedClasses, classOf, isAllowed } from "./allowed";
import { openCapture, type Statement } from "./capture";
import { askers, type Case, details, roleNames } from "./cases";
import { growingRelations, type Reading, readingOf } from "./explain";
import { allLists, casesOf, type ListCase } from "./list-cases";
import { quantiles } from "./load";
import type { BenchOptions, BenchRow, BenchTable } from "./report";
import { askOf, type Filled, openFilled, startCluster, tokensOf } from "./site";

/** Rows that may be read for each that a page can show. */
const perRow = 50;
/** The rows of a page. */
const shown = 20;
/** What one count of at most so many hits may read beside. */
const counted = listLimit + 1;

/** How much slower a list may be with a hundred times as many rows. */
const growthBudget = 1.5;
/** Of those beyond a bound so many are shown. */
const mostShown = 60;
/** Times that a case is asked of both databases, after once unmeasured; and so often again where it seems to grow. */
const turns = 2;
const againTurns = 7;

/** Every list, order, filter and search, and each scope with what narrows it, held to what its statements read: EXPLAIN instead of a clock, so that no other work on the machine matters. */
export async function* measurePlans({ isQuick, only }: BenchOptions): AsyncGenerator<BenchTable> {
  const postgres = await startCluster();
  try {
    const filled = await openFilled(postgres.url, isQuick ? 10_000 : 1_000_000);
    yield* planTables(filled, only);
    await filled.database.close();
  } finally {
    await postgres.remove();
  }
}

/** The required ones of the same requests by a clock: how long each takes with few rows and with many. */
export async function* measureGrowth({ isQuick, only }: BenchOptions): AsyncGenerator<BenchTable> {
  const postgres = await startCluster();
  const filled: Filled[] = [];
  try {
    for (const customers of isQuick ? [2_000, 10_000] : [10_000, 1_000_000])
      filled.push(await openFilled(postgres.url, customers));
    const [small, large] = filled;
    if (!small || !large) throw new Error("two databases are compared");
    yield await growthTable(small, large, ({ what, isRequired }) => isRequired && only.test(what));
  } finally {
    for (const { database } of filled) await database.close();
    await postgres.remove();
  }
}

type Meant = (one: ListCase) => boolean;

/** What everybody who may ask a list asks of it, and the lists of single records. */
async function* casesBy(ask: (one: Case) => Promise<{ status: number }>, isMeant: Meant): AsyncGenerator<ListCase> {
  for (const list of allLists())
    for (const role of askers) {
      if (role === "channel_manager" && !/^\/api\/(agent|clue|deal)\b/.test(list.endpoint.path)) continue;
      const cases = casesOf(list, role, roleNames[role]);
      if (cases[0] && (await ask(cases[0])).status !== 403) yield* cases.filter(isMeant);
    }
  yield* details.map((one) => ({ ...one, isRequired: true })).filter(isMeant);
}

/** How long the same requests take with few rows and with many, asked in turn in this process; the table names those that grow too much. */
async function growthTable(small: Filled, large: Filled, isMeant: Meant): Promise<BenchTable> {
  const began = performance.now();
  const sides = await Promise.all(
    [small, large].map(async ({ database, at }) => ({
      capture: openCapture({ database, at }),
      tokens: await tokensOf(database),
    })),
  );
  const many = sides[1];
  if (!many) throw new Error("two databases are compared");
  /** Milliseconds of each side, asked in turn so often. */
  const takenBy = async (one: Case, times: number) => {
    const taken = sides.map((): number[] => []);
    for (let turn = 0; turn < times; turn++)
      for (const [side, { capture, tokens }] of sides.entries()) {
        const from = performance.now();
        await capture.answer(askOf(one, tokens));
        taken[side]?.push(performance.now() - from);
      }
    return taken;
  };
  const rows: BenchRow[] = [];
  const ratios: number[] = [];
  for await (const one of casesBy((first) => many.capture.answer(askOf(first, many.tokens)), isMeant)) {
    await takenBy(one, 1);
    const taken = await takenBy(one, turns);
    const ratioNow = () => {
      const [few = Number.NaN, much = Number.NaN] = taken.map((list) => quantiles(list).median);
      return { few, much, ratio: much / few };
    };
    // What else the machine did may have met one side more than the other: whoever seems to grow is asked again.
    if (ratioNow().ratio > growthBudget)
      for (const [side, more] of (await takenBy(one, againTurns)).entries()) taken[side]?.push(...more);
    const { few, much, ratio } = ratioNow();
    ratios.push(ratio);
    if (ratio <= growthBudget) continue;
    const budget = { budget: `≤ ${growthBudget} ×`, isMet: false };
    rows.push({ what: one.what, value: much, unit: "ms", limitValue: few, ratio, ...budget });
  }
  for (const { capture } of sides) capture.close();
  keepAll("growth", rows);
  const { median, p95 } = quantiles(ratios);
  const took = ((performance.now() - began) / 60_000).toFixed(1);
  return {
    title: `增长 growth of every required list, ${inWords(small.customers)} → ${inWords(large.customers)} customers, 1 client`,
    note: `${ratios.length} requests in ${took} minutes, medians of ${turns} in turn, of ${turns + againTurns} where they differ by more than allowed; their ratio is ${median.toFixed(2)} in the middle and ${p95.toFixed(2)} at the 95th percentile. ${rows.length} grow by more than ${growthBudget} (the worst ${mostShown}; …n: the worst of n that differ by their values alone):`,
    rows: worstOf(rows),
  };
}

/** Every row beyond its bound, for who looks for its reason. */
function keepAll(name: string, rows: readonly object[]) {
  const folder = join(root, ".cache/bench");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(rows, null, 1)}\n`);
}

/** The worst of those that ask the same filters with other values, and of how many it is the worst; the worst of all first. */
function worstOf(rows: BenchRow[]): BenchRow[] {
  const byFilters = new Map<string, BenchRow[]>();
  for (const row of rows) {
    const filters = row.what.replace(/=\S+/g, "");
    byFilters.set(filters, [...(byFilters.get(filters) ?? []), row]);
  }
  const by = ({ ratio = Number.POSITIVE_INFINITY }: BenchRow) => ratio;
  const isMissed = ({ isMet }: BenchRow) => Number(isMet === false);
  const worstFirst = (a: BenchRow, b: BenchRow) => isMissed(b) - isMissed(a) || by(b) - by(a);
  return [...byFilters.values()]
    .flatMap((group) => {
      const [worst] = group.sort(worstFirst);
      if (!worst) return [];
      return group.length > 1 ? { ...worst, what: `${worst.what} …${group.length}` } : worst;
    })
    .sort(worstFirst)
    .slice(0, mostShown);
}

const inWords = (count: number) => count.toLocaleString("en-US");

/** What a request read in all. */
interface RequestReading extends Reading {
  /** How many rows its counts may read. */
  counted: number;
}

/** The lists' requests of everybody who may ask, with what they read: the required ones, and all others. */
async function* planTables(filled: Filled, only: RegExp): AsyncGenerator<BenchTable> {
  const { database, customers, at } = filled;
  const tokens = await tokensOf(database);
  const growing = await growingRelations(database.pool);
  const capture = openCapture({ database, at });
  const known = new Map<string, Reading>();
  const explained = async (statement: Statement) => {
    const key = JSON.stringify(statement);
    const reading = known.get(key) ?? (await readingOf(database.pool, growing, statement));
    known.set(key, reading);
    return reading;
  };
  const required: Held = { within: 0, rows: [] };
  const others: Held = { within: 0, rows: [] };
  const asked = casesBy(
    (first) => capture.answer(askOf(first, tokens)),
    ({ what }) => only.test(what),
  );
  for await (const one of asked) {
    const { status, text, statements } = await capture.answer(askOf(one, tokens));
    // Nobody is asked to wait for a filter of what they may not see.
    if (status === 403) continue;
    const kind = one.isRequired ? required : others;
    if (status !== 200) {
      const isTold = status === 422 && text.includes("42200");
      // What only has to end may be told to ask for less.
      if (isTold && !one.isRequired) kind.within++;
      else if (isTold && classOf(one.what)?.mayEnd) kind.rows.push({ ...failed(one, "42200"), isMet: true });
      else kind.rows.push(failed(one, `${status} ${text.slice(0, 80)}`));
      continue;
    }
    const reading = sum(await inTurn(statements.filter(isRead), explained), statements);
    const limitValue = perRow * shown + reading.counted;
    if (reading.rows <= limitValue) kind.within++;
    else kind.rows.push(missed(one, reading, limitValue));
  }
  capture.close();
  keepAll("plans", [...required.rows, ...others.rows]);
  yield classTable(required, customers);
  yield {
    title: `执行计划 plans of every required list, ${inWords(customers)} customers`,
    note: [
      "Required: each list, order, filter and search of each role, and each tab, scope or kind with status, owner, dates or keyword.",
      boundsIn(required),
      `${required.rows.filter(({ isMet }) => isMet === false).length} of these more than their class may: then the run fails`,
      worstShown,
    ].join(" "),
    rows: worstOf(required.rows),
    isHeld: true,
  };
  const otherRows = others.rows.map((row) => ({ ...row, isMet: Number.isFinite(row.value) }));
  yield {
    title: `执行计划 plans of every other list, ${inWords(customers)} customers`,
    note: [
      "Other: each tab with each order. These only have to end within 3 s, or with 42200.",
      boundsIn(others),
      worstShown,
    ].join(" "),
    rows: worstOf(otherRows),
    isHeld: true,
  };
}

/** Requests of one sort: how many read no more than allowed, and those that read more. */
interface Held {
  within: number;
  rows: BenchRow[];
}

const boundsIn = ({ within, rows }: Held) =>
  `${within + rows.length} requests; ${within} read no more than ${perRow} rows for each of the ${shown} shown beside ${inWords(counted)} for each count and ${inWords(tabLimit)} for each of a list's tabs, ${rows.length} read more,`;
const worstShown = `(the worst ${mostShown}; …n: the worst of n that differ by their values alone):`;

/** How many requests each class has that reads more, and how much more at most. */
function classTable({ rows }: Held, customers: number): BenchTable {
  const classes = allowedClasses.map((one) => {
    const own = rows.filter(({ what }) => classOf(what) === one);
    const worst = Math.max(0, ...own.flatMap(({ ratio }) => ratio ?? []));
    const told = own.filter(({ ratio }) => ratio === undefined).length;
    return {
      what: `${one.name} · ${own.length}${told ? `, ${told} of them 42200` : ""}`,
      value: worst,
      unit: "×",
      limit: one.reason,
      budget: `≤ ${one.most} ×`,
      isMet: worst <= one.most,
    };
  });
  return {
    title: `执行计划 what may read more, class by class, ${inWords(customers)} customers`,
    note: "How many requests of each class read more than allowed, the worst of them, and why it is left so (test/bench/allowed.ts).",
    rows: classes,
    isHeld: true,
  };
}

const isRead = ({ text }: Statement) => /^\s*(select|with|\()/i.test(text);

/** A statement that counts says the number beyond which it does not; one of a list's tabs, how far it counts each of them. */
const isCount = ({ values }: Statement) => values.includes(counted);
const tabsCounted = ({ values }: Statement) => values.filter((value) => value === tabLimit).length;

/** What statements read, one after the other. */
async function inTurn(statements: Statement[], read: (statement: Statement) => Promise<Reading>): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const statement of statements) readings.push(await read(statement));
  return readings;
}

function sum(readings: Reading[], statements: Statement[]): RequestReading {
  const of = (value: (one: Reading) => number) => readings.reduce((all, one) => all + value(one), 0);
  const [widest] = [...readings].sort((a, b) => b.rows - a.rows);
  return {
    rows: of(({ rows }) => rows),
    pages: of(({ pages }) => pages),
    ms: of(({ ms }) => ms),
    widest: widest?.widest ?? "",
    counted: statements.reduce((all, one) => all + (isCount(one) ? counted : 0) + tabLimit * tabsCounted(one), 0),
  };
}

const missed = ({ what }: Case, { rows, ms, widest }: RequestReading, limitValue: number): BenchRow => ({
  what,
  value: rows,
  unit: "rows",
  limit: `${widest}, ${ms.toFixed(0)} ms`,
  limitValue,
  ratio: rows / limitValue,
  budget: `≤ ${classOf(what)?.most ?? 1}`,
  isMet: isAllowed(what, rows / limitValue),
});

const failed = ({ what }: Case, said: string): BenchRow => ({
  what,
  value: Number.POSITIVE_INFINITY,
  unit: "rows",
  limit: said,
  budget: "≤ 1",
  isMet: false,
});
