import { escapeHtml, missingPictureText, nodeAttribute, richNodes } from "~/contract/content/rich-text";
import { type CleanOptions, cleanHtml } from "./clean";

export { escapeHtml } from "~/contract/content/rich-text";

export interface Card {
  title: string;
  cover: string | null;
  facts: readonly { label: string; value: string }[];
  url: string | null;
}

export interface DisplayOptions extends CleanOptions {
  urlOf(mediaId: number): string;
  /** The picture's `srcset`, and its words for who cannot see it where the text has none. */
  setOf?(mediaId: number): { srcset: string; alt: string | null } | null;
}

const image = /<img data-media-id="(\d+)"([^>]*?)\s*\/?>/g;
const nodes = new RegExp(`<div ${nodeAttribute}="([a-z-]+)"(?: data-(?:src|id|note)="([^"]*)")?></div>`, "g");

/** A stored text as the editor opens it: made safe once more, with the addresses of its pictures. */
export const forEditor = (html: string, options: DisplayOptions): string =>
  cleanHtml(html, options).replace(
    image,
    (_, id: string, rest: string) =>
      `<img data-media-id="${id}" src="${escapeHtml(options.urlOf(Number(id)))}"${rest} />`,
  );

/** The same as readers see it: frames for films, cards for estates that are online; where a picture is missing, nothing. */
export const forReaders = (html: string, options: DisplayOptions, cardOf: (estateId: number) => Card | undefined) =>
  cleanHtml(html, options)
    .replace(image, (_, id: string, rest: string) => {
      const share = /data-width="(\d+)"/.exec(rest)?.[1];
      const style = share ? ` style="width:${share}%"` : "";
      const { srcset, alt } = options.setOf?.(Number(id)) ?? { srcset: "", alt: null };
      const said = alt ? rest.replace(' alt=""', ` alt="${escapeHtml(alt)}"`) : rest;
      const widths = srcset ? ` srcset="${escapeHtml(srcset)}" sizes="${share ?? 100}vw"` : "";
      return `<img src="${escapeHtml(options.urlOf(Number(id)))}"${widths}${said} loading="lazy"${style} />`;
    })
    .replace(nodes, (_, kind: string, value = "") => {
      if (kind === richNodes.video) return frameOf(value);
      const card = kind === richNodes.estate ? cardOf(Number(value)) : undefined;
      return card ? cardHtml(card) : "";
    });

/** The same where somebody of the house looks: what readers will not see is said. */
export const forPreview = (html: string, options: DisplayOptions, cardOf: (estateId: number) => Card | undefined) =>
  forReaders(
    cleanHtml(html, options).replace(nodes, (whole, kind: string) =>
      kind === richNodes.missing ? `<p><mark>${missingPictureText}</mark></p>` : whole,
    ),
    options,
    cardOf,
  );

export const frameOf = (src: string) =>
  `<div class="video"><iframe src="${src}" title="视频" sandbox="allow-scripts allow-same-origin allow-presentation" referrerpolicy="strict-origin-when-cross-origin" loading="lazy" allowfullscreen></iframe></div>`;

export function cardHtml({ title, cover, facts, url }: Card): string {
  const picture = cover ? `<img src="${escapeHtml(cover)}" alt="" loading="lazy" />` : "";
  const lines = facts.map(({ label, value }) => `<span>${escapeHtml(label)} ${escapeHtml(value)}</span>`).join("");
  const inside = `${picture}<strong>${escapeHtml(title)}</strong>${lines}`;
  return url
    ? `<a class="estate" href="${escapeHtml(url)}" rel="noopener" target="_blank">${inside}</a>`
    : `<div class="estate">${inside}</div>`;
}
