import { type CompareField, compareFields } from "~/contract/clue/statement-kinds";
import type { SheetRow } from "~/server/resources/shared/import/whole-file";

/** What developers write above their columns, the plainest word first. A word of one field is part of another's: 佣金 of 佣金税额, so that the more exact ones are looked for first. */
const words: Readonly<Record<CompareField, readonly string[]>> = {
  deduction: ["扣款", "扣减", "扣除", "罚款", "控除", "deduction"],
  tax: ["税额", "税金", "消费税", "增值税", "其中税", "tax"],
  signed_at: ["签约日期", "签约日", "签约时间", "合同日期", "契约日", "网签日期", "认购日期", "signed", "contractdate"],
  price: ["成交价", "成交总价", "合同总价", "合同金额", "房款", "总价", "売買価格", "price"],
  amount: [
    "佣金金额",
    "应付佣金",
    "应结佣金",
    "结佣金额",
    "佣金",
    "代理费",
    "手续费",
    "服务费",
    "手数料",
    "commission",
  ],
  building: ["楼栋", "楼号", "栋号", "座号", "栋", "棟", "building"],
  unit: ["房号", "房间号", "单元号", "室号", "房源编号", "部屋番号", "号室", "unit", "room"],
  estate: ["项目名称", "项目", "楼盘名称", "楼盘", "物件名", "物件", "project", "estate"],
  customer: ["客户姓名", "客户名称", "客户", "买方", "买受人", "业主", "購入者", "customer", "buyer"],
  remark: ["备注", "说明", "備考", "remark", "note"],
};
const fields = Object.keys(words) as CompareField[];

const bare = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

export type Mapping = Partial<Record<CompareField, number>>;
export type Headings = Partial<Record<CompareField, string>>;

/** The columns by what stands above them: as they were confirmed the last time, else by the words that people use. */
export function recognised(cells: readonly string[], remembered: Headings = {}): Mapping {
  const headings = cells.map(bare);
  const taken = new Set<number>();
  const mapping: Mapping = {};
  const take = (field: CompareField, found: (heading: string) => boolean) => {
    if (mapping[field] !== undefined) return;
    const column = headings.findIndex((heading, index) => heading !== "" && !taken.has(index) && found(heading));
    if (column < 0) return;
    mapping[field] = column;
    taken.add(column);
  };
  for (const [field, heading] of Object.entries(remembered) as [CompareField, string][])
    take(field, (one) => one === bare(heading));
  for (const field of fields) take(field, (one) => words[field].some((word) => one === bare(word)));
  for (const field of fields) take(field, (one) => words[field].some((word) => one.includes(bare(word))));
  return mapping;
}

/** Above the headings stand titles and dates, never many. */
const mostAbove = 20;

/** The row of the headings: the first of those that say the most. */
export function headingRow(rows: readonly SheetRow[], remembered: Headings = {}): SheetRow | undefined {
  let best: { row: SheetRow; count: number } | undefined;
  for (const row of rows.slice(0, mostAbove)) {
    const count = Object.keys(recognised(row.cells, remembered)).length;
    if (count > (best?.count ?? 0)) best = { row, count };
  }
  return best?.row ?? rows[0];
}

/** A mapping by its headings, as it is remembered for the next file of the developer. */
export const headingsOf = (cells: readonly string[], mapping: Mapping): Headings =>
  Object.fromEntries(
    (Object.keys(compareFields) as CompareField[]).flatMap((field) => {
      const column = mapping[field];
      const heading = column === undefined ? "" : (cells[column] ?? "");
      return heading ? [[field, heading]] : [];
    }),
  );
