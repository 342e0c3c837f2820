import { and, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import type { Entry } from "~/server/lib/option-values";
import { includesText } from "~/server/lib/search";
import type { OptionSources } from "~/server/lib/table-options";

const entriesOf = (db: Db, which: SQL | undefined): Promise<Entry[]> =>
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

export const optionSources = {
  trackers: {
    offer: ({ db }, { keyword }) =>
      entriesOf(
        db,
        and(
          isNull(tracker.deleted_at),
          keyword ? or(includesText(tracker.name, keyword), includesText(tracker.code, keyword)) : undefined,
        ),
      ),
    name: ({ db }, values) => entriesOf(db, inArray(tracker.id, values.map(Number))),
  },
} satisfies Partial<OptionSources>;
