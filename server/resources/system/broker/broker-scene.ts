import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { inOrder } from "~/server/database/tables/search";
import { broker } from "~/server/database/tables/system/admin";
import { likeText } from "~/server/lib/list";
import type { Entry } from "~/server/lib/option-values";

type Db = Database | Transaction;

/** Brokers in service by name, company or number. */
export function searchBrokers(db: Db, { keyword }: { keyword?: string }): Promise<Entry[]> {
  // A few dozen rows: no index is needed.
  const text = sql`concat_ws(' ', ${broker.name}, ${broker.company_name}, ${broker.broker_no})`;
  return entriesOf(
    db,
    and(
      isNull(broker.deleted_at),
      eq(broker.status, "enabled"),
      keyword ? sql`${text} ilike ${`%${likeText(keyword)}%`}` : undefined,
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
