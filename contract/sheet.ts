import { z } from "zod";
import { coreOf, type FieldMeta, labelOf, metaOf } from "./field";

/** Of its column's kind, or, such as a sum below the rows, of its own. */
export type Cell = string | number | null | { kind: SheetKind; value: string | number };

/** What the cells of a column are. Amounts and shares come as decimal texts or numbers, days and moments as the wire writes them. */
export type SheetKind = keyof typeof formats;

export interface SheetColumn {
  label: string;
  kind: SheetKind;
  /** In characters; from the kind, where it says nothing. */
  width?: number;
}

/** How a spreadsheet shows each kind, and how wide it is. A text stays what it is when somebody changes it: `3-01` is no day, a long number keeps its digits. */
export const formats = {
  text: { format: "@", width: 18 },
  number: { format: "General", width: 12 },
  area: { format: "#,##0.00", width: 12 },
  money: { format: "#,##0.00", width: 20 },
  percent: { format: "0.00##%", width: 10 },
  rate: { format: "0.00######", width: 12 },
  date: { format: "yyyy-mm-dd", width: 12 },
  minute: { format: "yyyy-mm-dd hh:mm", width: 18 },
  second: { format: "yyyy-mm-dd hh:mm:ss", width: 21 },
} as const;

/** A column as its field in the contract says; `given` goes before it. */
export function columnOf(schema: z.ZodType | undefined, name: string, given: Partial<SheetColumn> = {}): SheetColumn {
  const { control } = metaOf(schema);
  const width = control === "textarea" ? { width: 48 } : {};
  return { label: labelOf(schema, name), kind: kindOf(schema), ...width, ...given };
}

export const columnsOf = <S extends z.ZodRawShape>(shape: S, names: readonly (keyof S & string)[]): SheetColumn[] =>
  // A raw shape's values are schemas.
  names.map((name) => columnOf(shape[name] as z.ZodType, name));

function kindOf(schema: z.ZodType | undefined): SheetKind {
  const { control, unit, options, scene }: FieldMeta = metaOf(schema);
  if (control === "money") return "money";
  if (control === "date") return "date";
  if (control === "instant") return "minute";
  if (options || scene) return "text";
  if (unit === "%") return "percent";
  if (unit === "㎡") return "area";
  return control === "number" || (schema && coreOf(schema)) instanceof z.ZodNumber ? "number" : "text";
}

export const textColumns = (labels: readonly string[]): SheetColumn[] =>
  labels.map((label) => ({ label, kind: "text" }));

/** A field's value as its column takes it: the label of a choice, the name of what it points to. */
export function cellOf(schema: z.ZodType | undefined, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "是" : "否";
  if (Array.isArray(value)) return value.map((one) => cellOf(schema, one)).join("、");
  if (typeof value === "object") return "name" in value ? String(value.name) : null;
  const label = metaOf(schema).options?.[String(value)];
  return label ?? (typeof value === "number" ? value : String(value));
}

type Plain = string | number | null;

/** A cell as the file holds it: a number, or a text, also of what a spreadsheet's numbers cannot hold to the last digit. */
export function typedCell(kind: SheetKind, value: Plain): Plain {
  if (value === null || value === "") return null;
  const text = String(value);
  if (kind === "text") return safe(text);
  return (
    (isTime(kind) ? serialOf(kind, text) : numberOf(kind, text)) ?? (typeof value === "number" ? value : safe(text))
  );
}

const isTime = (kind: SheetKind) => kind === "date" || kind === "minute" || kind === "second";

/** As many digits as a spreadsheet holds of a number. */
const mostDigits = 15;

function numberOf(kind: SheetKind, text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const short = text.includes(".") ? text.replace(/0+$/, "") : text;
  if (short.replace(/[-.]/g, "").replace(/^0+/, "").length > mostDigits) return undefined;
  return Number(kind === "percent" ? `${text}e-2` : text);
}

const day = 86_400_000;
/** The days of a spreadsheet are counted from here; of those before March 1900 programs think differently. */
const first = Date.UTC(1899, 11, 30);
const isTold = Date.UTC(1900, 2, 1);

function serialOf(kind: SheetKind, text: string): number | undefined {
  const [, date, minute, second] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(?:\+08:00)?)?$/.exec(text) ?? [];
  if (!date) return undefined;
  const time = kind === "date" ? "00:00:00" : `${minute ?? "00:00"}${(kind === "second" && second) || ":00"}`;
  const at = Date.parse(`${date}T${time}Z`);
  return Number.isNaN(at) || at < isTold ? undefined : (at - first) / day;
}

/** A text that a spreadsheet would take for a formula is kept from being one; the reader of sheets takes the mark off again. */
const safe = (text: string): string => (/^[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text);
