/**
 * On Linux, Chromium copies a whole font file (20 MB for each weight of Noto's) before it lays out the first word in a font that a style
 * names, and maps the same file at once when a face asks for it by its own name (docs/decisions/1320-loading.md).
 */
const han = "Local Han";

export const fontFamily = `-apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "${han}", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif`;

const face = (weight: string, style: string) =>
  `@font-face{font-family:"${han}";font-weight:${weight};src:local("NotoSansCJKsc-${style}"),local("SourceHanSansSC-${style}"),local("SourceHanSansCN-${style}")}`;

/** Phones have their own Chinese font; its files need no search. */
export const fontFaces = `@media not all and (pointer:coarse){${face("100 500", "Regular")}${face("501 900", "Bold")}}`;
