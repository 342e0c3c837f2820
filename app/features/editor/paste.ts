import { parseHtml } from "~/app/features/rich-text/parse-html";
import { headingLevels, nodeAttribute, richNodes } from "~/contract/content/rich-text";
import { filmAddress } from "./film-address";
import { handDown, keepSpoken, takeSheets } from "./pasted-looks";
import { listsOfWord } from "./word-lists";

const ownTypes = Object.values(richNodes).map((type) => `div[${nodeAttribute}="${type}"]`);
const blocks = "p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, div, section, figure, img, hr";
/** Cleans pasted HTML (office, WeChat, web): words, structure, emphasis. Foreign pictures and data pictures become placeholders, which know where the server may fetch them from. */
export function cleanPasted(html: string): string {
  const page = parseHtml(html.replace(/<\/?o:p[^>]*>/gi, ""));
  const { body } = page;
  const all = (selector: string) => [...body.querySelectorAll<HTMLElement>(selector)];
  const removeAll = (selector: string) => {
    for (const element of all(selector)) element.remove();
  };
  takeSheets(page);
  dropComments(page);
  removeAll(
    "br.Apple-interchange-newline, script, style, meta, link, title, xml, noscript, button, input, select, textarea, svg, [hidden]",
  );
  for (const element of all("iframe, mpvideo, .video_iframe, video")) element.replaceWith(filmOf(page, element));
  for (const element of all("img:not([data-media-id])")) takeForeign(page, element);
  for (const element of all("p, h1, h5, h6")) takeHeading(page, element);
  for (const element of all("section, article, main, header, footer, center, div").reverse())
    if (!element.matches(ownTypes.join())) unwrap(page, element);
  listsOfWord(page);
  keepSpoken(body);
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

/** A film that may be shown, or nothing: the server checks the allowed hosts again. */
function filmOf(page: Document, element: HTMLElement): Node {
  const address = filmAddress(element.getAttribute("src") || element.dataset.src || "");
  return address ? ownNode(page, richNodes.video, "data-src", address) : page.createTextNode("");
}

/** Tracking pixels are no pictures. */
function takeForeign(page: Document, element: HTMLElement): void {
  const isDot = ["width", "height"].some((name) => ["0", "1", "2"].includes(element.getAttribute(name) ?? ""));
  if (isDot) {
    element.remove();
    return;
  }
  const missing = ownNode(page, richNodes.missing, "data-note", element.getAttribute("alt")?.slice(0, 200) ?? "");
  // WeChat's pages load theirs late, from an address beside.
  const source = [element.dataset.src, element.getAttribute("src")].find((one) => /^https:\/\//i.test(one ?? ""));
  if (source) missing.dataset.source = source;
  element.replaceWith(missing);
}

const titles = { MsoTitle: "h2", MsoSubtitle: "h3" };

/** A heading in one of the text's levels; Word also has paragraphs that are titles, or part of its outline. */
function takeHeading(page: Document, element: HTMLElement): void {
  const outline = /mso-outline-level:\s*([1-6])/i.exec(element.getAttribute("style") ?? "")?.[1];
  const said = element.localName === "p" && outline ? `h${outline}` : element.localName;
  const title = Object.entries(titles).find(([name]) => element.classList.contains(name))?.[1];
  const level = title ?? headingLevels[said] ?? said;
  if (level === element.localName) return;
  const heading = page.createElement(level);
  heading.setAttribute("style", element.getAttribute("style") ?? "");
  heading.append(...element.childNodes);
  element.replaceWith(heading);
}

/** A box around blocks is replaced by them; one around words is a paragraph. */
function unwrap(page: Document, element: HTMLElement): void {
  if (element.querySelector(blocks)) {
    handDown(element);
    element.replaceWith(...element.childNodes);
    return;
  }
  const paragraph = page.createElement("p");
  paragraph.setAttribute("style", element.getAttribute("style") ?? "");
  paragraph.append(...element.childNodes);
  element.replaceWith(paragraph);
}

/** Empty lines between paragraphs are spacing that the public page adds itself. */
function dropBlanks(body: HTMLElement): void {
  for (const element of body.querySelectorAll("p, span, li, h1, h2, h3, h4, h5, h6")) {
    const isBlank = !element.textContent?.replaceAll("\u00a0", " ").trim();
    if (isBlank && !element.querySelector("img, div, td, th")) element.remove();
  }
}
