import { keyOf } from "~/server/lib/text";

/** However it is written: wide or narrow, in capitals or not, with or without spaces. */
export const matchKey = (text: string): string => keyOf(text).replace(/\s+/g, "");
