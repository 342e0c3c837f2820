import { and, eq, getTableColumns, inArray, is, isNull, SQL } from "drizzle-orm";
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Database } from "~/server/database/database";
import * as agent from "~/server/database/tables/agent/agent";
import * as article from "~/server/database/tables/article/article";
import * as clue from "~/server/database/tables/clue/clue";
import * as statement from "~/server/database/tables/clue/statement";
import * as content from "~/server/database/tables/content/content";
import * as audience from "~/server/database/tables/customer/audience";
import * as customer from "~/server/database/tables/customer/customer";
import * as pool from "~/server/database/tables/customer/pool";
import * as deal from "~/server/database/tables/deal/deal";
import * as estate from "~/server/database/tables/house/estate";
import * as property from "~/server/database/tables/house/property";
import * as chat from "~/server/database/tables/inquiry/chat";
import * as inquiry from "~/server/database/tables/inquiry/inquiry";
import * as tracker from "~/server/database/tables/inquiry/tracker";
import * as notification from "~/server/database/tables/notification/notification";
import * as geography from "~/server/database/tables/region/geography";
import * as seo from "~/server/database/tables/seo/seo";
import * as share from "~/server/database/tables/share/share";
import * as special from "~/server/database/tables/special/special";
import * as admin from "~/server/database/tables/system/admin";
import * as intake from "~/server/database/tables/system/intake";
import * as system from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";

const modules = {
  ...{
    ...agent,
    ...article,
    ...clue,
    ...statement,
    ...content,
    ...audience,
    ...customer,
    ...pool,
    ...deal,
    ...estate,
    ...property,
  },
  ...{
    ...chat,
    ...inquiry,
    ...tracker,
    ...geography,
    ...notification,
    ...seo,
    ...share,
    ...special,
    ...admin,
    ...intake,
    ...system,
  },
};
type Modules = typeof modules;
type Name = { [N in keyof Modules]: Modules[N] extends PgTable ? N : never }[keyof Modules];
type Table<N extends Name> = Extract<Modules[N], PgTable>;
type Row<N extends Name> = Table<N>["$inferSelect"];
/** Columns with the wanted value, or one of several; or a condition. */
type Where<N extends Name> = { [C in keyof Row<N>]?: Row<N>[C] | readonly Row<N>[C][] } | SQL;

/** Reads and writes rows by their table's name, in the order of their ids. */
export function rowsOf(db: Database) {
  const tableOf = (name: Name) => {
    const table: PgTable = modules[name];
    const columns: Record<string, PgColumn> = getTableColumns(table);
    const matching = (where: object) =>
      is(where, SQL)
        ? where
        : and(
            ...Object.entries(where).map(([key, value]) => {
              const column = found(columns[key]);
              if (Array.isArray(value)) return inArray(column, value);
              return value === null ? isNull(column) : eq(column, value);
            }),
          );
    return { table, matching, order: columns.id ? [columns.id] : [] };
  };
  async function rowsIn<N extends Name>(name: N, where: Where<N> = {}): Promise<Row<N>[]> {
    const { table, matching, order } = tableOf(name);
    const rows = await db
      .select()
      .from(table)
      .where(matching(where))
      .orderBy(...order);
    // Rows of the table of that name.
    return rows as Row<N>[];
  }
  return {
    rowsIn,
    /** The row of that id; fails where there is none. */
    async rowIn<N extends Name>(name: N, id: number | null | undefined) {
      const { table, matching } = tableOf(name);
      const [row] = await db
        .select()
        .from(table)
        .where(matching({ id: found(id) }));
      return found(row) as Row<N>;
    },
    countIn: <N extends Name>(name: N, where: Where<N> = {}) => {
      const { table, matching } = tableOf(name);
      return db.$count(table, matching(where));
    },
    /** Changes the row of that id, or all that have these values. */
    async updateIn<N extends Name>(name: N, where: number | Where<N>, values: PgUpdateSetSource<Table<N>>) {
      const { table, matching } = tableOf(name);
      await db
        .update(table)
        .set(values)
        .where(matching(typeof where === "number" ? { id: where } : where));
    },
    async insertIn<N extends Name>(name: N, values: PgInsertValue<Table<N>> | PgInsertValue<Table<N>>[]) {
      const { table } = tableOf(name);
      const rows = await db
        .insert(table)
        .values(values as object[])
        .returning();
      return rows as Row<N>[];
    },
  };
}
