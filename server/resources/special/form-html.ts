import type { FormField } from "~/contract/special/special";
import { escapeHtml } from "~/server/lib/rich-text/display";
import type { Words } from "./words";

export interface Choice {
  value: string;
  label: string;
}

export interface FormShown {
  words: Words;
  fields: readonly FormField[];
  kind: string;
  /** Where it is sent; nowhere in a preview. */
  action: string | null;
  token: string;
  /** The query of the address under which the page was opened. */
  query: string;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  /** What the sender agrees to, where it is not the usual; and what is done with the data. */
  consent?: string;
  privacy?: string | null;
  /** The number of a compared page's version. */
  version?: number | undefined;
  /** What is wrong with the whole. */
  message: string | null;
  phoneCodes: readonly Choice[];
  nationalities: readonly Choice[];
}

const autocompletes: Readonly<Record<FormField, string>> = {
  name: "name",
  phone: "tel-national",
  wechat: "off",
  email: "email",
  budget: "off",
  note: "off",
};
const limits: Readonly<Record<FormField, number>> = {
  name: 50,
  phone: 20,
  wechat: 50,
  email: 120,
  budget: 50,
  note: 1000,
};
const types: Partial<Record<FormField, string>> = { phone: "tel", email: "email" };

/** By these a visitor can be answered: one of them is asked for. */
export const contactsOf = (fields: readonly FormField[]): FormField[] =>
  fields.filter((name) => name === "phone" || name === "wechat" || name === "email");
const isNeeded = (name: FormField, fields: readonly FormField[]) =>
  name === "name" || (contactsOf(fields).length === 1 && contactsOf(fields)[0] === name);
/** The form of a page, which is sent without a script; an error is shown at its field. */
export function formHtml(shown: FormShown, { button, note }: { button: string; note: string | null }): string {
  const { words, fields, kind, action, token, query, values, message, version, consent, privacy } = shown;
  const parts = fields.map((name) => fieldHtml(name, shown));
  const several = contactsOf(fields).length > 1;
  return [
    `<form method="post"${action === null ? "" : ` action="${escapeHtml(action)}"`} accept-charset="utf-8" novalidate>`,
    message ? `<p class="summary" role="alert">${escapeHtml(message)}</p>` : "",
    ...parts,
    kind === "visa" ? selectHtml("nationality", words.nationality, shown.nationalities, shown) : "",
    `<div class="trap" aria-hidden="true"><label>${escapeHtml(words.website)} <input name="website" tabindex="-1" autocomplete="off" value="${escapeHtml(values.website ?? "")}" /></label></div>`,
    `<input type="hidden" name="token" value="${escapeHtml(token)}" />`,
    version === undefined ? "" : `<input type="hidden" name="version" value="${version}" />`,
    query ? `<input type="hidden" name="query" value="${escapeHtml(query)}" />` : "",
    action === null
      ? `<button class="button" type="button" disabled>${escapeHtml(`${button}（${words.notInPreview}）`)}</button>`
      : `<button class="button" type="submit">${escapeHtml(button)}</button>`,
    note ? `<p class="hint">${escapeHtml(note)}</p>` : "",
    several ? `<p class="hint">${escapeHtml(words.oneContact)}</p>` : "",
    `<p class="hint">${escapeHtml(consent ?? words.consent)}</p>`,
    privacy ? privacyHtml(words.privacy, privacy) : "",
    "</form>",
  ].join("\n");
}

const privacyHtml = (title: string, text: string) =>
  `<details><summary>${escapeHtml(title)}</summary>${text
    .split(/\n+/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join("")}</details>`;

function fieldHtml(name: FormField, shown: FormShown): string {
  const { words, fields, values, errors } = shown;
  const wrong = errors[name];
  const isRequired = isNeeded(name, fields);
  const common = [
    `id="f-${name}"`,
    `name="${name}"`,
    `maxlength="${limits[name]}"`,
    `autocomplete="${autocompletes[name]}"`,
    isRequired ? "required" : "",
    wrong ? `aria-invalid="true" aria-describedby="e-${name}"` : "",
    name === "budget" ? `placeholder="${escapeHtml(words.budgetExample)}"` : "",
  ]
    .filter(Boolean)
    .join(" ");
  const typed = escapeHtml(values[name] ?? "");
  const input =
    name === "note"
      ? `<textarea ${common}>${typed}</textarea>`
      : `<input type="${types[name] ?? "text"}" ${common} value="${typed}" />`;
  const control =
    name === "phone"
      ? `<div class="pair">${optionsHtml("phone_cc", words.phoneCode, shown.phoneCodes, values.phone_cc ?? words.ownCode)}${input}</div>`
      : input;
  return `<div class="field"><label for="f-${name}">${escapeHtml(words.fields[name])}${isRequired ? ' <span class="need" aria-hidden="true">*</span>' : ""}</label>${control}${errorHtml(name, wrong)}</div>`;
}

const errorHtml = (name: string, wrong: string | undefined) =>
  wrong ? `<p class="wrong" id="e-${name}">${escapeHtml(wrong)}</p>` : "";
const optionsHtml = (name: string, label: string, choices: readonly Choice[], chosen: string) =>
  `<select name="${name}" aria-label="${escapeHtml(label)}">${choicesHtml(choices, chosen)}</select>`;

const choicesHtml = (choices: readonly Choice[], chosen: string) =>
  choices
    .map(
      ({ value, label }) =>
        `<option value="${escapeHtml(value)}"${value === chosen ? " selected" : ""}>${escapeHtml(label)}</option>`,
    )
    .join("");
function selectHtml(name: string, label: string, choices: readonly Choice[], shown: FormShown): string {
  const { words, values, errors } = shown;
  const wrong = errors[name];
  const invalid = wrong ? ` aria-invalid="true" aria-describedby="e-${name}"` : "";
  return `<div class="field"><label for="f-${name}">${escapeHtml(label)} <span class="need" aria-hidden="true">*</span></label><select id="f-${name}" name="${name}" required${invalid}><option value="">${escapeHtml(words.choose)}</option>${choicesHtml(choices, values[name] ?? "")}</select>${errorHtml(name, wrong)}</div>`;
}
