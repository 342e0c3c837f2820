declare global {
  interface Window {
    /** Tells the script of the head that root, entry and their sheets have been loaded. */
    __started?: boolean;
    /** Told by that script: its panel stands, and there is nothing to be drawn below it. */
    __failed?: boolean;
  }
}

/**
 * Whether React may take over the document that Remix has prepared, once its sheets stand. The server preloads these at the end of the
 * head (remix/index-html.ts), so that the first paint waits for none; as sheets they stand before those that come later.
 */
export async function takeOver(): Promise<boolean> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=style]")];
  const sheets = links.map((link) => new Promise((resolve) => link.addEventListener("load", resolve)));
  for (const link of links) link.rel = "stylesheet";
  await Promise.all(sheets);
  if (window.__failed) return false;
  window.__started = true;
  return true;
}
