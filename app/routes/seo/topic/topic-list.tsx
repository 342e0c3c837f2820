import { Tag } from "~/app/blocks/detail/tag";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { crudScreen } from "~/app/features/records/crud-screen";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import { countConditions, placeLevels } from "~/contract/seo/topic-conditions";
import type { TopicContract, TopicRow, topicTitle } from "~/contract/seo/topic-template";

const TemplateTools = lazyPart(() => import("./template-tools"), "TemplateTools");

const TopicTest = lazyPart(() => import("./topic-test"), "TopicTest");

type Contract = typeof topicTitle;

export function topicScreen(given: TopicContract, name: string) {
  // Both are made by one factory, so that their shapes are the same.
  const contract = given as Contract;
  const list: List<TopicRow> = {
    name,
    endpoint: contract.list,
    columns: columnsOf(contract.Row, [
      { key: "name", width: 130 },
      { ...tagged(contract.Row, "page_type"), width: 90 },
      { key: "template", width: 180 },
      { key: "conditions", label: "条件", width: 116, render: (row) => <Conditions row={row} /> },
      { key: "priority", width: 76 },
      { key: "preview", width: 200, render: ({ preview }) => preview.text || "–" },
      {
        key: "is_long",
        label: "长度警告",
        width: 100,
        render: ({ preview: { is_long, length } }) =>
          is_long ? <Tag color="orange">{t("{length} 字过长", { length })}</Tag> : t("{length} 字", { length }),
      },
      { ...tagged(contract.Row, "status", { enabled: "green" }), width: 70 },
      { key: "lang", width: 100, isExtra: true },
      { key: "created_at", isExtra: true },
    ]),
    filters: filtersOf(contract.list, contract.Row, ["page_type", "lang", "status"]),
    card: { tags: ["status", "page_type"], text: "preview", facts: ["priority", "is_long"], time: "created_at" },
    title: "name",
    nameOf: ({ name }) => name,
  };
  return crudScreen({
    list,
    form: topicForm(contract, name),
    endpoints: contract,
    isForDesktop: true,
    copyOf: (row: TopicRow) => ({ ...row, name: t("{name} 副本", { name: row.name }).slice(0, 40) }),
    disabling: ({ name }) => t("“{name}”停用后，它的页面改用下一个符合条件的模板。", { name }),
    acts: (row, { edit, copy, toggle, remove }, { show }) => [
      edit,
      show(t("测试"), (onClose) => <TopicTest contract={contract} row={row} onClose={onClose} />),
      copy,
      toggle,
      remove,
    ],
  });
}

function Conditions({ row: { country, level, has_count } }: { row: TopicRow }) {
  const countries = useScene("countries");
  const words = [
    country && (countries.find(({ value }) => value === country)?.label ?? country),
    level && t(placeLevels[level]),
    has_count && t(countConditions[has_count]),
  ];
  return words.filter(Boolean).join("、") || t("不限");
}

const topicForm = (contract: typeof topicTitle, draft: string) =>
  recordDialog({
    create: contract.create,
    update: contract.update,
    size: "xl",
    draft,
    begin: { lang: "zh", priority: 0 },
    sections: [
      { fields: ["name", "page_type", "lang", "priority"] },
      { title: "条件", fields: ["country", "level", "has_count"] },
      {
        title: "模板",
        fields: [{ name: "template", isWide: true }],
        below: (values, form) => (
          <TemplateTools contract={contract} values={values} onChange={(template) => form.fill({ template })} />
        ),
      },
    ],
  });
