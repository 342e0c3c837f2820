import { Box } from "@mantine/core";
import { IconMovie, IconPhotoOff } from "@tabler/icons-react";
import { type CSSProperties, createElement, Fragment, type ReactNode, useMemo } from "react";
import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { useNames } from "~/app/session/scenes";
import { nodeAttribute, pictureWidths, richNodes, richTags } from "~/contract/content/rich-text";
import { parseHtml } from "./parse-html";
import classes from "./rich-text.module.css";

interface RichTextProps {
  html: string;
  /** For staff: content that is hidden from readers is marked. */
  isInside?: boolean;
}

/**
 * A formatted text as its readers see it. The server's safe HTML is not inserted: an inert parser reads it, and known elements are
 * rendered anew: nothing else can get in.
 */
export function RichText({ html, isInside = false }: RichTextProps) {
  const nodes = useMemo(() => [...parseHtml(html).body.childNodes], [html]);
  return <div className={classes.text}>{nodes.map((node, index) => drawn(node, index, isInside))}</div>;
}

/** Below the text's own heading level. */
const lower: Readonly<Record<string, string>> = { h2: "h4", h3: "h5", h4: "h6" };
const hollow = new Set(["br", "hr", "col"]);
const known = new Set<string>(richTags);

function drawn(node: ChildNode, key: number, isInside: boolean): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  const tag = node.nodeName.toLowerCase();
  if (!(node instanceof HTMLElement) || !known.has(tag)) return null;
  if (tag === "img") return <Picture key={key} element={node} />;
  if (tag === "div") return <Inserted key={key} element={node} isInside={isInside} />;
  const props = { key, ...attributesOf(node, tag) };
  if (hollow.has(tag)) return createElement(tag, props);
  const inside = [...node.childNodes].map((child, index) => drawn(child, index, isInside));
  if (tag === "a" && !("href" in props)) return <Fragment key={key}>{inside}</Fragment>;
  if (tag === "table")
    return (
      <Box key={key} mb={8} className={`${basic.scrolls} ${classes.table}`}>
        {createElement(tag, props, inside)}
      </Box>
    );
  return createElement(lower[tag] ?? tag, props, inside);
}

/** The first of the editor's colours (contract/content/rich-text.ts), as browsers serialize it. */
const plainColor = "rgb(31, 35, 41)";

function attributesOf(element: HTMLElement, tag: string): Record<string, unknown> {
  const { color, backgroundColor, textAlign } = element.style;
  const style: CSSProperties = {
    // Plain black is dropped: readable on dark as well.
    ...(color && color !== plainColor && { color }),
    ...(backgroundColor && { backgroundColor }),
    ...(textAlign && { textAlign: textAlign as "center" }), // what a browser has read as an alignment
  };
  const number = (name: string) => Number(element.getAttribute(name)) || undefined;
  const own = {
    a: () => ({ ...linkTo(element.getAttribute("href")), title: element.title || undefined }),
    td: () => ({ colSpan: number("colspan"), rowSpan: number("rowspan") }),
    th: () => ({ colSpan: number("colspan"), rowSpan: number("rowspan") }),
    col: () => ({ span: number("span") }),
    ol: () => ({ start: number("start") }),
  }[tag];
  return { ...own?.(), ...(Object.keys(style).length > 0 && { style }) };
}

function linkTo(href: string | null) {
  const isSafe = href !== null && URL.canParse(href) && /^(https?|mailto|tel):$/.test(new URL(href).protocol);
  return isSafe ? { href, target: "_blank", rel: "noopener noreferrer nofollow" } : {};
}

function Picture({ element }: { element: HTMLElement }) {
  const src = element.getAttribute("src") ?? "";
  const width = pictureWidths.find((one) => String(one) === element.dataset.width) ?? 100;
  // Only our own pictures, at their own addresses.
  if (!element.dataset.mediaId || !/^(\/(?!\/)|https?:\/\/)/.test(src)) return null;
  const { align } = element.dataset;
  const textAlign = align === "left" || align === "right" ? align : "center";
  return (
    <span className={classes.picture} style={{ textAlign }}>
      <img src={src} alt={element.getAttribute("alt") ?? ""} loading="lazy" style={{ width: `${width}%` }} />
    </span>
  );
}

/** Inserted elements: a film, an estate, the place of a missing picture. */
function Inserted({ element, isInside }: { element: HTMLElement; isInside: boolean }) {
  const { src = "", id = "" } = element.dataset;
  const kind = element.getAttribute(nodeAttribute);
  if (kind === richNodes.video && /^https:\/\//.test(src) && URL.canParse(src))
    return (
      <p>
        <a {...linkTo(src)} className={`${basic.inlineRow} ${basic.gap6}`}>
          <IconMovie size={18} aria-hidden /> {t("观看视频（{host}）", { host: new URL(src).hostname })}
        </a>
      </p>
    );
  if (kind === richNodes.estate && Number(id) > 0) return <EstateLink id={Number(id)} isInside={isInside} />;
  if (kind !== richNodes.missing || !isInside) return null;
  return (
    <p className={`${basic.inlineRow} ${basic.gap6} ${basic.dim}`}>
      <IconPhotoOff size={18} aria-hidden /> {t("有图片待上传，客户看不到此处")}
    </p>
  );
}

/** Clients get links only to offered estates. */
function EstateLink({ id, isInside }: { id: number; isInside: boolean }) {
  const [estate] = useNames("estates", [id]);
  return estate && (isInside || !estate.disabled) ? (
    <p>
      <Link to={`/house/estate-list/estate-detail?id=${id}`}>{estate.label}</Link>
    </p>
  ) : null;
}
