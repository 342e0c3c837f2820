import { ratio } from "~/contract/decimal";
import { keyOf } from "~/server/lib/text";
import type { SheetField } from "./columns";

/** Address books of other programs keep names in two columns. */
export type NamePart = "family_name" | "given_name";
export const nameParts: readonly SheetField<NamePart>[] = [
  { name: "family_name", label: "姓", takes: "text" },
  { name: "given_name", label: "名", takes: "text" },
];

const isLetters = (text: string) => /^[\p{Script=Latin}\p{Script=Cyrillic}\p{M}\s.'’-]+$/u.test(text);

/** What a row says, its name made of the two parts where it says none: 王小明, but Anna Lee. */
export function fullName<N extends string>(
  said: readonly [name: N | NamePart, text: string][],
): [name: N | "name", text: string][] {
  const parts = new Map<string, string>(said);
  const [family = "", given = ""] = nameParts.map(({ name }) => parts.get(name));
  const others = said.filter((cell): cell is [N, string] => cell[0] !== "family_name" && cell[0] !== "given_name");
  if (parts.has("name") || !(family || given)) return others;
  const name = isLetters(family + given) ? `${given} ${family}`.trim() : family + given;
  return [["name", name], ...others];
}

/** However it is written: wide or narrow, in capitals or not, with or without spaces. */
export const matchKey = (text: string): string => keyOf(text).replace(/\s+/g, "");

// What people write into cells, read the same way in every import; undefined for what cannot be understood.

const scales: Readonly<Record<string, string>> = {
  百: "100",
  千: "1000",
  万: "10000",
  萬: "10000",
  百万: "1000000",
  千万: "10000000",
  亿: "100000000",
  億: "100000000",
};
/** 1234.5 or 1,234.5: a comma elsewhere is somebody's decimal point. */
const number = /^(\d{1,3}(?:,\d{3})+|\d{1,16})(\.\d{1,12})?(百万|千万|[百千万萬亿億])?$/;

/** What names a currency. ￥ does not: it is yen as well as yuan, and 元 may be anybody's. */
const currencyNames: readonly (readonly [name: RegExp, code: string])[] = [
  [/日元|日圆|円|JPY/i, "JPY"],
  [/人民币|CNY|RMB/i, "CNY"],
  [/美元|美金|USD|(?<!HK|S|A|NT)\$/i, "USD"],
  [/欧元|EUR|€/i, "EUR"],
  [/英镑|GBP|£/i, "GBP"],
  [/泰铢|THB|฿/i, "THB"],
  [/港元|港币|HKD|HK\$/i, "HKD"],
];

/** An amount without a sign, exact: 1,234.5, ￥5,000, 12万, 5980万元. One that names a currency is of that currency alone, and sets none. */
export function amountIn(text: string, currency?: string | null): string | undefined {
  let plain = text.normalize("NFKC").replace(/[\s¥]/g, "");
  const [name, code] = currencyNames.find(([sign]) => sign.test(plain)) ?? [];
  if (name && code !== currency) return undefined;
  plain = plain.replace(name ?? "", "").replace(/[元圆]整?$/, "");
  const [, whole, fraction = "", scale = ""] = number.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  const exact = ratio([whole.replaceAll(",", "") + fraction, scales[scale] ?? "1"], ["1"], 12);
  return exact.replace(/\.?0+$/, "");
}

/** An area in square metres, to the hundredth: 62.5, 62.5㎡, 62.5平方米, 25坪. */
export function areaIn(text: string): number | undefined {
  const [, plain = "", unit = ""] =
    /^([\d,.]+)(m2|m²|平方米|平米|平方公尺|平|坪)?$/i.exec(text.normalize("NFKC").replace(/\s/g, "")) ?? [];
  const [, whole, fraction = ""] = number.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  const size = whole.replaceAll(",", "") + fraction;
  return Number(unit === "坪" ? ratio([size, "400"], ["121"], 2) : size);
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const behind = "(?:[ T].*|\\(.*\\))?";
const days: readonly RegExp[] = [
  new RegExp(`^(?<y>\\d{4}) ?[-/.年] ?(?<m>\\d{1,2}) ?[-/.月] ?(?<d>\\d{1,2})[日号]?${behind}$`),
  /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  new RegExp(`^(?<d>\\d{1,2})(?:st|nd|rd|th)?[- ](?<m>[a-z]{3})[a-z]*\\.?,?[- ](?<y>\\d{4})${behind}$`, "i"),
  new RegExp(`^(?<m>[a-z]{3})[a-z]*\\.? (?<d>\\d{1,2})(?:st|nd|rd|th)?,? (?<y>\\d{4})${behind}$`, "i"),
];

/** A day: 2026-11-03, 2026/11/3, 2026.11.3, 2026年11月3日, 20261103, 3 Nov 2026; a time behind it does not count. Of 10/8/2026 nobody knows which is the month. */
export function dayIn(text: string): string | undefined {
  const plain = text.normalize("NFKC").trim();
  const { y, m, d } = days.map((form) => form.exec(plain)?.groups).find((groups) => groups) ?? {};
  if (y === undefined || m === undefined || d === undefined) return undefined;
  const month = /\d/.test(m) ? m : String(months.indexOf(m.toLowerCase()) + 1);
  const written = `${y}-${month.padStart(2, "0")}-${d.padStart(2, "0")}`;
  const moment = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== written ? undefined : written;
}

/** A whole number: 120, 1,200; undefined for anything else. */
export function wholeIn(text: string): number | undefined {
  const plain = text.normalize("NFKC").replace(/\s/g, "");
  return /^-?(\d{1,9}|\d{1,3}(,\d{3}){1,2})$/.test(plain) ? Number(plain.replaceAll(",", "")) : undefined;
}

const shown = (text: string) => `“${text.slice(0, 20)}”`;

/** Why an amount, or another number, was not understood. */
export const wrongNumber = (label: string, text: string): string =>
  /\d[.,]\d/.test(text)
    ? `${label}${shown(text)}分不清千位和小数，请写成如 1234567.89`
    : `${label}${shown(text)}无法识别，请填写数字，如 1234567.89`;

/** Why a whole number was not understood. */
export const wrongWhole = (label: string, text: string): string => `${label}${shown(text)}无法识别，请填写整数`;

/** Why a day was not understood. */
export const wrongDay = (label: string, text: string): string =>
  /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$/.test(text)
    ? `${label}${shown(text)}分不清月和日，请写成如 2026-10-08`
    : `${label}${shown(text)}无法识别，请写成如 2026-10-08`;
