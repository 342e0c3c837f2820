import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { formatPhone } from "~/contract/format";
import { maskContact } from "~/contract/mask";
import { report as contract, DownloadRow } from "~/contract/resource/report";
import { cellOf, columnOf } from "~/contract/sheet";
import type { Db } from "~/server/database/database";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { report, reportDownload } from "~/server/database/tables/resource/resource";
import { rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { choiceLabel } from "~/server/lib/dictionary";
import { listOf, orderOf, within } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { visibleInquiries } from "~/server/resources/inquiry/inquiry/change";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";

type Query = z.output<typeof contract.downloads.query>;

const selectDownloads = (db: Db, caller: Caller) =>
  db
    .select({
      download: reportDownload,
      report: report.title,
      tracker: tracker.name,
      inquiry_no: inquiry.inquiry_no,
      can_view: sql<boolean>`coalesce(${caller.permissions.has("inquiry:inquiry:view") ? visibleInquiries(caller) : sql`false`}, false)`,
    })
    .from(reportDownload)
    .innerJoin(report, eq(report.id, reportDownload.report_id))
    .leftJoin(tracker, eq(tracker.id, reportDownload.tracker_id))
    .leftJoin(inquiry, and(eq(inquiry.id, reportDownload.inquiry_id), isNull(inquiry.deleted_at)));
type Viewed = Awaited<ReturnType<typeof selectDownloads>>[number];

/** Contacts are always masked: they are the inquiry's, which shows them to its handler. */
function toDownloadRow({ download, report: title, tracker: point, inquiry_no, can_view }: Viewed): DownloadRow {
  const { report_id, phone_cc, phone, email, tracker_id, inquiry_id } = download;
  return rowOf(DownloadRow, download, {
    report: { id: report_id, name: title },
    phone: phone && formatPhone(maskContact("phone", phone) ?? "", phone_cc),
    email: maskContact("email", email),
    tracker: tracker_id !== null && point !== null ? { id: tracker_id, name: point } : null,
    inquiry: inquiry_id !== null && inquiry_no !== null ? { id: inquiry_id, name: inquiry_no, can_view } : null,
  });
}

const downloadOrder = (sort: Query["sort"]): SQL => orderOf(reportDownload, sort, reportDownload.id);

const downloadRows = ({
  report_id,
  platform,
  has_inquiry,
  at_from,
  at_to,
}: Omit<Query, "page" | "page_size" | "sort">) =>
  and(
    report_id ? eq(reportDownload.report_id, report_id) : undefined,
    platform?.length ? inArray(reportDownload.platform, platform) : undefined,
    has_inquiry === undefined
      ? undefined
      : has_inquiry
        ? isNotNull(reportDownload.inquiry_id)
        : isNull(reportDownload.inquiry_id),
    ...within(reportDownload.at, at_from, at_to),
  );

const { shape } = DownloadRow;
const fields = [
  ...(["at", "report", "name", "phone", "email", "platform", "tracker", "inquiry", "ip_region"] as const),
] satisfies (keyof DownloadRow)[];
const columns = fields.map((name) => columnOf(shape[name], name, name === "at" ? { kind: "second" } : {}));

export const downloadHandlers = [
  serve(contract.downloads, ({ db, query, user }) =>
    listOf(
      db,
      query,
      {
        select: selectDownloads(db, user).$dynamic(),
        from: reportDownload,
        where: downloadRows(query),
        order: downloadOrder(query.sort),
      },
      toDownloadRow,
    ),
  ),
  serve(contract.exportDownloads, (call) => exportDownloads(call, call.query)),
];

async function exportDownloads(call: SignedCall, query: z.output<typeof contract.exportDownloads.query>) {
  const { db, user } = call;
  const reason = await choiceLabel(call, contract.exportDownloads.query, "reason", query.reason);
  return sendList(call, await readSettings(db), {
    ...{ endpoint: contract.exportDownloads, module: "resource", name: "报告下载记录", query, reason, columns },
    ...{ table: reportDownload, order: downloadOrder(query.sort) },
    where: and(downloadRows(query), chosen(reportDownload.id, query.ids), ...whereRows(query.where, reportDownload)),
    async rows(ids) {
      const read = await selectDownloads(db, user).where(inArray(reportDownload.id, ids));
      const ordered = inOrder(ids, read, ({ download }) => download.id);
      return ordered.map(toDownloadRow).map((row) => fields.map((name) => cellOf(shape[name], row[name])));
    },
  });
}
