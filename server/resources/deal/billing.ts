import { billing as contract } from "~/contract/deal/billing";
import { plansOf } from "~/contract/deal/billing-record";
import { replyWith } from "~/server/lib/reply";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { confirmLine, createLines, payLine, refundLine, returnLine, updateLine, voidLine } from "./billing/acts";
import { billingPage } from "./billing/list";
import { readBill, readLine } from "./billing/view";

export const billingHandlers = [
  serve(contract.list, billingPage),
  serve(contract.ofDeal, (call) => readBill(call, call.params.id)),
  serve(contract.plans, async ({ db }) => plansOf((await readSettings(db))["deal.billing_template"])),
  serve(contract.create, async (call) => ({ ids: await createLines(call, call.params.id, call.body.lines) })),
  serve(contract.update, replyWith(readLine, updateLine)),
  serve(contract.pay, replyWith(readLine, payLine)),
  serve(contract.void, replyWith(readLine, voidLine)),
  serve(contract.confirm, replyWith(readLine, confirmLine)),
  serve(contract.return, replyWith(readLine, returnLine)),
  serve(contract.refund, async (call) => readLine(call, await refundLine(call, call.params.id, call.body))),
];
