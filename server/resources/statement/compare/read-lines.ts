import { type CompareField, compareFields } from "~/contract/clue/statement-kinds";
import { ratio } from "~/contract/decimal";
import { SheetError } from "~/server/lib/sheet-reader/sheet-reader";
import { type SheetRow, wrongMark } from "~/server/resources/shared/import/columns";
import { dayIn, amountIn as plainAmount } from "~/server/resources/shared/import/values";
import { type CompareMapping, compareSheet } from "./columns";

/** A line of a developer's sheet. */
export interface TheirLine {
  row: number;
  estate: string;
  building: string;
  unit: string;
  customer: string;
  amount: string;
  tax: string | null;
  price: string | null;
  deduction: string | null;
  signed_at: string | null;
  remark: string | null;
}

const shownWrongs = 3;

/** Reads the lines under the headings, without the sums at the bottom; a SheetError names what cannot be read. */
export function readLines(rows: readonly SheetRow[], headerRow: number, mapping: CompareMapping, digits: number) {
  const wrong: string[] = [];
  const lines = rows
    .filter(({ number }) => number > headerRow)
    .flatMap(({ number, cells, marks }) => {
      const cell = (field: CompareField) => {
        const column = mapping[field];
        return column === undefined ? "" : (cells[column] ?? "").trim();
      };
      const unit = cell("unit");
      if (
        unit === "" &&
        (cell("amount") === "" || cells.some((text) => /^(合计|小计|总计|累计|合計|total)/i.test(text)))
      )
        return [];
      if (/^(合计|小计|总计|累计|合計|total)/i.test(unit)) return [];
      const unread = new Set<CompareField>();
      for (const field of compareSheet) {
        const column = mapping[field.name] ?? -1;
        const message = wrongMark(field, marks?.[column], cells[column] ?? "");
        if (!message) continue;
        unread.add(field.name);
        wrong.push(`第${number}行的${field.label}：${message}`);
      }
      const read = <T>(field: CompareField, reader: (text: string) => T | undefined): T | null => {
        const text = cell(field);
        if (unread.has(field) || text === "" || text === "-" || text === "–" || text === "/") return null;
        const value = reader(text);
        if (value === undefined) wrong.push(`第${number}行的${compareFields[field]}“${text.slice(0, 20)}”无法识别`);
        return value ?? null;
      };
      const money = (field: CompareField) => read(field, (text) => amountIn(text, digits));
      const amount = money("amount");
      if (amount === null && cell("amount") === "") wrong.push(`第${number}行没有佣金金额`);
      const deduction = money("deduction");
      return [
        {
          row: number,
          estate: cell("estate").slice(0, 100),
          building: cell("building").slice(0, 40),
          unit: unit.slice(0, 40),
          customer: cell("customer").slice(0, 50),
          amount: amount ?? "0.00",
          tax: money("tax"),
          price: money("price"),
          deduction: deduction === null || Number(deduction) === 0 ? null : deduction.replace(/^-/, ""),
          signed_at: read("signed_at", dayIn),
          remark: cell("remark").slice(0, 200) || null,
        },
      ];
    });
  if (wrong.length) {
    const more = wrong.length > shownWrongs ? `等${wrong.length}处` : "";
    throw new SheetError(`${wrong.slice(0, shownWrongs).join("；")}${more}，请核对列对应或修改文件`);
  }
  if (lines.length === 0) throw new SheetError("列名之下没有数据");
  return lines;
}

/** An amount with its sign, rounded half up to its currency's digits: 1,234.5, (300), 12万, ¥5,000. A currency in the cell is ignored. */
export function amountIn(text: string, digits: number): string | undefined {
  const plain = text.normalize("NFKC").replace(/[\s¥$€]|元|円|日元|人民币|JPY|CNY|RMB/gi, "");
  const [, open, sign, size = "", close] = /^(\()?([-−])?([^()]*)(\))?$/.exec(plain) ?? [];
  const exact = plainAmount(size);
  if (exact === undefined || (open === undefined) !== (close === undefined)) return undefined;
  // Two places at most, like all amounts.
  const amount = ratio([ratio([exact], ["1"], Math.min(digits, 2))], ["1"], 2);
  return (open || sign) && Number(amount) !== 0 ? `-${amount}` : amount;
}
