import { type AnyPgColumn, bigint, customType, integer, text } from "drizzle-orm/pg-core";
import { clockNow } from "~/server/database/clock";
import "~/server/database/search-texts";

const shanghaiOffset = 8 * 3_600_000;

/** A moment as the wire writes it: ISO-8601 with `+08:00`. */
export function isoInstant(value: string | number | Date): string {
  return new Date(new Date(value).getTime() + shanghaiOffset).toISOString().replace("Z", "+08:00");
}

/** Such an instant as messages and the log say it, to the minute. */
export const sayMinute = (instant: string): string => instant.slice(0, 16).replace("T", " ");

/** timestamptz that reads and writes as an ISO-8601 text with `+08:00`, so that rows go to the wire as they are. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp with time zone",
  fromDriver: (value) => isoInstant(value),
  toDriver: (value) => value,
});

/** A day `YYYY-MM-DD`. */
export const calendarDay = customType<{ data: string; driverData: string }>({ dataType: () => "date" });

const now = () => isoInstant(clockNow());

/** id, created_at/by, updated_at/by: on every table that a person edits. */
export const common = {
  id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
  created_at: instant().notNull().$defaultFn(now),
  updated_at: instant().notNull().$defaultFn(now).$onUpdateFn(now),
  created_by: bigint({ mode: "number" }),
  updated_by: bigint({ mode: "number" }),
};

/** Soft delete. */
export const soft = { deleted_at: instant() };

/** Optimistic lock: every write adds one. */
export const versioned = { version: integer().notNull().default(1) };

/** A text as it is searched, of the text whose column it is called after, and what a name is sorted by: written with that (kept-texts.ts), absent until the job has filled an older row. */
export const searchText = () => text();

/** A reference to another table's id. */
export const rowId = () => bigint({ mode: "number" });

/** A reference that every row has, kept by a foreign key. */
export const referenceTo = (column: () => AnyPgColumn) => rowId().notNull().references(column);
