import { usePictureAddresses } from "~/app/features/editor/picture-files";
import { parseHtml } from "~/app/features/rich-text/parse-html";
import { t } from "~/app/i18n/t";
import { useNames } from "~/app/session/scenes";
import { estatesIn, mediaIn, richNodes } from "~/contract/content/rich-text";

export function useReadable(html: string): string {
  const pictureOf = usePictureAddresses(mediaIn(html));
  const estates = useNames("estates", estatesIn(html));
  return readable(html, {
    pictureOf,
    estateOf: (id) => estates.find(({ value }) => Number(value) === id)?.label ?? "",
  });
}

interface Known {
  pictureOf: (id: number) => string | undefined;
  estateOf: (id: number) => string;
}

const nothing: Known = { pictureOf: () => undefined, estateOf: () => "" };

export function readable(html: string, { pictureOf, estateOf }: Known = nothing): string {
  const { body } = parseHtml(html);
  for (const picture of body.querySelectorAll("img[data-media-id]")) {
    const address = pictureOf(Number(picture.getAttribute("data-media-id")));
    if (address && !picture.getAttribute("src")) picture.setAttribute("src", address);
    const width = Number(picture.getAttribute("data-width"));
    if (width > 0) picture.setAttribute("style", `width:${width}%`);
  }
  for (const film of body.querySelectorAll(`iframe, [data-type="${richNodes.video}"]`))
    film.replaceWith(linkTo(body, film.getAttribute("src") ?? film.getAttribute("data-src") ?? ""));
  for (const card of body.querySelectorAll(`[data-type="${richNodes.estate}"]`)) {
    card.className = "estate";
    card.textContent = t("房源：{name}", { name: estateOf(Number(card.getAttribute("data-id"))) });
  }
  for (const missing of body.querySelectorAll(`[data-type="${richNodes.missing}"]`)) missing.remove();
  return body.innerHTML;
}

function linkTo({ ownerDocument }: HTMLElement, address: string): HTMLElement {
  const link = ownerDocument.createElement("a");
  const { hostname = "", protocol = "" } = URL.canParse(address) ? new URL(address) : {};
  if (protocol === "https:") link.setAttribute("href", address);
  link.setAttribute("rel", "noopener");
  link.textContent = t("视频：{host}", { host: hostname });
  const line = ownerDocument.createElement("p");
  line.append(link);
  return line;
}
