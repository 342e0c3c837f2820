import { useLoaderData, useSearchParams } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { ScreenTabs } from "~/app/blocks/list/list-tabs";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { DownloadRow, report, reportScreens, reportTabs } from "~/contract/resource/report";
import { reportKind } from "./report-kind";
import { ReportTab } from "./report-tab";

const inquiryPath = (id: number) => `/inquiry/all-inquiry/inquiry-detail?id=${id}`;

const list: List<DownloadRow> = {
  name: "report-download",
  endpoint: report.downloads,
  exports: report.exportDownloads,
  columns: columnsOf(DownloadRow, [
    { key: "at", width: 140, isNamed: false },
    { report: 230, name: 110 },
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

const DownloadTab = ({ page }: { page: Page<DownloadRow> }) => (
  <ListPage
    list={list}
    page={page}
    rowActions={({ inquiry }) => [inquiry?.can_view && { label: t("查看询盘"), to: inquiryPath(inquiry.id) }]}
    bulk={useBulk(list, page)}
  />
);

/** It comes when one writes; the list does without it. */
const ContentForm = lazyPart(() => import("~/app/features/content/content-form"), "ContentForm");

export const clientLoader = loaderOf(reportScreens["/resources/reportDownload"]);
export { write as clientAction } from "~/app/api/writes";

/** 趋势报告: the reports, who has downloaded them, and the form of one. */
export default function ReportList() {
  const { page, downloads, record, draft } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  if (search.has("form"))
    return <ContentForm kind={reportKind} record={draft ?? record} isDraft={draft !== undefined} />;
  return (
    <ScreenTabs labels={reportTabs} present={downloads ? "download" : "report"}>
      {page ? <ReportTab page={page} /> : null}
      {downloads ? <DownloadTab page={downloads} /> : null}
    </ScreenTabs>
  );
}
