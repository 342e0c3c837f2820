import { and, eq, type SQL, sql } from "drizzle-orm";
import type { dictionaryScenes } from "~/contract/shared/option";
import type { Db } from "~/server/database/database";
import { blacklist } from "~/server/database/tables/customer/audience";
import { customer, customerOwnerLog, tracking } from "~/server/database/tables/customer/customer";
import { cappedCount } from "~/server/lib/list";

type DictionaryScene = keyof typeof dictionaryScenes;

/** The tables with a scene's values; reasons that logs keep in words hold none. */
const holders: Partial<Record<DictionaryScene, (value: string) => SQL>> = {
  customer_source: (value) => sql`from ${customer} where ${eq(customer.source, value)}`,
  customer_industry: (value) => sql`from ${customer} where ${eq(customer.industry, value)}`,
  customer_tag: (value) => sql`from ${customer} where ${customer.tags} @> ${JSON.stringify([value])}::jsonb`,
  lost_reason: (value) => sql`from ${customer} where ${eq(customer.lost_reason, value)}`,
  release_reason: (value) =>
    sql`from ${customerOwnerLog} where ${and(eq(customerOwnerLog.action, "release"), eq(customerOwnerLog.reason, value))}`,
  tracking_result: (value) => sql`from ${tracking} where ${eq(tracking.result, value)}`,
  blacklist_reason: (value) => sql`from ${blacklist} where ${eq(blacklist.reason, value)}`,
};

export function usageOf(db: Db, { scene, value }: { scene: string; value: string }) {
  // A scene that is none any more has no holders.
  const from = holders[scene as DictionaryScene]?.(value);
  return from ? cappedCount(db, from) : { total: 0, total_capped: false };
}
