import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { confirming } from "~/app/features/deal/confirm-bill";
import { t } from "~/app/i18n/t";
import { billing } from "~/contract/deal/billing";
import type { BillingRow } from "~/contract/deal/billing-record";
import { namedBill, single } from "./bill-dialogs";

const LineDialog = lazyPart(() => import("./line-dialog"), "LineDialog");

export function useBillActs() {
  const isPhone = useIsPhone();
  const { form, afterQuestion, show, dialog } = useActs();
  const actionsOf = (row: BillingRow): (RowAction | false)[] => {
    const { id, version, can, deal } = row;
    const input = { params: { id }, body: { version } };
    return [
      can.confirm && afterQuestion(billing.confirm, input, confirming(row, namedBill(row)), { isPrimary: true }),
      can.return && form(single.return, row, { isDanger: false }),
      can.pay && form(single.pay, row, { isPrimary: true }),
      can.edit && !isPhone && show(t("编辑"), (onClose) => <LineDialog dealId={deal.id} row={row} onClose={onClose} />),
      can.refund && form(single.refund, row, { isApart: true }),
      can.void && form(single.void, row, { isApart: true }),
    ];
  };
  return { actionsOf, dialog };
}
