const marks: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);

type Attributes = Readonly<Record<string, string>>;

const opening = (name: string, attributes: Attributes) =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(" ");

/** An element with a text; nothing where there is no text to be told. */
export const textElement = (name: string, text: string | null, attributes: Attributes = {}): string =>
  text === null ? "" : `<${opening(name, attributes)}>${escaped(text)}</${name}>`;

export const emptyElement = (name: string, attributes: Attributes): string => `<${opening(name, attributes)}/>`;

/** An element of elements, one of the document's own lines. */
export const element = (name: string, parts: readonly string[]): string => `<${name}>${parts.join("")}</${name}>`;

/** A document of these lines. */
export const xmlDocument = (root: string, attributes: Attributes, lines: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${opening(root, attributes)}>\n${lines.filter(Boolean).join("\n")}\n</${root}>\n`;
