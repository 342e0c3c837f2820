import { useNavigate } from "@remix-run/react";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type NotificationRow, notification } from "~/contract/notification/notification";
import {
  ending,
  pausing,
  recalling,
  removing,
  resuming,
  retryForm,
  retryLabel,
  scheduleForm,
  stopping,
} from "./notification-dialogs";
import { formPath, receiptsPath } from "./paths";
import { isBegun, isSeries } from "./stages";

const SendDialog = lazyPart(() => import("./send-dialog"), "SendDialog");
const TestDialog = lazyPart(() => import("./test-dialog"), "TestDialog");

interface Acts {
  place?: "list" | "form" | "receipts";
  onGone?: () => void;
}

export function useNotificationActs({ place = "list", onGone }: Acts = {}) {
  const navigate = useNavigate();
  const { run, pending, open, form, afterQuestion, atOnce, remove, dialog } = useActs();
  const test = (id: number) =>
    run(
      notification.test,
      { params: { id } },
      { onSuccess: (results) => open((onClose) => <TestDialog results={results} onClose={onClose} />) },
    );
  const send = (id: number, at?: string) => open((onClose) => <SendDialog id={id} at={at} onClose={onClose} />);

  // Formatted texts are written on the desktop (domain D.0).
  const isPhone = useIsPhone();

  const actionsOf = (row: NotificationRow): (RowAction | false)[] => {
    const { id, version, can, status } = row;
    const input = { params: { id }, body: { version } };
    const isForm = place === "form";
    return [
      !isForm && !isPhone && can.edit && { label: t("编辑"), shortcut: "E", to: formPath(id) },
      !isForm && can.send && { label: t("发送"), isPrimary: true, onSelect: () => send(id) },
      can.stop && afterQuestion(notification.stop, input, stopping(row), { isPrimary: true }),
      can.retry && form(retryForm, row, { label: retryLabel(row), isPrimary: true }),
      !isForm &&
        can.schedule &&
        form(scheduleForm, row, {
          label: row.send_mode === "repeated" ? t("开始重复") : status === "scheduled" ? t("改发送时间") : t("定时"),
        }),
      can.resume && afterQuestion(notification.resume, input, resuming(row), { isPrimary: true }),
      can.pause && afterQuestion(notification.pause, input, pausing(row)),
      can.unschedule && atOnce(t("取消定时"), notification.unschedule, input, { success: t("已取消定时，回到草稿") }),
      place !== "receipts" && isBegun(row) && { label: t("明细"), to: receiptsPath(id) },
      place !== "receipts" && isSeries(row) && { label: t("各次发送"), to: receiptsPath(id) },
      can.recall && afterQuestion(notification.recall, input, recalling(row), { isDanger: true }),
      can.end && afterQuestion(notification.end, input, ending(row), { isDanger: true }),
      !isForm && can.test && { label: t("发给自己测试"), onSelect: () => test(id) },
      can.copy &&
        atOnce(
          t("复制"),
          notification.copy,
          { params: { id } },
          { success: t("已复制为草稿"), onSuccess: (copy) => navigate(formPath(copy.id)) },
        ),
      can.delete &&
        remove(
          notification.remove,
          { params: { id } },
          removing(row),
          { onSuccess: () => onGone?.() },
          { isApart: true },
        ),
    ];
  };
  return {
    actionsOf,
    pending,
    test,
    send,
    dialog,
  };
}
