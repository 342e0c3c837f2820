import type { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { Ref } from "~/contract/common";
import type { ScheduleRow } from "~/contract/schedule/schedule";
import type { ScheduleAction } from "./schedule-writes";

/** A dialog that was asked for: a new schedule, or what is done with one. */
export type ScheduleRequest =
  | { act: "add"; day?: string; customer?: Ref }
  | { act: "view" | "edit" | "done" | "cancel" | "remove"; row: ScheduleRow };

export type ScheduleRun = ReturnType<typeof useAct<ScheduleAction>>["run"];

interface Choosing {
  ask: (request: ScheduleRequest) => void;
  undo: (row: ScheduleRow) => void;
}

/** What may be done with a schedule, as actions of its row. */
export const scheduleActions = (row: ScheduleRow, { ask, undo }: Choosing) => [
  row.can.done && { label: t("完成"), isPrimary: true, onSelect: () => ask({ act: "done", row }) },
  row.can.edit && { label: t("编辑"), onSelect: () => ask({ act: "edit", row }) },
  row.can.undo && { label: t("撤销完成"), onSelect: () => undo(row) },
  row.can.cancel && { label: t("取消"), onSelect: () => ask({ act: "cancel", row }) },
  row.can.delete && { label: t("删除"), isDanger: true, onSelect: () => ask({ act: "remove", row }) },
];
