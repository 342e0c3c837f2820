import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from "libphonenumber-js/max";

export interface Phone {
  phone_cc: string;
  phone: string;
  /** The one form that equal numbers share. */
  phone_e164: string;
}

/** The library throws at any other. */
const callingCodes: ReadonlySet<string> = new Set(getCountries().map((country) => getCountryCallingCode(country)));

const dashes = /[\p{Pd}−ー]/gu;
/** Digits, spaces and the usual separators; a text with anything else is not a number. */
const written = /^[\s(]*\+?[\d\s()\-./]+$/;

/** How a number was typed, in plain characters. Tables of numbers write `.0` behind whole ones. */
export function typedPhone(text: string): string {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(dashes, "-")
    .trim();
  return plain.replace(/^(\+?\d+)\.0+$/, "$1");
}

/** A number of that country, or of the one that it names itself, however written (`00` is the plus sign); undefined when there is none such. */
export function readPhone(text: string, callingCode: string | null): Phone | undefined {
  const typed = typedPhone(text);
  if (!written.test(typed)) return undefined;
  const abroad = /^\(?00/.test(typed) ? [typed.replace(/^\(?00/, "+")] : [];
  const code = callingCode ?? "86";
  const country = callingCodes.has(code) ? { defaultCallingCode: code } : undefined;
  const number = [...abroad, typed]
    .map((one) => parsePhoneNumberFromString(one, country))
    .find((one) => one?.isValid());
  return number && columnsOf(number);
}

/** A kept number in its parts, whether or not it would be taken today. */
export function partsOf(e164: string): Phone | undefined {
  const number = parsePhoneNumberFromString(e164);
  return number && columnsOf(number);
}

const columnsOf = (number: NonNullable<ReturnType<typeof parsePhoneNumberFromString>>): Phone => ({
  phone_cc: String(number.countryCallingCode),
  phone: String(number.nationalNumber),
  phone_e164: String(number.number),
});

/** Whether a number names its country itself. */
export const namesCountry = (text: string): boolean => /^\(?(\+|00)/.test(typedPhone(text));
