import { eq } from "drizzle-orm";
import { clueIntake as contract } from "~/contract/clue/clue-intake";
import { agentAccount } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { found, pick, refuseFields } from "~/server/lib/call";
import { serveSigned, takeOnce } from "~/server/resources/shared/intake";
import { receiveClue } from "./clue/receive";

export const clueIntakeHandlers = [
  serveSigned(contract.signed, async (taking, body) => {
    const { external_id, ...sent } = body;
    const taken = await takeOnce(taking, { kind: "clue", external_id, content: sent }, async () => {
      const [account] = await pick(taking.db, agentAccount, ["agent_id"], eq(agentAccount.id, sent.account_id));
      if (!account) return refuseFields([{ field: "account_id", label: "报备人", message: "该报备人不存在" }]);
      return (await receiveClue(taking, { ...sent, agent_id: account.agent_id, source: "agent_portal" })).id;
    });
    const [row] = await pick(taking.db, clue, ["clue_no", "status", "collision"], eq(clue.id, taken.id));
    return { ...taken, ...found(row) };
  }),
];
