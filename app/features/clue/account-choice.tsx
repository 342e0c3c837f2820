import { Select } from "@mantine/core";
import { useCall } from "~/app/blocks/detail/use-async";
import { t } from "~/app/i18n/t";
import { agentAccount } from "~/contract/agent/agent-account";

interface AccountChoiceProps {
  agentId: number;
  onChange: (id: number | null) => void;
}

/** The agent's person who brought it; none means the agent itself. */
export function AccountChoice({ agentId, onChange }: AccountChoiceProps) {
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
