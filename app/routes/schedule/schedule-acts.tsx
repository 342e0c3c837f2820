import { lazy, Suspense, useState } from "react";
import { useAct } from "~/app/blocks/use-act";
import { t } from "~/app/i18n/t";
import type { Ref } from "~/contract/common";
import type { ScheduleRow } from "~/contract/schedule";
import type { ScheduleAction } from "./schedule-writes";

const ScheduleDialog = lazy(() => import("./schedule-dialog").then((module) => ({ default: module.ScheduleDialog })));

/** The screen whose clientAction does the acts. */
const screen = "/schedule-list";

/** A dialog that was asked for: a new schedule, or what is done with one. */
export type AskedSchedule =
  | { act: "add"; day?: string; customer?: Ref }
  | { act: "view" | "edit" | "done" | "cancel" | "remove"; row: ScheduleRow };

export type ScheduleRun = ReturnType<typeof useAct<ScheduleAction>>["run"];

/** What one may do with schedules, and the dialogs that ask. `remind`: the default reminder, where the page knows it. */
export function useScheduleActs(remind?: number) {
  const { run, pending } = useAct<ScheduleAction>(screen);
  const [asked, setAsked] = useState<AskedSchedule>();
  const close = () => setAsked(undefined);
  const undo = ({ id }: ScheduleRow) =>
    run("undo", { params: { id }, body: { action: "undo" } }, { success: t("已恢复为待办"), onSuccess: close });
  return {
    ask: setAsked,
    undo,
    dialog: asked ? (
      <Suspense>
        <ScheduleDialog
          key={JSON.stringify([asked.act, "row" in asked ? asked.row.id : 0])}
          asked={asked}
          remind={remind}
          run={run}
          pending={pending}
          onAsk={setAsked}
          onUndo={undo}
          onClose={close}
        />
      </Suspense>
    ) : null,
  };
}
export type ScheduleActs = ReturnType<typeof useScheduleActs>;

interface Choosing {
  ask: (asked: AskedSchedule) => void;
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
