import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { agent, agentAccount, agentLoginLog, agentUnregister } from "~/server/database/tables/agent/agent";
import type { Company } from "../company";
import { followIds } from "../shared/follow-ids";

/** Agents with their people; at the portal they sign in with the demo's password. */
export async function writeAgents(tx: Transaction, made: Company, passwordHash: string): Promise<void> {
  const { stories, logins, unregisters } = made.agents;
  await insertRows(
    tx,
    agent,
    stories.map(({ row }) => row),
  );
  await insertRows(
    tx,
    agentAccount,
    stories.flatMap(({ accounts }) => accounts.map((account) => ({ ...account, password_hash: passwordHash }))),
  );
  await insertRows(tx, agentLoginLog, logins);
  await insertRows(tx, agentUnregister, unregisters);
  await followIds(tx, [agent, agentAccount, agentUnregister]);
}
