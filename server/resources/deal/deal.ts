import { deal as contract } from "~/contract/deal/deal";
import type { DealRevealed } from "~/contract/deal/deal-record";
import type { SignedCall } from "~/server/lib/call";
import { unseal } from "~/server/lib/seal";
import { serve, serveAct } from "~/server/lib/serve";
import { reveal } from "~/server/resources/shared/reveal";
import { cancelDeal, completeDeal, contractDeal, loanPaid } from "./deal/advance";
import { attach, attachmentsOf, detach, openAttachment } from "./deal/attachments";
import { approveChange, rejectChange, requestChange } from "./deal/change-request";
import { identityPurpose } from "./deal/checked";
import { exportDeals } from "./deal/deal-export";
import { dealPage } from "./deal/list";
import { peekDeal } from "./deal/record";
import { detailAfter, logsOf, readDeal } from "./deal/view";
import { approveDeal, createDeal, rejectDeal, removeDeal, submitDeal, updateDeal, withdrawDeal } from "./deal/write";

export const dealHandlers = [
  serve(contract.list, dealPage),
  serve(contract.get, (call) => readDeal(call, call.params.id)),
  serve(contract.logs, (call) => logsOf(call, call.params.id)),
  serve(contract.create, (call) => createDeal(call, call.body)),
  serveAct(contract.update, detailAfter, updateDeal),
  serve(contract.remove, (call) => removeDeal(call, call.params.id)),

  serve(contract.phone, (call) => revealBuyers(call, call.params.id, call.query.reason), { writes: true }),

  serveAct(contract.submit, detailAfter, submitDeal),
  serveAct(contract.withdraw, detailAfter, withdrawDeal),
  serveAct(contract.approve, detailAfter, approveDeal),
  serveAct(contract.reject, detailAfter, rejectDeal),
  serveAct(contract.contract, detailAfter, contractDeal),
  serveAct(contract.loanPaid, detailAfter, loanPaid),
  serveAct(contract.complete, detailAfter, completeDeal),
  serveAct(contract.cancel, detailAfter, cancelDeal),

  serveAct(contract.change, detailAfter, requestChange),
  serveAct(contract.changeApprove, detailAfter, approveChange),
  serveAct(contract.changeReject, detailAfter, rejectChange),

  serve(contract.attach, async (call) => {
    const { id } = call.params;
    await attach(call, id, call.body);
    const { row, isOwn } = await peekDeal(call, id);
    return attachmentsOf(call, row, isOwn);
  }),
  serve(contract.detach, (call) => detach(call, call.params.id)),
  serve(contract.open, openAttachment, { writes: true }),

  serve(contract.export, (call) => exportDeals(call, call.query)),
];

/** The buyers with phone and papers in full: with a reason, which is logged, and within the caller's daily limit for numbers. */
async function revealBuyers(call: SignedCall, id: number, reason: string): Promise<DealRevealed> {
  const { services } = call;
  const { row } = await peekDeal(call, id);
  const target = { type: "deal", id, name: row.deal_no };
  const left = await reveal(call, target, `查看成交${row.deal_no}买方的完整号码`, reason);
  const plain = (sealed: string | null) => (sealed === null ? null : unseal(services, identityPurpose, sealed));
  return {
    buyer_phone_cc: row.buyer_phone_cc,
    buyer_phone: row.buyer_phone,
    buyer_id_no: plain(row.buyer_id_no),
    co_buyers: row.co_buyers.map(({ name, id_no }) => ({ name, id_no: plain(id_no) })),
    left,
  };
}
