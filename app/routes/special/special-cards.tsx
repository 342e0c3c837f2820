import "@mantine/core/styles/SegmentedControl.css";
import { Box, SegmentedControl } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import basic from "~/app/basic.module.css";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import { SpecialRow, special, specialScreenData } from "~/contract/special/special";
import { LandingCard } from "./landing-card";
import { useSpecialActs } from "./use-special-acts";

export const clientLoader = loaderOf(specialScreenData["/specialEstate/specialList"]);
export { write as clientAction } from "~/app/api/writes";

const sorts = {
  "-inquiry_count": "询盘最多",
  "-uv_count": "UV最多",
  "-publish_at": "最新发布",
};

const list: List<SpecialRow> = {
  name: "special-cards",
  endpoint: special.cards,
  columns: columnsOf(SpecialRow, ["name", "template", "view_count", "uv_count", "inquiry_count", "conversion"]),
  filters: filtersOf(special.cards, SpecialRow, [{ name: "phase", label: "状态" }, "template"]),
  card: { tags: ["phase"], facts: ["view_count", "uv_count", "inquiry_count"], time: "publish_at" },
  title: "name",
  nameOf: ({ name }) => name,
  empty: "还没有发布的专题",
};

export default function SpecialCards() {
  const { page } = useLoaderData<typeof clientLoader>();
  const { query, change } = useListQuery(special.cards, []);
  const { code, numbers, dialog } = useSpecialActs();
  const choice = <SpecialSort value={String(query.sort)} onChange={(sort) => change({ sort })} />;
  const draw = (rows: readonly SpecialRow[]) => (
    <Box
      component="ul"
      className={`${basic.gap16} ${basic.grid} ${basic.list}`}
      p={{ base: 0, sm: 16 }}
      style={{ gridTemplateColumns: "repeat(auto-fill, minmax(300px, 1fr))" }}
      aria-label={t("专题落地页")}
    >
      {rows.map((row) => (
        <LandingCard key={row.id} row={row} acts={[code(row), numbers(row)]} />
      ))}
    </Box>
  );
  return (
    <>
      <ListPage list={list} page={page} display={{ choice, phone: choice, draw }} />
      {dialog}
    </>
  );
}

const SpecialSort = ({ value, onChange }: { value: string; onChange: (sort: string) => void }) => (
  <SegmentedControl
    aria-label={t("排序")}
    value={value}
    data={Object.entries(sorts).map(([sort, label]) => ({ value: sort, label: t(label) }))}
    onChange={onChange}
  />
);
