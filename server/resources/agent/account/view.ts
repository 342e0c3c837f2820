import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { AccountRow, type agentAccount as contract } from "~/contract/agent/agent-account";
import { maskContact } from "~/contract/mask";
import { agent, agentAccount } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { inOrder } from "~/server/database/tables/search";
import { found, type Looking, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { listOf, matching, orderOf, present } from "~/server/lib/list";
import { includesText, matchesContact } from "~/server/lib/search";
import { countsToLimit, findSeen } from "../agent/view";

export type AccountRecord = typeof agentAccount.$inferSelect;
type Query = z.output<typeof contract.list.query>;

const selectAccounts = ({ db }: Looking) =>
  db
    .select({
      account: agentAccount,
      agent_status: agent.status,
      clue_count: sql<number>`(select count(*)::int from ${clue} where ${clue.account_id} = ${agentAccount.id})`,
    })
    .from(agentAccount)
    .innerJoin(agent, eq(agent.id, agentAccount.agent_id));
type Viewed = Awaited<ReturnType<typeof selectAccounts>>[number];

function toAccountRow({ account: row, agent_status, clue_count }: Viewed, { user }: Looking): AccountRow {
  const mayManage = user.permissions.has("agent:account:manage");
  const isLive = mayManage && row.status !== "deregistered" && agent_status !== "deregistered";
  const { email, is_main, status } = row;
  return rowOf(AccountRow, row, {
    clue_count,
    login_phone: mayManage ? row.login_phone : (maskContact("phone", row.login_phone) ?? ""),
    email: mayManage ? email : maskContact("email", email),
    can: {
      edit: isLive,
      enable: isLive && status === "disabled",
      disable: isLive && status === "enabled",
      reset: isLive,
      transfer: isLive && !is_main && status === "enabled",
      unregister: isLive && !is_main && user.permissions.has("agent:agent:disable"),
      delete: isLive && !is_main && clue_count === 0,
    },
  });
}

export async function readAccount(call: Looking, agentId: number, id: number): Promise<AccountRow> {
  await findSeen(call, agentId);
  const [viewed] = await selectAccounts(call).where(
    and(eq(agentAccount.id, id), eq(agentAccount.agent_id, agentId), isNull(agentAccount.deleted_at)),
  );
  return toAccountRow(found(viewed), call);
}

export async function accountOf(call: Looking, id: number): Promise<AccountRow | undefined> {
  const [viewed] = await selectAccounts(call).where(eq(agentAccount.id, id));
  return viewed && toAccountRow(viewed, call);
}

const columns = {
  created_at: present(agentAccount.created_at),
  name: inOrder(agentAccount.name_pinyin),
  last_login_at: agentAccount.last_login_at,
};

export async function accountPage(call: SignedCall & { query: Query }, agentId: number) {
  const { db, query } = call;
  const { account_limit: limit } = await findSeen(call, agentId);
  const { keyword } = query;
  const where = and(
    eq(agentAccount.agent_id, agentId),
    isNull(agentAccount.deleted_at),
    keyword ? matches(keyword, call.user) : undefined,
    ...matching(agentAccount, query, ["role", "status"]),
  );
  const order = sql`${agentAccount.is_main} desc, ${orderOf(columns, query.sort, agentAccount.id)}`;
  const parts = { select: selectAccounts(call).$dynamic(), from: agentAccount, where, order };
  const page = await listOf(db, query, parts, (row) => toAccountRow(row, call));
  return { ...page, used: await db.$count(agentAccount, countsToLimit(agentId)), limit };
}

/** Name or contact. An agent has few accounts, so that no index is needed. */
function matches(keyword: string, caller: Caller): SQL | undefined {
  const { login_phone_last4: end, login_phone: national, login_phone_e164: international, email } = agentAccount;
  const texts = [sql`lower(${email})`];
  const contact = matchesContact(
    keyword,
    { end, national, international, texts },
    caller.permissions.has("agent:account:manage"),
  );
  return or(includesText(agentAccount.name, keyword), ...contact);
}
