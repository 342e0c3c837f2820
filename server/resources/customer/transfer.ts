import { transfer as contract } from "~/contract/customer/transfer";
import { serve } from "~/server/lib/serve";
import { applyForTransfer } from "./transfer/apply";
import { approveTransfer, cancelTransfer, rejectTransfer } from "./transfer/decide";
import { inbox, listTransfers, ownRequests, pendingTransfers, transferOf } from "./transfer/transfer-list";

export const transferHandlers = [
  serve(contract.list, async (call) => ({
    ...(await listTransfers(call, call.query, inbox(call.user))),
    pending: await pendingTransfers(call.db, call.user),
  })),

  serve(contract.mine, (call) => listTransfers(call, call.query, ownRequests(call.user))),

  serve(contract.apply, async (call) => ({ id: await applyForTransfer(call, call.body) })),

  serve(contract.approve, async (call) => {
    await approveTransfer(call, call.params.id);
    return transferOf(call, call.params.id);
  }),

  serve(contract.reject, async (call) => {
    await rejectTransfer(call, call.params.id, call.body.reason);
    return transferOf(call, call.params.id);
  }),

  serve(contract.cancel, async (call) => {
    await cancelTransfer(call, call.params.id);
    return transferOf(call, call.params.id);
  }),
];
