import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { ContentList } from "~/app/features/content/content-list";
import { CoverTitle } from "~/app/features/content/cover-title";
import { lifeColumn } from "~/app/features/content/life-tag";
import { t } from "~/app/i18n/t";
import { languages } from "~/contract/common";
import { blockNames, CityRow, city, cityScreens } from "~/contract/seo/city";
import { cityIntroduction } from "./city-kind";

export const clientLoader = loaderOf(cityScreens["/seo/cityIntroduce"]);
export { write as clientAction } from "~/app/api/writes";

const list: List<CityRow> = {
  name: "city-intro",
  endpoint: city.list,
  columns: columnsOf(
    CityRow,
    [
      { key: "title", width: 264, render: ({ banner, title }) => <CoverTitle cover={banner} title={title} /> },
      { key: "district", width: 150 },
      { key: "lang", width: 92, render: ({ lang }) => t(languages[lang]) },
      {
        ...{ key: "block_count", width: 104, align: "right", isNamed: true },
        render: ({ block_count }) => `${block_count}/${blockNames.length}`,
      },
      { encyclopaedia_count: 72, view_count: 72 },
      lifeColumn,
      { key: "updated_at", width: 132, label: "更新" },
    ],
    ["offline_at", "publish_at", "country_code", "sort", "slug", "share_count"],
  ),
  filters: filtersOf(city.list, CityRow, [
    { name: "keyword", label: "标题" },
    { name: "country", by: "country_code" },
    "lang",
  ]),
  card: { tags: ["publish_status"], facts: ["district", "block_count", "encyclopaedia_count"], time: "updated_at" },
  title: "title",
  nameOf: ({ title }) => title,
  linkOf: ({ id, can }) => (can.edit ? cityIntroduction.formPath(id) : ""),
};

export default function CityList() {
  const { page } = useLoaderData<typeof clientLoader>();
  return (
    <ContentList
      kind={cityIntroduction}
      list={list}
      page={page}
      createLabel={t("写城市介绍")}
      actionsOf={({ id }) => [{ label: t("百科"), to: `/seo/cityIntroduce/encyclopaedic?city_id=${id}` }]}
    />
  );
}
