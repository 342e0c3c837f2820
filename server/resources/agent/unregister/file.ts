import { and, eq, isNull } from "drizzle-orm";
import { agent, agentAccount, agentUnregister } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { audit } from "~/server/lib/audit";
import { found, Refusal, refuse, rowsOf, type SignedCall, setRow } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import type { Taking } from "~/server/resources/shared/intake";
import { nextNumber } from "~/server/resources/shared/numbers";
import { tellReviewers, unregisterLink } from "./tell";

type Filing =
  | Pick<SignedCall, "db" | "services" | "user" | "origin">
  | Pick<Taking, "db" | "services" | "user" | "origin">;
export type Agent = typeof agent.$inferSelect;

export const agentUnregisterPrefix = "DX";

interface Wish {
  account_id: number | null;
  reason: string;
  applicant: string;
  /** The account that asked, where the agent asks for itself. */
  applicant_account_id?: number | null;
}

/** Locks the agent until the commit: acts on its departure take turns by this row. */
export async function lockAgent({ db }: Pick<Filing, "db">, id: number): Promise<Agent> {
  const [row] = await rowsOf(db, agent, and(eq(agent.id, id), isNull(agent.deleted_at)), { lock: "update" });
  return found(row);
}

/** Starts the departure of a locked agent, or of one of its accounts. A whole agent is marked as leaving from then on. */
export async function fileUnregister(filing: Filing, about: Agent, wish: Wish) {
  const { db, services } = filing;
  const by = typeof filing.user === "string" ? null : filing.user.id;
  if (about.status === "deregistered") throw new Refusal(40902, "该代理已注销");
  const whole = wish.account_id === null;
  const account = wish.account_id === null ? undefined : await accountToGo(filing, about, wish.account_id);
  const isSame = and(
    eq(agentUnregister.agent_id, about.id),
    wish.account_id === null ? isNull(agentUnregister.account_id) : eq(agentUnregister.account_id, wish.account_id),
  );
  if ((await db.$count(agentUnregister, and(isSame, eq(agentUnregister.status, "pending")))) > 0)
    return refuse(40900, { label: whole ? "该代理的注销申请" : "该子账号的注销申请" });
  const now = services.now();
  const at = isoInstant(now);
  const [row] = await db
    .insert(agentUnregister)
    .values({
      ...wish,
      request_no: await nextNumber(db, agentUnregisterPrefix, now),
      target: whole ? "agent" : "account",
      agent_id: about.id,
      ...{ created_at: at, updated_at: at, created_by: by, updated_by: by },
    })
    .returning();
  const made = found(row);
  if (whole)
    await setRow(db, agent, about.id, {
      ...{ status: "deregistering" as const, status_before: about.status, version: about.version + 1 },
      ...{ updated_at: at, updated_by: by },
    });
  const name = account ? `${about.name}的子账号${account.name}` : about.name;
  await audit(filing, {
    module: "agent",
    action: "create",
    target: { type: "agent_unregister", id: made.id, name: made.request_no },
    touches: touched(about.id, account?.id),
    summary: `发起注销${made.request_no}：${about.agent_no} ${name}`,
    reason: wish.reason,
  });
  await tellReviewers({ db, now, by }, about.manager_id, {
    title: `代理注销待审核：${made.request_no}`,
    content: `代理【${name}】${about.agent_no}申请注销，原因：${wish.reason}`,
    ...unregisterLink(made, "pending"),
  });
  await emit(db, now, "agent.unregister", {
    ...{ request_no: made.request_no, agent_no: about.agent_no, agent: about.name },
    link: unregisterLink(made, "pending").link,
  });
  return { id: made.id, request_no: made.request_no };
}

/** The other records that a request's log line is about. */
export const touched = (agentId: number, accountId: number | null | undefined) => [
  { type: "agent", id: agentId },
  ...(accountId ? [{ type: "agent_account", id: accountId }] : []),
];

/** An account of the agent that may leave alone: not the main one, because the others belong to it. */
async function accountToGo({ db }: Filing, about: Agent, id: number) {
  const [row] = await rowsOf(
    db,
    agentAccount,
    and(eq(agentAccount.id, id), eq(agentAccount.agent_id, about.id), isNull(agentAccount.deleted_at)),
  );
  const account = found(row);
  if (about.status === "deregistering") throw new Refusal(40902, "该代理正在注销，不能单独注销子账号");
  if (account.status === "deregistered") throw new Refusal(40902, "该子账号已注销");
  if (account.is_main) throw new Refusal(40902, "主账号不能单独注销，请注销整个代理或先移交主账号");
  return account;
}
