import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { dayOf } from "~/server/lib/list";
import {
  beginning,
  type ChainLine,
  chainOf,
  detailOf,
  digestOf,
  keptDays,
  lastSeal,
  lineColumns,
  type Seal,
  sealColumns,
} from "./chain";

/** What is wrong with a row. */
const faults = {
  line_changed: "日志内容被改动",
  line_missing: "日志被删除",
  line_forgotten: "日志被抹去，但没有相应的彻底删除记录",
  line_unsealed: "日志没有封条：封条被删除，或日志是后来插入的",
  seal_changed: "封条被改动，或它之前的封条缺失",
  seal_missing: "封条被删除",
  chain_unknown: "没有这个链值：它之后的日志和封条可能已被删除或重写",
} as const;

/** The first row that does not fit, in the order of the chain. */
export interface Broken {
  fault: keyof typeof faults;
  day?: string;
  place?: number;
  logId?: string;
}

export function faultText({ fault, day, place, logId }: Broken): string {
  const where = [day && `${day} 第 ${place} 条`, logId && `日志编号 ${logId}`].filter(Boolean).join("，");
  return where ? `${faults[fault]}（${where}）` : faults[fault];
}

/** The outcome of the proof. */
export interface ChainReport {
  lines: number;
  days: number;
  /** Lines that were forgotten with somebody who was destroyed: of these all but their words. */
  forgotten: number;
  /** Lines that had been kept for their time and are gone. */
  expired: number;
  head: Seal | undefined;
  broken: Broken | undefined;
}

const chunkSize = 2_000;
/** A job seals every minute; no commit takes so long. */
const unsealedMinutes = 10;

interface CheckOptions {
  now: Date;
  /** A chain's value that was noted elsewhere: it has to be in this chain. */
  noted?: string;
  /** The first day whose seals are proved, `YYYY-MM-DD`; absent: from the first on. What is before is believed. */
  since?: string;
  onProgress?: (done: number) => void;
}

/** Proves the operation log from the first seal to the last, out of one snapshot. */
export function checkChain(db: Database, options: CheckOptions): Promise<ChainReport> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config(name, '0', true)
        from (values ('statement_timeout'), ('idle_in_transaction_session_timeout')) as setting (name)`);
      const report = await walkSeals(tx, options);
      report.broken ??= await findUnexplained(tx);
      report.broken ??= await findUnsealed(tx);
      return report;
    },
    { isolationLevel: "repeatable read" },
  );
}

type Joined = Seal & { line: ChainLine | null; forgotten: boolean };

async function walkSeals(tx: Transaction, { now, noted, since, onProgress }: CheckOptions): Promise<ChainReport> {
  const head = since ? await lastSeal(tx, since) : undefined;
  const report: ChainReport = { lines: 0, days: 0, forgotten: 0, expired: 0, head, broken: undefined };
  let isNotedFound = noted === undefined;
  for (let rows = await readSeals(tx, head); rows.length; rows = await readSeals(tx, report.head)) {
    for (const row of rows) {
      report.broken = faultOf(row, report.head, now);
      if (report.broken) return report;
      isNotedFound ||= row.chain === noted;
      if (row.day !== report.head?.day) report.days++;
      if (row.line) report.lines++;
      else report.expired++;
      if (row.forgotten) report.forgotten++;
      report.head = row;
    }
    onProgress?.(report.lines);
  }
  if (!isNotedFound) report.broken = { fault: "chain_unknown" };
  return report;
}

async function readSeals(tx: Transaction, after: Seal | undefined): Promise<Joined[]> {
  const from = after ? sql`(s.day, s.place) > (${after.day}::date, ${after.place}::int)` : sql`true`;
  const { rows } = await tx.execute<Joined & Record<string, unknown>>(sql`
    select ${sealColumns}, case when l.id is not null then to_json(l.*) end as line, l.forgotten_at is not null as forgotten
    from (select * from operation_seal s where ${from} order by s.day, s.place limit ${chunkSize}) s
    left join lateral (
      select ${lineColumns}, l.forgotten_at from operation_log l where l.id = s.log_id and l.created_at = s.at
      union all select ${lineColumns}, l.forgotten_at from operation_log l where l.id = s.log_id limit 1) l on true
    order by s.day, s.place`);
  return rows;
}

/** What is wrong with a seal or its line, given the seal before. */
function faultOf(row: Joined, before: Seal | undefined, now: Date): Broken | undefined {
  const { day, place, log_id: logId, line } = row;
  const at = { day, place, logId };
  const edge = new Date(now.getTime() - keptDays * 86_400_000);
  // What an old day was chained to has expired: its last seal replaces it.
  const isAnchor = !before && day < dayOf(edge);
  const expected = before?.day === day ? before.place + 1 : 1;
  if (!isAnchor) {
    if (place !== expected) return { fault: "seal_missing", day, place: expected };
    if (row.chain !== chainOf(before?.chain ?? beginning, row)) return { fault: "seal_changed", ...at };
  }
  if (!line) return new Date(row.at) < edge ? undefined : { fault: "line_missing", ...at };
  const detail = row.forgotten ? row.detail : detailOf(line);
  if (digestOf(line, detail) !== row.digest || line.at !== row.at) return { fault: "line_changed", ...at };
  return detail === row.detail ? undefined : { fault: "seal_changed", ...at };
}

/** A line that was forgotten although the log tells of nobody's destruction at that time. */
async function findUnexplained(tx: Transaction): Promise<Broken | undefined> {
  const span = sql`interval '10 minutes'`;
  const { rows } = await tx.execute<{ id: string; day: string | null; place: number | null }>(sql`
    select l.id::text as id, s.day::text as day, s.place from operation_log l left join operation_seal s on s.log_id = l.id
    where l.forgotten_at is not null and (l.salt is not null or not exists (select 1 from operation_log d
      where d.action = 'destroy' and d.id > l.id and d.created_at between l.forgotten_at - ${span} and l.forgotten_at + ${span}))
    order by l.id limit 1`);
  return at("line_forgotten", rows[0]);
}

/** A line without a seal although a much younger one has been sealed, or with the number of another one: the database itself takes a number once a month. The newest of all are merely waiting for the job, however long the server has been stopped. */
async function findUnsealed(tx: Transaction): Promise<Broken | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with last as (select log_id, at from operation_seal order by log_id desc limit 1)
    select l.id::text as id from operation_log l, last
    where l.id < last.log_id and l.created_at < last.at - make_interval(mins => ${unsealedMinutes})
      and not exists (select 1 from operation_seal s where s.log_id = l.id and s.at = l.created_at)
    order by l.id limit 1`);
  return at("line_unsealed", rows[0]);
}

function at(
  fault: Broken["fault"],
  row: { id: string; day?: string | null; place?: number | null } | undefined,
): Broken | undefined {
  if (!row) return undefined;
  const { id, day, place } = row;
  return { fault, logId: id, ...(day && place ? { day, place } : {}) };
}
