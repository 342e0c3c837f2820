import sanitizeHtml, { type Attributes, type IOptions } from "sanitize-html";
import {
  alignments,
  headingLevels,
  markColors,
  nodeAttribute,
  pictureWidths,
  richNodes,
  richTags,
  textColors,
} from "~/contract/content/rich-text";

/** What is asked of a picture's address: the number of a file of ours, or nothing. */
export type PictureOf = (src: string) => number | undefined;

export interface CleanOptions {
  videoHosts: readonly string[];
  /** Files of ours that may be shown in a text; absent: all that are named. */
  isShown?: (mediaId: number) => boolean;
  pictureOf?: PictureOf;
}

const oneOf = (values: readonly (string | number)[]) => (value: string | undefined) =>
  value !== undefined && values.map(String).includes(value) ? value : undefined;

const number = (value: string | undefined, max: number) =>
  value && /^[1-9]\d{0,14}$/.test(value) && Number(value) <= max ? value : undefined;

const note = (value: string | undefined) => value?.replace(/\s+/g, " ").trim().slice(0, 200) || undefined;

const width = oneOf(pictureWidths);
const alignment = oneOf(alignments);

/** The attributes that remain of a tag; those without a value are left out. */
const only = (attributes: Record<string, string | undefined>): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Styles that the editor writes: colours and alignment, each out of its own list. */
function styleOf(attributes: Attributes, allowed: { color?: boolean; mark?: boolean; align?: boolean }) {
  const said = new Map(
    (attributes.style ?? "").split(";").map((one) => {
      const [name = "", ...value] = one.split(":");
      return [name.trim().toLowerCase(), hex(value.join(":").trim().toLowerCase())];
    }),
  );
  const kept = [
    allowed.color && inList(textColors, "color", said.get("color")),
    allowed.mark && inList(markColors, "background-color", said.get("background-color")),
    allowed.align && said.get("text-align") !== "left" && inList(alignments, "text-align", said.get("text-align")),
  ].filter(Boolean);
  return kept.length ? kept.join("; ") : undefined;
}

const inList = (values: readonly string[], name: string, value: string | undefined) =>
  value !== undefined && values.includes(value) ? `${name}: ${value}` : undefined;

function hex(value: string): string {
  const parts = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/.exec(value)?.slice(1);
  return parts ? `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}` : value;
}

const bare = (tagName: string) => ({ tagName, attribs: {} });

const block = (tagName: string, attributes: Attributes) => ({
  tagName,
  attribs: only({ style: styleOf(attributes, { align: true }) }),
});

const cell = (tagName: string, attributes: Attributes) => ({
  tagName,
  attribs: only({
    colspan: number(attributes.colspan, 50),
    rowspan: number(attributes.rowspan, 200),
    style: styleOf(attributes, { align: true }),
  }),
});

/** Only whole addresses of the web, of mail and of phones; no other scheme, however it is written. */
function linkOf(href: string | undefined): string | undefined {
  const text = href?.trim() ?? "";
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, href: whole } = new URL(text);
  return ["http:", "https:", "mailto:", "tel:"].includes(protocol) && whole.length <= 2_000 ? whole : undefined;
}

function videoOf(src: string | undefined, hosts: readonly string[]): string | undefined {
  const text = src?.trim() ?? "";
  const address = text.startsWith("//") ? `https:${text}` : text;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, username, password, port, href } = new URL(address);
  const isPlain = protocol === "https:" && !username && !password && !port && href.length <= 500;
  return isPlain && hosts.includes(hostname) ? href : undefined;
}

/** The same, known in other words: tags of old are what took their place. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ ...headingLevels, b: "strong", i: "em", strike: "s", del: "s", ins: "u", font: "span" },
  ...{ section: "p", article: "p", main: "p", header: "p", footer: "p", center: "p", address: "p", dd: "p", dt: "p" },
};

/** Tags that go with all they hold. */
const unspoken = [
  ...([
    "script",
    "style",
    "textarea",
    "option",
    "noscript",
    "template",
    "title",
    "xmp",
    "plaintext",
    "noembed",
  ] as const),
  ...(["noframes", "object", "embed", "applet", "svg", "math", "select", "audio", "video", "frameset"] as const),
];

