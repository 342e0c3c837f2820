import { metaOf } from "~/contract/field";
import { StaffCreate, StaffFacts } from "~/contract/system/staff";
import type { Db } from "~/server/database/database";
import { role } from "~/server/database/tables/system/system";
import {
  type Column,
  cellsOf,
  maskedCell,
  type SheetRow,
  type SheetShape,
  sheetField,
  type WrongCell,
} from "~/server/resources/shared/import/columns";
import {
  fullName,
  matchKey,
  type NamePart,
  nameParts,
  wholeIn,
  wrongWhole,
} from "~/server/resources/shared/import/values";
import type { RoleRecord } from "../role";
import { teamTree } from "../team";
import type { StaffGiven } from "./facts";

/** A person of a file signs in by e-mail, as one that is created does. */
const RowFacts = StaffFacts.extend({ email: StaffCreate.shape.email });
type Name = keyof typeof RowFacts.shape;

const names = Object.keys(RowFacts.shape) as Name[]; // the keys of the shape
export const headingOf = (name: string): string => metaOf(RowFacts.shape[name as Name]).label ?? "";

const explained: Record<Name, string> = {
  name: "必填",
  email: "必填；登录账号",
  phone_cc: "如 86；留空按 +86",
  phone: "",
  team_id: "必填；团队名称，同名时写全路径，如 华东/一组",
  role_ids: "必填；角色名称，多个用顿号“、”分隔",
  wecom_userid: "企业微信通讯录中的账号",
  customer_cap: "0–9999；留空按系统设置",
  accept_inquiry: "是或否；留空为是",
};

export const explanations: string[][] = names.map((name) => [headingOf(name), explained[name]]);

export const staffSheet: SheetShape<Name | NamePart> = {
  fields: [
    ...names.map((name) =>
      // Teams and roles are in it by name.
      sheetField<Name>(name, RowFacts.shape[name], name === "team_id" || name === "role_ids" ? { takes: "text" } : {}),
    ),
    ...nameParts,
  ],
  required: [["name", "family_name", "given_name"], ["email"], ["team_id"], ["role_ids"]],
};

export interface StaffNames {
  /** By name, and by path where several have the name. */
  teams: ReadonlyMap<string, number | "several">;
  roles: ReadonlyMap<string, RoleRecord>;
}

export async function readStaffNames(db: Db): Promise<StaffNames> {
  const teams = new Map<string, number | "several">();
  const path: string[] = [];
  for (const { id, name, depth, status } of await teamTree(db)) {
    path.splice(depth, path.length, name);
    if (status !== "enabled") continue;
    teams.set(matchKey(name), teams.has(matchKey(name)) ? "several" : id);
    if (depth > 0) teams.set(matchKey(path.join("/")), id);
  }
  const roles = await db.select().from(role);
  const offered = roles.filter(({ status }) => status === "enabled");
  return { teams, roles: new Map(offered.map((one) => [matchKey(one.name), one])) };
}

export function readStaffRow(
  columns: readonly (Column<Name | NamePart> | undefined)[],
  row: SheetRow,
  known: StaffNames,
): { facts: StaffGiven } | WrongCell {
  const said = cellsOf(columns, row);
  if ("message" in said) return said;
  const given: Record<string, unknown> = {};
  for (const [name, text] of fullName(said)) {
    const value = readCell(name, text, known);
    if (typeof value === "object" && "message" in value) return value;
    given[name] = value;
  }
  if (given.phone && !given.phone_cc) given.phone_cc = "86";
  const parsed = RowFacts.safeParse(given);
  if (parsed.success) return { facts: parsed.data };
  const [issue] = parsed.error.issues;
  return maskedCell(columns, row) ?? { field: headingOf(String(issue?.path[0] ?? "")), message: issue?.message ?? "" };
}

function readCell(name: Name, text: string, { teams, roles }: StaffNames) {
  const wrong = (message: string): WrongCell => ({ field: headingOf(name), message });
  if (name === "phone_cc") return text.replace(/^\+|^00/, "");
  if (name === "customer_cap") return wholeIn(text) ?? wrong(wrongWhole(headingOf(name), text));
  if (name === "accept_inquiry") {
    const isYes = ["是", "1", "y", "yes", "true"].includes(text.toLowerCase());
    const isNo = ["否", "0", "n", "no", "false"].includes(text.toLowerCase());
    return isYes || isNo ? isYes : wrong(`${headingOf(name)}应填“是”或“否”`);
  }
  if (name === "team_id") {
    const id = teams.get(matchKey(text));
    if (id === "several") return wrong(`有多个团队叫“${text.slice(0, 20)}”，请填写全路径`);
    return id ?? wrong(`团队“${text.slice(0, 20)}”不存在或已停用`);
  }
  if (name !== "role_ids") return text;
  const parts = text.split(/[、,，;；|\n]/).filter((part) => part.trim());
  const unknown = parts.find((part) => !roles.has(matchKey(part)));
  if (unknown) return wrong(`角色“${unknown.trim().slice(0, 20)}”不存在或已停用`);
  return parts.flatMap((part) => roles.get(matchKey(part))?.id ?? []);
}
