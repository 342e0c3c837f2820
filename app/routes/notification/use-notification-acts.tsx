import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type NotificationRow, notification, type TestResult } from "~/contract/notification/notification";
import { recalling, removing, retryForm, retryLabel, scheduleForm, stopping } from "./notification-dialogs";
import { formPath, receiptsPath } from "./paths";

const SendDialog = lazyPart(() => import("./send-dialog"), "SendDialog");
const TestDialog = lazyPart(() => import("./test-dialog"), "TestDialog");

type Opened =
  | { what: "schedule" | "retry"; row: NotificationRow }
  | { what: "send"; id: number; at?: string }
  | { what: "test"; results: TestResult[] };

interface Acts {
  /** The place of the actions: a form saves itself before it is sent; receipts are read-only. */
  place?: "list" | "form" | "receipts";
  onGone?: () => void;
}

/** The actions on a notification, in its list, above its form and above its receipts. */
export function useNotificationActs({ place = "list", onGone }: Acts = {}) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened>();
  const { confirm, dialog } = useConfirm();
  const { run, pending } = useAct();
  const close = () => setOpened(undefined);
  const test = (id: number) =>
    run(notification.test, { params: { id } }, { onSuccess: (results) => setOpened({ what: "test", results }) });

  // Formatted texts are written on the desktop (domain D.0).
  const isPhone = useIsPhone();

  const actionsOf = (row: NotificationRow): (RowAction | false)[] => {
    const { id, version, can, status } = row;
    const input = { params: { id }, body: { version } };
    const isForm = place === "form";
    return [
      !isForm && !isPhone && can.edit && { label: t("编辑"), shortcut: "E", to: formPath(id) },
      !isForm && can.send && { label: t("发送"), isPrimary: true, onSelect: () => setOpened({ what: "send", id }) },
      can.stop && {
        label: t("停止发送"),
        isPrimary: true,
        onSelect: () => confirm(notification.stop, input, stopping(row)),
      },
      can.retry && {
        label: retryLabel(row),
        isPrimary: true,
        onSelect: () => setOpened({ what: "retry", row }),
      },
      !isForm &&
        can.schedule && {
          label: status === "scheduled" ? t("改发送时间") : t("定时"),
          onSelect: () => setOpened({ what: "schedule", row }),
        },
      can.unschedule && {
        label: t("取消定时"),
        onSelect: () => run(notification.unschedule, input, { success: t("已取消定时，回到草稿") }),
      },
      place !== "receipts" && isBegun(row) && { label: t("明细"), to: receiptsPath(id) },
      can.recall && {
        label: t("撤回"),
        isDanger: true,
        onSelect: () => confirm(notification.recall, input, recalling(row)),
      },
      !isForm && can.test && { label: t("发给自己测试"), onSelect: () => test(id) },
      can.copy && {
        label: t("复制"),
        onSelect: () =>
          run(
            notification.copy,
            { params: { id } },
            { success: t("已复制为草稿"), onSuccess: (copy) => navigate(formPath(copy.id)) },
          ),
      },
      can.delete && {
        label: t("删除"),
        isDanger: true,
        isApart: true,
        onSelect: () =>
          confirm(notification.remove, { params: { id } }, { ...removing(row), onSuccess: () => onGone?.() }),
      },
    ];
  };
  return {
    actionsOf,
    pending,
    test,
    /** Asks before it is sent; `at`: at that time. */
    send: (id: number, at?: string) => setOpened({ what: "send", id, at }),
    dialog: (
      <>
        {opened?.what === "schedule" ? <ActDialog form={scheduleForm} of={opened.row} onClose={close} /> : null}
        {opened?.what === "retry" ? <ActDialog form={retryForm} of={opened.row} onClose={close} /> : null}
        {opened?.what === "send" ? <SendDialog id={opened.id} at={opened.at} onClose={close} /> : null}
        {opened?.what === "test" ? <TestDialog results={opened.results} onClose={close} /> : null}
        {dialog}
      </>
    ),
  };
}

/** It has receipts, or will have them soon. */
export const isBegun = ({ status }: Pick<NotificationRow, "status">) => status !== "draft" && status !== "scheduled";
