import { parseHtml } from "~/app/features/rich-text/parse-html";
import { nodeAttribute, richNodes } from "~/contract/content/rich-text";
import { filmAddress } from "./film-address";

const ownTypes = Object.values(richNodes).map((type) => `div[${nodeAttribute}="${type}"]`);
const blocks = "p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, div, section, figure, img, hr";
/** Styles that say something; the rest is how the page looked that it was copied from. */
const spoken = /^(font-weight|font-style|text-decoration|text-decoration-line|text-align)$/;

/** What was copied out of Word, of a WeChat article or of any page, as the editor takes it: words, structure and emphasis. Pictures that are not ours, and those that are data, become the place of one that is to be uploaded. */
export function cleanPasted(html: string): string {
  const page = parseHtml(html.replace(/<\/?o:p[^>]*>/gi, ""));
  const { body } = page;
  const all = (selector: string) => [...body.querySelectorAll<HTMLElement>(selector)];
  const removeAll = (selector: string) => {
    for (const element of all(selector)) element.remove();
  };
  dropComments(page);
  removeAll("script, style, meta, link, title, xml, noscript, button, input, select, textarea, svg, [hidden]");
  for (const element of all("iframe, mpvideo, .video_iframe, video")) element.replaceWith(filmOf(page, element));
  for (const element of all("img:not([data-media-id])")) takeForeign(page, element);
  listsOfWord(page);
  for (const element of all("section, article, main, header, footer, center, div").reverse())
    if (!element.matches(ownTypes.join())) unwrap(page, element);
  for (const element of all("*")) keepSpoken(element);
  dropBlanks(body);
  return body.innerHTML;
}

function dropComments(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const comment of found) comment.parentNode?.removeChild(comment);
}

const ownNode = (page: Document, type: string, name: string, value: string): HTMLElement => {
  const element = page.createElement("div");
  element.setAttribute(nodeAttribute, type);
  if (value) element.setAttribute(name, value);
  return element;
};

/** A film that may be shown, or nothing: which hosts are allowed the server decides again. */
function filmOf(page: Document, element: HTMLElement): Node {
  const address = filmAddress(element.getAttribute("src") || element.dataset.src || "");
  return address ? ownNode(page, richNodes.video, "data-src", address) : page.createTextNode("");
}

/** Dots by which pages count their readers are no pictures. */
function takeForeign(page: Document, element: HTMLElement): void {
  const isDot = ["width", "height"].some((name) => ["0", "1", "2"].includes(element.getAttribute(name) ?? ""));
  const alt = element.getAttribute("alt")?.slice(0, 200) ?? "";
  if (isDot) element.remove();
  else element.replaceWith(ownNode(page, richNodes.missing, "data-note", alt));
}

const wordLevel = /mso-list:\s*l\d+ level(\d+)/i;

/** Word writes a list as paragraphs that look like one, each with its sign in front. */
function listsOfWord(page: Document): void {
  let list: HTMLElement | undefined;
  for (const item of page.body.querySelectorAll<HTMLElement>("p")) {
    if (!wordLevel.test(item.getAttribute("style") ?? "")) continue;
    const sign = item.querySelector<HTMLElement>('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]');
    const name = /^\s*[(（]?[\da-zA-Z一二三四五六七八九十]+[.)、）]/.test(sign?.textContent ?? "") ? "ol" : "ul";
    sign?.remove();
    if (!list || list.tagName.toLowerCase() !== name || item.previousElementSibling !== list) {
      list = page.createElement(name);
      item.before(list);
    }
    const entry = page.createElement("li");
    entry.append(...item.childNodes);
    list.append(entry);
    item.remove();
  }
}

/** A box around blocks gives way to them; one around words is a paragraph. */
function unwrap(page: Document, element: HTMLElement): void {
  if (element.querySelector(blocks)) {
    element.replaceWith(...element.childNodes);
    return;
  }
  const paragraph = page.createElement("p");
  paragraph.setAttribute("style", element.getAttribute("style") ?? "");
  paragraph.append(...element.childNodes);
  element.replaceWith(paragraph);
}

function keepSpoken(element: HTMLElement): void {
  const said = (element.getAttribute("style") ?? "")
    .split(";")
    .map((one) => one.split(":").map((part) => part.trim()))
    .filter(([name = "", value = ""]) => spoken.test(name) && !/^(left|start|justify|normal|none|400)$/.test(value));
  if (said.length) element.setAttribute("style", said.map((one) => one.join(": ")).join("; "));
  else element.removeAttribute("style");
}

/** Empty lines between paragraphs are space that the reader's page makes by itself. */
function dropBlanks(body: HTMLElement): void {
  for (const element of body.querySelectorAll("p, span, li, h1, h2, h3, h4, h5, h6")) {
    const isBlank = !element.textContent?.replaceAll("\u00a0", " ").trim();
    if (isBlank && !element.querySelector("img, div, td, th")) element.remove();
  }
}
