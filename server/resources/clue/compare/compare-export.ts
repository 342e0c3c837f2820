import {
  type CompareDetail,
  type CompareRow,
  CompareRowColumns,
  developerCompare as contract,
} from "~/contract/clue/developer-compare";
import { compareDecisions, compareResults } from "~/contract/clue/statement-kinds";
import { labelOf } from "~/contract/field";
import type { FileReply, SignedCall } from "~/server/lib/call";
import type { Cell } from "~/server/lib/xlsx";
import { sendExport } from "~/server/resources/shared/export/send";
import { readCompare } from "./view";

const plain = ["n", "row", "deal", "estate", "unit", "customer_name"] as const satisfies (keyof CompareRow)[];
const said = ["result", "differences", "remark", "decision", "note", "decided_by", "decided_at"] as const;
const side = ["amount", "tax", "price", "signed_at"] as const;
const sideLabels = { amount: "佣金金额", tax: "税额", price: "成交价", signed_at: "签约日期" };

/** A comparison as a spreadsheet: both sides of each line, how they differ, and what was decided. */
export async function exportCompare(call: SignedCall, id: number): Promise<FileReply> {
  const one = await readCompare(call, id);
  return sendExport(call, {
    ...{ endpoint: contract.export, params: { id }, module: "clue", name: `开发商对账 ${one.developer} ${one.period}` },
    ...{ query: {}, count: one.rows.length, reason: "对账" },
    header: [
      ...plain.map((field) => labelOf(CompareRowColumns.shape[field], field)),
      ...side.map((field) => `对方${sideLabels[field]}`),
      "对方扣款",
      ...side.map((field) => `我方${sideLabels[field]}`),
      "结果",
      "差异",
      ...said.slice(2).map((field) => labelOf(CompareRowColumns.shape[field], field)),
    ],
    chunks: async function* () {
      yield one.rows.map((row) => cellsOf(row));
      yield totals(one);
    },
  });
}

const cellsOf = (row: CompareRow): Cell[] => [
  ...[row.n, row.row, row.deal?.name ?? null, row.estate, row.unit, row.customer_name],
  ...side.map((field) => row.theirs?.[field] ?? null),
  row.theirs?.deduction ?? null,
  ...side.map((field) => row.ours?.[field] ?? null),
  compareResults[row.result],
  differenceText(row),
  ...[row.remark, compareDecisions[row.decision], row.note, row.decided_by?.name ?? null],
  row.decided_at?.slice(0, 16).replace("T", " ") ?? null,
];

const differenceText = ({ differences }: CompareRow): string =>
  differences
    .map(({ kind, theirs, ours }) => `${compareResults[kind]}：对方 ${theirs ?? "无"}，我方 ${ours ?? "无"}`)
    .join("；");

const totals = ({ theirs_total, ours_total, currency }: CompareDetail): Cell[][] => [
  [],
  ["对方合计", `${theirs_total} ${currency}`],
  ["我方合计", `${ours_total} ${currency}`],
];
