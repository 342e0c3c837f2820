import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { labelOf, metaOf } from "~/contract/field";
import { headingWords } from "~/contract/shared/heading-words";
import type { ColumnMapping, FixedValues, ImportColumns } from "~/contract/shared/import-columns";
import type { Db } from "~/server/database/database";
import { importHabit } from "~/server/database/tables/system/system";
import { pick, refuseFields } from "~/server/lib/call";
import { mostAbove, SheetError, type SheetPart } from "~/server/lib/sheet-reader/sheet-reader";
import { strangeIn, strangeMessage } from "~/server/lib/text";
import { reasonHeading } from "./error-file";

export type SheetRow = SheetPart["rows"][number];

/** What a cell of a field may be, apart from its text: a note may be a date, and a day has to be one. */
type Takes = "text" | "note" | "day" | "number" | "money" | "area";

/** A field that a file may fill. */
export interface SheetField<N extends string = string> {
  name: N;
  label: string;
  takes: Takes;
}

const takesOf: Readonly<Record<string, Takes>> = {
  textarea: "note",
  date: "day",
  instant: "day",
  number: "number",
  money: "money",
};

/** A field as the contract knows it. */
export const sheetField = <N extends string>(
  name: N,
  schema: z.ZodType | undefined,
  own: Partial<Omit<SheetField, "name">> = {},
): SheetField<N> => ({
  name,
  label: own.label ?? labelOf(schema, name),
  takes: own.takes ?? takesOf[metaOf(schema).control ?? ""] ?? "text",
});

/** What a file may say, and what of it must be there: the fields of one entry of `required` can replace each other. */
export interface SheetShape<N extends string = string> {
  fields: readonly SheetField<N>[];
  required: readonly (readonly N[])[];
}

export const headingKey = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
/** Without what is in brackets. */
const unremarked = (text: string) =>
  headingKey(text.normalize("NFKC").replace(/[([【〔{][^)\]】〕}]*[)\]】〕}]/g, "")) || headingKey(text);

const wordsOf = ({ label }: SheetField) => [label, ...(headingWords[label] ?? [])];

/** Heading → the field that it was said to be; null where it was said to be none. */
export type Habits<N extends string = string> = Readonly<Record<string, N | null>>;
export type Mapping<N extends string = string> = Partial<Record<N, number>>;

interface Recognised<N extends string> {
  mapping: Mapping<N>;
  /** Fields that several columns seem to be. */
  doubled: N[];
}

/** The columns by their headings: as confirmed, else by usual words, else without remarks in brackets; `isLoose`: also by words within others. */
export function recognise<N extends string>(
  cells: readonly string[],
  fields: readonly SheetField<N>[],
  habits: Habits<N> = {},
  isLoose = false,
): Recognised<N> {
  const mapping: Mapping<N> = {};
  const doubled: N[] = [];
  const taken = new Set<number>();
  const whole = cells.map(headingKey);
  const short = cells.map(unremarked);
  const find = (keys: readonly string[], is: (key: string) => boolean) =>
    keys.flatMap((key, column) => (key !== "" && !taken.has(column) && is(key) ? [column] : []));
  const take = (name: N, columns: readonly number[]) => {
    const [column] = columns;
    if (column === undefined || mapping[name] !== undefined) return;
    mapping[name] = column;
    taken.add(column);
    if (columns.length > 1) doubled.push(name);
  };
  for (const [column, key] of whole.entries()) {
    const known = habits[key];
    if (known === null) taken.add(column);
    else if (known !== undefined && fields.some(({ name }) => name === known)) take(known, [column]);
  }
  for (const keys of [whole, short]) {
    for (const { name, label } of fields)
      take(
        name,
        find(keys, (key) => key === headingKey(label)),
      );
    for (const field of fields)
      for (const word of wordsOf(field))
        take(
          field.name,
          find(keys, (key) => key === headingKey(word)),
        );
  }
  if (isLoose)
    for (const field of fields)
      for (const word of wordsOf(field).filter((one) => one.length > 1))
        take(field.name, find(whole, (key) => key.includes(headingKey(word))).slice(0, 1));
  return { mapping, doubled };
}

/** The row of the headings: the first of those that say the most; undefined where none says anything. */
export function headingRow(rows: readonly SheetRow[], says: (cells: readonly string[]) => Mapping) {
  let best: { row: SheetRow; count: number } | undefined;
  for (const row of rows.slice(0, mostAbove)) {
    const count = Object.keys(says(row.cells)).length;
    if (count > (best?.count ?? 0)) best = { row, count };
  }
  return best?.row;
}

