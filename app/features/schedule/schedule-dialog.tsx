import { Confirm } from "~/app/blocks/feedback/confirm";
import { ActForm } from "~/app/blocks/form/act-form";
import { t } from "~/app/i18n/t";
import { ScheduleDone, type ScheduleRow } from "~/contract/schedule/schedule";
import type { ScheduleRequest, ScheduleRun } from "./schedule-actions";
import { AddSchedule, EditSchedule } from "./schedule-form";
import { spanText } from "./schedule-labels";
import { ScheduleView } from "./schedule-view";

interface ScheduleDialogProps {
  request: ScheduleRequest;
  remind: number | undefined;
  run: ScheduleRun;
  pending: boolean;
  onAsk: (request: ScheduleRequest) => void;
  onUndo: (row: ScheduleRow) => void;
  onClose: () => void;
}

/** The dialogs of schedules: fetched when the first is opened. */
export function ScheduleDialog({ request, remind, ...rest }: ScheduleDialogProps) {
  const { run, pending, onAsk, onUndo, onClose } = rest;
  if (request.act === "add") return <AddSchedule {...request} remind={remind} {...rest} />;
  const { act, row } = request;
  const params = { id: row.id };
  const about = { title: row.title, time: spanText(row) };
  switch (act) {
    case "view":
      return <ScheduleView row={row} onAsk={onAsk} onUndo={onUndo} onClose={onClose} />;
    case "edit":
      return <EditSchedule row={row} {...rest} />;
    case "done":
      return (
        <ActForm
          title={t("完成日程")}
          about={t("{title}（{time}）", about)}
          schema={ScheduleDone}
          fields={["result"]}
          pending={pending}
          submitLabel={t("完成")}
          onSubmit={(body, then) =>
            run("done", { params, body: { ...body, action: "done" } }, { success: t("日程已完成"), ...then(onClose) })
          }
          onClose={onClose}
        />
      );
    case "cancel":
      return (
        <Confirm
          title={t("取消日程")}
          text={t("确定取消日程“{title}”（{time}）？", about)}
          confirmLabel={t("取消日程")}
          pending={pending}
          onConfirm={() =>
            run("cancel", { params, body: { action: "cancel" } }, { success: t("日程已取消"), onSuccess: onClose })
          }
          onClose={onClose}
        />
      );
    case "remove":
      return (
        <Confirm
          title={t("删除日程")}
          text={t("确定删除日程“{title}”（{time}）？删除后不能恢复。", about)}
          confirmLabel={t("删除")}
          pending={pending}
          onConfirm={() => run("remove", { params }, { success: t("已删除"), onSuccess: onClose })}
          onClose={onClose}
        />
      );
  }
}