/** A rich text with nothing but what the editor writes (contract/content/rich-text.ts); foreign pictures become signs to upload them. */
export function cleanHtml(html: string, options: CleanOptions): string {
  const rules = rulesOf(options);
  let [before, clean] = ["", html];
  // Until once more changes nothing: what was left out may have held other tags apart, as a picture in a line becomes a block of its own.
  for (let round = 0; round < mostRounds && clean !== before; round++)
    [before, clean] = [clean, hollow(sanitizeHtml(clean, rules)).trim()];
  return clean;
}

const mostRounds = 5;

function rulesOf({ videoHosts, isShown = () => true, pictureOf }: CleanOptions): IOptions {
  const missing = (alt: string | undefined) => node(richNodes.missing, { "data-note": note(alt) });
  const film = (src: string | undefined) => {
    const address = videoOf(src, videoHosts);
    return address ? node(richNodes.video, { "data-src": address }) : bare("p");
  };
  return {
    allowedTags: [...richTags],
    // Beyond these the transformers have left nothing; a tag without one of its own has none at all.
    allowedAttributes: {
      a: ["href", "title", "rel", "target"],
      img: ["data-media-id", "alt", "data-width", "data-align"],
      div: [nodeAttribute, "data-src", "data-id", "data-note"],
      ...Object.fromEntries(["p", "h2", "h3", "h4", "span", "mark"].map((name) => [name, ["style"]])),
      td: ["colspan", "rowspan", "style"],
      th: ["colspan", "rowspan", "style"],
      col: ["span"],
      ol: ["start"],
    },
    // Each is one out of a list, by the transformers: there is nothing to parse.
    parseStyleAttributes: false,
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    selfClosing: ["img", "br", "hr", "col"],
    nestingLimit: 40,
    nonTextTags: [...unspoken],
    transformTags: {
      ...Object.fromEntries(Object.entries(synonyms).map(([from, to]) => [from, (_, given) => block(to, given)])),
      ...Object.fromEntries(["p", "h2", "h3", "h4"].map((name) => [name, block])),
      ...Object.fromEntries(["td", "th"].map((name) => [name, cell])),
      span: (tagName, given) => ({ tagName, attribs: only({ style: styleOf(given, { color: true }) }) }),
      mark: (tagName, given) => ({ tagName, attribs: only({ style: styleOf(given, { mark: true }) }) }),
      col: (tagName, given) => ({ tagName, attribs: only({ span: number(given.span, 50) }) }),
      ol: (tagName, given) => ({ tagName, attribs: only({ start: number(given.start, 9_999) }) }),
      a: (tagName, given) => {
        const href = linkOf(given.href);
        if (!href) return bare("span");
        const title = note(given.title);
        return { tagName, attribs: only({ href, title, rel: "noopener noreferrer nofollow", target: "_blank" }) };
      },
      img: (tagName, given) => {
        const id = Number(number(given["data-media-id"], Number.MAX_SAFE_INTEGER) ?? pictureOf?.(given.src ?? "") ?? 0);
        if (!id || !isShown(id)) return missing(given.alt);
        const attribs = { "data-media-id": String(id), alt: note(given.alt) ?? "" };
        const place = { "data-width": width(given["data-width"]), "data-align": alignment(given["data-align"]) };
        return { tagName, attribs: only({ ...attribs, ...place }) };
      },
      iframe: (_, given) => film(given.src),
      div: (_, given) => {
        const kind = given[nodeAttribute];
        if (kind === richNodes.missing) return missing(given["data-note"]);
        if (kind === richNodes.video) return film(given["data-src"]);
        const id = kind === richNodes.estate && number(given["data-id"], Number.MAX_SAFE_INTEGER);
        return id ? node(richNodes.estate, { "data-id": id }) : bare("p");
      },
    },
  };
}

const node = (kind: string, attributes: Record<string, string | undefined>) => ({
  tagName: "div",
  attribs: only({ [nodeAttribute]: kind, ...attributes }),
});

/** The editor's own nodes hold nothing: any content of one is left out. No other `div` is left by then. */
function hollow(html: string): string {
  let depth = 0;
  return html
    .split(/(<div[^>]*>|<\/div>)/)
    .filter((piece) => {
      if (piece.startsWith("<div")) return depth++ === 0;
      if (piece === "</div>") return --depth === 0;
      return depth === 0;
    })
    .join("");
}
