import type { z } from "zod";
import { metaOf } from "~/contract/field";
import { directions } from "~/contract/house/property";
import { UnitFields, type UnitStatus } from "~/contract/house/unit";
import { matchKey, strangeCell } from "~/server/resources/shared/import/match-key";
import { columnsUnder, type WrongCell } from "~/server/resources/shared/import/whole-file";

/** What stands in one row of a file; an empty cell says nothing. */
export interface GivenUnit {
  building: string;
  unit_no: string;
  floor?: number;
  stack?: string;
  /** Its layout by name. */
  room_id?: string;
  area_sqm?: number;
  direction?: UnitFields["direction"];
  list_price?: string;
  status?: SetStatus;
}
type Name = keyof GivenUnit;
type SetStatus = Extract<UnitStatus, "available" | "off" | "sold">;

const shape: Record<string, z.ZodType> = UnitFields.shape;
export const headingOf = (name: Name): string => (name === "status" ? "状态" : (metaOf(shape[name]).label ?? name));

const explained: Record<Name, string> = {
  building: "必填，如 A座",
  floor: "新增时必填；整数，地下为负数，如 -1",
  stack: "新增时必填；销控表的列，如 01",
  unit_no: "必填；同一楼栋已有的房号为更新（空单元格不改变原值），没有的为新增",
  room_id: "新增时必填；本房源户型的名称",
  area_sqm: "留空按户型",
  direction: `${Object.values(directions).join("、")}；留空按户型`,
  list_price: "按房源的币种，数字，不带单位",
  status: "可售、不售、已售（他渠道）；新增时留空为可售。锁定、预留和本司已售的房号只能修改标价",
};

const names = Object.keys(explained) as Name[]; // the keys of the record above
export const templateHeadings = names.map(headingOf);
export const explanations: string[][] = names.map((name) => [headingOf(name), explained[name]]);

/** What stands under which column. */
export const readHeadings = (cells: readonly string[]): (Name | undefined)[] =>
  columnsUnder(cells, new Map(names.map((name) => [name, headingOf(name)])), ["building", "unit_no"]);

export const wrongCell = (name: Name, message: string): WrongCell => ({ field: headingOf(name), message });

/** One row of the file, or what is wrong with it. */
export function readUnitRow(
  columns: readonly (Name | undefined)[],
  cells: readonly string[],
): { given: GivenUnit } | WrongCell {
  const given: Record<string, unknown> = {};
  for (const [index, name] of columns.entries()) {
    const text = cells[index]?.trim();
    if (!name || !text) continue;
    const strange = strangeCell(headingOf(name), text);
    if (strange) return strange;
    const value = readCell(name, text);
    // The layout is looked up by its name later.
    const parsed = name === "room_id" || name === "status" ? undefined : shape[name]?.safeParse(value);
    if (value === undefined) return wrongCell(name, `${headingOf(name)}“${text.slice(0, 20)}”不是可用的值`);
    if (parsed?.error) return wrongCell(name, parsed.error.issues[0]?.message ?? "");
    given[name] = parsed ? parsed.data : value;
  }
  for (const name of ["building", "unit_no"] as const)
    if (given[name] === undefined) return wrongCell(name, `请输入${headingOf(name)}`);
  // Each value has been read by the field of its name.
  return { given: given as unknown as GivenUnit };
}

/** What a cell says; undefined for a word that stands for nothing. */
function readCell(name: Name, text: string): unknown {
  switch (name) {
    case "floor":
    case "area_sqm":
      return numberIn(text);
    case "direction":
      return directionByText.get(matchKey(text));
    case "list_price":
      // Thousands as spreadsheets write them.
      return text.replace(/[,，\s]/g, "");
    case "status":
      return statusByText.get(matchKey(text));
    default:
      return text;
  }
}

const numberIn = (text: string): number | undefined => {
  const plain = matchKey(text).replace(/(层|f|㎡|m2)$/, "");
  return /^-?\d{1,6}(\.\d{1,6})?$/.test(plain) ? Number(plain) : undefined;
};
const directionByText = new Map(
  Object.entries(directions).flatMap(([value, label]) =>
    [value, label, `${label}向`, `朝${label}`].map((word) => [matchKey(word), value] as const),
  ),
);
const words: Record<SetStatus, readonly string[]> = {
  available: ["available", "可售", "在售"],
  off: ["off", "不售"],
  sold: ["sold", "已售", "已售(他渠道)", "他渠道已售", "开发商自售"],
};
const statusByText = new Map(
  Object.entries(words).flatMap(([value, list]) => list.map((word) => [matchKey(word), value] as const)),
);
