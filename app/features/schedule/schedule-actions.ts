import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import type { Ref } from "~/contract/common";
import { type ScheduleRow, schedule } from "~/contract/schedule/schedule";
import { spanText } from "./schedule-labels";

export type ScheduleAct =
  | { act: "add"; day?: string; customer?: Ref }
  | { act: "view" | "edit" | "done" | "cancel" | "undo" | "remove"; row: ScheduleRow };

export const scheduleActions = (row: ScheduleRow, { ask }: { ask: (act: ScheduleAct) => void }) => [
  row.can.done && { label: t("完成"), isPrimary: true, onSelect: () => ask({ act: "done", row }) },
  row.can.edit && { label: t("编辑"), shortcut: "E", onSelect: () => ask({ act: "edit", row }) },
  row.can.undo && { label: t("撤销完成"), onSelect: () => ask({ act: "undo", row }) },
  row.can.cancel && { label: t("取消"), onSelect: () => ask({ act: "cancel", row }) },
  row.can.delete && { label: t("删除"), isDanger: true, onSelect: () => ask({ act: "remove", row }) },
];

export const finishing = actDialog({
  endpoint: schedule.done,
  fields: ["result"],
  about: (row: ScheduleRow) => t("{title}（{time}）", aboutOf(row)),
  submitLabel: "完成",
  success: () => t("日程已完成"),
});

export const cancelling = (row: ScheduleRow) => ({
  text: t("确定取消日程“{title}”（{time}）？", aboutOf(row)),
  confirmLabel: t("取消日程"),
  success: t("日程已取消"),
});

export const removing = (row: ScheduleRow) => ({
  text: t("确定删除日程“{title}”（{time}）？删除后不能恢复。", aboutOf(row)),
  confirmLabel: t("删除"),
  success: t("已删除"),
});

const aboutOf = (row: ScheduleRow) => ({ title: row.title, time: spanText(row) });
