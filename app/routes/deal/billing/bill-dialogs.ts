import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { voucherScene } from "~/app/features/deal/deal-media";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { billing } from "~/contract/deal/billing";
import type { BillingRow } from "~/contract/deal/billing-record";
import { type BillingType, billingTypes } from "~/contract/deal/deal-kinds";
import { distance } from "~/contract/decimal";
import { formatExact } from "~/contract/format";

export const namedBill = ({ type, amount, currency, billing_no }: BillingRow) =>
  `${t(billingTypes[type as BillingType] ?? type)} ${formatExact(amount, currency)}（${billing_no}）`;

const record = ({ billing_no }: BillingRow) => ({ name: billing_no });
const input = ({ id, version }: BillingRow) => ({ params: { id }, body: { version } });

const common = { input, record };

export const single = {
  pay: actDialog({
    endpoint: billing.pay,
    ...common,
    submitLabel: "登记付款",
    about: (row: BillingRow) => t("{bill}。付款少于账单金额时，余下部分另立一条。", { bill: namedBill(row) }),
    // The slip first: on the phone its camera is under the thumb.
    fields: ({ currency }: BillingRow) => [
      { name: "voucher", media: { scene: voucherScene } } as const,
      { name: "amount", currency: () => currency } as const,
      "paid_at" as const,
      { name: "method", inSight: true } as const,
      "remark" as const,
    ],
    value: ({ amount, remark }) => ({ amount, remark, paid_at: shanghaiDay() }),
    success: () => t("已登记付款，待财务确认到账"),
    draft: ({ id }) => `billing-pay:${id}`,
  }),
  return: actDialog({
    endpoint: billing.return,
    ...common,
    submitLabel: "退回",
    isDanger: true,
    about: (row: BillingRow) => t("{bill}，退回后回到待付。", { bill: namedBill(row) }),
    fields: ["reason"],
    success: () => t("已退回"),
  }),
  void: actDialog({
    endpoint: billing.void,
    ...common,
    submitLabel: "作废",
    isDanger: true,
    about: namedBill,
    fields: ["reason"],
    success: () => t("已作废"),
  }),
  refund: actDialog({
    endpoint: billing.refund,
    ...common,
    submitLabel: "退款",
    isDanger: true,
    about: (row: BillingRow) => t("{bill}。新增一条退款账单，原账单不变。", { bill: namedBill(row) }),
    fields: ({ currency }: BillingRow) => [
      { name: "amount", currency: () => currency } as const,
      ...(["due_at", "reason"] as const),
    ],
    value: ({ paid_amount, amount, refunded_amount }) => ({
      amount: distance(paid_amount ?? amount, refunded_amount),
      due_at: shanghaiDay(),
    }),
    success: () => t("已新增退款账单"),
  }),
};
