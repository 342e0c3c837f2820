import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { ScreenTabs } from "~/app/blocks/list/list-tabs";
import { CrudScreen, crudScreen } from "~/app/features/records/crud-screen";
import { t } from "~/app/i18n/t";
import { type SectionRecord, SectionRow, section, sectionScreens, sectionTabs } from "~/contract/seo/section";
import type { SectionType } from "~/contract/seo/seo-kinds";
import { BrokenTab } from "./broken-tab";
import { MissingTab } from "./missing-tab";
import { RedirectTab } from "./redirect-tab";

export const clientLoader = loaderOf(sectionScreens["/seo/section"]);
export { write as clientAction } from "~/app/api/writes";

const FilterBuilder = lazyPart(() => import("~/app/features/estate-filter/filter-builder"), "FilterBuilder");

const holds = (type: SectionType) => (values: FormValues) => values.type === type;
const byRule = (values: FormValues) => values.type === "estate_list" && values.source !== "manual";
const byHand = (values: FormValues) => values.type === "estate_list" && values.source === "manual";

const sectionForm = recordDialog({
  create: section.create,
  update: section.update,
  size: "xl",
  draft: "seo-section",
  begin: { sort: 100, links: [], faq: [], source: "rule", filter: {}, order: "sort", limit: 10, tag_ids: [] },
  sections: [
    { fields: ["code", "name", "page_type", "position", "type", "sort", { name: "district_ids", isWide: true }] },
    {
      title: "内容",
      fields: [
        { name: "links", when: holds("link_list") },
        { name: "text", when: holds("text") },
        { name: "faq", when: holds("faq") },
        { name: "source", when: holds("estate_list") },
        { name: "estate_ids", isWide: true, when: byHand },
        { name: "order", when: byRule },
        { name: "limit", when: byRule },
        { name: "filter", isUnseen: true, when: byRule },
        { name: "tag_ids", isWide: true, when: holds("tag_cloud") },
      ],
      below: (values, form) =>
        byRule(values) ? <FilterBuilder value={values.filter} onChange={(filter) => form.fill({ filter })} /> : null,
    },
  ],
});

const list: List<SectionRow> = {
  name: "seo-section",
  endpoint: section.list,
  columns: columnsOf(SectionRow, [
    { name: 170, code: 160 },
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

const screen = crudScreen({
  list,
  form: sectionForm,
  endpoints: section,
  isForDesktop: true,
  copyOf: (record: SectionRecord) => ({
    ...record,
    code: `${record.code}-copy`.slice(0, 40),
    name: t("{name} 副本", { name: record.name }).slice(0, 30),
  }),
  disabling: ({ name }) => t("“{name}”停用后，网站上不再显示。", { name }),
  acts: (_, { edit, copy, toggle, remove }) => [edit, copy, toggle, remove],
});

export default function SectionList() {
  const { page, record, redirects, redirect, missing, broken } = useLoaderData<typeof clientLoader>();
  const present = redirects ? "redirect" : missing ? "missing" : broken ? "broken" : "section";
  return (
    <ScreenTabs labels={sectionTabs} present={present}>
      {page ? <CrudScreen of={screen} page={page} record={record} /> : null}
      {redirects ? <RedirectTab page={redirects} record={redirect} /> : null}
      {missing ? <MissingTab page={missing} /> : null}
      {broken ? <BrokenTab page={broken} /> : null}
    </ScreenTabs>
  );
}
