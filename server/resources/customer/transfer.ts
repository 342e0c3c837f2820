import { transfer as contract } from "~/contract/customer/transfer";
import { replyWith } from "~/server/lib/reply";
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

  serve(contract.approve, replyWith(transferOf, approveTransfer)),

  serve(
    contract.reject,
    replyWith(transferOf, (call, id, { reason }) => rejectTransfer(call, id, reason)),
  ),

  serve(contract.cancel, replyWith(transferOf, cancelTransfer)),
];
