import { type AnyColumn, and, Column, is, SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgSelect, PgTable } from "drizzle-orm/pg-core";
import { type Group, listLimit, type Page } from "~/contract/common";
import { hitLimit } from "~/contract/shared/search";
import type { Where } from "~/contract/where";
import type { Database, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { Refusal, refuse } from "./refusal";
import { checkNarrow, columnOf, isFiltered, type OwnFields, whereRows } from "./where";

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

/** A count of at most 10,001 rows as the wire says it. */
export const capped = (count: number): Total => ({
  total: Math.min(count, listLimit),
  total_capped: count > listLimit,
});

/** How many rows there are, no more than these looked at. */
export const countUpTo = (most: number, from: SQL): SQL =>
  sql`(select count(*)::int from (select 1 ${from} limit ${most}) counted)`;

/** Counts at most 10,001 rows, so that a count never walks a large table. */
export async function cappedCount(db: Database | Transaction, from: SQL): Promise<Total> {
  const { rows } = await db.execute<{ n: number }>(sql`select ${countUpTo(listLimit + 1, from)} as n`);
  return capped(rows[0]?.n ?? refuse(50000));
}

/** What a GIN index is asked to give of a common word: some more than the end that lists have, since it guesses how common it is by its shape, a tenth too high or a third too low. */
const fewerThanAll = listLimit + 1_300;

/**
 * Reads one row with indexes of words that give of a common word so many of its rows as are more than a list has, and not all: what is found is true, but not everything is
 * found. The limit is set before the query begins and taken back after it, all in one statement; values come as JSON has them.
 */
export async function skimmed<T>(db: Database | Transaction, query: SQL): Promise<T> {
  const limitTo = (count: number) => sql`set_config('gin_fuzzy_search_limit', ${String(count)}, true)`;
  const { rows } = await db.execute<{ answer: T }>(
    sql`select case when ${limitTo(fewerThanAll)} is not null then (select to_json(one) from (${query}) as one) end as answer, ${limitTo(0)}`,
  );
  return rows[0]?.answer ?? refuse(50000);
}

/** Whether rows that one word of an index finds are more than a list has; to know that, not all of a common word's have to be read. */
export async function isCommon(db: Database | Transaction, from: SQL): Promise<boolean> {
  const { n } = await skimmed<{ n: number }>(db, sql`select ${countUpTo(listLimit + 1, from)} as n`);
  return n > listLimit;
}

/** How many rows have each of these values in a column, and meet each further condition. */
export async function countsOf<V extends string, E extends string = never>(
  db: Database | Transaction,
  table: PgTable,
  column: AnyColumn,
  values: readonly V[],
  // Without conditions E is never, of which nothing is the whole record.
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

/** The reply of a list. */
export const pageOf = <T>({ page, page_size }: PageQuery, list: T[], total: Total): Page<T> => ({
  list,
  ...total,
  page,
  page_size,
});

/** The columns that a piece of SQL names: with these alone an index may do without the rows. */
const columnsOf = ({ queryChunks }: SQL): Column[] =>
  queryChunks.flatMap((chunk) => (is(chunk, Column) ? [chunk] : is(chunk, SQL) ? columnsOf(chunk) : []));

/** What a page is put in order by: the row's number and the columns of the order. */
const orderColumns = (id: AnyColumn, order: SQL): SQL => sql.join([...new Set([id, ...columnsOf(order)])], sql`, `);

/** Beyond so many hits a walk in the list's order finds a page sooner than reading all of them: 20 rows among 670,000 pass as many. */
const mostGathered = 4_000;

interface PageSource {
  table: PgTable;
  id: AnyColumn;
  where: SQL | undefined;
  order: SQL;
  /** What the index lies by that finds the hits, where the planner cannot know how few they are and would take another. */
  by?: SQL | undefined;
  /** Whether the order begins far from the hits, so that a walk would pass nearly all rows: all hits are put in order then, however many. */
  isFar?: boolean | undefined;
  /** What one selects from in the place of the table, under its name, where what somebody sees lies in several indexes: `where` says nothing of it then. */
  found?: SQL | undefined;
}

/**
 * The numbers of a page, asked as its count says. No planner knows how rare what several columns say together is: it would walk the list's order for rows
 * that are not there. So few hits are read out of the index that finds them and put in order; many are met soon on such a walk.
 */
export function pageIds(
  query: PageQuery,
  { table, id, where, order, by, isFar, found }: PageSource,
  total: Total,
): SQL {
  if (total.total === 0) return sql`select ${id} from ${table} limit 0`;
  const end = sql`limit ${query.page_size} offset ${offsetOf(query)}`;
  const rows = sql`from ${found ?? table} where ${where ?? sql`true`}`;
  if (!isFar && (total.total_capped || total.total > mostGathered))
    return sql`select ${id} ${rows} order by ${order} ${end}`;
  const columns = orderColumns(id, order);
  const hits = sql`select ${columns} ${rows} ${by ? sql`order by ${by}` : sql``} offset 0`;
  // Under the table's own name, which the order says.
  return sql`select ${id} from (${hits}) as ${table} order by ${order} ${end}`;
}

/**
 * A page's numbers, its count and what it sums up to at once: what finds the hits is read out of its index, counted and put in order, at most 10,001 rows. No numbers and no sum where there
 * are more: they are common, so that a walk in the list's order meets them soon.
 */
export async function gatheredPage(
  db: Database | Transaction,
  query: PageQuery,
  { table, id, from, order, sum }: { table: PgTable; id: AnyColumn; from: SQL; order: SQL; sum?: SQL | undefined },
): Promise<{ total: Total; ids: number[] | undefined; summed: number | null; sum: string | null }> {
  const columns = sum ? sql`${orderColumns(id, order)}, ${sum} as summed` : orderColumns(id, order);
  // Under the table's own name, which the order says.
  const page = sql`select ${id} from hit as ${table} order by ${order} limit ${query.page_size} offset ${offsetOf(query)}`;
  const all = sum ? sql`(select coalesce(sum(summed), 0)::numeric(20, 2)::text from hit)` : sql`null`;
  const summed = sum ? sql`(select count(summed)::int from hit)` : sql`null`;
  const { rows } = await db.execute<{ n: number; ids: string[]; summed: number | null; sum: string | null }>(sql`
    with hit as materialized (select ${columns} ${from} limit ${listLimit + 1})
    select (select count(*)::int from hit) as n, array(${page}) as ids, ${summed} as summed, ${all} as sum`);
  const { n, ids, ...found } = rows[0] ?? refuse(50000);
  const total = capped(n);
  if (total.total_capped) return { total, ids: undefined, summed: null, sum: null };
  return { total, ids: ids.map(Number), ...found };
}

/** Of so many hits the best are found. A keyword that finds more is common: a walk from the newest meets it soon. */
const fewHits = 500;

/** The numbers of the first rows that a keyword finds: the best of a few, the newest of many. */
export async function firstHits(
  db: Database | Transaction,
  { table, id, where, order, age }: { table: PgTable; id: AnyColumn; where: SQL; order: SQL; age: AnyColumn },
): Promise<number[]> {
  const { rows } = await db.execute<{ n: number; ids: string[] }>(sql`
    with hit as materialized (select ${orderColumns(id, order)} from ${table} where ${where} limit ${fewHits + 1})
    select (select count(*)::int from hit) as n,
      array(select ${id} from hit as ${table} order by ${order} limit ${hitLimit}) as ids`);
  const { n, ids } = rows[0] ?? refuse(50000);
  if (n <= fewHits) return ids.map(Number);
  const { rows: newest } = await db.execute<{ id: string }>(
    sql`select ${id} from ${table} where ${where} order by ${age} desc, ${id} desc limit ${hitLimit}`,
  );
  return newest.map((row) => Number(row.id));
}

/** Of a long table that filter and order name alone: its page is found as its count says. */
export interface PageParts extends Pick<PageSource, "table" | "id" | "isFar" | "found"> {
  /** What finds few rows, read before anything else is asked of them: the planner would put indexes of what many have beside it. */
  first?: SQL | undefined;
  /** The same rows, with all of what `found` says, as a walk in the list's order asks each of them, where that is another way; `where` of the address is added. */
  walked?: SQL | undefined;
  /** Whether there are more rows than a list has anyway, so that they need not be counted. */
  isCommon?: boolean | undefined;
  /** Its own record makes the rows few, whatever is asked of them. */
  isNarrow?: boolean;
}

interface ListParts<Q extends PgSelect> {
  /** The rows' select with its joins, `$dynamic()`; without filter, order and limit. */
  select: Q;
  /** What is counted: the table, and the joins that the filter needs. */
  from: SQL | PgTable;
  page?: PageParts;
  where: SQL | undefined;
  order: SQL;
  /** What `where` and `group` name, where it is no column of the table's; `isApplied` when the filter has the conditions already. */
  fields?: OwnFields;
  isApplied?: boolean;
}

type RowOf<Q extends PgSelect> = Awaited<Q>[number];

/** A page of a list: filtered, in total order, bounded, with its capped count. */
export async function listOf<Q extends PgSelect, Row = RowOf<Q>>(
  db: Database | Transaction,
  query: PageQuery,
  parts: ListParts<Q>,
  // Without it Row is what the select gives.
  toRow: (row: RowOf<Q>) => Row = (row) => row as Row,
): Promise<Page<Row>> {
  const { select, from, order, page, fields } = parts;
  const table = page?.table ?? (is(from, PgTable) ? from : undefined);
  const asked = table && !parts.isApplied ? whereRows(query.where, table, fields) : [];
  const where = and(parts.where, ...asked);
  if (page) checkNarrow(query.where, page.isNarrow || isFiltered(query), page.table, fields);
  const offset = offsetOf(query);
  const rowsFrom = sql`from ${from} where ${where ?? sql`true`}`;
  const isGathered = page && (page.first || page.found) && !page.isCommon;
  const gathered = isGathered ? await firstPage(db, query, { ...page, where, order }) : undefined;
  const total = page?.isCommon ? capped(listLimit + 1) : (gathered?.total ?? (await cappedCount(db, rowsFrom)));
  const groups = table ? await groupedBy(db, query, { table, fields, from: rowsFrom, total }) : {};
  const ids = gathered?.ids && sql`${sql.param(gathered.ids)}::bigint[]`;
  // More than a list has: met on a walk, unless it would begin far from them.
  const walked = page?.walked && total.total_capped && !page.isFar ? page.walked : undefined;
  const rest = walked ? { where: and(walked, ...asked), found: undefined } : { where };
  const onPage =
    page && sql`${page.id} = any(${ids ?? sql`array(${pageIds(query, { ...page, ...rest, order }, total)})`})`;
  // Nothing is on a page of none.
  const isEmpty = total.total === 0 || query.page_size === 0;
  const rows: RowOf<Q>[] = isEmpty
    ? []
    : onPage
      ? await select.where(onPage).orderBy(order)
      : await select.where(where).orderBy(order).limit(query.page_size).offset(offset);
  return { ...pageOf(query, rows.map(toRow), total), ...groups };
}

/** A page out of the rows that something finds first, or out of what is seen. */
const firstPage = (
  db: Database | Transaction,
  query: PageQuery,
  { table, id, first, found, where, order }: PageParts & Pick<PageSource, "where" | "order">,
) =>
  gatheredPage(db, query, {
    ...{ table, id, order },
    // "offset 0" keeps the planner from asking any other index; under the table's own name, which filter and order say.
    from: sql`from ${found ?? sql`(select ${table}.* from ${table} where ${first} offset 0) as ${table}`} where ${where ?? sql`true`}`,
  });

/** More values than that are no choice. */
const mostGroups = 50;

interface GroupSource {
  table: PgTable;
  fields?: OwnFields | undefined;
  /** Where the rows come from, with their filter. */
  from: SQL;
  total: Total;
}

/** `groups` of a page that is asked for them. */
export async function groupedBy(
  db: Database | Transaction,
  { group }: Pick<PageQuery, "group">,
  { table, fields, from, total }: GroupSource,
): Promise<{ groups?: Group[] }> {
  return group ? { groups: await groupsOf(db, from, { table, column: columnOf(group, table, fields) }, total) } : {};
}

/** Whether an index begins with a column, so that its values are found one after the other without a walk over the rows. */
function isIndexed(table: PgTable, column: AnyColumn | SQL): boolean {
  if (!is(column, Column)) return false;
  return getTableConfig(table).indexes.some(({ config: { columns } }) => {
    const [first] = columns;
    return first !== undefined && "name" in first && first.name === column.name;
  });
}

/**
 * How many rows have each value of a column. Of more than a list has each value is looked up and counted by itself, at most 10,001 rows of it, so that no
 * count walks a large table; without an index each value would be such a walk, and all are counted by one.
 */
async function groupsOf(
  db: Database | Transaction,
  from: SQL,
  { table, column }: { table: PgTable; column: AnyColumn | SQL },
  total: Total,
): Promise<Group[]> {
  const next = (after: SQL) => sql`(select min(${column}) ${from} and ${column} > ${after})`;
  const of = (value: SQL) => countUpTo(listLimit + 1, sql`${from} and ${value}`);
  const { rows } = await db.execute<{ value: string | null; n: number }>(
    total.total_capped && isIndexed(table, column)
      ? sql`with recursive found(value) as (select min(${column}) ${from} union all select ${next(sql`found.value`)} from found where found.value is not null),
          held as (select value from found where value is not null limit ${mostGroups})
          select value, ${of(sql`${column} = held.value`)} as n from held union all select null, ${of(sql`${column} is null`)}`
      : sql`select ${column} as value, count(*)::int as n ${from} group by 1 limit ${mostGroups}`,
  );
  return rows
    .filter(({ n }) => n > 0)
    .map(({ value, n }) => ({ value, count: Math.min(n, listLimit), count_capped: n > listLimit }))
    .sort((a, b) => b.count - a.count);
}

interface Present {
  present: AnyColumn | SQL;
}

/** A value that is never absent in the rows of a list, though its column might be, so that one index serves both directions. */
export const present = (value: AnyColumn | SQL): Present => ({ present: value });

/** How many rows a query finds, beside the first of them. */
export const countAll = sql<number>`(count(*) over ())::int`;

/** The sort that a queue's `due` stands for among those of its columns; `-due` is the other way round. */
export function queueSort<S extends string>(sort: S | `-${S}` | "due" | "-due", due: S | `-${S}`): S | `-${S}` {
  if (sort === "due") return due;
  // The sign taken off, or put before it.
  if (sort === "-due") return (due.startsWith("-") ? due.slice(1) : `-${due}`) as S | `-${S}`;
  return sort;
}

/** The order of a queue that is listed with what is done: what waits first, by its time; then the rest, the newest first. */
export const queueOrder = (isWaiting: SQL, at: AnyColumn, id: AnyColumn): SQL =>
  sql`not ${isWaiting}, case when ${isWaiting} then ${at} end, ${at} desc, ${id} desc`;

/** A total order: one column of the whitelist, absent values last, then what tells equals apart; an id goes the same way, as an index is read backwards. */
export function orderOf<S extends string>(
  columns: Record<S, AnyColumn | SQL | Present>,
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

/** Rows whose moment lies in the days from–to, both inclusive. */
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

/** `%` and `_` taken as themselves inside LIKE. */
export const likeText = (value: string) => value.replace(/[\\%_]/g, "\\$&");
