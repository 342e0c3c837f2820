import { Button, Group, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import entries from "~/app/blocks/detail/entries.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { Link } from "~/app/blocks/link";
import { DrawerAnswer, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { t } from "~/app/i18n/t";
import type { AgentDetail } from "~/contract/agent/agent";
import { agentAccount } from "~/contract/agent/agent-account";
import { accountRoles, accountStatuses } from "~/contract/agent/agent-kinds";
import { formatPhone } from "~/contract/format";
import { accountsPath } from "./agent-dialogs";

export function AgentAccounts({ record: { id, can } }: { record: AgentDetail }) {
  const input = { params: { agent_id: id }, query: { page_size: 50 } as const };
  return (
    <DrawerAnswer {...useDrawerCall(agentAccount.list, input)}>
      {({ list, used, limit }) => (
        <>
          <Group justify="space-between">
            <Text size="sm">{t("已用 {used} / 上限 {limit}", { used, limit })}</Text>
            {can.accounts ? (
              <Button component={Link} to={accountsPath(id)} variant="default" size="compact-sm">
                {t("管理子账号")}
              </Button>
            ) : null}
          </Group>
          <ul className={entries.list}>
            {list.map((row) => (
              <li key={row.id} className={`${entries.item} ${basic.column} ${basic.gap4} ${basic.overlined}`}>
                <div className={`${entries.head} ${basic.flex} ${basic.baseline} ${basic.gap8}`}>
                  <strong>{row.name}</strong>
                  <Tag color={row.is_main ? "brand" : undefined}>{t(accountRoles[row.role])}</Tag>
                  <Tag color={row.status === "enabled" ? "green" : "gray"}>{t(accountStatuses[row.status])}</Tag>
                </div>
                <span className={`${basic.dim} ${basic.size13}`}>
                  {[
                    formatPhone(row.login_phone, row.login_phone_cc),
                    t("报备 {count}", { count: row.clue_count }),
                    row.last_login_at ? t("最近登录 {at}", { at: formatInstant(row.last_login_at) }) : t("未登录过"),
                  ].join(" · ")}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </DrawerAnswer>
  );
}
