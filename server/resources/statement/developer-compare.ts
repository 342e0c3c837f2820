import { type CompareDetail, CompareRow, developerCompare as contract } from "~/contract/clue/developer-compare";
import { compareResults } from "~/contract/clue/statement-kinds";
import { type Cell, cellOf, columnsOf, type SheetColumn } from "~/contract/sheet";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import { sendExport } from "~/server/resources/shared/export/send";
import { developersLike } from "./compare/ours";
import { comparePage, readCompare } from "./compare/view";
import { acceptRow, createCompare, disputeRow, recogniseColumns } from "./compare/write";

const plain = ["n", "row", "deal", "estate", "unit", "customer_name"] as const satisfies (keyof CompareRow)[];
const said = ["remark", "decision", "note", "decided_by", "decided_at"] as const satisfies (keyof CompareRow)[];
const side = ["amount", "tax", "price", "signed_at"] as const;
const sides: readonly SheetColumn[] = [
  { label: "佣金金额", kind: "money" },
  { label: "税额", kind: "money" },
  { label: "成交价", kind: "money" },
  { label: "签约日期", kind: "date" },
];
const sidesOf = (whose: string) => sides.map((column) => ({ ...column, label: `${whose}${column.label}` }));
const { shape } = CompareRow;

async function exportCompare(call: SignedCall, id: number): Promise<FileReply> {
  const one = await readCompare(call, id);
  return sendExport(call, {
    ...{ endpoint: contract.export, params: { id }, module: "clue", name: `开发商对账 ${one.developer} ${one.period}` },
    ...{ query: {}, count: one.rows.length, reason: "对账" },
    columns: [
      ...columnsOf(shape, plain),
      ...sidesOf("对方"),
      { label: "对方扣款", kind: "money" },
      ...sidesOf("我方"),
      { label: "结果", kind: "text" },
      { label: "差异", kind: "text", width: 48 },
      ...columnsOf(shape, said),
    ],
    chunks: async function* () {
      yield one.rows.map((row) => cellsOf(row));
      yield totals(one);
    },
  });
}

const cellsOf = (row: CompareRow): Cell[] => [
  ...plain.map((field) => cellOf(shape[field], row[field])),
  ...side.map((field) => row.theirs?.[field] ?? null),
  row.theirs?.deduction ?? null,
  ...side.map((field) => row.ours?.[field] ?? null),
  ...[compareResults[row.result], differenceText(row)],
  ...said.map((field) => cellOf(shape[field], row[field])),
];

const differenceText = ({ differences }: CompareRow): string =>
  differences
    .map(({ kind, theirs, ours }) => `${compareResults[kind]}：对方 ${theirs ?? "无"}，我方 ${ours ?? "无"}`)
    .join("；");

const totals = ({ theirs_total, ours_total, currency }: CompareDetail): Cell[][] => [
  [],
  ["对方合计", { kind: "money", value: theirs_total }, currency],
  ["我方合计", { kind: "money", value: ours_total }, currency],
];

export const developerCompareHandlers = [
  serve(contract.list, comparePage),
  serve(contract.developers, (call) => developersLike(call.db, call.query.keyword)),
  serve(contract.columns, (call) => recogniseColumns(call, call.body)),
  serve(contract.create, (call) => createCompare(call, call.body), { ownTransaction: true }),
  serve(contract.get, (call) => readCompare(call, call.params.id)),
  serve(contract.accept, async (call) => {
    await acceptRow(call, call.params.id, call.params.n, call.body);
    return readCompare(call, call.params.id);
  }),
  serve(contract.dispute, async (call) => {
    await disputeRow(call, call.params.id, call.params.n, call.body);
    return readCompare(call, call.params.id);
  }),
  serve(contract.export, (call) => exportCompare(call, call.params.id)),
];
