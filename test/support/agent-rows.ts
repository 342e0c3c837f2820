import type { Database } from "~/server/database/database";
import { agent, agentAccount, agentLoginLog, agentUnregister } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { found } from "~/server/lib/call";
import { makeEstate } from "./estate";
import { put } from "./factories";

let last = 0;
const next = () => {
  last += 1;
  return last;
};
const phoneOf = (number: number) => `1990000${String(number).padStart(4, "0")}`;

/** An agent of a channel manager, with its main account. */
export async function makeAgentWith(
  db: Database,
  { manager_id, ...values }: Partial<typeof agent.$inferInsert> & { manager_id: number },
) {
  const number = next();
  const phone = phoneOf(number);
  const [row] = await db
    .insert(agent)
    .values({
      ...{ agent_no: `DL251101${String(number).padStart(4, "0")}`, type: "company", name: `云栖海外置业${number}` },
      ...{ country_code: "CN", contact_name: "王店长", contact_phone_cc: "86", contact_phone: phone },
      ...{ contact_phone_e164: `+86${phone}`, level: "B", settle_cycle: "monthly" },
      ...{ cooperation_from: "2025-01-01", cooperation_to: "2027-12-31" },
      ...{ commission_mode: "percent", commission_value: "2.00", manager_id },
      ...values,
    })
    .returning();
  const made = found(row);
  const main = await makeAccount(db, made.id, { is_main: true, role: "main", name: made.contact_name });
  return { ...made, main };
}

/** One of an agent's people. */
export async function makeAccount(
  db: Database,
  agent_id: number,
  values: Partial<typeof agentAccount.$inferInsert> = {},
) {
  const phone = phoneOf(5_000 + next());
  return put(db, agentAccount, {
    ...{ agent_id, name: "李经纪", login_phone_cc: "86", login_phone: phone, login_phone_e164: `+86${phone}` },
    ...{ password_hash: "no password", role: "agent" },
    ...values,
  });
}

/** A sign-in at the portal. */
export async function makeLogin(db: Database, values: Partial<typeof agentLoginLog.$inferInsert> & { at: string }) {
  const facts = { login_name: "19900000001", platform: "agent_portal", method: "password", result: "success" } as const;
  return put(db, agentLoginLog, { ...facts, ...values });
}

/** A wish to leave. */
export async function makeAgentRequest(
  db: Database,
  values: Partial<typeof agentUnregister.$inferInsert> & { agent_id: number },
) {
  const facts = { target: values.account_id ? "account" : "agent", reason: "不再续约", applicant: "王店长" } as const;
  return put(db, agentUnregister, { ...facts, request_no: `DX251120${String(next()).padStart(4, "0")}`, ...values });
}

/** A lead of an agent, by status. */
export async function makeLead(db: Database, values: Partial<typeof clue.$inferInsert> & { agent_id: number }) {
  const number = next();
  const phone = phoneOf(number);
  const { id: estate_id } = await makeEstate(db);
  return put(db, clue, {
    ...{ clue_no: `BB251120${String(number).padStart(4, "0")}`, source: "agent_portal", estate_id },
    ...{ customer_name: "赵客户", phone_cc: "86", phone_mode: "full", phone, phone_e164: `+86${phone}` },
    ...{ phone_prefix: phone.slice(0, 3), phone_suffix: phone.slice(-4) },
    ...{ protect_mode: "report_visit_deal", protect_report_days: 15, protect_visit_days: 60 },
    ...values,
  });
}
