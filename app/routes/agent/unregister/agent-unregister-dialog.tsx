import "@mantine/core/styles/Alert.css";
import { Alert, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Dialog, DialogClose } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection, Then } from "~/app/blocks/form/record-form";
import { ChecksList, hasOpenChecks } from "~/app/features/unregister/checks-list";
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
  /** The progress of the queue. */
  progress: ReactNode;
  onDecided: () => void;
  onClose: () => void;
}

/** An agent's request to leave: what is still open, and the decision if it is due. */
export function AgentUnregisterDialog({ row, isReview, progress, onDecided, onClose }: AgentUnregisterDialogProps) {
  const no = row.request_no;
  return (
    <Dialog onClose={onClose} title={isReview ? t("审核代理注销 {no}", { no }) : t("代理注销 {no}", { no })} size="lg">
      <Stack gap="lg">
        {isReview ? progress : null}
        <Facts row={row} isReview={isReview} />
        <ChecksList checks={row.checks} labels={agentUnregisterChecks} />
        {isReview ? <Review row={row} onDecided={onDecided} onClose={onClose} /> : <DialogClose onClose={onClose} />}
      </Stack>
    </Dialog>
  );
}

const wordOf = (words: Readonly<Record<string, string>>, value: string) => t(words[value] ?? value);

function Facts({ row, isReview }: Pick<AgentUnregisterDialogProps, "row" | "isReview">) {
  const { agent, account, reviewed_at, review_reason } = row;
  return (
    <FactList
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
    />
  );
}

function Review({ row, onDecided, onClose }: Pick<AgentUnregisterDialogProps, "row" | "onDecided" | "onClose">) {
  const { run, pending } = useAct();
  const hasOpen = hasOpenChecks(row.checks);
  const [sections] = useState((): FormSection<typeof AgentUnregisterReview>[] => [
    {
      fields: [
        { name: "action", isWide: true, inSight: true },
        { name: "force", isWide: true, when: ({ action }) => action === "approve" && hasOpen && row.can.force },
        { name: "reason", isWide: true },
      ],
    },
  ]);
  const params = { id: row.id };
  const decide = ({ action, reason, force }: z.output<typeof AgentUnregisterReview>, then: Then) => {
    if (action === "approve")
      return run(
        agentUnregister.approve,
        { params, body: { reason, force } },
        { success: t("已通过，账号已注销"), ...then(onDecided) },
      );
    run(
      agentUnregister.reject,
      { params, body: { reason: reason ?? "" } },
      { success: t("已驳回"), ...then(onDecided) },
    );
  };
  return (
    <>
      {hasOpen ? (
        <Alert color="red" title={t("存在未结业务")}>
          {row.can.force ? t("仍要通过时须填写说明。") : t("处理完毕后方可通过，或由超级管理员审核。")}
        </Alert>
      ) : (
        <Alert color="orange">
          {row.account
            ? t("通过后该子账号立即注销，不可恢复。")
            : t("通过后该代理及其全部账号立即注销，不可恢复；手机号30天后可再次使用。")}
        </Alert>
      )}
      <LazyRecordForm
        form={{
          schema: AgentUnregisterReview,
          sections,
          value: {},
          pending,
          submitLabel: t("提交审核"),
          onSubmit: decide,
        }}
        onCancel={onClose}
      />
    </>
  );
}
