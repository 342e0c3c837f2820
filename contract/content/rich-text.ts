import { z } from "zod";

export const richTextLimit = 100 * 1024;

/** What a rich text is made of. All else is taken out, at write and again at display (server/lib/rich-text). */
export const richTags = [
  ...(["p", "br", "hr", "h2", "h3", "h4", "blockquote", "pre", "code"] as const),
  ...(["strong", "em", "u", "s", "sub", "sup", "mark", "span", "a"] as const),
  ...(["ul", "ol", "li"] as const),
  ...(["table", "colgroup", "col", "thead", "tbody", "tr", "th", "td"] as const),
  ...(["figure", "figcaption", "img", "div"] as const),
] as const;

/** Headings of other documents as the levels that a text has: h1 is the title of its page. */
export const headingLevels: Readonly<Record<string, string>> = { h1: "h2", h5: "h4", h6: "h4" };

/** The attribute by which the editor's own nodes say what they are. */
export const nodeAttribute = "data-type";

/**
 * The editor's own nodes as they are kept:
 * - `<img data-media-id="7" alt="…" data-width="60">`: a picture of ours, `data-width` its share of the line in percent; the address is put in when it is read.
 * - `<div data-type="missing-picture" data-note="…">`: a picture of somebody else's, or one pasted as data, that is to be uploaded again. No reader sees it.
 * - `<div data-type="video" data-src="https://…">`: a film on one of the hosts of `content.video_hosts`; readers are shown a frame of that host.
 * - `<div data-type="estate" data-id="7">`: an estate's card; readers see it while the estate is online.
 */
export const richNodes = { missing: "missing-picture", video: "video", estate: "estate" } as const;

export const missingPictureText = "图片未能带入，请重新上传";

export const pictureWidths = [25, 33, 50, 66, 75, 100] as const;

export const alignments = ["left", "center", "right", "justify"] as const;

export const textColors = ["#1f2329", "#646a73", "#257fff", "#d83931", "#de7802", "#2ea121", "#7b67ee"] as const;
export const markColors = ["#fff3bf", "#d3f9d8", "#d0ebff", "#ffe3e3"] as const;

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " ", amp: "&" };

/** The words of a rich text that has been made safe, a line for each block: what is counted, searched, compared and exported. */
export const textOf = (html: string): string =>
  html
    .replace(/<(?:br|hr)[^>]*>|<\/(?:p|h[2-4]|li|blockquote|pre|tr|figure|figcaption|div)>/g, "\n")
    .replace(/<\/t[dh]>/g, "\t")
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name: string) => entities[name] ?? "")
    .replace(/[ \t]*\n\s*/g, "\n")
    .trim();

const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text escaped for HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? "");

/** Plain words as a rich text: a paragraph for each line, with nothing in it that would be a tag. */
export const paragraphsOf = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${line.replace(/[&<>]/g, (letter) => marks[letter] ?? "")}</p>`)
    .join("");

/** What comes from a machine, which may know a text in either way: one that begins with a block is rich, any other is words. */
export const richOf = (text: string): string =>
  /^\s*<(p|h[1-6]|ul|ol|table|blockquote|pre|figure|div|section|hr|img)\b[^<>]*>/i.test(text)
    ? text
    : paragraphsOf(text);

export const letterCount = (html: string): number => [...textOf(html).replace(/\s/g, "")].length;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Rich text with a least and a greatest length in letters. Forbidden markup is removed, not refused. */
export const richText = (label: string, minimum = 1, maximum = Number.POSITIVE_INFINITY) =>
  z
    .string({ error: `请输入${label}` })
    .refine((html) => bytesOf(html) <= richTextLimit, `${label}不能超过${richTextLimit / 1024}KB`)
    .refine(
      (html) => minimum === 0 || letterCount(html) >= minimum,
      minimum === 1 ? `请输入${label}` : `${label}至少${minimum}个字`,
    )
    .refine(
      (html) => maximum === Number.POSITIVE_INFINITY || letterCount(html) <= maximum,
      `${label}不能超过${maximum}个字`,
    )
    .meta({ label, control: "rich" });

export const mediaIn = (html: string): number[] => [
  ...new Set([...html.matchAll(/\sdata-media-id="(\d{1,15})"/g)].map(([, id]) => Number(id))),
];

/** A text without the addresses of its pictures, which change from day to day: as it is written, compared and sent. */
export const withoutPictureAddresses = (html: string): string =>
  html.replace(/<img\b[^>]*\sdata-media-id="[^>]*>/g, (tag) => tag.replace(/\ssrc="[^"]*"/, ""));

export const estatesIn = (html: string): number[] => [
  ...new Set([...html.matchAll(/<div data-type="estate" data-id="(\d{1,15})"/g)].map(([, id]) => Number(id))),
];
