import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { keepKeysOfInputMethods } from "~/app/browser/input-method";
import { computedStyle } from "./computed-style";

/** Makes the document of a test file as its tests need it. */
export function setUpDocument(): void {
  // What jsdom lacks and Mantine asks for.
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  keepKeysOfInputMethods();
  window.getComputedStyle = computedStyle;
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;

  // jsdom walks the document once for each label of each control, and queries by label or name ask every control: most of a big form's time.
  const labelsOf = (control: Element): Element[] => {
    const around = control.closest("label");
    const pointing = [...document.querySelectorAll("label")].filter(({ htmlFor }) => htmlFor && htmlFor === control.id);
    return around && !around.htmlFor ? [around, ...pointing] : pointing;
  };
  for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement])
    Object.defineProperty(prototype, "labels", {
      configurable: true,
      get(this: Element) {
        return this.getAttribute("type") === "hidden" ? null : labelsOf(this);
      },
    });

  configure({
    // A form that is fetched when it is first shown, a database, and a machine with other work take their time.
    asyncUtilTimeout: 60_000,
    // Waiting asks again and again, and each time in vain would print the whole document.
    getElementError: (message) => Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" }),
  });

  afterEach(({ task }) => {
    // What failed once, and not again, leaves nothing else to look at.
    if (task.result?.state === "fail") console.log(`${task.name}: the page\n${shownNow().slice(0, 20_000)}`);
    cleanup();
    // The next test's page is the same document.
    window.getSelection()?.removeAllRanges();
  });
}

/** The document without its sheets and drawings. */
function shownNow(): string {
  const body = document.body.cloneNode(true) as HTMLElement;
  for (const each of body.querySelectorAll("style, svg")) each.remove();
  return body.innerHTML;
}
