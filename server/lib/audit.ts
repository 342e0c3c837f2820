import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Change } from "~/contract/common";
import { coreOf, labelOf, metaOf } from "~/contract/field";
import { fieldText } from "~/contract/format";
import type { RecordAction as AuditAction } from "~/contract/system/record";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { operationLog } from "~/server/database/tables/system/system";
import type { Origin } from "./call";
import type { Caller } from "./caller";
import { announceChange, type RecordName, sendChange } from "./record-change";
import { wordsOf } from "./rich-text/words";

export type { AuditAction };

export interface AuditLine {
  module: string;
  action: AuditAction;
  summary: string;
  target?: { type: string; id: number; name: string };
  /** Other records whose open screens show a change by it. */
  touches?: readonly RecordName[];
  changes?: Change[];
  reason?: string | null;
  /** An act that was tried and refused, as a sign-in is. */
  result?: "success" | "failed";
}

/** The user, origin and time of an act; a call is one. */
interface Act {
  db: Db;
  user: { id: number | null; name: string; key?: Caller["key"] } | "system" | "unknown";
  /** Absent for an act without a request. */
  origin?: Pick<Origin, "id" | "ip" | "ua">;
  services: { now(): Date };
}

const nameless = { system: "系统", unknown: "未知账号" } as const;

/** The user's id for a row; null for anyone who is not a member of staff. */
export const byOf = ({ user }: Pick<Act, "user">): number | null => (typeof user === "string" ? null : user.id);

/** Writes the operation log's line in the write's own transaction. With the commit, open screens of the record are told. */
export const audit = (act: Act, line: AuditLine): Promise<void> => auditAll(act, [line]);

/** `audit` for many rows of one act: a line each, by one statement. */
export async function auditAll({ db, user, origin, services }: Act, lines: readonly AuditLine[]): Promise<void> {
  if (lines.length === 0) return;
  const [by, name] = typeof user === "string" ? [null, nameless[user]] : [user.id, user.name];
  // The line's columns are sealed as they are: the key is said in its words.
  const withKey = typeof user === "object" && user.key ? `（密钥“${user.key.name}”，编号${user.key.id}）` : "";
  const created_at = isoInstant(services.now());
  const write = db.insert(operationLog).values(
    lines.map((line) => ({
      user_id: by,
      user_name: name,
      module: line.module,
      action: line.action,
      target_type: line.target?.type,
      target_id: line.target?.id,
      target_name: line.target?.name,
      summary: line.summary.slice(0, 500 - withKey.length) + withKey,
      changes: line.changes ?? [],
      reason: line.reason,
      result: line.result,
      ip: origin?.ip,
      ua: origin?.ua.slice(0, 300),
      request_id: origin?.id,
      created_at,
    })),
  );
  const changed = lines.flatMap(({ target, touches = [], result }) =>
    result === "failed" ? [] : [...(target ? [target] : []), ...touches],
  );
  // For one line in the same statement; for many in a separate one, since each row would report all of them.
  if (lines.length === 1 && changed.length > 0) await write.returning({ sent: sendChange(by, changed) });
  else await write;
  if (lines.length > 1) await announceChange(db, by, changed);
}

/** The parts of a line that may be erased: personal data. */
type Forgettable = "target_name" | "summary" | "changes" | "reason";

/** Takes out of the operation log what says something of a person destroyed in this transaction: the only way to change a line. Counts them. */
export async function forgetInLog(
  db: Db,
  now: Date,
  where: SQL | undefined,
  parts: Partial<Record<Forgettable, SQL | string | null>>,
): Promise<number> {
  const { id, created_at, target_name, summary, changes, reason } = { ...operationLog, ...parts };
  const isForgotten = sql`operation_log_forget(${id}, ${created_at}, ${target_name}::text, ${summary}::text,
    ${changes}::jsonb, ${reason}::text, ${isoInstant(now)}::timestamptz)`;
  const { rows } = await db.execute<{ count: number }>(
    sql`select (count(*) filter (where ${isForgotten}))::int as count from ${operationLog} where ${where ?? sql`true`}`,
  );
  return rows[0]?.count ?? 0;
}

/** What an edit changed, in words: labels and option labels come from the contract. `hidden` fields are named but not shown. */
export function changesOf(
  schema: z.ZodObject,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  hidden: ReadonlySet<string> = new Set(),
): Change[] {
  const shape: Record<string, z.ZodType> = schema.shape;
  return Object.keys(shape).flatMap((name) => {
    if (!(name in after) || same(before[name], after[name])) return [];
    const say = (record: Record<string, unknown>) =>
      hidden.has(name) && record[name] ? "******" : inWords(shape[name], record[name], record);
    const [was, is] = [say(before), say({ ...before, ...after })];
    // The same words in another look.
    const isFormat = was !== null && was === is && metaOf(shape[name]).control === "rich";
    return [
      { field: name, label: labelOf(shape[name], name), before: was, after: isFormat ? `${is}（格式有改动）` : is },
    ];
  });
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** The fields of one row of a list of rows. */
function fieldsOfRow(schema: z.ZodType | undefined): Record<string, z.ZodType> | undefined {
  const core = schema && coreOf(schema);
  const item = core instanceof z.ZodArray ? coreOf(core.element as z.ZodType) : core;
  return item instanceof z.ZodObject ? item.shape : undefined;
}

function inWords(
  schema: z.ZodType | undefined,
  value: unknown,
  record: Readonly<Record<string, unknown>>,
): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.map((item) => inWords(schema, item, record)).join("、") || null;
  const fields = typeof value === "object" ? fieldsOfRow(schema) : undefined;
  if (fields) {
    const row = value as Record<string, unknown>; // what a row of these fields is
    return (
      Object.keys(fields)
        .flatMap((name) => inWords(fields[name], row[name], row) ?? [])
        .join(" ") || null
    );
  }
  const meta = metaOf(schema);
  return meta.control === "rich" ? wordsOf(String(value)) || null : fieldText(meta, value, record, "exact");
}
