import { Group, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { columnsOf, hidden, tagged } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { AccountRow, agentAccount, agentAccountScreens } from "~/contract/agent/agent-account";
import { agentUnregister } from "~/contract/agent/agent-unregister";
import { formatPhone } from "~/contract/format";
import type { NewPassword } from "./account-password";
import { drawerPath } from "./agent-dialogs";

export const clientLoader = loaderOf(agentAccountScreens["/agent/list/childAgent"]);
export { write as clientAction } from "~/app/api/writes";

const facts = ["name", "login_phone_cc", "login_phone", "email", "role", "can_report", "can_view_all"] as const;
const inputOf = ({ agent_id, id }: AccountRow) => ({ params: { agent_id, id } });

const addForm = actDialog({
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

const editForm = actDialog({
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

const disableForm = actDialog({
  endpoint: agentAccount.disable,
  fields: ["reason"],
  about: ({ name }: AccountRow) => t("{name}立即退出代理端，停用期间不能登录和报备。", { name }),
  input: inputOf,
  success: () => t("已停用"),
  submitLabel: "停用",
  isDanger: true,
});

const unregisterForm = actDialog({
  endpoint: agentUnregister.create,
  fields: ["reason"],
  about: ({ name }: AccountRow) => t("{name}：提交后等待审核，通过后该账号注销，不能恢复。", { name }),
  input: ({ agent_id, id }) => ({ body: { agent_id, account_id: id } }),
  success: () => t("已提交注销申请，等待审核"),
  submitLabel: "发起注销",
  isDanger: true,
});

const AccountPassword = lazyPart(() => import("./account-password"), "AccountPassword");

const list: List<AccountRow> = {
  name: "agent-account",
  endpoint: agentAccount.list,
  columns: columnsOf(AccountRow, [
    { key: "name", width: 120 },
    {
      key: "login_phone",
      width: 136,
      render: ({ login_phone, login_phone_cc }) => formatPhone(login_phone, login_phone_cc),
    },
    { ...tagged(AccountRow, "role", { main: "brand" }), width: 88 },
    { can_report: 84, clue_count: 84, last_login_at: 150 },
    { ...tagged(AccountRow, "status", { enabled: "green" }), width: 84, under: "status_reason" },
    ...hidden({ email: 180, can_view_all: 120 }),
    { key: "created_at", isExtra: true },
  ]),
  filters: filtersOf(agentAccount.list, AccountRow, [
    { name: "keyword", label: "姓名 / 登录手机号后4位 / 邮箱" },
    "role",
    "status",
  ]),
  card: { tags: ["role", "status"], facts: ["login_phone", "clue_count"], time: "last_login_at" },
  title: "name",
  nameOf: ({ name }) => name,
  place: ["agent_id"],
};

export default function AccountList() {
  const { agent, page } = useLoaderData<typeof clientLoader>();
  const acts = useAccountActs(agent);
  const isFull = page.used >= page.limit;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        banner={
          <Group gap="xs">
            <Text component={Link} to={drawerPath(agent.id)} size="sm" fw={600}>
              {`${agent.name}（${agent.agent_no}）`}
            </Text>
            <Text size="sm" c={isFull ? "var(--mantine-color-error)" : undefined}>
              {isFull
                ? t("子账号已达上限：{used} / {limit}", { used: page.used, limit: page.limit })
                : t("已用 {used} / 上限 {limit}", { used: page.used, limit: page.limit })}
            </Text>
          </Group>
        }
        rowActions={acts.actionsOf}
        create={agent.status === "deregistered" ? null : <CreateButton label={t("新增子账号")} onClick={acts.add} />}
      />
      {acts.dialog}
    </>
  );
}

function useAccountActs(agent: { id: number; name: string }) {
  const { form, ask, afterQuestion, remove, open, dialog } = useActs();
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
        row.can.delete && remove(agentAccount.remove, input, removing(row)),
      ];
    },
    dialog,
  };
}

const enabling = ({ name }: AccountRow) => ({
  text: t("{name}可以重新登录代理端。", { name }),
  confirmLabel: t("启用"),
  isDanger: false,
  success: t("已启用"),
});
const resetting = ({ name }: AccountRow) => ({
  text: t("{name}立即退出代理端，须用新密码登录并修改。", { name }),
  confirmLabel: t("重置密码"),
  success: t("密码已重置"),
});
const handingOver = ({ name }: AccountRow) => ({
  text: t("{name}成为主账号，原主账号改为店长。", { name }),
  confirmLabel: t("移交"),
  isDanger: false,
  success: t("主账号已移交"),
});
const removing = ({ name }: AccountRow) => t("{name}的账号将被删除，不能恢复。", { name });
