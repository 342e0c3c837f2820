import { useState } from "react";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { type AccountRow, agentAccount } from "~/contract/agent/agent-account";
import {
  addForm,
  disableForm,
  editForm,
  enabling,
  handingOver,
  removing,
  resetting,
  unregisterForm,
} from "./account-dialogs";
import type { NewPassword } from "./account-password";

const AccountPassword = lazyPart(() => import("./account-password"), "AccountPassword");

type Opened = { act: "add" } | { act: "edit" | "disable" | "unregister"; row: AccountRow };

/** What one may do with an agent's accounts. */
export function useAccountActs(agent: { id: number; name: string }) {
  const [opened, setOpened] = useState<Opened>();
  const [made, setMade] = useState<NewPassword>();
  const { confirm, dialog } = useConfirm();
  const close = () => setOpened(undefined);
  return {
    add: () => setOpened({ act: "add" }),
    actionsOf: (row: AccountRow) => {
      const input = { params: { agent_id: row.agent_id, id: row.id } };
      const shown = { name: row.name, phone: row.login_phone, isNew: false };
      const show = ({ initial_password: password }: { initial_password: string }) => setMade({ ...shown, password });
      return [
        row.can.edit && { label: t("编辑"), shortcut: "E", onSelect: () => setOpened({ act: "edit", row }) },
        row.can.reset && {
          label: t("重置密码"),
          onSelect: () => confirm(agentAccount.resetPassword, input, { ...resetting(row), onSuccess: show }),
        },
        row.can.enable && { label: t("启用"), onSelect: () => confirm(agentAccount.enable, input, enabling(row)) },
        row.can.transfer && {
          label: t("移交主账号"),
          onSelect: () => confirm(agentAccount.transferMain, input, handingOver(row)),
        },
        row.can.disable && { label: t("停用"), isDanger: true, onSelect: () => setOpened({ act: "disable", row }) },
        row.can.unregister && {
          label: t("发起注销"),
          isDanger: true,
          onSelect: () => setOpened({ act: "unregister", row }),
        },
        row.can.delete && {
          label: t("删除"),
          isDanger: true,
          onSelect: () => confirm(agentAccount.remove, input, removing(row)),
        },
      ];
    },
    dialog: (
      <>
        {opened?.act === "add" ? (
          <ActDialog
            form={addForm}
            of={agent}
            onDone={({ initial_password: password }, { name, login_phone: phone }) => {
              close();
              setMade({ name, phone, password, isNew: true });
            }}
            onClose={close}
          />
        ) : null}
        {opened?.act === "edit" ? <ActDialog form={editForm} of={opened.row} onClose={close} /> : null}
        {opened?.act === "disable" ? <ActDialog form={disableForm} of={opened.row} onClose={close} /> : null}
        {opened?.act === "unregister" ? <ActDialog form={unregisterForm} of={opened.row} onClose={close} /> : null}
        {made ? <AccountPassword account={made} onClose={() => setMade(undefined)} /> : null}
        {dialog}
      </>
    ),
  };
}
