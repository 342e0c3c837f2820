import type { z } from "zod";
import { metaOf } from "~/contract/field";
import { UnitFields, type UnitStatus } from "~/contract/house/unit";
import { directions } from "~/contract/shared/property";
import {
  type Column,
  cellsOf,
  type SheetRow,
  type SheetShape,
  sheetField,
  type WrongCell,
} from "~/server/resources/shared/import/columns";
import { amountIn, areaIn, matchKey, wholeIn, wrongNumber } from "~/server/resources/shared/import/values";

/** The content of one row of a file; an empty cell says nothing. */
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
/** What an editor sets, and what an exported file says of units that are held or reserved: as they are. */
type SetStatus = UnitStatus;

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
  status: "可售、不售、已售（他渠道）；新增时留空为可售。锁定、预留和本司已售的房号只能修改挂牌价",
};

const names = Object.keys(explained) as Name[]; // the keys of the record above
export const explanations: string[][] = names.map((name) => [headingOf(name), explained[name]]);

export const unitSheet: SheetShape<Name> = {
  fields: names.map((name) =>
    sheetField(name, shape[name], {
      label: headingOf(name),
      ...(name === "area_sqm" && { takes: "area" }),
      // A layout by its name.
      ...(name === "room_id" && { takes: "text" }),
    }),
  ),
  required: [["building"], ["unit_no"]],
};

export const wrongCell = (name: Name, message: string): WrongCell => ({ field: headingOf(name), message });

export function readUnitRow(columns: readonly (Column<Name> | undefined)[], row: SheetRow, currency: string | null) {
  const said = cellsOf(columns, row);
  if ("message" in said) return said;
  const given: Record<string, unknown> = {};
  for (const [name, text] of said) {
    const value = readCell(name, text, currency);
    // The layout is looked up by its name later.
    const parsed = name === "room_id" || name === "status" ? undefined : shape[name]?.safeParse(value);
    if (value === undefined) return wrongCell(name, wrongText(name, text));
    if (parsed?.error) return wrongCell(name, parsed.error.issues[0]?.message ?? "");
    given[name] = parsed ? parsed.data : value;
  }
  for (const name of ["building", "unit_no"] as const)
    if (given[name] === undefined) return wrongCell(name, `请输入${headingOf(name)}`);
  // Each value has been read by the field of its name.
  return { given: given as unknown as GivenUnit };
}

const wrongText = (name: Name, text: string): string =>
  name === "list_price" || name === "area_sqm"
    ? wrongNumber(headingOf(name), text)
    : `${headingOf(name)}“${text.slice(0, 20)}”不是可用的值`;

function readCell(name: Name, text: string, currency: string | null): unknown {
  switch (name) {
    case "floor":
      return wholeIn(matchKey(text).replace(/(层|f)$/, ""));
    case "area_sqm":
      return areaIn(text);
    case "direction":
      return directionByText.get(matchKey(text));
    case "list_price":
      return amountIn(text, currency);
    case "status":
      return statusByText.get(matchKey(text));
    default:
      return text;
  }
}

const directionByText = new Map(
  Object.entries(directions).flatMap(([value, label]) =>
    [value, label, `${label}向`, `朝${label}`].map((word) => [matchKey(word), value] as const),
  ),
);
const words: Record<SetStatus, readonly string[]> = {
  available: ["available", "可售", "在售"],
  off: ["off", "不售"],
  held: ["held", "锁定中"],
  reserved: ["reserved", "预留"],
  sold: ["sold", "已售", "已售(他渠道)", "他渠道已售", "开发商自售"],
};
const statusByText = new Map(
  Object.entries(words).flatMap(([value, list]) => list.map((word) => [matchKey(word), value] as const)),
);
