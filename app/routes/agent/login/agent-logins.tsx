import basic from "~/app/basic.module.css";
import entries from "~/app/blocks/detail/entries.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { Note } from "~/app/blocks/feedback/note";
import { Link } from "~/app/blocks/link";
import { DrawerAnswer, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { t } from "~/app/i18n/t";
import type { AgentDetail } from "~/contract/agent/agent";
import { agentLoginFailures, agentLoginMethods, agentLoginResults } from "~/contract/agent/agent-kinds";
import { type AgentLoginRow, agentLogin } from "~/contract/agent/agent-login";

export const AgentLogins = ({ record: { id } }: { record: AgentDetail }) => (
  <DrawerAnswer {...useDrawerCall(agentLogin.list, { query: { agent_id: id } })}>
    {({ list }) =>
      list.length === 0 ? (
        <Note>{t("暂无登录记录")}</Note>
      ) : (
        <>
          <ul className={entries.list}>
            {list.map((row) => (
              <li key={row.id} className={`${entries.item} ${basic.column} ${basic.gap4} ${basic.overlined}`}>
                <div className={`${entries.head} ${basic.flex} ${basic.baseline} ${basic.gap8}`}>
                  <strong>{row.account?.name}</strong>
                  {row.is_remote ? <Tag color="red">{t("异地登录")}</Tag> : null}
                  <Tag color={row.result === "success" ? "green" : "red"}>{wordOf(agentLoginResults, row.result)}</Tag>
                </div>
                <span className={`${basic.dim} ${basic.size13}`}>{factsOf(row)}</span>
              </li>
            ))}
          </ul>
          <Link to={`/agent/agentLogin?agent_id=${id}`}>{t("全部登录记录")}</Link>
        </>
      )
    }
  </DrawerAnswer>
);

const wordOf = (words: Readonly<Record<string, string>>, value: string) => t(words[value] ?? value);

const factsOf = (row: AgentLoginRow) =>
  [
    formatInstant(row.at),
    wordOf(agentLoginMethods, row.method),
    row.ip,
    row.ip_region,
    row.device,
    row.fail_reason && wordOf(agentLoginFailures, row.fail_reason),
  ]
    .filter(Boolean)
    .join(" · ");
