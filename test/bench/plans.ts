import { listLimit } from "~/contract/common";
import { openCapture, type Statement } from "./capture";
import { type Case, roleNames, roles } from "./cases";
import { growingRelations, type Reading, readingOf } from "./explain";
import { allLists, casesOf } from "./list-cases";
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
/** Times that a case is asked of both databases, after once unmeasured. */
const turns = 3;

/** Every list, order, filter and search, and each scope with what narrows it, held to what its statements read: EXPLAIN instead of a clock, so that no other work on the machine matters. */
export async function* measurePlans({ isQuick }: BenchOptions): AsyncGenerator<BenchTable> {
  const postgres = await startCluster();
  const filled: Filled[] = [];
  try {
    for (const customers of isQuick ? [2_000, 10_000] : [10_000, 1_000_000])
      filled.push(await openFilled(postgres.url, customers));
    const [small, large] = filled;
    if (!small || !large) throw new Error("two databases are compared");
    yield await planTable(large);
    yield await growthTable(small, large);
  } finally {
    for (const { database } of filled) await database.close();
    await postgres.remove();
  }
}

type Meant = (one: Case) => boolean;

/** What everybody who may ask a list asks of it. */
async function* casesBy(ask: (one: Case) => Promise<{ status: number }>, isMeant: Meant): AsyncGenerator<Case> {
  for (const list of allLists())
    for (const role of roles) {
      const cases = casesOf(list, role, roleNames[role]);
      if (cases[0] && (await ask(cases[0])).status !== 403) yield* cases.filter(isMeant);
    }
}

/** How long the same requests take with few rows and with many, asked in turn in this process; the table names those that grow too much. */
async function growthTable(small: Filled, large: Filled, isMeant: Meant = () => true): Promise<BenchTable> {
  const sides = await Promise.all(
    [small, large].map(async ({ database }) => ({
      capture: openCapture(database.pool),
      tokens: await tokensOf(database),
      taken: [] as number[],
    })),
  );
  const [few, many] = sides;
  if (!few || !many) throw new Error("two databases are compared");
  const rows: BenchRow[] = [];
  const ratios: number[] = [];
  for await (const one of casesBy((first) => many.capture.answer(askOf(first, many.tokens)), isMeant)) {
    for (const side of sides) side.taken = [];
    for (let turn = 0; turn <= turns; turn++)
      for (const { capture, tokens, taken } of sides) {
        const began = performance.now();
        await capture.answer(askOf(one, tokens));
        if (turn) taken.push(performance.now() - began);
      }
    // The quickest: what else the machine does only lengthens.
    const [limitValue, value] = [Math.min(...few.taken), Math.min(...many.taken)];
    const ratio = value / limitValue;
    ratios.push(ratio);
    if (ratio <= growthBudget) continue;
    const budget = { budget: `≤ ${growthBudget} ×`, isMet: false };
    rows.push({ what: one.what, value, unit: "ms", limitValue, ratio, ...budget });
  }
  for (const { capture } of sides) capture.close();
  const { median, p95 } = quantiles(ratios);
  return {
    title: `增长 growth of every list, ${inWords(small.customers)} → ${inWords(large.customers)} customers, 1 client`,
    note: `${ratios.length} requests, the quickest of ${turns}; their ratio is ${median.toFixed(2)} in the middle and ${p95.toFixed(2)} at the 95th percentile. ${rows.length} grow by more than ${growthBudget} (the worst ${mostShown}; …n: the worst of n that differ by their values alone):`,
    rows: worstOf(rows),
  };
}

/** The worst of those that ask the same filters with other values, and of how many it is the worst; the worst of all first. */
function worstOf(rows: BenchRow[]): BenchRow[] {
  const byFilters = new Map<string, BenchRow[]>();
  for (const row of rows) {
    const filters = row.what.replace(/=\S+/g, "");
    byFilters.set(filters, [...(byFilters.get(filters) ?? []), row]);
  }
  const by = ({ ratio = Number.POSITIVE_INFINITY }: BenchRow) => ratio;
  const worstFirst = (a: BenchRow, b: BenchRow) => by(b) - by(a);
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
  /** How many of its statements count. */
  counts: number;
}

/** The lists' requests of everybody who may ask, with what they read. */
async function planTable(filled: Filled, isMeant: Meant = () => true): Promise<BenchTable> {
  const { database, customers } = filled;
  const tokens = await tokensOf(database);
  const growing = await growingRelations(database.pool);
  const capture = openCapture(database.pool);
  const known = new Map<string, Reading>();
  const explained = async (statement: Statement) => {
    const key = JSON.stringify(statement);
    const reading = known.get(key) ?? (await readingOf(database.pool, growing, statement));
    known.set(key, reading);
    return reading;
  };
  const rows: BenchRow[] = [];
  let within = 0;
  for await (const one of casesBy((first) => capture.answer(askOf(first, tokens)), isMeant)) {
    const { status, text, statements } = await capture.answer(askOf(one, tokens));
    if (status !== 200) {
      rows.push(failed(one, `${status} ${text.slice(0, 80)}`));
      continue;
    }
    const reading = sum(await inTurn(statements.filter(isRead), explained), statements);
    const limitValue = perRow * shown + counted * reading.counts;
    if (reading.rows <= limitValue) within++;
    else rows.push(missed(one, reading, limitValue));
  }
  capture.close();
  return {
    title: `执行计划 plans of every list, ${inWords(customers)} customers`,
    note: [
      `${within} requests (lists × roles × orders, filters, searches, scopes) read no more than ${perRow} rows for each of the ${shown} shown`,
      `beside ${inWords(counted)} for each count; ${rows.length} read more (the worst ${mostShown}; …n: the worst of n that differ by their values alone):`,
    ].join(" "),
    rows: worstOf(rows),
  };
}

const isRead = ({ text }: Statement) => /^\s*(select|with|\()/i.test(text);

/** A statement that counts says the number beyond which it does not. */
const isCount = ({ values }: Statement) => values.includes(counted);

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
    counts: statements.filter(isCount).length,
  };
}

const missed = ({ what }: Case, { rows, ms, widest }: RequestReading, limitValue: number): BenchRow => ({
  what,
  value: rows,
  unit: "rows",
  limit: `${widest}, ${ms.toFixed(0)} ms`,
  limitValue,
  ratio: rows / limitValue,
  budget: "≤ 1",
  isMet: false,
});

const failed = ({ what }: Case, said: string): BenchRow => ({
  what,
  value: Number.POSITIVE_INFINITY,
  unit: "rows",
  limit: said,
  budget: "≤ 1",
  isMet: false,
});
