const kanaApart = 0x60;

/** As texts of places are compared: full width and half width, large and small letters, both kinds of kana alike. */
export const plainText = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - kanaApart));
