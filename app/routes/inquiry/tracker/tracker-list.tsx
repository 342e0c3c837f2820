import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { useRecordDialog } from "~/app/features/records/use-record-dialog";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { formatPercent } from "~/contract/format";
import { TrackerRow, tracker, trackerScreens } from "~/contract/inquiry/tracker";
import { disabling, removing, trackerForm } from "./tracker-dialogs";

const TrackerNumbers = lazyPart(() => import("./tracker-numbers"), "TrackerNumbers");
const TrackerLink = lazyPart(() => import("./tracker-link"), "TrackerLink");

export const clientLoader = loaderOf(trackerScreens["/inquiry/tracker"]);

export const clientAction = write;

const list: List<TrackerRow> = {
  name: "tracker",
  endpoint: tracker.list,
  columns: columnsOf(TrackerRow, [
    { key: "name", width: 140, under: "code" },
    { ...tagged(TrackerRow, "platform"), width: 104, under: "channel" },
    { key: "page_type", label: "页面 / 位置", width: 120, under: "position" },
    { key: "pv", width: 84 },
    { key: "uv", width: 84 },
    { key: "inquiry_count", width: 76 },
    { key: "conversion", width: 84, align: "right", isNamed: true, render: ({ conversion }) => percent(conversion) },
    { key: "cost", width: 100, align: "right" },
    { key: "inquiry_cost", width: 112, align: "right", isNamed: true },
    { ...tagged(TrackerRow, "status", { enabled: "green" }), width: 80 },
    { key: "owner", width: 92, isExtra: true },
    { key: "clicks", width: 84, isExtra: true },
    { key: "link", width: 220, isExtra: true },
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
  const { run } = useAct();
  const { confirm, dialog } = useConfirm();
  const form = useRecordDialog(trackerForm, record);
  const mayManage = mayCall(useProfile(), tracker.create);
  const [opened, setOpened] = useState<{ part: "numbers" | "link"; row: TrackerRow }>();
  const { query } = useListQuery(list.endpoint);
  const close = () => setOpened(undefined);
  const disable = (rows: TrackerRow[]) => disabling(namesOf(rows.map(({ name }) => name)));
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          { label: t("数据"), shortcut: "D", onSelect: () => setOpened({ part: "numbers", row }) },
          { label: t("链接"), onSelect: () => setOpened({ part: "link", row }) },
          row.can.edit && form.edit(row.id),
          row.can.enable && {
            label: t("启用"),
            onSelect: () => run(tracker.enable, idOf(row), { success: t("已启用") }),
          },
          row.can.disable && {
            label: t("停用"),
            onSelect: () => confirm(tracker.disable, idOf(row), { ...disable([row]), success: t("已停用") }),
          },
          row.can.delete && {
            label: t("删除"),
            isDanger: true,
            onSelect: () => confirm(tracker.remove, idOf(row), removing(row)),
          },
        ]}
        bulk={useBulk(list, page, [
          mayManage && {
            label: t("停用"),
            max: 100,
            blocked: ({ can }: TrackerRow) => (can.disable ? undefined : t("已停用")),
            run: (rows, report) =>
              confirm(
                tracker.disableBatch,
                { body: { ids: rows.map(({ id }) => id) } },
                { ...disable(rows), onSuccess: report },
              ),
          },
        ])}
        create={mayManage ? form.add : null}
      />
      {opened?.part === "numbers" ? (
        <TrackerNumbers row={opened.row} from={text(query.stat_from)} to={text(query.stat_to)} onClose={close} />
      ) : null}
      {opened?.part === "link" ? <TrackerLink row={opened.row} onClose={close} /> : null}
      {form.dialog}
      {dialog}
    </>
  );
}

const idOf = ({ id }: TrackerRow) => ({ params: { id } });

const percent = (value: number | null) => formatPercent(value) || "–";

const text = (value: unknown) => (typeof value === "string" && value ? value : undefined);
