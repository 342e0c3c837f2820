import { statement as contract } from "~/contract/clue/statement";
import { replyWith } from "~/server/lib/reply";
import { serve } from "~/server/lib/serve";
import {
  confirmStatement,
  disputeStatement,
  invoiceStatement,
  reviseStatement,
  sendStatement,
  uninvoiceStatement,
  voidStatement,
} from "./statement/acts";
import { statementPage } from "./statement/list";
import { payStatement } from "./statement/pay";
import { exportStatement } from "./statement/statement-export";
import { readStatement, statementAfter, statementLogs } from "./statement/view";
import { createStatement, previewStatement, updateStatement } from "./statement/write";

export const statementHandlers = [
  serve(contract.list, statementPage),
  serve(contract.get, (call) => readStatement(call, call.params.id)),
  serve(contract.logs, (call) => statementLogs(call, call.params.id)),
  serve(contract.preview, (call) => previewStatement(call, call.body)),
  serve(contract.create, (call) => createStatement(call, call.body)),
  serve(contract.update, replyWith(statementAfter, updateStatement)),
  serve(contract.send, replyWith(statementAfter, sendStatement)),
  serve(contract.confirm, replyWith(statementAfter, confirmStatement)),
  serve(contract.dispute, replyWith(statementAfter, disputeStatement)),
  serve(contract.revise, replyWith(statementAfter, reviseStatement)),
  serve(contract.invoice, replyWith(statementAfter, invoiceStatement)),
  serve(contract.uninvoice, replyWith(statementAfter, uninvoiceStatement)),
  serve(contract.pay, replyWith(statementAfter, payStatement)),
  serve(contract.void, replyWith(statementAfter, voidStatement)),
  serve(contract.export, (call) => exportStatement(call, call.params.id)),
];
