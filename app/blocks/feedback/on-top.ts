import { useEffect, useState, useSyncExternalStore } from "react";

/** The dialogs and drawers that are open, the newest last. */
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

/** Whether a dialog or drawer lies above all others: Esc closes that one alone. Each of Mantine's hears the key by itself. */
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

/** By this mark on what the key was pressed in Mantine's dialogs and drawers let it be. */
const mark = "data-mantine-stop-propagation";

/** What floats above a dialog, such as a calendar, takes Esc for itself. */
function keepBelow({ key, target }: KeyboardEvent): void {
  if (key !== "Escape" || !(target instanceof Element) || target.hasAttribute(mark)) return;
  const own = target.closest("[role=dialog], [role=menu], [role=listbox]");
  if (!own || own.matches("[aria-modal=true]")) return;
  target.setAttribute(mark, "true");
  // When all have heard it.
  setTimeout(() => target.removeAttribute(mark));
}

// Before that of any dialog, each of which begins to listen as it opens.
if (typeof window !== "undefined") window.addEventListener("keydown", keepBelow, true);
