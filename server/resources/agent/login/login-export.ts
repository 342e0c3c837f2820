import { and, inArray } from "drizzle-orm";
import type { z } from "zod";
import { AgentLoginRow, agentLogin as contract } from "~/contract/agent/agent-login";
import { cellOf, columnOf } from "~/contract/sheet";
import { agentLoginLog } from "~/server/database/tables/agent/agent";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { loginOrder, loginRows, selectLogins, toLoginRow } from "./login-list";

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
  return sendList(call, await readSettings(db), {
    ...{ endpoint: contract.export, module: "agent", name: "代理登录记录", query, reason, columns },
    ...{ table: agentLoginLog, order: loginOrder(query.sort) },
    where: and(
      ...[loginRows(query, user), chosen(agentLoginLog.id, query.ids), ...whereRows(query.where, agentLoginLog)],
    ),
    async rows(ids) {
      const read = await selectLogins(db).where(inArray(agentLoginLog.id, ids));
      const ordered = inOrder(ids, read, ({ login }) => login.id);
      return ordered.map(toLoginRow).map((row) => fields.map((name) => cellOf(shape[name], row[name])));
    },
  });
}
