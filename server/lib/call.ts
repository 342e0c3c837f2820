import { eq, getTableColumns, type SQL } from "drizzle-orm";
import type {
  AnyPgColumn,
  LockStrength,
  PgSelect,
  PgTable,
  PgUpdateSetSource,
  SelectedFields,
} from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { z } from "zod";
import type { Access, file, Line, Params, redirect, stream, xml } from "~/contract/endpoint";
import { type ErrorCode, errors, type FieldError } from "~/contract/errors";
import type { Database, Db, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import type { ActingUser, Caller } from "~/server/lib/caller";
import type { Origin, Services, SignedCall } from "./services";
import type { Doubt } from "./texts-in";

export type { Device, Origin, SignedCall } from "./services";

export interface Signed {
  source: string;
  sign: string;
}

/** What every handler is given. `db` is the transaction of a write: nothing else may be queried inside it. */
export interface Call<L extends Line, Q extends z.ZodType, B extends z.ZodType, P> {
  params: Params<L>;
  query: z.output<Q>;
  body: z.output<B>;
  user: P extends "public" ? undefined : Caller;
  signed: Signed | undefined;
  db: Db;
  /** For a write outside `serve`'s transaction: its changes, in one with its `Idempotency-Key`. What `act` answers is the whole answer. */
  transaction<T>(act: (tx: Transaction) => Promise<T>): Promise<T>;
  origin: Origin;
  services: Services;
  /** Of an edit: texts that are refused at its end, unless the record holds them already (`leaveAlone`). */
  doubts?: Doubt[];
  raw: Request;
  /** How many milliseconds it has waited for the network. */
  waited?: number;
  /** As of when the rows of an export are, where that is not now. */
  asOf?: string | undefined;
}

/** What a reply to somebody is made with. */
export type Looking = Pick<SignedCall, "db" | "user" | "services">;

/** What is read with, the same for everybody. */
export type Asking = Pick<SignedCall, "db" | "services">;

/** The actor of a change: a user with their call, or the system. */
export interface Actor extends Asking {
  user: SignedCall["user"] | "system";
  origin?: SignedCall["origin"];
}

export interface ActingCall extends Omit<SignedCall, "user"> {
  user: ActingUser;
}

/** When its author wrote it: now, unless it has waited for the network. */
export const writtenAt = ({ services, waited = 0 }: Pick<SignedCall, "services" | "waited">): string =>
  isoInstant(services.now().getTime() - waited);

export type OwnTransactionCall = SignedCall & Pick<Call<Line, z.ZodType, z.ZodType, Access>, "transaction">;

export interface FileReply {
  name: string;
  type: string;
  body: ReadableStream<Uint8Array> | Uint8Array;
  /** Shown in place instead of saved, for pictures and PDF. */
  inline?: boolean;
  /** It never changes. "day": a browser need not ask again all day; "lasting": nor need any cache, ever. */
  kept?: "day" | "lasting" | undefined;
  /** Only these bytes, up to, not including, the end, of a file of that size. */
  part?: { start: number; end: number; size: number } | undefined;
}

export interface RedirectReply {
  to: string;
}

export interface XmlReply {
  xml: string;
}

export type Answer<R extends z.ZodType> = R extends typeof file
  ? FileReply | RedirectReply
  : R extends typeof stream
    ? ReadableStream<Uint8Array>
    : R extends typeof redirect
      ? RedirectReply
      : R extends typeof xml
        ? XmlReply
        : z.input<R>;

/** An answer that is not success: the code of domain E.1, its message with the values filled in, and what the client needs to go on. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly data: unknown = null,
    /** What is to be kept of it though the refused write is rolled back. */
    readonly afterwards?: (db: Database) => Promise<void>,
  ) {
    super(message);
    this.name = "Refusal";
  }
}

/** What speaks against which fields, of a refusal made by `refuseFields`; what is no refusal is thrown on. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  if (!(error instanceof Refusal)) throw error;
  return (error.data as { errors: FieldError[] }).errors; // as refuseFields makes it
}

/** Ends the request with an error of the catalogue; `values` fill the message's placeholders. */
export function refuse(code: ErrorCode, values: Record<string, string | number> = {}, data: unknown = null): never {
  throw new Refusal(code, sentenceOf(code, values), data);
}

