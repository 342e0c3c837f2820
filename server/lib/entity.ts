import { and, eq, type InferInsertModel, type InferSelectModel, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Change } from "~/contract/common";
import type { FieldError } from "~/contract/errors";
import { isoInstant } from "~/server/database/tables/columns";
import { type AuditAction, audit, changesOf } from "~/server/lib/audit";
import { type ActingCall, found, refuse, type SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { keyOf, tidyText } from "./text";
import { asKept, leaveAlone } from "./texts-in";

interface Named {
  column: AnyPgColumn;
  name: string;
  /** What it was: what an edit leaves alone is not asked. */
  before?: string | undefined;
  /** The rows that may not bear it. */
  others: SQL | undefined;
}

/** Whether another row has a name, however written (`keyOf`). Locks the table's names until the commit, so that two alike cannot both be new. */
export async function isNameTaken({ db }: Pick<SignedCall, "db">, { column, name, before, others }: Named) {
  if (before !== undefined && tidyText(before) === tidyText(name)) return false;
  const { table } = column;
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${column.uniqueName ?? column.name}`}, 0))`,
  );
  const rows = await db
    .select({ name: sql<string>`${column}` })
    .from(table)
    .where(others);
  const key = keyOf(name);
  return rows.some((row) => keyOf(row.name) === key);
}

/** Of a record that is in use or out of it. */
export type UseStatus = "enabled" | "disabled";

/** A table of records that people edit: `common` of database/tables/columns, and what it has of `versioned` and `soft`. */
type EntityTable = PgTable &
  Record<"id" | "created_at" | "created_by" | "updated_at" | "updated_by", AnyPgColumn> & {
    /** Counted up by each change; a text that is called so, such as an app's, is none. */
    version?: AnyPgColumn<{ data: number }>;
    deleted_at?: AnyPgColumn;
  };

interface EntityOptions<T extends EntityTable> {
  table: T;
  module: string;
  /** The kind of record in the operation log, e.g. `broker`. */
  type: string;
  /** What people call the kind, e.g. 房产经纪. */
  title: string;
  nameOf: (row: InferSelectModel<T>) => string;
  describe?: (row: InferSelectModel<T>) => string;
  /** The text between the kind and the record in a log line; a space by default. */
  separator?: string;
  /** The fields of the form: their labels name an edit's changes in the log, and values of the dictionary are checked. */
  fields?: z.ZodObject;
  /** Fields whose values the log does not show. */
  hidden?: readonly string[];
  /** What must be unique, for the refusal when two people write the same at once. */
  unique?: string | ((values: Omit<InferInsertModel<T>, "id">) => string);
  /** The present record, for a caller who changes an older version. */
  present?: (call: SignedCall, id: number) => Promise<unknown>;
}

interface LogLine<Row = unknown> {
  action?: AuditAction;
  /** What was done, e.g. 停用: the summary is made from it. */
  verb?: string;
  summary?: string;
  changes?: Change[];
  reason?: string | null;
  named?: Row;
}

type Who = Pick<ActingCall, "user" | "services">;

export function createdBy({ user, services }: Who) {
  const at = isoInstant(services.now());
  return { created_at: at, updated_at: at, created_by: user.id, updated_by: user.id };
}

export const changedBy = ({ user, services }: Who) => ({
  updated_at: isoInstant(services.now()),
  updated_by: user.id,
});

export const isPresent = (table: { id: AnyPgColumn; deleted_at: AnyPgColumn }, id: number) =>
  and(eq(table.id, id), isNull(table.deleted_at));

/** Ends the request with 40901 and the present record, when another version was read. */
export async function checkVersion<V extends number | string>(
  row: { version: V },
  version: V,
  present: () => Promise<unknown>,
): Promise<void> {
  if (row.version !== version) refuse(40901, {}, await present());
}

