import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { inOrder } from "~/server/database/tables/search";
import { broker } from "~/server/database/tables/system/admin";
import type { Entry } from "~/server/lib/option-values";
import { includesText } from "~/server/lib/search";

/** Brokers in service by name, company or number; a few dozen rows, which need no index. */
export function searchBrokers(db: Db, { keyword }: { keyword?: string }): Promise<Entry[]> {
  return entriesOf(
    db,
    and(
      isNull(broker.deleted_at),
      eq(broker.status, "enabled"),
      keyword
        ? or(...[broker.name, broker.company_name, broker.broker_no].map((column) => includesText(column, keyword)))
        : undefined,
    ),
  );
}

export const nameBrokers = (db: Db, ids: number[]): Promise<Entry[]> => entriesOf(db, inArray(broker.id, ids));

const entriesOf = (db: Db, which: SQL | undefined): Promise<Entry[]> =>
  db
    .select({
      value: broker.id,
      label: sql<string>`concat_ws(' · ', ${broker.name}, ${broker.company_name})`,
      isEnabled: sql<boolean>`(${broker.status} = 'enabled' and ${broker.deleted_at} is null)`,
    })
    .from(broker)
    .where(which)
    .orderBy(inOrder(broker.name_pinyin), broker.id)
    .limit(50);
