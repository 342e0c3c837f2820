import { type DistrictStatus, deepestLevel } from "~/contract/region/district";
import { found } from "~/server/lib/call";
import { keyOf } from "~/server/lib/text";
import type { SheetRow, WrongCell } from "~/server/resources/shared/import/columns";
import type { Line, RefusedRow } from "~/server/resources/shared/import/whole-file";
import type { District } from "./district-list";
import { type GivenDistrict, wrongCell } from "./import-columns";
import { freeCode } from "./places";

export interface Planned {
  row: SheetRow;
  given: GivenDistrict;
  /** Absent: a new one. */
  before: District | undefined;
  country_code: string;
  code: string;
  level: number;
  name_zh: string;
  status: DistrictStatus;
  /** One of the file, or one that is there already. */
  parent: Planned | District | undefined;
}

type Given = { row: SheetRow; given: GivenDistrict };
const isPlanned = (one: Planned | District): one is Planned => "row" in one;
const placeKey = (country: string | undefined, code: string) => `${country}/${code}`;

/** Decides of each row whether it may come in, its parent before it wherever that is in the file. */
export function judgeDistricts(lines: readonly Line<GivenDistrict>[], present: readonly District[]) {
  const byCode = new Map(present.map((row) => [placeKey(row.country_code, row.code), row]));
  const byId = new Map(present.map((row) => [row.id, row]));
  const inFile = new Map<string, Given>();
  const planned = new Map<Given, Planned>();
  const refused: RefusedRow[] = [];
  const pending = new Set<Given>();
  const failed = new Set<Given>();
  // A name that somebody has, or has had until now, is not free before the next file.
  const names = new Map<string, string>(
    present.map((row) => [nameKey(row.country_code, row.parent_id, row.name_zh), String(row.id)]),
  );
  const generated = new Set<string>();

  const given: Given[] = [];
  for (const line of lines) {
    if ("wrong" in line) {
      refused.push(line);
      continue;
    }
    const key = line.given.code && placeKey(line.given.country_code, line.given.code);
    const twin = key ? inFile.get(key) : undefined;
    if (twin) {
      refused.push({ row: line.row, wrong: wrongCell("code", `与第${twin.row.number}行重复`) });
      continue;
    }
    if (key) inFile.set(key, line);
    given.push(line);
  }
  for (const line of given) settle(line);
  refused.sort((a, b) => a.row.number - b.row.number);
  return { planned: [...planned.values()], refused };

  /** Undefined for a row that is refused. */
  function settle(line: Given): Planned | undefined {
    const known = planned.get(line);
    if (known || failed.has(line)) return known;
    pending.add(line);
    const result = plan(line);
    pending.delete(line);
    if ("message" in result) {
      failed.add(line);
      refused.push({ row: line.row, wrong: result });
      return undefined;
    }
    planned.set(line, result);
    return result;
  }

  function plan(line: Given): Planned | WrongCell {
    const { row, given } = line;
    const country_code = found(given.country_code);
    const before = given.code ? byCode.get(placeKey(country_code, given.code)) : undefined;
    const parent = parentOf(line, before);
    if (parent && "message" in parent) return parent;
    const level = (parent?.level ?? 0) + 1;
    const wrong = levelComplaint(given, level, before) ?? positionComplaint(given, before);
    if (wrong) return wrong;
    const name_zh = given.name_zh ?? before?.name_zh;
    if (!name_zh) return wrongCell("name_zh", "请输入中文名");
    const parentId = parent && (isPlanned(parent) ? (parent.before?.id ?? `row ${parent.row.number}`) : parent.id);
    const key = nameKey(country_code, parentId, name_zh);
    const holder = names.get(key);
    // Two that were equal before may stay so.
    const isLeft = before?.name_zh === name_zh && before.parent_id === (parentId ?? null);
    if (holder !== undefined && holder !== String(before?.id) && !isLeft)
      return wrongCell("name_zh", holder.startsWith("row ") ? `与第${holder.slice(4)}行重复` : `同级已有“${name_zh}”`);
    const isParentClosed = parent !== undefined && parent.status !== "enabled";
    const status = given.status ?? before?.status ?? "enabled";
    if (isParentClosed && status === "enabled" && !(before && given.status === undefined))
      return wrongCell("status", "上级区域已停用");
    names.set(key, before ? String(before.id) : `row ${row.number}`);
    return {
      ...{ row, given, before, country_code, level, name_zh, parent },
      status: isParentClosed ? "disabled" : status,
      code: given.code ?? newCode(country_code, parent),
    };
  }

  function parentOf({ given }: Given, before: District | undefined): Planned | District | WrongCell | undefined {
    const { parent_code } = given;
    if (!parent_code) {
      const id = before?.parent_id ?? null;
      if (id === null) return undefined;
      // Its own row may close it.
      const kept = found(byId.get(id));
      const line = inFile.get(placeKey(kept.country_code, kept.code));
      return (line && !pending.has(line) ? settle(line) : undefined) ?? kept;
    }
    const key = placeKey(given.country_code, parent_code);
    const line = inFile.get(key);
    if (line && pending.has(line)) return wrongCell("parent_code", "上级代码互相指向");
    const there = byCode.get(key);
    const settled = line && settle(line);
    if (settled ?? there) return settled ?? there;
    return wrongCell(
      "parent_code",
      line ? `上级区域所在的第${line.row.number}行有误` : `上级代码“${parent_code}”不存在`,
    );
  }

  function newCode(country_code: string, parent: Planned | District | undefined): string {
    const isTaken = (code: string) => {
      const key = placeKey(country_code, code);
      return byCode.has(key) || inFile.has(key) || generated.has(key);
    };
    const code = freeCode(parent, isTaken);
    generated.add(placeKey(country_code, code));
    return code;
  }
}

const nameKey = (country: string, parent: number | string | null | undefined, name: string) =>
  `${country}/${parent ?? ""}/${keyOf(name)}`;

function levelComplaint(given: GivenDistrict, level: number, before: District | undefined): WrongCell | undefined {
  if (level > deepestLevel) return wrongCell("parent_code", "三级区域不能再有下级");
  if (before && before.level !== level) return wrongCell("parent_code", `${before.level}级区域不能改为${level}级`);
  if (given.level === undefined || given.level === level) return undefined;
  return given.parent_code || before
    ? wrongCell("level", `级别应为${level}`)
    : wrongCell("parent_code", "请填写上级代码");
}

function positionComplaint({ lat, lng }: GivenDistrict, before: District | undefined): WrongCell | undefined {
  const hasLat = (lat ?? before?.lat ?? null) !== null;
  const hasLng = (lng ?? before?.lng ?? null) !== null;
  return hasLat === hasLng ? undefined : wrongCell(hasLat ? "lng" : "lat", "经度和纬度应一起填写");
}
