import { Group, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { Link } from "~/app/blocks/link";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { AccountColumns, type AccountRow, agentAccount, agentAccountScreens } from "~/contract/agent/agent-account";
import { formatPhone } from "~/contract/format";
import { drawerPath } from "./agent-dialogs";
import { useAccountActs } from "./use-account-acts";

export const clientLoader = loaderOf(agentAccountScreens["/agent/list/childAgent"]);
export { write as clientAction } from "~/app/api/writes";

const list: List<AccountRow> = {
  name: "agent-account",
  endpoint: agentAccount.list,
  columns: columnsOf(AccountColumns, [
    { key: "name", width: 120 },
    {
      key: "login_phone",
      width: 136,
      render: ({ login_phone, login_phone_cc }) => formatPhone(login_phone, login_phone_cc),
    },
    { ...tagged(AccountColumns, "role", { main: "brand" }), width: 88 },
    { key: "can_report", width: 84 },
    { key: "clue_count", width: 84 },
    { key: "last_login_at", width: 150 },
    { ...tagged(AccountColumns, "status", { enabled: "green" }), width: 84, under: "status_reason" },
    { key: "email", width: 180, isExtra: true },
    { key: "can_view_all", width: 120, isExtra: true },
    { key: "created_at", isExtra: true },
  ]),
  filters: filtersOf(agentAccount.list, AccountColumns, [
    { name: "keyword", label: "姓名 / 登录手机号后4位 / 邮箱" },
    "role",
    "status",
  ]),
  card: { tags: ["role", "status"], facts: ["login_phone", "clue_count"], time: "last_login_at" },
  title: "name",
  nameOf: ({ name }) => name,
  place: ["agent_id"],
};

/** 子账号管理: the people of one agent who sign in at the portal. */
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
