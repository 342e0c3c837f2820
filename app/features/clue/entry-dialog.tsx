import { Select } from "@mantine/core";
import { useRef, useState } from "react";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { type FormSection, RecordForm } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { agentAccount } from "~/contract/agent/agent-account";
import { clue } from "~/contract/clue/clue";
import { ClueCreate } from "~/contract/clue/clue-record";
import { mayCall } from "~/contract/endpoint";
import { cluePath } from "./approve-dialog";
import { CheckNotice, useClueCheck } from "./use-clue-check";

export function EntryDialog({ estateId, onClose }: { estateId?: number; onClose: () => void }) {
  const { run, pending } = useAct();
  const profile = useProfile();
  const account = useRef<number | null>(null);
  const { collision, onLeave } = useClueCheck();
  const [value] = useState(() => ({ phone_cc: "86", estate_id: estateId ?? null }));
  const [sections] = useState<FormSection<typeof ClueCreate>[]>(() => [
    {
      title: "报备方",
      fields: ["agent_id"],
      below: ({ agent_id }) =>
        typeof agent_id === "number" ? (
          <AccountChoice
            key={agent_id}
            agentId={agent_id}
            onChange={(id) => {
              account.current = id;
            }}
          />
        ) : null,
    },
    { title: "客户", fields: ["estate_id", "customer_name", "phone_cc", "phone", "gender", "expected_visit_at"] },
    {
      title: "意向",
      fields: ["layout", "purpose", "budget_currency", "budget_min", "budget_max", { name: "note", isWide: true }],
    },
  ]);
  return (
    <Dialog onClose={onClose} title={t("代录报备")} size="xl">
      <RecordForm
        form={{
          schema: ClueCreate,
          sections,
          value,
          draft: "clue-new",
          pending,
          submitLabel: t("报备"),
          onSubmit: (body, then) => {
            const { onSuccess, onError } = then(onClose);
            run(
              clue.create,
              { body: { ...body, account_id: account.current } },
              {
                onError,
                onSuccess,
                success: ({ collision: hit, clue_no: no }) =>
                  hit ? t("已报备 {no}，有撞单，待判定", { no }) : t("已报备 {no}", { no }),
                record: ({ id }) => (mayCall(profile, clue.get) ? { to: cluePath(id) } : undefined),
              },
            );
          },
        }}
        isInDialog
        notice={{ at: "phone", show: () => <CheckNotice collision={collision} /> }}
        onLeave={onLeave}
        onCancel={onClose}
      />
    </Dialog>
  );
}

function AccountChoice({ agentId, onChange }: { agentId: number; onChange: (id: number | null) => void }) {
  const { answer } = useCall(agentAccount.list, {
    params: { agent_id: agentId },
    query: { status: ["enabled"], page_size: 100 },
  });
  const accounts = answer?.list.filter(({ can_report }) => can_report) ?? [];
  return (
    <Select
      mt="sm"
      label={t("报备人")}
      placeholder={answer ? (accounts.length ? t("可不选") : t("没有可报备的子账号")) : t("加载中")}
      disabled={accounts.length === 0}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("清空") }}
      data={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
