import { type AnyColumn, and, Column, eq, getTableColumns, inArray, is, type SQL, sql } from "drizzle-orm";
import type { PgSelect, PgTable } from "drizzle-orm/pg-core";
import { type Group, listLimit, type Page } from "~/contract/common";
import { placeIn } from "~/contract/lsn";
import { hitLimit } from "~/contract/search/search";
import type { Where } from "~/contract/where";
import type { Database, Db } from "~/server/database/database";
import { cancelled, hasCode } from "~/server/database/error-code";
import type { Replica } from "~/server/database/replica";
import { isoInstant } from "~/server/database/tables/columns";
import { Refusal, refuse } from "./call";
import type { SignedCall } from "./services";
import { columnOf, type OwnFields, whereRows } from "./where";

type Asking = Pick<SignedCall, "services" | "raw"> & { user: SignedCall["user"] | undefined };

const chosen = new WeakMap<Request, Promise<Replica | undefined>>();

/** The replica, once it has what the caller knows of; all lists of a request wait once. Of what visitors read the primary is asked: it may be kept for everybody. */
export async function replicaFor({ services: { replica }, user, raw }: Asking): Promise<Replica | undefined> {
  if (!replica || !user || !raw) return undefined;
  const choice =
    chosen.get(raw) ?? replica.has(placeIn(raw.headers.get("cookie"))).then((has) => (has ? replica : undefined));
  chosen.set(raw, choice);
  return choice;
}

/** From where a list is read, and as of when, where that is not now. */
export interface ListSource {
  db: Database;
  asOf: string | undefined;
}

export async function listSource(asking: Asking): Promise<ListSource> {
  const { db, lists = db } = asking.services;
  const replica = await replicaFor(asking);
  return { db: replica?.lists ?? lists, asOf: replica && isoInstant(replica.asOf()) };
}

/** Reads a list by the connections of lists, whose statements are limited: one that takes longer asks for too much (42200). */
export async function readList<T>({ db }: Pick<ListSource, "db">, read: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await read(db);
  } catch (error) {
    if (hasCode(error, [cancelled])) throw new Refusal(42200, "请缩小筛选范围");
    throw error;
  }
}

interface PageQuery {
  page: number;
  page_size: number;
  where?: Where | undefined;
  group?: string | undefined;
}

/** Refuses a page beyond the end that lists have (10,000 rows). */
export function offsetOf({ page, page_size }: PageQuery): number {
  if (page * page_size > listLimit) throw new Refusal(42200, "请缩小筛选范围");
  return (page - 1) * page_size;
}

type Total = Pick<Page<unknown>, "total" | "total_capped">;

export const capped = (count: number): Total => ({
  total: Math.min(count, listLimit),
  total_capped: count > listLimit,
});

/** How many rows there are, no more than these looked at. */
export const countUpTo = (most: number, from: SQL): SQL =>
  sql`(select count(*)::int from (select 1 ${from} limit ${most}) counted)`;

/** Counts at most 10,001 rows, so that a count never walks a large table. */
export async function cappedCount(db: Db, from: SQL): Promise<Total> {
  const { rows } = await db.execute<{ n: number }>(sql`select ${countUpTo(listLimit + 1, from)} as n`);
  return capped(rows[0]?.n ?? refuse(50000));
}

/** How many rows have each of these values in a column, and meet each further condition. */
export async function countsOf<V extends string, E extends string = never>(
  db: Db,
  table: PgTable,
  column: AnyColumn,
  values: readonly V[],
  // Without conditions E is `never`, and a record over `never` is empty.
  conditions: Record<E, SQL> = {} as Record<E, SQL>,
): Promise<Record<V | E, number>> {
  const filters = [
    ...values.map((value) => [value, sql`${column} = ${value}`] as const),
    ...Object.entries<SQL>(conditions),
  ];
  const counts = filters.map(([name, filter]) => [name, sql<number>`count(*) filter (where ${filter})::int`.as(name)]);
  const [row] = await db.select(Object.fromEntries(counts) as Record<V | E, SQL.Aliased<number>>).from(table);
  // The columns asked for are the names of values and conditions.
  return (row as Record<V | E, number> | undefined) ?? refuse(50000);
}

export const pageOf = <T>({ page, page_size }: PageQuery, list: T[], total: Total): Page<T> => ({
  list,
  ...total,
  page,
  page_size,
});

