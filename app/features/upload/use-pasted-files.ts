import { type RefObject, useEffect, useRef } from "react";

/** Hears of files that are pasted while one is in the form of the block, or nowhere in particular. */
export function usePastedFiles(block: RefObject<HTMLElement>, add: (files: File[]) => void) {
  const latest = useRef(add);
  latest.current = add;
  // A paste goes to what has the focus, which the block seldom has: only the document hears of all.
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const { target } = event;
      if (files.length === 0 || event.defaultPrevented || !(target instanceof Node)) return;
      // Another tab of the page is open.
      if (block.current?.closest("[hidden]")) return;
      // Copied out of a document, a text brings along a picture of itself.
      if (isTextField(target) && event.clipboardData?.types.includes("text/plain")) return;
      const form = block.current?.closest("form") ?? block.current;
      if (target !== document.body && !form?.contains(target)) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [block]);
}

const isTextField = (target: Node) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
