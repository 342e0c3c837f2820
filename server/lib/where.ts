import { type AnyColumn, Column, getTableColumns, inArray, is, SQL, sql } from "drizzle-orm";
import { getTableConfig, PgDialect, type PgTable } from "drizzle-orm/pg-core";
import type { Endpoint } from "~/contract/endpoint";
import { queryLabel } from "~/contract/query-label";
import { type Condition, isGroup, type Where, type WhereItem } from "~/contract/where";
import { groupFields, resolveWhere, takesWhere, whereFields } from "~/contract/where-fields";
import { refuse, refuseFields } from "./call";
import { containsText, includesText } from "./search";

interface Asked {
  where?: Where | undefined;
  group?: string | undefined;
}

/** A list's query with its `where` checked against the contract's fields and its days as they are now; ends the request with 42200 and the field's name otherwise. */
export function checkAsked<Q>(endpoint: Endpoint, query: Q, now: Date): Q {
  if (!takesWhere(endpoint)) return query;
  const { where, group } = query as Asked;
  if (group && !groupFields(endpoint).some(({ name }) => name === group))
    return refuseFields([{ field: "group", label: queryLabel(endpoint, "group"), message: "不能按该字段分组" }]);
  if (!where) return query;
  const resolved = resolveWhere(whereFields(endpoint), where, now.getTime());
  if ("message" in resolved) return refuseFields([{ field: "where", ...resolved }]);
  return { ...query, where: resolved };
}

/** Fields that are no column of their name, e.g. the owner of a request: the column, or what is computed of the row. */
export type OwnFields = Readonly<Record<string, AnyColumn | SQL>>;

/** What was asked for and has become a condition: in tests `serve` looks whether a list has passed over it. */
export const applied = new WeakSet<Where>();

/** A list's `where` as conditions on the rows of its table, by the columns of the fields' names; none where nothing is asked. */
export function whereRows(where: Where | undefined, table: PgTable, own: OwnFields = {}): SQL[] {
  if (!where) return [];
  applied.add(where);
  return [sqlOf(where, { table, own })];
}

interface Source {
  table: PgTable;
  own: OwnFields;
}

function sqlOf(item: WhereItem, source: Source): SQL {
  if (!isGroup(item)) return compared(item, source);
  const parts = item.items.map((one) => sqlOf(one, source));
  return sql`(${sql.join(parts, item.op === "and" ? sql` and ` : sql` or `)})`;
}

export function columnOf(name: string, table: PgTable, own: OwnFields = {}): AnyColumn | SQL {
  return own[name] ?? getTableColumns(table)[name] ?? refuse(50000);
}

const typeOf = (column: AnyColumn | SQL) => (is(column, Column) ? column.getSQLType() : "");

/** One condition; an absent value is none of those that are named, and contains nothing. */
function compared({ field, cmp, value }: Condition, { table, own }: Source): SQL {
  const column = columnOf(field, table, own);
  const type = typeOf(column);
  const list = Array.isArray(value) ? value : [value];
  const bound = (one: unknown) => (type.startsWith("numeric") ? sql`${String(one)}::numeric` : sql`${one}`);
  switch (cmp) {
    case "eq":
      return sql`${column} = ${bound(value)}`;
    case "is":
      return sql`${column} = ${value}`;
    case "contains":
      return textIn(column, String(value), table);
    case "not_contains":
      return sql`(${column} is null or not ${includesText(column as AnyColumn, String(value))})`;
    case "in":
      return oneOf(column, list);
    case "not_in":
      return sql`(${column} is null or not ${oneOf(column, list)})`;
    case "empty":
      return isEmpty(column);
    case "not_empty":
      return sql`not ${isEmpty(column)}`;
    case "gte":
      return isMoment(type) ? sql`${column} >= ${begin(value)}` : sql`${column} >= ${bound(value)}`;
    case "lte":
      return isMoment(type) ? sql`${column} < ${begin(value)} + interval '1 day'` : sql`${column} <= ${bound(value)}`;
    case "between": {
      const [from, to] = list;
      const low = compared({ field, cmp: "gte", value: from as string }, { table, own });
      return sql`(${low} and ${compared({ field, cmp: "lte", value: to as string }, { table, own })})`;
    }
    case "within":
      // `checkAsked` has made days of it.
      return refuse(50000);
  }
}

/** The first moment of a day of Asia/Shanghai. */
const begin = (day: unknown) => sql`${`${day}T00:00:00+08:00`}::timestamptz`;

const isMoment = (type: string) => type.startsWith("timestamp");

function oneOf(column: AnyColumn | SQL, values: readonly unknown[]): SQL {
  if (typeOf(column) !== "jsonb") return inArray(column as AnyColumn, [...values]);
  if (typeof values[0] !== "number") return sql`${column} ?| ${sql.param(values.map(String))}::text[]`;
  return sql`${column} @> any(${sql.param(values.map((one) => JSON.stringify([one])))}::jsonb[])`;
}

function isEmpty(column: AnyColumn | SQL): SQL {
  const type = typeOf(column);
  if (type === "jsonb") return sql`(${column} is null or ${column} = '[]'::jsonb)`;
  return type === "text" ? sql`(${column} is null or ${column} = '')` : sql`(${column} is null)`;
}

/** By the index of pairs, where the column has one. */
const textIn = (column: AnyColumn | SQL, text: string, table: PgTable): SQL =>
  (is(column, Column) && gramsOf(table).has(column.name) ? containsText : includesText)(column as AnyColumn, text);

const dialect = new PgDialect();
const known = new WeakMap<PgTable, ReadonlySet<string>>();

/** Columns of whose text an index has the pairs of letters. */
function gramsOf(table: PgTable): ReadonlySet<string> {
  const before = known.get(table);
  if (before) return before;
  const texts = getTableConfig(table).indexes.flatMap(({ config: { columns } }) =>
    columns.flatMap((one) =>
      is(one, SQL) ? [/search_grams\(.*"(\w+)"\)/.exec(dialect.sqlToQuery(one).sql)?.[1]] : [],
    ),
  );
  const named = new Set(texts.filter((name) => name !== undefined));
  known.set(table, named);
  return named;
}
