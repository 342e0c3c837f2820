import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { ContentList } from "~/app/features/content/content-list";
import { CoverTitle } from "~/app/features/content/cover-title";
import { lifeColumn, publishColumn } from "~/app/features/content/life-tag";
import { t } from "~/app/i18n/t";
import { InvestmentRow, investment, investmentScreens } from "~/contract/resource/investment";
import { investmentKind } from "./investment-kind";

export const clientLoader = loaderOf(investmentScreens["/resources/investment"]);
export { write as clientAction } from "~/app/api/writes";

const list: List<InvestmentRow> = {
  name: "investment",
  endpoint: investment.list,
  columns: columnsOf(
    InvestmentRow,
    [
      {
        key: "title",
        width: 300,
        isSentence: true,
        render: ({ cover, title }) => <CoverTitle {...{ cover, title }} />,
      },
      { key: "country_code", label: "国家/区域", width: 140, under: ({ district }) => district?.name },
      { category: 90, view_count: 72 },
      {
        key: "inquiry_count",
        label: "询盘/成交",
        width: 90,
        render: (row) => `${row.inquiry_count} / ${row.deal_count}`,
      },
      publishColumn,
      lifeColumn,
    ],
    ["offline_at", "lang", "share_count", "sort", "created_at", "updated_at"],
  ),
  filters: filtersOf(investment.list, InvestmentRow, [
    { name: "keyword", label: "标题" },
    { name: "country", by: "country_code" },
    "category",
    "lang",
  ]),
  card: { tags: ["publish_status"], facts: ["category", "view_count", "inquiry_count"], time: "publish_at" },
  title: "title",
  nameOf: ({ title }) => title,
  linkOf: ({ id, can }) => (can.edit ? investmentKind.formPath(id) : ""),
};

export default function InvestmentList() {
  const { page } = useLoaderData<typeof clientLoader>();
  return <ContentList kind={investmentKind} list={list} page={page} createLabel={t("写专栏")} />;
}
