/** The flag of a country or region as its emoji, which says whether one is shown; screens draw a picture by the code. For 中国台湾 none is. */
export const flagOf = (code: string): string | null =>
  code === "TW" ? null : [...code].map((letter) => String.fromCodePoint(0x1f1a5 + letter.charCodeAt(0))).join("");
