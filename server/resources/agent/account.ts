import { agentAccount as contract } from "~/contract/agent/agent-account";
import { serve } from "~/server/lib/serve";
import { accountPage, readAccount } from "./account/view";
import {
  accountAfter,
  changeAccount,
  createAccount,
  removeAccount,
  resetAccount,
  setAccountStatus,
  transferMain,
} from "./account/write";

export const accountHandlers = [
  serve(contract.list, (call) => accountPage(call, call.params.agent_id)),
  serve(contract.get, (call) => readAccount(call, call.params.agent_id, call.params.id)),
  serve(contract.create, (call) => createAccount(call, call.params.agent_id, call.body), { ownTransaction: true }),
  serve(contract.update, async (call) => {
    const { agent_id, id } = call.params;
    await changeAccount(call, agent_id, id, call.body);
    return accountAfter(call, id);
  }),
  serve(contract.remove, async (call) => {
    await removeAccount(call, call.params.agent_id, call.params.id);
    return null;
  }),
  serve(contract.enable, async (call) => {
    const { agent_id, id } = call.params;
    await setAccountStatus(call, agent_id, id, { status: "enabled" });
    return accountAfter(call, id);
  }),
  serve(contract.disable, async (call) => {
    const { agent_id, id } = call.params;
    await setAccountStatus(call, agent_id, id, { status: "disabled", ...call.body });
    return accountAfter(call, id);
  }),
  serve(contract.resetPassword, (call) => resetAccount(call, call.params.agent_id, call.params.id), {
    ownTransaction: true,
  }),
  serve(contract.transferMain, async (call) => {
    const { agent_id, id } = call.params;
    await transferMain(call, agent_id, id);
    return accountAfter(call, id);
  }),
];