/** A column of a file: its field, and the unit in its heading, such as 万. One beyond the file's own says the same in every row. */
export interface Column<N extends string = string> {
  field: SheetField<N>;
  unit: string;
  fixed?: string;
}

/** What the sender has said of the columns, as the address carries it. */
export interface ChosenColumns {
  header_row: number;
  mapping: ColumnMapping;
  fixed: FixedValues;
}

export interface Understood<N extends string = string> {
  /** By their place in the file; undefined: it does not come in. */
  columns: (Column<N> | undefined)[];
  headings: string[];
  rows: SheetRow[];
  about: ImportColumns;
}

/** A file that waits until its sender has said what its columns are. */
export class ColumnsOpen extends SheetError {
  constructor(
    message: string,
    readonly about: ImportColumns,
  ) {
    super(message);
  }
}

const sampleCount = 3;
const cut = (cells: readonly string[], most: number) => cells.map((cell) => cell.slice(0, most));

/** Headings and rows of a file; at least its beginning has been read. Throws ColumnsOpen where it does not say itself what is what. */
export function understand<N extends string>(
  rows: readonly SheetRow[],
  { fields, required }: SheetShape<N>,
  habits: Habits<N>,
  chosen: ChosenColumns | undefined,
): Understood<N> {
  const says = (cells: readonly string[]) => recognise(cells, fields, habits).mapping;
  const known = chosen ? rows.find(({ number }) => number === chosen.header_row) : headingRow(rows, says);
  if (chosen && !known) return wrongColumns("header_row", "列名行", "文件中没有这一行");
  const heading = known ?? rows.find(({ cells }) => cells.filter(Boolean).length > 1) ?? rows[0];
  if (!heading) throw new SheetError("文件中没有数据");
  const { cells } = heading;
  const seen = chosen
    ? { mapping: checked(chosen.mapping, fields, cells), doubled: [] }
    : recognise(cells, fields, habits);
  const below = rows.filter(({ number }) => number > heading.number);
  const about = (mapping: Mapping<N>, is_open: boolean): ImportColumns => ({
    header_row: heading.number,
    headings: cut(cells, 100),
    samples: below.slice(0, sampleCount).map((row) => cut(row.cells, 40)),
    fields: fields.map(({ name, label }) => ({ name, label })),
    required: required.map((names) => [...names]),
    mapping: mapping as Record<string, number>, // only those that are there are listed
    left_out: leftOut(cells, mapping),
    is_open,
  });
  const { fixed = {} } = chosen ?? {};
  const said = fields.filter(({ name }) => fixed[name] && seen.mapping[name] === undefined);
  const labelOfAll = (names: readonly N[]) => fields.find(({ name }) => name === names[0])?.label ?? "";
  const missing = required.filter((names) =>
    names.every((name) => seen.mapping[name] === undefined && !said.some((field) => field.name === name)),
  );
  const why =
    (!known && "没有认出列名，请指定各列是什么") ||
    (seen.doubled.length > 0 &&
      `列重复：${seen.doubled.map((name) => labelOfAll([name])).join("、")}，请指定用哪一列`) ||
    (missing.length > 0 && `缺少列：${missing.map(labelOfAll).join("、")}，请指定是哪一列`);
  if (why)
    throw new ColumnsOpen(why, about(chosen ? seen.mapping : recognise(cells, fields, habits, true).mapping, true));
  const columns = cells.map((text, column): Column<N> | undefined => {
    const field = fields.find(({ name }) => seen.mapping[name] === column);
    return field && { field, unit: unitIn(field, text) };
  });
  columns.push(...said.map((field) => ({ field, unit: "", fixed: fixed[field.name] ?? "" })));
  return { columns, headings: cells, rows: below, about: about(seen.mapping, false) };
}

const wrongColumns = (field: string, label: string, message: string) => refuseFields([{ field, label, message }]);

/** What was said of the columns: fields that there are, each of a column of its own. */
function checked<N extends string>(mapping: ColumnMapping, fields: readonly SheetField<N>[], cells: readonly string[]) {
  const columns = Object.values(mapping);
  const known = Object.entries(mapping).every(
    ([name, column = -1]) => fields.some((field) => field.name === name) && column < cells.length,
  );
  if (!known) return wrongColumns("mapping", "列对应", "列对应中有不存在的列");
  if (new Set(columns).size !== columns.length) return wrongColumns("mapping", "列对应", "同一列不能对应两项");
  return mapping as Mapping<N>; // each of its names is a field's
}

