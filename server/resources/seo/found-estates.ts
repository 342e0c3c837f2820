import { type SQL, sql } from "drizzle-orm";
import type { EstateFilter } from "~/contract/house/public-filter";
import { filterCount } from "~/contract/seo/tag";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { Refusal, refuseFields } from "~/server/lib/call";
import { cappedCount } from "~/server/lib/list";
import { estateRows } from "~/server/resources/house/estate/list";
import { filterWords } from "~/server/resources/shared/export/filter-words";

/** What is online, and a kept search finds: the conditions of a select from estates. */
export const onlineRows = (db: Db, filter: EstateFilter & { bbox?: string | undefined }): Promise<SQL> =>
  estateRows(db, { ...filter, publish_status: ["online"] });

/** How many of them there are, at most 10,001. */
export const countOnline = async (db: Db, filter: EstateFilter) =>
  cappedCount(db, sql`from ${estate} where ${await onlineRows(db, filter)}`);

/** The same of a search that a form brings: what is wrong with it is said at its field. */
export async function countGiven(db: Db, filter: EstateFilter, name: string): Promise<number> {
  try {
    return (await countOnline(db, filter)).total;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 42200) throw error;
    return refuseFields([{ field: name, label: "筛选条件", message: errorText(error) }]);
  }
}

/** The first complaint of a refusal, else what it says. */
function errorText({ data, message }: Refusal): string {
  const errors: { message: string }[] =
    data instanceof Object && "errors" in data && Array.isArray(data.errors) ? data.errors : [];
  return errors[0]?.message ?? message;
}

/** The same of a search that was kept: none, where what it names, such as a currency, is gone. */
export async function countKept(db: Db, filter: EstateFilter): Promise<number> {
  try {
    return (await countOnline(db, filter)).total;
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
}

/** A search in words, as a log line tells it. */
export const filterText = (filter: EstateFilter): string =>
  filterWords(filterCount.count, filter)
    .map(({ label, after }) => `${label} ${after}`)
    .join("；");
