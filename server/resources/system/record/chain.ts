import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Database, Db, Transaction } from "~/server/database/database";
import { dayOf } from "~/server/lib/list";

/** A line as it goes into the chain: every value as the database writes it, so that no driver's rounding hides a change. */
export interface ChainLine extends Record<string, unknown> {
  id: string;
  user_id: string | null;
  user_name: string;
  module: string;
  action: string;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  summary: string;
  changes: string;
  ip: string | null;
  ua: string | null;
  request_id: string | null;
  reason: string | null;
  result: string;
  at: string;
  salt: string | null;
}

/** A link of the chain, its moments and numbers as the database writes them. */
export interface Seal {
  day: string;
  place: number;
  log_id: string;
  at: string;
  detail: string;
  digest: string;
  chain: string;
}

const momentText = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);

/** The columns of `ChainLine`, of `operation_log l`. */
export const lineColumns = sql`l.id::text as id, l.user_id::text as user_id, l.user_name, l.module, l.action, l.target_type,
  l.target_id::text as target_id, l.target_name, l.summary, l.changes::text as changes, l.ip, l.ua, l.request_id, l.reason, l.result,
  ${momentText("l.created_at")} as at, l.salt`;

const sha256 = (...parts: unknown[]) => createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** Of what may be forgotten. The salt keeps it from being guessed once the text is gone. */
export const detailOf = ({ salt, target_name, summary, changes, reason }: ChainLine): string =>
  sha256(salt, target_name, summary, changes, reason);

/** Of a whole line, which holds as long as nobody changes what may not be forgotten. */
export function digestOf(line: ChainLine, detail: string): string {
  const { id, user_id, user_name, module, action, target_type, target_id, ip, ua, request_id, result, at } = line;
  return sha256(id, user_id, user_name, module, action, target_type, target_id, ip, ua, request_id, result, at, detail);
}

/** Of a seal together with all before it. */
export const chainOf = (before: string, { day, place, log_id, at, digest }: Omit<Seal, "chain">): string =>
  sha256(before, day, place, log_id, at, digest);

/** The chain before the first seal of all. */
export const beginning = "";

/** Days after which a line, and then its seal, is dropped (job `log_cleanup`). */
export const keptDays = 730;

/** Any fixed number: a transaction that seals locks it until its commit. */
const lock = 7_203_115;
const chunkSize = 2_000;
/** Numbers before the highest sealed one that are looked through each time for a line whose commit came late. */
const lookBack = 10_000;
/** Numbers that one statement looks through of the whole log: it has a time limit, and others wait for an embedded database. */
const windowSize = 200_000;

interface SealOptions {
  now: Date;
  /** Looks through the whole log, also for what came later than anything should. */
  isThorough?: boolean;
  signal?: AbortSignal;
}

/** Seals the committed lines without a seal, in order; answers how many. Apart from the writes: a chain allows one writer at a time. */
export async function sealLines(db: Database, { now, isThorough = false, signal }: SealOptions): Promise<number> {
  let sealed = 0;
  for (const part of [...(isThorough ? await windowsOf(db) : []), recent])
    for (let more = true; more; ) {
      signal?.throwIfAborted();
      const count = await db.transaction((tx) => sealChunk(tx, now, part));
      sealed += count;
      more = count === chunkSize;
    }
  return sealed;
}

const recent = sql`l.id > (select coalesce(max(log_id), 0) - ${lookBack}::bigint from operation_seal)`;

/** The whole log, in the order of its numbers. */
async function windowsOf(db: Database): Promise<SQL[]> {
  const { rows } = await db.execute<{
    from: string;
  }>(sql`select generate_series(min(id), max(id), ${windowSize}::bigint) as from
    from operation_log`);
  return rows.map(({ from }) => sql`l.id >= ${from}::bigint and l.id < ${from}::bigint + ${windowSize}::bigint`);
}

async function sealChunk(tx: Transaction, now: Date, part: SQL): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
  const { rows } = await tx.execute<ChainLine>(sql`select ${lineColumns} from operation_log l
    where ${part} and not exists (select 1 from operation_seal s where s.log_id = l.id)
    order by l.id limit ${chunkSize}`);
  if (rows.length === 0) return 0;
  const last = await lastSeal(tx);
  // Days only go on, whatever the clock does.
  const today = dayOf(now);
  const day = last && last.day > today ? last.day : today;
  let place = last?.day === day ? last.place : 0;
  let chain = last?.chain ?? beginning;
  const seals = rows.map((line) => {
    const detail = detailOf(line);
    const link = { day, place: ++place, log_id: line.id, at: line.at, detail, digest: digestOf(line, detail) };
    chain = chainOf(chain, link);
    return { ...link, chain };
  });
  await tx.execute(sql`insert into operation_seal (day, place, log_id, at, detail, digest, chain)
    select day, place, log_id, at, detail, digest, chain
    from json_to_recordset(${JSON.stringify(seals)}::json) as seal (day date, place integer, log_id bigint,
      at timestamptz, detail text, digest text, chain text)`);
  return rows.length;
}

/** The last seal, or the last before a day `YYYY-MM-DD`. */
export async function lastSeal(db: Db, before?: string): Promise<Seal | undefined> {
  const isEarlier = before ? sql`s.day < ${before}::date` : sql`true`;
  const { rows } = await db.execute<Seal & Record<string, unknown>>(
    sql`select ${sealColumns} from operation_seal s where ${isEarlier} order by s.day desc, s.place desc limit 1`,
  );
  return rows[0];
}

/** The columns of `Seal`, of `operation_seal s`. */
export const sealColumns = sql`s.day::text as day, s.place, s.log_id::text as log_id, ${momentText("s.at")} as at, s.detail, s.digest, s.chain`;
