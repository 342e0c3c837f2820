import "@mantine/core/styles/Tabs.css";
import { Tabs } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { type ComponentType, useState } from "react";
import basic from "~/app/basic.module.css";
import { RecordTags } from "~/app/blocks/detail/record-tags";
import { tabOf, tabRow } from "~/app/blocks/detail/tab-row";
import { Tag } from "~/app/blocks/detail/tag";
import { lazyPart } from "~/app/blocks/lazy-part";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type AgentDetail, type AgentRow, agent } from "~/contract/agent/agent";
import { agentAccount } from "~/contract/agent/agent-account";
import { agentLevels, agentStatuses, agentTypes } from "~/contract/agent/agent-kinds";
import { agentLogin } from "~/contract/agent/agent-login";
import { clue } from "~/contract/clue/clue";
import { statement } from "~/contract/clue/statement";
import { deal } from "~/contract/deal/deal";
import { type Endpoint, mayCall } from "~/contract/endpoint";
import { AgentFacts } from "./agent-facts";
import { useAgentActs } from "./use-agent-acts";

interface AgentTab {
  key: string;
  label: string;
  endpoint: Endpoint;
  part: ComponentType<{ record: AgentDetail }>;
}

/** The parts of an agent's drawer (domain D.3); an area adds its own here. */
const agentTabs: readonly AgentTab[] = [
  { key: "facts", label: "资料", endpoint: agent.get, part: AgentFacts },
  {
    key: "accounts",
    label: "子账号",
    endpoint: agentAccount.list,
    part: lazyPart(() => import("./agent-accounts"), "AgentAccounts"),
  },
  {
    key: "clues",
    label: "报备",
    endpoint: clue.list,
    part: lazyPart(() => import("./agent-clues"), "AgentClues"),
  },
  {
    key: "deals",
    label: "成交",
    endpoint: deal.list,
    part: lazyPart(() => import("./agent-deals"), "AgentDeals"),
  },
  {
    key: "statements",
    label: "对账单",
    endpoint: statement.list,
    part: lazyPart(() => import("./agent-statements"), "AgentStatements"),
  },
  {
    key: "logins",
    label: "登录",
    endpoint: agentLogin.list,
    part: lazyPart(() => import("./login/agent-logins"), "AgentLogins"),
  },
  {
    key: "comments",
    label: "评论",
    endpoint: agent.get,
    part: lazyPart(() => import("./agent-comments"), "AgentComments"),
  },
  { key: "logs", label: "日志", endpoint: agent.logs, part: lazyPart(() => import("./agent-logs"), "AgentLogs") },
];

/** An agent's drawer: its actions, and its parts in tabs; a message leads to one of them (`?tab=`). */
export function AgentDrawer({ id, row, onNext, onClose }: DrawerPart<AgentRow>) {
  const acts = useAgentActs(onNext ?? onClose);
  return (
    <DrawerAnswer {...useDrawerCall(agent.get, { params: { id } })}>
      {(record) => (
        <div className={`${basic.grid} ${basic.gap16}`}>
          <RecordTags name={record.name} isNamed={row !== undefined}>
            <Tag color={record.status === "active" ? "green" : "gray"}>{t(agentStatuses[record.status])}</Tag>
            <Tag>{t(agentLevels[record.level])}</Tag>
            <Tag>{t(agentTypes[record.type])}</Tag>
          </RecordTags>
          <RowActions isTall about={record.name} actions={acts.actionsOf(record)} />
          <Parts record={record} />
          {acts.dialog}
        </div>
      )}
    </DrawerAnswer>
  );
}

function Parts({ record }: { record: AgentDetail }) {
  const profile = useProfile();
  const [search] = useSearchParams();
  const tabs = agentTabs.filter(({ endpoint }) => mayCall(profile, endpoint));
  const [present, setPresent] = useState(() =>
    tabOf(
      search,
      tabs.map(({ key }) => key),
    ),
  );
  return (
    <Tabs value={present} onChange={(key) => key && setPresent(key)} keepMounted={false}>
      <Tabs.List {...tabRow}>
        {tabs.map(({ key, label }) => (
          <Tabs.Tab key={key} value={key}>
            {t(label)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, part: Part }) => (
        <Tabs.Panel key={key} value={key} pt="md">
          <Part record={record} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
