import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useDesktopDialog } from "~/app/features/seo/use-desktop-dialog";
import { useStatusActs } from "~/app/features/seo/use-status-acts";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { type SectionRecord, SectionRow, section, sectionScreens } from "~/contract/seo/section";
import { sectionForm } from "./section-form";

export const clientLoader = loaderOf(sectionScreens["/seo/section"]);

export const clientAction = write;

const list: List<SectionRow> = {
  name: "seo-section",
  endpoint: section.list,
  columns: columnsOf(SectionRow, [
    { key: "name", width: 170 },
    { key: "code", width: 160 },
    { ...tagged(SectionRow, "page_type"), width: 100 },
    { key: "position", width: 110 },
    { ...tagged(SectionRow, "type"), width: 100 },
    {
      key: "district_ids",
      width: 170,
      render: ({ district_ids, district_names }) => (district_ids.length ? district_names.join("、") : t("全部")),
    },
    { key: "sort", width: 76 },
    { ...tagged(SectionRow, "status", { enabled: "green" }), width: 80 },
    { key: "created_at", isExtra: true },
  ]),
  filters: filtersOf(section.list, SectionRow, [
    { name: "keyword", label: "名称 / 编码" },
    "page_type",
    "type",
    "status",
  ]),
  card: { tags: ["status", "type"], facts: ["code", "page_type", "position"], time: "created_at" },
  title: "name",
  nameOf: ({ name }) => name,
};

/** SEO版块: parts of the site's pages. */
export default function SectionList() {
  const { page, record } = useLoaderData<typeof clientLoader>();
  const form = useDesktopDialog(sectionForm, record, copyOf);
  const acts = useStatusActs<SectionRow>({
    endpoints: section,
    nameOf: ({ name }) => name,
    disabling: (name) => t("“{name}”停用后，网站上不再显示。", { name }),
  });
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.edit && form.edit(row.id),
          row.can.edit && form.copy(row.id),
          ...acts.actionsOf(row),
        ]}
        create={mayCall(useProfile(), section.create) ? form.add : undefined}
      />
      {form.dialog}
      {acts.dialog}
    </>
  );
}

const copyOf = (record: SectionRecord) => ({
  ...record,
  code: `${record.code}-copy`.slice(0, 40),
  name: t("{name} 副本", { name: record.name }).slice(0, 30),
});
