import { t } from "~/app/i18n/t";
import type { BillingRow } from "~/contract/deal/billing-record";
import { formatExact } from "~/contract/format";

/** The question before finance confirms: a confirmed line cannot change any more. `bill` names the line in a question. */
export const confirming = ({ paid_at, paid_amount, currency }: BillingRow, bill: string) => ({
  text: t("{bill}，付款 {day} {paid}。确认后不能再修改。", {
    ...{ bill, day: paid_at ?? "", paid: formatExact(paid_amount, currency) },
  }),
  confirmLabel: t("确认到账"),
  isDanger: false,
  success: t("已确认"),
});
