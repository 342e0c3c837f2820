import { and, inArray } from "drizzle-orm";
import type { z } from "zod";
import { AgentLoginRow, agentLoginIntake, agentLogin as contract } from "~/contract/agent/agent-login";
import { cellOf, columnOf } from "~/contract/sheet";
import { agentLoginLog } from "~/server/database/tables/agent/agent";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { listOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { serveSigned, takeOnce } from "~/server/resources/shared/intake";
import { loginOrder, loginRows, loginSummary, selectLogins, toLoginRow } from "./login/login-list";
import { sessionsEndedAt, takeLogin } from "./login/take";

const { shape } = AgentLoginRow;
const fields = [
  ...(["at", "agent", "account", "login_name", "platform", "method", "ip", "ip_region", "is_remote"] as const),
  ...(["device", "result", "fail_reason"] as const),
] as const satisfies (keyof AgentLoginRow)[];
const columns = fields.map((name) => columnOf(shape[name], name, name === "at" ? { kind: "second" } : {}));

async function exportLogins(call: SignedCall, query: z.output<typeof contract.export.query>): Promise<FileReply> {
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

export const agentLoginHandlers = [
  serve(contract.list, async ({ db, query, user, services }) => {
    const page = await listOf(
      db,
      query,
      {
        select: selectLogins(db).$dynamic(),
        from: agentLoginLog,
        where: loginRows(query, user),
        order: loginOrder(query.sort),
      },
      toLoginRow,
    );
    return { ...page, summary: await loginSummary(db, user, services.now()) };
  }),

  serve(contract.export, (call) => exportLogins(call, call.query)),

  serveSigned(agentLoginIntake.login, async (taking, body) => {
    const taken = await takeOnce(taking, { kind: "agent_login", external_id: body.external_id, content: body }, () =>
      takeLogin(taking, body),
    );
    return { ...taken, sessions_ended_at: await sessionsEndedAt(taking, taken.id) };
  }),
];
