// Tags as the HTML standard tokenizes them (13.2.5, tokenization).
const blank = "\\t\\n\\f\\r ";
const name = `[^${blank}/>]*`;
const value = `"[^"]*(?:"|$)|'[^']*(?:'|$)|[^${blank}>"'][^${blank}>]*`;
const attribute = `[^${blank}/>][^${blank}/>=]*(?:[${blank}]*=[${blank}]*(?:${value})?)?`;
const attributes = `(?:[${blank}/]+|${attribute})*`;
const comment = `<!--(?:-?>|[^]*?(?:--!?>|$))|<(?:[!?]|/(?![a-z]))[^>]*`;
/** In these elements a tag is plain text. */
const hollow = "script|style|title|textarea|xmp|iframe|noembed|noframes|plaintext";
const hollowElement = `(<(${hollow})(?=[${blank}/>])${attributes})[^]*?(?:</\\2(?=[${blank}/>])|$)`;
const markup = new RegExp(`${comment}|${hollowElement}|</?[a-z]${name}${attributes}`, "gi");
const partOfTag = new RegExp(`^<${name}|${attribute}`, "g");

/**
 * Removes handlers from HTML tags (`onclick` and the like). An inert document runs none, but Chromium since 156 reports each against
 * the page's policy during parsing: remove them before.
 */
export const withoutHandlers = (html: string): string =>
  html.replace(markup, (whole, openingTag: string = whole) =>
    /^<[a-z]/i.test(whole)
      ? openingTag.replace(partOfTag, (part) => (/^on/i.test(part) ? "" : part)) + whole.slice(openingTag.length)
      : whole,
  );

/** The HTML as a document that loads and runs nothing. */
export const parseHtml = (html: string): Document =>
  new DOMParser().parseFromString(withoutHandlers(html), "text/html");
