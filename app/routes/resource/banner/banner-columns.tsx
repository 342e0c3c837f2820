import { formatInstant } from "~/app/blocks/detail/format";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { siteFigures } from "~/contract/content/site-figures";
import { formatNumber } from "~/contract/decimal";
import { BannerRow, banner } from "~/contract/resource/banner";
import { BannerLink, BannerTitle, bannerNumbers, platformNames, positionName } from "./banner-cells";

export const formPath = (id?: number) => `/resources/banner/deployBanner${id ? `?id=${id}` : ""}`;

export const bannerList: List<BannerRow> = {
  name: "banner",
  endpoint: banner.list,
  columns: columnsOf(
    BannerRow,
    [
      { key: "title", width: 200, render: (row) => <BannerTitle {...row} /> },
      {
        key: "platform",
        label: "平台 / 位置",
        width: 140,
        render: ({ platform }) => platformNames(platform),
        under: positionName,
      },
      { key: "link", width: 150, render: (row) => <BannerLink {...row} /> },
      {
        key: "start_at",
        label: "展示时间",
        width: 142,
        render: ({ start_at }) => formatInstant(start_at),
        brief: ({ start_at, end_at }) =>
          t("{from} 至 {to}", { from: dayOf(start_at), to: end_at ? dayOf(end_at) : "–" }),
        isNamed: false,
        under: ({ end_at }) => (end_at ? t("至 {end}", { end: formatInstant(end_at) }) : t("一直展示")),
      },
      {
        key: "impressions",
        label: "曝光 / 点击 / 点击率",
        figure: siteFigures.seen,
        width: 150,
        align: "right",
        render: bannerNumbers,
        brief: ({ impressions, clicks }) =>
          t("曝光 {impressions}，点击 {clicks}", {
            impressions: formatNumber(impressions),
            clicks: formatNumber(clicks),
          }),
        isNamed: false,
      },
      { key: "sort", width: 64 },
      {
        ...tagged(BannerRow, "display", { showing: "green", not_started: "brand", ended: "gray" }),
        width: 84,
      },
      { ...tagged(BannerRow, "status", { enabled: "green", draft: "orange" }), width: 72 },
    ],
    ["countries", "lang", "created_at"],
  ),
  filters: filtersOf(banner.list, BannerRow, [
    { name: "keyword", label: "标题" },
    "platform",
    "position",
    "display",
    "status",
    { name: "country", by: "countries" },
  ]),
  card: { tags: ["display", "status"], facts: ["platform", "impressions"], time: "start_at" },
  title: "title",
  nameOf: ({ title }) => title,
  linkOf: ({ id }) => formPath(id),
};

const dayOf = (moment: string) => formatInstant(moment).slice(0, 10);
