import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { type AccountRow, agentAccount } from "~/contract/agent/agent-account";
import { agentUnregister } from "~/contract/agent/agent-unregister";

const facts = ["name", "login_phone_cc", "login_phone", "email", "role", "can_report", "can_view_all"] as const;
const inputOf = ({ agent_id, id }: AccountRow) => ({ params: { agent_id, id } });

/** A new account of an agent. */
export const addForm = actDialog({
  endpoint: agentAccount.create,
  size: "lg",
  fields: facts,
  about: ({ name }: { id: number; name: string }) =>
    t("{name}：保存后显示登录手机号和初始密码，请复制给本人；密码只显示一次。", { name }),
  input: ({ id }) => ({ params: { agent_id: id } }),
  value: () => ({ login_phone_cc: "86", role: "agent", can_report: true, can_view_all: false }),
  draft: ({ id }) => `agent-account-new:${id}`,
  success: () => t("子账号已新增"),
  submitLabel: "保存",
});

export const editForm = actDialog({
  endpoint: agentAccount.update,
  size: "lg",
  // Only the hand-over changes the main account.
  fields: ({ is_main }: AccountRow) => (is_main ? facts.filter((name) => name !== "role") : facts),
  about: ({ name }) => name,
  input: (row) => ({
    ...inputOf(row),
    body: { version: row.version, ...(row.is_main ? { role: "manager" as const } : {}) },
  }),
  value: (row) => ({ ...row }),
  draft: ({ id }) => `agent-account:${id}`,
  success: () => t("已保存"),
  submitLabel: "保存",
});

export const disableForm = actDialog({
  endpoint: agentAccount.disable,
  fields: ["reason"],
  about: ({ name }: AccountRow) => t("{name}立即退出代理端，停用期间不能登录和报备。", { name }),
  input: inputOf,
  success: () => t("已停用"),
  submitLabel: "停用",
  isDanger: true,
});

export const unregisterForm = actDialog({
  endpoint: agentUnregister.create,
  fields: ["reason"],
  about: ({ name }: AccountRow) => t("{name}：提交后等待审核，通过后该账号注销，不能恢复。", { name }),
  input: ({ agent_id, id }) => ({ body: { agent_id, account_id: id } }),
  success: () => t("已提交注销申请，等待审核"),
  submitLabel: "发起注销",
  isDanger: true,
});

/** What is asked before an account's acts. */
export const enabling = ({ name }: AccountRow) => ({
  text: t("{name}可以重新登录代理端。", { name }),
  confirmLabel: t("启用"),
  isDanger: false,
  success: t("已启用"),
});
export const resetting = ({ name }: AccountRow) => ({
  text: t("{name}立即退出代理端，须用新密码登录并修改。", { name }),
  confirmLabel: t("重置密码"),
  success: t("密码已重置"),
});
export const handingOver = ({ name }: AccountRow) => ({
  text: t("{name}成为主账号，原主账号改为店长。", { name }),
  confirmLabel: t("移交"),
  isDanger: false,
  success: t("主账号已移交"),
});
export const removing = ({ name }: AccountRow) => ({
  text: t("{name}的账号将被删除，不能恢复。", { name }),
  confirmLabel: t("删除"),
  success: t("已删除"),
});
