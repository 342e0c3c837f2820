declare global {
  interface Window {
    /** Tells the script of the head that root and entry have been loaded. */
    __started?: boolean;
    /** Told by that script: its panel stands, and there is nothing to be drawn below it. */
    __failed?: boolean;
  }
}

/** Whether React may take over the document that Remix has prepared; from now on the script of the head no longer waits for root and entry. */
export function beginTakeover(): boolean {
  if (window.__failed) return false;
  window.__started = true;
  return true;
}

/** The sheets stand at the body's end and may come after the entry: nothing is drawn without them. One that fails or hangs, the head's script tells of. */
export async function sheetsLoaded(): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  const waiting = sheets.filter((link) => !link.sheet);
  await Promise.all(waiting.map((link) => new Promise((resolve) => link.addEventListener("load", resolve))));
}
