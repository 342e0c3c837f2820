import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import type { Heard } from "./events";

export interface RecordName {
  type: string;
  id: number;
}

type By = number | null;

const topic = "record";
const nameOf = ({ type, id }: RecordName) => `${type}:${id}`;

/** The statement that tells screens showing these records, after the commit, that somebody has changed them. */
export const sendChange = (by: By, records: readonly RecordName[]): SQL =>
  sql`pg_notify('events', ${JSON.stringify({ topic, by, records: records.map(nameOf) })})`;

/** A notification of PostgreSQL holds 8,000 bytes. */
const atOnce = 200;

/** Tells of a change that has no line of its own in the operation log. */
export async function announceChange(db: Db, by: By, records: readonly RecordName[]) {
  for (let from = 0; from < records.length; from += atOnce)
    await db.execute(sql`select ${sendChange(by, records.slice(from, from + atOnce))}`);
}

/** Whether somebody other than the reader changed this record, or without a number any of its kind. The changer's own page reloads by itself. */
export function isChangeOf(heard: Heard, readerId: number, type: string, id: number | undefined): boolean {
  if (heard.topic !== topic || heard.by === readerId || !Array.isArray(heard.records)) return false;
  const records: readonly unknown[] = heard.records;
  if (id !== undefined) return records.includes(nameOf({ type, id }));
  return records.some((name) => typeof name === "string" && name.startsWith(`${type}:`));
}

export const isChangeAmong = (heard: Heard, isOne: (kind: string) => boolean): boolean =>
  heard.topic === topic &&
  Array.isArray(heard.records) &&
  heard.records.some((name: unknown) => typeof name === "string" && isOne(name.slice(0, name.indexOf(":"))));
