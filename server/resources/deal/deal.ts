import { deal as contract } from "~/contract/deal/deal";
import { replyWith } from "~/server/lib/reply";
import { serve } from "~/server/lib/serve";
import { cancelDeal, completeDeal, contractDeal, loanPaid } from "./deal/advance";
import { attach, attachmentsOf, detach, openAttachment } from "./deal/attachments";
import { approveChange, rejectChange, requestChange } from "./deal/change-request";
import { exportDeals } from "./deal/deal-export";
import { dealPage } from "./deal/list";
import { peekDeal } from "./deal/record";
import { revealBuyers } from "./deal/reveal";
import { approveDeal, rejectDeal, submitDeal, withdrawDeal } from "./deal/submit";
import { detailAfter, logsOf, readDeal } from "./deal/view";
import { createDeal, removeDeal, updateDeal } from "./deal/write";

export const dealHandlers = [
  serve(contract.list, dealPage),
  serve(contract.get, (call) => readDeal(call, call.params.id)),
  serve(contract.logs, (call) => logsOf(call, call.params.id)),
  serve(contract.create, (call) => createDeal(call, call.body)),
  serve(contract.update, replyWith(detailAfter, updateDeal)),
  serve(contract.remove, (call) => removeDeal(call, call.params.id)),

  serve(contract.phone, (call) => revealBuyers(call, call.params.id, call.query.reason), { writes: true }),

  serve(contract.submit, replyWith(detailAfter, submitDeal)),
  serve(contract.withdraw, replyWith(detailAfter, withdrawDeal)),
  serve(contract.approve, replyWith(detailAfter, approveDeal)),
  serve(contract.reject, replyWith(detailAfter, rejectDeal)),
  serve(contract.contract, replyWith(detailAfter, contractDeal)),
  serve(contract.loanPaid, replyWith(detailAfter, loanPaid)),
  serve(contract.complete, replyWith(detailAfter, completeDeal)),
  serve(contract.cancel, replyWith(detailAfter, cancelDeal)),

  serve(contract.change, replyWith(detailAfter, requestChange)),
  serve(contract.changeApprove, replyWith(detailAfter, approveChange)),
  serve(contract.changeReject, replyWith(detailAfter, rejectChange)),

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
