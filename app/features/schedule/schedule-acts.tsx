import { lazy, Suspense, useState } from "react";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { ScheduleRow } from "~/contract/schedule/schedule";
import type { ScheduleRequest } from "./schedule-actions";
import type { ScheduleAction } from "./schedule-writes";

const ScheduleDialog = lazy(() => import("./schedule-dialog").then((module) => ({ default: module.ScheduleDialog })));

/** The screen whose clientAction does the acts. */
const screen = "/schedule-list";

/** What one may do with schedules, and the dialogs that ask. `remind`: the default reminder, where the page knows it. */
export function useScheduleActs(remind?: number) {
  const { run, pending } = useAct<ScheduleAction>(screen);
  const [request, setRequest] = useState<ScheduleRequest>();
  const close = () => setRequest(undefined);
  const undo = ({ id }: ScheduleRow) =>
    run("undo", { params: { id }, body: { action: "undo" } }, { success: t("已恢复为待办"), onSuccess: close });
  return {
    ask: setRequest,
    undo,
    dialog: request ? (
      <Suspense>
        <ScheduleDialog
          key={JSON.stringify([request.act, "row" in request ? request.row.id : 0])}
          request={request}
          remind={remind}
          run={run}
          pending={pending}
          onAsk={setRequest}
          onUndo={undo}
          onClose={close}
        />
      </Suspense>
    ) : null,
  };
}
export type ScheduleActs = ReturnType<typeof useScheduleActs>;
