import { agent as contract } from "~/contract/agent/agent";
import { eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import { replyNull, replyWith } from "~/server/lib/reply";
import { serve } from "~/server/lib/serve";
import { exportAgents } from "./agent/agent-export";
import { agentPage } from "./agent/list";
import { agentBank, agentLogs, agentOptions, agentOverview } from "./agent/reads";
import { agentAfter, readAgent } from "./agent/view";
import { changeAgent, createAgent, disableAgent, enableAgent, moveAgent, removeAgent } from "./agent/write";

const batch = { act: "assign", targetType: "agent", permission: contract.managerBatch.permission } as const;

export const agentHandlers = [
  serve(contract.list, agentPage),
  serve(contract.options, (call) => agentOptions(call, call.query.keyword)),
  serve(contract.export, (call) => exportAgents(call, call.query)),
  serve(contract.get, (call) => readAgent(call, call.params.id)),
  serve(contract.overview, (call) => agentOverview(call, call.params.id)),
  serve(contract.logs, (call) => agentLogs(call, call.params.id)),
  serve(contract.bank, (call) => agentBank(call, call.params.id), { writes: true }),

  serve(contract.create, (call) => createAgent(call, call.body), { ownTransaction: true }),
  serve(contract.update, replyWith(agentAfter, changeAgent)),
  serve(contract.remove, replyNull(removeAgent)),
  serve(contract.enable, replyWith(agentAfter, enableAgent)),
  serve(contract.disable, replyWith(agentAfter, disableAgent)),
  serve(
    contract.manager,
    replyWith(agentAfter, (call, id, { manager_id }) => moveAgent(call, id, manager_id)),
  ),
  serve(contract.managerBatch, async (call) => {
    const { ids, manager_id } = call.body;
    const rows = await eachRow(call, ids, (one, id) => moveAgent(one, id, manager_id));
    return replyOf(rows, await keepBatch(call, batch, rows));
  }),
];
