import { JSDOM } from "jsdom";
import { alignments, markColors, textColors } from "~/contract/content/rich-text";

const { window } = new JSDOM("");

/** What a browser makes of it. */
export function parsed(html: string): HTMLElement {
  const holder = window.document.createElement("div");
  holder.innerHTML = html;
  return holder;
}

const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ["href", "title", "rel", "target", "class"],
  img: ["data-media-id", "alt", "data-width", "data-align", "src", "loading", "style"],
  div: ["data-type", "data-src", "data-id", "data-note", "class"],
  iframe: ["src", "title", "sandbox", "referrerpolicy", "loading", "allowfullscreen"],
  col: ["span"],
  ol: ["start"],
  td: ["colspan", "rowspan", "style"],
  th: ["colspan", "rowspan", "style"],
};
const styled = ["p", "h2", "h3", "h4", "span", "mark"];
const style = new RegExp(
  `^((color: (${textColors.join("|")})|background-color: (${markColors.join("|")})|text-align: (${alignments.join("|")})|width:\\d+%)(; |$))+$`,
);

/** All that a browser finds in it that no reader is to be shown. */
export function faultsIn(html: string, tags: readonly string[], pictures = "/picture/"): string[] {
  return [...parsed(html).querySelectorAll("*")].flatMap((element) => {
    const tag = element.tagName.toLowerCase();
    const allowed = [...(attributes[tag] ?? []), ...(styled.includes(tag) ? ["style"] : [])];
    const bad = [...element.attributes].filter(({ name, value }) => {
      if (!allowed.includes(name)) return true;
      if (name === "href") return !/^(https?:\/\/|mailto:|tel:)/.test(value);
      if (name === "data-src") return !value.startsWith("https://player.bilibili.com/");
      if (name === "src") return !value.startsWith(tag === "iframe" ? "https://player.bilibili.com/" : pictures);
      return name === "style" && !style.test(value);
    });
    const isForeign = element.namespaceURI !== "http://www.w3.org/1999/xhtml";
    return [
      ...(tags.includes(tag) && !isForeign ? [] : [tag]),
      ...bad.map(({ name, value }) => `${tag} ${name}=${value}`),
    ];
  });
}
