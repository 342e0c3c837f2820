import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { agentUnregisterIntake, agentUnregister as contract } from "~/contract/agent/agent-unregister";
import { labelOf } from "~/contract/field";
import { agent, agentUnregister } from "~/server/database/tables/agent/agent";
import { found, pick, refuseFields } from "~/server/lib/call";
import { listOf } from "~/server/lib/list";
import { serve, serveAct } from "~/server/lib/serve";
import { serveSigned, type Taking, takeOnce } from "~/server/resources/shared/intake";
import { accountByPhone } from "./login/take";
import { fileUnregister, lockAgent } from "./unregister/file";
import {
  checkSight,
  requestCounts,
  requestOrder,
  requestRowOf,
  requestRows,
  selectRequests,
  toRequestRow,
} from "./unregister/request-list";
import { approveUnregister, cancelUnregister, rejectUnregister } from "./unregister/review";

export const agentUnregisterHandlers = [
  serve(contract.list, ({ db, query, user }) => {
    const parts = { select: selectRequests({ db }).$dynamic(), from: agentUnregister, where: requestRows(query, user) };
    return listOf(db, query, { ...parts, order: requestOrder(query) }, (row) => toRequestRow(row, user));
  }),

  serve(contract.count, ({ db, user }) => requestCounts(db, user)),

  serve(contract.create, async (call) => {
    const { agent_id, account_id, reason } = call.body;
    const about = await lockAgent(call, agent_id);
    await checkSight(call, about.manager_id);
    return fileUnregister(call, about, { account_id, reason, applicant: call.user.name });
  }),

  serveAct(contract.approve, requestRowOf, approveUnregister),
  serveAct(contract.reject, requestRowOf, rejectUnregister),
  serveAct(contract.cancel, requestRowOf, cancelUnregister),

  serveSigned(agentUnregisterIntake.request, async (taking, body) => {
    const { db } = taking;
    const { external_id, agent_no, reason, applicant } = body;
    const taken = await takeOnce(taking, { kind: "agent_unregister", external_id, content: body }, async () => {
      const [known] = await pick(db, agent, ["id"], and(eq(agent.agent_no, agent_no), isNull(agent.deleted_at)));
      if (!known) return refuseFields([{ field: "agent_no", label: "代理编号", message: "没有这个代理" }]);
      const about = await lockAgent(taking, known.id);
      const account_id = await accountOf(taking, about.id, body, "account_phone");
      const applicant_account_id = await accountOf(taking, about.id, body, "applicant_phone");
      return (await fileUnregister(taking, about, { account_id, reason, applicant, applicant_account_id })).id;
    });
    const [row] = await pick(db, agentUnregister, ["request_no"], eq(agentUnregister.id, taken.id));
    return { ...taken, ...found(row) };
  }),
];

type Intake = z.output<typeof agentUnregisterIntake.request.body>;

/** The agent's account of a phone in the body; none where it names none. */
async function accountOf({ db }: Taking, agentId: number, body: Intake, field: "account_phone" | "applicant_phone") {
  const phone = body[field];
  if (phone === null) return null;
  const account = await accountByPhone(db, phone, body.phone_cc);
  if (account?.agent_id === agentId) return account.id;
  return refuseFields([
    {
      field,
      label: labelOf(agentUnregisterIntake.request.body.shape[field], field),
      message: "该代理没有这个账号",
    },
  ]);
}
