import { type SQL, sql } from "drizzle-orm";
import type { Grain } from "~/contract/dashboard/grain";
import type { Days } from "~/server/resources/shared/figure";

/** The first day of a day's week (Monday) or month, in a range that may begin within it. */
export const bucketOf = (grain: Grain, { from }: Days, day: SQL): SQL =>
  grain === "day" ? day : sql`greatest(date_trunc(${grain}, ${day}::timestamp)::date, ${from}::date)`;
