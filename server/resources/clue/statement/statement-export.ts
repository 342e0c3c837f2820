import { statement as contract, StatementDetail, type StatementItem } from "~/contract/clue/statement";
import { statementItemKinds, statementStatuses } from "~/contract/clue/statement-kinds";
import { labelOf } from "~/contract/field";
import { settleConditions } from "~/contract/house/estate-record";
import type { FileReply, SignedCall } from "~/server/lib/call";
import type { Cell } from "~/server/lib/xlsx";
import { sendExport } from "~/server/resources/shared/export/send";
import { readStatement } from "./view";

const item = StatementDetail.shape.items.element;
const fields = [
  ...(["kind", "clue_no", "deal_no", "customer_name", "estate", "unit", "deal_price", "basis", "rate"] as const),
  ...(["part", "condition", "due_at", "amount", "adjust_amount", "adjust_reason", "note"] as const),
] as const satisfies (keyof StatementItem)[];

/** A statement as a spreadsheet: its items, what they come to, and whose it is. Amounts are written to the last digit, as text, which no spreadsheet rounds. */
export async function exportStatement(call: SignedCall, id: number): Promise<FileReply> {
  const one = await readStatement(call, id);
  const { statement_no, agent, period_from, period_to, currency, status } = one;
  const total = (label: string, amount: string): Cell[] => [label, `${amount} ${currency}`];
  return sendExport(call, {
    ...{ endpoint: contract.export, params: { id }, module: "clue", name: `对账单${statement_no}`, query: {} },
    ...{ count: one.items.length, reason: "对账" },
    header: fields.map((field) => labelOf(item.shape[field], field)),
    chunks: async function* () {
      yield one.items.map((row) => fields.map((field) => cellOf(field, row)));
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

function cellOf(field: (typeof fields)[number], row: StatementItem): Cell {
  switch (field) {
    case "kind":
      return statementItemKinds[row.kind];
    case "condition":
      return settleConditions[row.condition as keyof typeof settleConditions] ?? row.condition;
    case "rate":
      return row.rate === null ? null : `${row.rate}%`;
    case "deal_price":
    case "basis":
      return `${row[field]} ${row.deal_currency}`;
    default:
      return row[field];
  }
}
