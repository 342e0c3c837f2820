import { metaOf } from "~/contract/field";
import { currencyName } from "~/contract/format";
import { type Column, cellsOf, maskedCell, type SheetRow } from "~/server/resources/shared/import/columns";
import {
  amountIn,
  fullName,
  matchKey,
  wholeIn,
  wrongNumber,
  wrongWhole,
} from "~/server/resources/shared/import/values";
import { contactKey, type NormalContact, normalContacts } from "../customer/contact/contacts";
import { contactErrors, type Facts, factsOf, stageErrors } from "../customer/facts";
import { headingOf, type ImportField, ImportRow, type SheetName } from "./columns";
import type { Lookups } from "./lookups";

export interface Wrong {
  field: string;
  message: string;
}

export interface ReadRow {
  facts: Facts;
  contacts: NormalContact[];
  /** The owner named in the file; undefined where there is none. */
  owner: number | undefined;
}

export function readRow(
  columns: readonly (Column<SheetName> | undefined)[],
  row: SheetRow,
  lookups: Lookups,
): ReadRow | Wrong {
  const said = cellsOf(columns, row);
  if (isWrong(said)) return said;
  const given: Record<string, unknown> = {};
  let owner: number | undefined;
  for (const [name, text] of fullName(said)) {
    // It names an existing customer, or nobody.
    if (name === "customer_no") continue;
    const value = name === "owner" ? ownerOf(text, lookups) : choiceOf(name, text, lookups);
    if (isWrong(value)) return value;
    if (name === "owner") owner = Number(value);
    else given[name] = value;
  }
  const wrongBudget = readBudget(given);
  if (wrongBudget) return wrongBudget;
  if (!given.source) given.source = "import";
  // A number with a plus sign contains its country code.
  if (given.phone && !given.phone_cc) given.phone_cc = "86";
  const parsed = ImportRow.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return (
      maskedCell(columns, row) ?? { field: headingOf(String(issue?.path[0] ?? "")), message: issue?.message ?? "" }
    );
  }
  const facts = factsOf({
    ...parsed.data,
    district_id: null,
    intent_district_ids: [],
    referrer_customer_id: null,
    agent_id: null,
  });
  const contacts = normalContacts(facts);
  const [complaint] = [...contactErrors(facts, contacts, undefined), ...stageErrors(facts, undefined)];
  if (complaint) return maskedCell(columns, row) ?? { field: complaint.label, message: complaint.message };
  return centsOf(facts, lookups) ?? { facts, contacts: distinct(contacts), owner };
}

export const isWrong = (value: unknown): value is Wrong =>
  typeof value === "object" && value !== null && "message" in value;

function choiceOf(name: ImportField, text: string, { choices }: Lookups): unknown {
  const { control } = metaOf(ImportRow.shape[name]);
  const offered = choices.get(name);
  if (!offered) return control === "number" ? wholeOf(name, text) : text;
  const isList = control === "multi-select";
  // A label may contain one of the characters that separate a list.
  const parts =
    isList && !offered.has(matchKey(text)) ? text.split(/[、,，;；|\n]/).filter((part) => part.trim()) : [text];
  const values: string[] = [];
  for (const part of parts) {
    const value = offered.get(matchKey(part)) ?? offered.get(matchKey(part.split(/[\s(（]/, 1)[0] ?? ""));
    if (value === undefined)
      return { field: headingOf(name), message: `${headingOf(name)}“${part.trim().slice(0, 20)}”不是可选项` };
    values.push(value);
  }
  const chosen = [...new Set(values)];
  return isList ? (name === "intent_estate_ids" ? chosen.map(Number) : chosen) : values[0];
}

/** Amounts as people write them, in the row's currency. */
function readBudget(given: Record<string, unknown>): Wrong | undefined {
  for (const name of ["budget_min", "budget_max"] as const) {
    const text = given[name];
    if (typeof text !== "string") continue;
    const { budget_currency: currency } = given;
    const amount = amountIn(text, typeof currency === "string" ? currency : null);
    if (amount === undefined) return { field: headingOf(name), message: wrongNumber(headingOf(name), text) };
    given[name] = amount;
  }
  return undefined;
}

/** A whole number; of a date only its year, for the year of birth. */
function wholeOf(name: ImportField, text: string): number | Wrong {
  const year = /^(\d{4})(?:年|[-/.]\d)/.exec(text)?.[1];
  const label = headingOf(name);
  return wholeIn(year ?? text) ?? { field: label, message: wrongWhole(label, text) };
}

function ownerOf(text: string, { owners }: Lookups): number | Wrong {
  const owner = owners.get(matchKey(text));
  const field = headingOf("owner");
  if (owner === "several") return { field, message: `有多名员工叫“${text.slice(0, 20)}”，请填写邮箱` };
  return owner ?? { field, message: `“${text.slice(0, 20)}”不存在、不在您的权限范围内或不能接收客户` };
}

/** Yen, won and dong have no cents. */
function centsOf(facts: Facts, { wholeCurrencies }: Lookups): Wrong | undefined {
  if (!facts.budget_currency || !wholeCurrencies.has(facts.budget_currency)) return undefined;
  const name = (["budget_min", "budget_max"] as const).find((one) => !(facts[one] ?? ".00").endsWith(".00"));
  return name && { field: headingOf(name), message: `${currencyName(facts.budget_currency)}金额不能有小数` };
}

function distinct(contacts: NormalContact[]): NormalContact[] {
  const known = new Set<string>();
  return contacts.filter((contact) => !known.has(contactKey(contact)) && known.add(contactKey(contact)));
}
