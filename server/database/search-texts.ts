import { type AnyColumn, getTableColumns, is, Param, SQL } from "drizzle-orm";
import { PgDialect, type PgTable } from "drizzle-orm/pg-core";
import { foldText, pinyinKey } from "./fold";

/** By the ending of a column's name: how its value is made from the text column that the name begins with. */
const kept: Readonly<Record<string, (text: string) => string>> = { _fold: foldText, _pinyin: pinyinKey };

export interface SearchColumn {
  /** The column that is kept, and the text that it is of. */
  name: string;
  of: string;
  make: (text: string) => string;
}

const known = new WeakMap<PgTable, readonly SearchColumn[]>();

/** What a table keeps of its texts. */
export function searchColumnsOf(table: PgTable): readonly SearchColumn[] {
  const columns = getTableColumns(table);
  const found =
    known.get(table) ??
    Object.keys(columns).flatMap((name) =>
      Object.entries(kept).flatMap(([ending, make]) => {
        const of = name.slice(0, -ending.length);
        return name.endsWith(ending) && columns[of] ? [{ name, of, make }] : [];
      }),
    );
  known.set(table, found);
  return found;
}

/** A row as it is written, with what is kept of its texts. */
export function withSearchTexts<R extends object>(table: PgTable, row: R): R {
  const values = row as Record<string, unknown>;
  const made = searchColumnsOf(table).flatMap(({ name, of, make }) => {
    const text = values[of];
    return text === undefined ? [] : [[name, typeof text === "string" ? make(text) : null]];
  });
  return { ...row, ...Object.fromEntries(made) };
}

/** The same of a row whose values are parameters, as drizzle writes it. */
function withSearchParams(table: PgTable, row: Record<string, unknown>): Record<string, unknown> {
  const columns: Record<string, AnyColumn> = getTableColumns(table);
  const made = searchColumnsOf(table).flatMap(({ name, of, make }) => {
    const text = row[of];
    if (is(text, SQL)) {
      if (row[name] === undefined) throw new Error(`${of} is written as SQL: say what ${name} becomes`);
      return [];
    }
    const value: unknown = is(text, Param) ? text.value : text;
    if (value === undefined) return [];
    return [[name, new Param(typeof value === "string" ? make(value) : null, columns[name])]];
  });
  return { ...row, ...Object.fromEntries(made) };
}

// Every insert and every update of drizzle passes here, whichever connection it goes by: drizzle has no hook of its own that sees a row (decision 1150).
const { buildInsertQuery, buildUpdateSet } = PgDialect.prototype;
PgDialect.prototype.buildInsertQuery = function insertWithKept(config) {
  const { table, values, select } = config;
  if (select || !Array.isArray(values)) return buildInsertQuery.call(this, config);
  return buildInsertQuery.call(this, {
    ...config,
    values: values.map((row) => withSearchParams(table, row) as typeof row),
  });
};
PgDialect.prototype.buildUpdateSet = function setWithKept(table, set) {
  return buildUpdateSet.call(this, table, withSearchParams(table, set) as typeof set);
};
