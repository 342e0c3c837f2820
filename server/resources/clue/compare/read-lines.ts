import { type CompareField, compareFields } from "~/contract/clue/statement-kinds";
import { ratio } from "~/contract/decimal";
import { SheetError } from "~/server/lib/sheet-reader/sheet-reader";
import type { SheetRow } from "~/server/resources/shared/import/whole-file";
import type { Mapping } from "./columns";

/** A line of a developer's sheet. */
export interface TheirLine {
  /** As the spreadsheet counts. */
  row: number;
  estate: string;
  building: string;
  unit: string;
  customer: string;
  /** With its sign. */
  amount: string;
  tax: string | null;
  price: string | null;
  /** What is taken off, without a sign. */
  deduction: string | null;
  signed_at: string | null;
  remark: string | null;
}

const shownWrongs = 3;

/** The lines under the headings. Sums at the foot are none; a SheetError names what cannot be read. */
export function readLines(rows: readonly SheetRow[], headerRow: number, mapping: Mapping, digits: number): TheirLine[] {
  const wrong: string[] = [];
  const lines = rows
    .filter(({ number }) => number > headerRow)
    .flatMap(({ number, cells }) => {
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
      const read = <T>(field: CompareField, reader: (text: string) => T | undefined): T | null => {
        const text = cell(field);
        if (text === "" || text === "-" || text === "–" || text === "/") return null;
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

/** An amount as people write it, exact, rounded half up to the digits of its currency: 1,234.5, (300), 12万, ¥5,000. */
export function amountIn(text: string, digits: number): string | undefined {
  const plain = text.normalize("NFKC").replace(/[,\s¥￥$€]|元|円|日元|人民币|JPY|CNY|RMB/gi, "");
  const [, open, sign, number, scale, close] = /^(\()?([-−])?(\d{1,16}(?:\.\d{1,12})?)(万|亿)?(\))?$/.exec(plain) ?? [];
  if (!number || (open === undefined) !== (close === undefined)) return undefined;
  const times = scale === "万" ? "10000" : scale === "亿" ? "100000000" : "1";
  // As many places as amounts have everywhere.
  const amount = ratio([ratio([number, times], ["1"], Math.min(digits, 2))], ["1"], 2);
  return (open || sign) && Number(amount) !== 0 ? `-${amount}` : amount;
}

/** A day as people write it: 2026-11-03, 2026/11/3, 2026.11.3, 2026年11月3日; a time behind it does not count. */
export function dayIn(text: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T].*)?$/.exec(text.normalize("NFKC").trim()) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    [];
  if (!year || !month || !day) return undefined;
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const moment = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== written ? undefined : written;
}
