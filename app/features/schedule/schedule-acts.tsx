import { useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { schedule } from "~/contract/schedule/schedule";
import { cancelling, finishing, removing, type ScheduleAct } from "./schedule-actions";

const ScheduleForm = lazyPart(() => import("./schedule-form"), "ScheduleForm");
const ScheduleView = lazyPart(() => import("./schedule-view"), "ScheduleView");

export function useScheduleActs(remind?: number) {
  const { run } = useAct();
  const { confirm, dialog: question } = useConfirm();
  const [shown, setShown] = useState<ScheduleAct>();
  const close = () => setShown(undefined);

  function ask(next: ScheduleAct) {
    if (next.act === "undo") {
      const input = { params: { id: next.row.id }, body: { action: "undo" } } as const;
      return run(schedule.undo, input, { success: t("已恢复为待办"), onSuccess: close });
    }
    if (next.act !== "cancel" && next.act !== "remove") return setShown(next);
    const { row } = next;
    const params = { id: row.id };
    close();
    if (next.act === "remove") return confirm(schedule.remove, { params }, removing(row));
    return confirm(schedule.cancel, { params, body: { action: "cancel" } }, cancelling(row));
  }

  return {
    ask,
    dialog: (
      <>
        {shown ? <Shown shown={shown} remind={remind} ask={ask} onClose={close} /> : null}
        {question}
      </>
    ),
  };
}
export type ScheduleActs = ReturnType<typeof useScheduleActs>;

interface ShownProps {
  shown: ScheduleAct;
  remind: number | undefined;
  ask: ScheduleActs["ask"];
  onClose: () => void;
}

function Shown({ shown, remind, ask, onClose }: ShownProps) {
  if (shown.act === "add") {
    const { day, customer } = shown;
    return <ScheduleForm row={undefined} day={day} customer={customer} remind={remind} onClose={onClose} />;
  }
  const { act, row } = shown;
  if (act === "view") return <ScheduleView row={row} ask={ask} onClose={onClose} />;
  if (act === "done") return <ActDialog key={row.id} form={finishing} of={row} onClose={onClose} />;
  return <ScheduleForm key={row.id} row={row} remind={remind} onClose={onClose} />;
}
