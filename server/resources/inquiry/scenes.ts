import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { likeText } from "~/server/lib/list";
import type { Entry } from "~/server/lib/option-values";
import type { TableSources } from "~/server/lib/table-scenes";

const entriesOf = (db: Database | Transaction, which: SQL | undefined): Promise<Entry[]> =>
  db
    .select({
      value: tracker.id,
      label: sql<string>`concat_ws(' · ', ${tracker.name}, ${tracker.code})`,
      isEnabled: sql<boolean>`(${tracker.status} = 'enabled' and ${tracker.deleted_at} is null)`,
    })
    .from(tracker)
    .where(which)
    .orderBy(tracker.name, tracker.id)
    .limit(50);

/** The table scenes of this area. */
export const scenes = {
  trackers: {
    offer: ({ db }, { keyword }) =>
      entriesOf(
        db,
        and(
          isNull(tracker.deleted_at),
          keyword ? sql`concat_ws(' ', ${tracker.name}, ${tracker.code}) ilike ${`%${likeText(keyword)}%`}` : undefined,
        ),
      ),
    name: ({ db }, values) => entriesOf(db, inArray(tracker.id, values.map(Number))),
  },
} satisfies Partial<TableSources>;
