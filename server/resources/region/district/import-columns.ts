import type { z } from "zod";
import { metaOf } from "~/contract/field";
import { DistrictFields, deepestLevel, districtStatuses } from "~/contract/region/district";
import type { Db } from "~/server/database/database";
import { country } from "~/server/database/tables/region/geography";
import {
  type Column,
  cellsOf,
  type SheetRow,
  type SheetShape,
  sheetField,
  type WrongCell,
} from "~/server/resources/shared/import/columns";
import { matchKey, wrongNumber } from "~/server/resources/shared/import/values";

export interface GivenDistrict {
  country_code?: string;
  level?: number;
  code?: string;
  parent_code?: string;
  name_zh?: string;
  name_local?: string;
  name_en?: string;
  alias?: string[];
  lat?: number;
  lng?: number;
  is_hot?: boolean;
  is_open?: boolean;
  sort?: number;
  status?: "enabled" | "disabled";
}
type Name = keyof GivenDistrict;

const own = { level: "级别", parent_code: "上级代码", status: "状态" } as const;
const shape: Record<string, z.ZodType> = DistrictFields.shape;
const headingOf = (name: Name) => (name in own ? own[name as keyof typeof own] : (metaOf(shape[name]).label ?? name));

const explained: Record<Name, string> = {
  country_code: "必填；中文名或两位代码，如 JP",
  level: "1、2或3；留空按上级区域推算",
  code: "已有的代码为更新（空单元格不改变原值），没有的为新增；留空为新增并自动生成",
  parent_code: "上级区域的代码，一级区域留空；可以是本文件中的任意一行",
  name_zh: "新增时必填",
  name_local: "",
  name_en: "",
  alias: "多个用顿号“、”分隔",
  lat: "如 35.658581；与经度一起填写",
  lng: "如 139.745433",
  is_hot: "是或否；新增时留空为否",
  is_open: "是或否；新增时留空为否",
  sort: "0–9999，小的在前；新增时留空为100",
  status: "启用或停用；停用同时停用其下级",
};

const names = Object.keys(explained) as Name[]; // the keys of the record above
export const explanations: string[][] = names.map((name) => [headingOf(name), explained[name]]);

export const districtSheet: SheetShape<Name> = {
  fields: names.map((name) => sheetField(name, shape[name], { label: headingOf(name) })),
  required: [["country_code"]],
};

export async function readCountryNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const words = new Map<string, string>();
  for (const { code, name_zh, name_en, name_local, status } of await db.select().from(country))
    for (const word of [code, name_zh, name_en, name_local])
      if (word && status === "enabled" && !words.has(matchKey(word))) words.set(matchKey(word), code);
  return words;
}

export const wrongCell = (name: Name, message: string): WrongCell => ({ field: headingOf(name), message });

export function readDistrictRow(
  columns: readonly (Column<Name> | undefined)[],
  row: SheetRow,
  countries: ReadonlyMap<string, string>,
): { given: GivenDistrict } | WrongCell {
  const said = cellsOf(columns, row);
  if ("message" in said) return said;
  const given: Record<string, unknown> = {};
  for (const [name, text] of said) {
    const read = readCell(name, text, countries);
    if ("message" in read) return read;
    given[name] = read.value;
  }
  if (given.country_code === undefined) return wrongCell("country_code", "请填写国家/地区");
  // Each value has been read by the field of its name.
  return { given: given as GivenDistrict };
}

type ReadCell = { value: unknown } | WrongCell;

function readCell(name: Name, text: string, countries: ReadonlyMap<string, string>): ReadCell {
  const known = (value: unknown, message: string): ReadCell =>
    value === undefined ? wrongCell(name, message) : { value };
  switch (name) {
    case "country_code":
      return known(countries.get(matchKey(text)), `国家/地区“${text.slice(0, 20)}”不存在或已停用`);
    case "level":
      return known(levels.get(text.replace(/级?(区域)?$/, "")), "级别应为1、2或3");
    case "is_hot":
    case "is_open":
      return known(yesNo.get(text.toLowerCase()), `${headingOf(name)}应填“是”或“否”`);
    case "status":
      return known(statuses.get(text), "状态应为“启用”或“停用”");
    case "parent_code":
      return checkedCell(name, "code", text);
    case "alias":
      return checkedCell(
        name,
        name,
        [...new Set(text.split(/[、,，;；|\n]/).map((part) => part.trim()))].filter(Boolean),
      );
    case "lat":
    case "lng":
    case "sort":
      return /^-?\d{1,6}(\.\d{1,12})?$/.test(text)
        ? checkedCell(name, name, Number(text))
        : wrongCell(name, wrongNumber(headingOf(name), text));
    default:
      return checkedCell(name, name, text);
  }
}

const levels = new Map([..."123", ..."一二三"].map((word, index) => [word, (index % deepestLevel) + 1]));
const yesNo = new Map([
  ...["是", "1", "y", "yes", "true"].map((word) => [word, true] as const),
  ...["否", "0", "n", "no", "false"].map((word) => [word, false] as const),
]);
const statuses = new Map(
  Object.entries(districtStatuses).flatMap(([value, label]) => [value, label].map((word) => [word, value] as const)),
);

function checkedCell(name: Name, field: string, value: unknown): ReadCell {
  const parsed = shape[field]?.safeParse(value);
  return parsed?.success ? { value: parsed.data } : wrongCell(name, parsed?.error?.issues[0]?.message ?? "");
}