interface Rows {
  table: PgTable;
  /** In place of the table, under its name: for filters over two tables. */
  source?: SQL | undefined;
  /** What the filter needs in addition to the table: `join … on …`. */
  joins?: SQL | undefined;
  where: SQL | undefined;
  order: SQL;
  /** Filter and order of a walk, for more rows than a list has: a `where` that checks each row, where the other one finds few; newest first, where the order never ends. */
  walk?: { where?: SQL | undefined; order?: SQL } | undefined;
}

const idOf = (table: PgTable): AnyColumn => getTableColumns(table).id ?? refuse(50000);

const rowsFrom = ({ table, source, joins = sql`` }: Pick<Rows, "table" | "source" | "joins">, where: SQL | undefined) =>
  sql`from ${source ?? table} ${joins} where ${where ?? sql`true`}`;

/** Rows that are always found first and put in order then. */
const fewRows = 1_000;

/** At most 10,001 counted, and one page's numbers. "offset 0" keeps the planner from walking a million rows in order for few. */
async function numbersOf(db: Db, query: Pick<PageQuery, "page" | "page_size">, { where, order, walk, ...from }: Rows) {
  const { table, joins } = from;
  const id = idOf(table);
  const rows = rowsFrom(from, where);
  const end = sql`limit ${query.page_size} offset ${offsetOf(query)}`;
  const few = sql`select ${id} from (select ${table}.* ${rows} offset 0) as ${table} order by ${order} ${end}`;
  const many = sql`when n > ${fewRows} then array(select ${id} ${rows} order by ${order} ${end})`;
  const walked = walk
    ? sql`when n > ${listLimit} then array(select ${id} ${walk.where ? rowsFrom({ table, joins }, walk.where) : rows} order by ${walk.order ?? order} ${end})`
    : sql``;
  const found = await db.execute<{ n: number; ids: string[] }>(
    sql`select n, case ${walked} ${many} else array(${few}) end as ids
      from (select ${countUpTo(listLimit + 1, rows)} as n offset 0) counted`,
  );
  const { n, ids } = found.rows[0] ?? refuse(50000);
  return { total: capped(n), ids: ids.map(Number) };
}

/** The numbers of the first rows that a keyword finds: the best of them, or, of more than a list has, the newest. */
export async function firstHits(
  db: Db,
  { age, ...rows }: Pick<Rows, "table" | "where" | "order"> & { age: AnyColumn },
): Promise<number[]> {
  const walk = { order: sql`${age} desc, ${idOf(rows.table)} desc` };
  return (await numbersOf(db, { page: 1, page_size: hitLimit }, { ...rows, walk })).ids;
}

interface ListParts<Q extends PgSelect> extends Omit<Rows, "table"> {
  /** The rows' select with its joins, `$dynamic()`; without filter, order and limit. */
  select: Q;
  from: PgTable;
  /** What `where` and `group` name, where it is no column of the table's; `isApplied` when the filter has the conditions already. */
  fields?: OwnFields;
  isApplied?: boolean;
}

type RowOf<Q extends PgSelect> = Awaited<Q>[number];

/** A page of a list: filtered, in total order, bounded, with its capped count. */
export async function listOf<Q extends PgSelect, Row = RowOf<Q>>(
  db: Db,
  query: PageQuery,
  { select, from: table, source, joins, order, walk, fields, isApplied, ...parts }: ListParts<Q>,
  // Without it Row is what the select gives.
  toRow: (row: RowOf<Q>) => Row = (row) => row as Row,
): Promise<Page<Row>> {
  const where = and(parts.where, ...(isApplied ? [] : whereRows(query.where, table, fields)));
  const { total, ids } = await numbersOf(db, query, { table, source, joins, where, order, walk });
  const rows: RowOf<Q>[] = ids.length ? await select.where(inArray(idOf(table), ids)).orderBy(order) : [];
  const page = pageOf(query, rows.map(toRow), total);
  if (!query.group) return page;
  return {
    ...page,
    groups: await groupsOf(db, rowsFrom({ table, source, joins }, where), columnOf(query.group, table, fields)),
  };
}

