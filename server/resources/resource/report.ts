import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { formatUnit } from "~/contract/format";
import {
  report as contract,
  ReportDetail,
  ReportFields,
  ReportRow,
  ReportWhole,
  reportCategories,
} from "~/contract/resource/report";
import { report } from "~/server/database/tables/resource/resource";
import { media } from "~/server/database/tables/system/system";
import { type Asking, found, idsOf, pick, rowOf, type SignedCall } from "~/server/lib/call";
import { matching, orderOf, tablePage } from "~/server/lib/list";
import { escapeHtml } from "~/server/lib/rich-text/display";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { figuresOf } from "~/server/resources/content/figures";
import { contentHandlers } from "~/server/resources/content/handlers";
import { inStatuses, kindOf, stateText, type Values } from "~/server/resources/content/kind";
import { coverHtml, lineHtml, type PageOf, textHtml } from "~/server/resources/content/page";
import { picturesFor, type Reading } from "~/server/resources/content/public";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { draftedItem, presentItem, withValues } from "~/server/resources/content/write";
import { placeNames } from "~/server/resources/shared/districts";
import { pictureSets } from "~/server/resources/shared/pictures";
import { mediaOf, pictureUrl } from "~/server/resources/shared/upload";
import { downloadHandlers } from "./report/downloads";

type Report = typeof report.$inferSelect;

async function toReportRows(call: SignedCall, rows: readonly Report[]): Promise<ReportRow[]> {
  const { db, services } = call;
  const life = await livesOf(call, "report", rows, ReportWhole);
  const places = await placeNames(db, rows);
  const figures = await figuresOf(db, "report", idsOf(rows));
  const fileIds = rows.flatMap(({ file_id }) => file_id ?? []);
  const files = fileIds.length
    ? await db.select({ id: media.id, pages: media.pages }).from(media).where(inArray(media.id, fileIds))
    : [];
  return rows.map((row) => {
    const { inquiries, deals } = figures(row.id);
    return rowOf(ReportRow, row, {
      ...life(row),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      district: places(row.district_id),
      pages: files.find(({ id }) => id === row.file_id)?.pages ?? null,
      inquiry_count: inquiries,
      deal_count: deals,
    });
  });
}

async function reportOf(call: SignedCall, id: number, values: Values = {}): Promise<ReportDetail> {
  const { db, services } = call;
  const row: Report = withValues(await presentItem(db, report, id), values);
  const [shown] = await toReportRows(call, [row]);
  const { file_id } = row;
  const [file] = file_id ? await db.select().from(media).where(eq(media.id, file_id)) : [];
  return rowOf(ReportDetail, row, {
    ...found(shown),
    ...(await lifeDetailOf(call, "report", row)),
    file: file ? { ...mediaOf(services, file), pages: file.pages } : null,
  });
}

export async function readReports({ db, services }: Asking, rows: readonly Report[], reading: Reading) {
  const places = await placeNames(db, rows);
  const pictureOf = picturesFor(services, reading);
  const setOf = await pictureSets(
    { db },
    rows.map(({ cover_id }) => cover_id),
    pictureOf,
  );
  const fileIds = rows.flatMap(({ file_id }) => file_id ?? []);
  const files = fileIds.length ? await pick(db, media, ["id", "pages", "size"], inArray(media.id, fileIds)) : [];
  return rows.map((row) => {
    const { id, title, period, country_code: country, category, summary, need_contact } = row;
    const file = files.find((one) => one.id === row.file_id);
    return {
      ...{ id, title, period, country, category, summary, need_contact },
      district: places(row.district_id),
      cover: row.cover_id ? pictureOf(row.cover_id) : null,
      cover_set: setOf(row.cover_id, "zh"),
      pages: file?.pages ?? null,
      size: file?.size ?? null,
      publish_at: row.publish_at ?? row.updated_at,
    };
  });
}

const megabyte = 1024 * 1024;

/** A report as a page of its own: what its readers see before they download it. */
export const reportPage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "report", table: report }, { id, isDraft });
  const [read] = await readReports({ db, services }, [row], { base, isPreview: true });
  const { title, period, category, cover, summary, need_contact, pages, size, district } = found(read);
  const line = [
    ...[period, category && reportCategories[category], district?.name],
    ...[pages && `${pages}页`, size && formatUnit((size / megabyte).toFixed(1), "MB"), row.publish_at?.slice(0, 10)],
  ];
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    lineHtml(line),
    coverHtml(cover),
    textHtml("words", summary),
    row.file_id ? "" : "<p><mark>还没有上传报告文件</mark></p>",
    lineHtml([need_contact ? "留下手机号或邮箱后下载" : "可直接下载"]),
  ].join("\n");
  return { title, lang: "zh", status: stateText(row, isDraft, services.now()), body };
};

export const reports = kindOf({
  kind: "report",
  title: "趋势报告",
  module: "resource",
  table: report,
  fields: ReportFields,
  whole: ReportWhole,
  rich: [],
  pictures: ["cover_id"],
  files: { file_id: "report" },
  named: "title",
  present: (call, id) => reportOf(call, id),
});

type Query = z.output<typeof contract.list.query>;

function reportRows(query: Query, at: Date): SQL {
  const { keyword, period, country, status } = query;
  return sql`${and(
    isNull(report.deleted_at),
    keyword ? containsText(report.title, keyword) : undefined,
    period ? eq(report.period, period) : undefined,
    country?.length ? inArray(report.country_code, country) : undefined,
    ...matching(report, query, ["category", "need_contact"]),
    inStatuses(report, status, at),
  )}`;
}

export const reportHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const parts = { where: reportRows(query, services.now()), order: orderOf(report, query.sort, report.id) };
    return tablePage(call, report, parts, toReportRows);
  }),
  ...downloadHandlers,
  ...contentHandlers(reports, contract, reportOf),
];
