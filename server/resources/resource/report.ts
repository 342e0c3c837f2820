import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { report as contract } from "~/contract/resource/report";
import { report } from "~/server/database/tables/resource/resource";
import { orderOf, tablePage } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { inStatuses } from "~/server/resources/content/list";
import { downloadHandlers } from "./report/downloads";
import { reports } from "./report/kind";
import { reportOf, toReportRows } from "./report/view";

type Query = z.output<typeof contract.list.query>;

const reportOrder = (by: Query["sort"]): SQL => orderOf(report, by, report.id);

function reportRows(query: Query, at: Date): SQL {
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

export const reportHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const parts = { where: reportRows(query, services.now()), order: reportOrder(query.sort) };
    return tablePage(call, report, parts, toReportRows);
  }),
  ...downloadHandlers,
  ...contentHandlers(reports, contract, reportOf),
];
