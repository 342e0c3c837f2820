/** How a keyword matches contacts (domain 0, Lists): the end of a number, a whole number, or a whole WeChat id, address or the like. */
export interface AskedContact {
  end?: string;
  digits?: string;
  /** Any other contact, as the collision check keeps it. */
  text?: string;
}

/** Fewer digits are no whole number. */
const leastDigits = 7;

/** Numbers that people call records by. */
const recordNumber = /^(?:bb|bk|cj|dl|dz|kh|ld|xf|xj|xq|zd|zx|u-)\d{6,}$/;

const contactText = /^[\w.@+-]{4,}$/;

/** What a keyword may find as a contact; nothing where it can be none. */
export function askedContact(keyword: string): AskedContact {
  const text = keyword.normalize("NFKC").trim().toLowerCase();
  const digits = text.replace(/[\s().+\-‐-―−]/g, "");
  if (/^\d+$/.test(digits)) {
    if (digits.length === 4) return { end: digits };
    return digits.length < leastDigits ? {} : { digits };
  }
  return contactText.test(text) && !recordNumber.test(text) ? { text } : {};
}

/** Whether a keyword may find a record by a whole contact: such searches are counted. */
export function asksForContact(keyword: string): boolean {
  const { digits, text } = askedContact(keyword);
  return digits !== undefined || text !== undefined;
}
