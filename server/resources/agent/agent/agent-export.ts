import { sql } from "drizzle-orm";
import type { z } from "zod";
import { AgentRow, agent as contract } from "~/contract/agent/agent";
import { type Cell, cellOf, columnsOf } from "~/contract/sheet";
import { agent } from "~/server/database/tables/agent/agent";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { maskContact } from "~/server/lib/mask";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { agentOrder, agentRows } from "./list";
import { selectAgents, toAgentRow } from "./view";

const fields = [
  ...(["agent_no", "name", "type", "level", "country_code", "city", "contact_name", "contact_phone"] as const),
  ...(["manager", "account_count", "account_limit", "report_count", "valid_count", "contract_count"] as const),
  ...(["cooperation_to", "status", "created_at"] as const),
] as const satisfies (keyof AgentRow)[];

/** The list as a spreadsheet: its filters and order. Phones are as the list shows them, and masked for all while the setting says so. */
export async function exportAgents(
  call: SignedCall,
  query: z.output<typeof contract.export.query>,
): Promise<FileReply> {
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
