import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { agentAccount } from "~/server/database/tables/agent/agent";
import { readPhone } from "~/server/lib/phone";

export async function accountByPhone(db: Db, phone: string, callingCode: string | null) {
  const number = readPhone(phone, callingCode)?.phone_e164;
  if (!number) return undefined;
  const [row] = await db
    .select()
    .from(agentAccount)
    .where(and(eq(agentAccount.login_phone_e164, number), isNull(agentAccount.deleted_at)));
  return row;
}
