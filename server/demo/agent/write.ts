import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { agent, agentAccount, agentUnregister } from "~/server/database/tables/agent/agent";
import { seal } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { bankPurpose } from "~/server/resources/agent/agent/view";
import type { Company } from "../company";
import { writeAgentLogins } from "./agent-logins";

/** Agents with their people; at the portal they sign in with the demo's password. */
export async function writeAgents(
  tx: Transaction,
  made: Company,
  passwordHash: string,
  services: Pick<Services, "secret">,
): Promise<void> {
  const { agents: stories, agentUnregisters: unregisters } = made;
  await insertRows(
    tx,
    agent,
    stories.map(({ row }) => ({
      ...row,
      ...{ bank_name: "示例银行", account_holder: row.name },
      bank_account: seal(services, bankPurpose, `6200 0000 0000 ${String(1_000 + row.id)}`),
    })),
  );
  await insertRows(
    tx,
    agentAccount,
    stories.flatMap(({ accounts }) => accounts.map((account) => ({ ...account, password_hash: passwordHash }))),
  );
  await writeAgentLogins(tx, made.calendar, stories.length * 50);
  await insertRows(tx, agentUnregister, unregisters);
}
