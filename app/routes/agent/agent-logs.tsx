import basic from "~/app/basic.module.css";
import entries from "~/app/blocks/detail/entries.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Note } from "~/app/blocks/feedback/note";
import { DrawerAnswer, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { t } from "~/app/i18n/t";
import { type AgentDetail, agent } from "~/contract/agent/agent";

export const AgentLogs = ({ record: { id } }: { record: AgentDetail }) => (
  <DrawerAnswer {...useDrawerCall(agent.logs, { params: { id } })}>
    {(lines) =>
      lines.length === 0 ? (
        <Note>{t("暂无数据")}</Note>
      ) : (
        <ul className={entries.list}>
          {lines.map((line) => (
            <li key={line.id} className={`${entries.item} ${basic.column} ${basic.gap4} ${basic.overlined}`}>
              <span>{line.summary}</span>
              {line.reason ? <span>{t("原因：{reason}", { reason: line.reason })}</span> : null}
              <span className={`${basic.dim} ${basic.size13}`}>{`${formatInstant(line.at)} · ${line.by}`}</span>
            </li>
          ))}
        </ul>
      )
    }
  </DrawerAnswer>
);
