import { agent } from "~/contract/agent/agent";
import { agentAccount } from "~/contract/agent/agent-account";
import { agentUnregister } from "~/contract/agent/agent-unregister";
import { agentFacts } from "~/test/support/agent-facts";
import { at, type Case, casesOf } from "./prove";
import { accountOf } from "./world";

const agentIs = casesOf("agent");
/** An act on the account of the agent. */
const accountIs = (endpoint: Case["endpoint"], code: Case["code"], body: object = {}, isRead = false): Case =>
  agentIs(
    endpoint,
    code,
    isRead ? "agent: read" : "agent: work",
    ({ id }) => ({ params: { agent_id: id, id: accountOf(Number(id)) }, body }),
    { name: "agent_id" },
  );

const view = "agent:agent:view";
const edit = "agent:agent:edit";
const disable = "agent:agent:disable";
const manage = "agent:account:manage";
const facts = { name: "田中", login_phone_cc: "86", login_phone: "13900000009" };

export const agentCases: Case[] = [
  agentIs(agent.get, view, "agent: read"),
  agentIs(agent.overview, view, "agent: read"),
  agentIs(agent.logs, view, "agent: read"),
  agentIs(agent.bank, "clue:statement:pay", "agent: read"),
  agentIs(agent.update, edit, "agent: work", ({ id, caller }) => ({
    params: { id },
    body: { ...agentFacts, manager_id: caller.id, version: 1 },
  })),
  agentIs(agent.remove, edit, "agent: work"),
  agentIs(agent.enable, disable, "agent: work"),
  agentIs(agent.disable, disable, "agent: work", at({ reason: "违规报备" })),
  agentIs(
    agent.manager,
    edit,
    "agent: work",
    at(({ caller }) => ({ manager_id: caller.id })),
  ),
  agentIs(
    agent.managerBatch,
    edit,
    "agent: work",
    ({ id, caller }) => ({ body: { ids: [id], manager_id: caller.id } }),
    { name: "ids" },
  ),
  agentIs(
    agentUnregister.create,
    disable,
    "agent: work",
    ({ id }) => ({ body: { agent_id: id, account_id: null, reason: "不再合作" } }),
    { name: "agent_id" },
  ),
  accountIs(agentAccount.list, [manage, view], {}, true),
  accountIs(agentAccount.get, [manage, view], {}, true),
  accountIs(agentAccount.create, manage, facts),
  accountIs(agentAccount.update, manage, { ...facts, version: 1 }),
  accountIs(agentAccount.remove, manage),
  accountIs(agentAccount.enable, manage),
  accountIs(agentAccount.disable, manage, { reason: "离职" }),
  accountIs(agentAccount.resetPassword, manage),
  accountIs(agentAccount.transferMain, manage),
];