/** A page of a table's own rows, as `toRows` shows them: it looks up together what they have in common. */
export async function tablePage<C extends { db: Db; query: PageQuery }, T extends PgTable, Row = T["$inferSelect"]>(
  call: C,
  from: T,
  parts: Omit<ListParts<PgSelect>, "select" | "from">,
  // Without it Row is the table's.
  toRows = async (_: C, rows: T["$inferSelect"][]): Promise<Row[]> => rows as Row[],
): Promise<Page<Row>> {
  const select = call.db
    .select()
    .from(from as PgTable)
    .$dynamic();
  const page = await listOf(call.db, call.query, { select, from, ...parts });
  // The rows are the table's, which drizzle cannot follow.
  return { ...page, list: await toRows(call, page.list as T["$inferSelect"][]) };
}

/** More values than that are no choice. */
const mostGroups = 50;

async function groupsOf(db: Db, from: SQL, column: AnyColumn | SQL): Promise<Group[]> {
  const { rows } = await db.execute<{ value: string | null; n: number }>(
    sql`select ${column} as value, count(*)::int as n ${from} group by 1 order by n desc limit ${mostGroups}`,
  );
  return rows.map(({ value, n }) => ({ value, count: Math.min(n, listLimit), count_capped: n > listLimit }));
}

interface Present {
  present: AnyColumn | SQL;
}

/** A value that is never absent in the rows of a list, though its column might be, so that one index serves both directions. */
export const present = (value: AnyColumn | SQL): Present => ({ present: value });

export const countAll = sql<number>`(count(*) over ())::int`;

/** The column that a queue's `due` sorts by; `-due` is the reverse. */
export function queueSort<S extends string>(sort: S | `-${S}` | "due" | "-due", due: S | `-${S}`): S | `-${S}` {
  if (sort === "due") return due;
  // The sign taken off, or put before it.
  if (sort === "-due") return (due.startsWith("-") ? due.slice(1) : `-${due}`) as S | `-${S}`;
  return sort;
}

/** The order of a queue that is listed with what is done: what waits first, by its time; then the rest, the newest first. */
export const queueOrder = (isWaiting: SQL, at: AnyColumn, id: AnyColumn): SQL =>
  sql`not ${isWaiting}, case when ${isWaiting} then ${at} end, ${at} desc, ${id} desc`;

/** A total order: a column of the table that the sort names, or what is given under that name; absent values last, then a tie-breaker; an id goes the same way, as an index is read backwards. */
export function orderOf<S extends string>(
  columns: NoInfer<Record<S, AnyColumn | SQL | Present>>,
  sort: S | `-${S}`,
  id: AnyColumn | SQL,
): SQL {
  // What is left of the sort without its sign is a name of the whitelist.
  const column = columns[sort.replace(/^-/, "") as S];
  const direction = sort.startsWith("-") ? sql`desc` : sql`asc`;
  const then = is(id, Column) ? sql`${id} ${direction}` : id;
  if ("present" in column) return sql`${column.present} ${direction}, ${then}`;
  // An index in plain order serves both directions only without "nulls last".
  const nulls = is(column, Column) && column.notNull ? sql`` : sql` nulls last`;
  return sql`${column} ${direction}${nulls}, ${then}`;
}

/** Start of the day `YYYY-MM-DD` of Asia/Shanghai as a moment; `plusDays` 1 = its end. */
export function startOfDay(day: string, plusDays = 0): string {
  return new Date(Date.parse(`${day}T00:00:00+08:00`) + plusDays * 86_400_000).toISOString();
}

/** The day of Asia/Shanghai that a moment falls on, `YYYY-MM-DD`. */
export function dayOf(moment: Date | string): string {
  return isoInstant(moment).slice(0, 10);
}

export function within(
  column: SQL.Aliased | SQL | { getSQL(): SQL },
  from: string | undefined,
  to: string | undefined,
): SQL[] {
  return [
    ...(from ? [sql`${column} >= ${startOfDay(from)}`] : []),
    ...(to ? [sql`${column} < ${startOfDay(to, 1)}`] : []),
  ];
}

/** The filters of a query on columns of the same names: one of these values where there are several, else this value; none where nothing is asked. */
export const matching = <T extends PgTable, Q extends object>(
  table: T,
  query: Q,
  names: readonly (string & keyof Q & keyof T["_"]["columns"])[],
): SQL[] =>
  names.flatMap((name) => {
    const column = getTableColumns(table)[name] ?? refuse(50000);
    const asked: unknown = query[name];
    if (Array.isArray(asked)) return asked.length ? [inArray(column, asked)] : [];
    return asked === undefined ? [] : [eq(column, asked)];
  });

export const likeText = (value: string) => value.replace(/[\\%_]/g, "\\$&");
