/** However it is written: wide or narrow, in capitals or not, with or without spaces. */
export const wordKey = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
