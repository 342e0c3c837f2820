import { bigint, index, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { clockNow } from "~/server/database/clock";
import { calendarDay, instant, isoInstant } from "../columns";

const now = () => isoInstant(clockNow());

/**
 * Figures of past days (domain D.2), by owner: `user` a person's, `staff` everybody's together, `nobody` those without an owner; with `_apart` the figures that a separate code
 * shows. A percentage keeps both its parts. Made by server/resources/dashboard/stat-days.ts from the figures' own definitions.
 */
export const statDaily = pgTable(
  "stat_daily",
  {
    date: calendarDay().notNull(),
    metric: text().notNull(),
    dim_type: text().notNull(),
    dim_id: bigint({ mode: "number" }).notNull(),
    value: numeric().notNull(),
    /** Of a percentage: what it is a part of. */
    whole: numeric(),
  },
  (t) => [
    primaryKey({ columns: [t.metric, t.dim_type, t.dim_id, t.date] }),
    index("stat_daily_date").on(t.metric, t.date),
  ],
);

/** Which days of a figure are summed up, and by which settings. */
export const statBuilt = pgTable(
  "stat_built",
  {
    metric: text().notNull(),
    date: calendarDay().notNull(),
    basis: text().notNull(),
    built_at: instant().notNull().$defaultFn(now),
  },
  (t) => [primaryKey({ columns: [t.metric, t.date] })],
);

/**
 * Days of a figure that a write has changed since: they are counted from their rows until they are summed up again. Written by triggers in the write's own transaction
 *, one row for each write: a mark that somebody else's uncommitted write relies on would be taken away with the first.
 */
export const statDirty = pgTable(
  "stat_dirty",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    metric: text().notNull(),
    date: calendarDay().notNull(),
  },
  (t) => [index("stat_dirty_day").on(t.metric, t.date)],
);
