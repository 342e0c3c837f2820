import { markColors, textColors } from "~/contract/content/rich-text";

type Looks = Map<string, string>;

/** Styles with a meaning; the rest is only the look of the source page. */
const spoken = /^(font-weight|font-style|text-decoration|text-align|vertical-align|color|background-color)$/;

/** A style's values by name; of duplicates the last. */
function looksIn(style: string): Looks {
  const said = style.split(";").map((one) => one.split(":").map((part) => part.trim().toLowerCase()));
  return new Map(
    said
      .map(([name = "", value = ""]) => [name === "text-decoration-line" ? "text-decoration" : name, value] as const)
      .filter(([name, value]) => spoken.test(name) && value),
  );
}

const looksOf = (element: Element): Looks => looksIn(element.getAttribute("style") ?? "");

function say(element: Element, looks: Looks): void {
  if (looks.size) element.setAttribute("style", [...looks].map((one) => one.join(": ")).join("; "));
  else element.removeAttribute("style");
}

/** Writes the page's style rules into each element: programs set looks by classes (Pages, Excel, LibreOffice). */
export function takeSheets(page: Document): void {
  for (const sheet of page.querySelectorAll("style")) {
    const text = (sheet.textContent ?? "").replace(/\/\*[\s\S]*?\*\/|<!--|-->/g, "");
    for (const [, selector = "", body = ""] of text.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const looks = looksIn(body);
      if (!looks.size || selector.includes("@")) continue;
      for (const element of matching(page, selector)) {
        const style = [...looks].map((one) => one.join(":")).join(";");
        element.setAttribute("data-sheet", `${element.getAttribute("data-sheet") ?? ""};${style}`);
      }
    }
  }
  for (const element of page.querySelectorAll("[data-sheet]")) {
    // An element's own style overrides that of the sheets.
    element.setAttribute("style", `${element.getAttribute("data-sheet")};${element.getAttribute("style") ?? ""}`);
    element.removeAttribute("data-sheet");
  }
}

function matching(page: Document, selector: string): Iterable<Element> {
  try {
    return page.body.querySelectorAll(selector);
  } catch {
    return []; // a selector that this browser does not know
  }
}

const isBold = (weight: string) => weight === "bold" || weight === "bolder" || Number(weight) >= 600;

/** Tags of emphasis, each with the style by which its own element may cancel it. */
const emphasis = [
  { tags: "b, strong", name: "font-weight", isOff: (value: string) => !isBold(value) },
  { tags: "i, em", name: "font-style", isOff: (value: string) => value === "normal" },
  { tags: "u, ins, s, strike, del", name: "text-decoration", isOff: (value: string) => value.startsWith("none") },
];

const handed = ["font-weight", "font-style", "text-align"];

export function handDown(box: Element): void {
  const looks = [...looksOf(box)].filter(
    ([name, value]) => handed.includes(name) || /underline|line-through/.test(value),
  );
  if (!looks.length) return;
  for (const child of [...box.childNodes]) {
    if (child instanceof HTMLElement) {
      // A tag of emphasis sets it itself.
      const isOwn = (name: string) => emphasis.some((one) => one.name === name && child.matches(one.tags));
      const given = looks.filter(([name]) => !isOwn(name)).map((one) => `${one.join(": ")};`);
      child.setAttribute("style", given.join("") + (child.getAttribute("style") ?? ""));
    } else if (child.textContent?.trim()) {
      const span = box.ownerDocument.createElement("span");
      say(span, new Map(looks));
      child.replaceWith(span);
      span.append(child);
    }
  }
}

function hex(value: string): string {
  const parts = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/.exec(value)?.slice(1);
  return parts ? `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}` : value;
}

const has = (values: readonly string[], value: string) => (values.includes(value) ? value : undefined);

function isWithin(element: Element, tags: string, name: string, isOn: (value: string) => boolean): boolean {
  for (let one = element.parentElement; one; one = one.parentElement) {
    const value = looksOf(one).get(name);
    if (value !== undefined) return isOn(value);
    if (one.matches(tags)) return true;
  }
  return false;
}

/** What is kept of each style, in the editor's values; a style that only repeats its surroundings is dropped. */
const keptOf: Readonly<Record<string, (value: string, element: Element) => string | undefined>> = {
  "font-weight": (value, element) => {
    if (element.matches("h1, h2, h3, h4, h5, h6, th")) return undefined; // theirs already
    if (isBold(value)) return element.closest("h1, h2, h3, h4, h5, h6") ? undefined : "bold";
    return isWithin(element, "b, strong", "font-weight", isBold) ? "400" : undefined;
  },
  "font-style": (value, element) => {
    if (value !== "normal") return "italic";
    return isWithin(element, "i, em", "font-style", (said) => said !== "normal") ? "normal" : undefined;
  },
  "text-decoration": (value, element) => {
    const lines = value.match(/underline|line-through/g) ?? [];
    // A link has its own underline.
    return lines.filter((line) => line !== "underline" || !element.closest("a")).join(" ");
  },
  "text-align": (value) => (/^(center|right|end)$/.test(value) ? value.replace("end", "right") : undefined),
  "vertical-align": (value) => (/^(super|sub)$/.test(value) ? value : undefined),
  color: (value, element) => (element.matches("span") ? has(textColors, hex(value)) : undefined),
  "background-color": (value, element) => (element.matches("mark") ? has(markColors, hex(value)) : undefined),
};

/** Keeps only emphasis and alignment of all styles, in the editor's values. */
export function keepSpoken(inside: Element): void {
  for (const element of [...inside.children]) keepOf(element);
}

function keepOf(element: Element): void {
  const looks = looksOf(element);
  const isUndone = emphasis.some(({ tags, name, isOff }) => {
    const value = looks.get(name);
    return value !== undefined && element.matches(tags) && isOff(value);
  });
  if (isUndone) {
    // Google Docs puts all into a <b> that is not bold.
    giveWay(element);
    return;
  }
  const kept = [...looks].flatMap(([name, value]) => {
    const word = keptOf[name]?.(value, element);
    return word ? [[name, word] as const] : [];
  });
  say(element, new Map(kept));
  if (!element.matches("span") || kept.some(([name]) => name === "color")) keepSpoken(element);
  else if (!kept.length) giveWay(element);
  else keepSpoken(renamed(element));
}

/** Turns a span into `font`, whose style the editor reads; it takes any span for a colour. */
function renamed(span: Element): Element {
  const plain = span.ownerDocument.createElement("font");
  plain.setAttribute("style", span.getAttribute("style") ?? "");
  plain.append(...span.childNodes);
  span.replaceWith(plain);
  return plain;
}

function giveWay(element: Element): void {
  handDown(element);
  const inner = [...element.children];
  element.replaceWith(...element.childNodes);
  for (const one of inner) keepOf(one);
}
