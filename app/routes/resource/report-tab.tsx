import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { ContentList } from "~/app/features/content/content-list";
import { CoverTitle } from "~/app/features/content/cover-title";
import { lifeColumn, publishColumn } from "~/app/features/content/life-tag";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { ReportRow, report } from "~/contract/resource/report";
import { reportKind } from "./report-kind";

const list: List<ReportRow> = {
  name: "report",
  endpoint: report.list,
  columns: columnsOf(
    ReportRow,
    [
      {
        key: "title",
        width: 270,
        isSentence: true,
        render: ({ cover, title, pages }) => (
          <CoverTitle {...{ cover, title }}>{pages ? t("{pages}页", { pages }) : null}</CoverTitle>
        ),
      },
      { key: "period", width: 84 },
      { key: "country_code", label: "国家/区域", width: 130, under: ({ district }) => district?.name },
      { category: 72, download_count: 72, need_contact: 76 },
      publishColumn,
      lifeColumn,
    ],
    ["offline_at", "view_count", "inquiry_count", "deal_count", "sort", "created_at", "updated_at"],
  ),
  filters: filtersOf(report.list, ReportRow, [
    { name: "keyword", label: "标题" },
    "period",
    { name: "country", by: "country_code" },
    "category",
    { name: "status", by: "publish_status" },
    "need_contact",
  ]),
  card: { tags: ["publish_status"], facts: ["period", "category", "download_count"], time: "publish_at" },
  title: "title",
  nameOf: ({ title }) => title,
  linkOf: ({ id, can }) => (can.edit ? reportKind.formPath(id) : ""),
};

export const ReportTab = ({ page }: { page: Page<ReportRow> }) => (
  <ContentList isInTab kind={reportKind} list={list} page={page} createLabel={t("上传报告")} />
);
