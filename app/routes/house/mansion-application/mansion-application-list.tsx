import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { Tag } from "~/app/blocks/detail/tag";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { tabsOf } from "~/app/blocks/list/list-tabs";
import { t } from "~/app/i18n/t";
import {
  ApplicationRow,
  applicantTypes,
  applicationViews,
  mansionApplication,
  mansionApplicationScreens,
} from "~/contract/house/mansion-application";
import { confirmPath } from "./application-paths";
import { statusColors, typeColors } from "./application-tags";

export const clientLoader = loaderOf(mansionApplicationScreens["/house/mansion"]);

const list: List<ApplicationRow> = {
  name: "mansion-application",
  endpoint: mansionApplication.list,
  columns: columnsOf(ApplicationRow, [
    { key: "application_no", width: 126 },
    { ...tagged(ApplicationRow, "type", typeColors), width: 90 },
    { mansion_name: 170, district: 132 },
    { key: "applicant_name", width: 142, render: applicantOf },
    { key: "similar_count", width: 100, render: (row) => <Similar row={row} /> },
    { key: "created_at", width: 134 },
    { ...tagged(ApplicationRow, "status", statusColors), width: 82 },
  ]),
  filters: filtersOf(mansionApplication.list, ApplicationRow, [
    { name: "keyword", label: "单号 / 楼栋 / 申请人" },
    "type",
    "applicant_type",
    "country",
    { name: "created", by: "created_at" },
  ]),
  card: {
    tags: ["type", "status"],
    text: "district",
    facts: ["application_no", "applicant_name", "similar_count"],
    time: "created_at",
  },
  title: "mansion_name",
  nameOf: ({ mansion_name }) => mansion_name,
  linkOf: ({ id }) => confirmPath(id),
};

export default function MansionApplicationList() {
  const { page, counts } = useLoaderData<typeof clientLoader>();
  return <ListPage list={list} page={page} tabs={tabsOf("status", applicationViews, counts)} />;
}

function applicantOf({ applicant_name, applicant_type }: ApplicationRow): string {
  return `${applicant_name}（${t(applicantTypes[applicant_type as keyof typeof applicantTypes] ?? applicant_type)}）`;
}

function Similar({ row: { type, similar_count } }: { row: ApplicationRow }) {
  if (type !== "create") return "–";
  return similar_count ? <Tag color="orange">{t("{n} 个", { n: similar_count })}</Tag> : t("无");
}
