import type { Part } from "./sent-pictures";

const ratio = 2;
/** Browsers on phones draw no larger canvas. */
const mostPixels = 12_000_000;

/** An element as pictures one below the other, each of at most twelve megapixels. Pictures of other origins are left out. */
export async function drawPictures(element: HTMLElement, name: string): Promise<Part[]> {
  const { toBlob } = await import("html-to-image");
  const { offsetWidth: width, offsetHeight: height } = element;
  const highest = Math.floor(mostPixels / (width * ratio * ratio));
  const count = Math.ceil(height / highest);
  const parts: Part[] = [];
  for (let index = 0; index < count; index++) {
    const top = index * highest;
    const blob = await toBlob(element, {
      pixelRatio: ratio,
      width,
      height: Math.min(highest, height - top),
      skipFonts: true,
      backgroundColor: "#ffffff",
      style: { transform: `translateY(-${top}px)`, height: `${height}px` },
      filter: (node) => !(node instanceof HTMLImageElement) || new URL(node.src).origin === window.location.origin,
    });
    if (!blob) throw new Error("the browser draws no picture");
    parts.push({ blob, name: count > 1 ? `${name}-${index + 1}.png` : `${name}.png` });
  }
  return parts;
}
