import { and, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { type AgentLoginIntake, comparedLogins, loginDays } from "~/contract/agent/agent-login";
import type { Db, Transaction } from "~/server/database/database";
import { agentAccount, agentLoginLog } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { found, refuseFields, rowsOf } from "~/server/lib/call";
import { readPhone } from "~/server/lib/phone";
import { regionOfAddress } from "~/server/resources/region/region-of-address";
import type { Taking } from "~/server/resources/shared/intake";

export async function accountByPhone(db: Db, phone: string, callingCode: string | null) {
  const number = readPhone(phone, callingCode)?.phone_e164;
  if (!number) return undefined;
  const [row] = await rowsOf(
    db,
    agentAccount,
    and(eq(agentAccount.login_phone_e164, number), isNull(agentAccount.deleted_at)),
  );
  return row;
}

const dayLength = 86_400_000;
/** A clock of the portal may be ahead of ours by so much. */
const ahead = 300_000;

/** Takes in a sign-in at the portal, of a name that nobody has too; a successful one moves the account's last. */
export async function takeLogin({ db, services }: Taking, sent: AgentLoginIntake): Promise<number> {
  const { external_id: _, phone_cc, ...login } = sent;
  checkTime(services.now().getTime(), Date.parse(login.at));
  const isUnknown = login.fail_reason === "not_found";
  const account = isUnknown ? undefined : await accountByPhone(db, login.login_name, phone_cc);
  if (!account && !isUnknown)
    return refuseFields([{ field: "login_name", label: "登录名", message: "没有这个代理账号" }]);
  const at = isoInstant(login.at);
  const ip_region = await regionOfAddress(db, login.ip);
  const [row] = await db
    .insert(agentLoginLog)
    .values({
      ...login,
      ...{ at, ip_region, agent_id: account?.agent_id, account_id: account?.id },
      is_remote: account ? await isRemote(db, account.id, at, ip_region) : false,
    })
    .returning({ id: agentLoginLog.id });
  if (account && login.result === "success")
    await db
      .update(agentAccount)
      // A sign-in is no change of the account: an open form does not turn stale by it.
      .set({
        last_login_at: sql`greatest(${agentAccount.last_login_at}, ${at}::timestamptz)`,
        updated_at: sql`${agentAccount.updated_at}`,
      })
      .where(eq(agentAccount.id, account.id));
  return found(row).id;
}

/** Before when the sessions of the account have ended that this sign-in was of. */
export async function sessionsEndedAt({ db }: Pick<Taking, "db">, loginId: number): Promise<string | null> {
  const [row] = await db
    .select({ at: agentAccount.sessions_ended_at })
    .from(agentLoginLog)
    .innerJoin(agentAccount, eq(agentAccount.id, agentLoginLog.account_id))
    .where(eq(agentLoginLog.id, loginId));
  return row?.at ?? null;
}

function checkTime(now: number, at: number): void {
  const refuseTime = (message: string) => refuseFields([{ field: "at", label: "时间", message }]);
  if (at > now + ahead) refuseTime("时间在将来");
  if (at < now - loginDays * dayLength) refuseTime(`早于${loginDays}天前，不再保留`);
}

/** Whether none of the account's last sign-ins was from that region; without any before, or where nobody knows the region, nothing is said. */
async function isRemote(db: Transaction, accountId: number, at: string, region: string | null): Promise<boolean> {
  if (!region) return false;
  const { account_id, result, ip_region } = agentLoginLog;
  const before = await db
    .select({ region: ip_region })
    .from(agentLoginLog)
    .where(and(eq(account_id, accountId), eq(result, "success"), isNotNull(ip_region), lt(agentLoginLog.at, at)))
    .orderBy(desc(agentLoginLog.at), desc(agentLoginLog.id))
    .limit(comparedLogins);
  return before.length > 0 && before.every((one) => one.region !== region);
}
