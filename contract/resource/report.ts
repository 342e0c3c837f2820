import { z } from "zod";
import { bit, chosenIds, csv, isPlainText, keyword, listQuery, oneOf, page, queryDays, queryId, ref } from "../common";
import { contentCodes } from "../content/content-kinds";
import { countOf, itemRequests, offlineAt } from "../content/page-fields";
import { contentEndpoints, lifeDetail, lifeOf, listedStatuses } from "../content/publishing";
import { siteFigures } from "../content/site-figures";
import { platforms } from "../customer/customer-user";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { listRequest, screenData } from "../screen-data";
import type { WhereOptions } from "../where";

export const reportCategories = { price: "房价", rent: "租金", policy: "政策", annual: "年报" } as const;

export const ReportFields = z.object({
  file_id: field.optional(field.id("报告文件")).meta({ control: "media", help: "PDF，不能加密" }),
  title: field.text("标题", 60),
  period: field.optional(field.text("期数", 20)).meta({ help: "如 2026Q1" }),
  category: field.optional(field.choice("分类", reportCategories)),
  country_code: field.optional(field.optionValue("国家/地区", "countries")),
  district_id: field.optional(field.reference("区域", "districts")),
  cover_id: field.optional(field.id("封面")).meta({ control: "media" }),
  summary: field.optional(field.longText("摘要", 300)),
  need_contact: z
    .boolean()
    .default(true)
    .meta({ label: "需留资", control: "switch", help: "读者留下联系方式后才能下载，并生成一条询盘" }),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
  offline_at: offlineAt(),
});
export type ReportFields = z.output<typeof ReportFields>;

export const ReportWhole = ReportFields.extend({
  file_id: field.id("报告文件"),
  period: field.text("期数", 20),
  category: field.choice("分类", reportCategories),
  cover_id: field.id("封面"),
});

export const ReportRow = field.rowOf(
  ReportFields,
  ["title", "period", "country_code", "category", "need_contact", "sort", "offline_at"],
  {
    ...lifeOf,
    cover: z.string().nullable().meta({ label: "封面" }),
    district: ref.nullable().meta({ label: "区域" }),
    pages: z.int().nullable().meta({ label: "页数" }),
    download_count: countOf("下载", siteFigures.downloads),
    view_count: countOf("浏览", siteFigures.views),
    inquiry_count: countOf("询盘", siteFigures.inquiries),
    deal_count: countOf("成交", siteFigures.deals),
  },
);
export type ReportRow = z.output<typeof ReportRow>;

export const ReportDetail = ReportRow.extend({
  ...field.rowOf(ReportFields, ["file_id", "cover_id", "summary", "district_id"], {}).shape,
  ...lifeDetail,
  file: z
    .object({
      ...{ id: z.int(), name: z.string(), mime: z.string(), size: z.int(), url: z.string() },
      pages: z.int().nullable(),
    })
    .nullable(),
});
export type ReportDetail = z.output<typeof ReportDetail>;
export const ReportRecord = ReportDetail;

export const DownloadRow = z.object({
  id: field.id(),
  at: field.instant("时间"),
  report: ref.meta({ label: "报告" }),
  name: z.string().nullable().meta({ label: "姓名" }),
  phone: z.string().nullable().meta({ label: "手机号" }),
  email: z.string().nullable().meta({ label: "邮箱" }),
  platform: z.string().meta({ label: "平台", options: platforms }),
  tracker: ref.nullable().meta({ label: "追踪点" }),
  /** Named by its number; `can_view`: the caller may open it. */
  inquiry: ref.extend({ can_view: z.boolean() }).nullable().meta({ label: "询盘" }),
  ip_region: z.string().nullable().meta({ label: "属地" }),
});
export type DownloadRow = z.output<typeof DownloadRow>;

const path = "/api/resource/report";
const { view, edit, publish } = contentCodes.report;

const downloadFilters = {
  report_id: queryId().meta({ label: "报告", scene: "reports" }),
  platform: oneOf(platforms),
  /** Whether somebody has left a contact. */
  has_inquiry: bit().meta({ label: "有询盘" }),
  ...queryDays("at"),
};
const downloadSorts = ["at"] as const;
const downloadWhere = { row: DownloadRow } satisfies WhereOptions;

export const report = {
  ...contentEndpoints(path, "趋势报告", {
    ...{ kind: "report", view, edit, publish, fields: ReportFields, record: ReportDetail, page: page(ReportRow) },
    query: listQuery(
      {
        keyword: keyword(),
        period: z.string().trim().max(20).refine(isPlainText).optional().meta({ label: "期数" }),
        country: csv(z.string().length(2)),
        category: oneOf(reportCategories),
        need_contact: bit().meta({ label: "需留资" }),
        status: oneOf(listedStatuses).meta({ label: "状态" }),
      },
      ["updated_at", "publish_at", "created_at", "download_count", "sort"],
      "-updated_at",
    ),
    where: { more: { title: ReportRow.shape.title, offline_at: ReportRow.shape.offline_at }, not: ["status"] },
  }),
  downloads: endpoint(`GET ${path}/download`, "报告下载记录", view, {
    query: listQuery(downloadFilters, downloadSorts, "-at"),
    where: downloadWhere,
    reply: page(DownloadRow),
  }),
  exportDownloads: endpoint(`GET ${path}/download/export`, "导出报告下载记录", view, {
    query: listQuery(
      { ...downloadFilters, reason: field.optionValue("导出原因", "export_reason"), ids: chosenIds() },
      downloadSorts,
      "-at",
    ),
    where: downloadWhere,
    reply: file,
  }),
};

export const reportTabs = { report: "报告", download: "下载记录" } as const;

export const reportScreens = {
  /** Here too is the form of a report: `?form=7`, or `?form=new`; `draft=1` begins with the draft copy. `?tab=download`: its downloads. */
  "/resources/reportDownload": screenData("list", (address) => {
    const { search } = address;
    const form = search.get("form");
    const isDownload = form === null && search.get("tab") === "download";
    return {
      page: form === null && !isDownload ? listRequest(report.list, address) : undefined,
      downloads: isDownload ? listRequest(report.downloads, address) : undefined,
      ...itemRequests(report, "form")(address),
    };
  }),
};
