import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { report as contract } from "~/contract/resource/report";
import { report } from "~/server/database/tables/resource/resource";
import { orderOf } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { inStatuses } from "~/server/resources/content/list";

type Query = z.output<typeof contract.list.query>;

const { updated_at, created_at, publish_at, download_count, sort } = report;

export const reportOrder = (by: Query["sort"]): SQL =>
  orderOf({ updated_at, created_at, publish_at, download_count, sort }, by, report.id);

/** The rows that a query asks for. */
export function reportRows(query: Query, at: Date): SQL {
  const { keyword, period, country, category, need_contact, status } = query;
  return sql`${and(
    isNull(report.deleted_at),
    keyword ? containsText(report.title, keyword) : undefined,
    period ? eq(report.period, period) : undefined,
    country?.length ? inArray(report.country_code, country) : undefined,
    category?.length ? inArray(report.category, category) : undefined,
    need_contact === undefined ? undefined : eq(report.need_contact, need_contact),
    inStatuses(report, status, at),
  )}`;
}
