import { estatesIn, mediaIn, textOf } from "~/contract/content/rich-text";

/** A rich text as the blocks that a reader sees, in words; pictures, films and cards by what they are. */
export function blocksOf(html: unknown): string[] {
  if (typeof html !== "string") return [];
  const marked = html
    .replace(/<img\b[^>]*>/g, (tag) => `<p>［图片 #${mediaIn(tag).join()}${/alt="([^"]+)"/.exec(tag)?.[1] ?? ""}］</p>`)
    .replace(/<div data-type="video" data-src="([^"]*)"><\/div>/g, "<p>［视频 $1］</p>")
    .replace(/<div data-type="estate"[^>]*><\/div>/g, (tag) => `<p>［房源卡片 #${estatesIn(tag).join()}］</p>`);
  return textOf(marked).split("\n").filter(Boolean);
}

/** The same in one text, a line for each block. */
export const wordsOf = (html: string): string => blocksOf(html).join("\n");
