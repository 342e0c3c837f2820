import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, hidden, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { useRecordDialog } from "~/app/features/records/use-record-dialog";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { formatPercent } from "~/contract/format";
import { type TrackerDetail, TrackerRow, tracker, trackerScreens } from "~/contract/inquiry/tracker";

const TrackerNumbers = lazyPart(() => import("./tracker-numbers"), "TrackerNumbers");
const TrackerLink = lazyPart(() => import("./tracker-link"), "TrackerLink");

export const clientLoader = loaderOf(trackerScreens["/inquiry/tracker"]);
export { write as clientAction } from "~/app/api/writes";

const trackerForm = recordDialog({
  create: tracker.create,
  update: tracker.update,
  title: (record?: TrackerDetail) => (record ? t("编辑追踪点 {code}", { code: record.code }) : t("新增追踪点")),
  draft: "tracker",
  begin: { platform: "web", page_type: "other" },
  sections: (record) => [
    {
      title: "基本信息",
      fields: [
        ...(record ? [] : (["code"] as const)),
        ...(["name", "platform", "channel", "page_type", "position"] as const),
        { name: "owner_id" },
      ],
    },
    {
      title: "链接",
      fields: [
        { name: "target_url", isWide: true },
        ...(["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const),
      ],
    },
    {
      title: "投放",
      fields: ["cost_amount", "currency", "start_at", "end_at", { name: "remark", isWide: true }],
    },
  ],
});

const list: List<TrackerRow> = {
  name: "tracker",
  endpoint: tracker.list,
  columns: columnsOf(TrackerRow, [
    { key: "name", width: 140, under: "code" },
    { ...tagged(TrackerRow, "platform"), width: 104, under: "channel" },
    { key: "page_type", label: "页面 / 位置", width: 120, under: "position" },
    { pv: 84, uv: 84, inquiry_count: 76 },
    { key: "conversion", width: 84, align: "right", isNamed: true, render: ({ conversion }) => percent(conversion) },
    { key: "cost", width: 100, align: "right" },
    { key: "inquiry_cost", width: 112, align: "right", isNamed: true },
    { ...tagged(TrackerRow, "status", { enabled: "green" }), width: 80 },
    ...hidden({ owner: 104, clicks: 84, link: 220 }),
    { key: "created_at", isExtra: true },
  ]),
  filters: filtersOf(tracker.list, TrackerRow, [
    { name: "keyword", label: "编码 / 名称" },
    { name: "stat", label: "数据日期" },
    "platform",
    "channel",
    "page_type",
    "status",
    { name: "owner_id", by: "owner", scene: "users" },
  ]),
  card: {
    tags: ["platform", "status"],
    facts: ["uv", "inquiry_count", "conversion"],
    time: "created_at",
  },
  title: "name",
  nameOf: ({ name }) => name,
};

export default function TrackerList() {
  const { page, record } = useLoaderData<typeof clientLoader>();
  const acts = useActs();
  const form = useRecordDialog(trackerForm, record);
  const mayManage = mayCall(useProfile(), tracker.create);
  const { query } = useListQuery(list.endpoint);
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => {
          const { name, code, can } = row;
          const input = { params: { id: row.id } };
          return [
            acts.show(
              t("数据"),
              (onClose) => (
                <TrackerNumbers row={row} from={text(query.stat_from)} to={text(query.stat_to)} onClose={onClose} />
              ),
              { shortcut: "D" },
            ),
            acts.show(t("链接"), (onClose) => <TrackerLink row={row} onClose={onClose} />),
            can.edit && form.edit(row.id),
            can.enable && acts.enable(tracker.enable, input),
            can.disable && acts.disable(tracker.disable, input, disabling([row])),
            can.delete &&
              acts.remove(tracker.remove, input, t("确定删除 {name}（{code}）？删除后不能恢复。", { name, code })),
          ];
        }}
        bulk={useBulk(list, page, [
          mayManage && {
            label: t("停用"),
            max: 100,
            blocked: ({ can }: TrackerRow) => (can.disable ? undefined : t("已停用")),
            run: (rows, report) =>
              acts.confirm(
                tracker.disableBatch,
                { body: { ids: rows.map(({ id }) => id) } },
                { text: disabling(rows), confirmLabel: t("停用"), onSuccess: report },
              ),
          },
        ])}
        create={mayManage ? form.add : null}
      />
      {form.dialog}
      {acts.dialog}
    </>
  );
}

const disabling = (rows: readonly TrackerRow[]) =>
  t("{names} 停用后不再统计访问，已有数据保留；链接仍可打开。", { names: namesOf(rows.map(({ name }) => name)) });

const percent = (value: number | null) => formatPercent(value) || "–";

const text = (value: unknown) => (typeof value === "string" && value ? value : undefined);
