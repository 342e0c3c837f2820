import { useState } from "react";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { type AgentRow, agent } from "~/contract/agent/agent";
import { accountsPath, disableForm, enabling, formPath, managerForm, removing, unregisterForm } from "./agent-dialogs";

/** The actions on an agent, in the list and in the drawer. */
export function useAgentActs(onGone?: () => void) {
  const [opened, setOpened] = useState<{ act: "disable" | "manager" | "unregister"; row: AgentRow }>();
  const { confirm, dialog } = useConfirm();
  const close = () => setOpened(undefined);
  return {
    actionsOf: (row: AgentRow) => {
      const input = { params: { id: row.id } };
      return [
        row.can.edit && { label: t("编辑"), shortcut: "E", to: formPath(row.id) },
        row.can.accounts && { label: t("子账号"), to: accountsPath(row.id) },
        row.can.manager && { label: t("分配渠道经理"), onSelect: () => setOpened({ act: "manager", row }) },
        row.can.enable && { label: t("启用"), onSelect: () => confirm(agent.enable, input, enabling(row)) },
        row.can.disable && { label: t("停用"), isDanger: true, onSelect: () => setOpened({ act: "disable", row }) },
        row.can.unregister && {
          label: t("发起注销"),
          isDanger: true,
          onSelect: () => setOpened({ act: "unregister", row }),
        },
        row.can.delete && {
          label: t("删除"),
          isDanger: true,
          onSelect: () => confirm(agent.remove, input, { ...removing(row), onSuccess: onGone }),
        },
      ];
    },
    dialog: (
      <>
        {opened?.act === "disable" ? <ActDialog form={disableForm} of={opened.row} onClose={close} /> : null}
        {opened?.act === "manager" ? <ActDialog form={managerForm} of={opened.row} onClose={close} /> : null}
        {opened?.act === "unregister" ? <ActDialog form={unregisterForm} of={opened.row} onClose={close} /> : null}
        {dialog}
      </>
    ),
  };
}
