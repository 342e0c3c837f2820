import { sql } from "drizzle-orm";
import type { z } from "zod";
import { AgentRow, agent as contract } from "~/contract/agent/agent";
import { maskContact } from "~/contract/mask";
import { type Cell, cellOf, columnsOf } from "~/contract/sheet";
import { agent } from "~/server/database/tables/agent/agent";
import { eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { serve, serveAct, serveNull } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { agentBank, agentLogs, agentOptions, agentOrder, agentOverview, agentPage, agentRows } from "./agent/list";
import { agentAfter, readAgent, selectAgents, toAgentRow } from "./agent/view";
import { changeAgent, createAgent, disableAgent, enableAgent, moveAgent, removeAgent } from "./agent/write";

const fields = [
  ...(["agent_no", "name", "type", "level", "country_code", "city", "contact_name", "contact_phone"] as const),
  ...(["manager", "account_count", "account_limit", "report_count", "valid_count", "contract_count"] as const),
  ...(["cooperation_to", "status", "created_at"] as const),
] as const satisfies (keyof AgentRow)[];

/** The list as a spreadsheet: its filters and order. Phones are as the list shows them, and masked for all while the setting says so. */
async function exportAgents(call: SignedCall, query: z.output<typeof contract.export.query>): Promise<FileReply> {
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  const settings = await readSettings(call.db);
  const where = sql.join(
    [agentRows(call, query), chosen(agent.id, query.ids), ...whereRows(query.where, agent)],
    sql` and `,
  );
  const isMasked = settings["export.mask_phone"];
  return sendList(call, settings, {
    ...{ endpoint: contract.export, module: "agent", name: "代理", query, reason },
    columns: columnsOf(AgentRow.shape, fields),
    ...{ table: agent, where, order: agentOrder(query.sort) },
    async rows(ids) {
      const found = await selectAgents(call).where(sql`${agent.id} = any(${sql.param(ids)}::bigint[]) and ${where}`);
      const list = found.map((row) => toAgentRow(row, call));
      return inOrder(ids, list, ({ id }) => id).map((row) => fields.map((field) => cellIn(row, field, isMasked)));
    },
  });
}

function cellIn(row: AgentRow, field: (typeof fields)[number], isMasked: boolean): Cell {
  if (field === "contact_phone" && isMasked) return maskContact("phone", row.contact_phone);
  return cellOf(AgentRow.shape[field], row[field]);
}

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
  serveAct(contract.update, agentAfter, changeAgent),
  serveNull(contract.remove, removeAgent),
  serveAct(contract.enable, agentAfter, enableAgent),
  serveAct(contract.disable, agentAfter, disableAgent),
  serveAct(contract.manager, agentAfter, (call, id, { manager_id }) => moveAgent(call, id, manager_id)),
  serve(contract.managerBatch, async (call) => {
    const { ids, manager_id } = call.body;
    const rows = await eachRow(call, ids, (one, id) => moveAgent(one, id, manager_id));
    return replyOf(rows, await keepBatch(call, batch, rows));
  }),
];
