import { randomUUID } from "node:crypto";
import type { Database } from "~/server/database/database";
import { agent, agentAccount } from "~/server/database/tables/agent/agent";
import { days, put, testNow } from "./factories";

let numbers = 0;
/** A phone that no other agent or account of these tests has. */
const nextPhone = () => {
  const national = `1380${String(++numbers).padStart(7, "0")}`;
  return { cc: "86", national, e164: `+86${national}`, last4: national.slice(-4) };
};
const dayAfter = (plus: number) => new Date(testNow.getTime() + plus * 86_400_000).toISOString().slice(0, 10);

/** An agent that works with us, looked after by that manager. */
export async function makeAgent(
  db: Database,
  given: Partial<typeof agent.$inferInsert> & Pick<typeof agent.$inferInsert, "manager_id">,
) {
  const phone = nextPhone();
  return put(db, agent, {
    agent_no: `DL${randomUUID().slice(0, 8).toUpperCase()}`,
    type: "individual",
    name: `海川代理${numbers}`,
    country_code: "JP",
    contact_name: "周联系",
    contact_phone_cc: phone.cc,
    contact_phone: phone.national,
    contact_phone_e164: phone.e164,
    contact_phone_last4: phone.last4,
    level: "B",
    cooperation_from: dayAfter(-100),
    cooperation_to: dayAfter(200),
    commission_mode: "percent",
    commission_value: "3.00",
    settle_cycle: "monthly",
    created_at: days(0),
    ...given,
  });
}

/** An account of an agent: its main one, unless it says otherwise. Nobody knows its password. */
export async function makeAccount(
  db: Database,
  given: Partial<typeof agentAccount.$inferInsert> & Pick<typeof agentAccount.$inferInsert, "agent_id">,
) {
  const phone = nextPhone();
  const isMain = given.is_main ?? true;
  return put(db, agentAccount, {
    name: `经纪人${numbers}`,
    login_phone_cc: phone.cc,
    login_phone: phone.national,
    login_phone_e164: phone.e164,
    login_phone_last4: phone.last4,
    password_hash: "none",
    role: isMain ? "main" : "agent",
    is_main: isMain,
    created_at: days(0),
    ...given,
  });
}
