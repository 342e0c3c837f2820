import { billing as contract } from "~/contract/deal/billing";
import { plansOf } from "~/contract/deal/billing-record";
import { serve, serveAct } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { confirmLine, createLines, payLine, refundLine, returnLine, updateLine, voidLine } from "./billing/acts";
import { billingPage } from "./billing/list";
import { readBill, readLine } from "./billing/view";

export const billingHandlers = [
  serve(contract.list, billingPage),
  serve(contract.ofDeal, (call) => readBill(call, call.params.id)),
  serve(contract.plans, async ({ db }) => plansOf((await readSettings(db))["deal.billing_template"])),
  serve(contract.create, async (call) => ({ ids: await createLines(call, call.params.id, call.body.lines) })),
  serveAct(contract.update, readLine, updateLine),
  serveAct(contract.pay, readLine, payLine),
  serveAct(contract.void, readLine, voidLine),
  serveAct(contract.confirm, readLine, confirmLine),
  serveAct(contract.return, readLine, returnLine),
  serve(contract.refund, async (call) => readLine(call, await refundLine(call, call.params.id, call.body))),
];
