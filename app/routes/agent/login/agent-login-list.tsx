import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { Tag } from "~/app/blocks/detail/tag";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { ListSummary, SummaryFigure } from "~/app/blocks/list/list-summary";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { t } from "~/app/i18n/t";
import { AgentLoginRow, agentLogin, agentLoginScreens } from "~/contract/agent/agent-login";
import { formatNumber } from "~/contract/decimal";
import type { Reply } from "~/contract/endpoint";

export const clientLoader = loaderOf(agentLoginScreens["/agent/agentLogin"]);
export { write as clientAction } from "~/app/api/writes";

const list: List<AgentLoginRow> = {
  name: "agent-login",
  endpoint: agentLogin.list,
  exports: agentLogin.export,
  columns: columnsOf(AgentLoginRow, [
    { key: "at", width: 140, isNamed: false },
    { key: "agent", width: 170 },
    { key: "account", width: 112, under: "login_name" },
    { platform: 92, method: 84 },
    { key: "ip", label: "IP / 属地", width: 124, under: "ip_region" },
    {
      key: "is_remote",
      label: "异地",
      width: 76,
      render: ({ is_remote }) => (is_remote ? <Tag color="red">{t("异地登录")}</Tag> : null),
    },
    { key: "device", width: 138 },
    { ...tagged(AgentLoginRow, "result", { success: "green", failed: "red" }), width: 70 },
    { key: "fail_reason", width: 92 },
  ]),
  filters: filtersOf(agentLogin.list, AgentLoginRow, [
    "agent_id",
    "result",
    "platform",
    { name: "at", label: "日期" },
    { name: "remote", by: "is_remote" },
  ]),
  card: { tags: ["result", "is_remote"], facts: ["account", "ip", "platform", "fail_reason"], time: "at" },
  title: "agent",
  nameOf: ({ agent, login_name }) => agent?.name ?? login_name,
};

/** The agents' sign-ins at their portal: to read, never to change. */
export default function AgentLoginList() {
  const { page } = useLoaderData<typeof clientLoader>();
  return <ListPage list={list} page={page} banner={<Summary {...page.summary} />} bulk={useBulk(list, page)} />;
}

const Summary = ({ logins, failed, remote }: Reply<typeof agentLogin.list>["summary"]) => (
  <ListSummary label={t("今日登录")}>
    <SummaryFigure of="agent_logins" value={formatNumber(logins)} />
    <SummaryFigure of="agent_logins_failed" value={formatNumber(failed)} />
    <SummaryFigure of="agent_logins_remote" value={formatNumber(remote)} warns={remote > 0} />
  </ListSummary>
);
