import { type SQL, sql } from "drizzle-orm";
import type { PublishStatus } from "~/contract/content/publishing";
import { isoInstant } from "~/server/database/tables/columns";
import type { ContentTable } from "./kind";

type Life = Pick<ContentTable, "publish_status" | "publish_at">;

/** Pieces in one of these states as they are at a moment: one that is scheduled for a time that has come is published. Undefined where none is asked for. */
export const inStatuses = (table: Life, statuses: readonly PublishStatus[] | undefined, at: Date): SQL | undefined =>
  statuses?.length
    ? sql`(${sql.join(
        statuses.map((one) => isIn(table, one, isoInstant(at))),
        sql` or `,
      )})`
    : undefined;

function isIn({ publish_status, publish_at }: Life, status: PublishStatus, now: string): SQL {
  const isDue = sql`${publish_at} <= ${now}`;
  if (status === "scheduled") return sql`(${publish_status} = 'scheduled' and not ${isDue})`;
  if (status === "published")
    return sql`(${publish_status} = 'published' or (${publish_status} = 'scheduled' and ${isDue}))`;
  return sql`${publish_status} = ${status}`;
}
