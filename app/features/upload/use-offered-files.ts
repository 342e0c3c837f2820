import { type RefObject, useEffect, useRef } from "react";

/** Takes files dropped or pasted in the block's form, if it is the first block, but not on another block; pasted also without focus. */
export function useOfferedFiles(block: RefObject<HTMLElement>, add: (files: File[]) => void) {
  const latest = useRef(add);
  latest.current = add;
  // A paste goes to the focused element, rarely the block, and a drop to the element there: only the document gets all.
  useEffect(() => {
    block.current?.setAttribute("data-takes-files", "");
    const form = () => block.current?.closest("form") ?? block.current?.parentElement;
    const isFirst = () => {
      // Not one in a hidden tab of the page.
      const seen = [...(form()?.querySelectorAll("[data-takes-files]") ?? [])].filter(
        (one) => !one.closest("[hidden]"),
      );
      return seen[0] === block.current;
    };
    const isOffered = (event: Event) => {
      const { target } = event;
      if (event.defaultPrevented || !(target instanceof Node) || !isFirst()) return false;
      return form()?.contains(target) || (event.type === "paste" && target === document.body);
    };
    // The form shows that a file can be dropped anywhere in it.
    const show = (isOver: boolean) => isFirst() && form()?.toggleAttribute("data-offered", isOver);
    const take = (event: Event, offered: DataTransfer | null) => {
      const files = [...(offered?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    const onPaste = (event: ClipboardEvent) => {
      // A text copied from a document also brings a picture of itself.
      const isText = isTextField(event.target) && event.clipboardData?.types.includes("text/plain");
      if (!isText && isOffered(event)) take(event, event.clipboardData);
    };
    const onDrop = (event: DragEvent) => {
      show(false);
      if (!isOffered(event)) return;
      take(event, event.dataTransfer);
      block.current?.scrollIntoView?.({ block: "center" });
    };
    // Else the browser would open the file instead of the page.
    const onDragOver = (event: DragEvent) => {
      const isOver = event.dataTransfer?.types.includes("Files") === true && isOffered(event) === true;
      show(isOver);
      if (isOver) event.preventDefault();
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && show(false);
    document.addEventListener("paste", onPaste);
    document.addEventListener("drop", onDrop);
    document.addEventListener("dragover", onDragOver);
    document.addEventListener("dragleave", onDragLeave);
    return () => {
      document.removeEventListener("paste", onPaste);
      document.removeEventListener("drop", onDrop);
      document.removeEventListener("dragover", onDragOver);
      document.removeEventListener("dragleave", onDragLeave);
    };
  }, [block]);
}

const isTextField = (target: unknown) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
