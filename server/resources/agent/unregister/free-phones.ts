import { and, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { phoneHoldDays } from "~/contract/agent/agent-unregister";
import type { Database } from "~/server/database/database";
import { agent, agentAccount, agentLoginLog } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";

const dayLength = 86_400_000;
/** As it is shown to everybody. */
const masked = (
  phone: typeof agent.contact_phone | typeof agentAccount.login_phone | typeof agentLoginLog.login_name,
) => sql<string>`left(${phone}, 3) || '****' || right(${phone}, 4)`;

/** Lets the phones of who was deregistered long enough ago be used anew (domain C.3): what is left of them is masked. Answers how many of each. */
export async function freePhones(db: Database, at: Date): Promise<{ agents: number; accounts: number }> {
  const before = isoInstant(at.getTime() - phoneHoldDays * dayLength);
  return db.transaction(async (tx) => {
    const agents = await tx
      .update(agent)
      .set({
        contact_phone_e164: null,
        contact_phone: masked(agent.contact_phone),
        updated_at: sql`${agent.updated_at}`,
      })
      .where(and(lt(agent.deregistered_at, before), isNotNull(agent.contact_phone_e164)))
      .returning({ id: agent.id });
    const accounts = await tx
      .update(agentAccount)
      .set({
        login_phone_e164: null,
        login_phone: masked(agentAccount.login_phone),
        updated_at: sql`${agentAccount.updated_at}`,
      })
      .where(and(lt(agentAccount.deregistered_at, before), isNotNull(agentAccount.login_phone_e164)))
      .returning({ id: agentAccount.id });
    const ids = accounts.map(({ id }) => id);
    if (ids.length > 0)
      await tx
        .update(agentLoginLog)
        .set({ login_name: masked(agentLoginLog.login_name) })
        .where(inArray(agentLoginLog.account_id, ids));
    return { agents: agents.length, accounts: ids.length };
  });
}
