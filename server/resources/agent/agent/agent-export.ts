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
import { checkExportSize, chosen, inOrder, sendExport } from "~/server/resources/shared/export/send";
import { agentOrder, agentRows } from "./list";
import { selectAgents, toAgentRow } from "./view";

const fields = [
  ...(["agent_no", "name", "type", "level", "country_code", "city", "contact_name", "contact_phone"] as const),
  ...(["manager", "account_count", "account_limit", "report_count", "valid_count", "contract_count"] as const),
  ...(["cooperation_to", "status", "created_at"] as const),
] as const satisfies (keyof AgentRow)[];
const chunkSize = 500;

/** The list as a spreadsheet: its filters and order. Phones are as the list shows them, and masked for all while the setting says so. */
export async function exportAgents(
  call: SignedCall,
  query: z.output<typeof contract.export.query>,
): Promise<FileReply> {
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  const { "export.mask_phone": isMasked, "export.max_rows": limit } = await readSettings(call.db);
  const where = sql.join(
    [agentRows(call, query), chosen(agent.id, query.ids), ...whereRows(query.where, agent)],
    sql` and `,
  );
  const rows = await call.db
    .select({ id: agent.id })
    .from(agent)
    .where(where)
    .orderBy(agentOrder(query.sort))
    .limit(limit + 1);
  checkExportSize(rows.length, limit);
  const ids = rows.map(({ id }) => id);
  return sendExport(call, {
    ...{ endpoint: contract.export, module: "agent", name: "代理", count: ids.length, query, reason },
    columns: columnsOf(AgentRow.shape, fields),
    chunks: async function* () {
      for (let start = 0; start < ids.length; start += chunkSize) {
        const part = ids.slice(start, start + chunkSize);
        const found = await selectAgents(call).where(sql`${agent.id} = any(${sql.param(part)}::bigint[]) and ${where}`);
        const list = found.map((row) => toAgentRow(row, call));
        yield inOrder(part, list, ({ id }) => id).map((row) => fields.map((field) => cellIn(row, field, isMasked)));
      }
    },
  });
}

function cellIn(row: AgentRow, field: (typeof fields)[number], isMasked: boolean): Cell {
  if (field === "contact_phone" && isMasked) return maskContact("phone", row.contact_phone);
  return cellOf(AgentRow.shape[field], row[field]);
}
