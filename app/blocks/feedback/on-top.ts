import { useEffect, useState, useSyncExternalStore } from "react";

let open: readonly symbol[] = [];
const hearers = new Set<() => void>();

function change(next: readonly symbol[]): void {
  open = next;
  for (const hear of hearers) hear();
}

function subscribe(hear: () => void): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/** Whether a dialog or drawer is above all others: Esc closes only that one. Each of Mantine's listens to the key by itself. */
export function useOnTop(isOpen: boolean): boolean {
  const [own] = useState(Symbol);
  useEffect(() => {
    if (!isOpen) return;
    change([...open, own]);
    return () => change(open.filter((one) => one !== own));
  }, [own, isOpen]);
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1) === own,
    () => false,
  );
}

/** Mantine's dialogs and drawers ignore a key press on an element with this mark. */
const mark = "data-mantine-stop-propagation";

/** What floats above a dialog, such as a calendar, handles Esc itself. */
function keepBelow({ key, target }: KeyboardEvent): void {
  if (key !== "Escape" || !(target instanceof Element) || target.hasAttribute(mark)) return;
  const own = target.closest("[role=dialog], [role=menu], [role=listbox]");
  if (!own || own.matches("[aria-modal=true]")) return;
  target.setAttribute(mark, "true");
  // After all listeners.
  setTimeout(() => target.removeAttribute(mark));
}

// Before any dialog's listener: each is added as it opens.
if (typeof window !== "undefined") window.addEventListener("keydown", keepBelow, true);
