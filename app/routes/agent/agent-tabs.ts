import type { ComponentType } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { type AgentDetail, agent } from "~/contract/agent/agent";
import { agentAccount } from "~/contract/agent/agent-account";
import { agentLogin } from "~/contract/agent/agent-login";
import { clue } from "~/contract/clue/clue";
import { statement } from "~/contract/clue/statement";
import { deal } from "~/contract/deal/deal";
import type { Endpoint } from "~/contract/endpoint";
import { AgentFacts } from "./agent-facts";

interface AgentTab {
  key: string;
  label: string;
  endpoint: Endpoint;
  part: ComponentType<{ record: AgentDetail }>;
}

/** The parts of an agent's drawer (domain D.3); an area adds its own here. */
export const agentTabs: readonly AgentTab[] = [
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
