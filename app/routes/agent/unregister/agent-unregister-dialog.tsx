import type { ReactNode } from "react";
import { formatInstant } from "~/app/blocks/detail/format";
import { useAct } from "~/app/blocks/feedback/use-act";
import { LeavingDialog } from "~/app/features/unregister/leaving-dialog";
import { t } from "~/app/i18n/t";
import { agentUnregisterStatuses, agentUnregisterTargets } from "~/contract/agent/agent-kinds";
import {
  AgentUnregisterReview,
  type AgentUnregisterRow,
  agentUnregister,
  agentUnregisterChecks,
} from "~/contract/agent/agent-unregister";

interface AgentUnregisterDialogProps {
  row: AgentUnregisterRow;
  isReview: boolean;
  progress: ReactNode;
  onDecided: () => void;
  onClose: () => void;
}

/** An agent's request to leave: what is still open, and the decision if it is due. */
export function AgentUnregisterDialog({ row, isReview, onDecided, ...rest }: AgentUnregisterDialogProps) {
  const { run, pending } = useAct();
  const { request_no: no, agent, account, reviewed_at, review_reason } = row;
  const params = { id: row.id };
  return (
    <LeavingDialog
      title={isReview ? t("审核代理注销 {no}", { no }) : t("代理注销 {no}", { no })}
      facts={[
        !isReview && { label: t("状态"), value: wordOf(agentUnregisterStatuses, row.status) },
        { label: t("对象"), value: wordOf(agentUnregisterTargets, row.target) },
        { label: t("代理"), value: `${agent.name}（${agent.agent_no}）` },
        account !== null && { label: t("子账号"), value: account.name },
        { label: t("渠道经理"), value: row.manager?.name },
        { label: t("申请人"), value: row.applicant },
        { label: t("申请时间"), value: formatInstant(row.created_at) },
        { label: t("原因"), value: row.reason, isWide: true },
        reviewed_at !== null && { label: t("处理人"), value: row.reviewer?.name },
        reviewed_at !== null && { label: t("处理时间"), value: formatInstant(reviewed_at) },
        review_reason !== null && { label: t("处理说明"), value: review_reason, isWide: true },
      ]}
      checks={row.checks}
      labels={agentUnregisterChecks}
      schema={AgentUnregisterReview}
      mayForce={row.can.force}
      warning={
        account
          ? t("通过后该子账号立即注销，不可恢复。")
          : t("通过后该代理及其全部账号立即注销，不可恢复；手机号30天后可再次使用。")
      }
      onDecide={({ action, reason, force }, then) =>
        action === "approve"
          ? run(
              agentUnregister.approve,
              { params, body: { reason, force } },
              { success: t("已通过，账号已注销"), ...then(onDecided) },
            )
          : run(
              agentUnregister.reject,
              { params, body: { reason: reason ?? "" } },
              { success: t("已驳回"), ...then(onDecided) },
            )
      }
      {...{ isReview, pending }}
      {...rest}
    />
  );
}

const wordOf = (words: Readonly<Record<string, string>>, value: string) => t(words[value] ?? value);
