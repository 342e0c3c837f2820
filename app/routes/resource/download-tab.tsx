import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { DownloadRow, report } from "~/contract/resource/report";

const inquiryPath = (id: number) => `/inquiry/all-inquiry/inquiry-detail?id=${id}`;

const list: List<DownloadRow> = {
  name: "report-download",
  endpoint: report.downloads,
  exports: report.exportDownloads,
  columns: columnsOf(DownloadRow, [
    { key: "at", width: 140, isNamed: false },
    { key: "report", width: 230 },
    { key: "name", width: 110 },
    { key: "phone", width: 140, under: "email" },
    { key: "platform", width: 96, under: "ip_region" },
    { key: "tracker", width: 150 },
    { key: "inquiry", width: 150, render: ({ inquiry }) => inquiry?.name ?? "–" },
  ]),
  filters: filtersOf(report.downloads, DownloadRow, [
    { name: "at", label: "日期" },
    { name: "report_id", by: "report" },
    "platform",
    { name: "has_inquiry", label: "有询盘" },
  ]),
  card: { tags: [], facts: ["name", "phone", "inquiry"], time: "at" },
  title: "report",
  nameOf: ({ report: { name } }) => name,
};

export const DownloadTab = ({ page }: { page: Page<DownloadRow> }) => (
  <ListPage
    list={list}
    page={page}
    rowActions={({ inquiry }) => [inquiry?.can_view && { label: t("查看询盘"), to: inquiryPath(inquiry.id) }]}
    bulk={useBulk(list, page)}
  />
);
