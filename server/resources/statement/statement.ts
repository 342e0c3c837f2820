import { statement as contract, StatementDetail, type StatementItem } from "~/contract/clue/statement";
import { statementStatuses } from "~/contract/clue/statement-kinds";
import { labelOf } from "~/contract/field";
import { type Cell, cellOf, columnsOf } from "~/contract/sheet";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { serve, serveAct } from "~/server/lib/serve";
import { sendExport } from "~/server/resources/shared/export/send";
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
import { readStatement, statementAfter, statementLogs } from "./statement/view";
import { createStatement, previewStatement, updateStatement } from "./statement/write";

const item = StatementDetail.shape.items.element;
const fields = [
  ...(["kind", "clue_no", "deal_no", "customer_name", "estate", "unit"] as const),
  ...(["deal_price", "basis", "deal_currency", "rate", "part", "condition", "due_at"] as const),
  ...(["amount", "adjust_amount", "currency", "adjust_reason", "note"] as const),
] as const satisfies (keyof StatementItem)[];

async function exportStatement(call: SignedCall, id: number): Promise<FileReply> {
  const one = await readStatement(call, id);
  const { statement_no, agent, period_from, period_to, currency, status } = one;
  const total = (label: string, value: string): Cell[] => [label, { kind: "money", value }, currency];
  return sendExport(call, {
    ...{ endpoint: contract.export, params: { id }, module: "clue", name: `对账单${statement_no}`, query: {} },
    ...{ count: one.items.length, reason: "对账" },
    columns: columnsOf(item.shape, fields),
    chunks: async function* () {
      yield one.items.map((row) => fields.map((field) => cellOf(item.shape[field], row[field])));
      yield [
        [],
        total(labelOf(StatementDetail.shape.total_amount, ""), one.total_amount),
        total(labelOf(StatementDetail.shape.adjust_total, ""), one.adjust_total),
        total(labelOf(StatementDetail.shape.payable_total, ""), one.payable_total),
        ...(one.tax_rate ? [total(`其中税额（${one.tax_rate}%）`, one.tax_amount)] : []),
        [`代理：${agent.name}　期间：${period_from}至${period_to}　状态：${statementStatuses[status]}`],
      ];
    },
  });
}

export const statementHandlers = [
  serve(contract.list, statementPage),
  serve(contract.get, (call) => readStatement(call, call.params.id)),
  serve(contract.logs, (call) => statementLogs(call, call.params.id)),
  serve(contract.preview, (call) => previewStatement(call, call.body)),
  serve(contract.create, (call) => createStatement(call, call.body)),
  serveAct(contract.update, statementAfter, updateStatement),
  serveAct(contract.send, statementAfter, sendStatement),
  serveAct(contract.confirm, statementAfter, confirmStatement),
  serveAct(contract.dispute, statementAfter, disputeStatement),
  serveAct(contract.revise, statementAfter, reviseStatement),
  serveAct(contract.invoice, statementAfter, invoiceStatement),
  serveAct(contract.uninvoice, statementAfter, uninvoiceStatement),
  serveAct(contract.pay, statementAfter, payStatement),
  serveAct(contract.void, statementAfter, voidStatement),
  serve(contract.export, (call) => exportStatement(call, call.params.id)),
];
