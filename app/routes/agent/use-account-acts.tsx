import { useActs } from "~/app/blocks/form/act/use-acts";
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

/** What one may do with an agent's accounts. */
export function useAccountActs(agent: { id: number; name: string }) {
  const { form, ask, afterQuestion, open, dialog } = useActs();
  const show = (account: NewPassword) => open((onClose) => <AccountPassword account={account} onClose={onClose} />);
  return {
    add: () =>
      ask(addForm, agent, ({ initial_password: password }, { name, login_phone: phone }) =>
        show({ name, phone, password, isNew: true }),
      ),
    actionsOf: (row: AccountRow) => {
      const input = { params: { agent_id: row.agent_id, id: row.id } };
      const renewed = ({ initial_password: password }: { initial_password: string }) =>
        show({ name: row.name, phone: row.login_phone, password, isNew: false });
      return [
        row.can.edit && form(editForm, row, { label: t("编辑"), shortcut: "E" }),
        row.can.reset && afterQuestion(agentAccount.resetPassword, input, { ...resetting(row), onSuccess: renewed }),
        row.can.enable && afterQuestion(agentAccount.enable, input, enabling(row)),
        row.can.transfer &&
          afterQuestion(agentAccount.transferMain, input, handingOver(row), { label: t("移交主账号") }),
        row.can.disable && form(disableForm, row),
        row.can.unregister && form(unregisterForm, row),
        row.can.delete && afterQuestion(agentAccount.remove, input, removing(row), { isDanger: true }),
      ];
    },
    dialog,
  };
}
