import { createContext, useEffect, useState, useSyncExternalStore } from "react";
import { listenersOf } from "~/app/browser/listeners";
import { useLatest } from "../use-latest";

/** A dialog, sheet or drawer above the page. */
export interface Overlay {
  close: () => void;
  /** Each form in it, when Back would close it: whether it is to stay for now, because the form asks. */
  forms: Set<() => boolean>;
}

interface Placed {
  overlay: Overlay;
  isClosable: boolean;
}

let open: readonly Placed[] = [];
const { listen, tell } = listenersOf();

function change(next: readonly Placed[]): void {
  open = next;
  tell();
}

export const onOverlays = listen;

/** What Back closes, the top one last. */
export const closableOverlays = (): Overlay[] => open.filter((one) => one.isClosable).map(({ overlay }) => overlay);

/** The overlay that a component is in. */
export const OwnOverlay = createContext<Overlay | undefined>(undefined);

/** Registers what lies on top: Esc closes only the top one (each of Mantine's listens to the key by itself), and so does Back. */
export function useOnTop(isOpen: boolean, onClose: () => void, isClosable = true) {
  const close = useLatest(onClose);
  const [overlay] = useState<Overlay>(() => ({ close, forms: new Set() }));
  useEffect(() => {
    if (!isOpen) return;
    change([...open, { overlay, isClosable }]);
    return () => change(open.filter((one) => one.overlay !== overlay));
  }, [overlay, isOpen, isClosable]);
  const isOnTop = useSyncExternalStore(
    onOverlays,
    () => open.at(-1)?.overlay === overlay,
    () => false,
  );
  return { isOnTop, overlay };
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
