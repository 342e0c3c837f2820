declare global {
  interface Window {
    /** Tells the script of the head that root, entry and their sheet have been loaded. */
    __started?: boolean;
    /** Set by that script: its panel is shown, and nothing is to be drawn below it. */
    __failed?: boolean;
  }
}

/**
 * Whether React may take over the document that Remix has prepared, once root's sheet is loaded. The server preloads it at the end of the
 * head (remix/index-html.ts), so that the first paint does not wait for it; there it comes before all later sheets.
 */
export async function takeOver(): Promise<boolean> {
  const link = document.querySelector<HTMLLinkElement>("link[rel=preload][as=style]");
  if (link)
    await new Promise<void>((resolve) => {
      // Not at the end of the preload.
      link.addEventListener("load", () => link.sheet && resolve());
      link.rel = "stylesheet";
    });
  if (window.__failed) return false;
  window.__started = true;
  return true;
}
