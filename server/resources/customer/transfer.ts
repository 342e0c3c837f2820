import { transfer as contract } from "~/contract/customer/transfer";
import { serve, serveAct } from "~/server/lib/serve";
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

  serveAct(contract.approve, transferOf, approveTransfer),

  serveAct(contract.reject, transferOf, (call, id, { reason }) => rejectTransfer(call, id, reason)),

  serveAct(contract.cancel, transferOf, cancelTransfer),
];
