/** However it is written: wide or narrow, in capitals or not, with or without spaces. */
export const matchKey = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
