import { textOf } from "../content/rich-text";

const lowered = (text: string): string => text.replace(/\s+/g, " ").toLowerCase();

/** How often each of these words occurs in a text, in its order; none is counted within itself. */
export function timesIn(html: string, words: readonly string[]): number[] {
  const text = lowered(textOf(html));
  return words.map((word) => (word.trim() ? text.split(lowered(word.trim())).length - 1 : 0));
}

/** How much of a text, in percent of its letters to two places, these words are; where two of them overlap, no letter counts twice. */
export function densityOf(html: string, words: readonly string[]): number {
  const text = lowered(textOf(html));
  const taken = new Set<number>();
  for (const word of words.map((one) => lowered(one.trim())).filter(Boolean))
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
      for (let letter = at; letter < at + word.length; letter++) if (text[letter] !== " ") taken.add(letter);
  const letters = text.replace(/ /g, "").length;
  return letters === 0 ? 0 : Math.round((taken.size / letters) * 10_000) / 100;
}

/** Addresses that a text links to. */
export const linksIn = (html: string) => [...html.matchAll(/<a\s[^>]*href="([^"]+)"/g)].map(([, href = ""]) => href);

/** Whether an address is on the company's site, or a part of it. */
export function isInside(href: string, host: string): boolean {
  if (host === "" || !URL.canParse(href)) return false;
  const { host: theirs } = new URL(href);
  return theirs === host || theirs.endsWith(`.${host}`);
}
