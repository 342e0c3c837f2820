import basic from "~/app/basic.module.css";
import "@mantine/core/styles/Tabs.css";
import { Tabs } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { RecordTags } from "~/app/blocks/detail/record-tags";
import { tabOf, tabRow } from "~/app/blocks/detail/tab-row";
import { Tag } from "~/app/blocks/detail/tag";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type AgentDetail, type AgentRow, agent } from "~/contract/agent/agent";
import { agentLevels, agentStatuses, agentTypes } from "~/contract/agent/agent-kinds";
import { mayCall } from "~/contract/endpoint";
import { agentTabs } from "./agent-tabs";
import { useAgentActs } from "./use-agent-acts";

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
