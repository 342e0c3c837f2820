import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { mansion } from "~/server/database/tables/house/property";
import type { Entry } from "~/server/lib/option-values";
import { containsText } from "~/server/lib/search";
import type { OptionSources } from "~/server/lib/table-options";
import { districtsOf } from "~/server/resources/shared/districts";
import { nameEstates, searchEstates, searchReportable } from "~/server/resources/shared/estates";

/** Buildings in use by any of their names, their number, address or stations; the newest first. */
function searchMansions(db: Db, { keyword, country }: { keyword?: string; country?: string[] }): Promise<Entry[]> {
  return entriesOf(
    db,
    and(
      isNull(mansion.deleted_at),
      eq(mansion.status, "enabled"),
      keyword ? containsText(mansion.search_text, keyword) : undefined,
      country ? inArray(mansion.country_code, country) : undefined,
    ),
  );
}

const nameMansions = (db: Db, ids: number[]): Promise<Entry[]> => entriesOf(db, inArray(mansion.id, ids));

async function entriesOf(db: Db, which: SQL | undefined): Promise<Entry[]> {
  const rows = await db
    .select({
      id: mansion.id,
      name: mansion.name,
      district_id: mansion.district_id,
      isEnabled: sql<boolean>`(${mansion.status} = 'enabled' and ${mansion.deleted_at} is null)`,
    })
    .from(mansion)
    .where(which)
    .orderBy(sql`${mansion.created_at} desc`, sql`${mansion.id} desc`)
    .limit(50);
  const places = new Map(
    (await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))])).map(({ id, name }) => [id, name]),
  );
  return rows.map(({ id, name, district_id, isEnabled }) => ({
    value: id,
    label: `${name} ${places.get(district_id) ?? ""}`,
    isEnabled,
  }));
}

export const optionSources = {
  mansions: {
    offer: ({ db }, query) => searchMansions(db, query),
    name: ({ db }, values) => nameMansions(db, values.map(Number)),
  },

  estates: {
    offer: ({ db }, query) => searchEstates(db, query),
    name: ({ db }, values) => nameEstates(db, values.map(Number)),
  },

  reportable_estates: {
    offer: ({ db }, query) => searchReportable(db, query),
    name: ({ db }, values) => nameEstates(db, values.map(Number)),
  },
} satisfies Partial<OptionSources>;
