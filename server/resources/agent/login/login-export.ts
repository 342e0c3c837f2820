import { and, inArray } from "drizzle-orm";
import type { z } from "zod";
import { AgentLoginRow, agentLogin as contract } from "~/contract/agent/agent-login";
import { cellOf, columnOf } from "~/contract/sheet";
import { agentLoginLog } from "~/server/database/tables/agent/agent";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { checkExportSize, chosen, inOrder, sendExport } from "~/server/resources/shared/export/send";
import { loginOrder, loginRows, selectLogins, toLoginRow } from "./login-list";

const chunkSize = 500;
const { shape } = AgentLoginRow;
const fields = [
  ...(["at", "agent", "account", "login_name", "platform", "method", "ip", "ip_region", "is_remote"] as const),
  ...(["device", "result", "fail_reason"] as const),
] as const satisfies (keyof AgentLoginRow)[];
const columns = fields.map((name) => columnOf(shape[name], name, name === "at" ? { kind: "second" } : {}));

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
    ...{ endpoint: contract.export, module: "agent", name: "代理登录记录", count: ids.length, query, reason, columns },
    chunks: async function* () {
      for (let start = 0; start < ids.length; start += chunkSize) {
        const chunk = ids.slice(start, start + chunkSize);
        const read = await selectLogins(db).where(inArray(agentLoginLog.id, chunk));
        const ordered = inOrder(chunk, read, ({ login }) => login.id);
        yield ordered.map(toLoginRow).map((row) => fields.map((name) => cellOf(shape[name], row[name])));
      }
    },
  });
}
