import { useSearchParams } from "@remix-run/react";
import { type ReactElement, useState } from "react";
import { download } from "~/app/api/download";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog, type ActDialogOf } from "~/app/blocks/form/act/act-dialog";
import type { FormEndpoint } from "~/app/blocks/form/use-record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type StatementRow, statement } from "~/contract/clue/statement";
import { revising, sending, single } from "./statement-dialogs";

const PayDialog = lazyPart(() => import("./pay-dialog"), "PayDialog");

/** What one may do with statements, by what the server allows, and the dialogs that ask for the rest. */
export function useStatementActs() {
  const isPhone = useIsPhone();
  const [, setSearch] = useSearchParams();
  const [opened, setOpened] = useState<ReactElement>();
  const { confirm, dialog } = useConfirm();
  const close = () => setOpened(undefined);
  const ask =
    <E extends FormEndpoint>(form: ActDialogOf<E, StatementRow>, row: StatementRow) =>
    () =>
      setOpened(<ActDialog form={form} of={row} onClose={close} />);
  /** In the place of the list: the form of a draft, or the sheet on paper. */
  const goTo =
    (name: "edit" | "print", { id }: StatementRow) =>
    () =>
      setSearch(
        (now) => {
          now.delete("open");
          now.set(name, String(id));
          return now;
        },
        { preventScrollReset: true },
      );
  return {
    actionsOf: (row: StatementRow): (RowAction | false)[] => {
      const { can, blocked, id, version } = row;
      const input = { params: { id }, body: { version } };
      return [
        can.send && {
          label: t("发送"),
          isPrimary: true,
          blocked: blocked.send,
          onSelect: () => confirm(statement.send, input, sending(row)),
        },
        can.confirm && { label: t("确认"), isPrimary: true, onSelect: ask(single.confirm, row) },
        can.revise && {
          label: t("退回修改"),
          isPrimary: true,
          onSelect: () => confirm(statement.revise, input, revising(row)),
        },
        can.invoice && { label: t("登记发票"), isPrimary: !can.pay, onSelect: ask(single.invoice, row) },
        can.pay && {
          label: t("付款"),
          isPrimary: true,
          blocked: blocked.pay,
          onSelect: () => setOpened(<PayDialog row={row} onClose={close} />),
        },
        // Written on the desk (domain D.0).
        can.edit && !isPhone && { label: t("编辑"), shortcut: "E", onSelect: goTo("edit", row) },
        can.dispute && { label: t("登记异议"), onSelect: ask(single.dispute, row) },
        can.uninvoice && { label: t("撤回发票"), onSelect: ask(single.uninvoice, row) },
        { label: t("打印"), onSelect: goTo("print", row) },
        {
          label: t("导出xlsx"),
          // What went wrong has been told.
          onSelect: () => void download(statement.export, { params: { id } }).catch(() => undefined),
        },
        can.void && { label: t("作废"), isDanger: true, isApart: true, onSelect: ask(single.void, row) },
      ];
    },
    dialog: (
      <>
        {opened}
        {dialog}
      </>
    ),
  };
}
