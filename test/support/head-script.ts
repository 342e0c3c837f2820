import { onTestFinished } from "vitest";
import { headScript } from "~/remix/head-script";

/** Does what the script in the document's head does. Its listeners, its clock and what it shows end with the test: files share one window. */
export function runHeadScript(): void {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = (type: string, hear: EventListener, capture?: boolean) =>
    window.addEventListener(type, hear, { capture, signal: end.signal });
  const wait = (act: () => void, milliseconds: number) => {
    timer = setTimeout(act, milliseconds);
  };
  onTestFinished(() => {
    end.abort();
    clearTimeout(timer);
    for (const panel of document.querySelectorAll("html > [role=alert]")) panel.remove();
  });
  new Function("addEventListener", "setTimeout", headScript)(listen, wait);
}
