import { useLoaderData } from "@remix-run/react";
import { IconArrowsSort, IconEye } from "@tabler/icons-react";
import { loaderOf } from "~/app/api/load";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle } from "~/app/blocks/form/form-entry";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { CrudScreen, crudScreen } from "~/app/features/records/crud-screen";
import { t } from "~/app/i18n/t";
import { HomeSectionRow, homeSection, homeSectionScreens } from "~/contract/resource/home-section";

const SectionSort = lazyPart(() => import("./section-sort"), "SectionSort");
const HomePreview = lazyPart(() => import("./home-preview"), "HomePreview");
const SectionPreview = lazyPart(() => import("./home-preview"), "SectionPreview");

export const clientLoader = loaderOf(homeSectionScreens["/resources/homeSection"]);
export { write as clientAction } from "~/app/api/writes";

const SourceFields = lazyPart(
  () => import("./source-fields"),
  "SourceFields",
  () => <div style={{ height: 160 }} />,
);

const isBy = (mode: string) => (values: FormValues) => values.source_mode === mode;

const sectionForm = recordDialog({
  create: homeSection.create,
  update: homeSection.update,
  draft: "home-section",
  begin: { type: "estate", source_mode: "manual", layout: "grid", platform: ["web", "h5"], sort: 100, item_ids: [] },
  sections: [
    { title: "基本", fields: ["title", "sub_title", "code", "platform"] },
    {
      title: "取数",
      fields: [
        "type",
        "source_mode",
        { name: "item_ids", isUnseen: true, when: isBy("manual") },
        { name: "rule", isUnseen: true, when: isBy("rule") },
      ],
      below: (values: FormValues, form: FormHandle) => <SourceFields values={values} form={form} />,
    },
    { title: "样式", fields: ["layout", "more_link", "sort"] },
  ],
});

const list: List<HomeSectionRow> = {
  name: "home-section",
  endpoint: homeSection.list,
  columns: columnsOf(
    HomeSectionRow,
    [
      { key: "title", label: "版块", width: 200, under: "code" },
      { key: "type", width: 90 },
      { ...tagged(HomeSectionRow, "source_mode", { rule: "cyan" }), width: 80 },
      { count: 80, platform: 200, layout: 80, sort: 80 },
      { ...tagged(HomeSectionRow, "status", { enabled: "green" }), width: 80 },
    ],
    ["sub_title", "more_link", "created_at"],
  ),
  filters: filtersOf(homeSection.list, HomeSectionRow, [
    { name: "keyword", label: "标题 / 编码" },
    "platform",
    "type",
    "status",
  ]),
  card: { tags: ["status", "source_mode"], facts: ["type", "count", "platform"], time: "sort" },
  title: "title",
  nameOf: ({ title }) => title,
};

const screen = crudScreen({
  list,
  form: sectionForm,
  endpoints: homeSection,
  disabling: ({ title }) => t("“{title}”停用后访客立即看不到它。", { title }),
  acts: (row, { edit, toggle, remove }, { show }) => [
    edit,
    toggle,
    show(t("预览"), (onClose) => <SectionPreview row={row} onClose={onClose} />, { shortcut: "P" }),
    remove,
  ],
});

export default function SectionList() {
  const { page, record } = useLoaderData<typeof clientLoader>();
  return (
    <CrudScreen
      of={screen}
      page={page}
      record={record}
      tools={[
        page.total > 1 && {
          label: t("调整顺序"),
          icon: IconArrowsSort,
          dialog: (onClose) => <SectionSort onClose={onClose} />,
        },
        { label: t("预览首页"), icon: IconEye, dialog: (onClose) => <HomePreview onClose={onClose} /> },
      ]}
    />
  );
}