export const sentenceOf = (code: ErrorCode, values: Record<string, string | number>): string =>
  errors[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));

export function refuseFields(fields: FieldError[]): never {
  throw new Refusal(42200, errors[42200].message, { errors: fields });
}

export function found<T>(row: T | undefined | null): T {
  return row ?? refuse(40400);
}

/** The fields of a reply that a row has under the same name and as the same type. */
type Kept<O, R> = { [K in keyof O & keyof R as R[K] extends O[K] ? K : never]: unknown };

/** A row in the shape of a reply: each field that the row has goes out as it is, unless `rest` says it, which must say what the row lacks. */
export function rowOf<S extends z.ZodObject, R extends object>(
  schema: S,
  row: R,
  rest: Omit<z.output<S>, keyof Kept<z.output<S>, R>> & Partial<z.output<S>>,
): z.output<S> {
  const kept: Record<string, unknown> = {};
  for (const name in row) if (name in schema.shape) kept[name] = row[name];
  // What the row lacks is in `rest`, by its type.
  return { ...kept, ...rest } as z.output<S>;
}

/** A referenced row by number and name; of none null. */
export const refOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });

export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** The columns of a table that a reply has under the same names: what a list selects of a wide row. */
export function columnsFor<S extends z.ZodObject, T extends PgTable>(schema: S, table: T) {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in schema.shape);
  // By these names.
  return Object.fromEntries(columns) as Pick<T["_"]["columns"], keyof T["_"]["columns"] & keyof S["shape"]>;
}

type Ordered = AnyPgColumn | SQL;

/** Of what one table is asked for: in which order, how many rows at most, and with which lock until the commit. */
interface Reading {
  order?: Ordered | Ordered[];
  limit?: number;
  lock?: LockStrength;
}

function read(select: PgSelect, where: SQL | undefined, { order, limit, lock }: Reading): unknown {
  const asked = select.where(where);
  if (order) asked.orderBy(...[order].flat());
  if (limit !== undefined) asked.limit(limit);
  return lock ? asked.for(lock) : asked;
}

/** The rows of a table that meet a condition. */
export function rowsOf<T extends PgTable>(db: Db, table: T, where: SQL | undefined, reading: Reading = {}) {
  const select = db
    .select()
    .from(table as PgTable)
    .$dynamic();
  return read(select, where, reading) as Promise<T["$inferSelect"][]>;
}

/** These columns of the rows of a table that meet a condition, or what else is to be read of each row, by name. */
export function pick<T extends PgTable, K extends string & keyof T["$inferSelect"]>(
  db: Db,
  table: T,
  names: readonly K[],
  where: SQL | undefined,
  reading?: Reading,
): Promise<Pick<T["$inferSelect"], K>[]>;
export function pick<F extends SelectedFields>(
  db: Db,
  table: PgTable,
  fields: F,
  where: SQL | undefined,
  reading?: Reading,
): Promise<SelectResultFields<F>[]>;
export function pick(
  db: Db,
  table: PgTable,
  asked: readonly string[] | SelectedFields,
  where: SQL | undefined,
  reading: Reading = {},
) {
  const columns = getTableColumns(table);
  const fields = Array.isArray(asked) ? Object.fromEntries(asked.map((name) => [name, columns[name]])) : asked;
  const select = db
    .select(fields as SelectedFields)
    .from(table)
    .$dynamic();
  return read(select, where, reading);
}

export async function setRows<T extends PgTable>(
  db: Db,
  table: T,
  where: SQL | undefined,
  values: PgUpdateSetSource<T>,
): Promise<void> {
  await db.update(table).set(values).where(where);
}

export async function setRow<T extends PgTable & { id: AnyPgColumn }>(
  db: Db,
  table: T,
  id: number | string,
  values: PgUpdateSetSource<T>,
): Promise<void> {
  await setRows(db, table, eq(table.id, id), values);
}