/** A kind of record and its life, each write with its version, stamps and log line. Rules of the domain go between `lock` and `change`. */
export function entity<T extends EntityTable>(options: EntityOptions<T>) {
  const { table, module, type, title, nameOf, describe = nameOf, separator = " ", fields } = options;
  type Row = InferSelectModel<T>;
  type Values = Partial<InferInsertModel<T>>;
  // Drizzle cannot follow a table that is a type parameter; what goes in and out is typed by the functions below.
  const plain: PgTable = table;
  const idOf = (row: Row) => Number((row as { id: unknown }).id);
  const isRow = (id: number) => and(eq(table.id, id), table.deleted_at && isNull(table.deleted_at));
  const deletedAt = (call: Who) => ({ deleted_at: isoInstant(call.services.now()) });

  async function find({ db }: Pick<SignedCall, "db">, id: number): Promise<Row> {
    const [row] = await db.select().from(plain).where(isRow(id));
    return found(row as Row | undefined);
  }

  /** The row, locked until the commit; with a version also that nobody has changed it since that was read. */
  async function lock(call: SignedCall, id: number, version?: number): Promise<Row> {
    const [locked] = await call.db.select().from(plain).where(isRow(id)).for("update");
    const row = found(locked as Row | undefined);
    leaveAlone(call, row);
    const present = () => options.present?.(call, id) ?? Promise.resolve(row);
    if (version !== undefined) await checkVersion(row as { version: number }, version, present);
    return row;
  }

  function log(
    call: SignedCall,
    row: Row,
    { action = "update", verb = "编辑", named = row, ...line }: LogLine<Row> = {},
  ) {
    const target = { type, id: idOf(row), name: nameOf(named) };
    return audit(call, { module, action, target, summary: `${verb}${title}${separator}${describe(named)}`, ...line });
  }

  async function create(call: SignedCall, values: Omit<InferInsertModel<T>, "id">, line?: LogLine<Row>): Promise<Row> {
    const insert = call.db.insert(plain).values({ ...values, ...createdBy(call) });
    const [created] = await (options.unique ? insert.onConflictDoNothing() : insert).returning();
    // Somebody else's was quicker by a moment.
    const label = typeof options.unique === "function" ? options.unique(values) : options.unique;
    const row = (created as Row | undefined) ?? refuse(40900, { label: label ?? title });
    await log(call, row, { action: "create", verb: "新增", ...line });
    return row;
  }

  async function change(call: SignedCall, row: Row, values: Values, line?: LogLine<Row>): Promise<Row> {
    leaveAlone(call, row);
    const version = table.version ? { version: (row as { version: number }).version + 1 } : {};
    const after = { ...asKept(row as object, values), ...version, ...changedBy(call) };
    await call.db
      .update(plain)
      .set(after)
      .where(eq(table.id, idOf(row)));
    const changed = { ...row, ...after } as Row;
    await log(call, changed, line);
    return changed;
  }

  async function unknownValues(call: SignedCall, after: object, before: object = {}): Promise<FieldError[]> {
    if (!fields) return [];
    return unknownChoices(await lookUp(call, fields, { ...after }), fields, { ...after }, { ...before });
  }

  async function changesIn(call: SignedCall, before: Row, after: object): Promise<Change[]> {
    if (!fields) return [];
    const [old, next] = [{ ...before }, { ...after }];
    const dictionary = await lookUp(call, fields, old, next);
    const hidden = new Set(options.hidden);
    return changesOf(fields, spelledOut(dictionary, fields, old), spelledOut(dictionary, fields, next), hidden);
  }

  /** Changes the locked row's fields to what a form says; without a change nothing is written. */
  async function edit(call: SignedCall, row: Row, given: Values, line?: LogLine<Row>): Promise<Row> {
    const values = asKept(row as object, given);
    const changes = await changesIn(call, row, values);
    return changes.length ? change(call, row, values, { changes, ...line }) : row;
  }

  async function turn(call: SignedCall, id: number, status: UseStatus): Promise<Row> {
    const row = await lock(call, id);
    if ((row as { status?: unknown }).status === status) return refuse(40902);
    return change(call, row, { status } as unknown as Values, { verb: status === "enabled" ? "启用" : "停用" });
  }

  /** Takes a locked row away: marked as deleted where the table has that, else for good. */
  async function remove(call: SignedCall, row: Row, line?: LogLine<Row>): Promise<void> {
    const said = { action: "delete" as const, verb: "删除", ...line };
    if (table.deleted_at) {
      await change(call, row, deletedAt(call) as Values, said);
      return;
    }
    await call.db.delete(plain).where(eq(table.id, idOf(row)));
    await log(call, row, said);
  }

  const add = async (call: SignedCall, values: Omit<InferInsertModel<T>, "id">) => ({
    id: idOf(await create(call, values)),
  });

  async function save(call: SignedCall, id: number, { version, ...values }: Values & { version: number }) {
    // What is left of the values of a table that is a type parameter, TypeScript cannot tell.
    return edit(call, await lock(call, id, version), values as unknown as Values);
  }

  async function drop(call: SignedCall, id: number): Promise<null> {
    await remove(call, await lock(call, id));
    return null;
  }

  return {
    find,
    lock,
    log,
    create,
    change,
    changesIn,
    edit,
    turn,
    remove,
    add,
    save,
    drop,
    unknownChoices: unknownValues,
  };
}
