import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { agentAccount } from "~/server/database/tables/agent/agent";
import { readPhone } from "~/server/lib/phone";

/** The account that signs in by a phone, however it is written; one without a country's code is Chinese. */
export async function accountByPhone(db: Db, phone: string, callingCode: string | null) {
  const number = readPhone(phone, callingCode)?.phone_e164;
  if (!number) return undefined;
  const [row] = await db
    .select()
    .from(agentAccount)
    .where(and(eq(agentAccount.login_phone_e164, number), isNull(agentAccount.deleted_at)));
  return row;
}
