import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { deal } from "~/contract/deal/deal";
import type { DealDetail } from "~/contract/deal/deal-record";
import { compareDecimals } from "~/contract/decimal";
import { formatExact } from "~/contract/format";
import { namedDeal, recordOfDeal } from "./deal-questions";

export type DealActName =
  | "attach"
  | "cancel"
  | "change"
  | "change_reject"
  | "complete"
  | "contract"
  | "loan_paid"
  | "reject";

const input = ({ id, version }: DealDetail) => ({ params: { id }, body: { version } });
const said = (...texts: (string | false)[]) => texts.filter(Boolean).join(" ");

const cancelTypeOf = ({ status }: DealDetail) =>
  status === "contracted" ? ("return" as const) : ("unsubscribe" as const);
const refundDays = 7;

const common = { input, record: recordOfDeal };

export const single = {
  reject: actDialog({
    endpoint: deal.reject,
    ...common,
    submitLabel: "驳回",
    isDanger: true,
    about: namedDeal,
    fields: ["reason"],
    success: () => t("已驳回"),
  }),
  contract: actDialog({
    endpoint: deal.contract,
    ...common,
    submitLabel: "签约",
    about: (record: DealDetail) =>
      said(t("{deal}。", { deal: namedDeal(record) }), t("签约后汇率冻结，佣金账单生成。")),
    fields: ({ is_fx_auto }: DealDetail) => (is_fx_auto ? ["at"] : ["at", "fx_rate_to_cny"]),
    value: ({ fx_rate_to_cny }) => ({ at: shanghaiDay(), fx_rate_to_cny }),
    success: () => t("已签约"),
  }),
  loan_paid: actDialog({
    endpoint: deal.loanPaid,
    ...common,
    submitLabel: "登记放款",
    about: namedDeal,
    fields: ["at"],
    value: () => ({ at: shanghaiDay() }),
    success: () => t("已登记放款"),
  }),
  complete: actDialog({
    endpoint: deal.complete,
    ...common,
    submitLabel: "交割",
    about: namedDeal,
    fields: ["at"],
    value: () => ({ at: shanghaiDay() }),
    success: () => t("已交割"),
  }),
  cancel: actDialog({
    endpoint: deal.cancel,
    submitLabel: "确定取消",
    title: (record: DealDetail) => (cancelTypeOf(record) === "return" ? t("退房") : t("退订")),
    isDanger: true,
    size: "lg",
    about: (record) =>
      said(
        t("{deal}。", { deal: namedDeal(record) }),
        t("房号恢复可售，待付账单作废。"),
        record.refundable !== null &&
          t("可退金额 {amount}。", { amount: formatExact(record.refundable, record.currency) || "0" }),
      ),
    fields: [{ name: "reason", isWide: true }, "refund_plan"],
    input: (record) => ({
      params: { id: record.id },
      body: { version: record.version, cancel_type: cancelTypeOf(record) },
    }),
    value: ({ refundable }) => ({
      refund_plan:
        refundable && compareDecimals(refundable, "0") > 0
          ? [{ amount: refundable, due_at: shanghaiDay(refundDays), note: "" }]
          : [],
    }),
    record: recordOfDeal,
    success: (record) => (cancelTypeOf(record) === "return" ? t("已退房") : t("已退订")),
  }),
  change_reject: actDialog({
    endpoint: deal.changeReject,
    ...common,
    submitLabel: "驳回变更",
    isDanger: true,
    about: namedDeal,
    fields: ["reason"],
    success: () => t("变更已驳回"),
  }),
};