const leftOut = (cells: readonly string[], mapping: Mapping): string[] => {
  const taken = new Set(Object.values(mapping));
  return cut(cells, 30).filter(
    (cell, column) => cell && !taken.has(column) && headingKey(cell) !== headingKey(reasonHeading),
  );
};

/** 挂牌价（万元）, 面积（坪）: what the numbers below are counted in. */
function unitIn({ takes }: SheetField, heading: string): string {
  if (takes === "money") return /[万亿]/.exec(heading)?.[0] ?? "";
  return takes === "area" ? (/坪/.exec(heading)?.[0] ?? "") : "";
}

export interface WrongCell {
  field: string;
  message: string;
}

/** What a row says, field by field, empty and masked cells left out; or the cell for which it is refused, whatever else it says. */
export function cellsOf<N extends string>(columns: readonly (Column<N> | undefined)[], { cells, marks }: SheetRow) {
  const said: [N, string][] = [];
  for (const [index, column] of columns.entries()) {
    if (!column) continue;
    const { field, unit, fixed } = column;
    const text = fixed ?? cells[index] ?? "";
    const strange = strangeIn(text);
    const message = wrongMark(field, marks?.[index], text) ?? (strange && strangeMessage(field.label, strange));
    if (message) return { field: field.label, message };
    if (isMasked(field, text)) continue;
    if (text) said.push([field.name, unit && /^[¥￥]?[\d.,，\s]+$/.test(text) ? text + unit : text]);
  }
  return said;
}

/** A masked contact: `138****5678`. It is never written; in a note stars are stars. */
const isMasked = ({ takes }: SheetField, text: string): boolean => takes === "text" && /[*＊•]{3}/.test(text);

/** Of a row that lacks something: the cell that is masked, if one is. */
export function maskedCell(columns: readonly (Column | undefined)[], { cells }: SheetRow): WrongCell | undefined {
  const index = columns.findIndex((column, at) => column && isMasked(column.field, cells[at] ?? ""));
  const field = columns[index]?.field.label;
  if (field === undefined) return undefined;
  return { field, message: `${field}中间位数已隐藏（${cells[index]?.slice(0, 20)}），请填写完整后再导入` };
}

/** What a row is told that names what is there already: such a file only brings in what is new. */
export const isThere = "已存在，未作修改";

/** Why a cell is not taken by what it is. */
export function wrongMark(
  { takes }: Pick<SheetField, "takes">,
  mark: NonNullable<SheetRow["marks"]>[number] | undefined,
  text: string,
): string | undefined {
  switch (mark) {
    case "error":
      return `单元格公式出错（${text}）`;
    case "uncounted":
      return "单元格的公式没有结果，请用 Excel 或 WPS 打开并保存后再导入";
    case "lost":
      return `单元格的数字已丢失位数（${text}），请设为文本后重新填写`;
    case "date":
      if (takes === "day" || takes === "note") return undefined;
      return takes === "text" ? "单元格是日期，请设为文本" : "单元格是日期，请设为数字";
    default:
      return undefined;
  }
}

/** How somebody's files of a kind were understood before. */
export async function readHabits<N extends string>(db: Db, userId: number, kind: string): Promise<Habits<N>> {
  const [row] = await pick(
    db,
    importHabit,
    ["headings"],
    and(eq(importHabit.user_id, userId), eq(importHabit.kind, kind)),
  );
  return (row?.headings ?? {}) as Habits<N>; // names that are no field's are passed over
}

/** Keeps what was said of a file's headings for the next one; that a column is none, where its heading says otherwise. */
export async function keepHabits<N extends string>(
  db: Db,
  userId: number,
  kind: string,
  { fields }: SheetShape<N>,
  { headings, columns }: Understood<N>,
): Promise<void> {
  const usual = new Set(Object.values(recognise(headings, fields).mapping));
  const said = headings.flatMap((heading, index): [string, string | null][] => {
    const field = columns[index]?.field.name ?? null;
    return headingKey(heading) && (field || usual.has(index)) ? [[headingKey(heading).slice(0, 100), field]] : [];
  });
  await db
    .insert(importHabit)
    .values({ user_id: userId, kind, headings: Object.fromEntries(said) })
    .onConflictDoUpdate({
      target: [importHabit.user_id, importHabit.kind],
      set: { headings: sql`${importHabit.headings} || excluded.headings` },
    });
}
