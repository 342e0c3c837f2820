import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { AccountFields, type AccountUpdate } from "~/contract/agent/agent-account";
import type { AccountRole } from "~/contract/agent/agent-kinds";
import { agentAccount } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { firstPassword } from "~/server/identity/password-rule";
import { found, type OwnTransactionCall, Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { readPhone } from "~/server/lib/phone";
import { type AgentRecord, countsToLimit, lockSeen } from "../agent/view";
import { type AccountRecord, accountOf } from "./view";

const accounts = entity({
  table: agentAccount,
  module: "agent",
  type: "agent_account",
  title: "子账号",
  nameOf: ({ name }) => name,
  fields: AccountFields,
  unique: "登录手机号",
});

type Given = Omit<z.output<typeof AccountFields>, "role"> & { role: AccountRole };

/** The columns of a login phone that no other account has; ends the request otherwise. */
async function phoneOf(
  call: SignedCall,
  { login_phone, login_phone_cc }: Given,
  field: string,
  before?: AccountRecord,
) {
  if (before && before.login_phone === login_phone && before.login_phone_cc === login_phone_cc) return {};
  const number = readPhone(login_phone, login_phone_cc);
  if (!number) return refuseFields([{ field, label: "登录手机号", message: "登录手机号格式不正确" }]);
  await call.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('agent_account', 0))`);
  const isTaken = and(
    eq(agentAccount.login_phone_e164, number.phone_e164),
    isNull(agentAccount.deleted_at),
    ne(agentAccount.id, before?.id ?? 0),
  );
  if ((await call.db.$count(agentAccount, isTaken)) > 0) return refuse(40900, { label: "登录手机号" });
  return {
    login_phone: number.phone,
    login_phone_cc: number.phone_cc,
    login_phone_e164: number.phone_e164,
    login_phone_last4: number.phone.slice(-4),
  };
}

export async function insertAccount(
  call: SignedCall,
  { id: agent_id, agent_no, name }: AgentRecord,
  given: Given,
  { hash, phoneField }: { hash: string; phoneField: string },
): Promise<AccountRecord> {
  const wrong = (await accounts.unknownChoices(call, { login_phone_cc: given.login_phone_cc })).map((one) => ({
    ...one,
    field: phoneField === "main_phone" ? "main_phone_cc" : one.field,
  }));
  if (wrong.length) return refuseFields(wrong);
  const isMain = given.role === "main";
  const parent = isMain ? undefined : await mainOf(call, agent_id);
  const phone = await phoneOf(call, given, phoneField);
  const verb = isMain ? "新增主账号：" : "新增子账号：";
  return accounts.create(
    call,
    { ...given, ...phone, agent_id, parent_id: parent?.id ?? null, is_main: isMain, password_hash: hash },
    { summary: `${verb}${given.name}（${agent_no} ${name}）` },
  );
}

async function mainOf({ db }: SignedCall, agentId: number): Promise<AccountRecord | undefined> {
  const isMain = and(eq(agentAccount.agent_id, agentId), agentAccount.is_main, isNull(agentAccount.deleted_at));
  const [row] = await db.select().from(agentAccount).where(isMain).for("update");
  return row;
}

/** Adds a sub-account while there is a free place (40926). Only this answer contains its first password. */
export async function createAccount(call: OwnTransactionCall, agentId: number, body: z.output<typeof AccountFields>) {
  const { initial_password, hash } = await firstPassword(call.services);
  return call.transaction(async (db) => {
    const inside = { ...call, db };
    const agent = notGone(await lockSeen(inside, agentId));
    const used = await db.$count(agentAccount, countsToLimit(agentId));
    if (used >= agent.account_limit) return refuse(40926, { n: agent.account_limit });
    const { id } = await insertAccount(inside, agent, body, { hash, phoneField: "login_phone" });
    return { id, initial_password };
  });
}

const notGone = (agent: AgentRecord): AgentRecord => (agent.status === "deregistered" ? refuse(40902) : agent);

/** Locks an account and its agent: the agent first, in the same order everywhere. */
async function lockAccount(call: SignedCall, agentId: number, id: number, version?: number) {
  const agent = await lockSeen(call, agentId);
  const account = await accounts.lock(call, id, version);
  return account.agent_id === agentId ? { agent, account } : refuse(40400);
}

export async function changeAccount(
  call: SignedCall,
  agentId: number,
  id: number,
  { version, ...body }: z.output<typeof AccountUpdate>,
): Promise<void> {
  const { agent, account } = await lockAccount(call, agentId, id, version);
  notGone(agent);
  if (account.status === "deregistered") return refuse(40902);
  const wrong = await accounts.unknownChoices(call, body, account);
  if (wrong.length) return refuseFields(wrong);
  // Only the hand-over changes which account is the main one.
  const role = account.is_main ? account.role : body.role;
  const { login_phone: _, login_phone_cc: __, ...facts } = body;
  const phone = await phoneOf(call, { ...body, role }, "login_phone", account);
  const ended = phone.login_phone ? { sessions_ended_at: isoInstant(call.services.now()) } : {};
  await accounts.edit(call, account, { ...facts, role, ...phone, ...ended });
}

/** Enables or disables an account; a disabled one is signed out of the portal. */
export async function setAccountStatus(
  call: SignedCall,
  agentId: number,
  id: number,
  to: { status: "enabled" } | { status: "disabled"; reason: string },
): Promise<void> {
  const { agent, account } = await lockAccount(call, agentId, id);
  notGone(agent);
  const isOff = to.status === "disabled";
  if (account.status !== (isOff ? "enabled" : "disabled")) return refuse(40902);
  const reason = isOff ? to.reason : null;
  const ended = isOff ? { sessions_ended_at: isoInstant(call.services.now()) } : {};
  await accounts.change(
    call,
    account,
    { status: to.status, status_reason: reason, ...ended },
    { verb: isOff ? "停用" : "启用", reason },
  );
}

/** Sets a new first password, shown once; the account is signed out everywhere. */
export async function resetAccount(call: OwnTransactionCall, agentId: number, id: number) {
  const { initial_password, hash } = await firstPassword(call.services);
  return call.transaction(async (db) => {
    const inside = { ...call, db };
    const { account } = await lockAccount(inside, agentId, id);
    if (account.status === "deregistered") return refuse(40902);
    await accounts.change(
      inside,
      account,
      { password_hash: hash, must_change_password: true, sessions_ended_at: isoInstant(call.services.now()) },
      { verb: "重置密码：" },
    );
    return { id, initial_password };
  });
}

/** Makes this account the main one. The former one becomes its 店长, the others its sub-accounts. */
export async function transferMain(call: SignedCall, agentId: number, id: number): Promise<void> {
  const { db } = call;
  const { agent, account } = await lockAccount(call, agentId, id);
  notGone(agent);
  if (account.is_main || account.status !== "enabled") return refuse(40902);
  const before = await mainOf(call, agentId);
  // The one before the other: there is never more than one (`agent_account_main`).
  if (before) await accounts.change(call, before, { is_main: false, role: "manager" }, { verb: "移出主账号：" });
  await accounts.change(
    call,
    account,
    { is_main: true, role: "main", parent_id: null, can_report: true, can_view_all: true },
    {
      verb: "移交主账号：",
      changes: [{ field: "is_main", label: "主账号", before: before?.name ?? null, after: account.name }],
    },
  );
  const others = and(eq(agentAccount.agent_id, agentId), ne(agentAccount.id, id), isNull(agentAccount.deleted_at));
  await db.update(agentAccount).set({ parent_id: id }).where(others);
}

/** Deletes an account that has reported nothing; the main account goes last. */
export async function removeAccount(call: SignedCall, agentId: number, id: number): Promise<void> {
  const { account } = await lockAccount(call, agentId, id);
  const isOther = and(countsToLimit(agentId), ne(agentAccount.id, id));
  if (account.is_main && (await call.db.$count(agentAccount, isOther)) > 0)
    throw new Refusal(40902, "请先移交主账号，再删除");
  const clues = await call.db.$count(clue, eq(clue.account_id, id));
  if (clues > 0) return refuse(40904, { n: `报备${clues}` });
  await accounts.remove(call, account);
}

export const accountAfter = async (call: SignedCall, id: number) => found(await accountOf(call, id));
