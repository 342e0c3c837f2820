import { keyOf, strangeIn } from "~/server/lib/text";

/** However it is written: wide or narrow, in capitals or not, with or without spaces. */
export const matchKey = (text: string): string => keyOf(text).replace(/\s+/g, "");

/** What is wrong with a cell whatever it says: characters that no text may hold. */
export function strangeCell(heading: string, text: string): { field: string; message: string } | undefined {
  const strange = strangeIn(text);
  return strange === undefined ? undefined : { field: heading, message: `${heading}含有不能使用的字符：${strange}` };
}
