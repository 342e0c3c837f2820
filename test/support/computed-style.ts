// jsdom tries every rule of its own sheet and of the page's on an element and all around it, each time anew, and queries by role ask
// that of every element. No sheet of the app is in a test's document, so that kind of element and inline style say everything.

const jsdomStyle = window.getComputedStyle.bind(window);

/** Attributes that jsdom's own sheet uses, with the tag name. */
const kindAttributes = ["hidden", "open", "controls", "type"];

const displays = new Map<string, string>();

/** How an element of this kind is displayed by jsdom's own sheet, which is asked once. */
function ownDisplay(element: Element): string {
  const attributes = kindAttributes.map((name) => [name, element.getAttribute(name)] as const);
  const kind = JSON.stringify([element.namespaceURI, element.localName, attributes]);
  let display = displays.get(kind);
  if (display === undefined) {
    const bare = document.createElementNS(element.namespaceURI, element.localName);
    for (const [name, value] of attributes) if (value !== null) bare.setAttribute(name, value);
    display = jsdomStyle(bare).display;
    displays.set(kind, display);
  }
  return display;
}

const nothingSet = document.createElement("div").style;

const inlineStyle = (element: Element): CSSStyleDeclaration =>
  element.hasAttribute("style") && "style" in element ? (element as HTMLElement | SVGElement).style : nothingSet;

function inherited(element: Element, property: "visibility" | "pointer-events"): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = inlineStyle(at).getPropertyValue(property);
    if (value && value !== "inherit") return value;
  }
  return property === "visibility" ? "visible" : "auto";
}

function styleOf(element: Element, name: string): string | undefined {
  if (name === "display") return inlineStyle(element).display || ownDisplay(element);
  if (name === "visibility") return inherited(element, name);
  if (name === "pointer-events" || name === "pointerEvents") return inherited(element, "pointer-events");
  return undefined;
}

/** A fake `getComputedStyle` that knows display, visibility and pointer events, and otherwise only the element's own style. */
export function computedStyle(element: Element): CSSStyleDeclaration {
  return new Proxy(inlineStyle(element), {
    get(style, name) {
      if (name === "getPropertyValue")
        return (property: string) => styleOf(element, property) ?? style.getPropertyValue(property);
      const value = (typeof name === "string" && styleOf(element, name)) || Reflect.get(style, name, style);
      return typeof value === "function" ? value.bind(style) : value;
    },
  });
}
