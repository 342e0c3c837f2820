import { foldText } from "../fold";

const kanaApart = 0x60;

/** As texts of places are compared: by the one fold, and both kinds of kana alike. */
export const plainText = (text: string): string =>
  foldText(text).replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - kanaApart));

/** The text that a keyword searches: each text in a line, with a line break before it, so that a beginning can be told from the rest. */
export const searchLines = (texts: readonly string[]): string =>
  [...new Set(texts.map(plainText))].map((line) => `\n${line}`).join("");
