import { escapeHtml } from "../content/rich-text";

/** A word that links to its page, so often in a text. */
export interface Inlink {
  word: string;
  url: string;
  max: number;
}

/** A text gets no more links by itself. */
const mostInlinks = 10;

/** What holds words that stay as they are: headings, links, code, cards and frames. */
const closed = /^(a|h[1-6]|pre|code|iframe|script|style)$/;

interface Piece {
  html: string;
  /** Words that may be linked. */
  isOpen: boolean;
}

/** A text as readers see it, cut where words may be linked and where not. */
function piecesOf(html: string): Piece[] {
  let depth = 0;
  return (html.match(/<[^>]*>|[^<]+/g) ?? []).map((part) => {
    const [, end, name = ""] = /^<(\/?)([a-z0-9]+)/i.exec(part) ?? [];
    if (!part.startsWith("<")) return { html: part, isOpen: depth === 0 };
    const isCard = /^<div class="estate"/.test(part);
    if (closed.test(name.toLowerCase()) || isCard || (depth > 0 && name === "div"))
      depth = Math.max(0, depth + (end ? -1 : 1));
    return { html: part, isOpen: false };
  });
}

const isLetter = (sign: string | undefined) => sign !== undefined && /[a-z0-9]/i.test(sign);

/** The place of a word in escaped text: not within another word of letters, and not in an entity. */
function placeIn(text: string, word: string): number {
  const [lower, wanted] = [text.toLowerCase(), word.toLowerCase()];
  if (lower.length !== text.length) return -1;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isCut = (isLetter(wanted[0]) && isLetter(text[at - 1])) || (isLetter(wanted.at(-1)) && isLetter(text[end]));
    const isInEntity = /&[#a-z0-9]*$/i.test(text.slice(0, at)) && /^[a-z0-9]*;/i.test(text.slice(end));
    if (!isCut && !isInEntity) return at;
  }
  return -1;
}

/** Puts links on words into HTML that has been made safe: the longest first, each as often as it may, ten in all; not in headings, links, code or cards. Says on which words, each as often as it was. */
export function linkWords(html: string, inlinks: readonly Inlink[]): { html: string; words: string[] } {
  let pieces = piecesOf(html);
  const words: string[] = [];
  let left = mostInlinks;
  for (const { word, url, max } of inlinks) {
    const text = word.replace(/[&<>]/g, escapeHtml);
    for (let times = 0; times < max && left > 0; times++) {
      const found = pieces.findIndex((piece) => piece.isOpen && placeIn(piece.html, text) >= 0);
      const piece = pieces[found];
      if (!piece) break;
      const at = placeIn(piece.html, text);
      const said = piece.html.slice(at, at + text.length);
      const link = { html: `<a href="${escapeHtml(url)}">${said}</a>`, isOpen: false };
      const [before, after] = [piece.html.slice(0, at), piece.html.slice(at + text.length)];
      pieces = [
        ...pieces.slice(0, found),
        { html: before, isOpen: true },
        link,
        { html: after, isOpen: true },
        ...pieces.slice(found + 1),
      ];
      words.push(word);
      left -= 1;
    }
  }
  return { html: pieces.map((piece) => piece.html).join(""), words };
}

export const withInlinks = (html: string, inlinks: readonly Inlink[]): string => linkWords(html, inlinks).html;
