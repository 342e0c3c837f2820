import { and, inArray } from "drizzle-orm";
import type { z } from "zod";
import { AgentLoginColumns, type AgentLoginRow, agentLogin as contract } from "~/contract/agent/agent-login";
import { labelOf, metaOf } from "~/contract/field";
import { agentLoginLog } from "~/server/database/tables/agent/agent";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import type { Cell } from "~/server/lib/xlsx";
import { checkExportSize, chosen, inOrder, sendExport } from "~/server/resources/shared/export/send";
import { loginOrder, loginRows, selectLogins, toLoginRow } from "./login-list";

const chunkSize = 500;
const { shape } = AgentLoginColumns;

const wordOf = (name: "platform" | "method" | "result" | "fail_reason", value: string | null): Cell =>
  value === null ? null : (metaOf(shape[name]).options?.[value] ?? value);

const cells: Record<string, (row: AgentLoginRow) => Cell> = {
  at: ({ at }) => at.slice(0, 19).replace("T", " "),
  agent: ({ agent }) => agent?.name ?? null,
  account: ({ account }) => account?.name ?? null,
  login_name: ({ login_name }) => login_name,
  platform: ({ platform }) => wordOf("platform", platform),
  method: ({ method }) => wordOf("method", method),
  ip: ({ ip }) => ip,
  ip_region: ({ ip_region }) => ip_region,
  is_remote: ({ is_remote }) => (is_remote ? "是" : "否"),
  device: ({ device }) => device,
  result: ({ result }) => wordOf("result", result),
  fail_reason: ({ fail_reason }) => wordOf("fail_reason", fail_reason),
};
const header = Object.keys(cells).map((name) => labelOf(shape[name as keyof typeof shape], name));

/** The sign-ins as a spreadsheet: the list's filters, scope and order. */
export async function exportLogins(
  call: SignedCall,
  query: z.output<typeof contract.export.query>,
): Promise<FileReply> {
  const { db, user } = call;
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  const limit = (await readSettings(db))["export.max_rows"];
  const rows = await db
    .select({ id: agentLoginLog.id })
    .from(agentLoginLog)
    .where(and(loginRows(query, user), chosen(agentLoginLog.id, query.ids), ...whereRows(query.where, agentLoginLog)))
    .orderBy(loginOrder(query.sort))
    .limit(limit + 1);
  checkExportSize(rows.length, limit);
  const ids = rows.map(({ id }) => id);
  return sendExport(call, {
    ...{ endpoint: contract.export, module: "agent", name: "代理登录记录", count: ids.length, query, reason, header },
    chunks: async function* () {
      for (let start = 0; start < ids.length; start += chunkSize) {
        const chunk = ids.slice(start, start + chunkSize);
        const read = await selectLogins(db).where(inArray(agentLoginLog.id, chunk));
        const ordered = inOrder(chunk, read, ({ login }) => login.id);
        yield ordered.map((one) => Object.values(cells).map((cell) => cell(toLoginRow(one))));
      }
    },
  });
}
