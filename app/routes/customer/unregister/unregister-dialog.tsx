import type { ReactNode } from "react";
import { formatInstant } from "~/app/blocks/detail/format";
import { useAct } from "~/app/blocks/feedback/use-act";
import { Link } from "~/app/blocks/link";
import { customerPage } from "~/app/features/customer/customer-path";
import { LeavingDialog } from "~/app/features/unregister/leaving-dialog";
import { t } from "~/app/i18n/t";
import { platforms } from "~/contract/customer/customer-user";
import {
  UnregisterReview,
  type UnregisterRow,
  unregister,
  unregisterChecks,
  unregisterReasons,
  unregisterStatuses,
} from "~/contract/customer/unregister";
import { dueText, LeftTag } from "./unregister-tags";

interface UnregisterDialogProps {
  row: UnregisterRow;
  isReview: boolean;
  progress: ReactNode;
  onDecided: () => void;
  onClose: () => void;
}

/** A request to unregister: what is still open, and the decision if it is due. */
export function UnregisterDialog({ row, isReview, onDecided, ...rest }: UnregisterDialogProps) {
  const { run, pending } = useAct();
  const { request_no: no, customer, reviewed_at, reject_reason, review_reason, completed_at } = row;
  const params = { id: row.id };
  return (
    <LeavingDialog
      title={isReview ? t("审核注销申请 {no}", { no }) : t("注销申请 {no}", { no })}
      facts={[
        { label: t("状态"), value: t(unregisterStatuses[row.status as keyof typeof unregisterStatuses]) },
        { label: t("用户"), value: `${row.customer_user.name}（${row.user_no}）` },
        { label: t("手机号"), value: row.phone },
        { label: t("邮箱"), value: row.email },
        {
          label: t("关联客户"),
          value: customer && <Link to={customerPage(customer)}>{customer.name}</Link>,
        },
        { label: t("来源"), value: t(platforms[row.platform as keyof typeof platforms] ?? row.platform) },
        { label: t("申请时间"), value: formatInstant(row.created_at) },
        { label: t("截止"), value: dueText(row) },
        row.workdays_left !== null && {
          label: t("倒计时"),
          figure: "workdays_left" as const,
          value: <LeftTag row={row} />,
        },
        { label: t("原因"), value: t(unregisterReasons[row.reason as keyof typeof unregisterReasons] ?? row.reason) },
        { label: t("说明"), value: row.detail, isWide: true },
        reviewed_at !== null && { label: t("审核人"), value: row.reviewer?.name },
        reviewed_at !== null && { label: t("审核时间"), value: formatInstant(reviewed_at) },
        review_reason !== null && { label: t("通过说明"), value: review_reason, isWide: true },
        reject_reason !== null && { label: t("驳回原因"), value: reject_reason, isWide: true },
        completed_at !== null && { label: t("完成时间"), value: formatInstant(completed_at) },
      ]}
      checks={row.checks}
      labels={unregisterChecks}
      schema={UnregisterReview}
      mayForce={row.can.force}
      onDecide={({ action, reason, force }, then) =>
        action === "approve"
          ? run(
              unregister.approve,
              { params, body: { action, reason, force } },
              { success: t("已通过，冷静期后注销"), ...then(onDecided) },
            )
          : run(
              unregister.reject,
              { params, body: { action, reason: reason ?? "" } },
              { success: t("已驳回"), ...then(onDecided) },
            )
      }
      {...{ isReview, pending }}
      {...rest}
    />
  );
}
