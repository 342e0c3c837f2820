import { type ReactElement, useState } from "react";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog, type ActDialogOf } from "~/app/blocks/form/act/act-dialog";
import type { FormEndpoint } from "~/app/blocks/form/use-record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { confirming } from "~/app/features/deal/confirm-bill";
import { t } from "~/app/i18n/t";
import { billing } from "~/contract/deal/billing";
import type { BillingRow } from "~/contract/deal/billing-record";
import { namedBill, single } from "./bill-dialogs";

const LineDialog = lazyPart(() => import("./line-dialog"), "LineDialog");

/** What one may do with the lines of a bill, by what the server allows. Lines are written on the desk; the phone takes slips. */
export function useBillActs() {
  const isPhone = useIsPhone();
  const { confirm, dialog: question } = useConfirm();
  const [dialog, setDialog] = useState<ReactElement>();
  const close = () => setDialog(undefined);
  const ask = <E extends FormEndpoint>(form: ActDialogOf<E, BillingRow>, row: BillingRow) =>
    setDialog(<ActDialog key={row.id} form={form} of={row} onClose={close} />);
  return {
    actionsOf: (row: BillingRow): (RowAction | false)[] => {
      const { id, version, can } = row;
      return [
        can.confirm && {
          label: t("确认到账"),
          isPrimary: true,
          onSelect: () =>
            confirm(billing.confirm, { params: { id }, body: { version } }, confirming(row, namedBill(row))),
        },
        can.return && { label: t("退回"), onSelect: () => ask(single.return, row) },
        can.pay && { label: t("登记付款"), isPrimary: true, onSelect: () => ask(single.pay, row) },
        can.edit &&
          !isPhone && {
            label: t("编辑"),
            onSelect: () => setDialog(<LineDialog dealId={row.deal.id} row={row} onClose={close} />),
          },
        can.refund && { label: t("退款"), isDanger: true, isApart: true, onSelect: () => ask(single.refund, row) },
        can.void && { label: t("作废"), isDanger: true, isApart: true, onSelect: () => ask(single.void, row) },
      ];
    },
    dialog: (
      <>
        {dialog}
        {question}
      </>
    ),
  };
}
