import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { t } from "~/app/i18n/t";
import { type AgentRow, agent } from "~/contract/agent/agent";
import { agentUnregister } from "~/contract/agent/agent-unregister";

export type NamedAgent = Pick<AgentRow, "id" | "name" | "agent_no">;

export const formPath = (id?: number) => (id ? `/agent/list/addAgent?id=${id}` : "/agent/list/addAgent");
export const accountsPath = (id: number) => `/agent/list/childAgent?agent_id=${id}`;
export const drawerPath = (id: number) => `/agent/list?open=${id}`;

const recordOfAgent = ({ id, name }: Pick<NamedAgent, "id" | "name">) => ({ name, to: drawerPath(id) });

export const disableForm = actDialog({
  endpoint: agent.disable,
  fields: ["reason"],
  about: ({ name, agent_no }: NamedAgent) =>
    t("{name}（{no}）的所有账号立即退出代理端，停用期间不能登录和报备；进行中的报备继续有效。", { name, no: agent_no }),
  record: recordOfAgent,
  success: () => t("已停用"),
  submitLabel: "停用",
  isDanger: true,
});

export const managerForm = actDialog({
  endpoint: agent.manager,
  fields: [{ name: "manager_id", perm: "agent:agent:edit" }],
  about: ({ name, agent_no }: NamedAgent) => t("{name}（{no}）及其报备由新的渠道经理负责。", { name, no: agent_no }),
  record: recordOfAgent,
  success: () => t("已分配"),
  submitLabel: "分配",
});

export const managerBatchForm = actDialog({
  endpoint: agent.managerBatch,
  fields: [{ name: "manager_id", perm: "agent:agent:edit" }],
  about: (rows: readonly NamedAgent[]) => t("代理：{names}", { names: namesOf(rows.map(({ name }) => name)) }),
  input: (rows) => ({ body: { ids: rows.map(({ id }) => id) } }),
  submitLabel: "分配",
});

export const unregisterForm = actDialog({
  endpoint: agentUnregister.create,
  fields: ["reason"],
  about: ({ name, agent_no }: NamedAgent) =>
    t("{name}（{no}）提交后等待审核；通过后该代理及其全部账号注销，不能恢复。", { name, no: agent_no }),
  input: ({ id }) => ({ body: { agent_id: id, account_id: null } }),
  record: recordOfAgent,
  success: () => t("已提交注销申请，等待审核"),
  submitLabel: "发起注销",
  isDanger: true,
});

export const enabling = ({ id, name, agent_no: no }: NamedAgent) => ({
  text: t("{name}（{no}）恢复合作，其启用的账号可以重新登录代理端。", { name, no }),
  confirmLabel: t("启用"),
  isDanger: false,
  success: t("已启用"),
  record: recordOfAgent({ id, name }),
});
export const removing = ({ name, agent_no: no }: NamedAgent) =>
  t("{name}（{no}）及其全部账号将被删除，不能恢复。", { name, no });
