type Child = Node | string | false | null | undefined;
type Attributes = Record<string, string | boolean | ((event: never) => void)>;

export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value as EventListener);
    else if (value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** An icon; its button's name says what it means. */
export function sign(path: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** Text with the addresses in it as links, for nothing that is said becomes markup. */
export function linked(text: string): Node {
  const all = document.createDocumentFragment();
  for (const part of text.split(/(https?:\/\/[^\s<>"'，。；、）]+)/))
    all.append(
      /^https?:\/\//.test(part) ? h("a", { href: part, target: "_blank", rel: "noopener noreferrer" }, part) : part,
    );
  return all;
}
