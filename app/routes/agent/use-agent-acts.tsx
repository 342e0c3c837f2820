import { useActs } from "~/app/blocks/form/act/use-acts";
import { t } from "~/app/i18n/t";
import { type AgentRow, agent } from "~/contract/agent/agent";
import { accountsPath, disableForm, enabling, formPath, managerForm, removing, unregisterForm } from "./agent-dialogs";

export function useAgentActs(onGone?: () => void) {
  const { form, afterQuestion, remove, dialog } = useActs();
  const actionsOf = (row: AgentRow) => {
    const input = { params: { id: row.id } };
    return [
      row.can.edit && { label: t("编辑"), shortcut: "E", to: formPath(row.id) },
      row.can.accounts && { label: t("子账号"), to: accountsPath(row.id) },
      row.can.manager && form(managerForm, row, { label: t("分配渠道经理") }),
      row.can.enable && afterQuestion(agent.enable, input, enabling(row)),
      row.can.disable && form(disableForm, row),
      row.can.unregister && form(unregisterForm, row),
      row.can.delete && remove(agent.remove, input, removing(row), { record: { name: row.name }, onSuccess: onGone }),
    ];
  };
  return { actionsOf, dialog };
}
