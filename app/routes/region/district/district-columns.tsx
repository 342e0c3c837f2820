import { Tag } from "~/app/blocks/detail/tag";
import { columnsOf, hidden, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { formatExact, formatMoney } from "~/contract/format";
import { DistrictRow, deepestLevel, district } from "~/contract/region/district";
import { insidePath } from "./district-paths";

function listOf(level: number): List<DistrictRow> {
  const isLowest = level === deepestLevel;
  return {
    name: `district-${level}`,
    endpoint: district.list,
    place: ["country"],
    columns: columnsOf(DistrictRow, [
      { key: "name_zh", width: 116, under: "code" },
      ...(level > 1 ? [{ key: "parent", width: 104, render: ({ parent }: DistrictRow) => parent?.name ?? "–" }] : []),
      { key: "name_local", width: 116, under: "name_en" },
      ...hidden({ initial: 84, code: 84 }),
      ...(isLowest ? [] : [{ key: "child_count", width: 84 }]),
      { key: "estate_count", width: 84 },
      {
        key: "is_hot",
        width: 60,
        render: ({ is_hot }: DistrictRow) => (is_hot ? <Tag color="cyan">{t("热门")}</Tag> : null),
      },
      {
        key: "avg_unit_price",
        width: 100,
        align: "right" as const,
        render: (row: DistrictRow) => <UnitPrice {...row} />,
      },
      { key: "sort", width: 64 },
      { ...tagged(DistrictRow, "status", { enabled: "green" }), width: 68 },
    ]),
    filters: filtersOf(district.list, DistrictRow, [
      { name: "keyword", label: "名称 / 代码 / 拼音首字母" },
      ...(level > 1
        ? [{ name: "parent_id" as const, label: "上级", scene: "districts" as const, within: "country" as const }]
        : []),
      "is_hot",
      "status",
    ]),
    card: {
      tags: ["is_hot", "status"],
      facts: ["code", "name_local", isLowest ? "parent" : "child_count"],
      time: "avg_unit_price",
    },
    title: "name_zh",
    nameOf: ({ name_zh }) => name_zh,
    linkOf: insidePath,
  };
}

export const lists: readonly List<DistrictRow>[] = [listOf(1), listOf(2), listOf(3)];

function UnitPrice({ avg_unit_price, avg_unit_currency }: DistrictRow) {
  if (!avg_unit_price) return "–";
  return (
    <span title={formatExact(avg_unit_price, avg_unit_currency)}>
      {`${formatMoney(avg_unit_price, avg_unit_currency)}${t("/㎡")}`}
    </span>
  );
}
