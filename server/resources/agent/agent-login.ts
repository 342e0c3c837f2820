import { agentLoginIntake, agentLogin as contract } from "~/contract/agent/agent-login";
import { agentLoginLog } from "~/server/database/tables/agent/agent";
import { listOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { serveSigned, takeOnce } from "~/server/resources/shared/intake";
import { exportLogins } from "./login/login-export";
import { loginOrder, loginRows, loginSummary, selectLogins, toLoginRow } from "./login/login-list";
import { sessionsEndedAt, takeLogin } from "./login/take";

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
